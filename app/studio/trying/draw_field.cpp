// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/draw_field.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <QMouseEvent>
#include <QPainter>

namespace studio {

DrawField::DrawField(QWidget* parent) : QWidget(parent)
{
    setCursor(Qt::CrossCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Drawing field"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
    m_shown = m_drawing.image();
}

void DrawField::setSize(QSize size)
{
    if (size != m_drawing.size()) {
        m_drawing = DrawnImage(size);
        changed();
    }
}

void DrawField::setBase(const QImage& image)
{
    m_drawing.setBase(image);
    changed();
}

void DrawField::setInverted(bool inverted)
{
    m_inverted = inverted;
    update();
}

void DrawField::undo()
{
    m_drawing.undo();
    changed();
}

void DrawField::clear()
{
    m_drawing.clear();
    changed();
}

void DrawField::changed()
{
    m_shown = m_drawing.image();
    update();
    emit drawn();
}

QRect DrawField::field() const
{
    QRect place(QPoint(), m_drawing.size().scaled(size(), Qt::KeepAspectRatio));
    place.moveCenter(rect().center());
    return place;
}

QPointF DrawField::pixelAt(QPointF point) const
{
    const QRectF place = field();
    return {(point.x() - place.left()) * m_drawing.size().width() / place.width(),
            (point.y() - place.top()) * m_drawing.size().height() / place.height()};
}

void DrawField::mousePressEvent(QMouseEvent* event)
{
    m_isDrawing = event->button() == Qt::LeftButton || event->button() == Qt::RightButton;
    if (m_isDrawing) {
        m_drawing.begin(m_radius, m_erases || event->button() == Qt::RightButton);
        m_drawing.lead(pixelAt(event->position()));
        changed();
    }
}

void DrawField::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isDrawing) {
        m_drawing.lead(pixelAt(event->position()));
        changed();
    }
}

void DrawField::mouseReleaseEvent(QMouseEvent*)
{
    m_isDrawing = false;
}

void DrawField::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    QImage image = m_shown;
    if (m_inverted) {
        image.invertPixels();
    }
    painter.drawImage(field(), image);
    painter.setPen(hasFocus() ? theme.accent : theme.nodeBorder);
    painter.drawRect(field().adjusted(0, 0, -1, -1));
    if (m_drawing.isEmpty()) {
        painter.setPen(m_inverted ? Qt::black : Qt::white);
        painter.drawText(field(), Qt::AlignCenter | Qt::TextWordWrap, tr("Draw here"));
    }
}

} // namespace studio

#include "moc_draw_field.cpp"
