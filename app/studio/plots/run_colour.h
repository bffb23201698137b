// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace editor {
struct Theme;
}

namespace studio {

struct PlottedRun;

/// The colour of a run's curves. A run keeps it for life.
QColor colourOf(const PlottedRun& run, const editor::Theme& theme);

/// Dashed where an earlier run has its colour.
Qt::PenStyle lineOf(const PlottedRun& run, const editor::Theme& theme);

} // namespace studio
