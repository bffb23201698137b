// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/starvation.h"

namespace engine {
namespace {

constexpr double busyEnough = 0.6;
constexpr double powerEnough = 0.35;     ///< an idle GPU takes a tenth to a sixth of its limit
constexpr double muchBetweenSteps = 0.3; ///< then larger steps alone would not keep it busy
constexpr double tooSoon = 30;           ///< seconds: reading the notice, stopping and starting again takes as long

Starvation ofSteps(const GpuUse& use)
{
    const bool idle = use.busyShare < busyEnough;
    Starvation found{.sign = idle ? Starvation::Sign::Idle : Starvation::Sign::LittlePower,
                     .share = idle ? use.busyShare : *use.powerShare};
    if (!use.recordsSteps) {
        found.remedies.push_back(Starvation::Remedy::RecordSteps);
    }
    found.remedies.push_back(Starvation::Remedy::LargerBatch);
    if (use.hasFused) {
        found.remedies.push_back(Starvation::Remedy::FusedEngine);
    }
    return found;
}

} // namespace

std::optional<Starvation> starvation(const GpuUse& use)
{
    const bool idle = use.busyShare < busyEnough;
    const bool hasEnough = !idle && use.powerShare.value_or(1) >= powerEnough;
    if (hasEnough || (use.secondsLeft && *use.secondsLeft < tooSoon)) {
        return std::nullopt;
    }
    if (idle && use.betweenShare > muchBetweenSteps) {
        return Starvation{.sign = Starvation::Sign::BetweenSteps,
                          .share = use.betweenShare,
                          .remedies = {Starvation::Remedy::FewerChecks}};
    }
    return ofSteps(use);
}

} // namespace engine
