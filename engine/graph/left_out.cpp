// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/left_out.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <set>

namespace engine {

std::string_view phaseName(Phase phase)
{
    return phase == Phase::Train ? "TRAIN" : phase == Phase::Test ? "TEST" : "RUN";
}

std::map<std::string, Sentence> leftOutOf(const Model& model, Phase phase)
{
    std::map<std::string, Sentence> leftOut;
    for (const Layer& layer : model.layers) {
        if (inPhase(layer, phase)) {
            continue;
        }
        Sentence why = sentence("layer ", layer.name, ", which is not in the net of the phase ", phaseName(phase));
        for (const PhaseRule& rule : layer.include) {
            if ((!rule.phase || rule.phase == phase) && !rule.stages.empty()) {
                why = sentence(why, ": it is included where the stage ", printable(rule.stages.front()),
                               " is set, as a solver does with ", phase == Phase::Train ? "train_state" : "test_state",
                               " { stage: \"", printable(rule.stages.front()), "\" }");
                break;
            }
            if ((!rule.phase || rule.phase == phase) && rule.minLevel) {
                why =
                    sentence(why, ": it is included from level ", *rule.minLevel, " on, which a solver sets with ",
                             phase == Phase::Train ? "train_state" : "test_state", " { level: ", *rule.minLevel, " }");
                break;
            }
        }
        for (const std::string& top : layer.tops) {
            leftOut.emplace(top, why);
        }
    }
    return leftOut;
}

void requireMakers(const Model& model, Phase phase)
{
    const std::map<std::string, Sentence> leftOut = leftOutOf(model, phase);
    std::set<std::string_view> made;
    for (const Layer& layer : model.layers) {
        if (!inPhase(layer, phase)) {
            continue;
        }
        for (const std::string& bottom : layer.bottoms) {
            if (const auto missing = leftOut.find(bottom); missing != leftOut.end() && !made.contains(bottom)) {
                throw Error(
                    sentence("layer ", layer.name, ": its bottom \"", bottom, "\" is made by ", missing->second));
            }
        }
        made.insert(layer.tops.begin(), layer.tops.end());
    }
}

} // namespace engine
