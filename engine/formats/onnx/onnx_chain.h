// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/weight_places.h"
#include "engine/formats/onnx/onnx_graph.h"
#include "engine/graph/recurrent.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine::onnx {

/// What a graph does with the text, one after the other.
struct Stage {
    enum class Kind {
        Embedding,
        Recurrent,
        Linear,
        Activation,
        BackwardHalf, ///< behind a Recurrent stage that is `reverse`: what Hamnet cuts off from both directions
        Bias,         ///< joins the stage before it
        LogSoftmax    ///< only ever behind the scores
    };

    Kind kind;
    const Node* node;
    std::string_view layer;            ///< LayerType::name: "EMBED", "TANH"
    const Tensor* matrix = nullptr;    ///< rows [V, E]; W [D, G·H, I]; [I, O] or, if `ready`, [O, I]
    const Tensor* recurrent = nullptr; ///< R [D, G·H, H]
    const Tensor* bias = nullptr;      ///< [E], [D, 2·G·H], [O], with axes of 1 before, or one number for all
    bool ready = false;
    const Cell* cell = nullptr; ///< of Recurrent
    bool reverse = false;       ///< of Recurrent: it only reads backwards

    /// Of Hamnet's layer, which never only reads backwards. Of Recurrent.
    std::int64_t directions() const { return reverse ? 2 : matrix->shape[0]; }
    std::int64_t units() const { return recurrent->shape[2]; } ///< H, of Recurrent
};

/// The cells that ONNX has by one operator; the first is the one without `activations`. Empty for any other operator.
std::vector<const Cell*> cellsOf(std::string_view type);

/// The setting that must be 1 where Wh h_{t-1} has a bias of its own, since a reset gate multiplies both then; null
/// for a cell without one.
const char* resetSetting(const Cell& cell);

/// In canonical layout: W, b; Wx, Wh, b (and bh), of both directions one after the other, zeros for the forward one of
/// a reverse stage. A bias only where there is one, but for a recurrent stage.
std::vector<NamedTensor> weightsOf(const Stage& stage);

struct Chain {
    std::vector<Stage> stages;
    std::vector<std::unique_ptr<Tensor>> made = {}; ///< constants that the stages point at
};

/// Follows the ids from their input to the scores. Each node is a stage of the chain, is shown to change nothing, or
/// tells a shape or a state to start from; Error names any other. A Softmax or LogSoftmax behind the scores is left
/// out: it changes neither what is drawn from them nor the loss. Empty where no ids are looked up. The graph must
/// outlive the chain.
Chain readChain(const Graph& graph, const std::string& fileName, TransferReport& report);

} // namespace engine::onnx
