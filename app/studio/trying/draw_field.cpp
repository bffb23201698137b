// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/draw_field.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace studio {
namespace {

constexpr double fullShade = 255;

double distance(QPointF point, QPointF from, QPointF to)
{
    const QPointF line = to - from;
    const double length2 = QPointF::dotProduct(line, line);
    const double along = length2 > 0 ? std::clamp(QPointF::dotProduct(point - from, line) / length2, 0.0, 1.0) : 0.0;
    const QPointF away = point - from - line * along;
    return std::hypot(away.x(), away.y());
}

/// How much of each pixel the brush covers, 0 to 1: its edge is one pixel wide. [height, width]
std::vector<double> covered(const Stroke& stroke, QSize size)
{
    std::vector<double> ink(static_cast<std::size_t>(size.width()) * static_cast<std::size_t>(size.height()));
    const double reach = stroke.radius + 1;
    for (std::size_t point = 0; point < stroke.points.size(); ++point) {
        const QPointF from = stroke.points[point > 0 ? point - 1 : 0], to = stroke.points[point];
        const QRect near = QRectF(from, to).normalized().adjusted(-reach, -reach, reach, reach).toAlignedRect() &
                           QRect(QPoint(), size);
        for (int row = near.top(); row <= near.bottom(); ++row) {
            for (int column = near.left(); column <= near.right(); ++column) {
                double& there = ink[static_cast<std::size_t>(row * size.width() + column)];
                const double away = distance({column + 0.5, row + 0.5}, from, to);
                there = std::max(there, std::clamp(stroke.radius - away + 0.5, 0.0, 1.0));
            }
        }
    }
    return ink;
}

void draw(const Stroke& stroke, QImage& image)
{
    const std::vector<double> ink = covered(stroke, image.size());
    for (int row = 0; row < image.height(); ++row) {
        uchar* const shades = image.scanLine(row);
        for (int column = 0; column < image.width(); ++column) {
            const double here = ink[static_cast<std::size_t>(row * image.width() + column)], before = shades[column];
            shades[column] = static_cast<uchar>(
                std::lround(stroke.erases ? before * (1 - here) : std::max(before, fullShade * here)));
        }
    }
}

/// The pixels that are not black.
QRect inked(const QImage& image)
{
    QRect all;
    for (int row = 0; row < image.height(); ++row) {
        const uchar* const shades = image.constScanLine(row);
        for (int column = 0; column < image.width(); ++column) {
            if (shades[column] > 0) {
                all |= QRect(column, row, 1, 1);
            }
        }
    }
    return all;
}

QPointF centreOfMass(const QImage& image)
{
    double mass = 0;
    QPointF sum;
    for (int row = 0; row < image.height(); ++row) {
        const uchar* const shades = image.constScanLine(row);
        for (int column = 0; column < image.width(); ++column) {
            mass += shades[column];
            sum += shades[column] * QPointF(column + 0.5, row + 0.5);
        }
    }
    return mass > 0 ? sum / mass : QPointF();
}

} // namespace

DrawnImage::DrawnImage(QSize size) : m_size(size) {}

void DrawnImage::begin(double radius, bool erases)
{
    m_strokes.push_back({.points = {}, .radius = radius, .erases = erases});
}

void DrawnImage::lead(QPointF to)
{
    m_strokes.back().points.push_back(to);
}

void DrawnImage::undo()
{
    if (m_strokes.empty()) {
        m_base = {};
    } else {
        m_strokes.pop_back();
    }
}

void DrawnImage::clear()
{
    m_strokes.clear();
    m_base = {};
}

void DrawnImage::setBase(const QImage& image)
{
    m_strokes.clear();
    const QImage grey = image.convertToFormat(QImage::Format_Grayscale8);
    m_base = grey.size() == m_size ? grey
                                   : grey.scaled(m_size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                                         .convertToFormat(QImage::Format_Grayscale8);
}

QImage DrawnImage::image() const
{
    QImage image = m_base;
    if (image.isNull()) {
        image = QImage(m_size, QImage::Format_Grayscale8);
        image.fill(0);
    }
    for (const Stroke& stroke : m_strokes) {
        draw(stroke, image);
    }
    return image;
}

QImage centred(const QImage& image)
{
    const QRect ink = inked(image);
    if (ink.isEmpty()) {
        return image;
    }
    constexpr int inside = 20, outside = 28;
    const QSize room = image.size() * inside / outside;
    const QImage cut = image.copy(ink)
                           .scaled(room, Qt::KeepAspectRatio, Qt::SmoothTransformation)
                           .convertToFormat(QImage::Format_Grayscale8);
    const QPointF shift = QPointF(image.width(), image.height()) / 2 - centreOfMass(cut);
    QImage result(image.size(), QImage::Format_Grayscale8);
    result.fill(0);
    QPainter painter(&result);
    painter.drawImage(shift.toPoint(), cut);
    return result;
}

DrawField::DrawField(QWidget* parent) : QWidget(parent)
{
    setCursor(Qt::CrossCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Drawing field"));
    setAccessibleDescription(tr("Arrows move the brush, Space lowers and lifts it"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
    m_shown = m_drawing.image();
}

void DrawField::setSize(QSize size)
{
    if (size != m_drawing.size()) {
        m_drawing = DrawnImage(size);
        m_brush = QPointF(size.width(), size.height()) / 2;
        replaced();
    }
}

void DrawField::setBase(const QImage& image)
{
    m_drawing.setBase(image);
    replaced();
}

void DrawField::setInverted(bool inverted)
{
    m_inverted = inverted;
    update();
}

void DrawField::undo()
{
    m_drawing.undo();
    replaced();
}

void DrawField::clear()
{
    m_drawing.clear();
    replaced();
}

void DrawField::begin(QPointF pixel, bool erases)
{
    m_isDrawing = true;
    m_drawing.begin(m_radius, erases);
    lead(pixel);
}

void DrawField::lead(QPointF pixel)
{
    m_drawing.lead(pixel);
    changed();
}

/// The stroke under way may be gone.
void DrawField::replaced()
{
    m_isDrawing = false;
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
    return {QPoint(), m_drawing.size().scaled(size(), Qt::KeepAspectRatio)};
}

QPointF DrawField::pixelAt(QPointF point) const
{
    const QRectF place = field();
    return {(point.x() - place.left()) * m_drawing.size().width() / place.width(),
            (point.y() - place.top()) * m_drawing.size().height() / place.height()};
}

void DrawField::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const QPointF step = key == Qt::Key_Left    ? QPointF(-1, 0)
                         : key == Qt::Key_Right ? QPointF(1, 0)
                         : key == Qt::Key_Up    ? QPointF(0, -1)
                         : key == Qt::Key_Down  ? QPointF(0, 1)
                                                : QPointF();
    if (key == Qt::Key_Space && !m_isDrawing) {
        begin(m_brush, m_erases);
    } else if (key == Qt::Key_Space) {
        m_isDrawing = false;
        update();
    } else if (step.isNull()) {
        QWidget::keyPressEvent(event);
    } else {
        const QSize size = m_drawing.size();
        m_brush = {std::clamp(m_brush.x() + step.x(), 0.0, double(size.width())),
                   std::clamp(m_brush.y() + step.y(), 0.0, double(size.height()))};
        if (m_isDrawing) {
            lead(m_brush);
        }
        update();
    }
}

void DrawField::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton || event->button() == Qt::RightButton) {
        begin(pixelAt(event->position()), m_erases || event->button() == Qt::RightButton);
    }
}

void DrawField::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isDrawing) {
        lead(pixelAt(event->position()));
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
        painter.drawText(field(), Qt::AlignCenter | Qt::TextWordWrap,
                         hasFocus() ? accessibleDescription() : tr("Draw here"));
    }
    if (hasFocus()) {
        const double scale = double(field().width()) / m_drawing.size().width();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.accent, m_isDrawing ? 3 : 1.5));
        painter.drawEllipse(m_brush * scale, m_radius * scale, m_radius * scale);
    }
}

} // namespace studio

#include "moc_draw_field.cpp"
