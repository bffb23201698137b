// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/onnx/onnx_graph.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine::onnx {

/// The cells that ONNX has by one operator; the first is the one without `activations`. Empty for any other operator.
std::vector<const Cell*> cellsOf(std::string_view type);

/// `activations` of a node of the cell.
std::vector<std::string> functionsOf(const Cell& cell, std::int64_t directions);

/// "LSTM /rnn/LSTM": a node for sentences, by its output where it has no name. As printable() has names.
std::string labelOf(const Node& node);

/// Throws Error that names the file and the node.
[[noreturn]] void refuse(const Node& node, const std::string& fileName, const Sentence& why);

/// The net that reads a text as a graph of other programs does. Follows the ids from their input to the scores: each
/// node is drawn as a layer, gives the text's numbers in another arrangement, or makes a shape, a weight or a state to
/// start from; any other is an Error by its name. A Softmax or LogSoftmax behind the scores is left out: it changes
/// neither what is drawn from them nor the loss.
PortableNet drawnAfter(const Graph& graph, const std::string& fileName);

} // namespace engine::onnx
