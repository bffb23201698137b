// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/parallel_plot.h"

#include "editor/looks/theme.h"
#include "editor/words/numbers.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <QApplication>
#include <QCollator>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <set>

namespace studio {
namespace {

constexpr std::size_t maxTicks = 6; ///< more numbers than that have an axis with ends and middle alone
constexpr double lowestRatio = 20;  ///< of its ends, from which on an axis is logarithmic
constexpr double noneGap = 0.16;    ///< height of the lowest value above the place for none
constexpr int minGap = 76;          ///< pixels between two axes, for a name or a label
constexpr int margin = 52;          ///< of the outer axes, for half a name or a label
constexpr int reach = 12;           ///< pixels beside an axis in which it is taken hold of
constexpr int lineReach = 5;        ///< the same of a line
constexpr int brushWidth = 14;      ///< pixels
constexpr double keyStep = 0.05;    ///< of a key, in heights

QString wordOf(const QVariant& value)
{
    return value.userType() == QMetaType::QString ? value.toString() : editor::realText(value.toDouble());
}

/// An axis for the column, on which each line gets its height.
ParallelAxis axisOf(const ComparedColumn& column, std::vector<ParallelLine>& lines)
{
    ParallelAxis axis{.name = column.name};
    const auto isWord = [](const QVariant& value) { return value.userType() == QMetaType::QString; };
    if (std::ranges::any_of(column.values, isWord)) {
        for (const QVariant& value : column.values) {
            if (value.isValid() && !axis.words.contains(wordOf(value))) {
                axis.words.append(wordOf(value));
            }
        }
        QCollator natural;
        natural.setNumericMode(true);
        std::ranges::sort(axis.words, natural);
    }
    std::set<double> known;
    const auto numberOf = [&](const QVariant& value) {
        return axis.words.isEmpty() ? value.toDouble() : static_cast<double>(axis.words.indexOf(wordOf(value)));
    };
    for (const QVariant& value : column.values) {
        if (value.isValid()) {
            known.insert(numberOf(value));
        } else {
            axis.hasNone = true;
        }
    }
    axis.min = known.empty() ? 0 : *known.begin();
    axis.max = known.empty() ? 1 : *known.rbegin();
    axis.isLogarithmic = axis.words.isEmpty() && axis.min > 0 && axis.max / axis.min >= lowestRatio;
    for (std::size_t run = 0; run < lines.size(); ++run) {
        const QVariant& value = column.values[static_cast<qsizetype>(run)];
        lines[run].heights.push_back(value.isValid() ? axis.heightOf(numberOf(value)) : 0);
    }
    if (axis.hasNone) {
        axis.ticks.push_back(0);
    }
    if (axis.words.isEmpty() && known.size() > maxTicks) {
        const double lowest = axis.heightOf(axis.min);
        axis.ticks.insert(axis.ticks.end(), {lowest, (lowest + 1) / 2, 1});
    } else {
        std::ranges::transform(known, std::back_inserter(axis.ticks), [&](double one) { return axis.heightOf(one); });
    }
    return axis;
}

/// By their heights on the axis of the result, of which some may be the same.
void rank(std::vector<ParallelLine>& lines, const ParallelAxis& result, Better better)
{
    std::set<double> known;
    const auto hasResult = [&](const ParallelLine& line) { return !result.hasNone || line.heights.back() >= noneGap; };
    for (const ParallelLine& line : lines) {
        if (hasResult(line)) {
            known.insert(line.heights.back());
        }
    }
    for (ParallelLine& line : lines) {
        if (hasResult(line)) {
            const auto place = static_cast<double>(std::distance(known.begin(), known.find(line.heights.back())));
            const auto last = static_cast<double>(known.size() - 1);
            line.rank = (better == Better::Less ? place : last - place) / std::max(last, 1.0);
        }
    }
}

} // namespace

double ParallelAxis::heightOf(double value) const
{
    const double part = max <= min      ? 0.5
                        : isLogarithmic ? std::log(value / min) / std::log(max / min)
                                        : (value - min) / (max - min);
    return hasNone ? noneGap + (1 - noneGap) * part : part;
}

QString ParallelAxis::labelAt(double height) const
{
    if (hasNone && height < noneGap / 2) {
        return ParallelPlot::tr("none");
    }
    const double part = hasNone ? (height - noneGap) / (1 - noneGap) : height;
    const double value = isLogarithmic ? min * std::pow(max / min, part) : min + part * (max - min);
    const double apart = (max - min) / std::max(std::abs(min), std::abs(max));
    const int digits = apart > 0 ? std::clamp(2 + static_cast<int>(std::ceil(-std::log10(apart))), 3, 7) : 3;
    return words.isEmpty() ? QLocale().toString(value, 'g', digits) : words[static_cast<qsizetype>(std::lround(value))];
}

bool ParallelAxes::isBrushed() const
{
    return std::ranges::any_of(axes, [](const ParallelAxis& axis) { return axis.brush.has_value(); });
}

bool ParallelAxes::passes(const ParallelLine& line) const
{
    return std::ranges::equal(axes, line.heights, [](const ParallelAxis& axis, double height) {
        return !axis.brush || (height >= axis.brush->low && height <= axis.brush->high);
    });
}

ParallelAxes parallelAxes(const std::vector<ComparedColumn>& columns, std::vector<ParallelLine> runs, Better better)
{
    ParallelAxes made;
    if (runs.size() < 2 || columns.size() < 2) {
        return made;
    }
    made.lines = std::move(runs);
    for (const ComparedColumn& column : columns) {
        made.axes.push_back(axisOf(column, made.lines));
    }
    rank(made.lines, made.axes.back(), better);
    return made;
}

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
    const bool isSame = std::ranges::equal(now.axes, m_shown.axes, {}, &ParallelAxis::name, &ParallelAxis::name);
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
        clearBrushes();
    }
    m_chosen = wanted;
    update();
}

void ParallelPlot::clearBrushes()
{
    for (ParallelAxis& axis : m_shown.axes) {
        axis.brush.reset();
    }
}

QRect ParallelPlot::area() const
{
    const int high = fontMetrics().height();
    return rect().adjusted(margin, 2 * high + 6, -margin, -high);
}

QPoint ParallelPlot::placeOf(int axis, double height) const
{
    const QRect place = area();
    return {place.left() + place.width() * axis / std::max(axes() - 1, 1),
            place.bottom() - static_cast<int>(std::lround(height * place.height()))};
}

double ParallelPlot::heightAt(int y) const
{
    return std::clamp(static_cast<double>(area().bottom() - y) / std::max(area().height(), 1), 0.0, 1.0);
}

ParallelAxis* ParallelPlot::axisAt(QPoint place)
{
    for (int axis = 0; axis < axes(); ++axis) {
        if (std::abs(place.x() - placeOf(axis, 0).x()) <= reach) {
            return &m_shown.axes[static_cast<std::size_t>(axis)];
        }
    }
    return nullptr;
}

const ParallelLine* ParallelPlot::lineAt(QPoint place) const
{
    double nearest = lineReach;
    const ParallelLine* found = nullptr;
    for (const ParallelLine& line : m_shown.lines) {
        for (int axis = 1; axis < axes(); ++axis) {
            const auto at = static_cast<std::size_t>(axis);
            const QPointF from = placeOf(axis - 1, line.heights[at - 1]), to = placeOf(axis, line.heights[at]);
            const QPointF along = to - from, there = place - from;
            const double away =
                std::abs(along.x() * there.y() - along.y() * there.x()) / std::hypot(along.x(), along.y());
            if (there.x() >= 0 && place.x() <= to.x() && away <= nearest) {
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

void ParallelPlot::brush(double low, double high)
{
    m_shown.axes[m_current].brush = {std::clamp(std::min(low, high), 0.0, 1.0),
                                     std::clamp(std::max(low, high), 0.0, 1.0)};
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
    if (const ParallelAxis* const axis = axisAt(place)) {
        m_current = static_cast<std::size_t>(axis - m_shown.axes.data());
        m_drag = heightAt(place.y());
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
        brush(*m_drag, heightAt(place.y()));
    }
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_drag && event->button() == Qt::LeftButton) {
        m_drag.reset();
        std::optional<ParallelAxis::Brush>& brush = m_shown.axes[m_current].brush;
        if (!m_moved && brush) { // a click takes the brush away
            brush.reset();
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
    const bool isUp = key == Qt::Key_Up;
    if (isEmpty()) {
        QWidget::keyPressEvent(event);
    } else if (key == Qt::Key_Left || key == Qt::Key_Right) {
        m_current = key == Qt::Key_Left ? std::max<std::size_t>(m_current, 1) - 1
                                        : std::min(m_current + 1, m_shown.axes.size() - 1);
        update();
    } else if (isUp || key == Qt::Key_Down) {
        const double by = isUp ? keyStep : -keyStep;
        const std::optional<ParallelAxis::Brush>& before = m_shown.axes[m_current].brush;
        if (!before) {
            brush(isUp ? 0.5 : 0, isUp ? 1 : 0.5);
        } else if (event->modifiers().testFlag(Qt::ShiftModifier)) {
            brush(before->low, std::max(before->high + by, before->low));
        } else {
            brush(before->low + by, before->high + by);
        }
    } else if (key == Qt::Key_Escape && m_shown.isBrushed()) {
        clearBrushes();
        tellBrushed();
    } else {
        QWidget::keyPressEvent(event);
    }
}

bool ParallelPlot::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto& help = dynamic_cast<const QHelpEvent&>(*event);
        const ParallelAxis* const axis = axisAt(help.pos());
        const ParallelLine* const line = lineAt(help.pos());
        QToolTip::showText(help.globalPos(),
                           axis ? tr("%1: drag along the axis to choose runs, click to take that back").arg(axis->name)
                           : line ? line->name
                                  : QString());
        return true;
    }
    return QWidget::event(event);
}

/// Its labels are on a ground of their own, since lines end there.
void ParallelPlot::paintAxis(QPainter& painter, int number) const
{
    constexpr int away = 8; // pixels
    const ParallelAxis& axis = m_shown.axes[static_cast<std::size_t>(number)];
    const editor::Theme& theme = editor::theme();
    const QFontMetrics metrics = painter.fontMetrics();
    const QPoint low = placeOf(number, 0), top = placeOf(number, 1);
    const int x = low.x(), high = metrics.height();
    const bool isCurrent = hasFocus() && static_cast<std::size_t>(number) == m_current;
    painter.setPen(QPen(isCurrent ? theme.accent : theme.mutedText, isCurrent ? 2 : 1));
    painter.drawLine(low, top);
    const auto faint = [](QColor colour, float part) {
        colour.setAlphaF(part);
        return colour;
    };
    if (axis.brush) {
        painter.setBrush(faint(theme.accent, 0.25F));
        painter.setPen(theme.accent);
        painter.drawRect(QRect(placeOf(number, axis.brush->high) - QPoint(brushWidth / 2, 0),
                               placeOf(number, axis.brush->low) + QPoint(brushWidth / 2, 0)));
    }
    const QString name = metrics.elidedText(axis.name, Qt::ElideMiddle,
                                            std::min(gap() - 8, std::min(x, rect().right() - x) + gap() / 2));
    const int width = metrics.horizontalAdvance(name) + 1;
    const int left = std::clamp(x - width / 2, 0, std::max(rect().right() - width, 0)); // the outer ones stay in it
    painter.setPen(isCurrent ? theme.accent : theme.text);
    painter.drawText(QRect(left, 0, width, high), Qt::AlignLeft | Qt::AlignTop, name);
    painter.setPen(theme.mutedText);
    int before = height() * 2;
    for (const double tick : axis.ticks) {
        const int y = placeOf(number, tick).y();
        if (before - y < high && tick != axis.ticks.back()) { // no room between them
            continue;
        }
        before = y;
        const QString text = metrics.elidedText(axis.labelAt(tick), Qt::ElideRight, gap() - 2 * away);
        const int wide = metrics.horizontalAdvance(text);
        const QRect place(x + away + wide > rect().right() ? x - away - wide : x + away, y - high / 2, wide + 2, high);
        painter.fillRect(place, faint(theme.canvas, 0.75F));
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
        painter.drawLine(x - 3, y, x + 3, y);
    }
}

/// In the colour of its result, from the best to the worst; grey without one.
void ParallelPlot::paintLine(QPainter& painter, const ParallelLine& line) const
{
    const editor::Theme& theme = editor::theme();
    const auto mixed = [&](float best, float worst) { return std::lerp(best, worst, static_cast<float>(*line.rank)); };
    const bool isChosen = m_chosen.contains(line.run), isAny = m_chosen.isEmpty() && !m_shown.isBrushed();
    QColor colour = theme.mutedText;
    if (line.rank) {
        const QColor best = theme.accent, worst = theme.warning;
        colour = QColor::fromRgbF(mixed(best.redF(), worst.redF()), mixed(best.greenF(), worst.greenF()),
                                  mixed(best.blueF(), worst.blueF()));
    }
    colour.setAlphaF(isChosen ? 1.0F : isAny ? 0.8F : 0.25F);
    painter.setPen(QPen(colour, isChosen ? 3 : 1.5));
    QPolygonF path;
    for (int axis = 0; axis < axes(); ++axis) {
        path.append(placeOf(axis, line.heights[static_cast<std::size_t>(axis)]));
    }
    painter.drawPolyline(path);
}

void ParallelPlot::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const editor::Theme& theme = editor::theme();
    painter.fillRect(rect(), theme.canvas);
    if (isEmpty()) { // its panel hides it then
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const bool areChosen : {false, true}) { // these lie on top
        for (const ParallelLine& line : m_shown.lines) {
            if (m_chosen.contains(line.run) == areChosen) {
                paintLine(painter, line);
            }
        }
    }
    for (int axis = 0; axis < axes(); ++axis) {
        paintAxis(painter, axis);
    }
}

} // namespace studio

#include "moc_parallel_plot.cpp"
