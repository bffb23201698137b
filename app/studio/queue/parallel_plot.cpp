// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/parallel_plot.h"

#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/report_table.h"
#include "editor/words/numbers.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <QCollator>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>
#include <ranges>
#include <set>

namespace studio {
namespace {

constexpr std::size_t maxTicks = 6; ///< of more numbers than that only the ends have a label
constexpr double lowestRatio = 20;  ///< of its ends, from which on an axis is logarithmic
constexpr double noneGap = 0.16;    ///< in heights, between the place for none and the nearest value
constexpr int minGap = 76;          ///< pixels between two axes, for a name or a label
constexpr int margin = 52;          ///< of the outer axes, for half a name or a label
constexpr int reach = 8;            ///< pixels beside an axis or a line in which it is taken hold of
constexpr int brushWidth = 14;      ///< pixels
constexpr double keyStep = 0.05;    ///< of a key, in heights
constexpr const char *axisKey = "axis", *runKey = "run"; ///< properties of what is drawn

/// An axis for the column, on which each line gets its height. Where any value is a word, all are, in natural order.
/// `none` is the height of a line without a value: 0 or 1.
ParallelAxis axisOf(const QString& name, const QVariantList& values, double none, std::vector<ParallelLine>& lines)
{
    const auto isWord = [](const QVariant& value) { return value.userType() == QMetaType::QString; };
    const bool areWords = std::ranges::any_of(values, isWord);
    const auto wordOf = [&](const QVariant& value) {
        return isWord(value) ? value.toString() : editor::realText(value.toDouble());
    };
    QStringList words;
    std::ranges::transform(values | std::views::filter(&QVariant::isValid), std::back_inserter(words), wordOf);
    QCollator natural;
    natural.setNumericMode(true);
    std::ranges::sort(words, natural);
    words.removeDuplicates();
    const auto numberOf = [&](const QVariant& value) {
        return areWords ? static_cast<double>(words.indexOf(wordOf(value))) : value.toDouble();
    };
    std::set<double> known;
    for (const QVariant& value : values | std::views::filter(&QVariant::isValid)) {
        known.insert(numberOf(value));
    }
    ParallelAxis axis{.name = name};
    if (!std::ranges::all_of(values, &QVariant::isValid)) {
        (none > 0 ? axis.highest : axis.lowest) = std::abs(none - noneGap);
        axis.ticks.emplace_back(none, QCoreApplication::translate("studio::ParallelPlot", "none"));
    }
    const double min = known.empty() ? 0 : *known.begin(), max = known.empty() ? 1 : *known.rbegin();
    const bool isLogarithmic = !areWords && min > 0 && max / min >= lowestRatio;
    const auto heightOf = [&](double number) {
        const double part = max <= min      ? 0.5
                            : isLogarithmic ? std::log(number / min) / std::log(max / min)
                                            : (number - min) / (max - min);
        return axis.lowest + (axis.highest - axis.lowest) * part;
    };
    for (std::size_t run = 0; run < lines.size(); ++run) {
        const QVariant& value = values[static_cast<qsizetype>(run)];
        lines[run].heights.push_back(value.isValid() ? heightOf(numberOf(value)) : none);
    }
    for (const double number : known) {
        if (areWords || known.size() <= maxTicks || number == min || number == max) {
            axis.ticks.emplace_back(heightOf(number),
                                    areWords ? words[std::lround(number)] : valueOf(number, max - min));
        }
    }
    std::ranges::sort(axis.ticks);
    return axis;
}

} // namespace

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

ParallelAxes parallelAxes(const engine::Report& report, const std::vector<qint64>& runs, const QStringList& columns,
                          Better better)
{
    ParallelAxes made;
    for (std::size_t row = 0; row < runs.size(); ++row) {
        const std::string name = engine::textOf(report.rows[row].front(), report.columns.front());
        made.lines.push_back({.run = runs[row], .name = QString::fromStdString(name)});
    }
    for (const QString& title : columns) {
        const auto found = std::ranges::find(report.columns, title.toStdString(), &engine::Report::Column::title);
        if (found == report.columns.end() || runs.size() < 2 || columns.size() < 2) {
            return {};
        }
        const auto column = static_cast<std::size_t>(found - report.columns.begin());
        QVariantList values;
        for (const std::vector<engine::ReportCell>& cells : report.rows) {
            values.append(editor::ReportTable::sortedBy(cells[column]));
        }
        // "None" would be the best at the lower end.
        const bool hasNoneAbove = title == columns.back() && better == Better::Less;
        made.axes.push_back(axisOf(title, values, hasNoneAbove ? 1 : 0, made.lines));
    }
    const auto hasResult = [&axis = made.axes.back()](double height) {
        return height > axis.lowest - noneGap / 2 && height < axis.highest + noneGap / 2;
    };
    std::vector<double> results; // some may be the same
    for (const ParallelLine& line : made.lines) {
        if (hasResult(line.heights.back())) {
            results.push_back(line.heights.back());
        }
    }
    std::ranges::sort(results);
    results.erase(std::ranges::unique(results).begin(), results.end());
    const double last = static_cast<double>(results.size()) - 1;
    for (ParallelLine& line : made.lines) {
        if (const double result = line.heights.back(); hasResult(result)) {
            const auto place = static_cast<double>(std::ranges::lower_bound(results, result) - results.begin());
            line.rank = (better == Better::Less ? place : last - place) / std::max(last, 1.0);
        }
    }
    return made;
}

ParallelPlot::ParallelPlot(QWidget* parent) : QCustomPlot(parent)
{
    setObjectName(QStringLiteral("parallelPlot"));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::CrossCursor);
    setAccessibleName(tr("Settings and results of the runs"));
    setAccessibleDescription(tr("Left and right choose an axis, up and down move its brush, with Shift its upper end; "
                                "Escape takes the brushes away."));
    setSelectionTolerance(reach);
    setSelectionRectMode(QCP::srmCustom);
    axisRect()->setAutoMargins(QCP::msNone);
    for (QCPAxis* axis : axisRect()->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    connect(selectionRect(), &QCPSelectionRect::accepted, this, &ParallelPlot::brushIn);
    connect(selectionRect(), &QCPSelectionRect::canceled, this, [this](const QRect& box, const QInputEvent* event) {
        if (!event) { // but a click
            clickAt(box.topLeft());
        }
    });
    connect(this, &QCustomPlot::plottableDoubleClick, this,
            [this](const QCPAbstractPlottable* line) { emit activated(line->property(runKey).toLongLong()); });
    editor::onNewLooks(this, &ParallelPlot::build);
}

void ParallelPlot::setAxes(ParallelAxes now)
{
    const bool isSame = std::ranges::equal(now.axes, m_shown.axes, {}, &ParallelAxis::name, &ParallelAxis::name);
    for (std::size_t axis = 0; isSame && axis < now.axes.size(); ++axis) {
        now.axes[axis].brush = m_shown.axes[axis].brush;
    }
    m_shown = std::move(now);
    m_current = isSame ? m_current : 0;
    if (m_shown.isBrushed() && brushedRuns() != m_chosen) {
        tellBrushed(By::Change); // a loss has come into a brush, or gone out of it
    }
    updateGeometry();
    build();
}

QSize ParallelPlot::minimumSizeHint() const
{
    return {2 * margin + minGap * std::max(axes() - 1, 1), 96};
}

void ParallelPlot::choose(const QList<qint64>& runs)
{
    m_chosen = {runs.begin(), runs.end()};
    if (m_chosen != brushedRuns()) {
        clearBrushes();
    }
    build();
}

void ParallelPlot::clearBrushes()
{
    for (ParallelAxis& axis : m_shown.axes) {
        axis.brush.reset();
    }
}

QPoint ParallelPlot::placeOf(int axis, double height) const
{
    return QPointF(xAxis->coordToPixel(axis), yAxis->coordToPixel(height)).toPoint();
}

QSet<qint64> ParallelPlot::brushedRuns() const
{
    QSet<qint64> runs;
    for (const ParallelLine& line : m_shown.lines) {
        if (m_shown.isBrushed() && m_shown.passes(line)) {
            runs.insert(line.run);
        }
    }
    return runs;
}

void ParallelPlot::tellBrushed(By who)
{
    m_chosen = brushedRuns();
    build();
    emit passing(m_chosen.values(), who);
}

/// On an axis takes its brush away, on a line chooses its run.
void ParallelPlot::clickAt(QPoint place)
{
    if (const QCPAbstractItem* const item = itemAt<QCPItemLine>(place)) { // lines go on below labels
        m_current = item->property(axisKey).toUInt();
        if (std::exchange(m_shown.axes[m_current].brush, {})) {
            tellBrushed(By::Change);
        }
        build();
    } else if (const QCPAbstractPlottable* const line = plottableAt(place)) {
        const QList<qint64> run = {line->property(runKey).toLongLong()};
        choose(run);
        emit passing(run, By::User);
    }
}

/// The axes that the box crosses.
void ParallelPlot::brushIn(const QRect& box)
{
    const QRect wide = box.normalized().adjusted(-reach, -2, reach, 2); // ends are hit with a pixel to spare
    bool isAny = false;
    for (int axis = 0; axis < axes(); ++axis) {
        if (const int x = placeOf(axis, 0).x(); x >= wide.left() && x <= wide.right()) {
            m_current = static_cast<std::size_t>(axis);
            brush(yAxis->pixelToCoord(wide.bottom()), yAxis->pixelToCoord(wide.top()));
            isAny = true;
        }
    }
    if (isAny) {
        tellBrushed(By::User);
    }
}

void ParallelPlot::brush(double low, double high)
{
    m_shown.axes[m_current].brush = {std::clamp(low, 0.0, 1.0), std::clamp(high, 0.0, 1.0)};
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
        build();
    } else if (isUp || key == Qt::Key_Down) {
        const double by = isUp ? keyStep : -keyStep;
        if (const std::optional<ParallelAxis::Brush> before = m_shown.axes[m_current].brush; !before) {
            brush(isUp ? 0.5 : 0, isUp ? 1 : 0.5);
        } else if (event->modifiers().testFlag(Qt::ShiftModifier)) {
            brush(before->low, std::max(before->high + by, before->low));
        } else {
            brush(before->low + by, before->high + by);
        }
        tellBrushed(By::User);
    } else if (key == Qt::Key_Escape && m_shown.isBrushed()) {
        clearBrushes();
        tellBrushed(By::Change);
    } else {
        QWidget::keyPressEvent(event);
    }
}

bool ParallelPlot::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto& help = dynamic_cast<const QHelpEvent&>(*event);
        const QCPAbstractItem* const item = itemAt(help.pos());
        const QCPAbstractPlottable* const line = plottableAt(help.pos());
        QToolTip::showText(help.globalPos(), item
                                                 ? tr("%1: drag along the axis to choose runs, click to take that back")
                                                       .arg(nameOf(item->property(axisKey).toInt()))
                                             : line ? line->name()
                                                    : QString());
        return true;
    }
    const auto* const mouse = dynamic_cast<const QMouseEvent*>(event);
    if (mouse && mouse->type() != QEvent::MouseMove && mouse->button() != Qt::LeftButton) { // else it brushes as well
        event->ignore();
        return false;
    }
    const bool isDone = QCustomPlot::event(event);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut || event->type() == QEvent::Resize) {
        build();
    }
    return isDone;
}

void ParallelPlot::build()
{
    const editor::Theme& theme = editor::theme();
    const int high = fontMetrics().height();
    clearItems();
    clearGraphs();
    setBackground(theme.canvas);
    selectionRect()->setPen(theme.accent);
    selectionRect()->setBrush(withAlpha(theme.accent, 0.25));
    setViewport(rect());
    axisRect()->setMargins({margin, 2 * high + 6, margin, high});
    xAxis->setRange(0, std::max(axes() - 1, 1));
    yAxis->setRange(0, 1);
    updateLayout();
    for (const bool areChosen : {false, true}) { // these lie on top
        for (const ParallelLine& line : m_shown.lines) {
            if (m_chosen.contains(line.run) == areChosen) {
                addLine(line, areChosen);
            }
        }
    }
    for (int axis = 0; axis < axes(); ++axis) {
        addAxis(axis);
    }
    replot(QCustomPlot::rpQueuedReplot);
}

/// In the colour of its result, from the best to the worst, grey without one; a chosen one as its curve.
void ParallelPlot::addLine(const ParallelLine& line, bool isChosen)
{
    const editor::Theme& theme = editor::theme();
    const bool isAny = m_chosen.isEmpty() && !m_shown.isBrushed();
    QColor colour = theme.mutedText;
    if (isChosen) {
        colour = colourOf(static_cast<int>(line.run), theme);
    } else if (line.rank) {
        colour = editor::between(theme.accent, theme.warning, *line.rank);
    }
    QCPGraph& graph = *addGraph();
    graph.setName(line.name);
    graph.setProperty(runKey, line.run);
    graph.setPen(QPen(withAlpha(colour, isChosen ? 1.0 : isAny ? 0.8 : 0.25), isChosen ? 3 : 1.5));
    for (int axis = 0; axis < axes(); ++axis) {
        graph.addData(axis, line.heights[static_cast<std::size_t>(axis)]);
    }
}

/// Its labels are on a ground of their own, since lines end there.
void ParallelPlot::addAxis(int number)
{
    constexpr int away = 8; // pixels
    const ParallelAxis& axis = m_shown.axes[static_cast<std::size_t>(number)];
    const editor::Theme& theme = editor::theme();
    const QFontMetrics metrics = fontMetrics();
    const int x = placeOf(number, 0).x(), high = metrics.height(), gap = placeOf(1, 0).x() - placeOf(0, 0).x();
    const bool isCurrent = hasFocus() && static_cast<std::size_t>(number) == m_current;
    const auto addPart = [&](double low, double top, const QPen& pen) {
        auto* line = new QCPItemLine(this);
        line->setProperty(axisKey, number);
        line->setClipToAxisRect(false);
        line->start->setCoords(number, low);
        line->end->setCoords(number, top);
        line->setPen(pen);
    };
    const auto addWords = [&](QPoint place, Qt::Alignment side, const QString& words, const QColor& colour) {
        auto* text = new QCPItemText(this);
        text->setProperty(axisKey, number);
        text->setClipToAxisRect(false);
        text->position->setType(QCPItemPosition::ptAbsolute);
        text->position->setCoords(place);
        text->setPositionAlignment(side);
        text->setFont(font());
        text->setText(words);
        text->setColor(colour);
        text->setBrush(withAlpha(theme.canvas, 0.75));
    };
    addPart(0, 1, QPen(isCurrent ? theme.accent : theme.mutedText, isCurrent ? 2 : 1));
    if (axis.brush) {
        addPart(axis.brush->low, axis.brush->high,
                QPen(withAlpha(theme.accent, 0.4), brushWidth, Qt::SolidLine, Qt::FlatCap));
    }
    const QString name =
        metrics.elidedText(axis.name, Qt::ElideMiddle, std::min(gap - 8, std::min(x, rect().right() - x) + gap / 2));
    const int half = metrics.horizontalAdvance(name) / 2 + 1;
    addWords({std::clamp(x, half, std::max(rect().right() - half, half)), 0}, Qt::AlignHCenter | Qt::AlignTop, name,
             isCurrent ? theme.accent : theme.text);
    int before = height() * 2;
    for (const auto& [place, label] : axis.ticks) {
        const int y = placeOf(number, place).y();
        if (before - y < high && place != axis.ticks.back().first) { // no room between them
            continue;
        }
        before = y;
        const QString words = metrics.elidedText(label, Qt::ElideRight, gap - 2 * away);
        const bool isLeft = x + away + metrics.horizontalAdvance(words) > rect().right();
        addWords({isLeft ? x - away : x + away, y}, Qt::AlignVCenter | (isLeft ? Qt::AlignRight : Qt::AlignLeft), words,
                 theme.mutedText);
    }
}

} // namespace studio

#include "moc_parallel_plot.cpp"
