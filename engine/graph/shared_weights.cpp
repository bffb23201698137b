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
    const Sentence shares = sentence("layer ", layer.name, ": it shares the weight ", shown(settings.name));
    if (use.shape != spec.shape) {
        return sentence(shares, " as ", spec.shape, ", but layer ", use.layer, " has it as ", use.shape);
    }
    const auto mismatch = [&](Multiplier& known, const std::optional<double>& given, std::string_view key) {
        std::optional<Sentence> problem;
        if (given && !known.value) {
            known = {given, layer.name};
        } else if (given && *given != *known.value) {
            problem = sentence(shares, " with ", key, " ", *given, ", but layer ", known.layer, " gives it ",
                               *known.value, ": all who share a weight must agree");
        }
        return problem;
    };
    if (auto problem = mismatch(use.rate, settings.lrMult, "lr_mult")) {
        return problem;
    }
    return mismatch(use.decay, settings.decayMult, "decay_mult");
}

} // namespace engine
