// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_colour.h"

#include "app/studio/plots/plotted_runs.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace studio {

namespace {

bool alike(const QColor& one, const QColor& other)
{
    return std::abs(one.red() - other.red()) + std::abs(one.green() - other.green()) +
               std::abs(one.blue() - other.blue()) <
           120;
}

/// None could be taken for a validation of the run under way.
std::vector<QColor> coloursApart(const editor::Theme& theme)
{
    std::vector<QColor> apart = {theme.smoothed};
    for (int index = 0; index < 8; ++index) {
        const QColor colour = theme.curve(index);
        if (!alike(colour, theme.smoothed) && !alike(colour, theme.validation)) {
            apart.push_back(colour);
        }
    }
    return apart;
}

std::size_t indexOf(const PlottedRun& run)
{
    return static_cast<std::size_t>(std::max(run.colour - 1, 0));
}

} // namespace

QColor colourOf(const PlottedRun& run, const editor::Theme& theme)
{
    const std::vector<QColor> apart = coloursApart(theme);
    return apart[indexOf(run) % apart.size()];
}

Qt::PenStyle lineOf(const PlottedRun& run, const editor::Theme& theme)
{
    return indexOf(run) / coloursApart(theme).size() % 2 == 0 ? Qt::SolidLine : Qt::DashLine;
}

} // namespace studio
