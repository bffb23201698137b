// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/weight_places.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace engine {

std::vector<LayerPlaces> weightPlaces(const Model& model)
{
    constexpr std::size_t most = 4096; // a file may bring its own net, and each layer is looked for in the file
    const Model training = forPhase(model, Phase::Train);
    const std::vector<LayerSizes> sizes = inferSizes(training);
    std::vector<LayerPlaces> all;
    for (std::size_t index = 0; index < sizes.size(); ++index) {
        const Layer& layer = training.layers[index];
        const Sizes& mine = sizes[index].sizes;
        if (mine.weights.empty()) {
            continue;
        }
        if (all.size() == most) {
            throw Error(sentence("the net has more than ", most, " layers with weights"));
        }
        LayerPlaces places{.layer = layer,
                           .type = std::string(layerType(layer.type).name),
                           .params = completeParams(layer, model.dialect),
                           .weights = {}};
        for (std::size_t weight = 0; weight < mine.weights.size(); ++weight) {
            const std::string shared = weightSettings(layer, mine, weight).name;
            const WeightSpec& spec = mine.weights[weight];
            places.weights.push_back({.name = shared.empty() ? layer.name + "/" + spec.name : shared,
                                      .spec = spec,
                                      .blob = spec.blob.value_or(weight)});
        }
        all.push_back(std::move(places));
    }
    return all;
}

const NamedTensor* findTensor(const std::vector<NamedTensor>& tensors, const std::string& name)
{
    const auto found =
        std::find_if(tensors.begin(), tensors.end(), [&](const NamedTensor& tensor) { return tensor.name == name; });
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
        throw Error(sentence("the weight ", place.name, " ", place.spec.shape, " is missing"));
    }
    if (found->shape != place.spec.shape) {
        throw Error(
            sentence("the weight ", place.name, " is ", found->shape, ", but this model has it as ", place.spec.shape));
    }
    return *found;
}

void GatheredWeights::put(NamedTensor tensor, const std::string& from)
{
    const auto earlier = m_places.find(tensor.name);
    if (earlier != m_places.end() && m_tensors[earlier->second] != tensor) {
        m_report->skipped.push_back(sentence("tensor ", from, " ", tensor.shape, " was left out: several layers share ",
                                             tensor.name, ", and an earlier one has other numbers for it"));
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
    const std::size_t block = other.size() / order.size();
    std::vector<float> canonical(other.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        std::copy_n(other.begin() + static_cast<std::ptrdiff_t>(place * block), block,
                    canonical.begin() + static_cast<std::ptrdiff_t>(order[place] * block));
    }
    return canonical;
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

namespace {

/// Which axis of each weight counts characters: EMBED's rows, and those of the last INNERPRODUCT.
class CharacterAxes {
public:
    CharacterAxes(const std::vector<LayerPlaces>& places, std::int64_t vocabulary) : m_vocabulary(vocabulary)
    {
        for (const LayerPlaces& layer : places) {
            if (layer.type == "INNERPRODUCT") {
                m_last = layer.layer.name;
            }
        }
    }

    /// Bias of EMBED has none; W and b of the last INNERPRODUCT have one each.
    std::optional<std::size_t> of(const LayerPlaces& layer, const LayerWeight& weight) const
    {
        std::size_t axis = 0;
        if (layer.type == "EMBED" && weight.spec.name == "W") {
            axis = 0;
        } else if (layer.type == "INNERPRODUCT" && layer.layer.name == m_last) {
            axis = weight.spec.name == "W" && flagParam(layer.params, "transpose") ? 1 : 0;
        } else {
            return std::nullopt;
        }
        return weight.spec.shape[axis] == m_vocabulary ? std::optional(axis) : std::nullopt;
    }

private:
    std::int64_t m_vocabulary;
    std::string m_last;
};

/// The shape with another extent on one axis.
Shape withExtent(const Shape& shape, std::size_t axis, std::int64_t extent)
{
    std::vector<std::int64_t> extents = shape.extents();
    extents[axis] = extent;
    return Shape(std::move(extents));
}

/// Copies each character's part to where the target has that character.
void copyByCharacter(const NamedTensor& from, const Vocabulary& fromVocabulary, NamedTensor& to,
                     const Vocabulary& toVocabulary, std::size_t axis)
{
    const std::int64_t outer = to.shape.count(0, axis), inner = to.shape.count(axis + 1);
    for (std::size_t row = 0; row < toVocabulary.characters().size(); ++row) {
        const auto source = fromVocabulary.idOf(toVocabulary.characters()[row]);
        if (!source) {
            continue;
        }
        for (std::int64_t block = 0; block < outer; ++block) {
            const std::int64_t first = (block * fromVocabulary.size() + *source) * inner;
            const std::int64_t target = (block * toVocabulary.size() + static_cast<std::int64_t>(row)) * inner;
            std::copy_n(from.values.begin() + first, inner, to.values.begin() + target);
        }
    }
}

} // namespace

std::vector<NamedTensor> adopted(const Model& model, const Vocabulary& vocabulary,
                                 const std::vector<NamedTensor>& first, const ForeignWeights& source,
                                 TransferReport& report)
{
    std::vector<NamedTensor> result = first;
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const CharacterAxes axes(places, vocabulary.size());
    const bool comparable = source.vocabulary != nullptr && source.vocabulary->encoding() == vocabulary.encoding();
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
            NamedTensor* const target = targets.at(weight.name);
            const NamedTensor* from = sources.find(weight.name);
            if (from == nullptr) {
                report.skipped.push_back(sentence("weight ", weight.name, " ", weight.spec.shape,
                                                  " starts anew: the file has nothing that was taken for it"));
                continue;
            }
            const std::optional<std::size_t> axis = axes.of(layer, weight);
            if (axis && comparable && *source.vocabulary != vocabulary &&
                from->shape == withExtent(weight.spec.shape, *axis, source.vocabulary->size())) {
                copyByCharacter(*from, *source.vocabulary, *target, vocabulary, *axis);
            } else if (from->shape == weight.spec.shape) {
                target->values = from->values;
            } else {
                report.skipped.push_back(sentence("weight ", weight.name, " starts anew: it is ", from->shape,
                                                  " in the file, but this model has it as ", weight.spec.shape));
                continue;
            }
            report.moved.push_back({weight.name, weight.name, from->shape});
        }
    }
    for (const NamedTensor& tensor : *source.weights) {
        if (!wanted.contains(tensor.name)) {
            report.skipped.push_back(
                sentence("weight ", tensor.name, " ", tensor.shape, " was left out: this model has none of that name"));
        }
    }
    return result;
}

} // namespace engine
