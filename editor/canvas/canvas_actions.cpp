// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_actions.h"

#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/items.h"
#include "editor/document/document.h"
#include "editor/document/layout.h"
#include "editor/looks/theme.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>

namespace editor {
namespace {

constexpr QPointF duplicateOffset{2 * gridStep, 2 * gridStep};
/// Around what is framed: wires that go around it lie inside, and no row above or below is covered.
constexpr QMarginsF frameMargins{4 * gridStep, frameTitleHeight + gridStep, 4 * gridStep, 2 * gridStep};

bool canHaveMoreOutputs(const Node& node)
{
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    if (!type || type->outputs.empty()) {
        return false;
    }
    return type->outputs.back().presence == engine::Presence::Repeated ||
           node.layer.tops.size() < outputPorts(node).size();
}

bool unrolls(const Node& node)
{
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    return type && type->recurrent;
}

} // namespace

CanvasActions::CanvasActions(CanvasView& view) : QObject(&view), m_view(view), m_document(view.document())
{
    makeEditing();
    makeSelecting();
    makeAdding();
    makeNodeActions();
    makeArranging();
    makeZooming();
    connect(&m_document, &Document::changed, this, &CanvasActions::refresh);
    connect(&m_document, &Document::selectionChanged, this, &CanvasActions::refresh);
    connect(QApplication::clipboard(), &QClipboard::dataChanged, this, &CanvasActions::refresh);
    refresh();
}

QAction* CanvasActions::made(const Words& words, const std::function<void()>& act)
{
    auto* action = new QAction(words.text, this);
    if (*words.icon) {
        action->setIcon(icon(QString::fromLatin1(words.icon)));
    }
    action->setShortcuts(words.keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    const QString plain = words.tip.isEmpty() ? QString(words.text).remove(QLatin1Char('&')) : words.tip;
    const QString key = words.keys.isEmpty() ? QString() : words.keys.first().toString(QKeySequence::NativeText);
    action->setToolTip(key.isEmpty() ? plain : tr("%1 (%2)").arg(plain, key));
    action->setStatusTip(plain);
    connect(action, &QAction::triggered, this, act);
    m_view.addAction(action);
    return action;
}

QAction* CanvasActions::madeToggle(const Words& words, void (CanvasView::*set)(bool))
{
    QAction* action = made(words, [] {});
    action->setCheckable(true);
    action->setChecked(true);
    connect(action, &QAction::toggled, &m_view, set);
    return action;
}

void CanvasActions::makeEditing()
{
    cut = made({"cut", tr("Cu&t"), tr("Move the selection to the clipboard"), {QKeySequence::Cut}}, [this] {
        copySelection();
        takeAway(tr("Cut"), Bypass::Yes);
    });
    copy = made({"copy", tr("&Copy"), tr("Copy the selection as prototxt text"), {QKeySequence::Copy}},
                [this] { copySelection(); });
    paste =
        made({"paste", tr("&Paste"), tr("Add the layers of the prototxt text on the clipboard"), {QKeySequence::Paste}},
             [this] { pasteClipboard(); });
    duplicate =
        made({"duplicate", tr("Dup&licate"), tr("Add a copy of the selection"), {QKeySequence(Qt::CTRL | Qt::Key_D)}},
             [this] { duplicateSelection(); });
    remove = made({"delete",
                   tr("&Delete"),
                   tr("Delete the selection and reconnect its neighbours"),
                   {QKeySequence(Qt::Key_Delete), QKeySequence(Qt::Key_Backspace)}},
                  [this] { takeAway(tr("Delete"), Bypass::Yes); });
    removeCutting = made({"",
                          tr("Delete with &wires"),
                          tr("Delete the selection with all its wires"),
                          {QKeySequence(Qt::CTRL | Qt::Key_Delete)}},
                         [this] { takeAway(tr("Delete with wires"), Bypass::No); });
}

void CanvasActions::makeSelecting()
{
    selectAll = made({"select_all", tr("Select &all"), {}, {QKeySequence::SelectAll}}, [this] {
        std::set<Id> ids;
        for (const Node& node : m_document.content().nodes) {
            ids.insert(node.id);
        }
        for (const Note& note : m_document.content().notes) {
            ids.insert(note.id);
        }
        m_document.select(ids);
    });
    selectUpstream = made({"up",
                           tr("Select layers &before it"),
                           tr("Select every layer that the selection depends on"),
                           {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Up)}},
                          [this] { m_document.select(upstream(m_document.content(), selectedNodes())); });
    selectDownstream = made({"down",
                             tr("Select layers aft&er it"),
                             tr("Select every layer that depends on the selection"),
                             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Down)}},
                            [this] { m_document.select(downstream(m_document.content(), selectedNodes())); });
}

void CanvasActions::makeAdding()
{
    add = made({"plus",
                tr("Add &layer…"),
                tr("Choose a layer to add; typing on the canvas does the same"),
                {QKeySequence(Qt::Key_Insert)}},
               [this] { m_view.adding().quickAdd(m_view.viewport()->rect().center() - QPoint(160, 160)); });
    addComment = made(
        {"comment", tr("Add &comment"), tr("Put text on the canvas"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}},
        [this] { addNoteHere(Note::Kind::Comment); });
    addFrame = made({"frame",
                     tr("Add &frame"),
                     tr("Put a titled frame around the selection"),
                     {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)}},
                    [this] { addNoteHere(Note::Kind::Frame); });
}

void CanvasActions::makeNodeActions()
{
    rename =
        made({"", tr("&Rename"), tr("Edit the name, or the text of a comment, in place"), {QKeySequence(Qt::Key_F2)}},
             [this] { m_view.editText(m_view.current()); });
    inspect = made({"inspector", tr("&Settings"), tr("Go to the layer's settings"), {}},
                   [this] { emit inspectRequested(oneNode()); });
    unroll = made({"unroll",
                   tr("&Unroll"),
                   tr("Show the net that runs inside the recurrent layer at each step"),
                   {QKeySequence(Qt::CTRL | Qt::Key_U)}},
                  [this] { emit unrollRequested(oneNode()); });
    connectOutput = made({"",
                          tr("C&onnect…"),
                          tr("Draw a wire from this layer with the keyboard"),
                          {QKeySequence(Qt::CTRL | Qt::Key_L)}},
                         [this] { m_view.connectByKeys(oneNode()); });
    disconnectInputs = made({"",
                             tr("&Disconnect inputs"),
                             tr("Remove the wires into the selected layers"),
                             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)}},
                            [this] { disconnectNodes(); });
    freeze = made({"",
                   tr("Free&ze"),
                   tr("Keep the solver from changing the weights"),
                   {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)}},
                  [this] { toggleFrozen(); });
    freeze->setCheckable(true);
    addOutput = made({"", tr("Add ou&tput"), tr("Give the layer one more output"), {}}, [this] {
        m_view.change(tr("Add output"), [id = oneNode()](Content& content) { editor::addOutput(content, id); });
    });
}

void CanvasActions::makeArranging()
{
    arrange = made({"layout",
                    tr("&Arrange all"),
                    tr("Place the layers so that wires are short and run downwards"),
                    {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)}},
                   [this] { layOut(tr("Arrange all"), {}); });
    arrangeSelection = made({"layout", tr("Arran&ge selection"), tr("Arrange the selected layers among the others")},
                            [this] { layOut(tr("Arrange selection"), selectedNodes()); });
    makeColumns();
    snap = madeToggle(
        {"snap", tr("S&nap"), tr("Align with the grid and with other layers while dragging; Alt suspends it")},
        &CanvasView::setSnapping);
    grid = madeToggle({"grid", tr("Show &grid"), {}}, &CanvasView::setGridShown);
}

void CanvasActions::makeColumns()
{
    auto* group = new QActionGroup(this);
    const auto choice = [&](const QString& text, const QString& tip, Columns columns) {
        QAction* action = made({"", text, tip}, [this, columns] {
            chooseColumns(columns);
            layOut(tr("Arrange all"), {});
        });
        action->setCheckable(true);
        action->setActionGroup(group);
        action->setChecked(chosenColumns() == columns);
        return action;
    };
    oneColumn = choice(tr("&Downwards"), tr("Arrange all layers in one column, from top to bottom"), Columns::One);
    severalColumns =
        choice(tr("&In columns from left to right"),
               tr("Arrange all layers in as many columns as make the drawing largest in the window"), Columns::Several);
}

void CanvasActions::makeZooming()
{
    zoomIn = made({"zoom_in",
                   tr("Zoom &in"),
                   {},
                   {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)}},
                  [this] { m_view.camera().setZoom(m_view.camera().zoom() * 1.25); });
    zoomOut = made({"zoom_out", tr("&Zoom out"), {}, {QKeySequence(Qt::CTRL | Qt::Key_Minus)}},
                   [this] { m_view.camera().setZoom(m_view.camera().zoom() / 1.25); });
    zoomOne =
        made({"zoom_one", tr("&Actual size"), tr("Show the drawing at 100 %"), {QKeySequence(Qt::CTRL | Qt::Key_0)}},
             [this] { m_view.camera().setZoom(1); });
    zoomFit = made({"zoom_fit", tr("&Fit all"), tr("Show the whole drawing"), {QKeySequence(Qt::Key_Home)}},
                   [this] { m_view.camera().fitAll(); });
    zoomSelection = made({"zoom_fit",
                          tr("Fit &selection"),
                          tr("Show the selection as large as it fits"),
                          {QKeySequence(Qt::SHIFT | Qt::Key_Home)}},
                         [this] { m_view.camera().showArea(selectedArea()); });
    minimap = madeToggle(
        {"minimap", tr("&Overview"), tr("Show the whole drawing in a corner"), {QKeySequence(Qt::CTRL | Qt::Key_M)}},
        &CanvasView::setMinimapShown);
}

void CanvasActions::refresh()
{
    const Content& content = m_document.content();
    const std::set<Id>& selection = m_document.selection();
    const std::size_t nodes = selectedNodes().size();
    const bool any = !selection.empty(), drawn = !content.nodes.empty() || !content.notes.empty();
    for (QAction* action : {cut, copy, duplicate, zoomSelection}) {
        action->setEnabled(any);
    }
    for (QAction* action : {remove, removeCutting}) {
        action->setEnabled(any || !m_view.canvas().state().selectedWires.empty());
    }
    const QMimeData* clipboard = QApplication::clipboard()->mimeData();
    paste->setEnabled(clipboard && canPaste(*clipboard));
    selectAll->setEnabled(drawn);
    for (QAction* action : {arrange, oneColumn, severalColumns, zoomFit}) {
        action->setEnabled(drawn);
    }
    for (QAction* action : {selectUpstream, selectDownstream, disconnectInputs}) {
        action->setEnabled(nodes > 0);
    }
    arrangeSelection->setEnabled(nodes > 1);
    const Node* node = content.find(oneNode());
    inspect->setEnabled(node);
    unroll->setEnabled(node && unrolls(*node));
    connectOutput->setEnabled(node && !outputPorts(*node).empty());
    addOutput->setEnabled(node && canHaveMoreOutputs(*node));
    rename->setEnabled(node || content.findNote(m_view.current()));
    const std::set<Id> chosen = selectedNodes();
    freeze->setEnabled(!chosen.empty());
    freeze->setChecked(!chosen.empty() &&
                       std::all_of(chosen.begin(), chosen.end(), [&](Id id) { return isFrozen(*content.find(id)); }));
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

} // namespace editor

#include "moc_canvas_actions.cpp"
