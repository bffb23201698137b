// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/weight_places.h"

#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/layers/layers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace engine {

namespace {

/// The layers and settings that are as wide as the vocabulary; layers of one name in several phases share weights.
std::set<std::pair<std::string, std::string_view>> charactersOf(const Model& model)
{
    std::set<std::pair<std::string, std::string_view>> found;
    for (const VocabularyWidth& width : dataKindOf(model).vocabularyWidths(model)) {
        found.emplace(model.layers[width.layer].name, width.key);
    }
    return found;
}

/// EMBED's rows, not its bias; rows and bias of the INNERPRODUCT that makes the scores.
std::optional<std::size_t> charactersAxis(const LayerPlaces& layer, const WeightSpec& weight,
                                          const std::set<std::pair<std::string, std::string_view>>& characters)
{
    if (layer.type == "EMBED") {
        return weight.name == "W" && characters.contains({layer.layer.name, "input_dim"})
                   ? std::optional<std::size_t>(0)
                   : std::nullopt;
    }
    if (!characters.contains({layer.layer.name, "num_output"})) {
        return std::nullopt;
    }
    return weight.name == "W" && flagParam(layer.params, "transpose") ? 1 : 0;
}

/// Whether LSTM_UNITs of the two models read different orders of gates.
bool haveBothOrders(const Model& one, const Model& other)
{
    std::set<std::string> orders;
    for (const Model* const model : {&one, &other}) {
        for (const Layer& layer : model->layers) {
            if (layer.type == "LSTM_UNIT") {
                orders.insert(textParam(completeParams(layer, model->dialect), "gate_order"));
            }
        }
    }
    return orders.size() > 1;
}

/// Takes a weight over. False where it does not fit.
bool take(const LayerWeight& weight, const NamedTensor& from, NamedTensor& to, const Vocabulary& vocabulary,
          const Vocabulary* const theirs)
{
    if (weight.characters && theirs != nullptr && *theirs != vocabulary) {
        const bool fits = from.shape == withExtent(weight.spec.shape, *weight.characters, theirs->size());
        if (fits) {
            copyRows(from, to, *weight.characters, [&](std::size_t row) -> std::optional<std::int64_t> {
                const char32_t character = vocabulary.characters()[row];
                constexpr char32_t endOfAscii = 0x80; // bytes and code points are the same ones in ASCII alone
                const bool same = theirs->encoding() == vocabulary.encoding() || character < endOfAscii;
                return same ? theirs->idOf(character) : std::nullopt;
            });
        }
        return fits;
    }
    if (from.shape != weight.spec.shape) {
        return false;
    }
    if (weight.characters && weight.spec.shape[*weight.characters] == vocabulary.size() && theirs == nullptr) {
        throw CharactersWanted(
            say(ENGINE_TEXT("Sentences", "it is not known which character each of the %1 rows of %2 stands for"),
                vocabulary.size(), weight.name));
    }
    to.values = from.values;
    return true;
}

} // namespace

void copyRows(const NamedTensor& from, NamedTensor& to, std::size_t axis,
              const std::function<std::optional<std::int64_t>(std::size_t)>& sourceOf)
{
    const std::int64_t outer = to.shape.count(0, axis), inner = to.shape.count(axis + 1), rows = to.shape[axis];
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::optional<std::int64_t> source = sourceOf(static_cast<std::size_t>(row));
        for (std::int64_t block = 0; source && block < outer; ++block) {
            std::copy_n(from.values.begin() + (block * from.shape[axis] + *source) * inner, inner,
                        to.values.begin() + (block * rows + row) * inner);
        }
    }
}

std::vector<LayerPlaces> weightPlaces(const Model& model)
{
    constexpr std::size_t most = 4096; // a file may bring its own net, and each layer is looked for in the file
    const Model training = forPhase(model, Phase::Train);
    const std::vector<LayerSizes> sizes = inferSizes(training);
    const std::set<std::pair<std::string, std::string_view>> characters = charactersOf(model);
    std::vector<LayerPlaces> all;
    for (std::size_t index = 0; index < sizes.size(); ++index) {
        const Layer& layer = training.layers[index];
        const Sizes& mine = sizes[index].sizes;
        if (mine.weights.empty()) {
            continue;
        }
        if (all.size() == most) {
            throw Error(say(ENGINE_TEXT("Sentences", "the net has more than %1 layers with weights"), most));
        }
        LayerPlaces places{.layer = layer,
                           .type = std::string(layerType(layer.type).name),
                           .params = completeParams(layer, model.dialect),
                           .weights = {}};
        places.stack = recurrentStack(layerType(layer.type), places.params);
        for (std::size_t weight = 0; weight < mine.weights.size(); ++weight) {
            const std::string shared = weightSettings(layer, mine, weight).name;
            const WeightSpec& spec = mine.weights[weight];
            places.weights.push_back({.name = shared.empty() ? layer.name + "/" + spec.name : shared,
                                      .spec = spec,
                                      .blob = spec.blob.value_or(weight),
                                      .characters = charactersAxis(places, spec, characters)});
        }
        all.push_back(std::move(places));
    }
    return all;
}

std::vector<RecurrentPlaces> recurrentPlaces(const LayerPlaces& places)
{
    std::vector<RecurrentPlaces> all;
    if (!places.stack || places.stack->cell->typed) {
        return all;
    }
    for (std::int64_t layer = 0; layer < places.stack->layers; ++layer) {
        for (std::int64_t direction = 0; direction < places.stack->directions; ++direction) {
            const auto which = static_cast<Direction>(direction);
            const auto place = [&](RecurrentWeight weight) {
                return &places.weights.at(places.stack->weight(layer, which, weight));
            };
            all.push_back({.layer = layer,
                           .direction = which,
                           .Wx = place(RecurrentWeight::Wx),
                           .Wh = place(RecurrentWeight::Wh),
                           .b = place(RecurrentWeight::b),
                           .bh = places.stack->cell->recurrentBias ? place(RecurrentWeight::bh) : nullptr});
        }
    }
    return all;
}

void refuseCell(const std::string& layer, const Cell& wanted, const std::string& found)
{
    throw Error(say(ENGINE_TEXT("Sentences", "layer %1 has the cell %2, but the file has weights of %3 for it: wanted "
                                             "are weights of the same cell; nothing was taken"),
                    layer, wanted.name, found));
}

void requireSameCells(const Model& model, const Model& ofFile)
{
    const std::vector<LayerPlaces> mine = weightPlaces(model), theirs = weightPlaces(ofFile);
    std::map<std::string_view, const LayerPlaces*> byName; // of layers and of weights, which layers may share
    for (const LayerPlaces& layer : theirs) {
        byName.emplace(layer.layer.name, &layer);
        for (const LayerWeight& weight : layer.weights) {
            byName.emplace(weight.name, &layer);
        }
    }
    const auto compare = [&](const LayerPlaces& layer, const std::string& name) {
        const auto found = byName.find(name);
        if (layer.stack && found != byName.end() && found->second->stack &&
            found->second->stack->cell->kind != layer.stack->cell->kind) {
            refuseCell(layer.layer.name, *layer.stack->cell, std::string(found->second->stack->cell->name));
        }
    };
    for (const LayerPlaces& layer : mine) {
        compare(layer, layer.layer.name);
        std::ranges::for_each(layer.weights, [&](const LayerWeight& weight) { compare(layer, weight.name); });
    }
}

const NamedTensor* findTensor(const std::vector<NamedTensor>& tensors, const std::string& name)
{
    const auto found = std::ranges::find(tensors, name, &NamedTensor::name);
    return found == tensors.end() ? nullptr : &*found;
}

TensorIndex::TensorIndex(const std::vector<NamedTensor>& tensors)
{
    for (const NamedTensor& tensor : tensors) {
        m_tensors.emplace(tensor.name, &tensor);
    }
}

const NamedTensor* TensorIndex::find(const std::string& name) const
{
    const auto found = m_tensors.find(name);
    return found == m_tensors.end() ? nullptr : found->second;
}

const NamedTensor& TensorIndex::of(const LayerWeight& place) const
{
    const NamedTensor* found = find(place.name);
    if (found == nullptr) {
        throw Error(say(ENGINE_TEXT("Sentences", "the weight %1 %2 is missing"), place.name, place.spec.shape));
    }
    if (found->shape != place.spec.shape) {
        throw Error(say(ENGINE_TEXT("Sentences", "the weight %1 is %2, but this model has it as %3"), place.name,
                        found->shape, place.spec.shape));
    }
    return *found;
}

void GatheredWeights::put(NamedTensor tensor, const std::string& from)
{
    const auto earlier = m_places.find(tensor.name);
    if (earlier != m_places.end() && m_tensors[earlier->second] != tensor) {
        m_report->skipped.push_back(
            say(ENGINE_TEXT(
                    "Sentences",
                    "tensor %1 %2 was left out: several layers share %3, and an earlier one has other numbers for it"),
                from, tensor.shape, tensor.name));
        return;
    }
    m_report->moved.push_back({from, tensor.name, tensor.shape});
    putFirst(std::move(tensor));
}

bool GatheredWeights::putFirst(NamedTensor tensor)
{
    const bool first = m_places.emplace(tensor.name, m_tensors.size()).second;
    if (first) {
        m_tensors.push_back(std::move(tensor));
    }
    return first;
}

GateOrder gateOrder(const Cell& cell, std::string_view letters)
{
    GateOrder order;
    for (const char& gate : letters) {
        order.push_back(cell.gateNumber({&gate, 1}));
    }
    return order;
}

std::vector<float> gatesTo(const GateOrder& order, std::span<const float> canonical)
{
    const std::size_t block = canonical.size() / order.size();
    std::vector<float> other;
    other.reserve(canonical.size());
    for (const std::size_t gate : order) {
        const std::span<const float> rows = canonical.subspan(gate * block, block);
        other.insert(other.end(), rows.begin(), rows.end());
    }
    return other;
}

std::vector<float> gatesFrom(const GateOrder& order, std::span<const float> other)
{
    GateOrder back(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        back[order[place]] = place;
    }
    return gatesTo(back, other);
}

Shape withExtent(const Shape& shape, std::size_t axis, std::int64_t extent)
{
    std::vector<std::int64_t> extents = shape.extents();
    extents[axis] = extent;
    return Shape(std::move(extents));
}

std::vector<float> transposed(std::span<const float> values, std::int64_t rows)
{
    const auto height = static_cast<std::size_t>(rows), width = height == 0 ? 0 : values.size() / height;
    std::vector<float> result(values.size());
    for (std::size_t row = 0; row < height; ++row) {
        for (std::size_t column = 0; column < width; ++column) {
            result[column * height + row] = values[row * width + column];
        }
    }
    return result;
}

std::vector<NamedTensor> adopted(const Model& model, const Vocabulary& vocabulary,
                                 const std::vector<NamedTensor>& first, const ForeignWeights& source,
                                 TransferReport& report)
{
    std::vector<NamedTensor> result = first;
    const std::vector<LayerPlaces> places = weightPlaces(model);
    if (source.model != model) {
        requireSameCells(model, source.model);
        if (haveBothOrders(model, source.model)) {
            throw Error(ENGINE_TEXT("Sentences", "the LSTM_UNITs of the two nets read their gates in different orders; "
                                                 "wanted is the same gate_order in both"));
        }
    }
    std::map<std::string_view, NamedTensor*> targets;
    for (NamedTensor& tensor : result) {
        targets.emplace(tensor.name, &tensor);
    }
    const TensorIndex sources(*source.weights);
    std::set<std::string_view> wanted;
    for (const LayerPlaces& layer : places) {
        for (const LayerWeight& weight : layer.weights) {
            if (!wanted.insert(weight.name).second) {
                continue;
            }
            const NamedTensor* from = sources.find(weight.name);
            if (from == nullptr) {
                report.skipped.push_back(
                    say(ENGINE_TEXT("Sentences",
                                    "weight %1 %2 is initialized by its filler: the file has no weight for it"),
                        weight.name, weight.spec.shape));
            } else if (take(weight, *from, *targets.at(weight.name), vocabulary, source.vocabulary)) {
                report.moved.push_back({weight.name, weight.name, from->shape});
            } else {
                report.skipped.push_back(say(
                    ENGINE_TEXT(
                        "Sentences",
                        "weight %1 is initialized by its filler: it is %2 in the file, but this model has it as %3"),
                    weight.name, from->shape, weight.spec.shape));
            }
        }
    }
    for (const NamedTensor& tensor : *source.weights) {
        if (!wanted.contains(tensor.name)) {
            report.skipped.push_back(
                say(ENGINE_TEXT("Sentences", "weight %1 %2 was left out: this model has none of that name"),
                    tensor.name, tensor.shape));
        }
    }
    return result;
}

} // namespace engine
