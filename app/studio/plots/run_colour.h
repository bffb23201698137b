// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace editor {
struct Theme;
}

namespace studio {

struct PlottedRun;

/// The colour of all curves of a run: its training, and dashed its validations. A run keeps it for life.
QColor colourOf(const PlottedRun& run, const editor::Theme& theme);

/// How its training is drawn: dotted where an earlier run has its colour.
Qt::PenStyle lineOf(const PlottedRun& run);

} // namespace studio
