// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_view.h"

#include "editor/canvas/canvas_actions.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/overlays.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/layout.h"
#include "editor/looks/theme.h"
#include "editor/words/tips.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <cmath>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QPinchGesture>
#include <QScrollBar>
#include <QToolTip>
#include <QUrl>
#include <string_view>

namespace editor {
namespace {

constexpr double fitMargin = 40;

} // namespace

void Camera::applyZoom(double zoom)
{
    if (!std::isfinite(zoom)) {
        return;
    }
    const double kept = std::clamp(zoom, minZoom, maxZoom);
    if (kept != this->zoom()) {
        m_view.setTransform(QTransform::fromScale(kept, kept));
        emit zoomChanged(kept);
    }
}

void Camera::setZoom(double zoom)
{
    m_fitsWhenReady = false; // the caller has chosen a view
    zoomBy(zoom / this->zoom(), m_view.viewport()->rect().center());
}

void Camera::zoomBy(double factor, QPoint about)
{
    const QPointF kept = m_view.mapToScene(about);
    applyZoom(zoom() * factor);
    panBy(about - m_view.mapFromScene(kept));
}

void Camera::panBy(QPoint pixels)
{
    m_view.horizontalScrollBar()->setValue(m_view.horizontalScrollBar()->value() - pixels.x());
    m_view.verticalScrollBar()->setValue(m_view.verticalScrollBar()->value() - pixels.y());
}

void Camera::showArea(const QRectF& area)
{
    const QSize window = m_view.viewport()->size();
    const double margin = std::min(fitMargin, 0.05 * std::min(window.width(), window.height()));
    if (area.isEmpty() || margin < 1) {
        return;
    }
    const double across = (window.width() - 2 * margin) / area.width();
    const double down = (window.height() - 2 * margin) / area.height();
    applyZoom(std::min({across, down, 1.0}));
    m_view.centerOn(area.center());
}

void Camera::fitAll()
{
    showArea(m_scene.drawing());
}

void Camera::ready()
{
    if (m_fitsWhenReady) {
        m_fitsWhenReady = false;
        fitAll();
    }
}

void Camera::reveal(Id id)
{
    const QRectF area = m_scene.area(id);
    if (!area.isEmpty()) {
        const QSizeF room = (shownArea().size() - area.size()) * zoom() / 2; // beside it, where the canvas is narrow
        const auto margin = [](double most) { return int(std::clamp(most, 0.0, fitMargin)); };
        m_view.ensureVisible(area, margin(room.width()), margin(room.height()));
    }
}

QRectF Camera::shownArea() const
{
    return m_view.mapToScene(m_view.viewport()->rect()).boundingRect();
}

namespace {

constexpr int edgeWidth = 24;   ///< a drag this near to the edge pushes the canvas
constexpr int fastestPush = 14; ///< pixels at 60 Hz

QPointF direction(int key)
{
    switch (key) {
    case Qt::Key_Left:
        return {-1, 0};
    case Qt::Key_Right:
        return {1, 0};
    case Qt::Key_Up:
        return {0, -1};
    case Qt::Key_Down:
        return {0, 1};
    default:
        return {};
    }
}

bool isWord(const QKeyEvent& event)
{
    const bool plain = !(event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    return plain && !event.text().isEmpty() && event.text().at(0).isLetterOrNumber();
}

const engine::LayerType* draggedLayer(const QMimeData& data)
{
    const QString type = QString::fromLatin1(layerMimeType);
    return data.hasFormat(type) ? engine::findLayerType(data.data(type).toStdString()) : nullptr;
}

/// The one prototxt file that is dragged in; other files are the window's.
QString draggedFile(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    const QString file = urls.size() == 1 ? urls.first().toLocalFile() : QString();
    const auto isEnding = [&](std::string_view ending) {
        return file.endsWith(QLatin1String(ending.data(), std::ssize(ending)), Qt::CaseInsensitive);
    };
    return std::ranges::any_of(engine::prototxtEndings, isEnding) ? file : QString();
}

bool takes(const QMimeData& data)
{
    return draggedLayer(data) || (data.hasUrls() ? !draggedFile(data).isEmpty() : data.hasText());
}

QRectF dropBox(QPointF point)
{
    return {onGrid(point - QPointF(nodeSize.width() / 2, nodeSize.height() / 2)), nodeSize};
}

} // namespace

CanvasView::CanvasView(Document& document, QWidget* parent)
    : QGraphicsView(parent),
      m_document(document),
      m_canvas(new CanvasScene(document, this)),
      m_camera(*this, *m_canvas),
      m_adding(std::make_unique<CanvasAdding>(*this)),
      m_banner(new Banner(this)),
      m_reason(new Bubble(this))
{
    connect(&document, &Document::loaded, this, [this] {
        cancelGesture();
        m_camera.fitWhenReady();
    });
    connect(&m_camera, &Camera::zoomChanged, this, &CanvasView::placeOverlays);
    makeCanvasAccessible();
    setScene(m_canvas);
    setObjectName(QStringLiteral("canvas"));
    setAccessibleName(tr("Canvas"));
    setAccessibleDescription(tr("The drawing of the net. The layer tree has the same layers and the same selection."));
    setFrameShape(QFrame::NoFrame);
    setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(NoAnchor);
    setResizeAnchor(NoAnchor);
    setViewportUpdateMode(FullViewportUpdate); // what lies above the scene (guides, minimap) is drawn with it
    setOptimizationFlag(DontSavePainterState);
    setFocusPolicy(Qt::StrongFocus);
    setAcceptDrops(true);
    viewport()->setMouseTracking(true);
    viewport()->grabGesture(Qt::PinchGesture);
    m_actions = new CanvasActions(*this);
    m_minimap = new Minimap(*this);
    m_heatLegend = new HeatLegend(*this);
    m_edgeTimer.setInterval(16);
    m_edgeTimer.callOnTimeout(this, &CanvasView::pushAtEdge);
    connect(m_canvas, &CanvasScene::synced, this, [this] {
        m_keyboardWiring.reset();
        if (QuickAdd* const open = m_adding->openQuickAdd()) { // what it would add to may be gone
            open->leave();
        }
        if (m_gesture && m_dragging) { // and so may what is dragged
            cancelGesture();
            m_canvas->sync();
        }
        viewport()->update(); // the overview is a second view of the scene: what was gone stayed painted in this one
        if (isVisible()) {
            m_camera.ready();
        }
        placeOverlays();
    });
    connect(&document, &Document::focusRequested, this, &CanvasView::goTo);
    connect(&document, &Document::stepped, this, [this](const std::set<Id>& changed) {
        const auto isSeen = [shown = m_camera.shownArea(), this](Id id) { // whole, or as much as there is room for
            const QRectF area = m_canvas->area(id), seen = area & shown;
            return seen.width() >= std::min(area.width(), shown.width()) &&
                   seen.height() >= std::min(area.height(), shown.height());
        };
        if (!changed.empty() && std::ranges::none_of(changed, isSeen)) {
            m_camera.reveal(*changed.begin());
        }
    });
}

CanvasView::~CanvasView()
{
    m_keyboardWiring.reset();
    cancelGesture();
}

void CanvasView::setHeat(std::function<std::optional<double>(Id)> heat, const QString& name, const QString& max)
{
    m_heatLegend->show(heat ? name : QString(), max);
    m_canvas->setHeat(std::move(heat));
}

SnapOptions CanvasView::snapOptions() const
{
    return m_actions->snap->isChecked() ? SnapOptions{.reach = 7 / m_camera.zoom(), .grid = gridStep}
                                        : SnapOptions{.reach = 0, .grid = 0};
}

bool CanvasView::change(const QString& label, const std::function<void(Content&)>& edit, const QString& mergeKey)
{
    if (const auto sentence = m_document.change(label, edit, mergeKey)) {
        say(*sentence);
        return false;
    }
    return true;
}

void CanvasView::say(const QString& sentence)
{
    m_banner->say(sentence);
}

QString CanvasView::said() const
{
    return m_banner->sentence();
}

void CanvasView::showReason(const QString& sentence, QPoint window)
{
    m_reason->say(sentence, window);
}

Pointer CanvasView::pointerAt(QPointF window, Qt::KeyboardModifiers modifiers) const
{
    return {mapToScene(window.toPoint()), window.toPoint(), modifiers};
}

void CanvasView::mousePressEvent(QMouseEvent* event)
{
    if (m_gesture) { // a second button gives the first one's work up
        cancelGesture();
        return;
    }
    m_keyboardWiring.reset();
    m_pressedAt = event->position().toPoint();
    m_dragging = false;
    const bool pushes = event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld);
    m_gesture = gestureFor(*this, pointerAt(event->position(), event->modifiers()),
                           pushes ? Qt::MiddleButton : event->button(), reach());
    if (m_gesture && m_gesture->startsAtOnce()) {
        m_dragging = true;
    }
    refreshCursor();
    event->accept();
}

void CanvasView::mouseMoveEvent(QMouseEvent* event)
{
    const Pointer pointer = pointerAt(event->position(), event->modifiers());
    m_pointer = pointer.scene;
    if (!m_gesture) {
        hoverOver(m_canvas->hitAt(pointer.scene, reach()));
        return;
    }
    const bool far = (pointer.window - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    if (m_dragging || far) {
        m_dragging = true;
        m_gesture->move(pointer);
        m_lastPointer = pointer;
        if (m_gesture->pushesAtEdges() && !edgePush(pointer.window).isNull()) {
            m_edgeTimer.start();
        }
        refreshCursor();
    }
}

/// By how much a drag so near to the canvas's edge pushes the drawing, in pixels.
QPoint CanvasView::edgePush(QPoint window) const
{
    const QRect calm = viewport()->rect().adjusted(edgeWidth, edgeWidth, -edgeWidth, -edgeWidth);
    const auto push = [](int at, int from, int to) {
        return at < from ? std::min((from - at) / 2, fastestPush) : at > to ? -std::min((at - to) / 2, fastestPush) : 0;
    };
    return {push(window.x(), calm.left(), calm.right()), push(window.y(), calm.top(), calm.bottom())};
}

void CanvasView::pushAtEdge()
{
    const QPoint push = m_gesture && m_dragging ? edgePush(m_lastPointer.window) : QPoint();
    if (push.isNull()) {
        m_edgeTimer.stop();
        return;
    }
    m_camera.panBy(push);
    m_lastPointer.scene = mapToScene(m_lastPointer.window);
    m_gesture->move(m_lastPointer);
}

void CanvasView::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_gesture) {
        finishGesture(pointerAt(event->position(), event->modifiers()));
    }
    event->accept();
}

/// The gesture is no longer ours while it finishes: what it changes may end in another.
void CanvasView::finishGesture(const Pointer& pointer)
{
    const std::unique_ptr<Gesture> gesture = std::move(m_gesture);
    if (m_dragging) {
        gesture->finish(pointer);
    } else {
        gesture->click(pointer);
    }
    m_dragging = false;
    m_actions->refresh();
    refreshCursor();
    viewport()->update();
}

void CanvasView::cancelGesture()
{
    if (const std::unique_ptr<Gesture> gesture = std::move(m_gesture); gesture && m_dragging) {
        gesture->cancel();
    }
    m_dragging = false;
    refreshCursor();
    viewport()->update();
}

void CanvasView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const Pointer pointer = pointerAt(event->position(), event->modifiers());
    const Hit hit = m_canvas->hitAt(pointer.scene, reach());
    if (hit.kind == Hit::Kind::Node) {
        const Node* node = m_document.content().find(hit.id);
        const engine::LayerType* type = engine::findLayerType(node->layer.type);
        if (type && type->recurrent) {
            emit unrollRequested(hit.id);
        } else {
            emit inspectRequested(hit.id);
        }
    } else if (hit.kind == Hit::Kind::Note) {
        editText(hit.id);
    } else if (hit.kind == Hit::Kind::Wire) {
        m_adding->quickAddOn(hit.wire, pointer.window);
    } else if (hit.kind == Hit::Kind::Nothing) {
        m_document.select({});
        m_canvas->state().current = 0;
        m_adding->quickAdd(pointer.window);
    }
}

void CanvasView::hoverOver(const Hit& hit)
{
    PaintState& state = m_canvas->state();
    const auto was = std::tuple(state.hovered, state.hoveredWire, state.hoveredPort);
    state.hovered = hit.kind == Hit::Kind::Node ? hit.id : 0;
    state.hoveredWire = hit.kind == Hit::Kind::Wire ? std::optional(hit.wire) : std::nullopt;
    state.hoveredPort = hit.kind == Hit::Kind::Port ? std::optional(hit.port) : std::nullopt;
    if (was != std::tuple(state.hovered, state.hoveredWire, state.hoveredPort)) {
        viewport()->update();
    }
    if (hit.kind == Hit::Kind::NoteEdge) {
        const bool leftRight = hit.edges & (Qt::LeftEdge | Qt::RightEdge);
        const bool upDown = hit.edges & (Qt::TopEdge | Qt::BottomEdge);
        const bool falling = hit.edges == (Qt::LeftEdge | Qt::TopEdge) || hit.edges == (Qt::RightEdge | Qt::BottomEdge);
        viewport()->setCursor(leftRight && upDown ? falling ? Qt::SizeFDiagCursor : Qt::SizeBDiagCursor
                              : leftRight         ? Qt::SizeHorCursor
                                                  : Qt::SizeVerCursor);
    } else {
        refreshCursor();
    }
}

void CanvasView::refreshCursor()
{
    const PaintState& state = m_canvas->state();
    viewport()->setCursor(m_gesture && m_dragging ? m_gesture->cursor()
                          : m_spaceHeld           ? Qt::OpenHandCursor
                          : state.hoveredPort     ? Qt::CrossCursor
                                                  : Qt::ArrowCursor);
}

/// The wheel pushes the canvas as in a text (Shift: sideways), Ctrl with it zooms where the pointer is.
void CanvasView::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        m_camera.zoomBy(std::pow(1.0015, event->angleDelta().y()), event->position().toPoint());
    } else {
        const QPoint way = event->pixelDelta().isNull() ? event->angleDelta() / 2 : event->pixelDelta();
        const bool sideways = event->modifiers().testFlag(Qt::ShiftModifier) && way.x() == 0;
        m_camera.panBy(sideways ? QPoint(way.y(), 0) : way);
    }
    event->accept();
}

bool CanvasView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString words = helpAt(m_canvas->hitAt(mapToScene(help->pos()), reach()));
        QToolTip::showText(help->globalPos(), words, viewport());
        return true;
    }
    if (event->type() == QEvent::Gesture) {
        if (const auto* pinch =
                static_cast<QPinchGesture*>(static_cast<QGestureEvent*>(event)->gesture(Qt::PinchGesture))) {
            m_camera.zoomBy(pinch->scaleFactor(), viewport()->mapFromGlobal(pinch->centerPoint().toPoint()));
            return true;
        }
    }
    if (event->type() == QEvent::NativeGesture) {
        const auto* touch = static_cast<QNativeGestureEvent*>(event);
        if (touch->gestureType() == Qt::ZoomNativeGesture) {
            m_camera.zoomBy(1 + touch->value(), touch->position().toPoint());
            return true;
        }
    }
    if (event->type() == QEvent::Leave) {
        m_pointer.reset();
        hoverOver({});
    }
    return QGraphicsView::viewportEvent(event);
}

QString CanvasView::helpAt(const Hit& hit) const
{
    switch (hit.kind) {
    case Hit::Kind::Port:
        return portHelp(hit);
    case Hit::Kind::Wire:
        return wireTip(m_document, m_canvas->symbols(), hit.wire);
    case Hit::Kind::Node: {
        const QString problem = m_canvas->node(hit.id)->face().problem;
        const QString help = nodeTip(m_document, m_canvas->symbols(), hit.id);
        return problem.isEmpty() ? help : QStringLiteral("<b>%1</b><br>%2").arg(problem.toHtmlEscaped(), help);
    }
    default:
        return {};
    }
}

QString CanvasView::portHelp(const Hit& hit) const
{
    const Node& node = *m_document.content().find(hit.id);
    const auto* const input = std::get_if<Input>(&hit.port);
    const auto* const output = std::get_if<Output>(&hit.port);
    const std::vector<PortView> ports = input ? inputPorts(node) : outputPorts(node);
    const std::size_t number = input ? input->port : output->port;
    if (number >= ports.size()) {
        return {};
    }
    const PortView& port = ports[number];
    std::optional<engine::Shape> shape = output ? m_document.shape(*output) : std::nullopt;
    for (const Wire& wire : m_document.derived().wires) {
        if (input && wire.to == *input) {
            shape = m_document.shape(wire.from);
        }
    }
    QString words = QStringLiteral("<b>%1</b>").arg(QString::fromStdString(port.name).toHtmlEscaped());
    if (port.presence == engine::Presence::Optional) {
        words += QStringLiteral(" ") + tr("(optional)");
    }
    if (shape) {
        words += QStringLiteral(" · ") + drawnShape(*shape);
    }
    if (!port.help.empty()) {
        words += QStringLiteral("<br>") + QCoreApplication::translate("Layers", port.help.c_str()).toHtmlEscaped();
    }
    return words;
}

void CanvasView::drawBackground(QPainter* painter, const QRectF& area)
{
    painter->fillRect(area, theme().canvas);
    double step = 2 * gridStep;
    while (step * m_camera.zoom() < 20) {
        step *= 2;
    }
    if (!m_actions->grid->isChecked() || m_camera.zoom() < minZoomForText) {
        return;
    }
    QList<QPointF> dots;
    const QPointF first(std::floor(area.left() / step) * step, std::floor(area.top() / step) * step);
    const int columns = int(area.width() / step) + 2, rows = int(area.height() / step) + 2;
    for (int row = 0; row < rows; ++row) { // counted: far out, adding a step to a coordinate may not change it
        for (int column = 0; column < columns; ++column) {
            dots << first + QPointF(column * step, row * step);
        }
    }
    QPen pen(theme().grid, 2);
    pen.setCosmetic(true);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(pen);
    painter->drawPoints(dots.constData(), int(dots.size()));
    painter->setRenderHint(QPainter::Antialiasing, true);
}

void CanvasView::drawForeground(QPainter* painter, const QRectF&)
{
    painter->setOpacity(1);
    if (m_gesture && m_dragging) {
        m_gesture->paint(*painter, m_camera.zoom());
    }
    if (m_keyboardWiring) {
        m_keyboardWiring->paint(*painter, m_camera.zoom());
    }
    paintDrop(*painter);
    if (m_canvas->nodes().empty() && m_canvas->notes().empty() && !m_dropOutline) {
        paintInvitation(*painter);
    }
}

/// What to do with an empty canvas.
void CanvasView::paintInvitation(QPainter& painter) const
{
    const QTransform scene = painter.worldTransform();
    painter.resetTransform();
    const QRectF room = QRectF(viewport()->rect()).adjusted(24, 0, -24, 0);
    const QRectF upper(room.left(), room.top(), room.width(), room.height() / 2 - 6);
    const int wrapped = Qt::AlignHCenter | Qt::TextWordWrap;
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.4);
    painter.setFont(large);
    painter.setPen(theme().text);
    painter.drawText(upper, wrapped | Qt::AlignBottom, tr("Type a layer's name, or drag one here"));
    painter.setFont(font());
    painter.setPen(theme().mutedText);
    painter.drawText(upper.translated(0, upper.height() + 12), wrapped | Qt::AlignTop,
                     tr("A net starts with a source: TEXTDATA reads a text, character by character"));
    painter.setWorldTransform(scene);
}

void CanvasView::paintDrop(QPainter& painter) const
{
    if (m_dropOutline) {
        painter.setPen(QPen(theme().accent, 2, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(*m_dropOutline, 8, 8);
    }
}

void CanvasView::resizeEvent(QResizeEvent* event)
{
    const QRect before(QPoint(0, 0), std::exchange(m_size, event->size())); // the event knows none of a hidden canvas
    const QPointF middle = mapToScene(before.center());
    const QRectF shown = mapToScene(before).boundingRect();
    QGraphicsView::resizeEvent(event);
    if (before.isValid()) { // a panel that opens covers the edges, and the middle stays
        m_camera.panBy(viewport()->rect().center() - mapFromScene(middle));
        if (shown.contains(m_canvas->area(current()))) {
            m_camera.reveal(current());
        }
    }
    placeOverlays();
}

void CanvasView::placeOverlays()
{
    if (m_heatLegend) {
        m_minimap->place();
        m_heatLegend->place();
    }
}

void CanvasView::showEvent(QShowEvent* event)
{
    QGraphicsView::showEvent(event);
    m_camera.ready();
}

void CanvasView::scrollContentsBy(int dx, int dy)
{
    QGraphicsView::scrollContentsBy(dx, dy);
    if (m_inlineEditor) { // it would stay where it is
        m_inlineEditor->finish();
    }
    placeOverlays();
}

void CanvasView::editText(Id id)
{
    const Node* node = m_document.content().find(id);
    const Note* note = m_document.content().findNote(id);
    if (!node && !note) {
        return;
    }
    m_camera.reveal(id);
    const bool several = note && note->kind == Note::Kind::Comment;
    const QString words = node ? QString::fromStdString(node->layer.name) : note->text;
    QRectF area = m_canvas->area(id);
    area.setHeight(several ? area.height() : frameTitleHeight);
    const QRect window = mapFromScene(area).boundingRect();
    const bool isNode = node;
    const auto keep = [this, id, isNode](const QString& text) {
        if (!m_document.content().find(id) && !m_document.content().findNote(id)) {
            return; // an undo took it away meanwhile
        }
        change(isNode ? tr("Rename") : tr("Edit comment"), [&](Content& content) {
            if (isNode) {
                editor::rename(content, id, text.trimmed().toStdString());
            } else {
                content.findNote(id)->text = text;
            }
        });
    };
    m_inlineEditor =
        new InlineEditor(words, several ? InlineEditor::Lines::Several : InlineEditor::Lines::One, keep, this);
    m_inlineEditor->setAccessibleName(isNode ? tr("Name of the layer") : tr("Text of the comment"));
    m_inlineEditor->open(window);
}

void CanvasView::goTo(Id id)
{
    if (!m_document.content().find(id) && !m_document.content().findNote(id)) {
        return;
    }
    m_canvas->state().current = id;
    if (m_document.selection() != std::set<Id>{id}) {
        m_document.select({id});
    }
    m_actions->refresh();
    m_camera.reveal(id);
    announceCurrent(*this);
    viewport()->update();
}

Id CanvasView::current() const
{
    const Id id = m_canvas->state().current;
    if (id != 0) {
        return id;
    }
    return m_document.selection().size() == 1 ? *m_document.selection().begin() : 0;
}

QPointF CanvasView::placeForNew() const
{
    return onGrid(m_pointer && m_camera.shownArea().contains(*m_pointer)
                      ? *m_pointer
                      : m_camera.shownArea().center() - QPointF(110, 48));
}

/// Tab is taken before Qt moves the focus with it.
bool CanvasView::event(QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool tab = key->key() == Qt::Key_Tab && !(key->modifiers() & Qt::ControlModifier);
        const bool back = key->key() == Qt::Key_Backtab;
        if ((tab && m_keyboardWiring && wireByKeys(Qt::Key_Tab)) || ((tab || back) && walk(back ? -1 : 1))) {
            event->accept();
            return true;
        }
    }
    return QGraphicsView::event(event);
}

void CanvasView::keyPressEvent(QKeyEvent* event)
{
    if (handleKey(*event)) {
        event->accept();
    } else {
        event->ignore(); // QGraphicsView would scroll
    }
}

bool CanvasView::handleKey(const QKeyEvent& event)
{
    if (m_keyboardWiring) {
        return wireByKeys(event.key());
    }
    switch (event.key()) {
    case Qt::Key_Escape:
        if (m_gesture) {
            cancelGesture();
            return true;
        }
        m_canvas->selectWires({});
        m_document.select({});
        return true;
    case Qt::Key_Space:
        m_spaceHeld = true;
        refreshCursor();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_document.content().find(current())) {
            emit inspectRequested(current());
        } else {
            editText(current());
        }
        return current() != 0;
    default:
        break;
    }
    if (moveByKeys(event)) {
        return true;
    }
    if (isWord(event)) {
        m_adding->quickAdd(viewport()->rect().center() - QPoint(160, 160), event.text());
        return true;
    }
    return false;
}

void CanvasView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_spaceHeld = false;
        refreshCursor();
    }
    QGraphicsView::keyReleaseEvent(event);
}

void CanvasView::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    if (event->reason() == Qt::PopupFocusReason) { // back from a plate over the canvas: nothing has moved
        viewport()->update();
        m_canvas->state().keyboardFocus = true;
        return;
    }
    m_cameByTab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    m_canvas->state().keyboardFocus = true;
    const std::vector<Id> items = walkOrder(m_document.content());
    if (m_cameByTab && current() == 0 && !items.empty()) {
        goTo(event->reason() == Qt::TabFocusReason ? items.front() : items.back());
    }
    QMetaObject::invokeMethod( // Qt says first that the canvas has the focus
        this, [this] { announceCurrent(*this); }, Qt::QueuedConnection);
    viewport()->update();
}

void CanvasView::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    m_spaceHeld = false;
    m_canvas->state().keyboardFocus = false;
    viewport()->update();
}

/// Arrows move the selection by a step of the grid (Shift: by one pixel), or the canvas where nothing is selected.
/// With Ctrl they walk.
bool CanvasView::moveByKeys(const QKeyEvent& event)
{
    const QPointF way = direction(event.key());
    if (way.isNull()) {
        return false;
    }
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        return walkAlongWires(event.key());
    }
    if (m_document.selection().empty()) {
        m_camera.panBy((-40 * way).toPoint());
    } else {
        nudge(way * (event.modifiers().testFlag(Qt::ShiftModifier) ? 1 : gridStep));
    }
    return true;
}

void CanvasView::nudge(QPointF offset)
{
    const std::set<Id> ids = movingTogether(m_document.content(), m_document.selection());
    std::map<Id, QPointF> corners;
    for (const Id id : ids) {
        corners[id] = m_canvas->area(id).topLeft() + offset;
    }
    m_canvas->moveItems(corners);
    change(
        tr("Move"), [&](Content& content) { moveBy(content, ids, offset); }, QStringLiteral("nudge"));
}

/// To the next layer in the model's order, behind the layers to the notes; past the last one the focus leaves the
/// canvas.
bool CanvasView::walk(int step)
{
    const std::vector<Id> items = walkOrder(m_document.content());
    if (items.empty()) {
        if (step < 0 || m_cameByTab) {
            return false;
        }
        m_adding->quickAdd(viewport()->rect().center() - QPoint(160, 160));
        return true;
    }
    if (current() == 0) {
        goTo(step > 0 ? items.front() : items.back());
        return true;
    }
    const auto at = std::ranges::find(items, current());
    const auto next = (at == items.end() ? 0 : at - items.begin()) + step;
    if (next < 0 || next >= std::ssize(items)) {
        return false;
    }
    goTo(items[std::size_t(next)]);
    return true;
}

bool CanvasView::walkAlongWires(int key)
{
    const Content& content = m_document.content();
    if (!content.find(current())) {
        if (!content.nodes.empty()) {
            goTo(content.nodes.front().id);
        }
        return true;
    }
    const QPointF way = direction(key);
    const Id next =
        way.y() != 0 ? alongWire(content, current(), int(way.y())) : neighbour(content, current(), int(way.x()));
    if (next != 0) {
        goTo(next);
    }
    return true;
}

void CanvasView::connectByKeys(Id from)
{
    const Node* node = m_document.content().find(from);
    if (node && !outputPorts(*node).empty()) {
        m_keyboardWiring = std::make_unique<KeyboardWiring>(*this, from);
        setFocus();
    }
}

bool CanvasView::wireByKeys(int key)
{
    if (const QPointF way = direction(key); !way.isNull()) {
        m_keyboardWiring->step(static_cast<int>(way.x() + way.y()));
    } else if (key == Qt::Key_Tab) {
        m_keyboardWiring->nextOutput();
    } else if (key == Qt::Key_Escape) {
        m_keyboardWiring.reset();
    } else if (key != Qt::Key_Return && key != Qt::Key_Enter) {
        return false;
    } else if (m_keyboardWiring->hasTarget()) {
        const Wire wire = m_keyboardWiring->wire();
        m_keyboardWiring.reset();
        change(tr("Connect"), [&](Content& content) { addWire(content, wire.from, wire.to); });
    }
    return true;
}

void CanvasView::dragEnterEvent(QDragEnterEvent* event)
{
    if (takes(*event->mimeData())) {
        event->acceptProposedAction();
    } else {
        event->ignore();
    }
}

void CanvasView::dragMoveEvent(QDragMoveEvent* event)
{
    if (!takes(*event->mimeData())) {
        event->ignore();
        return;
    }
    const QPointF point = mapToScene(event->position().toPoint());
    const engine::LayerType* type = draggedLayer(*event->mimeData());
    const bool free = event->modifiers().testFlag(Qt::AltModifier);
    const double near = 3 * reach();
    const QRectF around(point - QPointF(near, near), QSizeF(2 * near, 2 * near));
    const WireItem* wire = type && canStandInWire(*type) && !free ? m_canvas->wireThrough(around) : nullptr;
    m_canvas->state().insertionWire = wire ? std::optional(wire->wire()) : std::nullopt;
    m_dropOutline = type ? std::optional(dropBox(point)) : std::nullopt;
    viewport()->update();
    event->acceptProposedAction();
}

void CanvasView::dragLeaveEvent(QDragLeaveEvent*)
{
    m_canvas->state().insertionWire.reset();
    m_dropOutline.reset();
    viewport()->update();
}

void CanvasView::dropEvent(QDropEvent* event)
{
    const QPointF point = mapToScene(event->position().toPoint());
    if (const engine::LayerType* type = draggedLayer(*event->mimeData())) {
        m_adding->addAt(*type, dropBox(point).topLeft(), m_canvas->state().insertionWire,
                        event->modifiers().testFlag(Qt::AltModifier) ? CanvasAdding::Connects::No
                                                                     : CanvasAdding::Connects::Yes);
    } else if (const QString file = draggedFile(*event->mimeData()); !file.isEmpty()) {
        m_adding->pasteFile(file, point);
    } else {
        m_adding->pasteAt(*event->mimeData(), point);
    }
    m_canvas->state().insertionWire.reset();
    m_dropOutline.reset();
    event->acceptProposedAction();
    setFocus();
    viewport()->update();
}

void CanvasView::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_gesture || event->modifiers().testFlag(Qt::ControlModifier)) { // Ctrl with the right button cuts wires
        return;
    }
    Hit hit;
    QPoint where = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard && current() != 0) {
        const bool isNode = m_document.content().find(current());
        hit = {.kind = isNode ? Hit::Kind::Node : Hit::Kind::Note, .id = current()};
        where = viewport()->mapToGlobal(mapFromScene(m_canvas->area(current()).center()));
    } else if (event->reason() == QContextMenuEvent::Mouse) {
        hit = m_canvas->hitAt(mapToScene(event->pos()), reach());
    }
    QMenu menu(this);
    fillMenu(menu, hit);
    menu.exec(where);
    event->accept();
}

void CanvasView::fillMenu(QMenu& menu, const Hit& hit)
{
    CanvasActions& actions = *m_actions;
    if (hit.kind == Hit::Kind::Wire) {
        m_document.select({});
        m_canvas->selectWires({hit.wire});
        actions.refresh();
        menu.addAction(icon(QStringLiteral("plus")), tr("Insert layer…"), this, [this, wire = hit.wire] {
            m_adding->quickAddOn(wire, viewport()->mapFromGlobal(QCursor::pos()));
        });
        menu.addAction(actions.remove);
        return;
    }
    if (hit.kind == Hit::Kind::Nothing) {
        menu.addActions({actions.add, actions.addComment, actions.addFrame});
        menu.addSeparator();
        menu.addActions({actions.paste, actions.selectAll});
        menu.addSeparator();
        menu.addActions({actions.arrange, actions.zoomFit, actions.zoomOne});
        menu.addSeparator();
        menu.addActions({actions.snap, actions.grid, actions.minimap});
        return;
    }
    if (!m_document.selection().contains(hit.id)) {
        goTo(hit.id);
    }
    fillNodeMenu(menu);
}

void CanvasView::fillNodeMenu(QMenu& menu)
{
    CanvasActions& actions = *m_actions;
    menu.addActions({actions.inspect, actions.rename, actions.unroll});
    fillReplacing(menu);
    menu.addActions({actions.connectOutput, actions.disconnectInputs});
    menu.addActions({actions.freeze, actions.addOutput});
    menu.addSeparator();
    menu.addActions({actions.cut, actions.copy, actions.duplicate});
    menu.addActions({actions.remove, actions.removeCutting});
    menu.addSeparator();
    menu.addActions({actions.selectUpstream, actions.selectDownstream, actions.addFrame});
    menu.addActions({actions.arrangeSelection});
}

/// The other recurrent types, of one recurrent layer.
void CanvasView::fillReplacing(QMenu& menu)
{
    const Node* const node = m_document.selection().size() == 1 ? m_document.content().find(current()) : nullptr;
    const engine::LayerType* const old = node ? engine::findLayerType(node->layer.type) : nullptr;
    if (!old || !old->recurrent) {
        return;
    }
    QMenu* const types = menu.addMenu(tr("Replace with"));
    for (const engine::LayerType& type : engine::catalog()) {
        if (type.recurrent && type.name != old->name) {
            const QString name = QString::fromUtf8(type.name);
            types->addAction(name, this, [this, &type, id = node->id, name] {
                change(tr("Replace with %1").arg(name), [&](Content& content) { replaceType(content, id, type); });
            });
        }
    }
}

} // namespace editor

#include "moc_canvas_view.cpp"
