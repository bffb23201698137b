// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/net_states.h"

#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>

namespace engine {
namespace {

bool asksForState(const PhaseRule& rule)
{
    return rule.minLevel || rule.maxLevel || !rule.stages.empty() || !rule.notStages.empty();
}

} // namespace

Layer withStates(const Layer& layer, const SolverSettings& solver)
{
    const bool asks =
        std::ranges::any_of(layer.include, asksForState) || std::ranges::any_of(layer.exclude, asksForState);
    if (!asks || (!solver.trainState && !solver.testState)) {
        return layer;
    }
    constexpr std::array phases = {Phase::Train, Phase::Test, Phase::Run};
    std::vector<PhaseRule> in;
    for (const Phase phase : phases) {
        if (inPhase(layer, phase,
                    (phase == Phase::Train ? solver.trainState : solver.testState).value_or(NetState()))) {
            in.push_back({.phase = phase});
        }
    }
    Layer settled = layer;
    settled.exclude.clear();
    settled.include = in.size() < phases.size() ? in : std::vector<PhaseRule>();
    if (in.empty()) {
        settled.exclude.emplace_back(); // without a condition: from every net
    }
    return settled;
}

Model withStates(Model model, const SolverSettings& solver)
{
    std::ranges::transform(model.layers, model.layers.begin(),
                           [&](const Layer& layer) { return withStates(layer, solver); });
    return model;
}

} // namespace engine
