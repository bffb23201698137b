// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace engine {

struct LayerType;

namespace cells {
struct TypedCell;
}

/// What the last layer of an unrolled step can read; engine/graph/unroll.h has the tensors.
enum class StepInput {
    KeptH,         ///< h_{t-1} times cont_t
    CellBefore,    ///< c_{t-1}
    InputSums,     ///< Wx x_t + b
    RecurrentSums, ///< Wh h_{t-1}, and bh where the cell has one
    Sums,          ///< both together
    Cont           ///< cont_t
};

/// The layer that ends a step of the unrolled net: it gives the cell's states, the output last.
struct StepLayer {
    std::string_view type; ///< LayerType::name
    std::span<const StepInput> inputs;
    std::string_view gateOrder = {}; ///< its setting gate_order; empty where it has none
    bool readsOutput = false;        ///< whether its backward pass reads what it gave
};

/// How ONNX has a cell.
struct OnnxCell {
    std::string_view type;                       ///< the operator
    std::string_view gates;                      ///< the cell's letters in the operator's order
    std::span<const std::string_view> functions; ///< `activations` of one direction
};

/// A recurrent cell: what one stacked layer computes for one stream at one step. The formula itself is in the file of
/// the layer (engine/layers) and, as code, in engine/kernels; this is what sizes, files, engines and the editor ask.
struct Cell {
    /// What an engine's own table of the cells that it knows has as its key; nothing else asks it.
    enum class Kind { Lstm, Gru, RnnTanh, RnnRelu, Typed };

    /// A setting of the layer and its value.
    struct Choice {
        std::string_view key, value;
    };

    Kind kind;
    std::string_view name;             ///< "GRU", for sentences
    std::string_view layer;            ///< LayerType::name of the layer that has it
    std::optional<Choice> choice = {}; ///< what chooses it, where that layer has several cells
    /// The name of each block of H rows of Wx, Wh and b, in the canonical order: r, z, n. Of a typed cell: of what its
    /// equations give besides the states and the output.
    std::span<const std::string_view> gates;
    /// The name of each tensor that goes from step to step: h, c. The output comes first, but for a typed cell.
    std::span<const std::string_view> states;
    bool recurrentBias = false;       ///< whether Wh h_{t-1} has a bias bh of its own
    std::int64_t flopsForward = 0;    ///< of a unit at a step, besides the products with Wx and Wh
    std::int64_t flopsBackward = 0;   ///< likewise
    std::string_view caffeGates = {}; ///< the letters in the order of Caffe's files; empty where Caffe has no such cell
    StepLayer step = {};              ///< how the unrolled net ends a step
    OnnxCell onnx = {};               ///< without a type where ONNX has no such cell
    const cells::TypedCell* typed = nullptr;      ///< of Kind::Typed: what its equations say
    std::size_t learned = 0;                      ///< of Kind::Typed: how many tensors a direction of a layer learns
    std::span<const std::string_view> shown = {}; ///< of Kind::Typed: see shownStates

    std::int64_t gateCount() const { return static_cast<std::int64_t>(gates.size()); }
    std::int64_t stateCount() const { return static_cast<std::int64_t>(states.size()); }

    /// What a unit gives at a step besides its gates, the output first, then the states that are not the output.
    std::span<const std::string_view> shownStates() const { return typed ? shown : states; }

    /// The place of the name among the gates, or the states; their number where it is none of them.
    std::size_t gateNumber(std::string_view gate) const;
    std::size_t stateNumber(std::string_view state) const;
};

/// The tensors of one direction of one stacked layer, in the order of Sizes::weights. A cell without a recurrent bias
/// has no bh.
enum class RecurrentWeight : std::size_t { Wx, Wh, b, bh };

enum class Direction : std::size_t {
    Forward, ///< from the first step to the last
    Backward ///< from the last step to the first
};

/// How a recurrent layer is built: cells stacked above each other, each reading in one direction or in both. Weights
/// and the states at ports lie layer by layer, in each the forward direction before the backward one.
struct RecurrentStack {
    const Cell* cell;
    std::int64_t layers = 1;
    std::int64_t directions = 1; ///< 2: backward too
    bool rows = false;           ///< whether the sequence is [T·N, I], as LSTM_SIMPLE takes it, and not [T, N, I]

    std::int64_t parts() const { return layers * directions; }
    bool isBidirectional() const { return directions == 2; }

    /// The place of one direction of one layer among the states at ports [L·D, N, H].
    std::size_t part(std::int64_t layer, Direction direction) const
    {
        return static_cast<std::size_t>(layer * directions) + static_cast<std::size_t>(direction);
    }

    std::size_t weightsOfPart() const { return cell->typed ? cell->learned : cell->recurrentBias ? 4 : 3; }

    /// The place of a tensor in Sizes::weights: of a cell that is not typed, and of any by the tensor's number.
    std::size_t weight(std::int64_t layer, Direction direction, RecurrentWeight which) const
    {
        return weight(layer, direction, static_cast<std::size_t>(which));
    }
    std::size_t weight(std::int64_t layer, Direction direction, std::size_t number) const
    {
        return part(layer, direction) * weightsOfPart() + number;
    }

    /// The width of what a layer reads, where the whole reads `width` and has `units` a direction.
    std::int64_t widthOf(std::int64_t layer, std::int64_t width, std::int64_t units) const
    {
        return layer == 0 ? width : directions * units;
    }

    /// What the names of a direction's tensors start with: "" where there is one layer in one direction, else "l0.", or
    /// "l0.back." for the backward direction.
    std::string prefix(std::int64_t layer, Direction direction) const;
};

/// "Wx", "Wh", "b", "bh"
std::string_view weightName(RecurrentWeight which);

/// How the layer is built; nothing where the type is not recurrent, and where a typed cell does not read.
std::optional<RecurrentStack> recurrentStack(const LayerType& type, const Params& params);

} // namespace engine
