// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/params.h"
#include "engine/training/run.h"

#include <algorithm>

namespace engine {

DataSettings dataSettings(const Model& model)
{
    const auto source = std::find_if(model.layers.begin(), model.layers.end(),
                                     [](const Layer& layer) { return layer.type == "TEXTDATA"; });
    if (source == model.layers.end()) {
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
