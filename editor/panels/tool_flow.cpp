// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/tool_flow.h"

#include "editor/panels/flow_layout.h"

#include <QAction>
#include <QMenu>
#include <QToolButton>

namespace editor {

ToolFlow::ToolFlow(QWidget* parent) : QWidget(parent)
{
    new FlowLayout(this);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ToolFlow::add(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    if (action->menu()) {
        button->setPopupMode(QToolButton::InstantPopup);
    }
    button->setAutoRaise(true);
    button->setIconSize({18, 18});
    layout()->addWidget(button);
}

void ToolFlow::add(const QList<QAction*>& actions)
{
    for (QAction* action : actions) {
        add(action);
    }
}

} // namespace editor
