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
        Sentence why = say(ENGINE_TEXT("Sentences", "layer %1, which is not in the net of the phase %2"), layer.name,
                           phaseName(phase));
        for (const PhaseRule& rule : layer.include) {
            if ((!rule.phase || rule.phase == phase) && !rule.stages.empty()) {
                why =
                    say(ENGINE_TEXT(
                            "Sentences",
                            "%1: it is included where the stage %2 is set, as a solver does with %3 { stage: \"%4\" }"),
                        why, printable(rule.stages.front()), phase == Phase::Train ? "train_state" : "test_state",
                        printable(rule.stages.front()));
                break;
            }
            if ((!rule.phase || rule.phase == phase) && rule.minLevel) {
                why = say(ENGINE_TEXT("Sentences",
                                      "%1: it is included from level %2 on, which a solver sets with %3 { level: %4 }"),
                          why, *rule.minLevel, phase == Phase::Train ? "train_state" : "test_state", *rule.minLevel);
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
                throw Error(say(ENGINE_TEXT("Sentences", "layer %1: its bottom \"%2\" is made by %3"), layer.name,
                                bottom, missing->second));
            }
        }
        made.insert(layer.tops.begin(), layer.tops.end());
    }
}

} // namespace engine
