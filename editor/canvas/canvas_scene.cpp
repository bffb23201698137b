// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/canvas_scene.h"

#include "editor/canvas/items.h"
#include "editor/document/document.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace editor {
namespace {

/// So much free canvas around the drawing that it can be pushed anywhere.
constexpr double surroundings = 100'000;

/// Takes items away whose key is not wanted any more.
template <typename Key, typename Item, typename Wanted>
void dropUnwanted(std::map<Key, Item*>& items, const Wanted& isWanted)
{
    for (auto entry = items.begin(); entry != items.end();) {
        if (isWanted(entry->first)) {
            ++entry;
        } else {
            delete entry->second;
            entry = items.erase(entry);
        }
    }
}

double distance(QPointF a, QPointF b)
{
    return QLineF(a, b).length();
}

/// The port of a node that the point means, the nearest where several are in reach.
Hit portAt(const NodeItem& node, QPointF point, double reach)
{
    Hit hit;
    double nearest = reach;
    const auto consider = [&](const End& port) {
        if (const double away = distance(node.portPoint(port), point); away <= nearest) {
            nearest = away;
            hit = {.kind = Hit::Kind::Port, .id = node.id(), .port = port};
        }
    };
    for (std::size_t port = 0; port < node.face().inputs.size(); ++port) {
        consider(Input{node.id(), port});
    }
    for (std::size_t port = 0; port < node.face().outputs.size(); ++port) {
        consider(Output{node.id(), port});
    }
    return hit;
}

Hit noteHit(const NoteItem& note, QPointF point, double reach)
{
    if (const Qt::Edges edges = note.edgesAt(point, reach)) {
        return {.kind = Hit::Kind::NoteEdge, .id = note.id(), .edges = edges};
    }
    return {.kind = note.grip().contains(point) ? Hit::Kind::Note : Hit::Kind::Nothing, .id = note.id()};
}

/// A note's corner that the point means.
Hit cornerAmong(const QList<QGraphicsItem*>& items, QPointF point, double reach)
{
    for (const QGraphicsItem* item : items) {
        const auto* note = dynamic_cast<const NoteItem*>(item);
        const Hit hit = note ? noteHit(*note, point, reach) : Hit();
        if ((hit.edges & (Qt::LeftEdge | Qt::RightEdge)) && (hit.edges & (Qt::TopEdge | Qt::BottomEdge))) {
            return hit;
        }
    }
    return {};
}

} // namespace

CanvasScene::CanvasScene(Document& document, QObject* parent)
    : QGraphicsScene(parent), m_document(document), m_symbols(document), m_labels(new WireLabels(m_wires))
{
    addItem(m_labels);
    connect(&document, &Document::loaded, this, &CanvasScene::dropAll); // its nodes are others, though ids be the same
    connect(&document, &Document::changed, this, &CanvasScene::sync);
    connect(&document, &Document::selectionChanged, this, [this] {
        m_state.selection = m_document.selection();
        update();
    });
    onNewLooks(this, [this] { update(); });
    sync();
}

CanvasScene::~CanvasScene()
{
    dropAll();
}

void CanvasScene::dropAll()
{
    const auto none = [](const auto&) { return false; };
    dropUnwanted(m_wires, none); // they refer to nodes
    dropUnwanted(m_nodes, none);
    dropUnwanted(m_notes, none);
    const bool focused = m_state.keyboardFocus;
    m_state = PaintState();
    m_state.keyboardFocus = focused;
}

void CanvasScene::setHeat(std::function<std::optional<double>(Id)> heat)
{
    m_heat = std::move(heat);
    sync();
}

void CanvasScene::setValues(ValuesOf values)
{
    m_values = std::move(values);
    syncValues();
}

void CanvasScene::syncValues()
{
    for (const auto& [id, item] : m_nodes) {
        ValueMarks* marks = ValueMarks::of(*item);
        std::optional<NodeValues> values = m_values ? m_values(id) : std::nullopt;
        if (!values) {
            delete marks;
            continue;
        }
        marks = marks ? marks : new ValueMarks(*item);
        marks->show(*std::move(values));
    }
    placeLabels();
    emit valuesSynced();
}

QRectF CanvasScene::area(Id id) const
{
    if (const NodeItem* item = node(id)) {
        return item->box();
    }
    const NoteItem* item = note(id);
    return item ? item->area() : QRectF();
}

QRectF CanvasScene::drawing() const
{
    QRectF all;
    for (const Node& node : m_document.content().nodes) {
        all |= QRectF(node.position, nodeSize);
    }
    for (const Note& note : m_document.content().notes) {
        all |= note.area;
    }
    return all;
}

std::size_t CanvasScene::layersIn(const QRectF& area) const
{
    const auto touches = [&](const auto& entry) { return entry.second->box().intersects(area); };
    return static_cast<std::size_t>(std::ranges::count_if(m_nodes, touches));
}

Hit CanvasScene::hitAt(QPointF point, double reach) const
{
    const QRectF around(point - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    const QList<QGraphicsItem*> found = items(around, Qt::IntersectsItemBoundingRect, Qt::DescendingOrder);
    for (QGraphicsItem* item : found) {
        const auto* node = dynamic_cast<const NodeItem*>(item);
        if (const Hit hit = node ? portAt(*node, point, reach) : Hit(); hit.kind != Hit::Kind::Nothing) {
            return hit;
        }
    }
    for (QGraphicsItem* item : found) {
        if (const auto* node = dynamic_cast<const NodeItem*>(item); node && node->box().contains(point)) {
            return {.kind = Hit::Kind::Node, .id = node->id()};
        }
        if (const auto* wire = dynamic_cast<const WireItem*>(item); wire && wire->isNear(point, reach)) {
            // A wire that crosses a note's corner can be taken elsewhere, the corner cannot.
            const Hit corner = cornerAmong(found, point, reach / 2);
            return corner.kind != Hit::Kind::Nothing ? corner : Hit{.kind = Hit::Kind::Wire, .wire = wire->wire()};
        }
        if (const auto* note = dynamic_cast<const NoteItem*>(item)) {
            if (const Hit hit = noteHit(*note, point, reach / 2); hit.kind != Hit::Kind::Nothing) {
                return hit;
            }
        }
    }
    return {};
}

const WireItem* CanvasScene::wireThrough(const QRectF& area) const
{
    constexpr int pieces = 32;
    const WireItem* nearest = nullptr;
    double minAway = std::numeric_limits<double>::max();
    for (const auto& [wire, item] : m_wires) {
        for (int piece = 0; piece <= pieces && item->boundingRect().intersects(area); ++piece) {
            const QPointF point = item->path().pointAtPercent(piece / double(pieces));
            const double away = distance(point, area.center());
            if (area.contains(point) && away < minAway) {
                nearest = item;
                minAway = away;
            }
        }
    }
    return nearest;
}

void CanvasScene::selectWires(std::set<Wire> wires)
{
    m_state.selectedWires = std::move(wires);
    update();
}

void CanvasScene::followWires()
{
    std::vector<QRectF> boxes;
    boxes.reserve(m_nodes.size());
    for (const auto& [id, item] : m_nodes) {
        boxes.push_back(item->box());
    }
    for (const auto& [wire, item] : m_wires) {
        item->follow(boxes);
    }
    placeLabels();
}

/// On no box, histogram or other label.
void CanvasScene::placeLabels()
{
    std::map<Id, std::vector<const WireItem*>> leaving;
    for (const auto& [wire, item] : m_wires) {
        leaving[wire.from.node].push_back(item);
    }
    std::vector<QRectF> taken;
    for (const auto& [id, item] : m_nodes) {
        taken.push_back(item->box().adjusted(0, -portRadius, 0, portRadius));
        if (ValueMarks* marks = ValueMarks::of(*item)) {
            marks->keepOff(leaving[id]);
            std::ranges::copy(marks->sceneAreas(), std::back_inserter(taken));
        }
    }
    for (const auto& [wire, item] : m_wires) {
        item->placeLabel(taken);
        if (item->showsLabel()) {
            taken.push_back(item->labelArea());
        }
    }
    m_labels->follow();
}

void CanvasScene::moveItems(const std::map<Id, QPointF>& corners)
{
    for (const auto& [id, corner] : corners) {
        if (NodeItem* nodeItem = node(id)) {
            nodeItem->setPos(corner);
        } else if (NoteItem* noteItem = note(id)) {
            noteItem->setArea({corner, noteItem->area().size()});
        }
    }
    followWires();
}

void CanvasScene::sync()
{
    m_state.selection = m_document.selection();
    const std::vector<Wire>& wanted = m_document.derived().wires;
    const std::set<Wire> wires(wanted.begin(), wanted.end());
    dropUnwanted(m_wires, [&](const Wire& wire) { return wires.contains(wire); }); // before the nodes at its ends
    std::erase_if(m_state.selectedWires, [&](const Wire& wire) { return !wires.contains(wire); });
    syncNodes();
    syncNotes();
    syncWires();
    syncValues();
    const QRectF all = drawing().adjusted(-surroundings, -surroundings, surroundings, surroundings);
    if (!sceneRect().contains(drawing()) || sceneRect().width() < surroundings) {
        setSceneRect(all);
    }
    emit synced();
}

void CanvasScene::syncNodes()
{
    const std::map<Id, ShownProblem> problems = problemsByNode(m_document);
    const std::map<Id, std::vector<Warning>> doubts = doubtsByNode(m_document);
    const FaceSources sources{m_document, symbols(), problems, doubts, m_heat};
    std::set<Id> wanted;
    for (const Node& node : m_document.content().nodes) {
        wanted.insert(node.id);
    }
    dropUnwanted(m_nodes, [&](Id id) { return wanted.contains(id); });
    for (const Node& node : m_document.content().nodes) {
        NodeItem*& item = m_nodes[node.id];
        if (!item) {
            item = new NodeItem(node.id, m_state);
            addItem(item);
        }
        item->setFace(faceOf(node, sources));
        item->setPos(node.position);
    }
    if (!wanted.contains(m_state.current) && !m_document.content().findNote(m_state.current)) {
        m_state.current = 0;
    }
}

void CanvasScene::syncNotes()
{
    dropUnwanted(m_notes, [&](Id id) { return m_document.content().findNote(id); });
    for (const Note& note : m_document.content().notes) {
        NoteItem*& item = m_notes[note.id];
        if (!item) {
            item = new NoteItem(note, m_state);
            addItem(item);
        }
        item->setNote(note);
    }
}

void CanvasScene::syncWires()
{
    const std::set<Id>& outside = m_document.derived().outsidePhase;
    std::set<Output> said; // a size is said once: in the box, or else on the first wire
    for (const Wire& wire : m_document.derived().wires) {
        const NodeItem *from = node(wire.from.node), *to = node(wire.to.node);
        WireItem*& item = m_wires[wire];
        if (!item) {
            item = new WireItem(wire, *from, *to, m_state);
            addItem(item);
        }
        const bool inBox = wire.from.port == 0 && from->face().problem.isEmpty() && !from->face().output.isEmpty();
        item->setLabel(!inBox && said.insert(wire.from).second ? sizeText(m_document, symbols(), wire.from)
                                                               : QString());
        item->setFaded(outside.contains(wire.from.node) || outside.contains(wire.to.node));
    }
    followWires();
}

} // namespace editor

#include "moc_canvas_scene.cpp"
