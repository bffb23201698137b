// SPDX-License-Identifier: GPL-3.0-or-later
// What is dragged onto CanvasView, and its menus.
#include "editor/canvas/canvas_actions.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/placing.h"
#include "editor/canvas/wire_item.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

namespace editor {
namespace {

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
    return engine::hasPrototxtEnding(file.toStdString()) ? file : QString();
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
        m_adding->addAt(*type, dropBox(point).topLeft(), m_canvas->state().insertionWire);
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
