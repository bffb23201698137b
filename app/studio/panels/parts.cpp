// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/parts.h"

#include <QCoreApplication>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace studio {

QLabel* sectionTitle(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QString endingInWords(const std::string& ending)
{
    return QCoreApplication::translate("Endings", ending.c_str());
}

void fillScrolled(QWidget& panel, QWidget* inside)
{
    auto* scroll = new QScrollArea(&panel);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* whole = new QVBoxLayout(&panel);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
}

} // namespace studio
