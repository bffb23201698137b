// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/thinning.h"

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

/// The points of one pixel column, `first` .. `last` - 1, in their order.
void addColumn(const RunPlaces& places, const Column& values, std::size_t first, std::size_t last,
               std::vector<PlotPoint>& points)
{
    const std::optional<Pyramid::Extremes> extremes = values.extremes(first, last);
    if (!extremes) {
        points.push_back({places.at(first), std::nan("")});
        return;
    }
    const auto [lower, upper] = std::minmax(extremes->least, extremes->most);
    points.push_back({places.at(lower), values.at(lower)});
    if (upper != lower) {
        points.push_back({places.at(upper), values.at(upper)});
    }
}

} // namespace

std::vector<PlotPoint> thinned(const RunPlaces& places, const Column& values, const Window& window)
{
    std::size_t first = places.firstAtOrAfter(window.from);
    first -= first > 0 ? 1 : 0;
    const std::size_t last = std::min(places.firstAtOrAfter(std::nextafter(window.to, HUGE_VAL)) + 1, values.size());
    std::vector<PlotPoint> points;
    if (first >= last) {
        return points;
    }
    const auto columns = static_cast<std::size_t>(std::max(window.columns, 1));
    points.reserve(std::min(last - first, 4 * columns + 4));
    if (last - first <= 4 * columns) {
        for (std::size_t index = first; index < last; ++index) {
            points.push_back({places.at(index), values.at(index)});
        }
        return points;
    }
    const double columnWidth = (window.to - window.from) / static_cast<double>(columns);
    points.push_back({places.at(first), values.at(first)});
    ++first;
    for (std::size_t column = 0; column <= columns && first < last; ++column) {
        const double edge = window.from + columnWidth * static_cast<double>(column);
        const std::size_t next = column == columns ? last : std::min(places.firstAtOrAfter(edge, first), last);
        if (next > first) {
            addColumn(places, values, first, next, points);
            first = next;
        }
    }
    if (points.back().place < places.at(last - 1)) {
        points.push_back({places.at(last - 1), values.at(last - 1)});
    }
    return points;
}

std::vector<double> placesNotFinite(const RunPlaces& places, const Column& values, const Window& window)
{
    const double columnWidth = (window.to - window.from) / std::max(window.columns, 1);
    std::vector<double> found;
    for (const Pyramid::Range& range : values.notFinite()) {
        std::size_t index = range.first;
        while (index < range.last) {
            const double place = places.at(index);
            if (place > window.to) {
                return found;
            }
            if (place >= window.from && (found.empty() || place >= found.back() + columnWidth)) {
                found.push_back(place);
            }
            // On to the next pixel column at once: a run may have stayed without numbers for long.
            const double onward = std::max(place, window.from) + columnWidth;
            index = std::max(index + 1, places.firstAtOrAfter(onward, index));
        }
    }
    return found;
}

} // namespace studio
