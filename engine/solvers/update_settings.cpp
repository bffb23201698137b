// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/solvers/update_settings.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <array>
#include <string>
#include <utility>

namespace engine {
namespace {

constexpr std::array rules{
    std::pair{"SGD", UpdateRule::Sgd},           std::pair{"Nesterov", UpdateRule::Nesterov},
    std::pair{"AdaGrad", UpdateRule::AdaGrad},   std::pair{"RMSProp", UpdateRule::RmsProp},
    std::pair{"AdaDelta", UpdateRule::AdaDelta}, std::pair{"Adam", UpdateRule::Adam},
    std::pair{"AdamW", UpdateRule::AdamW},
};

UpdateRule ruleNamed(const std::string& type)
{
    std::string names;
    for (const auto& [name, rule] : rules) {
        if (type == name) {
            return rule;
        }
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    throw Error(say(ENGINE_TEXT("Sentences", "solver: type is %1, but must be one of %2"), type, names));
}

/// Caffe marks "off" by a negative number.
double limitOrInfinity(double limit)
{
    return limit < 0 ? std::numeric_limits<double>::infinity() : limit;
}

/// Refuses what would divide by zero.
void check(const UpdateSettings& settings, const std::string& type)
{
    const bool adam = settings.rule == UpdateRule::Adam || settings.rule == UpdateRule::AdamW;
    for (const auto& [key, value] :
         {std::pair{"momentum", settings.momentum}, std::pair{"momentum2", settings.momentum2}}) {
        if (adam && value >= 1) {
            throw Error(say(ENGINE_TEXT("Sentences", "solver: %1 is %2, but %3 needs less than 1"), key, value, type));
        }
    }
    const bool quotient = settings.rule != UpdateRule::Sgd && settings.rule != UpdateRule::Nesterov;
    if (quotient && static_cast<float>(settings.delta) == 0.0F) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "solver: delta is %1, but %2 needs more than 0"), settings.delta, type));
    }
}

} // namespace

UpdateSettings updateSettings(const Params& params)
{
    UpdateSettings settings;
    settings.rule = ruleNamed(textParam(params, "type"));
    settings.momentum = floatParam(params, "momentum");
    settings.momentum2 = floatParam(params, "momentum2");
    settings.rmsDecay = floatParam(params, "rms_decay");
    settings.delta = floatParam(params, "delta");
    settings.adamwDecay = floatParam(params, "adamw_decay");
    settings.clipNorm = limitOrInfinity(floatParam(params, "clip_gradients"));
    settings.clipValue = limitOrInfinity(floatParam(params, "clip_values"));
    settings.iterSize = intParam(params, "iter_size");
    settings.averageDecay = floatParam(params, "average_weights");

    double decay = floatParam(params, "weight_decay");
    if (settings.rule == UpdateRule::AdamW && settings.adamwDecay < 0) {
        settings.adamwDecay = std::exchange(decay, 0); // beside the gradient instead of through it
    }
    const std::string& regularization = textParam(params, "regularization_type");
    if (regularization == "L1") {
        settings.l1 = decay;
    } else if (regularization == "L2") {
        settings.l2 = decay;
    } else {
        throw Error(
            say(ENGINE_TEXT("Sentences", "solver: regularization_type is %1, but must be L1 or L2"), regularization));
    }
    check(settings, textParam(params, "type"));
    return settings;
}

} // namespace engine
