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

void HeatMap::show(Shown shown)
{
    const bool same = shown.characters == m_shown.characters;
    m_shown = std::move(shown);
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
    constexpr int narrowest = 4; ///< pixels of a unit in a row of several
    int columns = static_cast<int>(m_shown.characters.size()), rows = m_shown.units;
    if (isWrapped()) {
        const int most = std::max(1, height() / narrowest);
        rows = std::clamp((m_shown.units * narrowest + width() - 1) / std::max(1, width()), 1, most);
        columns = (m_shown.units + rows - 1) / rows;
        rows = (m_shown.units + columns - 1) / columns;
    }
    constexpr int levels = 256;
    std::array<QRgb, levels> colours{};
    const LensScale& scale = m_shown.scale;
    for (int level = 0; level < levels; ++level) {
        const float side = 2.0f * static_cast<float>(level) / (levels - 1) - 1;
        colours[static_cast<std::size_t>(level)] = scale.colour(scale.middle + side * scale.half).rgb();
    }
    const QRgb notFinite = scale.colour(std::numeric_limits<float>::quiet_NaN()).rgb();
    m_image = QImage(columns, rows, QImage::Format_ARGB32_Premultiplied);
    m_image.fill(Qt::transparent); // behind the last unit
    for (int row = 0; row < rows; ++row) {
        auto* const pixels = reinterpret_cast<QRgb*>(m_image.scanLine(row));
        for (int column = 0; column < columns; ++column) {
            const auto [unit, character] = at(column, row);
            if (unit < m_shown.units) {
                const float value = m_shown.characters[static_cast<std::size_t>(character)][unit];
                const float side = std::clamp((value - scale.middle) / scale.half, -1.0f, 1.0f);
                pixels[column] =
                    std::isfinite(value) ? colours[static_cast<std::size_t>((side + 1) / 2 * (levels - 1))] : notFinite;
            }
        }
    }
}

std::pair<int, int> HeatMap::at(int column, int row) const
{
    return isWrapped() ? std::pair(row * m_image.width() + column, 0) : std::pair(row, column);
}

std::pair<int, int> HeatMap::at(const QPoint& point) const
{
    const auto place = [](int pixel, int pixels, int count) {
        return std::clamp(static_cast<int>(qint64{pixel} * count / std::max(1, pixels)), 0, count - 1);
    };
    const auto [unit, character] =
        at(place(point.x(), width(), m_image.width()), place(point.y(), height(), m_image.height()));
    return {std::min(unit, m_shown.units - 1), character};
}

QRectF HeatMap::cellOf(int column, int row) const
{
    const double wide = static_cast<double>(width()) / m_image.width();
    const double high = static_cast<double>(height()) / m_image.height();
    return {column * wide, row * high, std::max(wide, 3.0) - 1, std::max(high, 3.0) - 1};
}

void HeatMap::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.canvas);
    if (isEmpty()) {
        return;
    }
    painter.drawImage(rect(), m_image);
    const auto frame = [&](int unit) {
        const int wide = m_image.width();
        painter.drawRect(isWrapped() ? cellOf(unit % wide, unit / wide)
                                     : cellOf(0, unit).united(cellOf(wide - 1, unit)));
    };
    painter.setPen(theme.warning);
    std::ranges::for_each(m_shown.held, frame);
    painter.setPen(QPen(hasFocus() ? theme.accent : theme.text, isWrapped() ? 2 : 1));
    frame(static_cast<int>(m_shown.unit));
    const int column = m_shown.character - m_shown.first;
    if (!isWrapped() && column >= 0 && column < m_image.width()) {
        painter.setPen(theme.accent);
        painter.drawRect(cellOf(column, 0).united(cellOf(column, m_image.height() - 1)));
    }
}

void HeatMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !isEmpty()) {
        const auto [unit, character] = at(event->pos());
        emit chosen(unit, m_shown.first + character);
    }
}

void HeatMap::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key(), along = isWrapped() ? 1 : 0, across = isWrapped() ? m_image.width() : 1;
    const int step = key == Qt::Key_Up      ? -across
                     : key == Qt::Key_Down  ? across
                     : key == Qt::Key_Left  ? -along
                     : key == Qt::Key_Right ? along
                                            : 0;
    if (step == 0 || isEmpty()) {
        QWidget::keyPressEvent(event);
    } else if (const std::int64_t unit = m_shown.unit + step; unit >= 0 && unit < m_shown.units) {
        emit chosen(unit, m_shown.character);
    }
}

bool HeatMap::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || isEmpty()) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<const QHelpEvent*>(event);
    const auto [unit, character] = at(help->pos());
    const double value{m_shown.characters[static_cast<std::size_t>(character)][unit]};
    QToolTip::showText(help->globalPos(),
                       tr("Unit %1: %2").arg(QLocale().toString(unit), QLocale().toString(value, 'f', 3)), this);
    return true;
}

std::vector<const float*> charactersOf(const engine::UnitValues& layer, std::int64_t quantity, int first, int last)
{
    std::vector<const float*> rows;
    for (int character = first; character < last; ++character) {
        rows.push_back(layer.row(quantity, character));
    }
    return rows;
}

} // namespace studio

#include "moc_heat_map.cpp"
