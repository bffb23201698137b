// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/unroll_scroll.h"

#include "editor/looks/theme.h"
#include "editor/words/numbers.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <cmath>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

namespace editor {
namespace {

// In the grid's units, pixels at zoom 1.
constexpr double boxWidth = 118, boxHeight = 40;
constexpr double columnStep = 176; ///< from one step's boxes to the next one's
constexpr double rowStep = 66;
constexpr double left = 40;                    ///< before the first step: where h_0 and c_0 come from
constexpr double bandHead = 34, inputGap = 40; ///< a band's title; from W_xc_x to the steps
constexpr double bandFoot = 62;                ///< the joined h, and the way to the next band
constexpr double bandHeight = bandHead + boxHeight + inputGap + stepRows * rowStep + bandFoot;
constexpr double lane = 14; ///< beside the boxes, where W_xc_x's part comes down

// In pixels, whatever the zoom.
constexpr int namesWidth = 168, numbersHeight = 26;
constexpr double leastZoom = 0.08, mostZoom = 2;
constexpr double leastZoomForText = 0.45, leastZoomForArrows = 0.2;

double columnLeft(std::int64_t step)
{
    return left + static_cast<double>(step - 1) * columnStep;
}

double bandTop(std::size_t band)
{
    return static_cast<double>(band) * bandHeight;
}

double inputTop(std::size_t band)
{
    return bandTop(band) + bandHead;
}

double rowTop(std::size_t band, int row)
{
    return inputTop(band) + boxHeight + inputGap + row * rowStep;
}

double footTop(std::size_t band)
{
    return rowTop(band, stepRows);
}

QRectF boxOf(std::size_t band, std::int64_t step, int row)
{
    return {columnLeft(step), rowTop(band, row), boxWidth, boxHeight};
}

QColor colourOf(const std::string& type)
{
    const engine::LayerType* known = engine::findLayerType(type);
    return theme().group(known ? known->group : engine::LayerGroup::Common);
}

void arrowHead(QPainter& painter, QPointF tip, QPointF way)
{
    const QPointF across(-way.y(), way.x());
    const QPointF foot = tip - way * 7;
    const std::array<QPointF, 3> head{tip, foot + across * 3.5, foot - across * 3.5};
    painter.save();
    painter.setBrush(painter.pen().color());
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(head.data(), 3);
    painter.restore();
}

void arrowDown(QPainter& painter, QPointF from, QPointF to)
{
    painter.drawLine(from, to);
    arrowHead(painter, to, {0, 1});
}

QString shortName(const UnrolledOperation& operation)
{
    return QString::fromStdString(operation.layer.tops.empty() ? operation.layer.name : operation.layer.tops.back());
}

} // namespace

UnrollScroll::UnrollScroll(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    horizontalScrollBar()->setSingleStep(static_cast<int>(columnStep));
    verticalScrollBar()->setSingleStep(static_cast<int>(rowStep));
    connect(&Looks::instance(), &Looks::changed, viewport(), qOverload<>(&QWidget::update));
}

void UnrollScroll::show(UnrollGrid grid)
{
    m_grid = std::move(grid);
    m_cursor = std::clamp<std::int64_t>(m_cursor, 1, std::max<std::int64_t>(1, m_grid.steps));
    updateBars();
    viewport()->update();
}

// Where things are
// ----------------------------------------------------------------------------------------------------------

QSizeF UnrollScroll::extent() const
{
    return {columnLeft(m_grid.steps) + columnStep + left, bandTop(m_grid.bands.size()) + 8};
}

void UnrollScroll::updateBars()
{
    const QSizeF all = extent() * m_zoom;
    const int width = viewport()->width() - namesWidth, height = viewport()->height() - numbersHeight;
    horizontalScrollBar()->setPageStep(std::max(1, width));
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(all.width())) - width));
    verticalScrollBar()->setPageStep(std::max(1, height));
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(all.height())) - height));
}

QPointF UnrollScroll::toGrid(QPointF point) const
{
    return {(point.x() - namesWidth + horizontalScrollBar()->value()) / m_zoom,
            (point.y() - numbersHeight + verticalScrollBar()->value()) / m_zoom};
}

std::int64_t UnrollScroll::stepAt(double x) const
{
    const auto step = static_cast<std::int64_t>(std::floor((x - left + (columnStep - boxWidth) / 2) / columnStep)) + 1;
    return std::clamp<std::int64_t>(step, 0, m_grid.steps);
}

UnrollScroll::Hit UnrollScroll::hit(QPoint point) const
{
    if (point.x() < namesWidth || point.y() < numbersHeight || m_grid.bands.empty()) {
        return {};
    }
    const QPointF at = toGrid(point);
    const auto band = static_cast<std::size_t>(std::clamp(at.y() / bandHeight, 0.0, double(m_grid.bands.size() - 1)));
    if (at.y() >= inputTop(band) && at.y() <= inputTop(band) + boxHeight && at.x() >= left) {
        return {&m_grid.bands[band].input, 0};
    }
    const std::int64_t step = stepAt(at.x());
    for (int row = 0; step > 0 && row < stepRows; ++row) {
        if (boxOf(band, step, row).contains(at)) {
            return {&m_grid.bands[band].steps[static_cast<std::size_t>(step - 1)][static_cast<std::size_t>(row)], step};
        }
    }
    return {};
}

// The cursor and the zoom
// ---------------------------------------------------------------------------------------------------

void UnrollScroll::setCursorStep(std::int64_t step)
{
    const std::int64_t wanted = std::clamp<std::int64_t>(step, 1, std::max<std::int64_t>(1, m_grid.steps));
    if (wanted != m_cursor) {
        m_cursor = wanted;
        ensureStepSeen();
        viewport()->update();
        emit cursorMoved(m_cursor);
    }
}

void UnrollScroll::ensureStepSeen()
{
    QScrollBar* bar = horizontalScrollBar();
    const int first = static_cast<int>((columnLeft(m_cursor) - left) * m_zoom);
    const int last = static_cast<int>((columnLeft(m_cursor) + columnStep) * m_zoom);
    if (first < bar->value()) {
        bar->setValue(first);
    } else if (last > bar->value() + bar->pageStep()) {
        bar->setValue(last - bar->pageStep());
    }
}

void UnrollScroll::setZoom(double zoom, QPointF fixed)
{
    const double wanted = std::isfinite(zoom) ? std::clamp(zoom, leastZoom, mostZoom) : 1;
    const QPointF at = toGrid(fixed);
    m_zoom = wanted;
    updateBars();
    horizontalScrollBar()->setValue(static_cast<int>(std::lround(at.x() * m_zoom - fixed.x() + namesWidth)));
    verticalScrollBar()->setValue(static_cast<int>(std::lround(at.y() * m_zoom - fixed.y() + numbersHeight)));
    viewport()->update();
    emit zoomChanged(m_zoom);
}

void UnrollScroll::zoomIn()
{
    setZoom(m_zoom * 1.25, QRectF(viewport()->rect()).center());
}

void UnrollScroll::zoomOut()
{
    setZoom(m_zoom / 1.25, QRectF(viewport()->rect()).center());
}

void UnrollScroll::zoomToFit()
{
    const double height = viewport()->height() - numbersHeight;
    setZoom(std::min(1.0, height / std::max(1.0, extent().height())), {});
    verticalScrollBar()->setValue(0);
    ensureStepSeen();
}

void UnrollScroll::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateBars();
}

void UnrollScroll::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        setZoom(m_zoom * std::pow(1.0015, event->angleDelta().y()), event->position());
        event->accept();
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

void UnrollScroll::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        setCursorStep(m_cursor - 1);
        return;
    case Qt::Key_Right:
        setCursorStep(m_cursor + 1);
        return;
    case Qt::Key_Home:
        setCursorStep(1);
        return;
    case Qt::Key_End:
        setCursorStep(m_grid.steps);
        return;
    case Qt::Key_Plus:
        zoomIn();
        return;
    case Qt::Key_Minus:
        zoomOut();
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void UnrollScroll::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton) {
        m_grabbed = event->pos();
        m_grabbedBars = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
        m_dragging = false;
    }
}

void UnrollScroll::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) {
        return;
    }
    const QPoint way = event->pos() - m_grabbed;
    if (!m_dragging && way.manhattanLength() < 6) {
        return;
    }
    m_dragging = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    horizontalScrollBar()->setValue(m_grabbedBars.x() - way.x());
    verticalScrollBar()->setValue(m_grabbedBars.y() - way.y());
}

void UnrollScroll::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_dragging && event->button() == Qt::LeftButton && event->pos().x() >= namesWidth) {
        const std::int64_t step = stepAt(toGrid(event->pos()).x());
        setCursorStep(std::max<std::int64_t>(1, step));
    }
    m_dragging = false;
    viewport()->unsetCursor();
}

bool UnrollScroll::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Hit found = hit(help->pos());
        QToolTip::showText(help->globalPos(),
                           found.operation ? operationTip(*found.operation, found.step, m_grid.steps) : QString(),
                           viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

// Painting
// ------------------------------------------------------------------------------------------------------------------

void UnrollScroll::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), theme().canvas);
    if (m_grid.bands.empty()) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(QRect(namesWidth, numbersHeight, viewport()->width(), viewport()->height()));
    painter.translate(namesWidth - horizontalScrollBar()->value(), numbersHeight - verticalScrollBar()->value());
    painter.scale(m_zoom, m_zoom);
    const QRectF seen(toGrid({double(namesWidth), double(numbersHeight)}),
                      toGrid({double(viewport()->width()), double(viewport()->height())}));
    const std::int64_t first = std::max<std::int64_t>(1, stepAt(seen.left()) - 1);
    const std::int64_t last = std::min(m_grid.steps, stepAt(seen.right()) + 1);

    QColor ground = theme().accent;
    ground.setAlphaF(0.12F);
    painter.fillRect(QRectF(columnLeft(m_cursor) - (columnStep - boxWidth) / 2, seen.top(), columnStep, seen.height()),
                     ground);
    for (std::size_t band = 0; band < m_grid.bands.size(); ++band) {
        if (bandTop(band + 1) >= seen.top() && bandTop(band) <= seen.bottom()) {
            paintInput(painter, band, seen);
            paintBand(painter, band, first, last);
            paintBetween(painter, band, seen);
        }
    }
    painter.restore();
    paintNames(painter);
    paintNumbers(painter);
}

void UnrollScroll::paintBand(QPainter& painter, std::size_t band, std::int64_t first, std::int64_t last) const
{
    if (m_zoom >= leastZoomForArrows) {
        for (std::int64_t step = first; step <= last; ++step) {
            paintArrows(painter, band, step);
        }
    }
    for (std::int64_t step = first; step <= last; ++step) {
        paintStep(painter, band, step);
    }
}

/// W_xc_x = Wx x + b, one operation as wide as all steps; its words stay in view.
void UnrollScroll::paintInput(QPainter& painter, std::size_t band, const QRectF& seen) const
{
    const double right = columnLeft(m_grid.steps) + boxWidth + lane + 6;
    const QRectF bar(left, inputTop(band), right - left, boxHeight);
    const UnrolledOperation& operation = m_grid.bands[band].input;
    const QColor colour = colourOf(operation.layer.type);
    painter.setPen(QPen(theme().nodeBorder, 1));
    painter.setBrush(theme().node);
    painter.drawRoundedRect(bar, 5, 5);
    painter.fillRect(QRectF(bar.left(), bar.top() + 4, 4, bar.height() - 8), colour);
    if (m_zoom < leastZoomForText) {
        return;
    }
    const QRectF words = bar.intersected(seen).adjusted(14, 0, -8, 0);
    painter.setPen(theme().text);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                     tr("INNERPRODUCT   W_xc_x = Wx x + b,   %1   for all %2 steps at once")
                         .arg(shapeText(operation.sizes.sizes.outputs.front()), countText(m_grid.steps)));
    painter.setPen(theme().mutedText);
    const QRectF above(bar.left(), bar.top() - 22, bar.width(), 20);
    painter.drawText(above.intersected(seen).adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignBottom,
                     tr("x   %1").arg(shapeText({m_grid.steps, m_grid.streams, m_grid.bands[band].width})));
}

void UnrollScroll::paintStep(QPainter& painter, std::size_t band, std::int64_t step) const
{
    for (int row = 0; row < stepRows; ++row) {
        paintBox(painter, boxOf(band, step, row),
                 m_grid.bands[band].steps[static_cast<std::size_t>(step - 1)][static_cast<std::size_t>(row)],
                 step == m_cursor);
    }
}

void UnrollScroll::paintBox(QPainter& painter, const QRectF& box, const UnrolledOperation& operation, bool lit) const
{
    const QColor colour = colourOf(operation.layer.type);
    if (m_zoom < leastZoomForArrows) {
        painter.fillRect(box, colour);
        return;
    }
    painter.setPen(QPen(lit ? theme().accent : theme().nodeBorder, lit ? 2 : 1));
    painter.setBrush(theme().node);
    painter.drawRoundedRect(box, 5, 5);
    painter.fillRect(QRectF(box.left() + 1, box.top() + 4, 4, box.height() - 8), colour);
    if (m_zoom < leastZoomForText) {
        return;
    }
    const QRectF words = box.adjusted(12, 3, -6, -3);
    painter.setPen(theme().text);
    painter.drawText(words, Qt::AlignTop | Qt::AlignLeft, QString::fromStdString(operation.layer.type));
    painter.setPen(theme().mutedText);
    const QString weight =
        operation.layer.weights.empty() ? QString() : QString::fromStdString(operation.layer.weights.front().name);
    painter.drawText(words, Qt::AlignBottom | Qt::AlignLeft, shortName(operation));
    if (!weight.isEmpty()) {
        painter.setPen(colour);
        painter.drawText(words, Qt::AlignBottom | Qt::AlignRight, weight);
    }
}

/// Down through a step; W_xc_x's part beside it; c and h on to the next one.
void UnrollScroll::paintArrows(QPainter& painter, std::size_t band, std::int64_t step) const
{
    const bool lit = step == m_cursor;
    const double middle = columnLeft(step) + boxWidth / 2 - 12, right = columnLeft(step) + boxWidth;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(lit ? theme().accent : theme().wire, lit ? 2 : 1.5));
    for (int row = 0; row + 1 < stepRows; ++row) {
        arrowDown(painter, {middle, rowTop(band, row) + boxHeight}, {middle, rowTop(band, row + 1)});
    }
    const double eltwise = rowTop(band, static_cast<int>(StepRow::Eltwise)) + boxHeight / 2;
    painter.drawLine(QPointF(right + lane, inputTop(band) + boxHeight), QPointF(right + lane, eltwise));
    painter.drawLine(QPointF(right + lane, eltwise), QPointF(right, eltwise));
    arrowHead(painter, {right, eltwise}, {-1, 0});
    arrowDown(painter, {middle, rowTop(band, stepRows - 1) + boxHeight}, {middle, footTop(band) - 14});

    // c goes straight on; h rises to the next step's SCALE.
    const double unit = rowTop(band, static_cast<int>(StepRow::Unit)), scale = rowTop(band, 0) + boxHeight / 2;
    const double cHeight = unit + boxHeight - 10, hHeight = unit + 10, next = columnLeft(step + 1);
    if (step == 1) {
        painter.drawLine(QPointF(0, cHeight), QPointF(left, cHeight));
        arrowHead(painter, {left, cHeight}, {1, 0});
        painter.drawLine(QPointF(0, scale), QPointF(left, scale));
        arrowHead(painter, {left, scale}, {1, 0});
    }
    if (step < m_grid.steps) {
        const double rise = right + (next - right) * 0.68;
        painter.drawLine(QPointF(right, cHeight), QPointF(next, cHeight));
        arrowHead(painter, {next, cHeight}, {1, 0});
        const std::array<QPointF, 4> way{QPointF(right, hHeight), QPointF(rise, hHeight), QPointF(rise, scale),
                                         QPointF(next, scale)};
        painter.drawPolyline(way.data(), 4);
        arrowHead(painter, {next, scale}, {1, 0});
    }
    if (m_zoom < leastZoomForText) {
        return;
    }
    painter.setPen(theme().mutedText);
    const QString number = QString::number(step);
    if (step < m_grid.steps) {
        painter.drawText(QPointF(right + 6, cHeight + 14), QStringLiteral("c_") + number);
        painter.drawText(QPointF(right + 6, hHeight - 5), QStringLiteral("h_") + number);
    }
    if (step == 1) {
        painter.drawText(QPointF(4, cHeight + 14), QStringLiteral("c_0"));
        painter.drawText(QPointF(4, scale - 5), QStringLiteral("h_0"));
    }
}

/// The joined h under a band, and how it goes on.
void UnrollScroll::paintBetween(QPainter& painter, std::size_t band, const QRectF& seen) const
{
    const double top = footTop(band) - 14;
    const QRectF bar(left, top, columnLeft(m_grid.steps) + boxWidth + lane + 6 - left, 5);
    painter.fillRect(bar, theme().wire);
    if (m_zoom < leastZoomForText) {
        return;
    }
    painter.setPen(theme().mutedText);
    const bool goesOn = band + 1 < m_grid.bands.size();
    const engine::Shape h{m_grid.steps, m_grid.streams, m_grid.units};
    const QString words = !goesOn          ? tr("h   %1").arg(shapeText(h))
                          : m_grid.dropout ? tr("h   %1   thinned by DROPOUT, x of the next layer").arg(shapeText(h))
                                           : tr("h   %1   x of the next layer").arg(shapeText(h));
    const QRectF box(bar.left(), bar.bottom() + 4, bar.width(), 20);
    painter.drawText(box.intersected(seen).adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignTop, words);
}

/// The rows' names, at the left in view.
void UnrollScroll::paintNames(QPainter& painter) const
{
    painter.save();
    const QRect area(0, 0, namesWidth, viewport()->height());
    painter.fillRect(area, palette().color(QPalette::Window));
    painter.setPen(theme().nodeBorder);
    painter.drawLine(area.topRight(), area.bottomRight());
    painter.setClipRect(area.adjusted(0, numbersHeight, -1, 0));
    const auto at = [&](double y) { return numbersHeight - verticalScrollBar()->value() + y * m_zoom; };
    const double line = fontMetrics().height();
    const bool roomy = rowStep * m_zoom >= 2 * line + 2;
    const auto name = [&](double y, const QString& first, const QString& second) {
        const double middle = at(y + boxHeight / 2);
        const QRectF box(12, middle - (roomy ? line : line / 2), namesWidth - 20, line);
        painter.setPen(theme().text);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, first);
        if (roomy) {
            painter.setPen(theme().mutedText);
            painter.drawText(box.translated(0, line), Qt::AlignLeft | Qt::AlignVCenter,
                             fontMetrics().elidedText(second, Qt::ElideRight, static_cast<int>(box.width())));
        }
    };
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    for (std::size_t band = 0; band < m_grid.bands.size(); ++band) {
        painter.setFont(bold);
        painter.setPen(theme().text);
        painter.drawText(QRectF(12, at(bandTop(band)), namesWidth - 20, std::max(line, bandHead * m_zoom)),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         m_grid.bands.size() == 1 ? QString::fromStdString(m_grid.layer)
                                                  : tr("Layer %1 of %2").arg(band + 1).arg(m_grid.bands.size()));
        painter.setFont(font());
        if (rowStep * m_zoom < line + 2) {
            continue; // no room for each row
        }
        const std::vector<engine::WeightSpec>& wide = m_grid.bands[band].input.sizes.sizes.weights;
        const auto& step = m_grid.bands[band].steps.front();
        if (bandHead * m_zoom >= line) { // else the band's title stands there
            name(inputTop(band), tr("input part"),
                 wide.size() < 2
                     ? QString()
                     : QStringLiteral("Wx %1, b %2").arg(shapeText(wide[0].shape), shapeText(wide[1].shape)));
        }
        name(rowTop(band, 0), tr("clear at a start"), tr("h × cont"));
        name(rowTop(band, 1), tr("recurrent part"),
             tr("one Wh %1").arg(shapeText(step[1].sizes.sizes.weights.front().shape)));
        name(rowTop(band, 2), tr("gates' sums"), shapeText(step[2].sizes.sizes.outputs.front()));
        name(rowTop(band, 3), tr("cell"), tr("c, h %1").arg(shapeText(step[3].sizes.sizes.outputs.front())));
    }
    painter.restore();
}

/// The steps' numbers, on top in view; as many as there is room for.
void UnrollScroll::paintNumbers(QPainter& painter) const
{
    painter.save();
    const QRect area(0, 0, viewport()->width(), numbersHeight);
    painter.fillRect(area, palette().color(QPalette::Window));
    painter.setPen(theme().nodeBorder);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(theme().mutedText);
    painter.drawText(QRect(12, 0, namesWidth - 20, numbersHeight), Qt::AlignLeft | Qt::AlignVCenter, tr("Step"));
    painter.setClipRect(QRect(namesWidth, 0, viewport()->width(), numbersHeight));
    const double room = fontMetrics().horizontalAdvance(countText(m_grid.steps)) + 12;
    const auto every = static_cast<std::int64_t>(std::max(1.0, std::ceil(room / (columnStep * m_zoom))));
    for (std::int64_t step = 1; step <= m_grid.steps; ++step) {
        const double middle = namesWidth - horizontalScrollBar()->value() + (columnLeft(step) + boxWidth / 2) * m_zoom;
        if (middle < namesWidth - room || middle > viewport()->width() + room) {
            continue;
        }
        const bool here = step == m_cursor;
        if (!here && ((step - 1) % every != 0 || std::abs(step - m_cursor) < every)) {
            continue;
        }
        const QRectF box(middle - room / 2, 3, room, numbersHeight - 7);
        if (here) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(palette().color(QPalette::Highlight));
            painter.drawRoundedRect(box, 4, 4);
        }
        painter.setPen(here ? palette().color(QPalette::HighlightedText) : theme().text);
        painter.drawText(box, Qt::AlignCenter, countText(step));
    }
    painter.restore();
}

} // namespace editor
