// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/wiring.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace engine {
namespace {

bool passesOn(const LayerType* type)
{
    return type && (type->passing == Passing::Whole || type->passing == Passing::Pieces);
}

} // namespace

Wiring::Wiring(const Model& model, Phase phase) : m_model(model), m_wires(model, phase), m_shapes(model.layers.size())
{
    std::ranges::transform(model.layers, std::back_inserter(m_types),
                           [](const Layer& one) { return findLayerType(one.type); });
    std::vector<LayerSizes> sizes = sizesOrProblems(forPhase(model, phase));
    for (std::size_t row = 0; row < sizes.size(); ++row) {
        const std::size_t number = m_wires.layers()[row];
        const bool fits = sizes[row].problem.empty();
        m_sized = m_sized && fits;
        m_shapes[number] = fits ? std::move(sizes[row].sizes.outputs) : shapesOfSource(number);
    }
}

/// What a source gives says its settings alone, also where its name is taken; empty for other layers.
std::vector<Shape> Wiring::shapesOfSource(std::size_t number) const
{
    if (!type(number) || type(number)->group != LayerGroup::Source) {
        return {};
    }
    try {
        return type(number)
            ->infer({.name = layer(number).name,
                     .params = completeParams(layer(number), m_model.dialect),
                     .inputs = {},
                     .outputCount = layer(number).tops.size()})
            .outputs;
    } catch (const Error&) {
        return {}; // the size report says why
    }
}

const Shape* Wiring::shapeOf(const End& top) const
{
    const std::vector<Shape>& shapes = m_shapes[top.layer];
    return top.index < shapes.size() ? &shapes[top.index] : nullptr;
}

const Port* Wiring::portAt(const End& bottom) const
{
    return type(bottom.layer) ? portNumber(type(bottom.layer)->inputs, bottom.index) : nullptr;
}

Role Wiring::roleAt(const End& bottom) const
{
    const Port* const port = portAt(bottom);
    return port ? port->role : Role::Other;
}

std::vector<Wiring::End> Wiring::readersBehind(const End& top) const
{
    std::vector<End> found, open = {top};
    while (!open.empty()) {
        const End next = open.back();
        open.pop_back();
        for (const End& bottom : m_wires.readers(next)) {
            if (passesOn(type(bottom.layer))) {
                for (std::size_t index = 0; index < layer(bottom.layer).tops.size(); ++index) {
                    open.push_back({bottom.layer, index});
                }
            } else if (!is(bottom.layer, "SILENCE")) {
                found.push_back(bottom);
            }
        }
    }
    std::ranges::sort(found);
    return found;
}

std::optional<Wiring::End> Wiring::originOfTop(const End& top) const
{
    std::optional<End> origin = top;
    while (origin && passesOn(type(origin->layer))) {
        origin = m_wires.maker({origin->layer, 0});
    }
    return origin;
}

std::optional<Wiring::End> Wiring::origin(const End& bottom) const
{
    const std::optional<End> top = m_wires.maker(bottom);
    return top ? originOfTop(*top) : std::nullopt;
}

std::set<std::size_t> Wiring::productsBehind(const End& top, std::optional<std::int64_t> classes) const
{
    std::set<std::size_t> products;
    std::set<End> seen;
    std::vector<End> open = {top};
    while (!open.empty()) {
        const End next = open.back();
        open.pop_back();
        const LayerType* const made = type(next.layer);
        if (!seen.insert(next).second || !made) {
            continue;
        }
        if (made->name == "INNERPRODUCT") {
            const Shape* const shape = shapeOf(next);
            if (!classes || (shape && shape->extents().back() == *classes)) {
                products.insert(next.layer);
            }
            continue;
        }
        const bool changesWidth = made->passing == Passing::Pieces || made->passing == Passing::Joined;
        if (made->passing == Passing::Nothing || (!classes && changesWidth)) {
            continue;
        }
        for (std::size_t index = 0; index < layer(next.layer).bottoms.size(); ++index) {
            const std::optional<End> from = m_wires.maker({next.layer, index});
            if (from && portAt({next.layer, index}) == &made->inputs.front()) {
                open.push_back(*from);
            }
        }
    }
    return products;
}

} // namespace engine
