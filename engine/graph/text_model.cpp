// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with models that read a text: their batch, their vocabulary, the model that generates.
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace engine {
namespace {

constexpr std::string_view dataName = "data", clipName = "clip", labelName = "label";

bool isType(const Layer& layer, std::string_view type)
{
    const LayerType* found = findLayerType(layer.type);
    return found && found->name == type;
}

const Layer* firstOfType(const Model& model, std::string_view type)
{
    const auto layer = std::find_if(model.layers.begin(), model.layers.end(),
                                    [&](const Layer& candidate) { return isType(candidate, type); });
    return layer == model.layers.end() ? nullptr : &*layer;
}

const Layer* lastOfType(const Model& model, std::string_view type)
{
    const auto layer = std::find_if(model.layers.rbegin(), model.layers.rend(),
                                    [&](const Layer& candidate) { return isType(candidate, type); });
    return layer == model.layers.rend() ? nullptr : &*layer;
}

/// The shape of an INPUT layer's top.
std::optional<Shape> inputShape(const Layer& layer, std::size_t top)
{
    const auto given = layer.params.find("shape");
    const auto* shapes = given == layer.params.end() ? nullptr : std::get_if<std::vector<Shape>>(&given->second);
    if (!shapes || shapes->empty() || (shapes->size() > 1 && top >= shapes->size())) {
        return std::nullopt;
    }
    return (*shapes)[shapes->size() == 1 ? 0 : top];
}

/// N of the model's first LSTM_SIMPLE, whose input's rows are steps and streams together; 1 where there is none.
std::int64_t simpleStreams(const Model& model)
{
    const Layer* layer = firstOfType(model, "LSTM_SIMPLE");
    return layer ? intParam(completeParams(*layer, model.dialect), "batch_size") : 1;
}

/// T and N of a tensor of characters: [T, N, ...], or rows [T·N] or [T·N, 1] where an LSTM_SIMPLE says how many
/// streams.
TextInput withBatchOf(const Model& model, const Layer& layer, const Shape& shape, TextInput input)
{
    const std::int64_t streams = simpleStreams(model);
    const bool rows = shape.axes() == 1 || (shape.axes() == 2 && shape[1] == 1);
    if (shape.axes() == 0) {
        throw Error(sentence("layer ", layer.name, ": ", dataName, " is a scalar, but must be steps × streams"));
    }
    if (rows && shape[0] % streams != 0) {
        throw Error(sentence("layer ", layer.name, ": ", dataName, " has ", shape[0],
                             " rows, but they must be a multiple of the batch_size ", streams, " of the LSTM_SIMPLE"));
    }
    input.steps = rows ? shape[0] / streams : shape[0];
    input.streams = rows ? streams : shape[1];
    constexpr std::int64_t most = std::int64_t{1} << 20;
    if (input.steps < 1 || input.streams < 1 || input.steps > most || input.streams > most) {
        throw Error(sentence("layer ", layer.name, ": ", dataName, " has ", input.steps, " steps and ", input.streams,
                             " streams, but both must lie between 1 and ", most));
    }
    return input;
}

TextInput textDataInput(const Model& model, const Layer& layer)
{
    const Params params = completeParams(layer, model.dialect);
    const auto top = [&](std::size_t index) { return index < layer.tops.size() ? layer.tops[index] : std::string(); };
    return {.data = top(0),
            .clip = top(1),
            .label = top(2),
            .steps = intParam(params, "time_steps"),
            .streams = intParam(params, "batch_size")};
}

/// T and N before and after; whether an LSTM_SIMPLE reads steps and streams as one axis.
struct BatchChange {
    TextInput before;
    std::int64_t steps, streams;
    bool simple;
};

/// Replaces T, N in the shape of one of an INPUT's tops: [T, N, ...] or [T·N, ...]. Where both fit (N is 1), labels and
/// what LSTM_SIMPLE reads are rows.
Shape rebatched(const Shape& shape, const std::string& top, const BatchChange& change)
{
    std::vector<std::int64_t> extents = shape.extents();
    const std::int64_t steps = change.before.steps, streams = change.before.streams;
    const bool grid = extents.size() >= 2 && extents[0] == steps && extents[1] == streams;
    const bool rows = !extents.empty() && extents[0] == steps * streams;
    if (rows && (!grid || change.simple || top == change.before.label)) {
        extents[0] = change.steps * change.streams;
    } else if (grid) {
        extents[0] = change.steps;
        extents[1] = change.streams;
    }
    return Shape(std::move(extents));
}

/// Which layers before `end` lead to the tensors in `wanted`; adds the tensors that they read.
std::vector<bool> ancestors(const Model& model, std::size_t end, std::set<std::string>& wanted)
{
    std::vector<bool> kept(model.layers.size());
    for (std::size_t layer = end; layer-- > 0;) {
        const Layer& candidate = model.layers[layer];
        kept[layer] = std::any_of(candidate.tops.begin(), candidate.tops.end(),
                                  [&](const std::string& top) { return wanted.contains(top); });
        if (kept[layer]) {
            wanted.insert(candidate.bottoms.begin(), candidate.bottoms.end());
        }
    }
    return kept;
}

/// Takes the tops that nobody wants from a source: any of an INPUT, the last ones of a TEXTDATA.
void dropUnwantedTops(Layer& layer, const std::set<std::string>& wanted)
{
    if (isType(layer, "TEXTDATA")) {
        while (layer.tops.size() > 1 && !wanted.contains(layer.tops.back())) {
            layer.tops.pop_back();
        }
    }
    if (!isType(layer, "INPUT")) {
        return;
    }
    const auto given = layer.params.find("shape");
    auto* shapes = given == layer.params.end() ? nullptr : std::get_if<std::vector<Shape>>(&given->second);
    const bool oneEach = shapes && shapes->size() == layer.tops.size();
    for (std::size_t top = layer.tops.size(); top-- > 0;) {
        if (!wanted.contains(layer.tops[top])) {
            layer.tops.erase(layer.tops.begin() + static_cast<std::ptrdiff_t>(top));
            if (oneEach) {
                shapes->erase(shapes->begin() + static_cast<std::ptrdiff_t>(top));
            }
        }
    }
}

/// Where the tensor of the scores is read by the loss or the SOFTMAX, or the model's end: layers before it make the
/// scores.
struct Scores {
    std::string tensor;
    std::size_t end;
};

/// What becomes of a layer's first top: the last tensor of the layers that only pass it on, such as a RESHAPE.
std::string followed(const Model& model, std::size_t maker)
{
    std::string tensor = model.layers[maker].tops.front();
    for (std::size_t layer = maker + 1; layer < model.layers.size(); ++layer) {
        const Layer& reader = model.layers[layer];
        const LayerType* type = findLayerType(reader.type);
        const bool reads = std::find(reader.bottoms.begin(), reader.bottoms.end(), tensor) != reader.bottoms.end();
        if (reads && type && type->group != LayerGroup::Loss && !reader.tops.empty()) {
            tensor = reader.tops.front();
        }
    }
    return tensor;
}

std::optional<Scores> findScores(const Model& model)
{
    for (const std::string_view reader : {"SOFTMAXWITHLOSS", "SOFTMAX"}) {
        const Layer* layer = lastOfType(model, reader);
        if (layer && !layer->bottoms.empty()) {
            return Scores{layer->bottoms.front(), static_cast<std::size_t>(layer - model.layers.data())};
        }
    }
    const Layer* layer = lastOfType(model, "INNERPRODUCT");
    if (!layer || layer->tops.empty()) {
        return std::nullopt;
    }
    return Scores{followed(model, static_cast<std::size_t>(layer - model.layers.data())), model.layers.size()};
}

bool makes(const Model& model, const std::string& tensor)
{
    return std::any_of(model.layers.begin(), model.layers.end(), [&](const Layer& layer) {
        return std::find(layer.tops.begin(), layer.tops.end(), tensor) != layer.tops.end();
    });
}

/// The scores in the layers of one phase; by the name that they have in training where it is there.
std::optional<Scores> scoresInPhase(const Model& whole, const Model& part)
{
    if (const auto trained = findScores(forPhase(whole, Phase::Train)); trained && makes(part, trained->tensor)) {
        const auto here = findScores(part);
        return here && here->tensor == trained->tensor ? here : Scores{trained->tensor, part.layers.size()};
    }
    return findScores(part);
}

/// Sets a size that follows from the vocabulary, with a note where that is a change.
void setVocabulary(Layer& layer, std::string_view key, std::int64_t vocabulary, std::vector<std::string>* notes)
{
    const auto given = layer.params.find(key);
    const auto* before = given == layer.params.end() ? nullptr : std::get_if<std::int64_t>(&given->second);
    if (before && *before == vocabulary) {
        return;
    }
    if (notes) {
        notes->push_back(sentence("layer ", layer.name, ": ", key, " ",
                                  before ? "changes from " + std::to_string(*before) : "is set", " to ", vocabulary,
                                  ", the size of the vocabulary"));
    }
    layer.params.insert_or_assign(std::string(key), vocabulary);
}

} // namespace

TextInput textInput(const Model& model)
{
    if (const Layer* layer = firstOfType(model, "TEXTDATA")) {
        return textDataInput(model, *layer);
    }
    TextInput input{};
    std::optional<TextInput> found;
    for (const Layer& layer : model.layers) {
        for (std::size_t top = 0; isType(layer, "INPUT") && top < layer.tops.size(); ++top) {
            const std::string& name = layer.tops[top];
            const std::optional<Shape> shape = inputShape(layer, top);
            input.clip = name == clipName ? name : input.clip;
            input.label = name == labelName ? name : input.label;
            if (name == dataName && shape && !found) {
                input.data = name;
                found = withBatchOf(model, layer, *shape, input);
            }
        }
    }
    if (!found) {
        throw Error(
            "the model has no text input, but needs a TEXTDATA layer or an INPUT layer with the tops data, clip and "
            "label");
    }
    input.steps = found->steps;
    input.streams = found->streams;
    return input;
}

Model withBatch(const Model& model, std::int64_t steps, std::int64_t streams)
{
    const BatchChange change{textInput(model), steps, streams, firstOfType(model, "LSTM_SIMPLE") != nullptr};
    Model result = model;
    for (Layer& layer : result.layers) {
        const auto shape = layer.params.find("shape");
        auto* shapes = shape == layer.params.end() ? nullptr : std::get_if<std::vector<Shape>>(&shape->second);
        if (isType(layer, "TEXTDATA")) {
            layer.params.insert_or_assign("time_steps", steps);
            layer.params.insert_or_assign("batch_size", streams);
        } else if (isType(layer, "LSTM_SIMPLE")) {
            layer.params.insert_or_assign("batch_size", streams);
        } else if (isType(layer, "INPUT") && shapes && shapes->size() <= layer.tops.size()) {
            for (std::size_t top = 0; top < shapes->size(); ++top) {
                (*shapes)[top] = rebatched((*shapes)[top], layer.tops[top], change);
            }
        }
    }
    return result;
}

std::string scoresOf(const Model& model)
{
    if (const auto scores = findScores(model)) {
        return scores->tensor;
    }
    throw Error(
        "the model has no scores to draw characters from, but needs a SOFTMAXWITHLOSS, SOFTMAX or INNERPRODUCT layer");
}

Model forGeneration(const Model& model)
{
    // Files for BVLC Caffe have no layers for RUN; what they need there is what they have for TEST or else for TRAIN.
    for (const Phase phase : {Phase::Run, Phase::Test, Phase::Train}) {
        const Model part = forPhase(model, phase);
        const std::optional<Scores> scores = scoresInPhase(model, part);
        if (!scores) {
            continue;
        }
        std::set<std::string> wanted = {scores->tensor};
        const std::vector<bool> kept = ancestors(part, scores->end, wanted);
        Model result = part;
        result.layers.clear();
        for (std::size_t layer = 0; layer < part.layers.size(); ++layer) {
            if (kept[layer]) {
                result.layers.push_back(part.layers[layer]);
                result.layers.back().include.clear();
                result.layers.back().exclude.clear();
                dropUnwantedTops(result.layers.back(), wanted);
            }
        }
        const bool reads = firstOfType(result, "TEXTDATA") || makes(result, std::string(dataName));
        if (reads || phase == Phase::Train) {
            return withBatch(result, 1, 1);
        }
    }
    scoresOf(model); // which says what is missing
    throw Error("the model has no text input that leads to its scores");
}

Model withVocabulary(const Model& model, std::int64_t vocabulary, std::vector<std::string>* notes)
{
    Model result = model;
    for (Layer& layer : result.layers) {
        if (isType(layer, "EMBED")) {
            setVocabulary(layer, "input_dim", vocabulary, notes);
        }
    }
    if (const Layer* last = lastOfType(result, "INNERPRODUCT")) {
        setVocabulary(result.layers[static_cast<std::size_t>(last - result.layers.data())], "num_output", vocabulary,
                      notes);
    }
    return result;
}

} // namespace engine
