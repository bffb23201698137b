// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard's part of CanvasView: walking, nudging, typing, leading wires.
#include "editor/canvas/canvas_accessible.h"
#include "editor/canvas/canvas_actions.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/gesture.h"
#include "editor/canvas/placing.h"
#include "editor/canvas/quick_add.h"
#include "editor/canvas/wiring.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"

#include <algorithm>
#include <QKeyEvent>

namespace editor {
namespace {

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

} // namespace

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
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        m_keyboardWiring->step(-1);
        return true;
    case Qt::Key_Right:
    case Qt::Key_Down:
        m_keyboardWiring->step(1);
        return true;
    case Qt::Key_Tab:
        m_keyboardWiring->nextOutput();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_keyboardWiring->hasTarget()) {
            const Wire wire = m_keyboardWiring->wire();
            m_keyboardWiring.reset();
            change(tr("Connect"), [&](Content& content) { addWire(content, wire.from, wire.to); });
        }
        return true;
    case Qt::Key_Escape:
        m_keyboardWiring.reset();
        return true;
    default:
        return false;
    }
}

} // namespace editor
