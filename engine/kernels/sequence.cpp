// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/sequence.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/kernels/memory_plan.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace engine {

struct Sequence::Step {
    std::size_t layer;
    bool derives; ///< takes part in backward
    std::unique_ptr<Kernel> kernel;
};

Sequence::~Sequence() = default;
Sequence::Sequence(Sequence&&) noexcept = default;
Sequence& Sequence::operator=(Sequence&&) noexcept = default;

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// One tensor as one layer makes it; an in-place layer makes a new one of the same name.
struct Value {
    std::string name;
    Shape shape;
    std::size_t producer;
    std::size_t consumer = none; ///< at most one, thanks to the splits
    const Tensor* bound = nullptr;
    double lossWeight = 0;
    bool learns = false;  ///< something before it can be learned
    bool reaches = false; ///< what is minimised depends on it
    bool hasGradient() const { return learns && reaches; }
};

/// Which values lie inside which: each has a place relative to the others of its group.
class Placement {
public:
    explicit Placement(const std::vector<Value>& values) : m_values(&values)
    {
        for (std::size_t value = 0; value < values.size(); ++value) {
            m_groups.push_back({{value}, 0, values[value].shape.count(), values[value].bound != nullptr});
            m_groupOf.push_back(value);
            m_offset.push_back(0);
        }
    }

    /// Puts `part` at `offset` inside `whole`, if all of part's group lies within part, no two outside tensors meet and
    /// nothing would reach beyond an outside tensor.
    void put(std::size_t part, std::size_t whole, std::int64_t offset)
    {
        Group& from = m_groups[m_groupOf[part]];
        Group& to = m_groups[m_groupOf[whole]];
        const std::int64_t partFirst = m_offset[part];
        const std::int64_t partLast = partFirst + (*m_values)[part].shape.count();
        if (&from == &to || (from.bound && to.bound) || from.first < partFirst || from.last > partLast) {
            return;
        }
        const std::int64_t shift = m_offset[whole] + offset - partFirst;
        if (from.bound && (to.first < from.first + shift || to.last > from.last + shift)) {
            return;
        }
        for (const std::size_t value : from.values) {
            m_offset[value] += shift;
            m_groupOf[value] = m_groupOf[whole];
        }
        to.first = std::min(to.first, from.first + shift);
        to.last = std::max(to.last, from.last + shift);
        to.bound = to.bound || from.bound;
        to.values.insert(to.values.end(), from.values.begin(), from.values.end());
        from.values.clear();
    }

    struct Group {
        std::vector<std::size_t> values; ///< empty once it is part of another
        std::int64_t first, last;        ///< elements, relative
        bool bound;
        std::int64_t count() const { return last - first; }
    };
    const std::vector<Group>& groups() const { return m_groups; }
    std::int64_t offsetInGroup(std::size_t value) const { return m_offset[value] - m_groups[m_groupOf[value]].first; }

private:
    const std::vector<Value>* m_values;
    std::vector<Group> m_groups;
    std::vector<std::size_t> m_groupOf;
    std::vector<std::int64_t> m_offset;
};

/// A plan's layers and tensors while memory is worked out.
class Builder {
public:
    Builder(const Sequence::Plan& plan, const std::vector<LayerSizes>& sizes) : m_plan(plan), m_sizes(sizes)
    {
        for (const Layer& layer : plan.model.layers) {
            m_types.push_back(&layerType(layer.type));
        }
        connect();
        for (std::size_t layer = 0; layer < count(); ++layer) {
            m_weights.push_back(plan.weights && !sizes[layer].sizes.weights.empty()
                                    ? plan.weights(layer, sizes[layer].sizes)
                                    : CanonicalWeights{});
        }
        if (plan.phase == Phase::Train) {
            findGradients();
        }
    }

    std::size_t count() const { return m_plan.model.layers.size(); }
    const LayerType& type(std::size_t layer) const { return *m_types[layer]; }
    const CanonicalWeights& weights(std::size_t layer) const { return m_weights[layer]; }

    /// Whether the layer has a part in backward: something arrives, and something before or in it learns.
    bool derives(std::size_t layer) const
    {
        const auto passes = [&](std::size_t value) { return m_values[value].hasGradient(); };
        return std::any_of(m_outputs[layer].begin(), m_outputs[layer].end(), passes);
    }

    /// Gives every value its memory; `memory` takes what was allocated.
    Sequence::Memory allocate(std::vector<Buffer>& memory);

    std::vector<Tensor> inputs(std::size_t layer) const { return tensors(m_inputs[layer], layer); }
    std::vector<Tensor> outputs(std::size_t layer) const { return tensors(m_outputs[layer], none); }
    std::vector<Sequence::Loss> losses() const;
    std::map<std::string, Tensor> newest() const;

private:
    void connect();
    void findGradients();
    bool gradientPasses(std::size_t layer, std::size_t port) const;
    bool isKept(std::size_t value) const;
    Lifetime dataLifetime(std::size_t value) const;
    Lifetime gradientLifetime(std::size_t value) const;
    std::vector<Tensor> tensors(const std::vector<std::size_t>& values, std::size_t reader) const;

    /// When a layer's backward runs, where its forward runs at its own number.
    std::int64_t backwardTime(std::size_t layer) const { return static_cast<std::int64_t>(2 * count() - 1 - layer); }

    const Sequence::Plan& m_plan;
    const std::vector<LayerSizes>& m_sizes;
    std::vector<const LayerType*> m_types;
    std::vector<Value> m_values;
    std::vector<std::vector<std::size_t>> m_inputs, m_outputs; ///< by layer: indices of values
    std::vector<CanonicalWeights> m_weights;
    std::vector<Tensor> m_tensors; ///< by value
    std::map<std::string, std::size_t> m_newest;
};

void Builder::connect()
{
    for (std::size_t layer = 0; layer < count(); ++layer) {
        const Layer& node = m_plan.model.layers[layer];
        std::vector<std::size_t>& inputs = m_inputs.emplace_back();
        for (const std::string& bottom : node.bottoms) {
            const std::size_t value = m_newest.at(bottom);
            assert(m_values[value].consumer == none && "a model without its splits");
            m_values[value].consumer = layer;
            inputs.push_back(value);
        }
        std::vector<std::size_t>& outputs = m_outputs.emplace_back();
        for (std::size_t output = 0; output < node.tops.size(); ++output) {
            Value value{.name = node.tops[output], .shape = m_sizes[layer].sizes.outputs.at(output), .producer = layer};
            const auto bound = m_plan.bound.find(value.name);
            if (bound != m_plan.bound.end()) {
                assert(bound->second.count() == value.shape.count());
                value.bound = &bound->second;
            }
            value.lossWeight = m_plan.gradientsFromOutside ? 0 : lossWeight(node, output);
            m_newest[value.name] = m_values.size();
            outputs.push_back(m_values.size());
            m_values.push_back(std::move(value));
        }
    }
}

bool Builder::gradientPasses(std::size_t layer, std::size_t port) const
{
    const Layer& node = m_plan.model.layers[layer];
    if (port < node.propagateDown.size() && !node.propagateDown[port]) {
        return false;
    }
    const std::vector<Port>& ports = m_types[layer]->inputs;
    return ports[std::min(port, ports.size() - 1)].gradient == GradientFlow::Passes;
}

void Builder::findGradients()
{
    for (std::size_t layer = 0; layer < count(); ++layer) {
        const auto& gradients = m_weights[layer].gradients;
        bool learns = std::any_of(gradients.begin(), gradients.end(), [](const auto& one) { return !one.empty(); });
        for (std::size_t port = 0; port < m_inputs[layer].size(); ++port) {
            learns = learns || (m_values[m_inputs[layer][port]].learns && gradientPasses(layer, port));
        }
        for (const std::size_t output : m_outputs[layer]) {
            Value& value = m_values[output];
            const bool outsideWants = m_inputs[layer].empty() && value.bound && value.bound->gradient;
            value.learns = learns || outsideWants;
        }
    }
    for (std::size_t layer = count(); layer-- > 0;) {
        bool reaches = false;
        for (const std::size_t output : m_outputs[layer]) {
            Value& value = m_values[output];
            const bool outsideGives =
                m_plan.gradientsFromOutside && !m_inputs[layer].empty() && value.bound && value.bound->gradient;
            value.reaches = value.reaches || value.lossWeight != 0 || outsideGives;
            reaches = reaches || value.reaches;
        }
        for (std::size_t port = 0; port < m_inputs[layer].size(); ++port) {
            m_values[m_inputs[layer][port]].reaches = reaches && gradientPasses(layer, port);
        }
    }
}

bool Builder::isKept(std::size_t value) const
{
    const std::string& name = m_values[value].name;
    return m_values[value].consumer == none || m_inputs[m_values[value].producer].empty() ||
           std::find(m_plan.kept.begin(), m_plan.kept.end(), name) != m_plan.kept.end();
}

Lifetime Builder::dataLifetime(std::size_t index) const
{
    const Value& value = m_values[index];
    const auto made = static_cast<std::int64_t>(value.producer);
    if (m_inputs[value.producer].empty()) {
        return {0, 0, backwardTime(0)}; // a source: fed from outside, at any time
    }
    if (isKept(index)) {
        return {0, made, backwardTime(0)};
    }
    if (m_plan.phase == Phase::Train) {
        return {0, made, backwardTime(value.producer)};
    }
    return {0, made, static_cast<std::int64_t>(value.consumer)};
}

Lifetime Builder::gradientLifetime(std::size_t index) const
{
    const Value& value = m_values[index];
    if (value.lossWeight != 0) {
        return {0, 0, backwardTime(0)}; // written once, when the plan is made
    }
    const std::int64_t first =
        value.consumer == none ? static_cast<std::int64_t>(count()) : backwardTime(value.consumer);
    return {0, first, backwardTime(value.producer)};
}

Sequence::Memory Builder::allocate(std::vector<Buffer>& memory)
{
    Placement data(m_values), gradient(m_values);
    const auto both = [&](std::size_t a, std::size_t b) {
        return m_values[a].hasGradient() && m_values[b].hasGradient();
    };
    for (std::size_t layer = 0; layer < count(); ++layer) {
        const Sizes& sizes = m_sizes[layer].sizes;
        const auto offset = [&](std::size_t part) { return part < sizes.offsets.size() ? sizes.offsets[part] : 0; };
        if (sizes.sharing == Sharing::OutputsInsideInput || sizes.sharing == Sharing::OutputsEqualInput) {
            const std::size_t whole = m_inputs[layer].at(0);
            for (std::size_t part = 0; part < m_outputs[layer].size(); ++part) {
                data.put(m_outputs[layer][part], whole, offset(part));
                if (sizes.sharing == Sharing::OutputsInsideInput && both(m_outputs[layer][part], whole)) {
                    gradient.put(m_outputs[layer][part], whole, offset(part));
                }
            }
        } else if (sizes.sharing == Sharing::InputsInsideOutput) {
            const std::size_t whole = m_outputs[layer].at(0);
            for (std::size_t part = 0; part < m_inputs[layer].size(); ++part) {
                data.put(m_inputs[layer][part], whole, offset(part));
                if (both(m_inputs[layer][part], whole)) {
                    gradient.put(m_inputs[layer][part], whole, offset(part));
                }
            }
        }
    }

    // One piece of memory for each group that does not lie outside.
    struct Piece {
        const Placement* placement;
        const Placement::Group* group;
        bool isGradient;
    };
    std::vector<Piece> pieces;
    std::vector<Lifetime> lifetimes;
    const auto collect = [&](const Placement& placement, bool isGradient) {
        for (const Placement::Group& group : placement.groups()) {
            if (group.values.empty() || group.bound || (isGradient && !m_values[group.values[0]].hasGradient())) {
                continue;
            }
            Lifetime life{group.count(), backwardTime(0), 0};
            for (const std::size_t value : group.values) {
                const Lifetime one = isGradient ? gradientLifetime(value) : dataLifetime(value);
                life.first = std::min(life.first, one.first);
                life.last = std::max(life.last, one.last);
            }
            pieces.push_back({&placement, &group, isGradient});
            lifetimes.push_back(life);
        }
    };
    collect(data, false);
    const std::int64_t dataTotal = planMemory(lifetimes).total;
    collect(gradient, true);
    const MemoryPlan plan = planMemory(lifetimes);
    Buffer block = m_plan.device->allocate(std::max<std::int64_t>(plan.total, 1));

    m_tensors.resize(m_values.size());
    for (std::size_t value = 0; value < m_values.size(); ++value) {
        m_tensors[value].shape = m_values[value].shape;
    }
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
        for (const std::size_t value : pieces[piece].group->values) {
            float* const place = block.data() + plan.offsets[piece] + pieces[piece].placement->offsetInGroup(value);
            (pieces[piece].isGradient ? m_tensors[value].gradient : m_tensors[value].data) = place;
        }
    }
    // What lies outside, and all that lies in it.
    const auto follow = [&](const Placement& placement, bool isGradient) {
        for (const Placement::Group& group : placement.groups()) {
            const auto anchor = std::find_if(group.values.begin(), group.values.end(),
                                             [&](std::size_t value) { return m_values[value].bound != nullptr; });
            if (anchor == group.values.end()) {
                continue;
            }
            const Tensor& outside = *m_values[*anchor].bound;
            float* const start = isGradient ? outside.gradient : outside.data;
            for (const std::size_t value : group.values) {
                if (start && (!isGradient || m_values[value].hasGradient())) {
                    (isGradient ? m_tensors[value].gradient : m_tensors[value].data) =
                        start + placement.offsetInGroup(value) - placement.offsetInGroup(*anchor);
                }
            }
        }
    };
    follow(data, false);
    follow(gradient, true);

    for (std::size_t value = 0; value < m_values.size(); ++value) {
        if (m_values[value].lossWeight != 0 && m_tensors[value].gradient) {
            const std::vector<float> weights(static_cast<std::size_t>(m_tensors[value].count()),
                                             static_cast<float>(m_values[value].lossWeight));
            m_plan.device->toDevice(weights, m_tensors[value].gradient);
        }
    }
    memory.push_back(std::move(block));
    constexpr std::int64_t bytes = sizeof(float);
    return {.activations = dataTotal * bytes, .activationGradients = (plan.total - dataTotal) * bytes};
}

std::vector<Tensor> Builder::tensors(const std::vector<std::size_t>& values, std::size_t reader) const
{
    std::vector<Tensor> found;
    for (std::size_t port = 0; port < values.size(); ++port) {
        Tensor tensor = m_tensors[values[port]];
        if (reader != none && !gradientPasses(reader, port)) {
            tensor.gradient = nullptr;
        }
        found.push_back(tensor);
    }
    return found;
}

std::vector<Sequence::Loss> Builder::losses() const
{
    std::vector<Sequence::Loss> found;
    for (std::size_t value = 0; value < m_values.size(); ++value) {
        if (m_values[value].lossWeight != 0) {
            const std::size_t producer = m_values[value].producer;
            const bool split = m_sizes[producer].sizes.sharing == Sharing::OutputsEqualInput;
            found.push_back({m_tensors[value], m_values[value].lossWeight,
                             split ? m_values[m_inputs[producer].at(0)].producer : producer});
        }
    }
    return found;
}

std::map<std::string, Tensor> Builder::newest() const
{
    std::map<std::string, Tensor> found;
    for (const auto& [name, value] : m_newest) {
        found[name] = m_tensors[value];
    }
    return found;
}

} // namespace

Sequence::Sequence(const Plan& plan) : m_model(plan.model), m_sizes(inferSizes(plan.model))
{
    Builder builder(plan, m_sizes);
    m_bytes = builder.allocate(m_memory);
    m_tensors = builder.newest();
    m_losses = builder.losses();
    m_engines.resize(builder.count());
    for (std::size_t layer = 0; layer < builder.count(); ++layer) {
        m_outputs.push_back(builder.outputs(layer));
        if (builder.type(layer).group == LayerGroup::Source) {
            continue;
        }
        const Layer& node = m_model.layers[layer];
        const Sizes& sizes = m_sizes[layer].sizes;
        const LayerSetup setup{
            .type = &builder.type(layer),
            .name = node.name,
            .params = completeParams(node, m_model.dialect),
            .sizes = sizes,
            .phase = plan.phase,
            .inputs = builder.inputs(layer),
            .outputs = m_outputs.back(),
            .weights = builder.weights(layer),
            .state = plan.state && !sizes.state.empty() ? plan.state(layer, sizes) : std::vector<Tensor>{},
            .random = plan.random ? plan.random(layer) : RandomStream{},
            .device = plan.device,
        };
        const Engine& engine = plan.engine(layer, setup);
        m_engines[layer] = engine.name();
        m_steps.push_back({layer, builder.derives(layer), engine.make(setup)});
    }
}

void Sequence::forward(const Pass& pass)
{
    for (const Step& step : m_steps) {
        step.kernel->forward(pass);
    }
}

void Sequence::backward()
{
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        if (step->derives) {
            step->kernel->backward();
        }
    }
}

void Sequence::backward(const std::function<void(std::size_t layer)>& before)
{
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        if (step->derives) {
            before(step->layer);
            step->kernel->backward();
        }
    }
}

void Sequence::forwardLayer(std::size_t layer, const Pass& pass)
{
    for (const Step& step : m_steps) {
        if (step.layer == layer) {
            step.kernel->forward(pass);
        }
    }
}

Kernel* Sequence::kernel(std::size_t layer) const
{
    const auto found = std::ranges::find(m_steps, layer, &Step::layer);
    return found == m_steps.end() ? nullptr : found->kernel.get();
}

const Tensor& Sequence::tensor(const std::string& name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end()) {
        throw Error(say(ENGINE_TEXT("Sentences", "the net \"%1\" has no tensor \"%2\""), m_model.name, name));
    }
    return found->second;
}

bool Sequence::has(const std::string& name) const
{
    return m_tensors.contains(name);
}

Sequence::Memory Sequence::memory() const
{
    Memory memory = m_bytes;
    for (const Step& step : m_steps) {
        memory.workspace += step.kernel->workspaceBytes();
    }
    return memory;
}

} // namespace engine
