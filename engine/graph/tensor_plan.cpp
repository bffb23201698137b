// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/tensor_plan.h"

#include "engine/graph/catalog.h"
#include "engine/graph/memory_plan.h"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace engine {
namespace {

/// Which tensors lie inside which: each has a place relative to the others of its group.
class Placement {
public:
    struct Group {
        std::vector<std::size_t> tensors; ///< empty once it is part of another
        std::int64_t first, last;         ///< elements, relative
        std::optional<std::size_t> outside;
    };

    /// `outside` by tensor: whether it has memory of its own.
    Placement(const std::vector<TensorPlan::Tensor>& tensors, const std::vector<bool>& outside)
    {
        for (std::size_t tensor = 0; tensor < tensors.size(); ++tensor) {
            m_count.push_back(tensors[tensor].shape.count());
            m_groups.push_back({.tensors = {tensor},
                                .first = 0,
                                .last = m_count.back(),
                                .outside = outside[tensor] ? std::optional(tensor) : std::nullopt});
            m_groupOf.push_back(tensor);
            m_offset.push_back(0);
        }
    }

    /// Puts `part` at `offset` inside `whole`, if all of part's group lies within part, no two outside tensors meet and
    /// nothing would reach beyond an outside tensor.
    void put(std::size_t part, std::size_t whole, std::int64_t offset)
    {
        Group& from = m_groups[m_groupOf[part]];
        Group& to = m_groups[m_groupOf[whole]];
        const std::int64_t partFirst = m_offset[part], partLast = partFirst + m_count[part];
        if (&from == &to || (from.outside && to.outside) || from.first < partFirst || from.last > partLast) {
            return;
        }
        const std::int64_t shift = m_offset[whole] + offset - partFirst;
        if (from.outside && (to.first < from.first + shift || to.last > from.last + shift)) {
            return;
        }
        for (const std::size_t tensor : from.tensors) {
            m_offset[tensor] += shift;
            m_groupOf[tensor] = m_groupOf[whole];
        }
        to.first = std::min(to.first, from.first + shift);
        to.last = std::max(to.last, from.last + shift);
        to.outside = to.outside ? to.outside : from.outside;
        to.tensors.insert(to.tensors.end(), from.tensors.begin(), from.tensors.end());
        from.tensors.clear();
    }

    const std::vector<Group>& groups() const { return m_groups; }

    /// From the start of its group, or of the outside tensor that it lies in.
    std::int64_t offsetIn(const Group& group, std::size_t tensor) const
    {
        return m_offset[tensor] - (group.outside ? m_offset[*group.outside] : group.first);
    }

private:
    std::vector<std::int64_t> m_count; ///< elements
    std::vector<Group> m_groups;
    std::vector<std::size_t> m_groupOf;
    std::vector<std::int64_t> m_offset;
};

/// A model's layers and tensors while their memory is worked out.
class Planner {
public:
    explicit Planner(const TensorPlanRequest& request) : m_request(request), m_beside(layersBeside(request.model))
    {
        for (const Layer& layer : request.model.layers) {
            m_types.push_back(findLayerType(layer.type));
        }
        connect();
        if (request.phase == Phase::Train) {
            findLearned();
            findGradients();
        }
        place();
    }

    TensorPlan takePlan() { return std::move(m_plan); }

private:
    using Tensor = TensorPlan::Tensor;

    void connect();
    void findLearned();
    void findGradients();
    void place();
    void share(Placement& data, Placement& gradients) const;
    bool passes(std::size_t layer, std::size_t input) const
    {
        return m_plan.inputs[layer][input] && passesGradient(m_request.model.layers[layer], *m_types[layer], input);
    }
    bool isSource(std::size_t layer) const { return m_plan.inputs[layer].empty(); }
    bool hasOutsideGradient(std::size_t tensor) const
    {
        const auto outside = m_request.outside.find(m_plan.tensors[tensor].name);
        return outside != m_request.outside.end() && outside->second;
    }
    Lifetime lifeOf(std::size_t tensor) const;
    Lifetime lifeOfGradient(std::size_t tensor) const;

    /// When a layer's backward runs, where its forward runs at its own number.
    std::int64_t backwardTime(std::size_t layer) const
    {
        return static_cast<std::int64_t>(2 * m_types.size() - 1 - layer);
    }

    /// When what a layer's weights' gradients are made of is read for the last time.
    std::int64_t lastUse(std::size_t layer) const
    {
        return backwardTime(m_beside[layer] && m_request.learns(layer) ? 0 : layer);
    }

    /// Whether a recurrent layer reads it as cont, where its sequences start.
    bool isCont(std::size_t tensor) const
    {
        const std::size_t reader = *m_plan.tensors[tensor].reader;
        return m_types[reader] != nullptr && m_types[reader]->recurrent && m_plan.inputs[reader].size() > 1 &&
               m_plan.inputs[reader][1] == tensor;
    }

    const TensorPlanRequest& m_request;
    std::vector<const LayerType*> m_types;            ///< null where there is none of that name
    std::vector<std::optional<std::size_t>> m_beside; ///< see layersBeside
    std::vector<bool> m_learned;                      ///< by tensor: something before it is learned
    TensorPlan m_plan;
};

void Planner::connect()
{
    std::unordered_map<std::string, std::size_t> newest;
    for (std::size_t layer = 0; layer < m_types.size(); ++layer) {
        const Layer& node = m_request.model.layers[layer];
        std::vector<std::optional<std::size_t>>& inputs = m_plan.inputs.emplace_back();
        for (const std::string& bottom : node.bottoms) {
            const auto tensor = newest.find(bottom);
            inputs.push_back(tensor == newest.end() ? std::nullopt : std::optional(tensor->second));
            if (inputs.back()) {
                m_plan.tensors[*inputs.back()].reader = layer;
            }
        }
        std::vector<std::size_t>& outputs = m_plan.outputs.emplace_back();
        const std::vector<Shape>& shapes = m_request.sizes[layer].sizes.outputs;
        for (std::size_t output = 0; output < shapes.size(); ++output) {
            outputs.push_back(m_plan.tensors.size());
            newest.insert_or_assign(node.tops[output], outputs.back());
            m_plan.tensors.push_back({.name = node.tops[output],
                                      .shape = shapes[output],
                                      .maker = layer,
                                      .lossWeight = m_request.gradientsFromOutside ? 0 : lossWeight(node, output)});
        }
    }
}

void Planner::findLearned()
{
    m_learned.resize(m_plan.tensors.size());
    for (std::size_t layer = 0; layer < m_types.size(); ++layer) {
        if (m_plan.outputs[layer].empty()) {
            continue;
        }
        bool learned = m_request.learns(layer);
        for (std::size_t input = 0; input < m_plan.inputs[layer].size(); ++input) {
            learned = learned || (passes(layer, input) && m_learned[*m_plan.inputs[layer][input]]);
        }
        for (const std::size_t output : m_plan.outputs[layer]) {
            m_learned[output] = learned || (isSource(layer) && hasOutsideGradient(output));
        }
    }
}

/// Those of what is learned that a loss depends on.
void Planner::findGradients()
{
    std::vector<bool> reached(m_plan.tensors.size());
    for (std::size_t layer = m_types.size(); layer-- > 0;) {
        bool any = false;
        for (const std::size_t output : m_plan.outputs[layer]) {
            const bool given = m_request.gradientsFromOutside && !isSource(layer) && hasOutsideGradient(output);
            reached[output] = reached[output] || given || m_plan.tensors[output].lossWeight != 0;
            any = any || reached[output];
            if (reached[output] && m_learned[output]) {
                m_plan.tensors[output].gradient.emplace();
            }
        }
        for (std::size_t input = 0; any && input < m_plan.inputs[layer].size(); ++input) {
            if (passes(layer, input)) {
                reached[*m_plan.inputs[layer][input]] = true;
            }
        }
    }
}

Lifetime Planner::lifeOf(std::size_t index) const
{
    const Tensor& tensor = m_plan.tensors[index];
    const std::int64_t end = backwardTime(0), made = static_cast<std::int64_t>(tensor.maker);
    if (isSource(tensor.maker)) {
        return {0, 0, end}; // fed from outside, at any time
    }
    if (!tensor.reader || std::ranges::count(m_request.kept, tensor.name) > 0) {
        return {0, made, end};
    }
    if (m_request.phase != Phase::Train) {
        return {0, made, static_cast<std::int64_t>(*tensor.reader)};
    }
    return {0, made, isCont(index) ? end : std::max(backwardTime(tensor.maker), lastUse(*tensor.reader))};
}

Lifetime Planner::lifeOfGradient(std::size_t index) const
{
    const Tensor& tensor = m_plan.tensors[index];
    if (tensor.lossWeight != 0) {
        return {0, 0, backwardTime(0)}; // written once, when the plan is carried out
    }
    return {0, tensor.reader ? backwardTime(*tensor.reader) : static_cast<std::int64_t>(m_types.size()),
            lastUse(tensor.maker)};
}

/// SPLIT's outputs share its input's values but have gradients of their own.
void Planner::share(Placement& data, Placement& gradients) const
{
    for (std::size_t layer = 0; layer < m_types.size(); ++layer) {
        const Sizes& sizes = m_request.sizes[layer].sizes;
        const auto put = [&](std::optional<std::size_t> part, std::optional<std::size_t> whole, std::size_t place) {
            if (!part || !whole) {
                return;
            }
            const std::int64_t offset = place < sizes.offsets.size() ? sizes.offsets[place] : 0;
            data.put(*part, *whole, offset);
            if (sizes.sharing != Sharing::OutputsEqualInput && m_plan.tensors[*part].gradient &&
                m_plan.tensors[*whole].gradient) {
                gradients.put(*part, *whole, offset);
            }
        };
        const auto& inputs = m_plan.inputs[layer];
        const auto& outputs = m_plan.outputs[layer];
        if (sizes.sharing == Sharing::InputsInsideOutput) {
            for (std::size_t input = 0; input < inputs.size(); ++input) {
                put(inputs[input], outputs.front(), input);
            }
        } else if (sizes.sharing != Sharing::None) {
            for (std::size_t output = 0; output < outputs.size(); ++output) {
                put(outputs[output], inputs.front(), output);
            }
        }
    }
}

void Planner::place()
{
    std::vector<bool> outside;
    for (const Tensor& tensor : m_plan.tensors) {
        outside.push_back(m_request.outside.contains(tensor.name));
    }
    Placement data(m_plan.tensors, outside), gradients(m_plan.tensors, outside);
    share(data, gradients);

    // One piece of memory for each group that does not lie outside.
    std::vector<Lifetime> pieces;
    std::vector<const Placement::Group*> groups;
    const auto collect = [&](const Placement& placement, bool isGradient) {
        for (const Placement::Group& group : placement.groups()) {
            if (group.tensors.empty() || (isGradient && !m_plan.tensors[group.tensors[0]].gradient)) {
                continue;
            }
            Lifetime life{group.outside ? 0 : group.last - group.first, backwardTime(0), 0};
            for (const std::size_t tensor : group.tensors) {
                const Lifetime one = isGradient ? lifeOfGradient(tensor) : lifeOf(tensor);
                life.first = std::min(life.first, one.first);
                life.last = std::max(life.last, one.last);
            }
            pieces.push_back(life);
            groups.push_back(&group);
        }
    };
    collect(data, false);
    const std::size_t values = pieces.size();
    collect(gradients, true);
    const std::span<const Lifetime> all = pieces;
    constexpr std::size_t many = 4096; // beyond them comparing each with each takes more than a moment
    if (m_request.totalsOnly && pieces.size() > many) {
        m_plan.values = maxAtOnce(all.first(values));
        m_plan.total = std::max(m_plan.values, maxAtOnce(all));
        return;
    }
    m_plan.values = planMemory(all.first(values)).total;
    const MemoryPlan plan = planMemory(all);
    m_plan.total = plan.total;
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
        const Placement::Group& group = *groups[piece];
        for (const std::size_t index : group.tensors) {
            Tensor& tensor = m_plan.tensors[index];
            const bool isGradient = piece >= values;
            const std::int64_t offset = (isGradient ? gradients : data).offsetIn(group, index);
            TensorPlace& place = isGradient ? *tensor.gradient : tensor.data;
            place = {.offset = (group.outside ? 0 : plan.offsets[piece]) + offset, .outsideOf = group.outside};
        }
    }
}

} // namespace

std::vector<std::optional<std::size_t>> layersBeside(const Model& model)
{
    std::vector<std::optional<std::size_t>> beside;
    std::optional<std::size_t> recurrent;
    for (const Layer& layer : model.layers) {
        const LayerType* const type = findLayerType(layer.type);
        beside.push_back(type != nullptr && type->name == "INNERPRODUCT" ? recurrent : std::nullopt);
        if (type != nullptr && type->recurrent) {
            recurrent = beside.size() - 1;
        }
    }
    return beside;
}

bool passesGradient(const Layer& layer, const LayerType& type, std::size_t input)
{
    const std::vector<bool>& propagates = layer.propagateDown;
    const Port* const port = portNumber(type.inputs, input);
    return (input >= propagates.size() || propagates[input]) && port && port->gradient == GradientFlow::Passes;
}

bool TensorPlan::derives(std::size_t layer) const
{
    return std::ranges::any_of(outputs[layer],
                               [&](std::size_t output) { return tensors[output].gradient.has_value(); });
}

TensorPlan planTensors(const TensorPlanRequest& request)
{
    return Planner(request).takePlan();
}

} // namespace engine
