// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// What the curves of a race come to. A curve's loss wobbles from batch to batch, so that it is looked at as the mean
// over a window of iterations, the same one for all.
//
// A race is shown several times a second, and a curve may have millions of points: functions cost the same for any
// curve, and what has to read all of its points is a class that remembers what it has read.

namespace studio {

/// Both may be given: whichever comes first ends a contender's part.
struct RaceLimit {
    std::optional<double> seconds = {};          ///< of training
    std::optional<std::int64_t> iterations = {}; ///< at least 1
};

/// How many points of a curve lie within the limit: an iteration that ended after the time is not one.
std::size_t pointsWithin(const RunCurve& curve, const RaceLimit& limit);

/// Whether a curve has come to the limit.
bool isOver(const RunCurve& curve, const RaceLimit& limit);

/// Mean over all steps but the first, which makes what the others use; of that one where it is the only one. Nothing
/// without a step.
std::optional<double> stepSeconds(const RunCurve& curve);

/// Characters, or sequences, a second at that pace.
std::optional<double> unitsPerSecond(const RunCurve& curve);

using Curves = std::span<const RunCurve* const>; ///< none of them is null

/// Iterations that a loss is the mean of: a tenth of the shortest curve that has any, 1 to 100.
std::int64_t lossWindow(Curves curves);

/// The mean over the last `window` points; nothing without any.
std::optional<double> endLoss(const RunCurve& curve, std::int64_t window);

/// The worst of the ends: all curves that have any point have come to it. Nothing where none has, or where one of them
/// is no number.
std::optional<double> commonLoss(Curves curves, std::int64_t window);

/// When one curve first came down to a loss. Reads only as far as that needs, and each point once for a window.
class TimeToLoss {
public:
    /// When the mean over the last `window` points first was at that loss or below; nothing where it never was. `curve`
    /// is the same at each call, or has grown.
    std::optional<double> first(const RunCurve& curve, double loss, std::int64_t window);

private:
    struct Low {
        double seconds, mean;
    };

    std::int64_t m_window = 0;
    std::size_t m_read = 0;  ///< points
    double m_sum = 0;        ///< of the last m_window of them; its last digits may differ from those of endLoss()
    std::vector<Low> m_lows; ///< means that are below all before them
};

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

    void follow(const RunCurve& curve); ///< the same curve as before, grown
    std::vector<Piece> pieces() const;  ///< in order, the first loss before them

private:
    std::size_t m_most;
    std::size_t m_stride = 1; ///< points of a piece
    std::size_t m_read = 0;
    std::optional<double> m_first;
    std::vector<double> m_sums; ///< of full pieces
    double m_sum = 0;           ///< of the last one, which is not full
    std::size_t m_count = 0;    ///< of its points
};

/// How far the losses of two curves that grow are apart. Reads each point once.
class LossDistance {
public:
    /// The largest distance at the same iteration; NaN where a loss is none. The same two curves at each call, grown.
    double between(const RunCurve& one, const RunCurve& other);

private:
    std::size_t m_read = 0;
    double m_largest = 0;
};

} // namespace studio
