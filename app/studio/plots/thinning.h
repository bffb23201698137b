// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/run_curves.h"

#include <vector>

namespace studio {

struct PlotPoint {
    double place, value; ///< a value that is no number breaks the line
    bool operator==(const PlotPoint&) const = default;
};

/// The part of the horizontal axis that is seen, and the number of pixel columns that it has.
struct Window {
    double from = 0, to = 1;
    int columns = 1;
};

/// What of a column is worth drawing. Where there are few points, all of them; otherwise each pixel column's least and
/// greatest in their order, and the first and the last point. Either way with one point beyond each edge. Costs by the
/// columns, not by the points.
std::vector<PlotPoint> thinned(const RunPlaces& places, const Column& values, const Window& window);

/// Where the values that are no numbers lie: one place for each pixel column that has any.
std::vector<double> placesNotFinite(const RunPlaces& places, const Column& values, const Window& window);

} // namespace studio
