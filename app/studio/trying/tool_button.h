// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMenu;
class QToolButton;
class QWidget;

namespace studio {

/// A button with an icon of ours and a word beside it.
QToolButton* toolButton(const QString& text, const QString& icon, const QString& tip, QWidget* parent);

/// The same for what is chosen from a menu at once.
QToolButton* menuButton(const QString& text, const QString& icon, const QString& tip, QMenu* menu, QWidget* parent);

} // namespace studio
