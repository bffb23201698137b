// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/curves.h"
#include "app/studio/race/race_meter.h"
#include "app/studio/race/race_plot.h"
#include "engine/formats/checkpoint/curve.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// What a race alone asks of its curves; see also app/contest/curves.h. Functions cost the same for any curve.

namespace studio {

/// Both may be given: whichever comes first ends a contender's part.
struct RaceLimit {
    std::optional<double> seconds = {};          ///< of training
    std::optional<std::int64_t> iterations = {}; ///< at least 1
};

/// How many points of a curve lie within the limit: an iteration that ended after the time is not one.
std::size_t pointsWithin(const engine::Curve& curve, const RaceLimit& limit);

/// How many iterations to train before looking again, a tenth of a second of them, after so many iterations and seconds
/// with steps that take so long; 0 where the limit is reached.
std::int64_t nextLap(const RaceLimit& limit, std::int64_t iterations, double seconds, double stepSeconds);

/// Mean over all steps but the first, which makes what the others use; of that one where it is the only one. Nothing
/// without a step.
std::optional<double> stepSeconds(const engine::Curve& curve);

/// What the losses of a race are drawn over.
enum class RaceAxis { Seconds, Iterations, Joules };

/// A curve along the axis: its first loss by itself, since from the same weights all curves begin there, and behind it
/// the means of pieces of equally many iterations, `most` of them and one at most. Points whose place is not known, as
/// the energy before the meters' first reading, are left out.
std::vector<MeanPoint> pointsOf(const contest::LossSums& sums, const RaceMeter& meter, RaceAxis axis,
                                std::size_t most = 400);

} // namespace studio
