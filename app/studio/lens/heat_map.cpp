// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/heat_map.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

namespace studio {

HeatMap::HeatMap(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("heatMap"));
    setAccessibleName(tr("All units of the layer over the characters in view"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(60);
    editor::onNewLooks(this, [this] {
        draw();
        update();
    });
}

void HeatMap::show(const Shown& shown)
{
    const bool same = shown.layer == m_shown.layer && shown.quantity == m_shown.quantity &&
                      shown.first == m_shown.first && shown.last == m_shown.last &&
                      m_image.width() == shown.last - shown.first;
    m_shown = shown;
    if (!same) {
        draw();
    }
    update();
}

void HeatMap::draw()
{
    m_image = {};
    if (isEmpty()) {
        return;
    }
    constexpr int levels = 256;
    std::array<QRgb, levels> colours{};
    const LensScale& scale = m_shown.scale;
    for (int level = 0; level < levels; ++level) {
        const float side = 2.0f * static_cast<float>(level) / (levels - 1) - 1;
        colours[static_cast<std::size_t>(level)] = scale.colour(scale.middle + side * scale.half).rgb();
    }
    const QRgb notFinite = scale.colour(std::numeric_limits<float>::quiet_NaN()).rgb();
    const int units = static_cast<int>(m_shown.layer->units);
    m_image = QImage(m_shown.last - m_shown.first, units, QImage::Format_RGB32);
    for (int character = m_shown.first; character < m_shown.last; ++character) {
        const float* const row = m_shown.layer->row(m_shown.quantity, character);
        for (int unit = 0; unit < units; ++unit) {
            QRgb& pixel = reinterpret_cast<QRgb*>(m_image.scanLine(unit))[character - m_shown.first];
            pixel = notFinite;
            if (std::isfinite(row[unit])) {
                const float side = std::clamp((row[unit] - scale.middle) / scale.half, -1.0f, 1.0f);
                pixel = colours[static_cast<std::size_t>((side + 1) / 2 * (levels - 1))];
            }
        }
    }
}

qint64 HeatMap::unitAt(const QPoint& point) const
{
    return std::clamp<qint64>(qint64{point.y()} * m_shown.layer->units / std::max(1, height()), 0,
                              m_shown.layer->units - 1);
}

int HeatMap::characterAt(const QPoint& point) const
{
    const int count = m_shown.last - m_shown.first;
    return m_shown.first +
           static_cast<int>(std::clamp<qint64>(qint64{point.x()} * count / std::max(1, width()), 0, count - 1));
}

void HeatMap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), editor::theme().canvas);
    if (isEmpty()) {
        return;
    }
    painter.drawImage(rect(), m_image);
    const double high = static_cast<double>(height()) / static_cast<double>(m_shown.layer->units);
    const double wide = static_cast<double>(width()) / (m_shown.last - m_shown.first);
    painter.setPen(QPen(editor::theme().text, 1));
    const QRectF unit(0, static_cast<double>(m_shown.unit) * high, width() - 1, std::max(high, 3.0));
    painter.drawRect(unit);
    if (m_shown.character >= m_shown.first && m_shown.character < m_shown.last) {
        painter.setPen(QPen(editor::theme().accent, 1));
        painter.drawRect(QRectF((m_shown.character - m_shown.first) * wide, 0, std::max(wide, 3.0), height() - 1));
    }
}

void HeatMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !isEmpty()) {
        emit chosen(unitAt(event->pos()), characterAt(event->pos()));
    }
}

void HeatMap::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Up ? -1 : event->key() == Qt::Key_Down ? 1 : 0;
    if (step == 0 || isEmpty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    emit chosen(std::clamp<qint64>(m_shown.unit + step, 0, m_shown.layer->units - 1), m_shown.character);
}

bool HeatMap::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || isEmpty()) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<const QHelpEvent*>(event);
    const qint64 unit = unitAt(help->pos());
    const float value = m_shown.layer->at(m_shown.quantity, characterAt(help->pos()), unit);
    QToolTip::showText(help->globalPos(),
                       tr("Unit %1: %2").arg(QLocale().toString(unit), QLocale().toString(double{value}, 'f', 3)),
                       this);
    return true;
}

} // namespace studio

#include "moc_heat_map.cpp"
