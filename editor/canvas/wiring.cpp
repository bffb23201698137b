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

PortHint hintFor(bool aimedAt, bool fits)
{
    if (aimedAt) {
        return fits ? PortHint::Target : PortHint::Refused;
    }
    return fits ? PortHint::Fits : PortHint::Unfit;
}

class WireGesture : public Gesture {
public:
    WireGesture(CanvasView& view, std::variant<Output, Input> fixed, std::optional<Wire> original)
        : m_view(view), m_scene(view.canvas()), m_wiring(view.document(), fixed, original)
    {}

    void move(const Pointer& pointer) override
    {
        if (!m_started) {
            start();
        }
        m_at = pointer.scene;
        m_input.reset();
        m_output.reset();
        const Hit hit = m_scene.hitAt(pointer.scene, portReach / m_view.camera().zoom());
        if (m_wiring.forward()) {
            aimAtInput(hit);
        } else {
            aimAtOutput(hit);
        }
        m_reason = m_input ? m_wiring.refusal(*m_input) : m_output ? m_wiring.refusal(*m_output) : QString();
        m_view.showReason(m_reason, pointer.window);
        m_scene.update();
    }

    void finish(const Pointer& pointer) override
    {
        const std::optional<Wire> wanted = target();
        stop();
        if (!m_reason.isEmpty()) {
            m_view.say(m_reason);
        } else if (wanted) {
            lead(*wanted);
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
        painter.drawPath(m_wiring.forward() ? wirePath(fixedPoint(), freePoint())
                                            : wirePath(freePoint(), fixedPoint()));
    }

private:
    void start()
    {
        m_started = true;
        if (m_wiring.forward()) {
            m_scene.state().fixedOutput = std::get<Output>(m_wiring.fixed());
            m_scene.state().inputHint = [this](Input input) {
                return hintFor(input == m_input, m_wiring.refusal(input).isEmpty());
            };
        } else {
            m_scene.state().fixedInput = std::get<Input>(m_wiring.fixed());
            m_scene.state().outputHint = [this](Output output) {
                return hintFor(output == m_output, m_wiring.refusal(output).isEmpty());
            };
        }
        if (WireItem* item = m_wiring.original() ? m_scene.wire(*m_wiring.original()) : nullptr) {
            item->hide();
        }
    }

    void stop()
    {
        m_scene.state().inputHint = {};
        m_scene.state().outputHint = {};
        m_scene.state().fixedInput.reset();
        m_scene.state().fixedOutput.reset();
        m_view.showReason({}, {});
        if (WireItem* item = m_wiring.original() ? m_scene.wire(*m_wiring.original()) : nullptr) {
            item->show();
        }
        m_scene.update();
    }

    void aimAtInput(const Hit& hit)
    {
        if (hit.kind == Hit::Kind::InputPort) {
            m_input = Input{hit.id, hit.port};
        } else if (hit.kind == Hit::Kind::Node && hit.id != std::get<Output>(m_wiring.fixed()).node) {
            m_input = m_wiring.inputOf(hit.id);
        }
    }

    void aimAtOutput(const Hit& hit)
    {
        if (hit.kind == Hit::Kind::OutputPort) {
            m_output = Output{hit.id, hit.port};
        } else if (hit.kind == Hit::Kind::Node && hit.id != std::get<Input>(m_wiring.fixed()).node) {
            m_output = m_wiring.outputOf(hit.id);
        }
    }

    std::optional<Wire> target() const
    {
        if (m_input) {
            return Wire{std::get<Output>(m_wiring.fixed()), *m_input};
        }
        return m_output ? std::optional(Wire{*m_output, std::get<Input>(m_wiring.fixed())}) : std::nullopt;
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

    QPointF fixedPoint() const
    {
        if (const auto* from = std::get_if<Output>(&m_wiring.fixed())) {
            return m_scene.node(from->node)->outputPoint(from->port);
        }
        const Input to = std::get<Input>(m_wiring.fixed());
        return m_scene.node(to.node)->inputPoint(to.port);
    }

    QPointF freePoint() const
    {
        return m_input    ? m_scene.node(m_input->node)->inputPoint(m_input->port)
               : m_output ? m_scene.node(m_output->node)->outputPoint(m_output->port)
                          : m_at;
    }

    CanvasView& m_view;
    CanvasScene& m_scene;
    Wiring m_wiring;
    QPointF m_at;
    std::optional<Input> m_input; ///< where it would end now
    std::optional<Output> m_output;
    QString m_reason; ///< why it cannot end there
    bool m_started = false;
};

} // namespace

Wiring::Wiring(const Document& document, std::variant<Output, Input> fixed, std::optional<Wire> original)
    : m_document(document), m_content(document.content()), m_fixed(fixed), m_original(original)
{
    if (m_original) {
        removeWire(m_content, m_original->to);
    }
}

const QString& Wiring::refusal(Input to)
{
    const auto [entry, isNew] = m_inputs.try_emplace(to);
    if (isNew && forward()) {
        entry->second = ask(std::get<Output>(m_fixed), to);
    }
    return entry->second;
}

const QString& Wiring::refusal(Output from)
{
    const auto [entry, isNew] = m_outputs.try_emplace(from);
    if (isNew && !forward()) {
        entry->second = ask(from, std::get<Input>(m_fixed));
    }
    return entry->second;
}

std::optional<Input> Wiring::inputOf(Id id)
{
    const std::vector<PortView> ports = inputPorts(*m_content.find(id));
    std::optional<Input> best;
    for (std::size_t port = 0; port < ports.size(); ++port) {
        if (!refusal(Input{id, port}).isEmpty()) {
            continue;
        }
        if (ports[port].blob.empty()) {
            return Input{id, port};
        }
        best = best ? best : Input{id, port};
    }
    return best || ports.empty() ? best : Input{id, 0};
}

std::optional<Output> Wiring::outputOf(Id id)
{
    const std::size_t ports = outputPorts(*m_content.find(id)).size();
    for (std::size_t port = 0; port < ports; ++port) {
        if (refusal(Output{id, port}).isEmpty()) {
            return Output{id, port};
        }
    }
    return ports == 0 ? std::nullopt : std::optional(Output{id, 0});
}

QString Wiring::ask(Output from, Input to) const
{
    const auto shapeOf = [this](Output output) { return m_document.shape(output); };
    return inWords(editor::refusal(m_content, shapeOf, from, to).value_or(""));
}

std::unique_ptr<Gesture> wireGesture(CanvasView& view, std::variant<Output, Input> fixed, std::optional<Wire> original)
{
    return std::make_unique<WireGesture>(view, fixed, original);
}

KeyboardWiring::KeyboardWiring(CanvasView& view, Id from) : m_view(view), m_from{from, 0}
{
    findTargets();
}

KeyboardWiring::~KeyboardWiring()
{
    m_view.canvas().state().inputHint = {};
    m_view.canvas().state().fixedOutput.reset();
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
    m_view.canvas().state().fixedOutput = m_from;
    m_view.canvas().state().inputHint = [this](Input input) {
        return hasTarget() && input == m_targets[m_at] ? PortHint::Target
               : m_wiring->refusal(input).isEmpty()    ? PortHint::Fits
                                                       : PortHint::Unfit;
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
