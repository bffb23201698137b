// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_places.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace studio {

bool RunPlaces::areKnown() const
{
    return m_along != Along::Epoch || !std::isnan(m_run->epochsUntil(1));
}

double RunPlaces::at(std::size_t index) const
{
    switch (m_along) {
    case Along::Iteration:
        return static_cast<double>(m_run->curve.iteration(index));
    case Along::Time:
        return m_run->curve.seconds(index);
    case Along::Characters:
    case Along::LogIteration:
    case Along::Epoch:
        return of(m_run->curve.iteration(index));
    }
    return 0;
}

double RunPlaces::of(std::int64_t iteration) const
{
    if (m_along == Along::LogIteration) {
        return std::log10(static_cast<double>(std::max<std::int64_t>(iteration, 1)));
    }
    if (m_along == Along::Epoch) {
        return m_run->epochsUntil(iteration);
    }
    if (m_along == Along::Characters) {
        return m_run->unitsUntil(iteration);
    }
    if (m_along == Along::Iteration || m_run->curve.empty()) {
        return static_cast<double>(iteration);
    }
    const std::optional<std::size_t> before = lastUntil(m_run->curve, iteration);
    if (!before) {
        return 0; // before the first step
    }
    if (*before + 1 == m_run->curve.size() || m_run->curve.iteration(*before) == iteration) {
        return at(*before);
    }
    const std::size_t after = *before + 1;
    const double share = static_cast<double>(iteration - m_run->curve.iteration(*before)) /
                         static_cast<double>(m_run->curve.iteration(after) - m_run->curve.iteration(*before));
    return at(*before) + share * (at(after) - at(*before));
}

std::size_t RunPlaces::firstAtOrAfter(double place, std::size_t from) const
{
    // In growing strides to behind it, then by halves: the next pixel column is a few points away.
    const std::size_t size = m_run->curve.size();
    std::size_t stride = 1, last = from;
    while (last < size && at(last) < place) {
        from = last + 1;
        last += stride;
        stride *= 2;
    }
    last = std::min(last, size);
    while (from < last) {
        const std::size_t middle = from + (last - from) / 2;
        if (at(middle) < place) {
            from = middle + 1;
        } else {
            last = middle;
        }
    }
    return from;
}

std::size_t RunPlaces::nearest(double place) const
{
    const std::size_t after = firstAtOrAfter(place);
    if (after == 0) {
        return 0;
    }
    if (after == m_run->curve.size()) {
        return after - 1;
    }
    return at(after) - place < place - at(after - 1) ? after : after - 1;
}

} // namespace studio
