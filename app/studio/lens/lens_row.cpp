// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_row.h"

#include "editor/panels/flow_layout.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

namespace studio {
namespace {

/// The box behind its name.
QWidget* named(QComboBox& box)
{
    auto* both = new QWidget;
    auto* label = new QLabel(box.accessibleName(), both);
    label->setBuddy(&box);
    auto* layout = new QHBoxLayout(both);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(&box, 1);
    return both;
}

} // namespace

QComboBox* makeLensBox(const QString& name, const QString& tip)
{
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(16);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

void layOutLensRow(QWidget& row, std::initializer_list<QWidget*> widgets)
{
    auto* layout = new editor::FlowLayout(&row);
    layout->setContentsMargins(8, 2, 8, 2);
    for (QWidget* widget : widgets) {
        auto* box = qobject_cast<QComboBox*>(widget);
        layout->addWidget(box ? named(*box) : widget);
    }
}

} // namespace studio
