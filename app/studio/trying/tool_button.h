// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QString>
#include <string>
#include <vector>

class QMenu;
class QToolButton;
class QWidget;

namespace studio {

/// A button with an icon of ours and a word beside it.
QToolButton* toolButton(const QString& text, const QString& icon, const QString& tip, QWidget* parent);

/// The same for what is chosen from a menu at once.
QToolButton* menuButton(const QString& text, const QString& icon, const QString& tip, QMenu* menu, QWidget* parent);

/// Lists the classes, where the menu does not already: it may be open while a net in training is taken again.
void fillWithClasses(QMenu& menu, const std::vector<std::string>& classes,
                     const std::function<void(const std::string&)>& chosen);

} // namespace studio
