// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/follow/seeds_spread.h"
#include "app/studio/race/race_meter.h"
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

/// The losses of a curve that grows, for drawing: the first one by itself, since from the same weights all curves begin
/// there, and behind it the means of equally many iterations in a row.
class LossMeans {
public:
    /// A piece of the curve.
    struct Piece {
        std::size_t middle; ///< index of its point in the middle
        double loss;
    };

    /// Pieces at most, at least 2. Where they would be more, two become one.
    explicit LossMeans(std::size_t most = 800) : m_most(most / 2 * 2) {}

    void follow(const engine::Curve& curve); ///< the same curve as before, grown
    std::vector<Piece> pieces() const;       ///< in order, the first loss before them

private:
    std::size_t m_most;
    std::size_t m_stride = 1; ///< points of a piece
    std::size_t m_read = 0;
    std::optional<double> m_first;
    std::vector<double> m_sums; ///< of full pieces
    double m_sum = 0;           ///< of the last one, which is not full
    std::size_t m_count = 0;    ///< of its points
};

/// What the losses of a race are drawn over.
enum class RaceAxis { Seconds, Iterations, Joules };

/// The means of a curve along the axis. Points whose place is not known, as the energy before the meters' first
/// reading, are left out.
std::vector<SpreadPoint> pointsOf(const engine::Curve& curve, const LossMeans& means, const RaceMeter& meter,
                                  RaceAxis axis);

} // namespace studio
