// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/state/state_strip.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace studio {

namespace {

constexpr int stripHeight = 48, narrowest = 4; ///< pixels; of a cell

} // namespace

StateStrip::StateStrip(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Units of the state"));
}

QSize StateStrip::sizeHint() const
{
    return {200, stripHeight};
}

void StateStrip::setValues(std::vector<float> values)
{
    m_values = std::move(values);
    float most = 1e-6f;
    for (const float value : m_values) {
        most = std::max(most, std::abs(value));
    }
    m_scale = {.middle = 0, .half = most};
    m_held.clear();
    update();
}

void StateStrip::setHeld(std::vector<int> units)
{
    m_held = std::move(units);
    update();
}

void StateStrip::setUnit(int unit)
{
    m_unit = unit;
    update();
}

/// As few rows as give every cell its width.
int StateStrip::perRow() const
{
    const int count = static_cast<int>(m_values.size());
    int rows = 1;
    while (rows < stripHeight / narrowest && (count + rows - 1) / rows * narrowest > width()) {
        ++rows;
    }
    return std::max(1, (count + rows - 1) / rows);
}

QRect StateStrip::cellOf(int unit) const
{
    const int columns = perRow(), rows = (static_cast<int>(m_values.size()) + columns - 1) / columns;
    const int column = unit % columns, row = unit / columns;
    const int left = column * width() / columns, top = row * height() / rows;
    return {left, top, (column + 1) * width() / columns - left, (row + 1) * height() / rows - top};
}

int StateStrip::unitAt(const QPoint& point) const
{
    for (int unit = 0; unit < static_cast<int>(m_values.size()); ++unit) {
        if (cellOf(unit).contains(point)) {
            return unit;
        }
    }
    return -1;
}

void StateStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    for (int unit = 0; unit < static_cast<int>(m_values.size()); ++unit) {
        painter.fillRect(cellOf(unit), m_scale.colour(m_values[static_cast<std::size_t>(unit)]));
    }
    painter.setPen(QPen(editor::theme().warning, 1));
    for (const int unit : m_held) {
        painter.drawRect(cellOf(unit).adjusted(0, 0, -1, -1));
    }
    if (m_unit < static_cast<int>(m_values.size())) {
        painter.setPen(QPen(hasFocus() ? editor::theme().accent : editor::theme().text, 2));
        painter.drawRect(cellOf(m_unit).adjusted(-1, 1, 0, -1));
    }
}

void StateStrip::mousePressEvent(QMouseEvent* event)
{
    if (const int unit = unitAt(event->position().toPoint()); unit >= 0) {
        emit chosen(unit);
    }
}

void StateStrip::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Left    ? -1
                   : event->key() == Qt::Key_Right ? 1
                   : event->key() == Qt::Key_Up    ? -perRow()
                   : event->key() == Qt::Key_Down  ? perRow()
                                                   : 0;
    const int unit = m_unit + by;
    if (by == 0) {
        QWidget::keyPressEvent(event);
    } else if (unit >= 0 && unit < static_cast<int>(m_values.size())) {
        emit chosen(unit);
    }
}

bool StateStrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const int unit = unitAt(help->pos());
    const QString words =
        unit < 0 ? QString()
                 : tr("Unit %1: %2")
                       .arg(QLocale().toString(unit),
                            QLocale().toString(static_cast<double>(m_values[static_cast<std::size_t>(unit)]), 'f', 4));
    QToolTip::showText(help->globalPos(), words, this);
    return true;
}

} // namespace studio

#include "moc_state_strip.cpp"
