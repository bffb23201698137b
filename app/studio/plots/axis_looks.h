// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

class QCPAxis;
class QFont;

namespace editor {
struct Theme;
}

namespace studio {

/// Colours and the small font of every plot's axes and their grids.
void dressAxis(QCPAxis& axis, const editor::Theme& theme, const QFont& small);

QColor withAlpha(QColor colour, double alpha);

/// The font of axes and legends beside text in `font`.
QFont smallOf(QFont font);

} // namespace studio
