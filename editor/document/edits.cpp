// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <queue>
#include <utility>

namespace editor {
namespace {

using engine::Phase;
using engine::Presence;

Node& nodeOf(Content& content, Id id)
{
    Node* node = content.find(id);
    assert(node);
    return *node;
}

std::size_t requiredInputs(const engine::Layer& layer)
{
    const engine::LayerType* type = engine::findLayerType(layer.type);
    if (!type) {
        return 0;
    }
    return static_cast<std::size_t>(std::count_if(type->inputs.begin(), type->inputs.end(), [](const auto& port) {
        return port.presence != Presence::Optional;
    }));
}

bool shareAPhase(const engine::Layer& a, const engine::Layer& b)
{
    constexpr std::array phases = {Phase::Train, Phase::Test, Phase::Run};
    return std::any_of(phases.begin(), phases.end(),
                       [&](Phase phase) { return inPhase(a, phase) && inPhase(b, phase); });
}

/// Names of layers and tensors that are in use.
std::set<std::string> namesIn(const Content& content)
{
    std::set<std::string> names;
    for (const Node& node : content.nodes) {
        names.insert(node.layer.name);
        names.insert(node.layer.tops.begin(), node.layer.tops.end());
    }
    return names;
}

/// "lstm", or else "lstm2", "lstm3", ...; a number that the name ends with is counted on.
std::string freeName(const std::set<std::string>& taken, const std::string& wanted)
{
    if (!taken.contains(wanted)) {
        return wanted;
    }
    const std::string stem = wanted.substr(0, wanted.find_last_not_of("0123456789") + 1);
    for (int number = 2;; ++number) {
        const std::string name = (stem.empty() ? wanted + "_" : stem) + std::to_string(number);
        if (!taken.contains(name)) {
            return name;
        }
    }
}

/// Nodes in an order in which each follows those that feed it; as they stand where that is one already.
void sortByWires(Content& content, const std::vector<Wire>& wanted)
{
    std::map<Id, std::size_t> places;
    for (std::size_t index = 0; index < content.nodes.size(); ++index) {
        places[content.nodes[index].id] = index;
    }
    std::vector<std::vector<std::size_t>> next(content.nodes.size());
    std::vector<int> waiting(content.nodes.size());
    for (const Wire& wire : wanted) {
        next[places[wire.from.node]].push_back(places[wire.to.node]);
        ++waiting[places[wire.to.node]];
    }
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t index = 0; index < waiting.size(); ++index) {
        if (waiting[index] == 0) {
            ready.push(index);
        }
    }
    std::vector<Node> sorted;
    while (!ready.empty()) {
        const std::size_t index = ready.top();
        ready.pop();
        sorted.push_back(content.nodes[index]);
        for (const std::size_t reader : next[index]) {
            if (--waiting[reader] == 0) {
                ready.push(reader);
            }
        }
    }
    if (sorted.size() == content.nodes.size()) { // else a file with a cycle was read: its problem is shown
        content.nodes = std::move(sorted);
    }
}

/// Writes the names of the wanted wires' tensors into the bottoms; an input that lost its wire becomes "".
void writeBottoms(Content& content, const std::vector<Wire>& before, const std::vector<Wire>& wanted)
{
    std::set<Input> had;
    for (const Wire& wire : before) {
        had.insert(wire.to);
    }
    std::map<Input, std::string> blobs;
    for (const Wire& wire : wanted) {
        blobs[wire.to] = nodeOf(content, wire.from.node).layer.tops[wire.from.port];
    }
    for (const auto& [input, blob] : blobs) {
        std::vector<std::string>& bottoms = nodeOf(content, input.node).layer.bottoms;
        bottoms.resize(std::max(bottoms.size(), input.port + 1));
    }
    for (Node& node : content.nodes) {
        std::vector<std::string>& bottoms = node.layer.bottoms;
        for (std::size_t port = 0; port < bottoms.size(); ++port) {
            const auto blob = blobs.find({node.id, port});
            if (blob != blobs.end()) {
                bottoms[port] = blob->second;
            } else if (had.contains({node.id, port})) {
                bottoms[port].clear();
            }
        }
        while (bottoms.size() > requiredInputs(node.layer) && bottoms.back().empty()) {
            bottoms.pop_back();
        }
    }
}

/// Gives every layer that works in place a tensor with a name of its own.
void endWorkInPlace(Content& content)
{
    std::set<std::string> names = namesIn(content);
    std::set<std::string> made;
    for (Node& node : content.nodes) {
        for (std::string& top : node.layer.tops) {
            const auto& bottoms = node.layer.bottoms;
            if (std::find(bottoms.begin(), bottoms.end(), top) != bottoms.end()) {
                top = made.contains(node.layer.name) || node.layer.name == top ? freeName(names, node.layer.name)
                                                                               : node.layer.name;
                names.insert(top);
            }
            made.insert(top);
        }
    }
}

bool holdsAll(const Content& content, const std::vector<Wire>& wanted)
{
    const std::vector<Wire> held = wires(content);
    std::set<Input> inputs;
    for (const Wire& wire : wanted) {
        inputs.insert(wire.to);
    }
    std::vector<Wire> heldThere;
    std::copy_if(held.begin(), held.end(), std::back_inserter(heldThere),
                 [&](const Wire& wire) { return inputs.contains(wire.to); });
    return heldThere == wanted;
}

/// Makes the drawing's names and order say what the wires say. In-place layers keep their shared tensor name where that
/// can still say it.
void realise(Content& content, const std::vector<Wire>& before, std::vector<Wire> wanted)
{
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    Content attempt = content;
    sortByWires(attempt, wanted);
    writeBottoms(attempt, before, wanted);
    if (!holdsAll(attempt, wanted)) {
        attempt = content;
        endWorkInPlace(attempt);
        sortByWires(attempt, wanted);
        writeBottoms(attempt, before, wanted);
    }
    content = std::move(attempt);
}

/// The output, and those that make the tensor of the same name in other phases.
std::vector<Output> withSiblings(const Content& content, Output output)
{
    std::vector<Output> all = {output};
    const Node& maker = *content.find(output.node);
    const std::string& blob = maker.layer.tops[output.port];
    for (const Node& node : content.nodes) {
        for (std::size_t port = 0; port < node.layer.tops.size(); ++port) {
            if (node.id != output.node && node.layer.tops[port] == blob && !shareAPhase(node.layer, maker.layer)) {
                all.push_back({node.id, port});
            }
        }
    }
    return all;
}

/// Leads wires to the input from the output and its siblings, instead of those that are there.
void lead(const Content& content, std::vector<Wire>& wanted, Output from, Input to)
{
    std::erase_if(wanted, [&](const Wire& wire) { return wire.to == to; });
    for (const Output& output : withSiblings(content, from)) {
        if (shareAPhase(content.find(output.node)->layer, content.find(to.node)->layer)) {
            wanted.push_back({output, to});
        }
    }
}

/// An output that does not exist yet (a free place of a layer that can have more) comes to be.
void ensureOutput(Content& content, Output output)
{
    while (nodeOf(content, output.node).layer.tops.size() <= output.port) {
        addOutput(content, output.node);
    }
}

/// Weights that start apart from each other: Caffe's own fallback, all zero, learns nothing for a long time.
engine::Filler defaultFiller(const engine::LayerType& type)
{
    if (type.group == engine::LayerGroup::Recurrent) {
        return {.type = "uniform", .min = -0.08, .max = 0.08};
    }
    return type.name == "EMBED" ? engine::Filler{.type = "gaussian", .std = 1} : engine::Filler{.type = "xavier"};
}

engine::Params initialParams(const engine::LayerType& type)
{
    engine::Params params;
    for (const engine::ParamSpec& spec : type.params) {
        const std::string key(spec.key);
        if (const auto* range = std::get_if<engine::IntRange>(&spec.kind)) {
            if (range->fallback < range->least) {
                params[key] = std::clamp<std::int64_t>(128, range->least, range->most);
            }
        } else if (std::holds_alternative<engine::ShapeList>(spec.kind)) {
            params[key] = std::vector<engine::Shape>{{64, 32}};
        } else if (const auto* list = std::get_if<engine::IntList>(&spec.kind); list && list->extents) {
            params[key] = std::vector<std::int64_t>{0, -1};
        } else if (spec.key == "weight_filler") {
            params[key] = defaultFiller(type);
        } else if (spec.key == "forget_bias") {
            params[key] = 1.0; // remembers from the start
        } else if (spec.key == "equations") {
            params[key] = std::string("h = tanh(W x + U h[t-1] + b)"); // the shortest one, to be written on
        }
    }
    return params;
}

std::string topName(const std::set<std::string>& taken, const engine::LayerType& type, const std::string& layer,
                    std::size_t port)
{
    const engine::Port& description = type.outputs[std::min(port, type.outputs.size() - 1)];
    if (type.group == engine::LayerGroup::Source && description.presence != Presence::Repeated) {
        return freeName(taken, std::string(description.name));
    }
    if (port == 0 && description.presence != Presence::Repeated) {
        return freeName(taken, layer);
    }
    const bool repeated = description.presence == Presence::Repeated;
    return freeName(taken,
                    repeated ? layer + "_" + std::to_string(port + 1) : layer + "_" + std::string(description.name));
}

std::size_t initialOutputs(const engine::LayerType& type)
{
    std::size_t count = 0;
    for (const engine::Port& port : type.outputs) {
        const bool source = type.group == engine::LayerGroup::Source;
        count += port.presence == Presence::Repeated ? (source ? 1 : 2) : port.presence == Presence::Required || source;
    }
    return count;
}

std::size_t initialInputs(const engine::LayerType& type)
{
    std::size_t count = 0;
    for (const engine::Port& port : type.inputs) {
        count += port.presence == Presence::Repeated ? 2 : port.presence == Presence::Required;
    }
    return count;
}

/// Other names of the tensors that a port of this name usually reads.
bool isUsualSource(std::string_view port, std::string_view tensor)
{
    return port == tensor || (port == "cont" && tensor == "clip");
}

/// Connects required inputs that have no wire where the drawing has just one tensor that is meant for them.
void connectUsual(Content& content, Id id)
{
    const std::vector<PortView> ports = inputPorts(nodeOf(content, id));
    for (std::size_t port = 0; port < ports.size(); ++port) {
        if (ports[port].presence != Presence::Required || !ports[port].blob.empty()) {
            continue;
        }
        std::vector<Output> sources;
        for (const Node& node : content.nodes) {
            for (std::size_t top = 0; top < node.layer.tops.size(); ++top) {
                if (isUsualSource(ports[port].name, node.layer.tops[top])) {
                    sources.push_back({node.id, top});
                }
            }
        }
        if (sources.size() == 1 && !downstream(content, {id}).contains(sources.front().node)) {
            addWire(content, sources.front(), {id, port});
        }
    }
}

/// Layers whose axis 1 is meant for [N, classes]; behind a sequence [T, N, classes] it has to be 2.
constexpr std::array<std::string_view, 4> classLayers = {"INNERPRODUCT", "SOFTMAX", "SOFTMAXWITHLOSS", "ACCURACY"};

/// Of each tensor that has one, by name.
std::map<std::string, engine::Shape> shapesOf(const Content& content)
{
    const engine::Model net = engine::forPhase(model(content), engine::Phase::Train);
    const std::vector<engine::LayerSizes> sizes = engine::sizesOrProblems(net);
    std::map<std::string, engine::Shape> shapes;
    for (std::size_t layer = 0; layer < sizes.size(); ++layer) {
        const std::vector<engine::Shape>& outputs = sizes[layer].sizes.outputs;
        const std::vector<std::string>& tops = net.layers[layer].tops;
        for (std::size_t output = 0; output < std::min(outputs.size(), tops.size()); ++output) {
            shapes.emplace(tops[output], outputs[output]);
        }
    }
    return shapes;
}

/// Whether the layer looks at an axis of classes that nobody chose.
bool hasOpenAxis(const engine::Layer& layer)
{
    return std::find(classLayers.begin(), classLayers.end(), layer.type) != classLayers.end() &&
           !layer.params.contains("axis") && !layer.bottoms.empty();
}

/// Sets the axis of a layer that has just been put behind a sequence.
void suitAxis(Content& content, Id id)
{
    engine::Layer& layer = nodeOf(content, id).layer;
    if (!hasOpenAxis(layer)) {
        return; // no need to work out shapes
    }
    const std::map<std::string, engine::Shape> shapes = shapesOf(content);
    if (const auto shape = shapes.find(layer.bottoms.front()); shape != shapes.end()) {
        editor::suitAxis(layer, shape->second);
    }
}

/// How many ports at the front have the same names.
std::size_t samePorts(const std::vector<PortView>& some, const std::vector<PortView>& others)
{
    return static_cast<std::size_t>(std::ranges::mismatch(some, others, {}, &PortView::name, &PortView::name).in1 -
                                    some.begin());
}

/// Layers behind the node whose sizes nobody could tell before, and whose axis is open.
std::set<Id> unsettledBehind(const Content& content, Id id)
{
    std::set<Id> unsettled = downstream(content, {id});
    std::erase_if(unsettled, [&](Id behind) { return !hasOpenAxis(content.find(behind)->layer); });
    if (!unsettled.empty()) {
        const std::map<std::string, engine::Shape> shapes = shapesOf(content);
        std::erase_if(unsettled,
                      [&](Id behind) { return shapes.contains(content.find(behind)->layer.bottoms.front()); });
    }
    return unsettled;
}

std::vector<Wire> withoutNode(std::vector<Wire> all, Id id, Bypass bypass, const Content& content)
{
    std::vector<Output> feeding;
    std::vector<Input> reading;
    for (const Wire& wire : all) {
        if (wire.to == Input{id, 0}) {
            feeding.push_back(wire.from);
        }
        if (wire.from == Output{id, 0}) {
            reading.push_back(wire.to);
        }
    }
    std::erase_if(all, [&](const Wire& wire) { return wire.from.node == id || wire.to.node == id; });
    if (bypass == Bypass::Yes) {
        for (const Output& from : feeding) {
            for (const Input& to : reading) {
                if (shareAPhase(content.find(from.node)->layer, content.find(to.node)->layer)) {
                    all.push_back({from, to});
                }
            }
        }
    }
    return all;
}

} // namespace

Id addLayer(Content& content, const engine::LayerType& type, QPointF position)
{
    std::set<std::string> taken = namesIn(content);
    std::string base(type.name);
    std::transform(base.begin(), base.end(), base.begin(), [](unsigned char letter) { return std::tolower(letter); });
    engine::Layer layer{.name = freeName(taken, base), .type = std::string(type.name)};
    layer.bottoms.resize(initialInputs(type));
    layer.params = initialParams(type);
    layer.params = engine::writtenParams(layer); // so that the drawing is what its file says
    for (std::size_t port = 0; port < initialOutputs(type); ++port) {
        layer.tops.push_back(topName(taken, type, layer.name, port));
        taken.insert(layer.tops.back());
    }
    content.nodes.push_back({content.nextId, std::move(layer), position});
    return content.nextId++;
}

void addWire(Content& content, Output from, Input to)
{
    const std::string source = nodeOf(content, from.node).layer.name, reader = nodeOf(content, to.node).layer.name;
    if (downstream(content, {to.node}).contains(from.node)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "layer %1: a wire from layer %2 would close a circle, but a net must have none"),
            reader, source));
    }
    std::set<Id> settled = unsettledBehind(content, to.node);
    if (to.port == 0) {
        settled.insert(to.node);
    }
    ensureOutput(content, from);
    const std::vector<Wire> before = wires(content);
    std::vector<Wire> wanted = before;
    lead(content, wanted, from, to);
    realise(content, before, std::move(wanted));
    suitAxes(content, settled);
}

void suitAxes(Content& content, const std::set<Id>& ids)
{
    for (const Node& node : content.nodes) {
        if (ids.contains(node.id)) {
            suitAxis(content, node.id);
        }
    }
}

void suitAxis(engine::Layer& layer, const engine::Shape& shape)
{
    const bool meant = std::find(classLayers.begin(), classLayers.end(), layer.type) != classLayers.end();
    if (meant && shape.axes() == 3) {
        layer.params.emplace("axis", std::int64_t{2}); // an axis that was chosen stays
    }
}

void removeWire(Content& content, Input to)
{
    const std::vector<Wire> before = wires(content);
    std::vector<Wire> wanted = before;
    std::erase_if(wanted, [&](const Wire& wire) { return wire.to == to; });
    std::vector<std::string>& bottoms = nodeOf(content, to.node).layer.bottoms;
    if (to.port < bottoms.size()) {
        bottoms[to.port].clear(); // also where the name led nowhere
    }
    realise(content, before, std::move(wanted));
}

Id insertOnWire(Content& content, const engine::LayerType& type, const Wire& wire, QPointF position)
{
    const Id id = addLayer(content, type, position);
    moveOntoWire(content, id, wire);
    suitAxis(content, id);
    connectUsual(content, id);
    return id;
}

void moveOntoWire(Content& content, Id node, const Wire& wire)
{
    const std::vector<Wire> before = wires(content);
    std::vector<Wire> wanted = withoutNode(before, node, Bypass::Yes, content);
    // Its other inputs keep their wires.
    std::copy_if(before.begin(), before.end(), std::back_inserter(wanted),
                 [&](const Wire& other) { return other.to.node == node && other.to.port > 0; });
    ensureOutput(content, {node, 0});
    lead(content, wanted, wire.from, {node, 0});
    lead(content, wanted, {node, 0}, wire.to);
    realise(content, before, std::move(wanted));
}

void remove(Content& content, const std::set<Id>& ids, Bypass bypass)
{
    const std::vector<Wire> before = wires(content);
    std::vector<Wire> wanted = before;
    for (const Id id : ids) {
        if (content.find(id)) {
            wanted = withoutNode(std::move(wanted), id, bypass, content);
        }
    }
    std::erase_if(content.nodes, [&](const Node& node) { return ids.contains(node.id); });
    std::erase_if(content.notes, [&](const Note& note) { return ids.contains(note.id); });
    realise(content, before, std::move(wanted));
}

void rename(Content& content, Id id, const std::string& name)
{
    Node& node = nodeOf(content, id);
    const std::string old = node.layer.name;
    if (name == old) {
        return;
    }
    if (name.empty()) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "layer %1: its new name is empty, but a layer needs a name"), old));
    }
    constexpr std::size_t maxBytes = 128; // files with names of more than 256 are not read, and numbers may be added
    if (name.size() > maxBytes) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "layer %1: its new name has %2 bytes, but %3 are the most"), old,
                        name.size(), maxBytes));
    }
    for (const Node& other : content.nodes) {
        if (other.id != id && other.layer.name == name && shareAPhase(other.layer, node.layer)) {
            throw engine::Error(engine::say(
                ENGINE_TEXT("Sentences", "layer %1: another layer is already called %2, but names must differ"), old,
                name));
        }
    }
    const std::vector<Wire> before = wires(content);
    std::set<std::string> taken = namesIn(content);
    node.layer.name = name;
    const bool inPlace =
        std::find(node.layer.bottoms.begin(), node.layer.bottoms.end(), old) != node.layer.bottoms.end();
    for (std::string& top : node.layer.tops) {
        if (top == old && !inPlace) {
            top = freeName(taken, name);
        }
    }
    realise(content, before, before);
}

void replaceType(Content& content, Id id, const engine::LayerType& type)
{
    const std::vector<Wire> before = wires(content);
    Node& node = nodeOf(content, id);
    const Node old = node;
    node.layer.type = std::string(type.name);
    node.layer.params = initialParams(type);
    for (const engine::ParamSpec& spec : type.params) {
        if (const auto had = old.layer.params.find(spec.key); had != old.layer.params.end()) {
            node.layer.params.insert_or_assign(had->first, had->second);
        }
    }
    node.layer.params = engine::writtenParams(node.layer);
    node.layer.weights.clear(); // they are of other weights
    const std::size_t inputs = samePorts(inputPorts(old), inputPorts(node));
    const std::size_t outputs = samePorts(outputPorts(old), outputPorts(node));
    node.layer.bottoms.resize(std::min(inputs, old.layer.bottoms.size()));
    node.layer.tops.resize(std::min(outputs, old.layer.tops.size()));
    std::vector<Wire> wanted = before;
    std::erase_if(wanted, [&](const Wire& wire) {
        return (wire.to.node == id && wire.to.port >= inputs) || (wire.from.node == id && wire.from.port >= outputs);
    });
    realise(content, before, std::move(wanted));
}

void setParam(Content& content, Id id, const std::string& key, const std::optional<engine::ParamValue>& value)
{
    engine::Params& params = nodeOf(content, id).layer.params;
    if (value) {
        params.insert_or_assign(key, *value);
    } else {
        params.erase(key);
    }
}

void setSolverParam(Content& content, const std::string& key, const std::optional<engine::ParamValue>& value)
{
    if (value) {
        content.solver.params.insert_or_assign(key, *value);
    } else {
        content.solver.params.erase(key);
    }
}

void setFrozen(Content& content, Id id, bool frozen)
{
    Node& node = nodeOf(content, id);
    std::size_t places = node.layer.weights.size();
    for (const engine::LayerSizes& sizes :
         engine::sizesOrProblems(engine::forPhase(model(content), engine::Phase::Train))) {
        if (sizes.name == node.layer.name) {
            for (std::size_t weight = 0; weight < sizes.sizes.weights.size(); ++weight) {
                places = std::max(places, sizes.sizes.weights[weight].blob.value_or(weight) + 1);
            }
        }
    }
    if (places == 0) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "layer %1: it has no weights that are known, but only weights can be frozen"),
            node.layer.name));
    }
    node.layer.weights.resize(places);
    for (engine::WeightSettings& weight : node.layer.weights) {
        weight.lrMult = frozen ? std::optional(0.0) : std::nullopt;
    }
    while (!node.layer.weights.empty() && node.layer.weights.back() == engine::WeightSettings()) {
        node.layer.weights.pop_back();
    }
}

bool isFrozen(const Node& node)
{
    return !node.layer.weights.empty() && std::all_of(node.layer.weights.begin(), node.layer.weights.end(),
                                                      [](const auto& weight) { return weight.lrMult == 0.0; });
}

void addOutput(Content& content, Id id)
{
    const std::set<std::string> taken = namesIn(content);
    engine::Layer& layer = nodeOf(content, id).layer;
    const engine::LayerType* type = engine::findLayerType(layer.type);
    assert(type && !type->outputs.empty());
    layer.tops.push_back(topName(taken, *type, layer.name, layer.tops.size()));
}

Id addAfter(Content& content, const engine::LayerType& type, Output from, QPointF position)
{
    const Id id = addLayer(content, type, position);
    addWire(content, from, {id, 0});
    connectUsual(content, id);
    return id;
}

Id addNote(Content& content, Note::Kind kind, const QString& text, const QRectF& area)
{
    content.notes.push_back({content.nextId, kind, text, area});
    return content.nextId++;
}

std::string textOf(const Content& content, const std::set<Id>& ids)
{
    engine::Model part{.dialect = content.dialect};
    for (const Node& node : content.nodes) {
        if (ids.contains(node.id)) {
            part.layers.push_back(node.layer);
        }
    }
    return engine::writeModel(part);
}

std::set<Id> paste(Content& content, const std::string& text, QPointF at)
{
    const engine::Model pasted = engine::readModel(text, "the pasted text", content.dialect);
    const std::set<std::string> there = namesIn(content);
    std::set<std::string> taken = there;
    std::map<std::string, std::string> renamed;
    const auto rename = [&](const std::string& name) {
        const auto [place, isNew] = renamed.emplace(name, std::string());
        if (isNew) {
            place->second = freeName(taken, name);
            taken.insert(place->second);
        }
        return place->second;
    };
    std::set<Id> ids;
    std::set<std::string> made;
    for (engine::Layer layer : pasted.layers) {
        for (std::string& bottom : layer.bottoms) {
            bottom = made.contains(bottom) ? rename(bottom) : there.contains(bottom) ? bottom : std::string();
        }
        layer.name = rename(layer.name);
        for (std::string& top : layer.tops) {
            made.insert(top);
            top = rename(top);
        }
        layer.line = 0;
        content.nodes.push_back({content.nextId, std::move(layer), at});
        ids.insert(content.nextId++);
        at.ry() += nodeSize.height() + 4 * gridStep;
    }
    return ids;
}

namespace {

std::set<Id> closure(const Content& content, const std::set<Id>& ids,
                     const std::function<std::pair<Id, Id>(const Wire&)>& step)
{
    std::multimap<Id, Id> next;
    for (const Wire& wire : wires(content)) {
        next.insert(step(wire));
    }
    std::set<Id> seen;
    std::vector<Id> open(ids.begin(), ids.end());
    while (!open.empty()) {
        const Id id = open.back();
        open.pop_back();
        if (seen.insert(id).second) {
            for (auto [wire, end] = next.equal_range(id); wire != end; ++wire) {
                open.push_back(wire->second);
            }
        }
    }
    return seen;
}

} // namespace

std::set<Id> upstream(const Content& content, const std::set<Id>& ids)
{
    return closure(content, ids, [](const Wire& wire) { return std::pair(wire.to.node, wire.from.node); });
}

std::set<Id> downstream(const Content& content, const std::set<Id>& ids)
{
    return closure(content, ids, [](const Wire& wire) { return std::pair(wire.from.node, wire.to.node); });
}

namespace {

using engine::Presence;
using engine::Shape;

/// Shapes that inputs without a wire may get beside one of this shape: the same, fewer axes, axes taken together.
std::vector<Shape> likelyBeside(const Shape& given)
{
    std::vector<Shape> shapes = {given};
    for (std::size_t axes = 1; axes < given.axes(); ++axes) {
        shapes.emplace_back(std::vector(given.extents().begin(), given.extents().begin() + static_cast<long>(axes)));
        shapes.push_back({given.count(0, axes + 1)});
    }
    std::vector<std::int64_t> wider = given.extents();
    wider.push_back(2);
    shapes.emplace_back(wider);
    shapes.push_back({given.count(), 2});
    return shapes;
}

/// What the layer says of its inputs; nothing where it takes them.
std::optional<engine::Sentence> complaint(const engine::LayerType& type, const engine::Layer& layer,
                                          const engine::Params& params, const std::vector<Shape>& inputs)
{
    try {
        type.infer({.name = layer.name,
                    .params = params,
                    .inputs = inputs,
                    .outputCount = std::max<std::size_t>(layer.tops.size(), type.outputs.empty() ? 0 : 1)});
        return std::nullopt;
    } catch (const engine::Error& error) {
        return error.sentence();
    }
}

/// The complaint that stays whatever the inputs without a wire get; nothing where some shapes for them please.
std::optional<engine::Sentence> steadyComplaint(const engine::LayerType& type, const engine::Layer& layer,
                                                const std::vector<std::optional<Shape>>& inputs, const Shape& given)
{
    engine::Params params;
    try {
        params = completeParams(layer, engine::Dialect::Bvlc);
    } catch (const engine::Error&) {
        return std::nullopt; // a setting is wrong: that says nothing about the wire
    }
    std::vector<std::vector<Shape>> tries = {{}};
    const std::vector<Shape> likely = likelyBeside(given);
    for (const std::optional<Shape>& input : inputs) {
        std::vector<std::vector<Shape>> longer;
        for (const std::vector<Shape>& start : tries) {
            for (const Shape& shape : input ? std::vector{*input} : likely) {
                longer.push_back(start);
                longer.back().push_back(shape);
            }
        }
        tries = std::move(longer);
    }
    std::optional<engine::Sentence> same;
    for (const std::vector<Shape>& shapes : tries) {
        const auto said = complaint(type, layer, params, shapes);
        if (!said || (same && *same != *said)) {
            return std::nullopt;
        }
        same = said;
    }
    return same;
}

std::vector<std::optional<Shape>> knownInputs(const Content& content, const ShapeOf& shapeOf, const Node& node,
                                              std::size_t atLeast)
{
    // A repeated port's free places are no inputs yet.
    std::size_t count = std::max(requiredInputs(node.layer), atLeast);
    for (std::size_t port = 0; port < node.layer.bottoms.size(); ++port) {
        count = node.layer.bottoms[port].empty() ? count : std::max(count, port + 1);
    }
    std::vector<std::optional<Shape>> shapes(count);
    for (const Wire& wire : wires(content)) {
        if (wire.to.node == node.id && wire.to.port < count) {
            shapes[wire.to.port] = shapeOf(wire.from);
        }
    }
    return shapes;
}

} // namespace

std::optional<engine::Sentence> refusal(const Content& content, const ShapeOf& shapeOf, Output from, Input to)
{
    const Node *source = content.find(from.node), *reader = content.find(to.node);
    if (from.node == to.node) {
        return engine::say(
            ENGINE_TEXT("Sentences", "layer %1: it would read what it makes itself, but a net must have no circle"),
            reader->layer.name);
    }
    if (downstream(content, {to.node}).contains(from.node)) {
        return engine::say(
            ENGINE_TEXT("Sentences", "layer %1: a wire from layer %2 would close a circle, but a net must have none"),
            reader->layer.name, source->layer.name);
    }
    const engine::LayerType* type = engine::findLayerType(reader->layer.type);
    const std::optional<Shape> shape = shapeOf(from);
    if (!type || !shape) {
        return std::nullopt;
    }
    std::vector<std::optional<Shape>> inputs = knownInputs(content, shapeOf, *reader, to.port + 1);
    inputs[to.port] = shape;
    engine::Layer layer = reader->layer;
    if (to.port == 0) {
        suitAxis(layer, *shape); // as addWire() will
    }
    return steadyComplaint(*type, layer, inputs, *shape);
}

std::vector<Candidate> candidates(const Content& content, const ShapeOf& shapeOf, Output from)
{
    std::vector<Candidate> all;
    const std::optional<Shape> shape = shapeOf(from);
    for (const engine::LayerType& type : engine::catalog()) {
        if (type.inputs.empty()) {
            continue;
        }
        Content alone;
        const Id id = addLayer(alone, type, {});
        Candidate candidate{&type, 0, {}};
        if (shape && content.find(from.node)) {
            std::vector<std::optional<Shape>> inputs = knownInputs(alone, shapeOf, *alone.find(id), 1);
            inputs[0] = shape;
            candidate.refusal = steadyComplaint(type, alone.find(id)->layer, inputs, *shape).value_or("");
        }
        all.push_back(candidate);
    }
    std::stable_partition(all.begin(), all.end(), [](const Candidate& candidate) { return candidate.refusal.empty(); });
    return all;
}

} // namespace editor
