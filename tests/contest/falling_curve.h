// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/results.h"

#include <cstddef>
#include <vector>

namespace contest {

/// A first step of a second, then steps of `step` seconds.
inline engine::Curve curveOf(const std::vector<double>& losses, double step)
{
    engine::Curve curve;
    for (const double loss : losses) {
        const auto before = static_cast<double>(curve.size());
        curve.append(
            {.iteration = static_cast<std::int64_t>(curve.size()) + 1, .seconds = 1 + before * step, .loss = loss});
    }
    return curve;
}

inline std::vector<double> falling(std::size_t count, double slope)
{
    std::vector<double> losses;
    for (std::size_t index = 0; index < count; ++index) {
        losses.push_back(5 - slope * static_cast<double>(index));
    }
    return losses;
}

} // namespace contest
