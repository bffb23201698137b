// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/wiring.h"

#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/node_item.h"
#include "editor/canvas/wire_item.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/document/fit.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QPainter>

namespace editor {
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

std::unique_ptr<Gesture> wireGesture(CanvasView& view, const End& fixed, std::optional<Wire> original)
{
    return std::make_unique<WireGesture>(view, fixed, original);
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

} // namespace editor
