// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/shared_weights.h"

#include "engine/graph/sentence.h"

namespace engine {

std::optional<Sentence> SharedWeights::add(const Layer& layer, const WeightSpec& spec, const WeightSettings& settings)
{
    if (settings.name.empty()) {
        return std::nullopt;
    }
    const auto [place, isFirst] = m_uses.try_emplace(settings.name, Use{.layer = layer.name, .shape = spec.shape});
    Use& use = place->second;
    const Sentence shares =
        say(ENGINE_TEXT("Sentences", "layer %1: it shares the weight %2"), layer.name, shown(settings.name));
    if (use.shape != spec.shape) {
        return say(ENGINE_TEXT("Sentences", "%1 as %2, but layer %3 has it as %4"), shares, spec.shape, use.layer,
                   use.shape);
    }
    const auto mismatch = [&](Multiplier& known, const std::optional<double>& given, std::string_view key) {
        std::optional<Sentence> problem;
        if (given && !known.value) {
            known = {given, layer.name};
        } else if (given && *given != *known.value) {
            problem = say(
                ENGINE_TEXT("Sentences", "%1 with %2 %3, but layer %4 gives it %5: all who share a weight must agree"),
                shares, key, *given, known.layer, *known.value);
        }
        return problem;
    };
    if (auto problem = mismatch(use.rate, settings.lrMult, "lr_mult")) {
        return problem;
    }
    return mismatch(use.decay, settings.decayMult, "decay_mult");
}

} // namespace engine
