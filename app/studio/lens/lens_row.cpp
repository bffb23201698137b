// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_row.h"

#include <QComboBox>
#include <QHBoxLayout>

namespace studio {

QComboBox* makeLensBox(const QString& name, const QString& tip)
{
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(10);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

void layOutLensRow(QWidget& row, std::initializer_list<QWidget*> widgets)
{
    auto* layout = new QHBoxLayout(&row);
    layout->setContentsMargins(8, 2, 8, 2);
    for (QWidget* widget : widgets) {
        layout->addWidget(widget, qobject_cast<QComboBox*>(widget) != nullptr ? 1 : 0);
    }
}

} // namespace studio
