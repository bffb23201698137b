// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/gesture.h"

#include "editor/canvas/canvas_actions.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/layout.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <QPainter>
#include <QPainterPathStroker>
#include <QPolygonF>

namespace editor {
namespace {

bool keepsSelection(Qt::KeyboardModifiers modifiers)
{
    return modifiers & (Qt::ControlModifier | Qt::ShiftModifier);
}

QPointF rounded(QPointF point)
{
    return {std::round(point.x()), std::round(point.y())};
}

/// A node without wires can be put into one; one that has wires is only moved across.
bool isFree(const Content& content, Id id)
{
    const Node* node = content.find(id);
    if (!node || inputPorts(*node).empty() || outputPorts(*node).empty()) {
        return false;
    }
    const std::vector<Wire> all = wires(content);
    return std::none_of(all.begin(), all.end(),
                        [&](const Wire& wire) { return wire.from.node == id || wire.to.node == id; });
}

void paintGuides(QPainter& painter, const std::vector<Guide>& guides, double zoom)
{
    painter.setPen(QPen(theme().accent, 1 / zoom, Qt::DashLine));
    for (const Guide& guide : guides) {
        if (guide.orientation == Qt::Vertical) {
            painter.drawLine(QPointF(guide.at, guide.from), QPointF(guide.at, guide.to));
        } else {
            painter.drawLine(QPointF(guide.from, guide.at), QPointF(guide.to, guide.at));
        }
    }
}

/// Moves the selection; a frame takes along what lies in it. A single free node that is let go on a wire goes into it.
/// Alt: without snapping and without going into wires.
class MoveGesture : public Gesture {
public:
    MoveGesture(CanvasView& view, Id pressed, QPointF from)
        : m_view(view), m_scene(view.canvas()), m_pressed(pressed), m_from(from)
    {}

    void move(const Pointer& pointer) override
    {
        if (m_starts.empty()) {
            start();
        }
        const bool free = pointer.modifiers.testFlag(Qt::AltModifier);
        m_offset = pointer.scene - m_from;
        m_guides.clear();
        if (!free) {
            const Snapped pulled = snapped(
                m_scene.area(m_pressed).translated(startOf(m_pressed) + m_offset - m_scene.area(m_pressed).topLeft()),
                m_others, m_view.snapOptions());
            m_offset += pulled.offset;
            m_guides = pulled.guides;
        }
        m_offset = rounded(startOf(m_pressed) + m_offset) - startOf(m_pressed);
        show(m_offset);
        lookForWire(free);
        m_view.viewport()->update();
    }

    void finish(const Pointer&) override
    {
        const std::optional<Wire> wire = m_scene.state().insertionWire;
        m_scene.state().insertionWire.reset();
        std::set<Id> ids;
        for (const auto& [id, place] : m_starts) {
            ids.insert(id);
        }
        const QString label = wire ? CanvasView::tr("Insert into wire") : CanvasView::tr("Move");
        const bool done = m_view.change(label, [&](Content& content) {
            moveBy(content, ids, m_offset);
            if (wire) {
                moveOntoWire(content, m_pressed, *wire);
                makeRoom(content, m_pressed);
            }
        });
        if (!done) {
            cancel();
        }
    }

    void click(const Pointer& pointer) override
    {
        if (!keepsSelection(pointer.modifiers)) {
            m_view.document().select({m_pressed});
        }
    }

    void cancel() override
    {
        m_scene.state().insertionWire.reset();
        show({});
    }

    void paint(QPainter& painter, double zoom) const override { paintGuides(painter, m_guides, zoom); }
    Qt::CursorShape cursor() const override { return m_starts.empty() ? Qt::ArrowCursor : Qt::SizeAllCursor; }

private:
    void start()
    {
        for (const Id id : movingTogether(m_view.document().content(), m_view.document().selection())) {
            m_starts[id] = m_scene.area(id).topLeft();
        }
        for (const auto& [id, item] : m_scene.nodes()) {
            if (!m_starts.contains(id) && item->box().intersects(m_view.camera().shownArea())) {
                m_others.push_back(item->box());
            }
        }
        m_mayInsert = m_starts.size() == 1 && isFree(m_view.document().content(), m_pressed);
    }

    QPointF startOf(Id id) const
    {
        const auto found = m_starts.find(id);
        return found == m_starts.end() ? m_scene.area(id).topLeft() : found->second;
    }

    void show(QPointF offset)
    {
        std::map<Id, QPointF> corners = m_starts;
        for (auto& [id, corner] : corners) {
            corner += offset;
        }
        m_scene.moveItems(corners);
    }

    void lookForWire(bool free)
    {
        const QRectF box = m_scene.area(m_pressed);
        const WireItem* wire = m_mayInsert && !free ? m_scene.wireThrough(box.adjusted(40, 24, -40, -24)) : nullptr;
        m_scene.state().insertionWire = wire ? std::optional(wire->wire()) : std::nullopt;
    }

    CanvasView& m_view;
    CanvasScene& m_scene;
    const Id m_pressed;
    const QPointF m_from;
    std::map<Id, QPointF> m_starts;
    std::vector<QRectF> m_others;
    std::vector<Guide> m_guides;
    QPointF m_offset;
    bool m_mayInsert = false;
};

/// Moves some of a note's edges.
class ResizeGesture : public Gesture {
public:
    ResizeGesture(CanvasView& view, Id note, Qt::Edges edges)
        : m_view(view), m_note(note), m_edges(edges), m_start(view.canvas().area(note)), m_area(m_start)
    {}

    void move(const Pointer& pointer) override
    {
        const double grid = pointer.modifiers.testFlag(Qt::AltModifier) ? 1 : std::max(1.0, m_view.snapOptions().grid);
        const QPointF at(std::round(pointer.scene.x() / grid) * grid, std::round(pointer.scene.y() / grid) * grid);
        m_area = m_start;
        if (m_edges.testFlag(Qt::LeftEdge)) {
            m_area.setLeft(std::min(at.x(), m_start.right() - minNoteSize.width()));
        }
        if (m_edges.testFlag(Qt::RightEdge)) {
            m_area.setRight(std::max(at.x(), m_start.left() + minNoteSize.width()));
        }
        if (m_edges.testFlag(Qt::TopEdge)) {
            m_area.setTop(std::min(at.y(), m_start.bottom() - minNoteSize.height()));
        }
        if (m_edges.testFlag(Qt::BottomEdge)) {
            m_area.setBottom(std::max(at.y(), m_start.top() + minNoteSize.height()));
        }
        m_view.canvas().note(m_note)->setArea(m_area);
    }

    void finish(const Pointer&) override
    {
        m_view.change(CanvasView::tr("Resize"), [this](Content& content) { content.findNote(m_note)->area = m_area; });
    }

    void click(const Pointer&) override { m_view.document().select({m_note}); }
    void cancel() override
    {
        if (NoteItem* note = m_view.canvas().note(m_note)) {
            note->setArea(m_start);
        }
    }

private:
    CanvasView& m_view;
    const Id m_note;
    const Qt::Edges m_edges;
    const QRectF m_start;
    QRectF m_area;
};

class PanGesture : public Gesture {
public:
    PanGesture(CanvasView& view, QPoint from) : m_view(view), m_last(from) {}

    void move(const Pointer& pointer) override
    {
        m_view.camera().panBy(pointer.window - m_last);
        m_last = pointer.window;
    }
    void finish(const Pointer&) override {}
    Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }
    bool startsAtOnce() const override { return true; }
    bool pushesAtEdges() const override { return false; }

private:
    CanvasView& m_view;
    QPoint m_last;
};

/// Selects what a rectangle touches; of frames, those that lie in it. Ctrl and Shift keep what was selected.
class BandGesture : public Gesture {
public:
    BandGesture(CanvasView& view, const Pointer& from)
        : m_view(view),
          m_from(from.scene),
          m_keeps(keepsSelection(from.modifiers)),
          m_before(view.document().selection())
    {}

    void move(const Pointer& pointer) override
    {
        m_band = QRectF(m_from, pointer.scene).normalized();
        std::set<Id> ids = m_keeps ? m_before : std::set<Id>();
        for (const auto& [id, item] : m_view.canvas().nodes()) {
            if (item->box().intersects(m_band)) {
                ids.insert(id);
            }
        }
        for (const auto& [id, item] : m_view.canvas().notes()) {
            const bool frame = item->note().kind == Note::Kind::Frame;
            if (frame ? m_band.contains(item->area()) : item->area().intersects(m_band)) {
                ids.insert(id);
            }
        }
        m_view.canvas().selectWires({});
        m_view.document().select(ids);
        m_view.viewport()->update();
    }

    void finish(const Pointer&) override {}

    void click(const Pointer&) override
    {
        if (!m_keeps) {
            m_view.document().select({});
            m_view.canvas().selectWires({});
            m_view.canvas().state().current = 0;
        }
    }

    void cancel() override { m_view.document().select(m_before); }

    void paint(QPainter& painter, double zoom) const override
    {
        painter.setPen(QPen(theme().accent, 1 / zoom));
        painter.setBrush(faint(theme().accent, 0.12));
        painter.drawRect(m_band);
    }

private:
    CanvasView& m_view;
    const QPointF m_from;
    const bool m_keeps;
    const std::set<Id> m_before;
    QRectF m_band;
};

/// Cuts the wires that the pointer's way crosses.
class CutGesture : public Gesture {
public:
    CutGesture(CanvasView& view, QPointF from) : m_view(view) { m_way << from; }

    void move(const Pointer& pointer) override
    {
        QPainterPath stroke(m_way.back());
        stroke.lineTo(pointer.scene);
        const QPainterPath knife = QPainterPathStroker(QPen(Qt::black, 1)).createStroke(stroke);
        m_way << pointer.scene;
        for (const auto& [wire, item] : m_view.canvas().wires()) {
            if (item->crosses(knife)) {
                m_cut.insert(wire);
            }
        }
        m_view.canvas().selectWires(m_cut);
        m_view.viewport()->update();
    }

    void finish(const Pointer&) override
    {
        m_view.canvas().selectWires({});
        if (!m_cut.empty()) {
            m_view.change(CanvasView::tr("Cut wires"), [this](Content& content) {
                for (const Wire& wire : m_cut) {
                    removeWire(content, wire.to);
                }
            });
        }
    }

    void cancel() override { m_view.canvas().selectWires({}); }

    void paint(QPainter& painter, double zoom) const override
    {
        painter.setPen(QPen(theme().error, 2 / zoom, Qt::DashLine));
        painter.drawPolyline(m_way);
    }

private:
    CanvasView& m_view;
    QPolygonF m_way;
    std::set<Wire> m_cut;
};

} // namespace

std::set<Id> movingTogether(const Content& content, const std::set<Id>& ids)
{
    std::set<Id> all = ids;
    for (const Note& frame : content.notes) {
        if (frame.kind != Note::Kind::Frame || !ids.contains(frame.id)) {
            continue;
        }
        for (const Node& node : content.nodes) {
            if (frame.area.contains(QRectF(node.position, nodeSize))) {
                all.insert(node.id);
            }
        }
        for (const Note& note : content.notes) {
            if (frame.area.contains(note.area)) {
                all.insert(note.id);
            }
        }
    }
    return all;
}

void moveBy(Content& content, const std::set<Id>& ids, QPointF offset)
{
    for (Node& node : content.nodes) {
        if (ids.contains(node.id)) {
            node.position += offset;
        }
    }
    for (Note& note : content.notes) {
        if (ids.contains(note.id)) {
            note.area.translate(offset);
        }
    }
}

namespace {

/// A box seen along one axis: where it starts and ends there, and across.
struct Span {
    double start, end, acrossStart, acrossEnd;
    std::array<double, 3> lines() const { return {start, (start + end) / 2, end}; }
};

Span alongX(const QRectF& box)
{
    return {box.left(), box.right(), box.top(), box.bottom()};
}

Span alongY(const QRectF& box)
{
    return {box.top(), box.bottom(), box.left(), box.right()};
}

struct Snap {
    double offset;
    Guide guide;
};

/// The nearest of the others' lines that one of ours could lie on: start on start, middle on middle, end on end.
std::optional<Snap> pull(const Span& moving, const std::vector<Span>& others, double reach, Qt::Orientation lines)
{
    std::optional<Snap> nearest;
    for (const Span& other : others) {
        for (std::size_t line = 0; line < 3; ++line) {
            const double at = other.lines()[line], offset = at - moving.lines()[line];
            if (std::abs(offset) > reach || (nearest && std::abs(offset) > std::abs(nearest->offset))) {
                continue;
            }
            const double from = std::min(moving.acrossStart, other.acrossStart);
            const double to = std::max(moving.acrossEnd, other.acrossEnd);
            if (nearest && offset == nearest->offset && nearest->guide.at == at) {
                nearest->guide.from = std::min(nearest->guide.from, from);
                nearest->guide.to = std::max(nearest->guide.to, to);
            } else if (!nearest || std::abs(offset) < std::abs(nearest->offset)) {
                nearest = Snap{offset, {lines, at, from, to}};
            }
        }
    }
    return nearest;
}

double gridOffset(double at, double grid)
{
    return grid > 0 ? std::round(at / grid) * grid - at : 0;
}

} // namespace

Snapped snapped(const QRectF& moving, const std::vector<QRectF>& others, const SnapOptions& options)
{
    std::vector<Span> xs, ys;
    for (const QRectF& other : others) {
        xs.push_back(alongX(other));
        ys.push_back(alongY(other));
    }
    const auto x = pull(alongX(moving), xs, options.reach, Qt::Vertical);
    const auto y = pull(alongY(moving), ys, options.reach, Qt::Horizontal);
    Snapped result{.offset = {x ? x->offset : gridOffset(moving.left(), options.grid),
                              y ? y->offset : gridOffset(moving.top(), options.grid)}};
    if (x) {
        result.guides.push_back(x->guide);
        result.guides.back().from = std::min(x->guide.from, moving.top() + result.offset.y());
        result.guides.back().to = std::max(x->guide.to, moving.bottom() + result.offset.y());
    }
    if (y) {
        result.guides.push_back(y->guide);
        result.guides.back().from = std::min(y->guide.from, moving.left() + result.offset.x());
        result.guides.back().to = std::max(y->guide.to, moving.right() + result.offset.x());
    }
    return result;
}

namespace {

/// How near, in pixels, the pointer must come to a port to end there.
constexpr double portReach = 22;

QPointF pointOf(const CanvasScene& scene, const End& port)
{
    const Id node = std::visit([](const auto& end) { return end.node; }, port);
    return scene.node(node)->portPoint(port);
}

/// Painted from an output down to an input, whichever is which.
QPainterPath pathBetween(const End& fixed, QPointF from, QPointF to)
{
    return std::holds_alternative<Output>(fixed) ? wirePath(from, to) : wirePath(to, from);
}

class WireGesture : public Gesture {
public:
    WireGesture(CanvasView& view, const End& fixed, std::optional<Wire> original)
        : m_view(view), m_scene(view.canvas()), m_wiring(view.document(), fixed, original)
    {}

    void move(const Pointer& pointer) override
    {
        if (!m_started) {
            start();
        }
        m_at = pointer.scene;
        m_target.reset();
        const Hit hit = m_scene.hitAt(pointer.scene, portReach / m_view.camera().zoom());
        const Id from = std::visit([](const auto& end) { return end.node; }, m_wiring.fixed());
        if (hit.kind == Hit::Kind::Port && hit.port.index() != m_wiring.fixed().index()) {
            m_target = hit.port;
        } else if (hit.kind == Hit::Kind::Node && hit.id != from) {
            m_target = m_wiring.endAt(hit.id);
        }
        m_reason = m_target ? m_wiring.refusal(*m_target) : QString();
        m_view.showReason(m_reason, pointer.window);
        m_scene.update();
    }

    void finish(const Pointer& pointer) override
    {
        stop();
        if (!m_reason.isEmpty()) {
            m_view.say(m_reason);
        } else if (m_target) {
            lead(m_wiring.wireTo(*m_target));
        } else if (m_wiring.original()) {
            m_view.change(CanvasView::tr("Disconnect"),
                          [this](Content& content) { removeWire(content, m_wiring.original()->to); });
        } else {
            m_view.adding().quickAddFor(m_wiring.fixed(), pointer.window);
        }
    }

    void cancel() override { stop(); }
    Qt::CursorShape cursor() const override { return Qt::CrossCursor; }

    void paint(QPainter& painter, double zoom) const override
    {
        if (!m_started) {
            return;
        }
        const bool refused = !m_reason.isEmpty();
        painter.setPen(QPen(refused ? theme().error : theme().accent, std::max(2.5, 1 / zoom),
                            refused ? Qt::DashLine : Qt::SolidLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(pathBetween(m_wiring.fixed(), pointOf(m_scene, m_wiring.fixed()),
                                     m_target ? pointOf(m_scene, *m_target) : m_at));
    }

private:
    void start()
    {
        m_started = true;
        m_scene.state().hint = [this](const End& port) { return m_wiring.hint(port, m_target); };
        if (WireItem* item = m_wiring.original() ? m_scene.wire(*m_wiring.original()) : nullptr) {
            item->hide();
        }
    }

    void stop()
    {
        m_scene.state().hint = {};
        m_view.showReason({}, {});
        if (WireItem* item = m_wiring.original() ? m_scene.wire(*m_wiring.original()) : nullptr) {
            item->show();
        }
        m_scene.update();
    }

    void lead(const Wire& wire)
    {
        if (wire == m_wiring.original()) {
            return;
        }
        m_view.change(CanvasView::tr("Connect"), [&](Content& content) {
            if (m_wiring.original() && m_wiring.original()->to != wire.to) {
                removeWire(content, m_wiring.original()->to);
            }
            addWire(content, wire.from, wire.to);
        });
    }

    CanvasView& m_view;
    CanvasScene& m_scene;
    Wiring m_wiring;
    QPointF m_at;
    std::optional<End> m_target; ///< where it would end now
    QString m_reason;            ///< why it cannot end there
    bool m_started = false;
};

} // namespace

Wiring::Wiring(const Document& document, const End& fixed, std::optional<Wire> original)
    : m_document(document), m_content(document.content()), m_fixed(fixed), m_original(original)
{
    if (m_original) {
        removeWire(m_content, m_original->to);
    }
}

Wire Wiring::wireTo(const End& end) const
{
    return isForward() ? Wire{std::get<Output>(m_fixed), std::get<Input>(end)}
                       : Wire{std::get<Output>(end), std::get<Input>(m_fixed)};
}

const QString& Wiring::refusal(const End& end)
{
    const auto [entry, isNew] = m_refusals.try_emplace(end);
    if (isNew && end.index() != m_fixed.index()) {
        const auto shapeOf = [this](Output output) { return m_document.shape(output); };
        const Wire wire = wireTo(end);
        entry->second = inWords(editor::refusal(m_content, shapeOf, wire.from, wire.to).value_or(""));
    }
    return entry->second;
}

std::optional<End> Wiring::endAt(Id id)
{
    const Node& node = *m_content.find(id);
    const std::vector<PortView> ports = isForward() ? inputPorts(node) : outputPorts(node);
    const auto endOf = [&](std::size_t port) { return isForward() ? End(Input{id, port}) : End(Output{id, port}); };
    std::optional<End> best;
    for (std::size_t port = 0; port < ports.size(); ++port) {
        if (!refusal(endOf(port)).isEmpty()) {
            continue;
        }
        if (!isForward() || ports[port].blob.empty()) {
            return endOf(port);
        }
        best = best ? best : endOf(port);
    }
    return best || ports.empty() ? best : endOf(0);
}

PortHint Wiring::hint(const End& port, const std::optional<End>& target)
{
    if (port.index() == m_fixed.index()) {
        return port == m_fixed ? PortHint::Fixed : PortHint::Dimmed;
    }
    const bool fits = refusal(port).isEmpty();
    return port == target ? (fits ? PortHint::Target : PortHint::Refused) : fits ? PortHint::Fits : PortHint::Unfit;
}

KeyboardWiring::KeyboardWiring(CanvasView& view, Id from) : m_view(view), m_from{from, 0}
{
    findTargets();
}

KeyboardWiring::~KeyboardWiring()
{
    m_view.canvas().state().hint = {};
    m_view.showReason({}, {});
    m_view.canvas().update();
}

void KeyboardWiring::findTargets()
{
    const Content& content = m_view.document().content();
    m_wiring = std::make_unique<Wiring>(m_view.document(), m_from);
    m_targets.clear();
    m_at = 0;
    std::vector<Input> taken;
    for (const Node& node : content.nodes) {
        const std::vector<PortView> ports = inputPorts(node);
        for (std::size_t port = 0; port < ports.size(); ++port) {
            const Input input{node.id, port};
            if (m_wiring->refusal(input).isEmpty()) {
                (ports[port].blob.empty() ? m_targets : taken).push_back(input);
            }
        }
    }
    m_targets.insert(m_targets.end(), taken.begin(), taken.end());
    m_view.canvas().state().hint = [this](const End& port) {
        return m_wiring->hint(port, hasTarget() ? std::optional<End>(m_targets[m_at]) : std::nullopt);
    };
    show();
}

QString KeyboardWiring::sentence() const
{
    const Content& content = m_view.document().content();
    const Node& source = *content.find(m_from.node);
    const QString from = QString::fromStdString(source.layer.name + "." + outputPorts(source)[m_from.port].name);
    if (!hasTarget()) {
        return CanvasView::tr("No input fits %1. Tab: next output, Escape: cancel.").arg(from);
    }
    const Node& reader = *content.find(m_targets[m_at].node);
    const QString to = QString::fromStdString(reader.layer.name + "." + inputPorts(reader)[m_targets[m_at].port].name);
    return CanvasView::tr("%1 to %2. Arrows: other input, Tab: next output, Enter: connect, Escape: cancel.")
        .arg(from, to);
}

void KeyboardWiring::step(int by)
{
    if (hasTarget()) {
        const auto count = int(m_targets.size());
        m_at = std::size_t((int(m_at) + by + count) % count);
        show();
    }
}

void KeyboardWiring::nextOutput()
{
    const std::size_t outputs = outputPorts(*m_view.document().content().find(m_from.node)).size();
    m_from.port = (m_from.port + 1) % outputs;
    findTargets();
}

void KeyboardWiring::show()
{
    const Id shown = hasTarget() ? m_targets[m_at].node : m_from.node;
    m_view.camera().reveal(shown);
    const QRectF area = m_view.canvas().area(shown);
    m_view.showReason(sentence(), m_view.mapFromScene(area.bottomLeft()));
    m_view.canvas().update();
}

void KeyboardWiring::paint(QPainter& painter, double zoom) const
{
    if (!hasTarget()) {
        return;
    }
    CanvasScene& scene = m_view.canvas();
    painter.setPen(QPen(theme().accent, std::max(2.5, 1 / zoom), Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    const Input to = m_targets[m_at];
    painter.drawPath(
        wirePath(scene.node(m_from.node)->outputPoint(m_from.port), scene.node(to.node)->inputPoint(to.port)));
}

namespace {

/// A press so near to a wire's end, in pixels, takes that end.
constexpr double wireEndReach = 36;

void pick(CanvasView& view, Id id, Qt::KeyboardModifiers modifiers)
{
    std::set<Id> ids = view.document().selection();
    view.canvas().state().current = id;
    if (keepsSelection(modifiers)) {
        if (!ids.erase(id)) {
            ids.insert(id);
        }
        view.document().select(ids);
    } else if (!ids.contains(id)) {
        view.document().select({id});
    }
    view.actions().refresh();
}

std::unique_ptr<Gesture> gestureOnWire(CanvasView& view, const Wire& wire, const Pointer& pointer)
{
    CanvasScene& scene = view.canvas();
    std::set<Wire> wires = keepsSelection(pointer.modifiers) ? scene.state().selectedWires : std::set<Wire>();
    wires.insert(wire);
    if (!keepsSelection(pointer.modifiers)) {
        view.document().select({});
    }
    scene.selectWires(wires);
    view.actions().refresh();
    const QPainterPath& path = scene.wire(wire)->path();
    const double zoom = view.camera().zoom();
    const double toStart = QLineF(path.pointAtPercent(0), pointer.scene).length() * zoom;
    const double toEnd = QLineF(path.pointAtPercent(1), pointer.scene).length() * zoom;
    if (toEnd <= wireEndReach && toEnd <= toStart) {
        return std::make_unique<WireGesture>(view, wire.from, wire);
    }
    return toStart <= wireEndReach ? std::make_unique<WireGesture>(view, wire.to, wire) : nullptr;
}

std::unique_ptr<Gesture> gestureOn(CanvasView& view, const Hit& hit, const Pointer& pointer)
{
    switch (hit.kind) {
    case Hit::Kind::Port: {
        const auto& wires = view.canvas().wires();
        const auto* const input = std::get_if<Input>(&hit.port);
        const auto led = std::find_if(wires.begin(), wires.end(),
                                      [&](const auto& entry) { return input && entry.first.to == *input; });
        return led == wires.end() ? std::make_unique<WireGesture>(view, hit.port, std::nullopt)
                                  : std::make_unique<WireGesture>(view, led->first.from, led->first);
    }
    case Hit::Kind::Wire:
        return gestureOnWire(view, hit.wire, pointer);
    case Hit::Kind::NoteEdge:
        return std::make_unique<ResizeGesture>(view, hit.id, hit.edges);
    case Hit::Kind::Node:
    case Hit::Kind::Note:
        view.canvas().selectWires({});
        pick(view, hit.id, pointer.modifiers);
        return view.document().selection().contains(hit.id) ? std::make_unique<MoveGesture>(view, hit.id, pointer.scene)
                                                            : nullptr;
    case Hit::Kind::Nothing:
        return std::make_unique<BandGesture>(view, pointer);
    }
    return nullptr;
}

} // namespace

std::unique_ptr<Gesture> gestureFor(CanvasView& view, const Pointer& pointer, Qt::MouseButton button, double reach)
{
    if (button == Qt::MiddleButton) {
        return std::make_unique<PanGesture>(view, pointer.window);
    }
    if (button == Qt::RightButton && pointer.modifiers.testFlag(Qt::ControlModifier)) {
        return std::make_unique<CutGesture>(view, pointer.scene);
    }
    return button == Qt::LeftButton ? gestureOn(view, view.canvas().hitAt(pointer.scene, reach), pointer) : nullptr;
}

} // namespace editor
