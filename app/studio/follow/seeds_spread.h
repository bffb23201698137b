// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace studio {

/// The losses of several runs at one place of their curves.
struct SpreadPoint {
    double place = 0; ///< iteration, or what else they are drawn over
    double mean = 0;
    double deviation = 0; ///< standard deviation over the runs (n - 1); 0 of one run

    bool operator==(const SpreadPoint&) const = default;
};

/// The training losses of a run that is followed, summed up, so that the mean of a stretch costs no walk over its
/// points.
class LossSums {
public:
    explicit LossSums(const RunCurve& curve) : m_curve(&curve) {} ///< which must outlive this

    void follow(); ///< takes the points that have come; not for a curve that was cut
    std::size_t size() const { return m_counts.size() - 1; }
    std::int64_t iteration(std::size_t index) const { return m_curve->iteration(index); }
    std::size_t countUntil(std::int64_t iteration) const;                 ///< points at that iteration or before it
    std::optional<double> mean(std::size_t begin, std::size_t end) const; ///< of points; nothing where none is a number

private:
    const RunCurve* m_curve;
    std::vector<double> m_sums = {0};        ///< of the first 0, 1, 2, ... losses that are numbers
    std::vector<std::size_t> m_counts = {0}; ///< of those
};

using SeedRecords = std::vector<const RunRecord*>; ///< none of them is null

/// The training losses at `places` places at most, equally far apart, up to where the slowest run that has begun is; no
/// more than the run with the fewest points has. Each place counts the mean of a run's losses since the place before
/// it; a run that has none there counts with its last one. Losses that are no numbers are left out.
std::vector<SpreadPoint> trainingSpread(const std::vector<const LossSums*>& runs, int places);

/// The losses of validations, at each iteration where all runs that have begun have one.
std::vector<SpreadPoint> validationSpread(const SeedRecords& runs);

} // namespace studio
