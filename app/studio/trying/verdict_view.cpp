// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/verdict_view.h"

#include "app/studio/plots/axis_looks.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <QKeyEvent>
#include <QLocale>

namespace studio {

QColor classColour(std::size_t number)
{
    return editor::theme().curve(static_cast<int>(number));
}

QPen classPen(std::size_t number)
{
    constexpr std::size_t colours = 8;
    return {classColour(number), 1.6, number % (2 * colours) < colours ? Qt::SolidLine : Qt::DashLine};
}

QBrush classBrush(std::size_t number)
{
    return {classColour(number), classPen(number).style() == Qt::SolidLine ? Qt::SolidPattern : Qt::Dense5Pattern};
}

QString classText(const std::vector<std::string>& classes, std::size_t number)
{
    return number < classes.size() ? QString::fromStdString(classes[number]) : QString();
}

namespace {

constexpr int barGap = 4;

} // namespace

ChanceCurves::ChanceCurves(QWidget* parent) : QCustomPlot(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(false); // the marker goes with a drag alone
    setAccessibleName(tr("Chances after each step"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(160, 80);
    xAxis->setTicks(false);
    xAxis->grid()->setVisible(false);
    yAxis->setRange(0, 1);
    editor::onNewLooks(this, &ChanceCurves::draw);
}

void ChanceCurves::setClasses(const std::vector<std::string>& classes)
{
    m_classes = classes;
    m_nameWidth = 0;
    for (std::size_t number = 0; number < m_classes.size(); ++number) {
        m_nameWidth = std::max(m_nameWidth, fontMetrics().horizontalAdvance(classText(m_classes, number)));
    }
    setReading({});
}

void ChanceCurves::setReading(const engine::StepReading& reading)
{
    const bool followed = m_marker < 0 || m_marker == last();
    m_reading = reading;
    m_marker = followed ? last() : std::min(m_marker, last());
    draw();
}

void ChanceCurves::setMarker(int end)
{
    const int kept = last() < 0 ? -1 : std::clamp(end, 0, last());
    if (kept != m_marker) {
        m_marker = kept;
        draw();
        emit markerMoved();
    }
}

void ChanceCurves::moveTo(const QMouseEvent& event)
{
    setMarker(static_cast<int>(std::lround(xAxis->pixelToCoord(event.position().x()))));
}

void ChanceCurves::keyPressEvent(QKeyEvent* event)
{
    const std::map<int, int> places = {
        {Qt::Key_Left, m_marker - 1}, {Qt::Key_Right, m_marker + 1}, {Qt::Key_Home, 0}, {Qt::Key_End, last()}};
    if (const auto place = places.find(event->key()); place != places.end()) {
        setMarker(place->second);
    } else {
        QCustomPlot::keyPressEvent(event);
    }
}

bool ChanceCurves::event(QEvent* event)
{
    const bool isDone = QCustomPlot::event(event);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut || event->type() == QEvent::Resize) {
        draw();
    }
    return isDone;
}

void ChanceCurves::draw()
{
    const editor::Theme& theme = editor::theme();
    clearPlottables();
    clearItems();
    setBackground(theme.canvas);
    const auto chances = QSharedPointer<QCPAxisTickerText>::create();
    for (const double chance : {0.0, 0.5, 1.0}) {
        chances->addTick(chance, percentOf(chance));
    }
    yAxis->setTicker(chances);
    for (QCPAxis* const axis : {xAxis, yAxis}) {
        dressAxis(*axis, theme, smallOf(font()));
    }
    const int line = fontMetrics().height(), room = std::min(m_nameWidth, width() / 4);
    axisRect()->setMinimumMargins({0, line, room + 2 * barGap, barGap});
    xAxis->setRange(std::min(last() - 1, 0), last());
    xAxis->setLabel(last() < 0 ? QString()
                               : tr("After step %1 of %2")
                                     .arg(m_reading.ends[static_cast<std::size_t>(m_marker)])
                                     .arg(m_reading.ends.back()));
    const auto addName = [&](std::size_t number, int end, float chance, Qt::Alignment side) {
        auto* name = new QCPItemText(this);
        name->setClipToAxisRect(false);
        name->setPositionAlignment(side);
        name->setPadding({barGap, 0, barGap, 0});
        name->position->setCoords(end, double{chance});
        name->setFont(font());
        name->setColor(classColour(number));
        name->setText(fontMetrics().elidedText(classText(m_classes, number), Qt::ElideRight, room));
    };
    constexpr float worthDrawing = 0.005F, worthNaming = 0.25F, worthNamingAtEnd = 0.08F;
    std::multimap<float, std::size_t> atEnd; // of thousands of classes few are likely anywhere
    for (std::size_t number = 0; last() >= 0 && number < static_cast<std::size_t>(m_reading.classes); ++number) {
        QVector<QCPGraphData> points;
        for (int end = 0; end <= last(); ++end) {
            points.push_back({double(end), double{m_reading.chancesAt(static_cast<std::size_t>(end))[number]}});
        }
        const auto top = std::ranges::max_element(points, {}, &QCPGraphData::value);
        const auto highest = static_cast<float>(top->value), atLast = static_cast<float>(points.back().value);
        if (highest <= worthDrawing) {
            continue;
        }
        QCPGraph* const graph = addGraph();
        graph->setPen(classPen(number));
        graph->data()->set(points, true);
        atEnd.emplace(atLast, number);
        if (highest >= worthNaming && highest > atLast + worthNaming) { // it was likely on the way
            addName(number, static_cast<int>(top->key), highest,
                    Qt::AlignBottom | (top == points.begin() ? Qt::AlignLeft : Qt::AlignHCenter));
        }
    }
    // Beside the curves' ends, the likeliest first; where two lie close, that of the less likely one is lower.
    const float apart = static_cast<float>(line) / static_cast<float>(std::max(height() - 3 * line, line));
    float above = HUGE_VALF;
    for (auto one = atEnd.rbegin(); one != atEnd.rend() && one->first >= worthNamingAtEnd; ++one) {
        above = std::min(one->first, above - apart);
        if (above < 0) {
            break; // there is no room for a less likely one either
        }
        addName(one->second, last(), above, Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (last() >= 0) {
        auto* marker = new QCPItemStraightLine(this);
        marker->setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(theme.text, 1, Qt::DotLine)); // keys move it
        marker->point1->setCoords(m_marker, 0);
        marker->point2->setCoords(m_marker, 1);
    }
    replot(QCustomPlot::rpQueuedReplot);
}

namespace {

constexpr double ofOneLetter = 5, ofAWord = 1.8; ///< the size of the letters, in those of other words

} // namespace

VerdictView::VerdictView(QWidget* parent) : QWidget(parent)
{
    m_decided = editor::label({}, this, editor::Look::Plain | editor::Look::Wraps, "decided");
    m_decided->setAccessibleName(tr("Class"));
    m_decided->setAlignment(Qt::AlignCenter);
    m_decided->setMinimumWidth(8 * fontMetrics().averageCharWidth());
    m_decided->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_decided->setFixedHeight(static_cast<int>(1.2 * ofOneLetter * fontMetrics().height())); // whatever it says
    m_bars = editor::described(new BarList(this), {.title = tr("Chance of each class")});
    m_bars->setSelectionMode(QAbstractItemView::NoSelection);
    m_bars->setFocusPolicy(Qt::NoFocus);
    m_bars->viewport()->setAutoFillBackground(false); // a part of the page, no field
    editor::onNewLooks(this, &VerdictView::tell);
    auto* row = editor::inRow({{m_decided, 1}, {m_bars, 2}});
    m_curves = new ChanceCurves(this);
    editor::inColumn(this, {row, {m_curves, 1}}, QMargins());
    connect(m_curves, &ChanceCurves::markerMoved, this, &VerdictView::tell);
}

void VerdictView::setClasses(const std::vector<std::string>& classes)
{
    if (classes != m_classes) {
        m_classes = classes;
        m_curves->setClasses(classes);
    }
    tell();
}

void VerdictView::setReading(const engine::StepReading& reading)
{
    m_curves->setReading(reading);
    tell();
}

std::vector<float> VerdictView::chances() const
{
    if (marker() < 0) {
        return {};
    }
    const std::span<const float> here = reading().chancesAt(static_cast<std::size_t>(marker()));
    return {here.begin(), here.end()};
}

void VerdictView::moveMarkerToEnd()
{
    setMarker(static_cast<int>(reading().ends.size()) - 1);
}

/// Bars stand in the order of the classes where all have one.
void VerdictView::tell()
{
    constexpr std::size_t most = 12; // bars
    const std::vector<float> chances = this->chances();
    std::vector<std::size_t> shown(m_classes.size());
    std::iota(shown.begin(), shown.end(), 0);
    if (shown.size() > most && chances.size() == shown.size()) {
        std::ranges::stable_sort(shown, [&](std::size_t a, std::size_t b) { return chances[a] > chances[b]; });
    }
    shown.resize(std::min(shown.size(), most));
    const auto decided = static_cast<std::size_t>(std::ranges::max_element(chances) - chances.begin());
    std::vector<BarList::Bar> bars;
    m_bars->setAccessibleDescription({});
    for (const std::size_t number : shown) {
        const double chance = number < chances.size() ? static_cast<double>(chances[number]) : 0;
        bars.push_back({.name = classText(m_classes, number),
                        .share = chance,
                        .percent = chances.empty() ? QString() : percentOf(chance),
                        .ground = classBrush(number), // its colour is the key to the curves
                        .isBold = !chances.empty() && number == decided});
        if (bars.back().isBold) {
            m_bars->setAccessibleDescription(tr("%1: %2").arg(bars.back().name, bars.back().percent));
        }
    }
    m_bars->setBars(bars);
    const QString name = chances.empty() ? QString() : classText(m_classes, decided);
    const double points = font().pointSizeF() * (name.size() <= 2 ? ofOneLetter : ofAWord);
    m_decided->setStyleSheet(QStringLiteral("font-size: %1pt; font-weight: bold;").arg(points)); // outlives a theme
    m_decided->setText(name);
    emit told();
}

} // namespace studio

#include "moc_verdict_view.cpp"
