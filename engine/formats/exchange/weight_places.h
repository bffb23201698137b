// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"
#include "engine/graph/error.h"
#include "engine/graph/layer_type.h"
#include "engine/graph/model.h"
#include "engine/graph/named_tensor.h"
#include "engine/graph/recurrent.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// What all formats of weights have in common: where a model wants its tensors, and the report of what went where.
namespace engine {

/// One tensor of a layer in canonical layout.
struct LayerWeight {
    std::string name; ///< as WeightStore names it: "lstm1/Wx", or a shared name
    WeightSpec spec;
    std::size_t blob;                           ///< its place among Caffe's blobs
    std::optional<std::size_t> characters = {}; ///< the axis that has an element for each character of the vocabulary
};

/// The tensors of a layer that has any.
struct LayerPlaces {
    Layer layer;
    std::string type; ///< LayerType::name
    Params params;    ///< complete
    std::vector<LayerWeight> weights;
    std::optional<RecurrentStack> stack = {}; ///< of a recurrent layer
};

/// The tensors of one direction of one of a recurrent layer's stacked layers.
struct RecurrentPlaces {
    std::int64_t layer;
    Direction direction;
    const LayerWeight *Wx, *Wh, *b, *bh; ///< bh is null where the cell has none

    std::int64_t width() const { return Wx->spec.shape[1]; }
};

/// Layer by layer, in each the forward direction before the backward one. Empty where the layer is not recurrent, or
/// its cell is typed. The places must outlive this.
std::vector<RecurrentPlaces> recurrentPlaces(const LayerPlaces& places);

/// Throws Error where the two models have a weight of the same name in recurrent layers of different cells: its shape
/// may be the same, but not its meaning.
void requireSameCells(const Model& model, const Model& ofFile);
[[noreturn]] void refuseCell(const std::string& layer, const Cell& wanted, const std::string& found);

/// The layers with weights of the phase TRAIN, in the model's order. Throws Error for a model that does not fit
/// together.
std::vector<LayerPlaces> weightPlaces(const Model& model);

/// One tensor that found its place.
struct TensorMove {
    std::string from, to; ///< names in the file and in the net, or the other way round
    Shape shape;
};

/// What was carried over, and what was not.
struct TransferReport {
    std::vector<TensorMove> moved;
    std::vector<Sentence> skipped; ///< sentences: what stayed behind and why
    std::vector<Sentence> notes;   ///< sentences: what was changed on the way
};

/// The tensor of that name, or null.
const NamedTensor* findTensor(const std::vector<NamedTensor>& tensors, const std::string& name);

/// Finds many tensors by their names; the first where two have the same. The tensors must outlive this, unchanged.
class TensorIndex {
public:
    explicit TensorIndex(const std::vector<NamedTensor>& tensors);

    /// Null where there is none.
    const NamedTensor* find(const std::string& name) const;

    /// The one that must be there, of the place's shape. Throws Error.
    const NamedTensor& of(const LayerWeight& place) const;

private:
    std::unordered_map<std::string_view, const NamedTensor*> m_tensors;
};

/// Gathers the weights that a file has, each once: several layers may share one by its name, and other programs' files
/// have it with each of them.
class GatheredWeights {
public:
    explicit GatheredWeights(TransferReport& report) : m_report(&report) {}

    /// Reports where it came from; of one that differs from what an earlier layer brought, that it was left out.
    void put(NamedTensor tensor, const std::string& from);

    /// Without a report. False where an earlier layer brought it.
    bool putFirst(NamedTensor tensor);

    /// In the order in which they came.
    std::vector<NamedTensor> taken() && { return std::move(m_tensors); }

private:
    std::vector<NamedTensor> m_tensors;
    std::unordered_map<std::string, std::size_t> m_places; ///< in m_tensors
    TransferReport* m_report;
};

/// The gate blocks of another program as places in the canonical order.
using GateOrder = std::vector<std::size_t>;

/// `letters` are OnnxCell::gates or Cell::caffeGates.
GateOrder gateOrder(const Cell& cell, std::string_view letters);

/// Rows [G·H, ...] in the canonical order to another, and back.
std::vector<float> gatesTo(const GateOrder& order, std::span<const float> canonical);
std::vector<float> gatesFrom(const GateOrder& order, std::span<const float> other);

/// Copies each row along the axis from where `sourceOf` says that the other tensor has it; others stay.
void copyRows(const NamedTensor& from, NamedTensor& to, std::size_t axis,
              const std::function<std::optional<std::int64_t>(std::size_t)>& sourceOf);

/// The shape with another extent on one axis.
Shape withExtent(const Shape& shape, std::size_t axis, std::int64_t extent);

/// The transposed matrix of `rows` rows.
std::vector<float> transposed(std::span<const float> values, std::int64_t rows);

/// Weights have rows for characters, but the vocabulary is unknown.
class CharactersWanted : public Error {
public:
    using Error::Error;
};

/// Weights for `model` (with `vocabulary`) from those of a net that was trained on another one: rows that belong to a
/// character go to that character's row. What the source lacks keeps `first`, the fillers' values. Throws
/// CharactersWanted, and Error for weights of another cell (see requireSameCells) or order of gates.
struct ForeignWeights {
    const Model& model;           ///< that they are from
    const Vocabulary* vocabulary; ///< null: unknown
    const std::vector<NamedTensor>* weights;
};
std::vector<NamedTensor> adopted(const Model& model, const Vocabulary& vocabulary,
                                 const std::vector<NamedTensor>& first, const ForeignWeights& source,
                                 TransferReport& report);

} // namespace engine
