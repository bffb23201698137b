// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"
#include "engine/formats/onnx/onnx_graph.h"

#include <functional>
#include <string>
#include <vector>

namespace engine::onnx {

/// One step of a typed cell for N streams, as the body of a Scan:
///
///     states before the step [N, H] each, x [N, I], cont [N, 1]  ->  states after the step, h [N, H]
struct StepGraph {
    const cells::Definition& cell;
    cells::CellSizes sizes;
    std::vector<std::string> learned; ///< the constants of the graph around it, as in Definition::learned
    bool readsCont;
    std::string name;                                           ///< what names of values begin with
    std::function<std::string(const std::string& wish)> unused; ///< a name that no value has, here or around
};

Graph stepGraph(const StepGraph& step);

} // namespace engine::onnx
