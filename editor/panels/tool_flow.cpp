// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/tool_flow.h"

#include "editor/panels/flow_layout.h"

#include <QAction>
#include <QMenu>
#include <QResizeEvent>
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
    m_buttons.append(button);
}

void ToolFlow::add(const QList<QAction*>& actions)
{
    for (QAction* action : actions) {
        add(action);
    }
}

void ToolFlow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() == event->oldSize().width()) {
        return;
    }
    showWords(Qt::ToolButtonTextBesideIcon);
    const int row = layout()->heightForWidth(QWIDGETSIZE_MAX);
    if (layout()->heightForWidth(width()) > 5 * row / 2) { // with the gaps between
        showWords(Qt::ToolButtonIconOnly);
    }
}

void ToolFlow::showWords(Qt::ToolButtonStyle style)
{
    for (QToolButton* button : m_buttons) {
        const bool isMain = button == m_buttons.front(); // pages speak of it by its word
        button->setToolButtonStyle(button->icon().isNull() ? Qt::ToolButtonTextOnly
                                   : isMain                ? Qt::ToolButtonTextBesideIcon
                                                           : style);
    }
}

} // namespace editor
