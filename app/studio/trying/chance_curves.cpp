// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/chance_curves.h"

#include "app/studio/trying/chance_bars.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>

namespace studio {
namespace {

constexpr int curveMargin = 6;
constexpr double minChanceDrawn = 0.005; ///< chance of a class whose curve is drawn

} // namespace

ChanceCurves::ChanceCurves(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Chances after each step"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
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
    painter.setPen(QPen(theme.text, 1, Qt::DotLine));
    painter.drawLine(placeOf(m_marker), area.top(), placeOf(m_marker), area.bottom());
    painter.setPen(theme.mutedText);
    painter.drawText(
        rect().adjusted(area.left(), 0, 0, 0), Qt::AlignLeft | Qt::AlignBottom,
        tr("After step %1 of %2").arg(m_reading.ends[static_cast<std::size_t>(m_marker)]).arg(m_reading.ends.back()));
}

} // namespace studio

#include "moc_chance_curves.cpp"
