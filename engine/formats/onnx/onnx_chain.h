// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/weight_places.h"
#include "engine/formats/onnx/onnx_graph.h"
#include "engine/graph/recurrent.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine::onnx {

/// What a graph does with the text, one after the other.
struct Stage {
    enum class Kind { Embedding, Recurrent, Linear, Activation };

    Kind kind;
    std::string node;       ///< for sentences: "LSTM /rnn/LSTM"
    std::string_view layer; ///< LayerType::name: "EMBED", "TANH"
    /// In canonical layout: W, b; Wx, Wh, b (and bh), of both directions one after the other, zeros for the forward one
    /// of a reverse stage. A bias only where there is one, but for a recurrent stage.
    std::vector<NamedTensor> weights = {};
    const Cell* cell = nullptr;             ///< of Recurrent
    std::int64_t directions = 1, units = 0; ///< of Recurrent
    bool reverse = false;                   ///< of Recurrent: it only reads backwards, the half of both directions
};

/// The cells that ONNX has by one operator; the first is the one without `activations`. Empty for any other operator.
std::vector<const Cell*> cellsOf(std::string_view type);

/// `activations` of a node of the cell.
std::vector<std::string> functionsOf(const Cell& cell, std::int64_t directions);

/// The setting that must be 1 where Wh h_{t-1} has a bias of its own, since a reset gate multiplies both then; null
/// for a cell without one.
const char* resetSetting(const Cell& cell);

/// Follows the ids from their input to the scores. Each node ends the chain so far by a stage, gives the text's numbers
/// in another arrangement, or makes a shape, a weight or a state to start from; any other is an Error by its name. A
/// Softmax or LogSoftmax behind the scores is left out: it changes neither what is drawn from them nor the loss. Empty
/// where no ids are looked up.
std::vector<Stage> readChain(const Graph& graph, const std::string& fileName, TransferReport& report);

} // namespace engine::onnx
