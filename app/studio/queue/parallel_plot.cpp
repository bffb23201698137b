// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/parallel_plot.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

namespace studio {
namespace {

constexpr int minGap = 76;       ///< pixels between two axes, for a name or a label
constexpr int margin = 52;       ///< of the outer axes, for half a name or a label
constexpr int reach = 12;        ///< pixels beside an axis in which it is taken hold of
constexpr int lineReach = 5;     ///< the same of a line
constexpr int brushWidth = 14;   ///< pixels
constexpr double keyStep = 0.05; ///< of a key, in heights

double distance(QPointF place, QPointF from, QPointF to)
{
    const QPointF along = to - from, there = place - from;
    const double length = QPointF::dotProduct(along, along);
    const double part = length > 0 ? std::clamp(QPointF::dotProduct(there, along) / length, 0.0, 1.0) : 0;
    const QPointF rest = there - part * along;
    return std::hypot(rest.x(), rest.y());
}

} // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("parallelPlot"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true); // the pointer tells what can be dragged
    setAccessibleName(tr("Settings and results of the runs"));
    setAccessibleDescription(tr("Left and right choose an axis, up and down move its brush, with Shift its upper end; "
                                "Escape takes the brushes away."));
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, [this] { update(); });
}

void ParallelPlot::setAxes(ParallelAxes now)
{
    const bool isSame = now.hasAxesOf(m_shown);
    for (std::size_t axis = 0; isSame && axis < now.axes.size(); ++axis) {
        now.axes[axis].brush = m_shown.axes[axis].brush;
    }
    m_shown = std::move(now);
    m_current = isSame ? m_current : 0;
    m_drag = isSame ? m_drag : std::nullopt;
    const QList<qint64> runs = brushedRuns();
    if (m_shown.isBrushed() && QSet<qint64>(runs.begin(), runs.end()) != m_chosen) {
        tellBrushed(); // a loss has come into a brush, or gone out of it
    }
    updateGeometry();
    update();
}

QSize ParallelPlot::minimumSizeHint() const
{
    return {2 * margin + minGap * std::max(axes() - 1, 1), 96};
}

void ParallelPlot::choose(const QList<qint64>& runs)
{
    const QSet<qint64> wanted(runs.begin(), runs.end());
    const QList<qint64> brushed = brushedRuns();
    if (wanted != QSet<qint64>(brushed.begin(), brushed.end())) {
        for (ParallelAxis& axis : m_shown.axes) {
            axis.brush.reset();
        }
    }
    m_chosen = wanted;
    update();
}

QRect ParallelPlot::area() const
{
    const int high = fontMetrics().height();
    return rect().adjusted(margin, 2 * high + 6, -margin, -high);
}

int ParallelPlot::gap() const
{
    return area().width() / std::max(axes() - 1, 1);
}

int ParallelPlot::xOf(std::size_t axis) const
{
    const QRect place = area();
    const auto gaps = static_cast<int>(m_shown.axes.size()) - 1;
    return place.left() + (gaps > 0 ? place.width() * static_cast<int>(axis) / gaps : place.width() / 2);
}

int ParallelPlot::yOf(double height) const
{
    return area().bottom() - static_cast<int>(std::lround(height * area().height()));
}

double ParallelPlot::heightAt(int y) const
{
    return std::clamp(static_cast<double>(area().bottom() - y) / std::max(area().height(), 1), 0.0, 1.0);
}

QPoint ParallelPlot::placeOf(int axis, double height) const
{
    return {xOf(static_cast<std::size_t>(axis)), yOf(height)};
}

std::optional<std::size_t> ParallelPlot::axisAt(QPoint place) const
{
    for (std::size_t axis = 0; axis < m_shown.axes.size(); ++axis) {
        if (std::abs(place.x() - xOf(axis)) <= reach) {
            return axis;
        }
    }
    return std::nullopt;
}

const ParallelLine* ParallelPlot::lineAt(QPoint place) const
{
    double nearest = lineReach;
    const ParallelLine* found = nullptr;
    for (const ParallelLine& line : m_shown.lines) {
        for (std::size_t axis = 1; axis < m_shown.axes.size(); ++axis) {
            const double away = distance(place, QPointF(xOf(axis - 1), yOf(line.heights[axis - 1])),
                                         QPointF(xOf(axis), yOf(line.heights[axis])));
            if (away <= nearest) {
                nearest = away;
                found = &line;
            }
        }
    }
    return found;
}

QList<qint64> ParallelPlot::brushedRuns() const
{
    QList<qint64> runs;
    for (const ParallelLine& line : m_shown.lines) {
        if (m_shown.isBrushed() && m_shown.passes(line)) {
            runs.append(line.run);
        }
    }
    return runs;
}

void ParallelPlot::tellBrushed()
{
    const QList<qint64> runs = brushedRuns();
    m_chosen = {runs.begin(), runs.end()};
    update();
    emit passing(runs);
}

void ParallelPlot::brush(std::size_t axis, double low, double high)
{
    m_current = axis;
    m_shown.axes[axis].brush = {std::clamp(std::min(low, high), 0.0, 1.0), std::clamp(std::max(low, high), 0.0, 1.0)};
    tellBrushed();
    emit brushed();
}

void ParallelPlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const QPoint place = event->position().toPoint();
    m_moved = false;
    m_pressed = place;
    if (const auto axis = axisAt(place)) {
        m_current = *axis;
        m_drag = {*axis, heightAt(place.y())};
        update();
    } else if (const ParallelLine* const line = lineAt(place)) {
        choose({line->run});
        emit passing({line->run});
        emit brushed();
    }
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint place = event->position().toPoint();
    setCursor(m_drag || axisAt(place) ? Qt::SplitVCursor : lineAt(place) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (m_drag && (m_moved || (place - m_pressed).manhattanLength() >= QApplication::startDragDistance())) {
        m_moved = true;
        brush(m_drag->first, m_drag->second, heightAt(place.y()));
    }
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_drag && event->button() == Qt::LeftButton) {
        const std::size_t axis = m_drag->first;
        m_drag.reset();
        if (!m_moved && m_shown.axes[axis].brush) { // a click takes the brush away
            m_shown.axes[axis].brush.reset();
            tellBrushed();
        }
    }
}

void ParallelPlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPoint place = event->position().toPoint();
    if (const ParallelLine* const line = axisAt(place) ? nullptr : lineAt(place)) {
        emit activated(line->run);
    }
}

void ParallelPlot::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (m_shown.axes.empty()) {
        QWidget::keyPressEvent(event);
    } else if (key == Qt::Key_Left || key == Qt::Key_Right) {
        const std::size_t last = m_shown.axes.size() - 1;
        m_current = key == Qt::Key_Left ? (m_current == 0 ? 0 : m_current - 1) : std::min(m_current + 1, last);
        update();
    } else if (key == Qt::Key_Up || key == Qt::Key_Down) {
        const double by = key == Qt::Key_Up ? keyStep : -keyStep;
        const std::optional<ParallelAxis::Brush>& before = m_shown.axes[m_current].brush;
        if (!before) {
            brush(m_current, key == Qt::Key_Up ? 0.5 : 0, key == Qt::Key_Up ? 1 : 0.5);
        } else if (event->modifiers().testFlag(Qt::ShiftModifier)) {
            brush(m_current, before->low, std::max(before->high + by, before->low));
        } else {
            brush(m_current, before->low + by, before->high + by);
        }
    } else if (key == Qt::Key_Escape && m_shown.isBrushed()) {
        for (ParallelAxis& axis : m_shown.axes) {
            axis.brush.reset();
        }
        tellBrushed();
    } else {
        QWidget::keyPressEvent(event);
    }
}

bool ParallelPlot::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto& help = dynamic_cast<const QHelpEvent&>(*event);
        const auto axis = axisAt(help.pos());
        const ParallelLine* const line = lineAt(help.pos());
        QToolTip::showText(
            help.globalPos(),
            axis   ? tr("%1: drag along the axis to choose runs, click to take that back").arg(m_shown.axes[*axis].name)
            : line ? line->name
                   : QString());
        return true;
    }
    return QWidget::event(event);
}

/// On a ground of its own, since lines end there.
void ParallelPlot::paintLabel(QPainter& painter, std::size_t axis, int y, const QString& label) const
{
    constexpr int away = 8; // pixels
    const QFontMetrics metrics = painter.fontMetrics();
    const QString text = metrics.elidedText(label, Qt::ElideRight, gap() - 2 * away);
    const int x = xOf(axis), wide = metrics.horizontalAdvance(text), high = metrics.height();
    const int left = x + away + wide > rect().right() ? x - away - wide : x + away;
    const QRect place(left, y - high / 2, wide + 2, high);
    QColor ground = editor::theme().canvas;
    ground.setAlphaF(0.75F);
    painter.fillRect(place, ground);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
}

void ParallelPlot::paintAxis(QPainter& painter, std::size_t number) const
{
    const ParallelAxis& axis = m_shown.axes[number];
    const editor::Theme& theme = editor::theme();
    const int x = xOf(number), high = painter.fontMetrics().height();
    const bool isCurrent = hasFocus() && number == m_current;
    painter.setPen(QPen(isCurrent ? theme.accent : theme.mutedText, isCurrent ? 2 : 1));
    painter.drawLine(x, area().top(), x, area().bottom());
    if (axis.brush) {
        QColor ground = theme.accent;
        ground.setAlphaF(0.25F);
        painter.setBrush(ground);
        painter.setPen(theme.accent);
        painter.drawRect(
            QRect(QPoint(x - brushWidth / 2, yOf(axis.brush->high)), QPoint(x + brushWidth / 2, yOf(axis.brush->low))));
    }
    const QString name = painter.fontMetrics().elidedText(
        axis.name, Qt::ElideMiddle, std::min(gap() - 8, std::min(x, rect().right() - x) + gap() / 2));
    const int width = painter.fontMetrics().horizontalAdvance(name) + 1;
    const int left = std::clamp(x - width / 2, 0, std::max(rect().right() - width, 0)); // the outer ones stay in it
    painter.setPen(isCurrent ? theme.accent : theme.text);
    painter.drawText(QRect(left, 0, width, high), Qt::AlignLeft | Qt::AlignTop, name);
    painter.setPen(theme.mutedText);
    int before = height() * 2;
    for (const double tick : axis.ticks) {
        const int y = yOf(tick);
        if (before - y < high && tick != axis.ticks.back()) { // no room between them
            continue;
        }
        before = y;
        paintLabel(painter, number, y, axis.labelAt(tick));
        painter.drawLine(x - 3, y, x + 3, y);
    }
}

/// In the colour of its result, from the best to the worst; grey without one.
void ParallelPlot::paintLine(QPainter& painter, const ParallelLine& line) const
{
    const editor::Theme& theme = editor::theme();
    const auto mixed = [&](float best, float worst) {
        const auto part = static_cast<float>(line.rank.value_or(0));
        return (1 - part) * best + part * worst;
    };
    const bool isChosen = m_chosen.contains(line.run), isAny = m_chosen.isEmpty() && !m_shown.isBrushed();
    QColor colour = theme.mutedText;
    if (line.rank) {
        const QColor best = theme.accent, worst = theme.warning;
        colour = QColor::fromRgbF(mixed(best.redF(), worst.redF()), mixed(best.greenF(), worst.greenF()),
                                  mixed(best.blueF(), worst.blueF()));
    }
    colour.setAlphaF(isChosen ? 1.0F : isAny ? 0.8F : 0.25F);
    painter.setPen(QPen(colour, isChosen ? 3 : 1.5));
    QPainterPath path(QPointF(xOf(0), yOf(line.heights.front())));
    for (std::size_t axis = 1; axis < m_shown.axes.size(); ++axis) {
        path.lineTo(xOf(axis), yOf(line.heights[axis]));
    }
    painter.drawPath(path);
}

void ParallelPlot::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const editor::Theme& theme = editor::theme();
    painter.fillRect(rect(), theme.canvas);
    if (m_shown.axes.empty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Runs that differ in a setting are compared here."));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const bool areChosen : {false, true}) { // these lie on top
        for (const ParallelLine& line : m_shown.lines) {
            if (m_chosen.contains(line.run) == areChosen) {
                paintLine(painter, line);
            }
        }
    }
    for (std::size_t axis = 0; axis < m_shown.axes.size(); ++axis) {
        paintAxis(painter, axis);
    }
}

} // namespace studio

#include "moc_parallel_plot.cpp"
