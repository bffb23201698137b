// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/onnx/onnx_chain.h"

#include <string>
#include <vector>

namespace engine::onnx {

/// The stages of a graph that Hamnet wrote for `net`, whose weights are not looked at. Throws Error, by the name of the
/// first node that differs, where the graph is not the one that Hamnet writes for it. The graph must outlive them.
std::vector<Stage> ownStages(const Graph& graph, const PortableNet& net, const std::string& fileName);

} // namespace engine::onnx
