// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with models that read a text: their batch, their vocabulary, the model that generates.
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <set>
#include <utility>

namespace engine {
namespace {

/// The setting with the number of streams, of a layer that reads rows of steps and streams; empty for any other.
std::string_view streamsKeyOf(const Layer& layer)
{
    const LayerType* found = findLayerType(layer.type);
    return found ? found->streamsKey : std::string_view();
}

/// T and N before and after; whether a recurrent layer reads steps and streams as one axis.
struct BatchChange {
    DataWiring before;
    std::int64_t steps, streams;
    bool joined;
};

/// Replaces T, N in the shape of one of an INPUT's tops: [T, N, ...] or [T·N, ...]. Where both fit (N is 1), labels and
/// what such a layer reads are rows.
Shape rebatched(const Shape& shape, const std::string& top, const BatchChange& change)
{
    std::vector<std::int64_t> extents = shape.extents();
    const std::int64_t steps = change.before.steps, streams = change.before.streams;
    const bool grid = extents.size() >= 2 && extents[0] == steps && extents[1] == streams;
    const bool rows = !extents.empty() && extents[0] == steps * streams;
    if (rows && (!grid || change.joined || top == change.before.answers)) {
        extents[0] = change.steps * change.streams;
    } else if (grid) {
        extents[0] = change.steps;
        extents[1] = change.streams;
    }
    return Shape(std::move(extents));
}

/// Removes the unread tops of a source: any of an INPUT, the last ones of a TEXTDATA.
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
    auto* const shapes = givenParam<std::vector<Shape>>(layer.params, "shape");
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

/// The wiring of the first phase that a text leads into. Throws Error where it leads into none.
DataWiring anyTextWiring(const Model& model)
{
    for (const Phase phase : {Phase::Train, Phase::Test, Phase::Run}) {
        const DataWiring wiring = textWiring(model, phase);
        if (wiring.steps > 0) {
            return wiring;
        }
    }
    return requiredWiring(model, Phase::Train, kinds::text);
}

/// Of a phase, what leads to its scores.
struct ScoringPart {
    Model model;
    DataWiring wiring;  ///< of the whole phase
    bool reads = false; ///< whether the text is among it
};

ScoringPart scoringPart(const Model& model, Phase phase)
{
    const Model part = forPhase(model, phase);
    ScoringPart found{.model = {}, .wiring = textWiring(model, phase)};
    const auto maker = std::ranges::find(part.layers, found.wiring.scoresLayer, &Layer::name);
    std::set<std::string> wanted = {found.wiring.scores};
    const auto end = static_cast<std::size_t>(maker - part.layers.begin()) + (maker == part.layers.end() ? 0 : 1);
    found.model = leadingTo(part, end, wanted);
    for (Layer& layer : found.model.layers) {
        dropUnwantedTops(layer, wanted);
    }
    found.reads = !found.wiring.values.empty() && wanted.contains(found.wiring.values);
    return found;
}

/// Files for BVLC Caffe have no layers for RUN; what they need there is what they have for TEST or else for TRAIN.
ScoringPart generationPart(const Model& model)
{
    for (const Phase phase : {Phase::Run, Phase::Test, Phase::Train}) {
        ScoringPart part = scoringPart(model, phase);
        if (!part.wiring.scores.empty() && (part.reads || phase == Phase::Train)) {
            return part;
        }
    }
    throw Error(ENGINE_TEXT(
        "Sentences",
        "the model has no scores to draw characters from, but needs a SOFTMAXWITHLOSS, SOFTMAX or INNERPRODUCT layer"));
}

/// Sets a size that follows from the vocabulary, with a note where that is a change.
void setVocabulary(Layer& layer, std::string_view key, std::int64_t vocabulary, std::vector<Sentence>* notes)
{
    const auto* const before = givenParam<std::int64_t>(layer.params, key);
    if (before && *before == vocabulary) {
        return;
    }
    if (notes) {
        notes->push_back(say(ENGINE_TEXT("Sentences", "layer %1: %2 %3 to %4, the size of the vocabulary"), layer.name,
                             key,
                             before ? say(ENGINE_TEXT("Sentences", "changes from %1"), *before)
                                    : say(ENGINE_TEXT("Sentences", "is set")),
                             vocabulary));
    }
    layer.params.insert_or_assign(std::string(key), vocabulary);
}

} // namespace

Model withBatch(const Model& model, std::int64_t steps, std::int64_t streams)
{
    const bool joined =
        std::ranges::any_of(model.layers, [](const Layer& layer) { return !streamsKeyOf(layer).empty(); });
    const BatchChange change{anyTextWiring(model), steps, streams, joined};
    Model result = model;
    for (Layer& layer : result.layers) {
        auto* const shapes = givenParam<std::vector<Shape>>(layer.params, "shape");
        if (isType(layer, "TEXTDATA")) {
            layer.params.insert_or_assign("time_steps", steps);
            layer.params.insert_or_assign("batch_size", streams);
        } else if (const std::string_view key = streamsKeyOf(layer); !key.empty()) {
            layer.params.insert_or_assign(std::string(key), streams);
        } else if (isType(layer, "INPUT") && shapes && shapes->size() <= layer.tops.size()) {
            for (std::size_t top = 0; top < shapes->size(); ++top) {
                (*shapes)[top] = rebatched((*shapes)[top], layer.tops[top], change);
            }
        }
    }
    return result;
}

Model leadingTo(const Model& model, std::size_t end, std::set<std::string>& wanted)
{
    Model result = model;
    result.layers.clear();
    for (std::size_t number = end; number-- > 0;) {
        const Layer& layer = model.layers[number];
        if (std::ranges::any_of(layer.tops, [&](const std::string& top) { return wanted.contains(top); })) {
            wanted.insert(layer.bottoms.begin(), layer.bottoms.end());
            result.layers.push_back(layer);
            result.layers.back().include.clear();
            result.layers.back().exclude.clear();
        }
    }
    std::ranges::reverse(result.layers);
    return result;
}

std::string scoresOf(const Model& model)
{
    return generationPart(model).wiring.scores;
}

Model forGeneration(const Model& model)
{
    Model result = withBatch(generationPart(model).model, 1, 1);
    requiredWiring(result, Phase::Run, kinds::text);
    return result;
}

Model withVocabulary(const Model& model, std::int64_t vocabulary, std::vector<Sentence>* notes)
{
    return withVocabulary(model, vocabularyWidths(model), vocabulary, notes);
}

Model withVocabulary(const Model& model, const std::vector<VocabularyWidth>& widths, std::int64_t vocabulary,
                     std::vector<Sentence>* notes)
{
    Model result = model;
    for (const VocabularyWidth& width : widths) {
        setVocabulary(result.layers[width.layer], width.key, vocabulary, notes);
    }
    return result;
}

} // namespace engine
