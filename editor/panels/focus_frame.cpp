// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/focus_frame.h"

#include "editor/looks/theme.h"

#include <QPainter>

namespace editor {

FocusFrame::FocusFrame(QWidget& window, QObject& dialog) : QWidget(&window)
{
    setObjectName(QStringLiteral("focusFrame"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(&dialog, &QObject::destroyed, this, &QObject::deleteLater);
    const QWidget* marked = window.focusWidget();
    setVisible(marked && marked->isVisible());
    if (marked) {
        setGeometry(QRect(marked->mapTo(&window, QPoint()), marked->size()));
        raise();
    }
}

void FocusFrame::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

} // namespace editor

#include "moc_focus_frame.cpp"
