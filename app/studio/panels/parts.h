// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace studio {

/// A heading within a panel.
QLabel* sectionTitle(const QString& text, QWidget* parent);

/// Fills the panel with `inside`, which scrolls upwards where the panel is too low for it.
void fillScrolled(QWidget& panel, QWidget* inside);

} // namespace studio
