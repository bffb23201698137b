// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/unroll_scroll.h"

#include "editor/looks/theme.h"
#include "editor/words/numbers.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <array>
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
constexpr double left = 40; ///< before the first step: where h_0 and c_0 come from; behind the last as much
constexpr double bandHead = 34, inputGap = 40; ///< a band's title; from W_xc_x to the steps
constexpr double bandFoot = 62;                ///< the joined h, and the way to the next band
constexpr double lane = 14;                    ///< beside the boxes, where W_xc_x's part comes down
constexpr double ledge = 20;                   ///< of what is as wide as all steps, over their boxes

// In pixels, whatever the zoom.
constexpr int leastNamesWidth = 168, numbersHeight = 26;
constexpr int namesMargin = 12, namesGap = 8; ///< left and right of the rows' names
constexpr double leastZoom = 0.08, mostZoom = 2;
constexpr double leastZoomForText = 0.45, leastZoomForArrows = 0.2;

double columnLeft(std::int64_t step)
{
    return left + static_cast<double>(step - 1) * columnStep;
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

/// A name of the backward direction as the forward one has it: the band says which it is.
QString inBand(const std::string& name)
{
    const QString text = QString::fromStdString(name);
    for (const QLatin1String back : {QLatin1String("back_"), QLatin1String("back.")}) {
        if (text.startsWith(back)) {
            return text.mid(back.size());
        }
    }
    return text;
}

QString shortName(const UnrolledOperation& operation)
{
    return inBand(operation.layer.tops.empty() ? operation.layer.name : operation.layer.tops.back());
}

/// What joins two operations of a step, one below the other or farther.
bool reads(const UnrolledOperation& lower, const UnrolledOperation& upper)
{
    const std::vector<std::string>& bottoms = lower.layer.bottoms;
    return std::any_of(upper.layer.tops.begin(), upper.layer.tops.end(), [&](const std::string& top) {
        return std::find(bottoms.begin(), bottoms.end(), top) != bottoms.end();
    });
}

/// The row that W_xc_x's part of a step goes into.
int rowOfInput(const UnrollBand& band)
{
    const std::vector<UnrolledOperation>& rows = band.steps.front();
    const std::string part = band.input.layer.tops.front() + "_1";
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const UnrolledOperation& one) {
        return std::find(one.layer.bottoms.begin(), one.layer.bottoms.end(), part) != one.layer.bottoms.end();
    });
    return static_cast<int>(row - rows.begin());
}

/// Which way a direction goes on the screen.
double wayOf(const UnrollBand& band)
{
    return band.direction == engine::Direction::Forward ? 1 : -1;
}

/// What a row does, and the shapes that go with it.
struct RowWords {
    QString name, shapes;
};

RowWords wordsOf(const UnrolledOperation& operation, const engine::Cell& cell)
{
    const std::string& type = operation.layer.type;
    const QString made = shapeText(operation.sizes.sizes.outputs.front());
    if (type == "SCALE") {
        return {UnrollScroll::tr("clear at a start"), UnrollScroll::tr("h × cont")};
    }
    if (type == "INNERPRODUCT") {
        QString weights;
        for (std::size_t weight = 0; weight < operation.sizes.sizes.weights.size(); ++weight) {
            const QString name = inBand(operation.layer.weights[weight].name) + QLatin1Char(' ') +
                                 shapeText(operation.sizes.sizes.weights[weight].shape);
            weights += weight == 0 ? UnrollScroll::tr("one %1").arg(name) : QStringLiteral(", ") + name;
        }
        return {UnrollScroll::tr("recurrent part"), weights};
    }
    if (type == "ELTWISE") {
        return {cell.gateCount() > 1 ? UnrollScroll::tr("gates' sums") : UnrollScroll::tr("sums"), made};
    }
    return {cell.gateCount() > 1 ? UnrollScroll::tr("cell") : UnrollScroll::tr("activation"),
            (cell.stateCount() > 1 ? QStringLiteral("c, h ") : QStringLiteral("h ")) + made};
}

/// A band's rows from top to bottom, the input part first.
std::vector<RowWords> wordsOf(const UnrollBand& band, const engine::Cell& cell)
{
    const std::vector<engine::WeightSpec>& wide = band.input.sizes.sizes.weights;
    const QString shapes = wide.size() < 2
                               ? QString()
                               : QStringLiteral("Wx %1, b %2").arg(shapeText(wide[0].shape), shapeText(wide[1].shape));
    std::vector<RowWords> rows = {{UnrollScroll::tr("input part"), shapes}};
    for (const UnrolledOperation& operation : band.steps.front()) {
        rows.push_back(wordsOf(operation, cell));
    }
    return rows;
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
    m_namesWidth = widthOfNames();
    updateBars();
    viewport()->update();
}

// Where things are
// ----------------------------------------------------------------------------------------------------------

double UnrollScroll::bandTop(std::size_t band) const
{
    return static_cast<double>(band) * (bandHead + boxHeight + inputGap + m_grid.rows() * rowStep + bandFoot);
}

double UnrollScroll::inputTop(std::size_t band) const
{
    return bandTop(band) + bandHead;
}

double UnrollScroll::rowTop(std::size_t band, int row) const
{
    return inputTop(band) + boxHeight + inputGap + row * rowStep;
}

double UnrollScroll::footTop(std::size_t band) const
{
    return rowTop(band, m_grid.rows());
}

QRectF UnrollScroll::boxOf(std::size_t band, std::int64_t step, int row) const
{
    return {columnLeft(step), rowTop(band, row), boxWidth, boxHeight};
}

/// Over all steps, and over the lanes beside them.
QRectF UnrollScroll::inputBar(std::size_t band) const
{
    const bool forward = m_grid.bands[band].direction == engine::Direction::Forward;
    const double first = columnLeft(1) - (forward ? 0 : ledge);
    const double last = columnLeft(m_grid.steps) + boxWidth + (forward ? ledge : 0);
    return {first, inputTop(band), last - first, boxHeight};
}

int UnrollScroll::widthOfNames() const
{
    int widest = 0;
    for (const UnrollBand& band : m_grid.bands) {
        for (const RowWords& row : wordsOf(band, *m_grid.stack.cell)) {
            widest = std::max(
                {widest, fontMetrics().horizontalAdvance(row.name), fontMetrics().horizontalAdvance(row.shapes)});
        }
    }
    return std::max(leastNamesWidth, namesMargin + widest + namesGap);
}

QSizeF UnrollScroll::extent() const
{
    return {columnLeft(m_grid.steps) + columnStep + left, bandTop(m_grid.bands.size()) + 8};
}

void UnrollScroll::updateBars()
{
    const QSizeF all = extent() * m_zoom;
    const int width = viewport()->width() - m_namesWidth, height = viewport()->height() - numbersHeight;
    horizontalScrollBar()->setPageStep(std::max(1, width));
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(all.width())) - width));
    verticalScrollBar()->setPageStep(std::max(1, height));
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(all.height())) - height));
}

QPointF UnrollScroll::toGrid(QPointF point) const
{
    return {(point.x() - m_namesWidth + horizontalScrollBar()->value()) / m_zoom,
            (point.y() - numbersHeight + verticalScrollBar()->value()) / m_zoom};
}

std::int64_t UnrollScroll::stepAt(double x) const
{
    const auto step = static_cast<std::int64_t>(std::floor((x - left + (columnStep - boxWidth) / 2) / columnStep)) + 1;
    return std::clamp<std::int64_t>(step, 0, m_grid.steps);
}

UnrollScroll::Hit UnrollScroll::hit(QPoint point) const
{
    if (point.x() < m_namesWidth || point.y() < numbersHeight || m_grid.bands.empty()) {
        return {};
    }
    const QPointF at = toGrid(point);
    const auto band = static_cast<std::size_t>(std::clamp(at.y() / bandTop(1), 0.0, double(m_grid.bands.size() - 1)));
    if (inputBar(band).contains(at)) {
        return {&m_grid.bands[band].input, 0};
    }
    const std::int64_t step = stepAt(at.x());
    for (int row = 0; step > 0 && row < m_grid.rows(); ++row) {
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
    horizontalScrollBar()->setValue(static_cast<int>(std::lround(at.x() * m_zoom - fixed.x() + m_namesWidth)));
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
    if (!m_dragging && event->button() == Qt::LeftButton && event->pos().x() >= m_namesWidth) {
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
    painter.setClipRect(QRect(m_namesWidth, numbersHeight, viewport()->width(), viewport()->height()));
    painter.translate(m_namesWidth - horizontalScrollBar()->value(), numbersHeight - verticalScrollBar()->value());
    painter.scale(m_zoom, m_zoom);
    const QRectF seen(toGrid({double(m_namesWidth), double(numbersHeight)}),
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
    const QRectF bar = inputBar(band);
    const UnrolledOperation& operation = m_grid.bands[band].input;
    const QColor colour = colourOf(operation.layer.type);
    painter.setPen(QPen(theme().nodeBorder, 1));
    painter.setBrush(theme().node);
    painter.drawRoundedRect(bar, 5, 5);
    painter.fillRect(QRectF(bar.left(), bar.top() + 4, 4, bar.height() - 8), colour);
    if (m_zoom < leastZoomForText) {
        return;
    }
    if (!bar.intersects(seen)) {
        return;
    }
    const QRectF words = bar.intersected(seen).adjusted(14, 0, -8, 0);
    painter.setPen(theme().text);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                     tr("INNERPRODUCT   W_xc_x = Wx x + b,   %1   for all %2 steps at once")
                         .arg(shapeText(operation.sizes.sizes.outputs.front()), countText(m_grid.steps)));
    painter.setPen(theme().mutedText);
    const QRectF above(bar.left(), bar.top() - 22, bar.width(), 20);
    const QString x = tr("x   %1").arg(shapeText({m_grid.steps, m_grid.streams, m_grid.bands[band].width}));
    painter.drawText(above.intersected(seen).adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignBottom,
                     m_grid.bands[band].direction == engine::Direction::Forward
                         ? x
                         : tr("%1   read from the last step to the first").arg(x));
}

void UnrollScroll::paintStep(QPainter& painter, std::size_t band, std::int64_t step) const
{
    for (int row = 0; row < m_grid.rows(); ++row) {
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
    const QString weight = operation.layer.weights.empty() ? QString() : inBand(operation.layer.weights.front().name);
    painter.drawText(words, Qt::AlignBottom | Qt::AlignLeft, shortName(operation));
    if (!weight.isEmpty()) {
        painter.setPen(colour);
        painter.drawText(words, Qt::AlignBottom | Qt::AlignRight, weight);
    }
}

/// Down through a step; W_xc_x's part beside it.
void UnrollScroll::paintArrows(QPainter& painter, std::size_t band, std::int64_t step) const
{
    const UnrollBand& drawn = m_grid.bands[band];
    const std::vector<UnrolledOperation>& rows = drawn.steps[static_cast<std::size_t>(step - 1)];
    const bool lit = step == m_cursor;
    const double way = wayOf(drawn), middle = columnLeft(step) + boxWidth / 2 - 12 * way;
    const double out = columnLeft(step) + (way > 0 ? boxWidth : 0), in = columnLeft(step) + (way > 0 ? 0 : boxWidth);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(lit ? theme().accent : theme().wire, lit ? 2 : 1.5));
    for (int row = 0; row + 1 < m_grid.rows(); ++row) {
        arrowDown(painter, {middle, rowTop(band, row) + boxHeight}, {middle, rowTop(band, row + 1)});
    }
    arrowDown(painter, {middle, rowTop(band, m_grid.rows() - 1) + boxHeight}, {middle, footTop(band) - 14});

    const int fedRow = rowOfInput(drawn);
    const double fed = rowTop(band, fedRow) + (fedRow + 1 == m_grid.rows() ? 10 : boxHeight / 2); // h leaves below it
    painter.drawLine(QPointF(out + lane * way, inputTop(band) + boxHeight), QPointF(out + lane * way, fed));
    painter.drawLine(QPointF(out + lane * way, fed), QPointF(out, fed));
    arrowHead(painter, {out, fed}, {-way, 0});

    // What is read farther down than in the next row, such as h by GRU_UNIT, goes past the boxes.
    for (int upper = 0; upper < m_grid.rows(); ++upper) {
        for (int lower = upper + 2; lower < m_grid.rows(); ++lower) {
            if (reads(rows[static_cast<std::size_t>(lower)], rows[static_cast<std::size_t>(upper)])) {
                const double below = rowTop(band, upper) + boxHeight, end = rowTop(band, lower) + boxHeight / 2;
                const double start = in + 16 * way, beside = in - 9 * way;
                const std::array<QPointF, 5> path{QPointF(start, below), QPointF(start, below + 9),
                                                  QPointF(beside, below + 9), QPointF(beside, end), QPointF(in, end)};
                painter.drawPolyline(path.data(), 5);
                arrowHead(painter, path.back(), {way, 0});
            }
        }
    }
    paintStates(painter, band, step);
}

/// On to the next step of the direction: h rises to its SCALE, c goes straight on.
void UnrollScroll::paintStates(QPainter& painter, std::size_t band, std::int64_t step) const
{
    const UnrollBand& drawn = m_grid.bands[band];
    const double way = wayOf(drawn);
    const std::int64_t firstStep = way > 0 ? 1 : m_grid.steps, lastStep = way > 0 ? m_grid.steps : 1;
    const std::int64_t nextStep = step + (way > 0 ? 1 : -1), beforeStep = step - (way > 0 ? 1 : -1);
    const double edge = way > 0 ? boxWidth : 0; // of a box, where its outputs leave
    const double out = columnLeft(step) + edge, in = columnLeft(step) + boxWidth - edge;
    const double next = columnLeft(nextStep) + boxWidth - edge;
    const bool remembers = m_grid.stack.cell->stateCount() > 1;
    const double unit = rowTop(band, m_grid.rows() - 1), scale = rowTop(band, 0) + boxHeight / 2;
    const double cHeight = unit + boxHeight - 10;
    const bool isFed = rowOfInput(drawn) + 1 == m_grid.rows(); // W_xc_x's part comes in above it
    const double hHeight = unit + (remembers ? 10 : isFed ? boxHeight - 10 : boxHeight / 2);
    const auto straight = [&](double from, double to, double height) {
        painter.drawLine(QPointF(from, height), QPointF(to, height));
        arrowHead(painter, {to, height}, {way, 0});
    };
    if (step == firstStep) {
        straight(in - left * way, in, scale);
        if (remembers) {
            straight(in - left * way, in, cHeight);
        }
    }
    if (step != lastStep) {
        const double rise = out + (next - out) * 0.68;
        const std::array<QPointF, 4> path{QPointF(out, hHeight), QPointF(rise, hHeight), QPointF(rise, scale),
                                          QPointF(next, scale)};
        painter.drawPolyline(path.data(), 4);
        arrowHead(painter, path.back(), {way, 0});
        if (remembers) {
            straight(out, next, cHeight);
        }
    }
    if (m_zoom < leastZoomForText) {
        return;
    }
    painter.setPen(theme().mutedText);
    const auto word = [&](double from, double base, const char* state, std::int64_t number) {
        const QString text = QLatin1String(state) + QLatin1Char('_') + QString::number(number);
        painter.drawText(QPointF(way > 0 ? from + 6 : from - 6 - painter.fontMetrics().horizontalAdvance(text), base),
                         text);
    };
    if (step == firstStep) {
        word(in - left * way - 2 * way, scale - 5, "h", beforeStep);
        if (remembers) {
            word(in - left * way - 2 * way, cHeight + 14, "c", beforeStep);
        }
    }
    if (step != lastStep) {
        word(out, isFed ? hHeight + 14 : hHeight - 5, "h", step);
        if (remembers) {
            word(out, cHeight + 14, "c", step);
        }
    }
}

/// The joined h under a band, and how it goes on.
void UnrollScroll::paintBetween(QPainter& painter, std::size_t band, const QRectF& seen) const
{
    const QRectF over = inputBar(band);
    const QRectF bar(over.left(), footTop(band) - 14, over.width(), 5);
    painter.fillRect(bar, theme().wire);
    if (m_zoom < leastZoomForText) {
        return;
    }
    painter.setPen(theme().mutedText);
    const QRectF box(bar.left(), bar.bottom() + 4, bar.width(), 20);
    if (box.intersects(seen)) {
        painter.drawText(box.intersected(seen).adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignTop, footWords(band));
    }
}

QString UnrollScroll::footWords(std::size_t band) const
{
    const engine::RecurrentStack& stack = m_grid.stack;
    const UnrollBand& drawn = m_grid.bands[band];
    const auto shape = [&](std::int64_t directions) {
        return shapeText({m_grid.steps, m_grid.streams, directions * m_grid.units});
    };
    if (stack.isBidirectional() && drawn.direction == engine::Direction::Forward) {
        return tr("h_forward   %1").arg(shape(1));
    }
    const QString h = stack.isBidirectional() ? tr("h_back   %1,   beside h_forward:   h   %2").arg(shape(1), shape(2))
                                              : tr("h   %1").arg(shape(1));
    if (drawn.layer + 1 == stack.layers) {
        return h;
    }
    return m_grid.dropout ? tr("%1   through DROPOUT, x of the next layer").arg(h)
                          : tr("%1   x of the next layer").arg(h);
}

QString UnrollScroll::bandTitle(std::size_t band) const
{
    const engine::RecurrentStack& stack = m_grid.stack;
    const UnrollBand& drawn = m_grid.bands[band];
    const QString layer = QString::number(drawn.layer + 1);
    if (!stack.isBidirectional()) {
        return stack.layers == 1 ? QString::fromStdString(m_grid.layer)
                                 : tr("Layer %1 of %2").arg(layer).arg(stack.layers);
    }
    const bool forward = drawn.direction == engine::Direction::Forward;
    if (stack.layers == 1) {
        return forward ? tr("Forward") : tr("Backward");
    }
    return forward ? tr("Layer %1, forward").arg(layer) : tr("Layer %1, backward").arg(layer);
}

/// The rows' names, at the left in view.
void UnrollScroll::paintNames(QPainter& painter) const
{
    painter.save();
    const QRect area(0, 0, m_namesWidth, viewport()->height());
    painter.fillRect(area, palette().color(QPalette::Window));
    painter.setPen(theme().nodeBorder);
    painter.drawLine(area.topRight(), area.bottomRight());
    painter.setClipRect(area.adjusted(0, numbersHeight, -1, 0));
    const auto at = [&](double y) { return numbersHeight - verticalScrollBar()->value() + y * m_zoom; };
    const double line = fontMetrics().height();
    const bool roomy = rowStep * m_zoom >= 2 * line + 2;
    const auto write = [&](double y, const RowWords& words) {
        const double middle = at(y + boxHeight / 2);
        const QRectF box(namesMargin, middle - (roomy ? line : line / 2), m_namesWidth - namesMargin - namesGap, line);
        painter.setPen(theme().text);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, words.name);
        if (roomy) {
            painter.setPen(theme().mutedText);
            painter.drawText(box.translated(0, line), Qt::AlignLeft | Qt::AlignVCenter, words.shapes);
        }
    };
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    for (std::size_t band = 0; band < m_grid.bands.size(); ++band) {
        painter.setFont(bold);
        painter.setPen(theme().text);
        painter.drawText(
            QRectF(namesMargin, at(bandTop(band)), m_namesWidth - namesMargin - namesGap,
                   std::max(line, bandHead * m_zoom)),
            Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(bandTitle(band), Qt::ElideRight, m_namesWidth - namesMargin - namesGap));
        painter.setFont(font());
        if (rowStep * m_zoom < line + 2) {
            continue; // no room for each row
        }
        const std::vector<RowWords> words = wordsOf(m_grid.bands[band], *m_grid.stack.cell);
        if (bandHead * m_zoom >= line) { // else the band's title stands there
            write(inputTop(band), words.front());
        }
        for (int row = 0; row < m_grid.rows(); ++row) {
            write(rowTop(band, row), words[static_cast<std::size_t>(row) + 1]);
        }
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
    painter.drawText(QRect(namesMargin, 0, m_namesWidth - namesMargin - namesGap, numbersHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("Step"));
    painter.setClipRect(QRect(m_namesWidth, 0, viewport()->width(), numbersHeight));
    const double room = fontMetrics().horizontalAdvance(countText(m_grid.steps)) + 12;
    const auto every = static_cast<std::int64_t>(std::max(1.0, std::ceil(room / (columnStep * m_zoom))));
    for (std::int64_t step = 1; step <= m_grid.steps; ++step) {
        const double middle =
            m_namesWidth - horizontalScrollBar()->value() + (columnLeft(step) + boxWidth / 2) * m_zoom;
        if (middle < m_namesWidth - room || middle > viewport()->width() + room) {
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
