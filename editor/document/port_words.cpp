// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/port_words.h"

#include <algorithm>
#include <QCoreApplication>

namespace editor {
namespace {

struct Ports {
    Q_DECLARE_TR_FUNCTIONS(Ports)
};

} // namespace

std::vector<PortWords> portWords(const Document& document, const Node& node)
{
    std::vector<PortWords> all;
    const std::vector<Wire>& wires = document.derived().wires;
    const auto nameOf = [&](Id id) { return QString::fromStdString(document.content().find(id)->layer.name); };
    const std::vector<PortView> inputs = inputPorts(node), outputs = outputPorts(node);
    for (std::size_t port = 0; port < inputs.size(); ++port) {
        const auto wire = std::ranges::find(wires, Input{node.id, port}, &Wire::to);
        const QString name = QString::fromStdString(inputs[port].name);
        if (wire != wires.end()) {
            all.push_back({true, Ports::tr("input %1 from %2").arg(name, nameOf(wire->from.node)),
                           document.shape(wire->from), wire->from.node});
        } else if (inputs[port].presence == engine::Presence::Required) {
            all.push_back({true, Ports::tr("input %1, not connected").arg(name)});
        }
    }
    for (std::size_t port = 0; port < outputs.size(); ++port) {
        if (outputs[port].blob.empty()) {
            continue; // an optional one that is not in use
        }
        const Output output{node.id, port};
        QStringList readers;
        Id first = 0;
        for (const Wire& wire : wires) {
            if (wire.from == output) {
                readers << nameOf(wire.to.node);
                first = first == 0 ? wire.to.node : first;
            }
        }
        const QString name = QString::fromStdString(outputs[port].blob);
        all.push_back({false,
                       readers.isEmpty() ? Ports::tr("output %1").arg(name)
                                         : Ports::tr("output %1 to %2").arg(name, readers.join(QStringLiteral(", "))),
                       document.shape(output), first});
    }
    return all;
}

} // namespace editor
