// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/onnx/onnx_chain.h"

#include <string>
#include <vector>

namespace engine::onnx {

/// What is learned in a graph that Hamnet wrote.
struct OwnGraph {
    std::vector<Stage> stages;
    std::vector<NamedTensor> typed; ///< of typed cells, by the weights' names in the net that it was written for
};

/// Reads a graph that Hamnet wrote for `net`, whose weights are not looked at. Throws Error, by the name of the first
/// node that differs, where the graph is not the one that Hamnet writes for it. The graph must outlive the stages.
OwnGraph ownGraph(const Graph& graph, const PortableNet& net, const std::string& fileName);

} // namespace engine::onnx
