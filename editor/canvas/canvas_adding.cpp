// SPDX-License-Identifier: GPL-3.0-or-later
// What CanvasView adds to the drawing: quick add, drops, paste; and its menus.
#include "editor/canvas/canvas_actions.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/clipboard.h"
#include "editor/canvas/inline_editor.h"
#include "editor/canvas/placing.h"
#include "editor/canvas/quick_add.h"
#include "editor/canvas/wire_item.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/fit.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <QAction>
#include <QContextMenuEvent>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

namespace editor {
namespace {

/// A net is a few kilobytes; a file beyond this was dropped by mistake.
constexpr qint64 largestPrototxt = 16 << 20;

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

bool canStandInWire(const engine::LayerType& type)
{
    return !type.inputs.empty() && !type.outputs.empty();
}

QString nameOf(const Content& content, Id id)
{
    return QString::fromStdString(content.find(id)->layer.name);
}

} // namespace

void CanvasView::openQuickAdd(std::vector<QuickAddEntry> entries, const QString& title, QPoint window,
                              const std::function<Id(Content&, const engine::LayerType&)>& add, const QString& typed)
{
    if (m_quickAdd) {
        m_quickAdd->leave();
    }
    m_quickAdd = new QuickAdd(std::move(entries), title, this);
    connect(m_quickAdd, &QuickAdd::closed, this, [this] {
        m_quickAdd = nullptr;
        setFocus(Qt::PopupFocusReason);
    });
    connect(m_quickAdd, &QuickAdd::chosen, this, [this, add](const engine::LayerType* type) {
        Id id = 0;
        if (change(tr("Add %1").arg(QString::fromUtf8(type->name.data(), qsizetype(type->name.size()))),
                   [&](Content& content) { id = add(content, *type); })) {
            goTo(id);
        }
    });
    m_quickAdd->open(window, typed);
}

void CanvasView::quickAdd(QPoint window, const QString& typed)
{
    const Id at = current();
    const Node* node = m_document.content().find(at);
    if (node && !outputPorts(*node).empty() && m_document.selection().contains(at)) {
        quickAddBehind({at, 0}, window, placeBelow(m_document.content(), at), typed);
        return;
    }
    std::vector<QuickAddEntry> entries;
    for (const engine::LayerType& type : engine::catalog()) {
        entries.push_back({&type, {}});
    }
    const QPointF place = mapToScene(window);
    openQuickAdd(
        std::move(entries), tr("Add layer"), window,
        [place](Content& content, const engine::LayerType& type) {
            return addLayer(content, type, freePlace(content, place));
        },
        typed);
}

Id CanvasView::append(const engine::LayerType& type)
{
    const Id at = current();
    const Node* node = m_document.content().find(at);
    const bool behind = node && !outputPorts(*node).empty() && takesOutputOf(at, type);
    Id id = 0;
    const QString name = QString::fromUtf8(type.name.data(), qsizetype(type.name.size()));
    change(tr("Add %1").arg(name), [&](Content& content) {
        id = behind ? addAfter(content, type, {at, 0}, placeBelow(content, at))
                    : addLayer(content, type, freePlace(content, placeForNew()));
    });
    goTo(id);
    return id;
}

bool CanvasView::takesOutputOf(Id node, const engine::LayerType& type) const
{
    const auto shapeOf = [this](Output output) { return m_document.shape(output); };
    const std::vector<Candidate> all = candidates(m_document.content(), shapeOf, {node, 0});
    return std::any_of(all.begin(), all.end(), [&](const Candidate& candidate) {
        return candidate.type->name == type.name && candidate.refusal.empty();
    });
}

void CanvasView::quickAddFor(std::variant<Output, Input> loose, QPoint window)
{
    const QPointF point = mapToScene(window) - QPointF(nodeSize.width() / 2, 0);
    if (const Output* from = std::get_if<Output>(&loose)) {
        quickAddBehind(*from, window, point, {});
    } else {
        quickAddBefore(std::get<Input>(loose), window, point - QPointF(0, nodeSize.height()));
    }
}

void CanvasView::quickAddBehind(Output from, QPoint window, QPointF at, const QString& typed)
{
    std::vector<QuickAddEntry> entries;
    const auto shapeOf = [this](Output output) { return m_document.shape(output); };
    for (const Candidate& candidate : candidates(m_document.content(), shapeOf, from)) {
        entries.push_back({candidate.type, inWords(candidate.refusal)});
    }
    for (const engine::LayerType& type : engine::catalog()) {
        if (type.inputs.empty()) { // stands beside, without a wire
            entries.push_back({&type, {}});
        }
    }
    openQuickAdd(
        std::move(entries), tr("Add after %1").arg(nameOf(m_document.content(), from.node)), window,
        [from, at](Content& content, const engine::LayerType& type) {
            const QPointF place = freePlace(content, at);
            return type.inputs.empty() ? addLayer(content, type, place) : addAfter(content, type, from, place);
        },
        typed);
}

void CanvasView::quickAddOn(const Wire& wire, QPoint window)
{
    std::vector<QuickAddEntry> entries;
    const auto shapeOf = [this](Output output) { return m_document.shape(output); };
    for (const Candidate& candidate : candidates(m_document.content(), shapeOf, wire.from)) {
        if (canStandInWire(*candidate.type)) {
            entries.push_back({candidate.type, inWords(candidate.refusal)});
        }
    }
    const QPointF at =
        onGrid(m_canvas->wire(wire)->path().pointAtPercent(0.5) - QPointF(nodeSize.width(), nodeSize.height()) / 2);
    const QString title =
        tr("Insert between %1 and %2")
            .arg(nameOf(m_document.content(), wire.from.node), nameOf(m_document.content(), wire.to.node));
    openQuickAdd(std::move(entries), title, window,
                 [wire, at](Content& content, const engine::LayerType& type) {
                     const Id id = insertOnWire(content, type, wire, at);
                     makeRoom(content, id);
                     return id;
                 },
                 {});
}

void CanvasView::quickAddBefore(Input to, QPoint window, QPointF at)
{
    std::vector<QuickAddEntry> entries;
    for (const engine::LayerType& type : engine::catalog()) {
        if (!type.outputs.empty()) {
            entries.push_back({&type, {}});
        }
    }
    openQuickAdd(std::move(entries), tr("Add before %1").arg(nameOf(m_document.content(), to.node)), window,
                 [to, at](Content& content, const engine::LayerType& type) {
                     const Id id = addLayer(content, type, freePlace(content, at));
                     addWire(content, Output{id, 0}, to);
                     return id;
                 },
                 {});
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
        dropLayer(*type, dropBox(point).topLeft());
    } else if (const QString file = draggedFile(*event->mimeData()); !file.isEmpty()) {
        dropFile(file, point);
    } else {
        pasteAt(*event->mimeData(), point);
    }
    m_canvas->state().insertionWire.reset();
    m_dropOutline.reset();
    event->acceptProposedAction();
    setFocus();
    viewport()->update();
}

void CanvasView::dropLayer(const engine::LayerType& type, QPointF at)
{
    const std::optional<Wire> wire = m_canvas->state().insertionWire;
    Id id = 0;
    const QString name = QString::fromUtf8(type.name.data(), qsizetype(type.name.size()));
    if (change(wire ? tr("Insert %1 into wire").arg(name) : tr("Add %1").arg(name), [&](Content& content) {
            id = wire ? insertOnWire(content, type, *wire, at) : addLayer(content, type, at);
            if (wire) {
                makeRoom(content, id);
            }
        })) {
        goTo(id);
    }
}

void CanvasView::dropFile(const QString& name, QPointF at)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) {
        say(tr("%1 cannot be read: %2").arg(QFileInfo(name).fileName(), file.errorString()));
        return;
    }
    if (file.size() > largestPrototxt) {
        say(tr("%1 is too large for a net").arg(QFileInfo(name).fileName()));
        return;
    }
    QMimeData text;
    text.setText(QString::fromUtf8(file.readAll()));
    pasteAt(text, at);
}

void CanvasView::pasteAt(const QMimeData& copy, QPointF at)
{
    std::set<Id> ids;
    if (change(tr("Paste"), [&](Content& content) { ids = pasted(content, copy, onGrid(at)); })) {
        m_document.select(ids);
    }
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
        menu.addAction(icon(QStringLiteral("plus")), tr("Insert layer…"), this,
                       [this, wire = hit.wire] { quickAddOn(wire, viewport()->mapFromGlobal(QCursor::pos())); });
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
    menu.addActions({actions.connectOutput, actions.disconnectInputs});
    menu.addActions({actions.freeze, actions.addOutput});
    menu.addSeparator();
    menu.addActions({actions.cut, actions.copy, actions.duplicate});
    menu.addActions({actions.remove, actions.removeCutting});
    menu.addSeparator();
    menu.addActions({actions.selectUpstream, actions.selectDownstream, actions.addFrame});
    QMenu* arranging = menu.addMenu(tr("Align and distribute"));
    for (QAction* action : actions.aligning()) {
        arranging->addAction(action);
    }
    menu.addActions({actions.arrangeSelection});
}

} // namespace editor
