// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <vector>

namespace engine {

struct LayerPorts {
    std::vector<Port> inputs, outputs;
};

/// The ports of a layer with these settings, which need not be complete: those of its type; a layer of a typed cell has
/// those of the cell's own states, by their names, and none for states where the cell does not read.
LayerPorts portsOf(const LayerType& type, const Params& given);

} // namespace engine
