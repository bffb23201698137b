// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/read_picture.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <QMouseEvent>
#include <QPainter>

namespace studio {

ReadPicture::ReadPicture(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("The image as the net reads it"));
    setToolTip(tr("What the net reads, step by step: drag the marker"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
}

void ReadPicture::setImage(const QImage& image, bool byColumns)
{
    m_image = image;
    m_byColumns = byColumns;
    update();
}

void ReadPicture::setRead(int steps)
{
    m_read = steps;
    update();
}

QRect ReadPicture::field() const
{
    QRect place(QPoint(), m_image.size().scaled(size(), Qt::KeepAspectRatio));
    place.moveCenter(rect().center());
    return place;
}

void ReadPicture::moveTo(QPoint to)
{
    const QRect place = field();
    const int behind = m_byColumns ? to.x() - place.left() : to.y() - place.top();
    const int length = std::max(1, m_byColumns ? place.width() : place.height());
    emit moved(std::clamp(behind * steps() / length + 1, 1, std::max(1, steps())));
}

void ReadPicture::mousePressEvent(QMouseEvent* event)
{
    moveTo(event->pos());
}

void ReadPicture::mouseMoveEvent(QMouseEvent* event)
{
    moveTo(event->pos());
}

void ReadPicture::paintEvent(QPaintEvent*)
{
    if (m_image.isNull()) {
        return;
    }
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    const QRect place = field();
    painter.drawImage(place, m_image);
    QRect rest = place;
    if (m_byColumns) {
        rest.setLeft(place.left() + place.width() * m_read / steps());
    } else {
        rest.setTop(place.top() + place.height() * m_read / steps());
    }
    if (m_read < steps()) {
        constexpr int veil = 170;
        painter.fillRect(rest, QColor(128, 128, 128, veil));
        painter.setPen(QPen(theme.accent, 2));
        painter.drawLine(rest.topLeft(), m_byColumns ? rest.bottomLeft() : rest.topRight());
    }
    painter.setPen(theme.nodeBorder);
    painter.drawRect(place.adjusted(0, 0, -1, -1));
}

} // namespace studio

#include "moc_read_picture.cpp"
