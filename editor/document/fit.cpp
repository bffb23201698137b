// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/fit.h"

#include "editor/document/edits.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>

namespace editor {
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
    const engine::LayerType* type = engine::findLayerType(node.layer.type);
    const auto required =
        static_cast<std::size_t>(std::count_if(type->inputs.begin(), type->inputs.end(),
                                               [](const auto& port) { return port.presence != Presence::Optional; }));
    // A repeated port's free places are no inputs yet.
    std::size_t count = std::max(required, atLeast);
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
    if (reaches(content, to.node, from.node)) {
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
