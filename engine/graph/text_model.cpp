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
    ScoringPart found{.model = part, .wiring = textWiring(model, phase)};
    const auto maker = std::find_if(part.layers.begin(), part.layers.end(),
                                    [&](const Layer& layer) { return layer.name == found.wiring.scoresLayer; });
    std::set<std::string> wanted = {found.wiring.scores};
    const auto end = static_cast<std::size_t>(maker - part.layers.begin()) + (maker == part.layers.end() ? 0 : 1);
    const std::vector<bool> kept = ancestors(part, end, wanted);
    found.model.layers.clear();
    for (std::size_t layer = 0; layer < part.layers.size(); ++layer) {
        if (kept[layer]) {
            found.model.layers.push_back(part.layers[layer]);
            found.model.layers.back().include.clear();
            found.model.layers.back().exclude.clear();
            dropUnwantedTops(found.model.layers.back(), wanted);
        }
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
    const auto given = layer.params.find(key);
    const auto* before = given == layer.params.end() ? nullptr : std::get_if<std::int64_t>(&given->second);
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
        const auto shape = layer.params.find("shape");
        auto* shapes = shape == layer.params.end() ? nullptr : std::get_if<std::vector<Shape>>(&shape->second);
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
