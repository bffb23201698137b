// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/measures.h"
#include "engine/training/run/run_log.h"

#include <cstddef>
#include <cstdint>

namespace studio {

/// Where a run's points lie along a horizontal axis. Places along LogIteration are logarithms to the base 10. A view:
/// it lives no longer than the run.
class RunPlaces {
public:
    RunPlaces(const engine::RunLog& run, Along along) : m_run(&run), m_along(along) {}

    bool areKnown() const; ///< a run may not know its epochs

    double at(std::size_t index) const;
    double of(std::int64_t iteration) const; ///< in a line between the points around it

    /// Searches from a position on that lies before it, near ones quickly; the curve's size where there is none.
    std::size_t firstAtOrAfter(double place, std::size_t from = 0) const;
    std::size_t nearest(double place) const; ///< of at least one point

private:
    const engine::RunLog* m_run;
    Along m_along;
};

} // namespace studio
