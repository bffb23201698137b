// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/unrolled_recurrent.h"

#include "engine/cells/typed_cell.h"
#include "engine/cells/unrolled.h"
#include "engine/graph/catalog.h"
#include "engine/graph/tensor_plan.h"
#include "engine/kernels/bookings.h"
#include "engine/kernels/recurrent_dropout.h"
#include "engine/kernels/sequence.h"

#include <algorithm>
#include <cassert>

namespace engine {
namespace {

struct UnrolledExtents {
    std::int64_t T, N, H; ///< steps, streams, units of a direction
    std::int64_t state() const { return N * H; }
};

UnrolledExtents extentsOf(const LayerSetup& layer, const RecurrentStack& stack)
{
    const Shape& h = layer.outputs.at(0).shape;
    return {.T = h[0], .N = h[1], .H = h[2] / stack.directions};
}

/// Whether a layer's backward pass reads h, as TANH and RELU do, and equations behind that of h may; dropout may not
/// change it in place then. Both directions' h are joined by a copy.
bool readsItsOutputBackward(const RecurrentStack& stack)
{
    return !stack.isBidirectional() && (stack.cell->step.readsOutput || stack.cell->typed);
}

bool drops(const LayerSetup& layer)
{
    return layer.training() && floatParam(layer.params, "dropout_ratio") > 0;
}

/// What the kernel holds beside its inner nets and its dropout. States are kept by ports where there are some.
Bookings bookingsOf(const LayerSetup& layer, const RecurrentStack& stack, const UnrolledExtents& e)
{
    const std::int64_t states = stack.cell->stateCount() * stack.parts(), between = stack.layers - 1;
    const std::int64_t sequence = e.T * stack.directions * e.state();
    Bookings all;
    all.use("before", layer.inputs.size() > 2 ? 0 : e.state(), states);
    all.use("after", layer.outputs.size() > 1 ? 0 : e.state(), states);
    all.use("ones", stack.isBidirectional() ? e.N : 0);
    all.keep("between", sequence, between);
    all.keep("dropped", drops(layer) && readsItsOutputBackward(stack) ? sequence : 0, between);
    all.use("gradients", layer.training() ? sequence : 0, between);
    return all;
}

/// The inner net of a stacked layer whose input is `width` wide.
Model innerModel(const RecurrentStack& stack, const UnrolledExtents& e, std::int64_t width)
{
    const UnrollSizes sizes{.steps = e.T, .streams = e.N, .width = width, .units = e.H, .directions = stack.directions};
    return withSplits(cells::unroll(*stack.cell, sizes).model);
}

/// The states [1, N, H] of one direction of one layer, before its first step or after its last, in the cell's order.
using States = std::vector<Tensor>;

/// The place of a tensor among those of one direction of one layer.
std::size_t weightNumber(const Cell& cell, std::string_view name)
{
    std::size_t number = 0;
    if (cell.typed) {
        const std::vector<cells::Learned>& learned = cell.typed->definition.learned;
        return static_cast<std::size_t>(std::ranges::find(learned, name, &cells::Learned::name) - learned.begin());
    }
    while (weightName(static_cast<RecurrentWeight>(number)) != name) {
        ++number;
    }
    return number;
}

/// The weights of one layer of the inner net: a choice of those of the recurrent layer. Names are as in unroll.h.
CanonicalWeights weightsOf(const Layer& inner, const CanonicalWeights& outer, const RecurrentStack& stack,
                           std::int64_t index)
{
    CanonicalWeights chosen;
    chosen.version = outer.version;
    for (const WeightSettings& weight : inner.weights) {
        constexpr std::string_view back = "back.";
        const bool backward = weight.name.starts_with(back);
        const std::string_view name = std::string_view(weight.name).substr(backward ? back.size() : 0);
        const std::size_t place =
            stack.weight(index, backward ? Direction::Backward : Direction::Forward, weightNumber(*stack.cell, name));
        chosen.values.push_back(outer.values.at(place));
        chosen.gradients.push_back(place < outer.gradients.size() ? outer.gradients[place] : std::span<float>());
    }
    return chosen;
}

class UnrolledRecurrent final : public Kernel {
public:
    UnrolledRecurrent(const LayerSetup& layer, const Engine& engine)
        : m_layer(layer),
          m_engine(&engine),
          m_stack(*recurrentStack(*layer.type, layer.params)),
          m_extents(extentsOf(layer, m_stack)),
          m_booked(bookingsOf(layer, m_stack, m_extents))
    {
        makeStates();
        makeBetween();
        for (std::int64_t index = 0; index < m_stack.layers; ++index) {
            m_nets.push_back(makeNet(index));
        }
    }

    void forward(const Pass& pass) override
    {
        takeCarried();
        for (std::size_t index = 0; index < m_nets.size(); ++index) {
            m_nets[index].forward(pass);
            if (index < m_dropouts.size()) {
                m_dropouts[index]->forward(pass);
            }
        }
        leaveCarried();
    }

    void backward() override
    {
        if (std::ranges::none_of(m_layer.outputs, [](const Tensor& output) { return output.gradient != nullptr; })) {
            clearInputGradients();
            return;
        }
        clearUnreached();
        for (std::size_t index = m_nets.size(); index-- > 0;) {
            m_nets[index].backward();
            if (index > 0 && index <= m_dropouts.size()) {
                m_dropouts[index - 1]->backward();
            }
        }
    }

    std::int64_t workspaceBytes() const override
    {
        std::int64_t bytes = m_booked.bytes();
        for (const Sequence& net : m_nets) {
            const Sequence::Memory memory = net.memory();
            bytes += memory.activations + memory.activationGradients + memory.workspace;
        }
        for (const std::unique_ptr<Kernel>& dropout : m_dropouts) {
            bytes += dropout->workspaceBytes();
        }
        return bytes;
    }

private:
    Tensor allocate(std::string_view name, const Shape& shape)
    {
        m_memory.push_back(m_booked.allocate(*m_layer.device, name));
        return {.shape = shape, .data = m_memory.back().data()};
    }

    /// One direction of one layer of a port [L·D, N, H].
    Tensor partOf(const Tensor& port, std::size_t part) const
    {
        const std::int64_t offset = static_cast<std::int64_t>(part) * m_extents.state();
        return {.shape = {1, m_extents.N, m_extents.H},
                .data = port.data + offset,
                .gradient = port.gradient ? port.gradient + offset : nullptr};
    }

    /// Where the states lie: in the layer's ports, or here. What the net carries from pass to pass is copied from and
    /// to it, as the state before the first step is read once more in the backward pass. A backward direction carries
    /// nothing and keeps its zeros.
    void makeStates()
    {
        const auto make = [this](std::string_view name, const std::vector<Tensor>& ports, std::size_t first,
                                 std::size_t part) {
            States states;
            for (std::size_t state = 0; state < m_stack.cell->states.size(); ++state) {
                states.push_back(ports.size() > first ? partOf(ports[first + state], part)
                                                      : allocate(name, {1, m_extents.N, m_extents.H}));
            }
            return states;
        };
        for (std::size_t part = 0; part < static_cast<std::size_t>(m_stack.parts()); ++part) {
            m_before.push_back(make("before", m_layer.inputs, 2, part));
            m_after.push_back(make("after", m_layer.outputs, 1, part));
        }
        if (m_stack.isBidirectional()) {
            m_behindLast = allocate("ones", {1, m_extents.N});
            const std::vector<float> ones(static_cast<std::size_t>(m_extents.N), 1.0f);
            m_layer.device->toDevice(ones, m_behindLast.data);
        }
    }

    /// What goes from one stacked layer to the next.
    void makeBetween()
    {
        const Shape shape{m_extents.T, m_extents.N, m_stack.directions * m_extents.H};
        for (std::int64_t index = 0; index + 1 < m_stack.layers; ++index) {
            m_between.push_back(allocate("between", shape));
            m_between.back().gradient = allocate("gradients", shape).data;
            m_read.push_back(m_between.back());
            if (float* const dropped = allocate("dropped", shape).data) {
                m_read.back().data = dropped;
            }
            if (drops(m_layer)) {
                m_dropouts.push_back(makeStackedDropout(m_layer, index, m_between.back(), m_read.back()));
            }
        }
    }

    /// The tensors of the inner net that lie outside it.
    std::map<std::string, Tensor> boundTensors(std::int64_t index) const
    {
        const bool lowest = index == 0, highest = index + 1 == m_stack.layers;
        const auto at = static_cast<std::size_t>(index);
        Tensor cont = m_layer.inputs[1];
        cont.gradient = nullptr;
        std::map<std::string, Tensor> bound = {{"x", lowest ? m_layer.inputs[0] : m_read[at - 1]},
                                               {"cont", cont},
                                               {"h", highest ? m_layer.outputs[0] : m_between[at]}};
        for (std::int64_t direction = 0; direction < m_stack.directions; ++direction) {
            const auto way = static_cast<Direction>(direction);
            const std::size_t part = m_stack.part(index, way);
            for (std::size_t state = 0; state < m_stack.cell->states.size(); ++state) {
                const UnrolledState names = unrolledState(m_stack.cell->states[state], way, m_extents.T);
                bound[names.before] = m_before[part][state];
                bound[names.after] = m_after[part][state];
            }
        }
        if (m_stack.isBidirectional()) {
            bound[contBehindLast(m_extents.T)] = m_behindLast;
        }
        return bound;
    }

    Sequence makeNet(std::int64_t index)
    {
        const std::map<std::string, Tensor> bound = boundTensors(index);
        const Model model = innerModel(m_stack, m_extents, bound.at("x").shape.count(2));
        return Sequence({
            .model = model,
            .phase = m_layer.phase,
            .device = m_layer.device,
            .bound = bound,
            .kept = {},
            .weights = [&](std::size_t inner,
                           const Sizes&) { return weightsOf(model.layers[inner], m_layer.weights, m_stack, index); },
            .state = {},
            .random = {},
            .engine = [this](std::size_t, const LayerSetup&) -> const Engine& { return *m_engine; },
            .gradientsFromOutside = true,
        });
    }

    /// copy(carried tensor, its place among `states`) for what the net carries: the states of the forward direction of
    /// each layer in turn; nothing where ports carry the state in.
    template <typename Copy>
    void forCarried(const std::vector<States>& states, const Copy& copy) const
    {
        const std::size_t each = m_stack.cell->states.size();
        for (std::size_t index = 0; index < m_layer.state.size(); ++index) {
            const std::size_t part = m_stack.part(static_cast<std::int64_t>(index / each), Direction::Forward);
            copy(m_layer.state[index].data, states[part][index % each].data);
        }
    }

    void takeCarried() const
    {
        forCarried(m_before,
                   [this](float* carried, float* state) { m_layer.device->copy(carried, state, m_extents.state()); });
    }

    void leaveCarried() const
    {
        forCarried(m_after,
                   [this](float* carried, float* state) { m_layer.device->copy(state, carried, m_extents.state()); });
    }

    /// In a typed cell x or a state need not lead to h: the inner net leaves such gradients alone.
    void clearUnreached()
    {
        if (!m_stack.cell->typed) {
            return;
        }
        clearInputGradients();
        for (const Tensor& between : m_between) {
            if (between.gradient) {
                m_layer.device->zero(between.gradient, between.count());
            }
        }
    }

    void clearInputGradients()
    {
        for (const Tensor& input : m_layer.inputs) {
            if (input.gradient) {
                m_layer.device->zero(input.gradient, input.count());
            }
        }
    }

    LayerSetup m_layer;
    const Engine* m_engine;
    RecurrentStack m_stack;
    UnrolledExtents m_extents;
    Bookings m_booked; ///< without the inner nets' and the dropout's
    std::vector<Buffer> m_memory;
    std::vector<States> m_before, m_after;           ///< by RecurrentStack::part
    Tensor m_behindLast;                             ///< [1, N] ones, for a backward direction
    std::vector<Tensor> m_between;                   ///< [T, N, D·H], of each stacked layer but the last
    std::vector<Tensor> m_read;                      ///< the same as the next layer reads it; often m_between
    std::vector<std::unique_ptr<Kernel>> m_dropouts; ///< over m_between; none where nothing is dropped
    std::vector<Sequence> m_nets;                    // after what they point into
};

} // namespace

std::unique_ptr<Kernel> makeUnrolledRecurrent(const LayerSetup& layer, const Engine& engine)
{
    return std::make_unique<UnrolledRecurrent>(layer, engine);
}

namespace {

/// Of the inner net of one stacked layer, whose kernels keep nothing. What it reads and makes has memory outside.
LayerMemory innerMemory(const LayerSetup& layer, const RecurrentStack& stack, const UnrolledExtents& e)
{
    const Model model = innerModel(stack, e, layer.inputs[0].shape.count(2));
    const std::vector<LayerSizes> sizes = inferSizes(model);
    std::map<std::string, bool> outside = {{"h", true}};
    for (const Layer& inner : model.layers) {
        for (std::size_t top = 0; inner.bottoms.empty() && top < inner.tops.size(); ++top) {
            outside[inner.tops[top]] = inner.tops[top] == "x";
        }
    }
    const TensorPlan plan =
        planTensors({.model = model,
                     .sizes = sizes,
                     .learns = [&](std::size_t inner) { return !sizes[inner].sizes.weights.empty(); },
                     .outside = outside,
                     .gradientsFromOutside = true});
    return {.kept = floatBytes(plan.values), .workspace = floatBytes(plan.total - plan.values)};
}

} // namespace

/// Inner nets of many steps grow by the same with each step, so two short ones tell of them.
LayerMemory unrolledMemory(const LayerSetup& layer)
{
    constexpr std::int64_t few = 4, more = 8;
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const UnrolledExtents whole = extentsOf(layer, stack);
    const auto inner = [&](std::int64_t steps) {
        return innerMemory(layer, stack, {.T = steps, .N = whole.N, .H = whole.H});
    };
    const std::int64_t steps = std::min(whole.T, more), longer = whole.T - steps;
    const LayerMemory last = inner(steps), before = longer > 0 ? inner(few) : last;
    const auto grown = [&](std::int64_t LayerMemory::*part) {
        return stack.layers * (last.*part + (last.*part - before.*part) * longer / (more - few));
    };
    LayerMemory memory = bookingsOf(layer, stack, whole).memory();
    memory.kept += grown(&LayerMemory::kept);
    memory.workspace += grown(&LayerMemory::workspace);
    memory.kept += drops(layer) ? (stack.layers - 1) * whole.T * stack.directions * whole.state() : 0; // masks: bytes
    return memory;
}

} // namespace engine
