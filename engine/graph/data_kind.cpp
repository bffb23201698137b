// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/data_kind.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/size_report.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <array>

namespace engine {
namespace {

constexpr DataKind ofSequences(std::string_view name, std::string_view parameter)
{
    return {.name = name,
            .unit = ENGINE_TEXT("Data", "sequences"),
            .shortUnit = "sequences",
            .oneUnit = ENGINE_TEXT("Data", "sequence"),
            .layer = "SEQUENCEDATA",
            .parameter = parameter,
            .writes = false,
            .answersEachStep = false,
            .inEpochs = true,
            .lossPerUnit = false,
            .wiring = sampleWiring,
            .inUse = forPrediction,
            .vocabularyWidths = sampleVocabularyWidths};
}

} // namespace

namespace kinds {

constexpr DataKind text = {.name = "text",
                           .unit = ENGINE_TEXT("Data", "characters"),
                           .shortUnit = "chars",
                           .oneUnit = ENGINE_TEXT("Data", "character"),
                           .layer = "TEXTDATA",
                           .parameter = "",
                           .writes = true,
                           .answersEachStep = true,
                           .inEpochs = false,
                           .lossPerUnit = true,
                           .wiring = textWiring,
                           .inUse = forGeneration,
                           .vocabularyWidths = vocabularyWidths};
constexpr DataKind sequences = ofSequences("sequences", "AUTO");
constexpr DataKind rows = ofSequences("rows", "ROWS");
constexpr DataKind table = ofSequences("table", "TABLE");
constexpr DataKind lines = ofSequences("lines", "LINES");

} // namespace kinds

namespace {

constexpr std::array all = {&kinds::text, &kinds::sequences, &kinds::rows, &kinds::table, &kinds::lines};

const DataKind& kindOfParameter(const Layer& layer)
{
    const auto given = layer.params.find("kind");
    const auto* const name = given == layer.params.end() ? nullptr : std::get_if<std::string>(&given->second);
    const auto found =
        name == nullptr ? all.end() : std::ranges::find(all, std::string_view(*name), &DataKind::parameter);
    return found == all.end() ? kinds::sequences : **found;
}

} // namespace

const DataKind* dataKindNamed(std::string_view name)
{
    const auto found = std::ranges::find(all, name, &DataKind::name);
    return found == all.end() ? nullptr : *found;
}

const DataKind& dataKindOf(const Model& model)
{
    const auto sequences =
        std::ranges::find_if(model.layers, [](const Layer& layer) { return isType(layer, "SEQUENCEDATA"); });
    if (sequences != model.layers.end()) {
        return kindOfParameter(*sequences);
    }
    if (std::ranges::any_of(model.layers, [](const Layer& layer) {
            return isType(layer, "TEXTDATA") && inPhase(layer, Phase::Train);
        })) {
        return kinds::text; // what follows takes a while, and the window asks at every edit
    }
    for (const Phase phase : {Phase::Train, Phase::Test}) {
        if (!textWiring(model, phase).values.empty()) {
            return kinds::text;
        }
        if (const DataWiring wiring = sampleWiring(model, phase); wiring.problems.empty() && wiring.answer) {
            return kinds::sequences;
        }
    }
    return kinds::text;
}

DataWiring wiringOf(const Model& model, Phase phase)
{
    return dataKindOf(model).wiring(model, phase);
}

DataWiring requiredWiring(const Model& model, Phase phase)
{
    return requiredWiring(model, phase, dataKindOf(model));
}

DataWiring requiredWiring(const Model& model, Phase phase, const DataKind& kind)
{
    DataWiring wiring = kind.wiring(model, phase);
    // What is wrong with the net itself comes first; that of a text may still lack widths, which its vocabulary sets.
    if (!kind.writes || !wiring.problems.empty() || wiring.steps == 0) {
        inferSizes(forPhase(model, phase));
    }
    if (!wiring.problems.empty()) {
        throw Error(wiring.problems.front().sentence);
    }
    return wiring;
}

} // namespace engine
