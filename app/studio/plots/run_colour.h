// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>

namespace editor {
struct Theme;
}

namespace studio {

/// The colour of all curves of a run, by its id: its training, and dashed its validations. A run keeps it for life.
QColor colourOf(int run, const editor::Theme& theme);

/// How its training is drawn beside others and as thin as they are: dotted where an earlier run has its colour.
Qt::PenStyle lineOf(int run);

/// That colour beside the name of a run.
QIcon swatchOf(const QColor& colour);

} // namespace studio
