// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/onnx/onnx_graph.h"

#include <string>
#include <vector>

namespace engine::onnx {

/// The weights in a graph that Hamnet wrote for `net`, whose own are not looked at. Throws Error, by the name of the
/// first node that differs, where the graph is not the one that Hamnet writes for it.
std::vector<NamedTensor> ownWeights(const Graph& graph, const PortableNet& net, const std::string& fileName);

} // namespace engine::onnx
