// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/read_picture.h"

#include "app/studio/trying/chance_bars.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QMouseEvent>
#include <QPainter>

namespace studio {
namespace {

constexpr int gap = 8; ///< between the image and the chances

} // namespace

ReadPicture::ReadPicture(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("The image as the net reads it"));
    setToolTip(tr("What the net reads, step by step, and the chance of each class after each step: drag the marker"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
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

void ReadPicture::setReading(const engine::StepReading& reading, const std::vector<std::string>& classes)
{
    m_reading = reading;
    m_classes = classes;
    update();
}

QRect ReadPicture::field() const
{
    const QSize room = m_byColumns ? QSize(width(), (height() - gap) / 2) : QSize((width() - gap) / 2, height());
    return {QPoint(), m_image.size().scaled(room, Qt::KeepAspectRatio)};
}

QRect ReadPicture::barOf(int steps) const
{
    const QRect place = field();
    const auto edge = [&](int step) {
        return m_byColumns ? place.width() * step / this->steps() : place.height() * step / this->steps();
    };
    return m_byColumns ? QRect(edge(steps - 1), place.height() + gap, edge(steps) - edge(steps - 1), place.height())
                       : QRect(place.width() + gap, edge(steps - 1), place.width(), edge(steps) - edge(steps - 1));
}

/// The classes in their order. One that leads is named once, in the middle of the steps after which it does.
void ReadPicture::paintChances(QPainter& painter) const
{
    std::vector<std::size_t> leading;
    std::vector<QRectF> parts; // of the leading classes
    for (std::size_t end = 0; end < m_reading.ends.size(); ++end) {
        const QRectF bar = barOf(static_cast<int>(m_reading.ends[end]));
        const std::span<const float> chances = m_reading.chancesAt(end);
        leading.push_back(static_cast<std::size_t>(std::ranges::max_element(chances) - chances.begin()));
        double from = 0;
        for (std::size_t number = 0; number < chances.size(); ++number) {
            const auto share = static_cast<double>(chances[number]);
            const QRectF part =
                m_byColumns ? QRectF(bar.left(), bar.bottom() - (from + share) * bar.height(), bar.width(),
                                     share * bar.height())
                            : QRectF(bar.left() + from * bar.width(), bar.top(), share * bar.width(), bar.height());
            const bool isSolid = classPen(number).style() == Qt::SolidLine;
            painter.fillRect(part, QBrush(classColour(number), isSolid ? Qt::SolidPattern : Qt::Dense3Pattern));
            if (number == leading.back()) {
                parts.push_back(part);
            }
            from += share;
        }
    }
    painter.setPen(editor::theme().canvas);
    for (std::size_t first = 0, end = 0; end < leading.size(); ++end) {
        if (end + 1 < leading.size() && leading[end + 1] == leading[first]) {
            continue;
        }
        const QString name = classText(m_classes, leading[first]);
        QRectF room = painter.fontMetrics().boundingRect(name);
        const QRectF middle = parts[(first + end) / 2], all = parts[first].united(parts[end]);
        room.moveCenter(m_byColumns ? QPointF(all.center().x(), middle.center().y())
                                    : QPointF(middle.center().x(), all.center().y()));
        if (room.width() <= (m_byColumns ? all : middle).width() &&
            room.height() <= (m_byColumns ? middle : all).height()) {
            painter.drawText(room, Qt::AlignCenter | Qt::TextDontClip, name);
        }
        first = end + 1;
    }
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
    const QRect place = field(), chart = barOf(1).united(barOf(steps()));
    painter.drawImage(place, m_image);
    paintChances(painter);
    QRect rest = place.united(chart);
    if (m_byColumns) {
        rest.setLeft(place.left() + place.width() * m_read / steps());
    } else {
        rest.setTop(place.top() + place.height() * m_read / steps());
    }
    if (m_read < steps()) {
        constexpr int veil = 170;
        for (const QRect& part : {rest & place, rest & chart}) {
            painter.fillRect(part, QColor(128, 128, 128, veil));
        }
        painter.setPen(QPen(theme.accent, 2));
        painter.drawLine(rest.topLeft(), m_byColumns ? rest.bottomLeft() : rest.topRight());
    }
    painter.setPen(theme.nodeBorder);
    painter.drawRect(place.adjusted(0, 0, -1, -1));
    painter.drawRect(chart.adjusted(0, 0, -1, -1));
}

} // namespace studio

#include "moc_read_picture.cpp"
