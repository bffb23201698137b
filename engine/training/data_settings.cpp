// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/catalog.h"
#include "engine/graph/params.h"
#include "engine/training/run.h"

namespace engine {

namespace {

bool isText(const Layer& layer)
{
    const LayerType* type = findLayerType(layer.type);
    return type && type->name == "TEXTDATA";
}

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
            if (isText(layer)) {
                return &layer;
            }
            fed = fed || isSource(layer);
        } else if (isText(layer) && !text) {
            text = &layer;
        }
    }
    return fed ? nullptr : text;
}

} // namespace

DataSettings dataSettings(const Model& model, Phase phase)
{
    const Layer* source = textLayer(model, phase);
    if (!source) {
        DataSettings settings;
        settings.order = model.dialect == Dialect::MyCaffe ? BatchOrder::Windows : BatchOrder::Streams;
        return settings;
    }
    const Params params = completeParams(*source, model.dialect);
    return {
        .source = textParam(params, "source"),
        .encoding = textParam(params, "encoding") == "UTF8" ? Encoding::Utf8 : Encoding::Bytes,
        .order = textParam(params, "order") == "WINDOWS" ? BatchOrder::Windows : BatchOrder::Streams,
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
