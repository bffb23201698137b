// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/content.h"

#include "editor/document/layout.h"
#include "engine/cells/ports.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace editor {
namespace {

template <typename Items>
auto* itemWith(Items& items, Id id)
{
    const auto found = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.id == id; });
    return found == items.end() ? nullptr : &*found;
}

bool hasPhaseRules(const Content& content)
{
    return std::any_of(content.nodes.begin(), content.nodes.end(),
                       [](const Node& node) { return !node.layer.include.empty() || !node.layer.exclude.empty(); });
}

/// The wires of one phase are added to `wires`.
void addWires(const Content& content, engine::Phase phase, std::vector<Wire>& wires)
{
    std::unordered_map<std::string, Output> newest;
    for (const Node& node : content.nodes) {
        if (!inPhase(node.layer, phase)) {
            continue;
        }
        for (std::size_t port = 0; port < node.layer.bottoms.size(); ++port) {
            const auto made = newest.find(node.layer.bottoms[port]);
            if (made != newest.end() && !node.layer.bottoms[port].empty()) {
                wires.push_back({made->second, {node.id, port}});
            }
        }
        for (std::size_t port = 0; port < node.layer.tops.size(); ++port) {
            newest.insert_or_assign(node.layer.tops[port], Output{node.id, port});
        }
    }
}

PortView portView(const std::vector<engine::Port>& ports, std::size_t number, const std::vector<std::string>& blobs)
{
    PortView view;
    if (!ports.empty()) {
        const engine::Port& port = ports[std::min(number, ports.size() - 1)];
        view = {std::string(port.name), std::string(port.help), port.presence, {}};
        if (port.presence == engine::Presence::Repeated && number + 1 > ports.size()) {
            view.name += " " + std::to_string(number + 2 - ports.size());
        }
    }
    if (number < blobs.size()) {
        view.blob = blobs[number];
    }
    return view;
}

std::vector<PortView> portViews(const std::vector<engine::Port>& ports, const std::vector<std::string>& blobs)
{
    const bool repeats = !ports.empty() && ports.back().presence == engine::Presence::Repeated;
    const bool lastIsFree = !blobs.empty() && blobs.back().empty();
    const std::size_t count = std::max(ports.size(), blobs.size() + (repeats && !lastIsFree ? 1 : 0));
    std::vector<PortView> views;
    for (std::size_t number = 0; number < count; ++number) {
        views.push_back(portView(ports, number, blobs));
    }
    return views;
}

/// Below the layers that feed it, or else at the side of the drawing's head.
QPointF placeFor(const Content& placed, const engine::Layer& layer)
{
    QPointF place;
    int feeders = 0;
    for (const Node& node : placed.nodes) {
        const bool feeds = std::any_of(layer.bottoms.begin(), layer.bottoms.end(), [&](const std::string& bottom) {
            return std::find(node.layer.tops.begin(), node.layer.tops.end(), bottom) != node.layer.tops.end();
        });
        if (feeds) {
            place.rx() = (place.x() * feeders + node.position.x()) / (feeders + 1);
            place.ry() = std::max(place.y(), node.position.y() + nodeSize.height() + rowGap);
            ++feeders;
        }
    }
    return freePlace(placed, place);
}

/// For each layer of the new model the node of the old drawing that it is, or null.
std::vector<const Node*> matches(const Content& content, const engine::Model& model)
{
    std::multimap<std::string, const Node*> named;
    for (const Node& node : content.nodes) {
        named.emplace(node.layer.name, &node);
    }
    std::vector<const Node*> found(model.layers.size());
    std::set<const Node*> taken;
    for (std::size_t index = 0; index < model.layers.size(); ++index) {
        const auto [first, last] = named.equal_range(model.layers[index].name);
        for (auto node = first; node != last; ++node) {
            const bool samePhase =
                node->second->layer.include == model.layers[index].include || std::next(first) == last;
            if (!found[index] && samePhase && taken.insert(node->second).second) {
                found[index] = node->second;
            }
        }
    }
    // A layer of the same type between the same neighbours is the same one with another name.
    std::size_t before = 0;
    for (std::size_t index = 0; index < found.size(); ++index) {
        if (found[index]) {
            before = static_cast<std::size_t>(found[index] - content.nodes.data()) + 1;
        } else if (before < content.nodes.size() && !taken.contains(&content.nodes[before]) &&
                   content.nodes[before].layer.type == model.layers[index].type) {
            found[index] = &content.nodes[before];
            taken.insert(found[index]);
            ++before;
        }
    }
    return found;
}

} // namespace

const Node* Content::find(Id id) const
{
    return itemWith(nodes, id);
}

Node* Content::find(Id id)
{
    return itemWith(nodes, id);
}

const Note* Content::findNote(Id id) const
{
    return itemWith(notes, id);
}

Note* Content::findNote(Id id)
{
    return itemWith(notes, id);
}

const Node* Content::findNamed(const std::string& layer) const
{
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.layer.name == layer; });
    return found == nodes.end() ? nullptr : &*found;
}

std::vector<PortView> inputPorts(const Node& node)
{
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    return portViews(type ? portsOf(*type, node.layer.params).inputs : std::vector<engine::Port>(), node.layer.bottoms);
}

std::vector<PortView> outputPorts(const Node& node)
{
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    return portViews(type ? portsOf(*type, node.layer.params).outputs : std::vector<engine::Port>(), node.layer.tops);
}

std::vector<Wire> wires(const Content& content)
{
    std::vector<Wire> all;
    const std::size_t count = hasPhaseRules(content) ? allPhases.size() : 1;
    for (std::size_t phase = 0; phase < count; ++phase) {
        addWires(content, allPhases[phase], all);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

engine::Model model(const Content& content)
{
    engine::Model model{
        .name = content.name, .dialect = content.dialect, .comment = content.comment, .unknown = content.unknown};
    for (const Node& node : content.nodes) {
        model.layers.push_back(node.layer);
    }
    return model;
}

Content contentOf(const engine::Model& model)
{
    Content content{.name = model.name, .dialect = model.dialect, .comment = model.comment, .unknown = model.unknown};
    for (const engine::Layer& layer : model.layers) {
        Node& node = content.nodes.emplace_back(Node{.id = content.nextId++, .layer = layer, .position = {}});
        node.layer.line = 0;
    }
    return content;
}

Content withModel(const Content& content, const engine::Model& model)
{
    Content result = content;
    result.name = model.name;
    result.dialect = model.dialect;
    result.comment = model.comment;
    result.unknown = model.unknown;
    result.nodes.clear();
    const std::vector<const Node*> found = matches(content, model);
    // Those that have a place first, so that new ones see what room is left.
    for (std::size_t index = 0; index < found.size(); ++index) {
        if (found[index]) {
            result.nodes.push_back({found[index]->id, model.layers[index], found[index]->position});
        }
    }
    for (std::size_t index = 0; index < found.size(); ++index) {
        if (!found[index]) {
            const QPointF place = placeFor(result, model.layers[index]);
            result.nodes.insert(result.nodes.begin() + static_cast<std::ptrdiff_t>(index),
                                Node{result.nextId++, model.layers[index], place});
        }
    }
    for (Node& node : result.nodes) {
        node.layer.line = 0;
    }
    return result;
}

} // namespace editor
