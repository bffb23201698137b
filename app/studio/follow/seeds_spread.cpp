// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/seeds_spread.h"

#include "app/contest/results.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>

namespace studio {
namespace {

/// Goes along the curve of one run from place to place.
class Walk {
public:
    explicit Walk(const RunCurve& curve) : m_curve(&curve) {}

    /// The mean loss behind the place before, up to this one; that of the place before where there is none.
    std::optional<double> lossAt(double iteration)
    {
        double sum = 0;
        int count = 0;
        for (; m_next < m_curve->size() && static_cast<double>(m_curve->iteration(m_next)) <= iteration; ++m_next) {
            const double loss = m_curve->points().loss(m_next);
            if (std::isfinite(loss)) {
                sum += loss;
                ++count;
            }
        }
        if (count > 0) {
            m_last = sum / count;
        }
        return m_last;
    }

private:
    const RunCurve* m_curve;
    std::size_t m_next = 0;
    std::optional<double> m_last;
};

SpreadPoint pointOf(double iteration, const contest::Spread& spread)
{
    return {.iteration = iteration, .mean = spread.mean(), .deviation = spread.deviation().value_or(0)};
}

} // namespace

std::vector<SpreadPoint> trainingSpread(const SeedRecords& runs, int places)
{
    std::vector<Walk> walks;
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    for (const RunRecord* const run : runs) {
        if (!run->curve.empty()) {
            walks.emplace_back(run->curve);
            last = std::min(last, run->curve.iteration(run->curve.size() - 1));
            places = static_cast<int>(std::min(static_cast<std::size_t>(places), run->curve.size()));
        }
    }
    std::vector<SpreadPoint> points;
    for (int place = 1; place <= places && !walks.empty(); ++place) {
        const double iteration = static_cast<double>(last) * place / places;
        contest::Spread spread;
        for (Walk& walk : walks) {
            if (const std::optional<double> loss = walk.lossAt(iteration)) {
                spread.values.push_back(*loss);
            }
        }
        if (spread.values.size() == walks.size()) {
            points.push_back(pointOf(iteration, spread));
        }
    }
    return points;
}

std::vector<SpreadPoint> validationSpread(const SeedRecords& runs)
{
    std::map<std::int64_t, contest::Spread> found;
    std::size_t begun = 0;
    for (const RunRecord* const run : runs) {
        begun += run->curve.empty() && run->validations.empty() ? 0 : 1;
        for (const ValidationPoint& validation : run->validations) {
            if (std::isfinite(validation.loss)) {
                found[validation.iteration].values.push_back(validation.loss);
            }
        }
    }
    std::vector<SpreadPoint> points;
    for (const auto& [iteration, spread] : found) {
        if (spread.values.size() == begun) {
            points.push_back(pointOf(static_cast<double>(iteration), spread));
        }
    }
    return points;
}

} // namespace studio
