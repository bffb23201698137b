// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/verdict_view.h"

#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>

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

QString classText(const std::vector<std::string>& classes, std::size_t number)
{
    return number < classes.size() ? QString::fromStdString(classes[number]) : QString();
}

QString percent(double chance)
{
    return QCoreApplication::translate("Chances", "%1 %").arg(QLocale().toString(100 * chance, 'f', 0));
}

namespace {

constexpr int barGap = 4;

} // namespace

ChanceBars::ChanceBars(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Chance of each class"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
}

void ChanceBars::setClasses(const std::vector<std::string>& classes)
{
    m_classes = classes;
    m_chances.clear();
    updateGeometry();
    update();
}

void ChanceBars::setChances(std::vector<float> chances)
{
    m_chances = std::move(chances);
    const int best = decided();
    setAccessibleDescription(best < 0 ? QString()
                                      : tr("%1: %2").arg(classText(m_classes, static_cast<std::size_t>(best)),
                                                         percent(m_chances[static_cast<std::size_t>(best)])));
    update();
}

int ChanceBars::decided() const
{
    return m_chances.empty() ? -1 : static_cast<int>(std::ranges::max_element(m_chances) - m_chances.begin());
}

/// In the order of the classes where all have a bar.
std::vector<std::size_t> ChanceBars::shown() const
{
    std::vector<std::size_t> all(m_classes.size());
    std::iota(all.begin(), all.end(), 0);
    if (all.size() > most && m_chances.size() == all.size()) {
        std::ranges::stable_sort(all, [&](std::size_t a, std::size_t b) { return m_chances[a] > m_chances[b]; });
    }
    all.resize(std::min(all.size(), most));
    return all;
}

QSize ChanceBars::sizeHint() const
{
    const auto rows = static_cast<int>(std::min(std::max<std::size_t>(m_classes.size(), 1), most));
    return {220, rows * (fontMetrics().height() + barGap)};
}

void ChanceBars::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    const int height = fontMetrics().height(), figure = fontMetrics().horizontalAdvance(percent(1)) + barGap;
    QFont bold = font();
    bold.setBold(true); // as the likeliest class is written
    int name = 0;
    for (const std::size_t number : shown()) {
        name = std::max(name, QFontMetrics(bold).horizontalAdvance(classText(m_classes, number)));
    }
    name = std::min(name, width() / 3);
    int top = 0;
    for (const std::size_t number : shown()) {
        const double chance = number < m_chances.size() ? static_cast<double>(m_chances[number]) : 0;
        QFont font = painter.font();
        font.setBold(static_cast<int>(number) == decided());
        painter.setFont(font);
        painter.setPen(theme.text);
        painter.drawText(QRect(0, top, name, height), Qt::AlignRight | Qt::AlignVCenter,
                         fontMetrics().elidedText(classText(m_classes, number), Qt::ElideRight, name));
        const QRect room(name + 2 * barGap, top + 2, std::max(0, width() - name - 3 * barGap - figure), height - 4);
        painter.fillRect(room, theme.node);
        QRect bar = room;
        bar.setWidth(std::max(2, static_cast<int>(chance * room.width()))); // its colour is the key to the curves
        painter.fillRect(bar, classColour(number));
        if (!m_chances.empty()) {
            painter.drawText(QRect(width() - figure, top, figure, height), Qt::AlignRight | Qt::AlignVCenter,
                             percent(chance));
        }
        top += height + barGap;
    }
}

namespace {

constexpr int curveMargin = 6;
constexpr double minChanceDrawn = 0.005; ///< chance of a class whose curve is drawn

} // namespace

ChanceCurves::ChanceCurves(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Chances after each step"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
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
    const bool followed = m_marker < 0 || m_marker == static_cast<int>(m_reading.ends.size()) - 1;
    m_reading = reading;
    const int last = static_cast<int>(m_reading.ends.size()) - 1;
    m_marker = followed ? last : std::min(m_marker, last);
    update();
}

void ChanceCurves::setMarker(int end)
{
    const int last = static_cast<int>(m_reading.ends.size()) - 1;
    const int kept = last < 0 ? -1 : std::clamp(end, 0, last);
    if (kept != m_marker) {
        m_marker = kept;
        update();
        emit markerMoved(kept);
    }
}

QRect ChanceCurves::plot() const
{
    const int scale = fontMetrics().horizontalAdvance(percent(1)) + curveMargin;
    return rect().adjusted(scale, fontMetrics().height(), -std::min(m_nameWidth, width() / 4) - 2 * curveMargin,
                           -fontMetrics().height() - curveMargin);
}

int ChanceCurves::placeOf(int end) const
{
    const QRect area = plot();
    const int last = static_cast<int>(m_reading.ends.size()) - 1;
    return last > 0 ? area.left() + area.width() * end / last : area.right();
}

void ChanceCurves::moveTo(int x)
{
    const QRect area = plot();
    const int last = static_cast<int>(m_reading.ends.size()) - 1;
    setMarker(static_cast<int>(std::lround(static_cast<double>(x - area.left()) * last / std::max(area.width(), 1))));
}

void ChanceCurves::mousePressEvent(QMouseEvent* event)
{
    moveTo(event->pos().x());
}

void ChanceCurves::mouseMoveEvent(QMouseEvent* event)
{
    moveTo(event->pos().x());
}

void ChanceCurves::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        setMarker(m_marker - 1);
        return;
    case Qt::Key_Right:
        setMarker(m_marker + 1);
        return;
    case Qt::Key_Home:
        setMarker(0);
        return;
    case Qt::Key_End:
        setMarker(static_cast<int>(m_reading.ends.size()) - 1);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

/// Of the classes that are likely at the end, beside their curves; where two lie close, of the likelier one.
void ChanceCurves::paintNames(QPainter& painter, const QRect& area) const
{
    constexpr float worthNaming = 0.08F;
    const std::span<const float> last = m_reading.chancesAt(m_reading.ends.size() - 1);
    std::vector<std::size_t> order(last.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return last[a] > last[b]; });
    int above = -height();
    for (const std::size_t number : order) {
        const int y = area.bottom() - static_cast<int>(last[number] * static_cast<float>(area.height()));
        if (last[number] < worthNaming || y - above < fontMetrics().height()) {
            continue;
        }
        above = y;
        const QRect room(area.right() + curveMargin, y - fontMetrics().height() / 2,
                         width() - area.right() - curveMargin, fontMetrics().height());
        painter.setPen(classColour(number));
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(classText(m_classes, number), Qt::ElideRight, room.width()));
    }
}

/// Of the classes that were likely on the way, above the tops of their curves.
void ChanceCurves::paintTops(QPainter& painter, const QRect& area) const
{
    constexpr float worthNaming = 0.25F;
    const std::size_t last = m_reading.ends.size() - 1;
    for (std::size_t number = 0; number < static_cast<std::size_t>(m_reading.classes); ++number) {
        std::size_t top = 0;
        for (std::size_t end = 0; end <= last; ++end) {
            top = m_reading.chancesAt(end)[number] > m_reading.chancesAt(top)[number] ? end : top;
        }
        const float chance = m_reading.chancesAt(top)[number];
        if (chance >= worthNaming && chance > m_reading.chancesAt(last)[number] + worthNaming) {
            const int y = area.bottom() - static_cast<int>(chance * static_cast<float>(area.height()));
            const QString name = classText(m_classes, number);
            const int wide = fontMetrics().horizontalAdvance(name);
            painter.setPen(classColour(number));
            painter.drawText(std::max(area.left(), placeOf(static_cast<int>(top)) - wide / 2), y - 3, name);
        }
    }
}

void ChanceCurves::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect area = plot();
    for (const double chance : {0.0, 0.5, 1.0}) {
        const int y = area.bottom() - static_cast<int>(chance * area.height());
        painter.setPen(theme.grid);
        painter.drawLine(area.left(), y, area.right(), y);
        painter.setPen(theme.mutedText);
        painter.drawText(QRect(0, y - fontMetrics().height() / 2, area.left() - curveMargin, fontMetrics().height()),
                         Qt::AlignRight | Qt::AlignVCenter, percent(chance));
    }
    const int count = static_cast<int>(m_reading.ends.size());
    if (count == 0 || m_reading.classes == 0) {
        return;
    }
    for (std::size_t number = 0; number < static_cast<std::size_t>(m_reading.classes); ++number) {
        QPolygonF line;
        for (int end = 0; end < count; ++end) {
            const float chance = m_reading.chancesAt(static_cast<std::size_t>(end))[number];
            line << QPointF(placeOf(end), area.bottom() - static_cast<double>(chance) * area.height());
        }
        const double seen = area.bottom() - minChanceDrawn * area.height();
        if (std::ranges::any_of(line, [seen](const QPointF& point) { return point.y() < seen; })) {
            painter.setPen(classPen(number)); // of thousands of classes few are likely anywhere
            painter.drawPolyline(line);
        }
    }
    paintNames(painter, area);
    paintTops(painter, area);
    painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(theme.text, 1, Qt::DotLine)); // keys move it
    painter.drawLine(placeOf(m_marker), area.top(), placeOf(m_marker), area.bottom());
    painter.setPen(theme.mutedText);
    painter.drawText(
        rect().adjusted(area.left(), 0, 0, 0), Qt::AlignLeft | Qt::AlignBottom,
        tr("After step %1 of %2").arg(m_reading.ends[static_cast<std::size_t>(m_marker)]).arg(m_reading.ends.back()));
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
    m_bars = new ChanceBars(this);
    auto* row = editor::inRow({{m_decided, 1}, {m_bars, 2}});
    m_curves = new ChanceCurves(this);
    editor::inColumn(this, {row, {m_curves, 1}}, QMargins());
    connect(m_curves, &ChanceCurves::markerMoved, this, [this](int end) {
        tell();
        emit markerMoved(end);
    });
}

void VerdictView::setClasses(const std::vector<std::string>& classes)
{
    if (classes != m_classes) {
        m_classes = classes;
        m_bars->setClasses(classes);
        m_curves->setClasses(classes);
    }
    tell();
}

void VerdictView::setReading(const engine::StepReading& reading)
{
    const int before = marker();
    m_curves->setReading(reading);
    tell();
    if (marker() != before) {
        emit markerMoved(marker());
    }
}

const engine::StepReading& VerdictView::reading() const
{
    return m_curves->reading();
}

int VerdictView::marker() const
{
    return m_curves->marker();
}

void VerdictView::setMarker(int end)
{
    m_curves->setMarker(end);
}

void VerdictView::tell()
{
    std::vector<float> chances;
    if (marker() >= 0) {
        const std::span<const float> here = reading().chancesAt(static_cast<std::size_t>(marker()));
        chances.assign(here.begin(), here.end());
    }
    m_bars->setChances(std::move(chances));
    const int decided = m_bars->decided();
    const QString name = decided < 0 ? QString() : classText(m_classes, static_cast<std::size_t>(decided));
    const double points = font().pointSizeF() * (name.size() <= 2 ? ofOneLetter : ofAWord);
    m_decided->setStyleSheet(QStringLiteral("font-size: %1pt; font-weight: bold;").arg(points)); // outlives a theme
    m_decided->setText(name);
}

} // namespace studio

#include "moc_verdict_view.cpp"
