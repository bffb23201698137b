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

SpreadPoint pointOf(double iteration, const contest::Spread& spread)
{
    return {.place = iteration, .mean = spread.mean(), .deviation = spread.deviation().value_or(0)};
}

} // namespace

std::vector<SpreadPoint> trainingSpread(const std::vector<const contest::LossSums*>& runs, int places)
{
    /// One run, from place to place.
    struct Walk {
        const contest::LossSums* sums;
        std::size_t next = 0;
        std::optional<double> last = {};
    };
    std::vector<Walk> walks;
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    for (const contest::LossSums* const run : runs) {
        if (run->size() > 0) {
            walks.push_back({.sums = run});
            last = std::min(last, run->iteration(run->size() - 1));
            places = static_cast<int>(std::min(static_cast<std::size_t>(places), run->size()));
        }
    }
    std::vector<SpreadPoint> points;
    for (int place = 1; place <= places && !walks.empty(); ++place) {
        const double iteration = static_cast<double>(last) * place / places;
        contest::Spread spread;
        for (Walk& walk : walks) {
            const std::size_t end =
                std::min(walk.sums->size(), walk.sums->curve().countUntil(static_cast<std::int64_t>(iteration)));
            const std::optional<double> mean = walk.sums->mean(walk.next, end);
            walk.last = mean ? mean : walk.last;
            walk.next = end;
            if (walk.last) {
                spread.values.push_back(*walk.last);
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
        for (const engine::ValidationEvent& validation : run->validations) {
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
