// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/keyboard_wiring.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/node_item.h"
#include "editor/canvas/wire_route.h"
#include "editor/document/document.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QPainter>

namespace editor {

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
