// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/unroll_scroll.h"

#include "editor/looks/theme.h"
#include "editor/words/numbers.h"
#include "engine/cells/typed_cell.h"
#include "engine/graph/catalog.h"
#include "engine/graph/unroll.h"

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
constexpr double columnGap = 58; ///< from one step's boxes to the next one's, with one line between them of each kind
constexpr double laneStep = 5, riseStep = 6; ///< each line more
constexpr double rowStep = 66;
constexpr double minLeftMargin = 40; ///< before the first step: where h_0 and c_0 come from; behind the last as much
constexpr double bandHead = 34, inputGap = 40; ///< a band's title; from W_xc_x to the steps
constexpr double betweenInputs = 6;
constexpr double bandFoot = 62; ///< the joined h, and the way to the next band
constexpr double lane = 14;     ///< beside the boxes, where W_xc_x's part comes down
constexpr double ledge = 20;    ///< of what is as wide as all steps, over their boxes

// In pixels, whatever the zoom.
constexpr int minNamesWidth = 168, maxNamesWidth = 420, numbersHeight = 26;
constexpr int namesMargin = 12, namesGap = 8; ///< left and right of the rows' names
constexpr double minZoom = 0.08, maxZoom = 2;
constexpr double minZoomForText = 0.45, minZoomForArrows = 0.2;

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

/// Which way a direction goes on the screen.
double wayOf(const UnrollBand& band)
{
    return band.direction == engine::Direction::Forward ? 1 : -1;
}

/// What a row does, and the shapes that go with it.
struct RowWords {
    QString name, shapes;
};

QString weightWords(const UnrolledOperation& operation)
{
    QString weights;
    for (std::size_t weight = 0; weight < operation.sizes.sizes.weights.size(); ++weight) {
        weights += (weight == 0 ? QString() : QStringLiteral(", ")) + inBand(operation.layer.weights[weight].name) +
                   QLatin1Char(' ') + shapeText(operation.sizes.sizes.weights[weight].shape);
    }
    return weights;
}

/// An equation as it stands in the cell's text; of what stands inside one, that.
QString equationText(const QString& tensor, const engine::cells::TypedCell& cell)
{
    const std::vector<engine::cells::Equation>& all = cell.definition.syntax.equations;
    const auto equation = std::ranges::find(
        all, tensor.toStdString(), [](const engine::cells::Equation& one) { return engine::unrolledName(one.name); });
    if (equation == all.end()) {
        return tensor;
    }
    const QString line = QString::fromStdString(cell.text).split(QLatin1Char('\n')).value(equation->place.line - 1);
    return line.section(QLatin1Char('#'), 0, 0).trimmed();
}

RowWords typedWordsOf(const UnrolledOperation& operation, const engine::cells::TypedCell& cell)
{
    const std::string& type = operation.layer.type;
    const QString tensor = shortName(operation).section(QLatin1Char('_'), 0, -2); // without the step
    if (type == "SCALE") {
        return {UnrollScroll::tr("reset at a start"),
                inBand(operation.layer.bottoms.front()).section(QLatin1Char('_'), 0, -2) +
                    QString::fromUtf8(" × cont")};
    }
    if (type == "CELL_UNIT") {
        return {equationText(tensor, cell), weightWords(operation)};
    }
    return {tensor, weightWords(operation)};
}

RowWords wordsOf(const UnrolledOperation& operation, const engine::Cell& cell)
{
    if (cell.typed) {
        return typedWordsOf(operation, *cell.typed);
    }
    const std::string& type = operation.layer.type;
    const QString made = shapeText(operation.sizes.sizes.outputs.front());
    if (type == "SCALE") {
        return {UnrollScroll::tr("reset at a start"), UnrollScroll::tr("h × cont")};
    }
    if (type == "INNERPRODUCT") {
        return {UnrollScroll::tr("recurrent part"), UnrollScroll::tr("one %1").arg(weightWords(operation))};
    }
    if (type == "ELTWISE") {
        return {cell.gateCount() > 1 ? UnrollScroll::tr("pre-activations") : UnrollScroll::tr("sums"), made};
    }
    return {cell.gateCount() > 1 ? UnrollScroll::tr("cell") : UnrollScroll::tr("activation"),
            (cell.stateCount() > 1 ? QStringLiteral("c, h ") : QStringLiteral("h ")) + made};
}

/// A band's rows from top to bottom, what is done for all steps first.
std::vector<RowWords> wordsOf(const UnrollBand& band, const engine::Cell& cell)
{
    std::vector<RowWords> rows;
    for (const UnrolledOperation& operation : band.inputs) {
        rows.push_back({cell.typed ? shortName(operation) : UnrollScroll::tr("input part"), weightWords(operation)});
    }
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
    verticalScrollBar()->setSingleStep(static_cast<int>(rowStep));
    connect(&Looks::instance(), &Looks::changed, viewport(), qOverload<>(&QWidget::update));
}

void UnrollScroll::show(UnrollGrid grid)
{
    m_grid = std::move(grid);
    m_links = m_grid.bands.empty() ? UnrollLinks() : linksOf(m_grid);
    findSideLines();
    m_cursor = std::clamp<std::int64_t>(m_cursor, 1, std::max<std::int64_t>(1, m_grid.steps));
    m_namesWidth = widthOfNames();
    horizontalScrollBar()->setSingleStep(static_cast<int>(columnStep()));
    updateBars();
    viewport()->update();
}

/// Each takes the nearest lane that no other has at its rows.
void UnrollScroll::findSideLines()
{
    m_sideLines.clear();
    std::vector<int> ends; // of each lane: the last row that it is taken to
    for (int row = 0; row < m_grid.rows(); ++row) {
        SideLine line{.from = row, .to = {}, .lane = 0};
        for (const UnrollLinks::Inside& link : m_links.inside) {
            if (link.from == row && link.to > row + 1) {
                line.to.push_back(link.to);
            }
        }
        if (line.to.empty()) {
            continue;
        }
        const auto free = std::ranges::find_if(ends, [row](int end) { return end <= row; });
        line.lane = static_cast<int>(free - ends.begin());
        ends.resize(std::max(ends.size(), static_cast<std::size_t>(line.lane) + 1));
        ends[static_cast<std::size_t>(line.lane)] = std::ranges::max(line.to);
        m_sideLines.push_back(std::move(line));
    }
    m_lanes = static_cast<int>(ends.size());
}

// Where things are
// ----------------------------------------------------------------------------------------------------------

double UnrollScroll::bandTop(std::size_t band) const
{
    return static_cast<double>(band) * (bandHead + inputsHeight() + inputGap + m_grid.rows() * rowStep + bandFoot);
}

double UnrollScroll::inputTop(std::size_t band, std::size_t input) const
{
    return bandTop(band) + bandHead + static_cast<double>(input) * (boxHeight + betweenInputs);
}

double UnrollScroll::inputsHeight() const
{
    const auto count = m_grid.bands.empty() ? 1.0 : static_cast<double>(m_grid.bands.front().inputs.size());
    return count * boxHeight + std::max(0.0, count - 1) * betweenInputs;
}

double UnrollScroll::columnStep() const
{
    const auto rises = std::ranges::count_if(m_links.states, [](const auto& state) { return state.from != state.to; });
    return boxWidth + columnGap + laneStep * std::max(0, m_lanes - 1) +
           riseStep * static_cast<double>(std::max<std::ptrdiff_t>(0, rises - 1));
}

double UnrollScroll::columnLeft(std::int64_t step) const
{
    return left() + static_cast<double>(step - 1) * columnStep();
}

double UnrollScroll::left() const
{
    constexpr int lanesThatFit = 6;
    return minLeftMargin + laneStep * std::max(0, m_lanes - lanesThatFit);
}

double UnrollScroll::rowTop(std::size_t band, int row) const
{
    return inputTop(band) + inputsHeight() + inputGap + row * rowStep;
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
QRectF UnrollScroll::inputBar(std::size_t band, std::size_t input) const
{
    const bool forward = m_grid.bands[band].direction == engine::Direction::Forward;
    const double first = columnLeft(1) - (forward ? 0 : ledge);
    const double last = columnLeft(m_grid.steps) + boxWidth + (forward ? ledge : 0);
    return {first, inputTop(band, input), last - first, boxHeight};
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
    return std::clamp(namesMargin + widest + namesGap, minNamesWidth, maxNamesWidth);
}

QSizeF UnrollScroll::extent() const
{
    return {columnLeft(m_grid.steps) + columnStep() + left(), bandTop(m_grid.bands.size()) + 8};
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
    const auto step =
        static_cast<std::int64_t>(std::floor((x - left() + (columnStep() - boxWidth) / 2) / columnStep())) + 1;
    return std::clamp<std::int64_t>(step, 0, m_grid.steps);
}

UnrollScroll::Hit UnrollScroll::hit(QPoint point) const
{
    if (point.x() < m_namesWidth || point.y() < numbersHeight || m_grid.bands.empty()) {
        return {};
    }
    const QPointF at = toGrid(point);
    const auto band = static_cast<std::size_t>(std::clamp(at.y() / bandTop(1), 0.0, double(m_grid.bands.size() - 1)));
    for (std::size_t input = 0; input < m_grid.bands[band].inputs.size(); ++input) {
        if (inputBar(band, input).contains(at)) {
            return {&m_grid.bands[band].inputs[input], 0};
        }
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
    const int first = static_cast<int>((columnLeft(m_cursor) - left()) * m_zoom);
    const int last = static_cast<int>((columnLeft(m_cursor) + columnStep()) * m_zoom);
    if (first < bar->value()) {
        bar->setValue(first);
    } else if (last > bar->value() + bar->pageStep()) {
        bar->setValue(last - bar->pageStep());
    }
}

void UnrollScroll::setZoom(double zoom, QPointF fixed)
{
    const double wanted = std::isfinite(zoom) ? std::clamp(zoom, minZoom, maxZoom) : 1;
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
    painter.fillRect(
        QRectF(columnLeft(m_cursor) - (columnStep() - boxWidth) / 2, seen.top(), columnStep(), seen.height()), ground);
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
    if (m_zoom >= minZoomForArrows) {
        for (std::int64_t step = first; step <= last; ++step) {
            paintArrows(painter, band, step);
        }
    }
    for (std::int64_t step = first; step <= last; ++step) {
        paintStep(painter, band, step);
    }
}

/// What is done for all steps at once: each operation is as wide as they are; its words stay in view.
void UnrollScroll::paintInput(QPainter& painter, std::size_t band, const QRectF& seen) const
{
    for (std::size_t input = 0; input < m_grid.bands[band].inputs.size(); ++input) {
        paintInputBar(painter, band, input, seen);
    }
    const QRectF bar = inputBar(band, 0);
    const QRectF above(bar.left(), bar.top() - 22, bar.width(), 20);
    if (m_zoom < minZoomForText || !above.intersects(seen)) {
        return;
    }
    painter.setPen(theme().mutedText);
    const QString x = tr("x   %1").arg(shapeText({m_grid.steps, m_grid.streams, m_grid.bands[band].width}));
    painter.drawText(above.intersected(seen).adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignBottom,
                     m_grid.bands[band].direction == engine::Direction::Forward
                         ? x
                         : tr("%1   read from the last step to the first").arg(x));
}

void UnrollScroll::paintInputBar(QPainter& painter, std::size_t band, std::size_t input, const QRectF& seen) const
{
    const QRectF bar = inputBar(band, input);
    const UnrolledOperation& operation = m_grid.bands[band].inputs[input];
    painter.setPen(QPen(theme().nodeBorder, 1));
    painter.setBrush(theme().node);
    painter.drawRoundedRect(bar, 5, 5);
    painter.fillRect(QRectF(bar.left(), bar.top() + 4, 4, bar.height() - 8), colourOf(operation.layer.type));
    if (m_zoom < minZoomForText || !bar.intersects(seen)) {
        return;
    }
    const QRectF words = bar.intersected(seen).adjusted(14, 0, -8, 0);
    const QString formula = m_grid.stack.cell->typed ? shortName(operation) : QStringLiteral("W_xc_x = Wx x + b");
    painter.setPen(theme().text);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                     tr("%1   %2,   %3   for all %4 steps at once")
                         .arg(QString::fromStdString(operation.layer.type), formula,
                              shapeText(operation.sizes.sizes.outputs.front()), countText(m_grid.steps)));
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
    if (m_zoom < minZoomForArrows) {
        painter.fillRect(box, colour);
        return;
    }
    painter.setPen(QPen(lit ? theme().accent : theme().nodeBorder, lit ? 2 : 1));
    painter.setBrush(theme().node);
    painter.drawRoundedRect(box, 5, 5);
    painter.fillRect(QRectF(box.left() + 1, box.top() + 4, 4, box.height() - 8), colour);
    if (m_zoom < minZoomForText) {
        return;
    }
    const QRectF words = box.adjusted(12, 3, -6, -3);
    painter.setPen(theme().text);
    painter.drawText(words, Qt::AlignTop | Qt::AlignLeft, QString::fromStdString(operation.layer.type));
    painter.setPen(theme().mutedText);
    const QString weight = operation.layer.weights.empty() || m_grid.stack.cell->typed
                               ? QString() // of a typed cell it stands in the name
                               : inBand(operation.layer.weights.front().name);
    painter.drawText(
        words, Qt::AlignBottom | Qt::AlignLeft,
        painter.fontMetrics().elidedText(shortName(operation), Qt::ElideMiddle, static_cast<int>(words.width())));
    if (!weight.isEmpty()) {
        painter.setPen(colour);
        painter.drawText(words, Qt::AlignBottom | Qt::AlignRight, weight);
    }
}

/// Down through a step, and past the boxes.
void UnrollScroll::paintArrows(QPainter& painter, std::size_t band, std::int64_t step) const
{
    const double way = wayOf(m_grid.bands[band]), middle = columnLeft(step) + boxWidth / 2 - 12 * way;
    const double in = columnLeft(step) + (way > 0 ? 0 : boxWidth);
    const bool lit = step == m_cursor;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(lit ? theme().accent : theme().wire, lit ? 2 : 1.5));
    const auto endOf = [&](int row) { return row == m_grid.rows() ? footTop(band) - 14 : rowTop(band, row); };
    for (const UnrollLinks::Inside& link : m_links.inside) {
        if (link.to == link.from + 1) {
            arrowDown(painter, {middle, rowTop(band, link.from) + boxHeight}, {middle, endOf(link.to)});
        }
    }
    for (const SideLine& line : m_sideLines) {
        const double below = rowTop(band, line.from) + boxHeight, start = in + 16 * way;
        const double beside = in - (9 + laneStep * line.lane) * way;
        for (const int row : line.to) {
            const bool isFoot = row == m_grid.rows();
            const double end = isFoot ? endOf(row) : rowTop(band, row) + boxHeight / 2;
            const std::array<QPointF, 5> path{QPointF(start, below), QPointF(start, below + 9),
                                              QPointF(beside, below + 9), QPointF(beside, end),
                                              QPointF(isFoot ? beside : in, end)};
            painter.drawPolyline(path.data(), 5);
            arrowHead(painter, path.back(), isFoot ? QPointF(0, 1) : QPointF(way, 0));
        }
    }
    paintFed(painter, band, step);
    paintStates(painter, band, step);
}

/// A step's part of what is done for all steps, beside the boxes.
void UnrollScroll::paintFed(QPainter& painter, std::size_t band, std::int64_t step) const
{
    const double way = wayOf(m_grid.bands[band]), out = columnLeft(step) + (way > 0 ? boxWidth : 0);
    for (const int row : m_links.fed) {
        const double height =
            rowTop(band, row) + (m_links.givesState(row) ? 10 : boxHeight / 2); // a state leaves below
        painter.drawLine(QPointF(out + lane * way, inputTop(band) + inputsHeight()), QPointF(out + lane * way, height));
        painter.drawLine(QPointF(out + lane * way, height), QPointF(out, height));
        arrowHead(painter, {out, height}, {-way, 0});
    }
}

double UnrollScroll::stateHeight(const UnrollLinks::State& state) const
{
    const bool isShared = std::ranges::count(m_links.states, state.from, &UnrollLinks::State::from) > 1;
    if (isShared) {
        return state.from == state.to ? boxHeight - 10 : 10;
    }
    return std::ranges::count(m_links.fed, state.from) > 0 ? boxHeight - 10 : boxHeight / 2;
}

/// On to the next step of the direction: a state rises to what reads it there, or goes straight on.
void UnrollScroll::paintStates(QPainter& painter, std::size_t band, std::int64_t step) const
{
    const double way = wayOf(m_grid.bands[band]);
    const std::int64_t firstStep = way > 0 ? 1 : m_grid.steps, lastStep = way > 0 ? m_grid.steps : 1;
    const std::int64_t nextStep = step + (way > 0 ? 1 : -1), beforeStep = step - (way > 0 ? 1 : -1);
    const double edge = way > 0 ? boxWidth : 0; // of a box, where its outputs leave
    const double out = columnLeft(step) + edge, in = columnLeft(step) + boxWidth - edge;
    const double next = columnLeft(nextStep) + boxWidth - edge;
    const QPen lines = painter.pen();
    const auto word = [&](double from, double base, const std::string& state, std::int64_t number) {
        if (m_zoom < minZoomForText) {
            return;
        }
        const QString text = QString::fromStdString(state) + QLatin1Char('_') + QString::number(number);
        painter.setPen(theme().mutedText);
        painter.drawText(QPointF(way > 0 ? from + 6 : from - 6 - painter.fontMetrics().horizontalAdvance(text), base),
                         text);
        painter.setPen(lines);
    };
    int rises = 0;
    for (const UnrollLinks::State& state : m_links.states) {
        const bool isStraight = state.from == state.to;
        const double from = rowTop(band, state.from) + stateHeight(state);
        const double to = isStraight ? from : rowTop(band, state.to) + boxHeight / 2;
        if (step == firstStep) {
            painter.drawLine(QPointF(in - left() * way, to), QPointF(in, to));
            arrowHead(painter, {in, to}, {way, 0});
            word(in - left() * way - 2 * way, isStraight ? to + 14 : to - 5, state.name, beforeStep);
        }
        if (step != lastStep) {
            const double rise = out + (columnGap * 0.68 + riseStep * rises) * way;
            const std::array<QPointF, 4> path{QPointF(out, from), QPointF(rise, from), QPointF(rise, to),
                                              QPointF(next, to)};
            painter.drawPolyline(path.data(), 4);
            arrowHead(painter, path.back(), {way, 0});
            word(out, stateHeight(state) > boxHeight / 2 ? from + 14 : from - 5, state.name, step);
        }
        rises += isStraight ? 0 : 1;
    }
}

/// The joined h under a band, and how it goes on.
void UnrollScroll::paintBetween(QPainter& painter, std::size_t band, const QRectF& seen) const
{
    const QRectF over = inputBar(band, 0);
    const QRectF bar(over.left(), footTop(band) - 14, over.width(), 5);
    painter.fillRect(bar, theme().wire);
    if (m_zoom < minZoomForText) {
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
    const QString h = stack.isBidirectional()
                          ? tr("h_back   %1,   concatenated with h_forward:   h   %2").arg(shape(1), shape(2))
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
        const auto fitting = [&](const QString& text) {
            return painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(box.width()));
        };
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, fitting(words.name));
        if (roomy) {
            painter.setPen(theme().mutedText);
            painter.drawText(box.translated(0, line), Qt::AlignLeft | Qt::AlignVCenter, fitting(words.shapes));
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
        const std::size_t inputs = m_grid.bands[band].inputs.size();
        for (std::size_t input = 0; input < inputs; ++input) {
            if (input > 0 || bandHead * m_zoom >= line) { // else the band's title stands there
                write(inputTop(band, input), words[input]);
            }
        }
        for (int row = 0; row < m_grid.rows(); ++row) {
            write(rowTop(band, row), words[inputs + static_cast<std::size_t>(row)]);
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
    const auto every = static_cast<std::int64_t>(std::max(1.0, std::ceil(room / (columnStep() * m_zoom))));
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

#include "moc_unroll_scroll.cpp"
