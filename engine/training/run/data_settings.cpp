// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_format.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/params.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run/run.h"

#include <algorithm>

namespace engine {

namespace {

bool isSource(const Layer& layer)
{
    const LayerType* type = findLayerType(layer.type);
    return type && type->group == LayerGroup::Source;
}

/// The layer that reads the text in a phase; in a phase without any data layer that of another one. Null: INPUT layers.
const Layer* textLayer(const Model& model, Phase phase)
{
    const Layer* text = nullptr;
    bool fed = false;
    for (const Layer& layer : model.layers) {
        if (inPhase(layer, phase)) {
            if (isType(layer, kinds::text.layer)) {
                return &layer;
            }
            fed = fed || isSource(layer);
        } else if (isType(layer, kinds::text.layer) && !text) {
            text = &layer;
        }
    }
    return fed ? nullptr : text;
}

BatchOrder orderOf(const Layer* textData, Dialect dialect)
{
    return readsStreams(textData, dialect) ? BatchOrder::Streams : BatchOrder::Windows;
}

const Layer* sequenceLayer(const Model& model)
{
    const auto layer = std::ranges::find_if(model.layers, [](const Layer& one) {
        const LayerType* const type = findLayerType(one.type);
        return type && type->name == "SEQUENCEDATA" && inPhase(one, Phase::Train);
    });
    return layer == model.layers.end() ? nullptr : &*layer;
}

/// a, "b, c" -> the names a and b, c; a quote within quotes stands twice. Throws Error for one in a wrong place; `key`
/// starts the sentence.
std::vector<std::string> namesIn(const std::string& list, const char* key)
{
    CsvRows rows(list, ',');
    std::vector<std::string> names;
    while (rows.next()) {
        const bool goesOn = !names.empty() && !names.back().empty(); // older lists have a name's line ends as they are
        std::string begun = goesOn ? names.back() + '\n' : std::string();
        names.resize(names.size() - (goesOn ? 1 : 0));
        names.push_back(begun.append(rows.fields().front()));
        names.insert(names.end(), rows.fields().begin() + 1, rows.fields().end());
    }
    if (rows.isMisquoted()) {
        throw Error(misquoted(key, rows.number()));
    }
    std::erase(names, "");
    return names;
}

SampleSplit splitNamed(const std::string& name)
{
    return name == "TIME"       ? SampleSplit::Time
           : name == "SHUFFLED" ? SampleSplit::Shuffled
           : name == "GROUPS"   ? SampleSplit::Groups
                                : SampleSplit::Auto;
}

} // namespace

SampleSettings sampleSettings(const Model& model)
{
    const DataWiring wiring = sampleWiring(model, Phase::Train);
    SampleSettings settings{.fractions = {}};
    settings.targetKind = wiring.answer == Answer::Classes ? TargetKind::Class : TargetKind::Number;
    const Layer* const layer = sequenceLayer(model);
    if (!layer) {
        settings.steps = wiring.steps;
        settings.width = std::max<std::int64_t>(wiring.width, 1);
        return settings;
    }
    const Params params = completeParams(*layer, model.dialect);
    settings.kind = &sequencesOfParameter(textParam(params, "kind"));
    settings.steps = intParam(params, "time_steps");
    settings.width = intParam(params, "width");
    settings.columns = textParam(params, "read") == "COLUMN";
    settings.damaged = textParam(params, "damaged") == "SKIP" ? Damaged::Skip : Damaged::Refuse;
    settings.encoding = textParam(params, "encoding") == "UTF8" ? Encoding::Utf8 : Encoding::Bytes;
    settings.inputs = namesIn(textParam(params, "inputs"), "inputs");
    settings.target = textParam(params, "target");
    settings.time = textParam(params, "time");
    settings.group = textParam(params, "group");
    settings.gaps = gapRules(namesIn(textParam(params, "gaps"), "gaps"));
    settings.format = formatOf([&](const char* key) { return textParam(params, key); });
    settings.horizon = intParam(params, "horizon");
    settings.stride = intParam(params, "stride");
    settings.standardize = flagParam(params, "standardize");
    settings.split = splitNamed(textParam(params, "split"));
    settings.fractions = {.validation = floatParam(params, "validation"), .test = floatParam(params, "test")};
    return settings;
}

std::string sequenceSource(const Model& model)
{
    const Layer* const layer = sequenceLayer(model);
    return layer ? textParam(completeParams(*layer, model.dialect), "source") : std::string();
}

SampleSizes sizesOf(const SampleFacts& facts, std::int64_t vocabulary)
{
    return {.steps = facts.steps,
            .width = vocabulary > 0 ? 0 : facts.width,
            .classes = std::ssize(facts.classes),
            .vocabulary = vocabulary};
}

Model withTableSetting(const Model& model, const char* key, const std::string& value)
{
    Model result = model;
    bool found = false;
    for (Layer& layer : result.layers) {
        const LayerType* const type = findLayerType(layer.type);
        if (type && type->name == "SEQUENCEDATA") {
            layer.params.insert_or_assign(key, value);
            found = true;
        }
    }
    if (!found) {
        throw Error(say(
            ENGINE_TEXT("Sentences", "%1 is %2, but only a SEQUENCEDATA layer reads a table, and the model has none"),
            key, value));
    }
    return result;
}

Model withGaps(const Model& model, const std::string& rules)
{
    return withTableSetting(model, "gaps", columnList(gapEntries(gapRules(namesIn(rules, "gaps")))));
}

DataSettings dataSettings(const Model& model, Phase phase)
{
    const Layer* source = textLayer(model, phase);
    if (!source) {
        DataSettings settings;
        settings.order = orderOf(source, model.dialect);
        return settings;
    }
    const Params params = completeParams(*source, model.dialect);
    return {
        .source = textParam(params, "source"),
        .encoding = textParam(params, "encoding") == "UTF8" ? Encoding::Utf8 : Encoding::Bytes,
        .order = orderOf(source, model.dialect),
        .fractions = {.validation = floatParam(params, "validation"), .test = floatParam(params, "test")},
    };
}

std::string validationSource(const Model& model)
{
    const Layer *training = textLayer(model, Phase::Train), *test = textLayer(model, Phase::Test);
    const bool own = test && test != training && inPhase(*test, Phase::Test);
    std::string source = own ? dataSettings(model, Phase::Test).source : std::string();
    return source == dataSettings(model).source ? std::string() : source;
}

std::filesystem::path bestCheckpoint(const std::filesystem::path& checkpoint)
{
    std::filesystem::path best = checkpoint;
    return best.replace_extension(".best" + checkpoint.extension().string());
}

std::string_view toString(EndReason reason)
{
    switch (reason) {
    case EndReason::Iterations:
        return ENGINE_TEXT("Endings", "iterations");
    case EndReason::TimeLimit:
        return ENGINE_TEXT("Endings", "time limit");
    case EndReason::EarlyStop:
        return ENGINE_TEXT("Endings", "early stop");
    case EndReason::Stopped:
        return ENGINE_TEXT("Endings", "stopped");
    case EndReason::Diverged:
        return ENGINE_TEXT("Endings", "diverged");
    case EndReason::TargetLoss:
        return ENGINE_TEXT("Endings", "target loss");
    }
    return "";
}

} // namespace engine
