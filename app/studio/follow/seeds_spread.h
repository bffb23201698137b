// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/curves.h"
#include "app/studio/session/run_record.h"

#include <vector>

namespace studio {

/// The losses of several runs at one place of their curves.
struct SpreadPoint {
    double place = 0; ///< iteration, or what else they are drawn over
    double mean = 0;
    double deviation = 0; ///< standard deviation over the runs (n - 1); 0 of one run

    bool operator==(const SpreadPoint&) const = default;
};

using SeedRecords = std::vector<const RunRecord*>; ///< none of them is null

/// The training losses at `places` places at most, equally far apart, up to where the slowest run that has begun is; no
/// more than the run with the fewest points has. Each place counts the mean of a run's losses since the place before
/// it; a run that has none there counts with its last one. Losses that are no numbers are left out.
std::vector<SpreadPoint> trainingSpread(const std::vector<const contest::LossSums*>& runs, int places);

/// The losses of validations, at each iteration where all runs that have begun have one.
std::vector<SpreadPoint> validationSpread(const SeedRecords& runs);

} // namespace studio
