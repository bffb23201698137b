// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_colour.h"

#include "app/studio/plots/plotted_runs.h"
#include "editor/looks/theme.h"

#include <algorithm>

namespace studio {

namespace {

constexpr int colours = 8; ///< that Theme::curve() has

int indexOf(const PlottedRun& run)
{
    return std::max(run.colour - 1, 0);
}

} // namespace

QColor colourOf(const PlottedRun& run, const editor::Theme& theme)
{
    return theme.curve(indexOf(run));
}

Qt::PenStyle lineOf(const PlottedRun& run)
{
    return indexOf(run) / colours % 2 == 0 ? Qt::SolidLine : Qt::DotLine;
}

} // namespace studio
