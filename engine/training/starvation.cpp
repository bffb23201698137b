// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/starvation.h"

namespace engine {
namespace {

constexpr double busyEnough = 0.6;
constexpr double powerEnough = 0.35; ///< an idle GPU takes a tenth to a sixth of its limit

} // namespace

std::optional<Starvation> starvation(const GpuUse& use)
{
    const bool idle = use.busyShare < busyEnough;
    if (!idle && use.powerShare.value_or(1) >= powerEnough) {
        return std::nullopt;
    }
    Starvation found{.sign = idle ? Starvation::Sign::Idle : Starvation::Sign::LittlePower,
                     .share = idle ? use.busyShare : *use.powerShare,
                     .remedies = {Starvation::Remedy::LargerBatch}};
    if (use.hasFused) {
        found.remedies.push_back(Starvation::Remedy::FusedEngine);
    }
    return found;
}

} // namespace engine
