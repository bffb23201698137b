// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/fold.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace editor {

Fold::Fold(const QString& title, QWidget* content, State state, QWidget* parent)
    : QWidget(parent), m_button(new QToolButton(this)), m_content(content)
{
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setAutoRaise(true);
    m_button->setCheckable(false);
    m_button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_button->setFocusPolicy(Qt::StrongFocus);
    QFont bold = m_button->font();
    bold.setWeight(QFont::DemiBold);
    m_button->setFont(bold);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_button);
    column->addWidget(content);
    setTitle(title);
    setOpen(state == State::Open);
    connect(m_button, &QToolButton::clicked, this, [this] { setOpen(!m_open); });
}

void Fold::setTitle(const QString& title)
{
    m_button->setText(title);
    m_button->setAccessibleName(title);
}

void Fold::setOpen(bool open)
{
    m_button->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open);
    if (open != m_open) {
        m_open = open;
        emit toggled(open);
    }
}

} // namespace editor

#include "moc_fold.cpp"
