// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <cstdint>
#include <optional>

namespace studio {

/// The mean loss of the last `count` points, or of all where there are fewer; NaN without any.
double meanLoss(const engine::Curve& curve, std::int64_t count);

/// The iteration at which the loss will be at `target` if it goes on falling as over the last half of the iterations:
/// a line through the means of 20 pieces over the logarithm of the iteration. Nothing where it does not clearly fall,
/// where there are fewer than 200 points, or where the target lies beyond ten times the present iteration.
std::optional<std::int64_t> iterationAtLoss(const engine::Curve& curve, double target);

} // namespace studio
