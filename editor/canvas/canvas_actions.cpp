// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_actions.h"

#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/items.h"
#include "editor/document/document.h"
#include "editor/document/layout.h"
#include "editor/widgets/parts.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>

namespace editor {
namespace {

constexpr QPointF duplicateOffset{2 * gridStep, 2 * gridStep};
/// Around what is framed: wires that go around it lie inside, and no row above or below is covered.
constexpr QMarginsF frameMargins{4 * gridStep, frameTitleHeight + gridStep, 4 * gridStep, 2 * gridStep};

} // namespace

/// By which it is told what can be done.
struct CanvasActions::Situation {
    bool isDrawn, isSelected, hasWires, canPaste; ///< anything, selected wires, layers on the clipboard
    std::size_t layers;                           ///< selected
    const Node* node;                             ///< oneNode(); null: none
    bool isNote;                                  ///< where the keyboard is

    static bool always(const Situation&) { return true; }
    static bool drawn(const Situation& now) { return now.isDrawn; }
    static bool selected(const Situation& now) { return now.isSelected; }
    static bool selectedOrWires(const Situation& now) { return now.isSelected || now.hasWires; }
    static bool pastes(const Situation& now) { return now.canPaste; }
    static bool layer(const Situation& now) { return now.layers > 0; }
    static bool severalLayers(const Situation& now) { return now.layers > 1; }
    static bool oneLayer(const Situation& now) { return now.node; }
    static bool named(const Situation& now) { return now.node || now.isNote; }
    static bool connects(const Situation& now) { return now.node && !outputPorts(*now.node).empty(); }
    static bool unrolls(const Situation& now)
    {
        const engine::LayerType* type = now.node ? engine::findLayerType(now.node->layer.type) : nullptr;
        return type && type->recurrent;
    }
    static bool takesOutput(const Situation& now)
    {
        const engine::LayerType* type = now.node ? engine::findLayerType(now.node->layer.type) : nullptr;
        return type && !type->outputs.empty() &&
               (type->outputs.back().presence == engine::Presence::Repeated ||
                now.node->layer.tops.size() < outputPorts(*now.node).size());
    }
};

CanvasActions::CanvasActions(CanvasView& view) : QObject(&view), m_view(view), m_document(view.document())
{
    makeAll();
    for (QAction* shown : {snap, grid, minimap}) {
        shown->setCheckable(true);
        shown->setChecked(true);
    }
    freeze->setCheckable(true);
    auto* columns = new QActionGroup(this);
    for (const auto& [choice, of] : {std::pair(oneColumn, Columns::One), std::pair(severalColumns, Columns::Several)}) {
        choice->setCheckable(true);
        choice->setActionGroup(columns);
        choice->setChecked(chosenColumns() == of);
    }
    connect(&m_document, &Document::selectionChanged, this, &CanvasActions::refresh);
    connect(QApplication::clipboard(), &QClipboard::dataChanged, this, &CanvasActions::refresh);
    refresh();
}

void CanvasActions::makeAll()
{
    struct Row {
        QAction*& action;
        const char* icon; ///< empty: none
        QString text;
        QString tip; ///< one sentence; empty: the text says it all
        Keys keys;
        bool (*isPossible)(const Situation& now);
        std::function<void()> act;
    };
    using Possible = Situation;
    Camera& camera = m_view.camera();
    const Row rows[] = {
        {cut, "cut", tr("Cu&t"), tr("Move the selection to the clipboard"), QKeySequence::Cut, Possible::selected,
         [this] {
             copySelection();
             takeAway(tr("Cut"), Bypass::Yes);
         }},
        {copy, "copy", tr("&Copy"), tr("Copy the selection as prototxt text"), QKeySequence::Copy, Possible::selected,
         [this] { copySelection(); }},
        {paste, "paste", tr("&Paste"), tr("Add the layers of the prototxt text on the clipboard"), QKeySequence::Paste,
         Possible::pastes, [this] { pasteClipboard(); }},
        {duplicate, "duplicate", tr("Dup&licate"), tr("Add a copy of the selection"), "Ctrl+D", Possible::selected,
         [this] { duplicateSelection(); }},
        {remove, "delete", tr("&Delete"), tr("Delete the selection and reconnect its neighbours"), "Del; Backspace",
         Possible::selectedOrWires, [this] { takeAway(tr("Delete"), Bypass::Yes); }},
        {removeCutting, "", tr("Delete with &wires"), tr("Delete the selection with all its wires"), "Ctrl+Del",
         Possible::selectedOrWires, [this] { takeAway(tr("Delete with wires"), Bypass::No); }},
        {selectAll, "select_all", tr("Select &all"), QString(), QKeySequence::SelectAll, Possible::drawn,
         [this] { selectEverything(); }},
        {selectUpstream, "up", tr("Select layers &before it"), tr("Select every layer that the selection depends on"),
         "Ctrl+Shift+Up", Possible::layer,
         [this] { m_document.select(upstream(m_document.content(), selectedNodes())); }},
        {selectDownstream, "down", tr("Select layers aft&er it"),
         tr("Select every layer that depends on the selection"), "Ctrl+Shift+Down", Possible::layer,
         [this] { m_document.select(downstream(m_document.content(), selectedNodes())); }},
        {add, "plus", tr("Add &layer…"), tr("Choose a layer to add; typing on the canvas does the same"), "Ins",
         Possible::always, [this] { m_view.adding().quickAdd(m_view.viewport()->rect().center() - QPoint(160, 160)); }},
        {addComment, "comment", tr("Add &comment"), tr("Put text on the canvas"), "Ctrl+Shift+C", Possible::always,
         [this] { addNoteHere(Note::Kind::Comment); }},
        {addFrame, "frame", tr("Add &frame"), tr("Put a titled frame around the selection"), "Ctrl+Shift+F",
         Possible::always, [this] { addNoteHere(Note::Kind::Frame); }},
        {rename, "", tr("&Rename"), tr("Edit the name, or the text of a comment, in place"), "F2", Possible::named,
         [this] { m_view.editText(m_view.current()); }},
        {inspect, "inspector", tr("&Settings"), tr("Go to the layer's settings"), Keys(), Possible::oneLayer,
         [this] { emit m_view.inspectRequested(oneNode()); }},
        {unroll, "unroll", tr("&Unroll"), tr("Show the net that runs inside the recurrent layer at each step"),
         "Ctrl+U", Possible::unrolls, [this] { emit m_view.unrollRequested(oneNode()); }},
        {connectOutput, "", tr("C&onnect…"), tr("Draw a wire from this layer with the keyboard"), "Ctrl+L",
         Possible::connects, [this] { m_view.connectByKeys(oneNode()); }},
        {disconnectInputs, "", tr("&Disconnect inputs"), tr("Remove the wires into the selected layers"),
         "Ctrl+Shift+L", Possible::layer, [this] { disconnectNodes(); }},
        {freeze, "", tr("Free&ze"), tr("Keep the solver from changing the weights"), "Ctrl+Shift+E", Possible::layer,
         [this] { toggleFrozen(); }},
        {addOutput, "", tr("Add ou&tput"), tr("Give the layer one more output"), Keys(), Possible::takesOutput,
         [this] {
             m_view.change(tr("Add output"), [id = oneNode()](Content& content) { editor::addOutput(content, id); });
         }},
        {arrange, "layout", tr("&Arrange all"), tr("Place the layers so that wires are short and run downwards"),
         "Ctrl+Shift+A", Possible::drawn, [this] { layOut(tr("Arrange all"), {}); }},
        {arrangeSelection, "layout", tr("Arran&ge selection"), tr("Arrange the selected layers among the others"),
         Keys(), Possible::severalLayers, [this] { layOut(tr("Arrange selection"), selectedNodes()); }},
        {oneColumn, "", tr("&Downwards"), tr("Arrange all layers in one column, from top to bottom"), Keys(),
         Possible::drawn, [this] { arrangeIn(Columns::One); }},
        {severalColumns, "", tr("&In columns from left to right"),
         tr("Arrange all layers in as many columns as make the drawing largest in the window"), Keys(), Possible::drawn,
         [this] { arrangeIn(Columns::Several); }},
        {snap, "snap", tr("S&nap"), tr("Align with the grid and with other layers while dragging; Alt suspends it"),
         Keys(), Possible::always, [] {}},
        {grid, "grid", tr("Show &grid"), QString(), Keys(), Possible::always, [this] { m_view.viewport()->update(); }},
        {zoomIn, "zoom_in", tr("Zoom &in"), QString(), "Ctrl++; Ctrl+=", Possible::always,
         [&camera] { camera.setZoom(camera.zoom() * 1.25); }},
        {zoomOut, "zoom_out", tr("&Zoom out"), QString(), "Ctrl+-", Possible::always,
         [&camera] { camera.setZoom(camera.zoom() / 1.25); }},
        {zoomOne, "zoom_one", tr("&Actual size"), tr("Show the drawing at 100 %"), "Ctrl+0", Possible::always,
         [&camera] { camera.setZoom(1); }},
        {zoomFit, "zoom_fit", tr("&Fit all"), tr("Show the whole drawing"), "Home", Possible::drawn,
         [&camera] { camera.fitAll(); }},
        {zoomSelection, "zoom_fit", tr("Fit &selection"), tr("Show the selection as large as it fits"), "Shift+Home",
         Possible::selected, [this, &camera] { camera.showArea(selectedArea()); }},
        {minimap, "minimap", tr("&Overview"), tr("Show the whole drawing in a corner"), "Ctrl+M", Possible::always,
         [this] { m_view.placeOverlays(); }},
    };
    for (const Row& row : rows) {
        const QString tip = row.tip.isEmpty() ? QString(row.text).remove(QLatin1Char('&')) : row.tip;
        row.action = described(new QAction(row.text, this),
                               {.tip = tip, .icon = row.icon, .keys = row.keys, .status = tip}, this, row.act);
        row.action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        m_view.addAction(row.action);
        m_possible.emplace_back(row.action, row.isPossible);
    }
}

void CanvasActions::refresh()
{
    const Content& content = m_document.content();
    const std::set<Id> layers = selectedNodes();
    const QMimeData* clipboard = QApplication::clipboard()->mimeData();
    const Situation now{.isDrawn = !content.nodes.empty() || !content.notes.empty(),
                        .isSelected = !m_document.selection().empty(),
                        .hasWires = !m_view.canvas().state().selectedWires.empty(),
                        .canPaste = clipboard && editor::canPaste(*clipboard),
                        .layers = layers.size(),
                        .node = content.find(oneNode()),
                        .isNote = content.findNote(m_view.current()) != nullptr};
    for (const auto& [action, isPossible] : m_possible) {
        action->setEnabled(isPossible(now));
    }
    freeze->setChecked(!layers.empty() &&
                       std::ranges::all_of(layers, [&](Id id) { return isFrozen(*content.find(id)); }));
}

std::set<Id> CanvasActions::selectedNodes() const
{
    std::set<Id> ids;
    for (const Id id : m_document.selection()) {
        if (m_document.content().find(id)) {
            ids.insert(id);
        }
    }
    return ids;
}

QRectF CanvasActions::selectedArea() const
{
    QRectF all;
    for (const Id id : m_document.selection()) {
        all |= m_view.canvas().area(id);
    }
    return all;
}

Id CanvasActions::oneNode() const
{
    const std::set<Id> nodes = selectedNodes();
    if (nodes.size() == 1) {
        return *nodes.begin();
    }
    return nodes.empty() && m_document.content().find(m_view.current()) ? m_view.current() : 0;
}

void CanvasActions::copySelection()
{
    QApplication::clipboard()->setMimeData(copied(m_document.content(), m_document.selection()).release());
}

void CanvasActions::pasteClipboard()
{
    if (const QMimeData* data = QApplication::clipboard()->mimeData()) {
        m_view.adding().pasteAt(*data, m_view.placeForNew());
    }
}

void CanvasActions::selectEverything()
{
    const std::vector<Id> all = walkOrder(m_document.content());
    m_document.select({all.begin(), all.end()});
}

void CanvasActions::duplicateSelection()
{
    const auto data = copied(m_document.content(), m_document.selection());
    std::set<Id> ids;
    if (m_view.change(tr("Duplicate"), [&](Content& content) {
            ids = pasted(content, *data, selectedArea().topLeft() + duplicateOffset);
        })) {
        m_document.select(ids);
    }
}

void CanvasActions::takeAway(const QString& label, Bypass bypass)
{
    const std::set<Id> ids = m_document.selection();
    const std::set<Wire> wires = m_view.canvas().state().selectedWires;
    m_view.change(ids.empty() ? tr("Cut wires") : label, [&](Content& content) {
        for (const Wire& wire : wires) {
            removeWire(content, wire.to);
        }
        editor::remove(content, ids, bypass);
    });
}

void CanvasActions::addNoteHere(Note::Kind kind)
{
    QRectF area(m_view.placeForNew(), QSizeF(260, 96));
    if (kind == Note::Kind::Frame) {
        const QRectF around = selectedArea();
        area = around.isEmpty() ? QRectF(area.topLeft(), QSizeF(360, 240)) : around.marginsAdded(frameMargins);
    }
    const bool frame = kind == Note::Kind::Frame;
    Id id = 0;
    const QString words = frame ? tr("Frame") : tr("Comment");
    if (m_view.change(frame ? tr("Add frame") : tr("Add comment"),
                      [&](Content& content) { id = addNote(content, kind, words, area); })) {
        m_view.goTo(id);
        m_view.editText(id);
    }
}

void CanvasActions::toggleFrozen()
{
    const std::set<Id> ids = selectedNodes();
    const bool frozen = freeze->isChecked();
    m_view.change(frozen ? tr("Freeze") : tr("Unfreeze"), [&](Content& content) {
        for (const Id id : ids) {
            setFrozen(content, id, frozen);
        }
    });
}

void CanvasActions::disconnectNodes()
{
    const std::set<Id> ids = selectedNodes();
    m_view.change(tr("Disconnect inputs"), [&](Content& content) {
        for (const Wire& wire : wires(content)) {
            if (ids.contains(wire.to.node)) {
                removeWire(content, wire.to);
            }
        }
    });
}

void CanvasActions::layOut(const QString& label, const std::set<Id>& only)
{
    m_document.edit(label, arranged(m_document.content(), only, roomByChoice(m_view.viewport()->size())));
    if (only.empty()) {
        m_view.camera().fitAll();
    }
}

void CanvasActions::arrangeIn(Columns columns)
{
    chooseColumns(columns);
    layOut(tr("Arrange all"), {});
}

} // namespace editor

#include "moc_canvas_actions.cpp"
