// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <QString>

class QComboBox;
class QWidget;

namespace studio {

/// A box of the lens, whose longest entry does not widen the panel.
QComboBox* makeLensBox(const QString& name, const QString& tip);

/// Puts the widgets beside each other into `row`, which wraps; boxes stand behind their names.
void layOutLensRow(QWidget& row, std::initializer_list<QWidget*> widgets);

} // namespace studio
