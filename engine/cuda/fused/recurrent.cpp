// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/fused/edges.h"
#include "engine/cuda/fused/fused_engine.h"
#include "engine/cuda/fused/recurrence.h"
#include "engine/cuda/products.h"
#include "engine/cuda/side_stream.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace engine::cuda::fused {
namespace {

constexpr std::int64_t halfBytes = sizeof(__nv_bfloat16), floatBytes = sizeof(float);

/// How wide a row of bfloat16s lies: the next multiple of 8, which the tensor cores want.
constexpr std::int64_t roundedToEight(std::int64_t width)
{
    return (width + 7) / 8 * 8;
}

bool hasPorts(const LayerSetup& layer)
{
    return layer.inputs.size() > 2 || layer.outputs.size() > 1;
}

/// bfloat16s in a device's memory, zeros at first.
class HalfBuffer {
public:
    HalfBuffer() = default;
    HalfBuffer(Device& device, std::int64_t count) : m_memory(device.allocate((count + 1) / 2)) {}

    __nv_bfloat16* data() const { return reinterpret_cast<__nv_bfloat16*>(m_memory.data()); }

private:
    Buffer m_memory;
};

/// The sizes of a stack as these kernels have it: D directions of H units, each of which has a place in rows of `room`.
struct StackSizes {
    RecurrentStack stack;
    RecurrencePlan plan;
    CellNumbers numbers;
    RecurrenceShape shape;
    std::int64_t width; ///< of x
    bool training, drops;

    std::int64_t directions() const { return stack.directions; }
    std::int64_t rows() const { return std::int64_t{shape.steps} * shape.streams; }
    std::int64_t units() const { return shape.units; }
    std::int64_t room() const { return plan.room; }

    /// The columns of what a layer makes.
    Columns columns() const { return {directions(), units(), room()}; }

    /// How the columns of what a layer reads lie: those of the layer below as that made them.
    InputColumns inputColumns(std::int64_t layer) const
    {
        return layer == 0 ? InputColumns{width, width, width, roundedToEight(width)}
                          : InputColumns{columns().width(), units(), room(), columns().stride()};
    }

    bool hasOwnInput(std::int64_t layer) const { return layer == 0 || drops; }

    // Numbers of each buffer.
    std::int64_t ofInputWeights(std::int64_t layer) const
    {
        return directions() * numbers.gates * room() * inputColumns(layer).stride;
    }
    std::int64_t ofInputWeightsByUnit(std::int64_t layer) const
    {
        return plan.inClusters ? directions() * numbers.inputs * room() * inputColumns(layer).stride : 0;
    }
    std::int64_t ofRecurrentWeights() const
    {
        return plan.inClusters ? directions() * numbers.gates * room() * room() : 0;
    }
    std::int64_t ofInput(std::int64_t layer) const
    {
        return hasOwnInput(layer) ? rows() * inputColumns(layer).stride : 0;
    }
    /// A row of every step; before them the state before of those that read forward, behind them of those that read
    /// backward.
    std::int64_t ofH() const { return (rows() + directions() * shape.streams) * columns().stride(); }
    KeptSizes kept() const { return keptSizes(plan, numbers, shape); }
    std::int64_t ofInputSums() const { return rows() * inputSumsStride(); }
    std::int64_t inputSumsStride() const { return directions() * numbers.inputs * room(); }
    std::int64_t ofGradients() const { return rows() * gradientStride(); }
    std::int64_t gradientStride() const { return directions() * numbers.gradients * room(); }
    std::int64_t ofBiasSums() const { return directions() * shape.streams * numbers.gradients * room(); }
    std::int64_t ofBetween() const { return stack.layers > 1 ? rows() * columns().stride() : 0; }
};

StackSizes sizesOf(const LayerSetup& setup, const RecurrencePlan& plan)
{
    const Shape& h = setup.outputs.at(0).shape;
    const RecurrentStack stack = *recurrentStack(*setup.type, setup.params);
    return {.stack = stack,
            .plan = plan,
            .numbers = numbersOf(*stack.cell),
            .shape = {static_cast<int>(h[0]), static_cast<int>(h[1]), static_cast<int>(h[2] / stack.directions)},
            .width = setup.inputs.at(0).shape.count(2),
            .training = setup.training(),
            .drops = setup.training() && floatParam(setup.params, "dropout_ratio") > 0};
}

/// Rows of a gate's weights get their gradients from the same unit's `gradient`-th numbers.
struct GateRun {
    std::int64_t gate, gradient, count;
};

/// A stack of recurrent cells: the products by x and the gradients of the weights over all steps at once, by cuBLAS,
/// and between them the recurrence (recurrence.h). All factors are bfloat16; sums, cell states and gradients of weights
/// are floats. As an LSTM has it:
///
///     a   = Wx x_t + b + cont_t · Wh h_{t-1}                    (all Wx x_t before, one product)
///     da  by the recurrence;   dWx += daᵀ x   dWh += daᵀ (cont h)   db += Σ da   dx = da Wx
///
/// Both directions of a layer run side by side, on two streams.
class RecurrentKernel final : public Kernel {
public:
    explicit RecurrentKernel(const LayerSetup& setup);

    void forward(const Pass& pass) override;
    void backward() override;
    std::int64_t workspaceBytes() const override
    {
        const LayerMemory memory = memoryOf(m_sizes);
        return memory.kept + memory.workspace;
    }

    static LayerMemory memoryOf(const StackSizes& sizes);

private:
    /// What one direction of a layer keeps from forward to backward.
    struct Part {
        HalfBuffer recurrent, turned; ///< see PackedWeights
        HalfBuffer gates;             ///< see keptSizes; none without a backward pass
        Buffer states;                ///< see keptSizes
    };

    /// What one of the stacked layers keeps from forward to backward.
    struct Layer {
        InputColumns columns; ///< of its input
        HalfBuffer Wx;        ///< [D, G, R, columns]
        HalfBuffer WxByUnit;  ///< [D, R, inputs of a unit, columns], in clusters: what a unit takes side by side
        HalfBuffer x;         ///< [T, N, columns]; none where it reads what the layer below put out as it is
        HalfBuffer h;         ///< [N and a row of each step, D·R]; see StackSizes::ofH
        std::vector<Part> parts;
    };

    /// A tensor of states [L·D, N, H] at a port, or null.
    float* port(const std::vector<Tensor>& tensors, std::size_t first, std::size_t state, std::int64_t layer,
                Direction direction, float* Tensor::*part) const;
    float* carried(std::int64_t layer, Direction direction, std::size_t state) const;

    std::int64_t stateCount() const { return std::int64_t{m_sizes.shape.streams} * m_sizes.units(); }
    const float* weight(std::int64_t layer, Direction direction, RecurrentWeight which) const
    {
        return m_setup.weights.values[m_sizes.stack.weight(layer, direction, which)].data();
    }
    float* gradient(std::int64_t layer, Direction direction, RecurrentWeight which) const
    {
        const std::size_t index = m_sizes.stack.weight(layer, direction, which);
        return index < m_setup.weights.gradients.size() ? m_setup.weights.gradients[index].data() : nullptr;
    }
    /// h of the steps: rows [T·N, D·R].
    __nv_bfloat16* stepsOf(const Layer& layer) const
    {
        return layer.h.data() + m_sizes.shape.streams * m_sizes.columns().stride();
    }
    const __nv_bfloat16* inputOf(std::int64_t index) const
    {
        const Layer& layer = m_layers[static_cast<std::size_t>(index)];
        return m_sizes.hasOwnInput(index) ? layer.x.data() : stepsOf(m_layers[static_cast<std::size_t>(index - 1)]);
    }
    StackedDropout dropoutAfter(std::int64_t layer) const
    {
        return {*m_rule, stackedDropoutKey(m_random, layer), m_pass};
    }
    __nv_bfloat16* gradientsOf(Direction direction) const
    {
        return m_dGates.data() + static_cast<std::int64_t>(direction) * m_sizes.numbers.gradients * m_sizes.room();
    }

    template <typename Use>
    void forEachDirection(const Use& use) const;
    template <typename Run>
    void sideBySide(const Run& run);

    void packWeights();
    PackedWeights packed(const Layer& layer, Direction direction) const;
    void takeInput(std::int64_t layer);
    void runForward(std::int64_t layer);
    void recurForward(std::int64_t layer, Direction direction, cudaStream_t stream);
    void runBackward(std::int64_t layer, const float* dy, std::int64_t stride);
    void recurBackward(std::int64_t layer, Direction direction, const float* dy, std::int64_t stride,
                       cudaStream_t stream);
    void addWeightGradients(std::int64_t layer, Direction direction);
    void addProducts(float* to, const std::vector<GateRun>& runs, Direction direction, const __nv_bfloat16* factors,
                     const InputColumns& columns);
    void addSums(float* to, const std::vector<GateRun>& runs, Direction direction);
    void markBefore(const Layer& layer, Direction direction);
    void giveInputGradient(std::int64_t layer, float* dx);
    void giveZeros();

    LayerSetup m_setup;
    CudaDevice& m_device;
    StackSizes m_sizes;
    std::optional<SideStream> m_side;  ///< for the backward direction
    std::optional<DropoutRule> m_rule; ///< between the layers, in training
    RandomStream m_random;
    PackOnChange m_packing;
    Pass m_pass; ///< the last: backward draws its masks once more

    std::vector<Layer> m_layers;
    Buffer m_inputSums;  ///< Wx x of one layer: rows [D, ...] as ForwardRecurrence::inputs
    HalfBuffer m_dGates; ///< of one layer: rows [D, gradients of a unit, R]
    Buffer m_biasSums;   ///< [D, N, gradients of a unit, R]
    Buffer m_between;    ///< gradient by what one layer gave the next: rows [D·R]
};

// ---- memory

LayerMemory RecurrentKernel::memoryOf(const StackSizes& sizes)
{
    LayerMemory memory;
    for (std::int64_t layer = 0; layer < sizes.stack.layers; ++layer) {
        const KeptSizes kept = sizes.kept();
        memory.kept += halfBytes * (sizes.ofInput(layer) + sizes.ofH()) +
                       sizes.directions() * (floatBytes * kept.states + (sizes.training ? halfBytes * kept.gates : 0));
        memory.workspace += halfBytes * (sizes.ofInputWeights(layer) + sizes.ofInputWeightsByUnit(layer) +
                                         (sizes.training ? 2 : 1) * sizes.ofRecurrentWeights());
    }
    memory.workspace += floatBytes * sizes.ofInputSums();
    if (sizes.training) {
        memory.workspace += halfBytes * sizes.ofGradients() + floatBytes * (sizes.ofBiasSums() + sizes.ofBetween());
    }
    return memory;
}

RecurrentKernel::RecurrentKernel(const LayerSetup& setup)
    : m_setup(setup),
      m_device(cudaDevice(*setup.device)),
      m_sizes(sizesOf(setup, *planFor(setup, m_device))),
      m_random(maskStream(setup.random, intParam(setup.params, "dropout_seed")))
{
    if (m_sizes.drops) {
        m_rule = dropoutRule(floatParam(setup.params, "dropout_ratio"));
    }
    if (m_sizes.stack.isBidirectional()) {
        m_side.emplace(m_device);
    }
    const StackSizes& sizes = m_sizes;
    for (std::int64_t index = 0; index < sizes.stack.layers; ++index) {
        Layer layer{.columns = sizes.inputColumns(index),
                    .Wx = HalfBuffer(m_device, sizes.ofInputWeights(index)),
                    .WxByUnit = HalfBuffer(m_device, sizes.ofInputWeightsByUnit(index)),
                    .x = HalfBuffer(m_device, sizes.ofInput(index)),
                    .h = HalfBuffer(m_device, sizes.ofH()),
                    .parts = {}};
        const std::int64_t weights = sizes.ofRecurrentWeights() / sizes.directions();
        for (std::int64_t direction = 0; direction < sizes.directions(); ++direction) {
            layer.parts.push_back({.recurrent = HalfBuffer(m_device, weights),
                                   .turned = HalfBuffer(m_device, sizes.training ? weights : 0),
                                   .gates = HalfBuffer(m_device, sizes.training ? sizes.kept().gates : 0),
                                   .states = m_device.allocate(sizes.kept().states)});
        }
        m_layers.push_back(std::move(layer));
    }
    m_inputSums = m_device.allocate(sizes.ofInputSums());
    if (sizes.training) {
        m_dGates = HalfBuffer(m_device, sizes.ofGradients());
        m_biasSums = m_device.allocate(sizes.ofBiasSums());
        m_between = m_device.allocate(sizes.ofBetween());
    }
}

// ---- directions

template <typename Use>
void RecurrentKernel::forEachDirection(const Use& use) const
{
    for (std::int64_t direction = 0; direction < m_sizes.directions(); ++direction) {
        use(static_cast<Direction>(direction));
    }
}

/// run(direction, stream) of both directions, the backward one on the other stream.
template <typename Run>
void RecurrentKernel::sideBySide(const Run& run)
{
    if (m_side) {
        m_side->follow();
        run(Direction::Backward, m_side->stream());
    }
    run(Direction::Forward, m_device.stream());
    if (m_side) {
        m_side->join();
    }
}

// ---- weights

PackedWeights RecurrentKernel::packed(const Layer& layer, Direction direction) const
{
    const StackSizes& s = m_sizes;
    const auto place = static_cast<std::int64_t>(direction);
    const Part& part = layer.parts[static_cast<std::size_t>(direction)];
    const std::int64_t row = s.room() * layer.columns.stride;
    return {.gates = s.numbers.gates,
            .units = s.units(),
            .room = s.room(),
            .inputs = layer.Wx.data() + place * s.numbers.gates * row,
            .inputsByUnit = s.plan.inClusters ? layer.WxByUnit.data() + place * s.numbers.inputs * row : nullptr,
            .slots = s.numbers.inputs,
            .recurrent = part.recurrent.data(),
            .turned = s.training ? part.turned.data() : nullptr};
}

/// Through the cache the recurrence reads Wh as it is.
void RecurrentKernel::packWeights()
{
    m_packing.refresh(m_setup.weights, [&](const CanonicalWeights&) {
        for (std::int64_t index = 0; index < m_sizes.stack.layers; ++index) {
            const Layer& layer = m_layers[static_cast<std::size_t>(index)];
            forEachDirection([&](Direction direction) {
                const PackedWeights to = packed(layer, direction);
                packInputWeights(weight(index, direction, RecurrentWeight::Wx), layer.columns, to, m_device.stream());
                if (m_sizes.plan.inClusters) {
                    packRecurrentWeights(weight(index, direction, RecurrentWeight::Wh), to, m_device.stream());
                }
            });
        }
    });
}

// ---- states

float* RecurrentKernel::port(const std::vector<Tensor>& tensors, std::size_t first, std::size_t state,
                             std::int64_t layer, Direction direction, float* Tensor::*part) const
{
    if (first + state >= tensors.size() || state >= static_cast<std::size_t>(m_sizes.stack.cell->stateCount())) {
        return nullptr;
    }
    float* const whole = tensors[first + state].*part;
    const auto place = static_cast<std::int64_t>(m_sizes.stack.part(layer, direction));
    return whole == nullptr ? nullptr : whole + place * stateCount();
}

constexpr std::size_t firstStates = 2, lastStates = 1; ///< ports

/// The state that goes from batch to batch, of forward directions; none where it comes in by ports.
float* RecurrentKernel::carried(std::int64_t layer, Direction direction, std::size_t state) const
{
    const auto states = static_cast<std::size_t>(m_sizes.stack.cell->stateCount());
    const std::size_t index = static_cast<std::size_t>(layer) * states + state;
    return direction == Direction::Forward && state < states && index < m_setup.state.size() ? m_setup.state[index].data
                                                                                             : nullptr;
}

// ---- forward

void RecurrentKernel::takeInput(std::int64_t index)
{
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    if (index == 0) {
        toBfloat16(m_setup.inputs[0].data, layer.x.data(), m_sizes.rows(), layer.columns.width, layer.columns.stride,
                   m_device.stream());
    } else if (m_rule) {
        drop(dropoutAfter(index - 1), stepsOf(m_layers[static_cast<std::size_t>(index - 1)]), layer.x.data(),
             m_sizes.rows(), m_sizes.columns(), m_device.stream());
    }
}

void RecurrentKernel::recurForward(std::int64_t index, Direction direction, cudaStream_t stream)
{
    const StackSizes& s = m_sizes;
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    const Part& part = layer.parts[static_cast<std::size_t>(direction)];
    const bool reversed = direction == Direction::Backward, isHighest = index + 1 == s.stack.layers;
    const auto place = static_cast<std::int64_t>(direction);
    const auto first = [&](std::size_t state) {
        float* const given = port(m_setup.inputs, firstStates, state, index, direction, &Tensor::data);
        return given != nullptr ? given : carried(index, direction, state);
    };
    const auto lastPort = [&](std::size_t state) {
        return port(m_setup.outputs, lastStates, state, index, direction, &Tensor::data);
    };
    const auto last = [&](std::size_t state) {
        float* const own = carried(index, direction, state);
        return own != nullptr ? own : lastPort(state);
    };
    __nv_bfloat16* const steps = stepsOf(layer) + place * s.room();
    const std::int64_t stride = s.columns().stride(), streams = s.shape.streams;
    launch(
        s.plan, *s.stack.cell,
        ForwardRecurrence{.shape = s.shape,
                          .reversed = reversed,
                          .relu = s.stack.cell->kind == Cell::Kind::RnnRelu,
                          .Wh = weight(index, direction, RecurrentWeight::Wh),
                          .half = part.recurrent.data(),
                          .b = weight(index, direction, RecurrentWeight::b),
                          .bh = s.stack.cell->recurrentBias ? weight(index, direction, RecurrentWeight::bh) : nullptr,
                          .inputs = m_inputSums.data() + place * s.numbers.inputs * s.room(),
                          .inputStride = s.inputSumsStride(),
                          .cont = m_setup.inputs[1].data,
                          .firstH = first(0),
                          .firstC = first(1),
                          .lastH = last(0),
                          .lastC = last(1),
                          .h = steps,
                          .hBefore = steps + (reversed ? s.rows() : -streams) * stride,
                          .hStride = stride,
                          .y = isHighest ? m_setup.outputs[0].data + place * s.units() : nullptr,
                          .yStride = s.columns().width(),
                          .keptStates = part.states.data(),
                          .keptGates = s.training ? part.gates.data() : nullptr},
        stream);
    for (const std::size_t state : {std::size_t{0}, std::size_t{1}}) {
        if (lastPort(state) != nullptr && last(state) != lastPort(state)) {
            m_device.copy(last(state), lastPort(state), stateCount());
        }
    }
}

void RecurrentKernel::runForward(std::int64_t index)
{
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    takeInput(index);
    const HalfBuffer& Wx = m_sizes.plan.inClusters ? layer.WxByUnit : layer.Wx;
    gemm(m_device,
         {.rows = m_sizes.rows(),
          .columns = m_sizes.inputSumsStride(),
          .depth = layer.columns.stride,
          .b = Transposed::Yes},
         inputOf(index), Wx.data(), m_inputSums.data());
    sideBySide([&](Direction direction, cudaStream_t stream) { recurForward(index, direction, stream); });
}

void RecurrentKernel::forward(const Pass& pass)
{
    m_pass = pass;
    packWeights();
    for (std::int64_t index = 0; index < m_sizes.stack.layers; ++index) {
        runForward(index);
    }
}

// ---- backward

void RecurrentKernel::recurBackward(std::int64_t index, Direction direction, const float* dy, std::int64_t stride,
                                    cudaStream_t stream)
{
    const StackSizes& s = m_sizes;
    const Part& part = m_layers[static_cast<std::size_t>(index)].parts[static_cast<std::size_t>(direction)];
    const auto place = static_cast<std::int64_t>(direction);
    const auto last = [&](std::size_t state) {
        return port(m_setup.outputs, lastStates, state, index, direction, &Tensor::gradient);
    };
    const auto first = [&](std::size_t state) {
        return port(m_setup.inputs, firstStates, state, index, direction, &Tensor::gradient);
    };
    launch(s.plan, *s.stack.cell,
           BackwardRecurrence{.shape = s.shape,
                              .reversed = direction == Direction::Backward,
                              .relu = s.stack.cell->kind == Cell::Kind::RnnRelu,
                              .Wh = weight(index, direction, RecurrentWeight::Wh),
                              .turned = part.turned.data(),
                              .cont = m_setup.inputs[1].data,
                              .dy = dy,
                              .dyStride = stride,
                              .dLastH = last(0),
                              .dLastC = last(1),
                              .dFirstH = first(0),
                              .dFirstC = first(1),
                              .keptStates = part.states.data(),
                              .keptGates = part.gates.data(),
                              .dGates = gradientsOf(direction),
                              .gateStride = s.gradientStride(),
                              .db = m_biasSums.data() + place * s.ofBiasSums() / s.directions()},
           stream);
}

/// `dy`: rows `stride` apart, of all directions; null counts as zero.
void RecurrentKernel::runBackward(std::int64_t index, const float* dy, std::int64_t stride)
{
    const std::int64_t next = m_sizes.stack.layers == index + 1 ? m_sizes.units() : m_sizes.room();
    sideBySide([&](Direction direction, cudaStream_t stream) {
        const float* const own = dy == nullptr ? nullptr : dy + static_cast<std::int64_t>(direction) * next;
        recurBackward(index, direction, own, stride, stream);
    });
    forEachDirection([&](Direction direction) { addWeightGradients(index, direction); });
}

/// to [G·H, columns.width] += gradientsᵀ factors, where factors are rows of all steps.
void RecurrentKernel::addProducts(float* to, const std::vector<GateRun>& runs, Direction direction,
                                  const __nv_bfloat16* factors, const InputColumns& columns)
{
    const StackSizes& s = m_sizes;
    const bool filled = s.units() == s.room() && columns.units == columns.room;
    for (const GateRun& run : runs) {
        // Rows that lie without gaps are one product, else each gate is one of its own, and each part of the
        // columns.
        const std::int64_t gates = filled ? run.count : 1, width = filled ? columns.width : columns.units;
        for (std::int64_t gate = 0; gate < run.count; gate += gates) {
            for (std::int64_t column = 0, from = 0; column < columns.width; column += width, from += columns.room) {
                gemm(m_device,
                     {.rows = gates * s.units(),
                      .columns = width,
                      .depth = s.rows(),
                      .a = Transposed::Yes,
                      .beta = 1,
                      .strideA = s.gradientStride(),
                      .strideB = columns.stride,
                      .strideC = columns.width},
                     gradientsOf(direction) + (run.gradient + gate) * s.room(), factors + from,
                     to + (run.gate + gate) * s.units() * columns.width + column);
            }
        }
    }
}

void RecurrentKernel::addSums(float* to, const std::vector<GateRun>& runs, Direction direction)
{
    const StackSizes& s = m_sizes;
    const std::int64_t stride = s.numbers.gradients * s.room();
    const float* const sums =
        m_biasSums.data() + static_cast<std::int64_t>(direction) * s.ofBiasSums() / s.directions();
    for (const GateRun& run : runs) {
        const std::int64_t gates = s.units() == s.room() ? run.count : 1;
        for (std::int64_t gate = 0; gate < run.count; gate += gates) {
            addRows(sums + (run.gradient + gate) * s.room(), s.shape.streams, gates * s.units(), stride,
                    to + (run.gate + gate) * s.units(), m_device.stream());
        }
    }
}

/// h as the steps behind it saw it, where it lies.
void RecurrentKernel::markBefore(const Layer& layer, Direction direction)
{
    const StackSizes& s = m_sizes;
    const std::int64_t stride = s.columns().stride(), streams = s.shape.streams;
    const float* const marks = m_setup.inputs[1].data;
    if (direction == Direction::Forward) {
        markRows(marks, stepsOf(layer) - streams * stride, s.rows(), s.room(), stride, m_device.stream());
    } else {
        markRows(marks + streams, stepsOf(layer) + streams * stride + s.room(), s.rows() - streams, s.room(), stride,
                 m_device.stream());
    }
}

void RecurrentKernel::addWeightGradients(std::int64_t index, Direction direction)
{
    const StackSizes& s = m_sizes;
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    const std::int64_t gates = s.numbers.gates;
    const std::vector<GateRun> byInput{{0, 0, gates}};
    const std::vector<GateRun> byState =
        s.numbers.gradients > gates ? std::vector<GateRun>{{0, 0, gates - 1}, {gates - 1, gates, 1}} : byInput;
    if (float* const dWx = gradient(index, direction, RecurrentWeight::Wx)) {
        addProducts(dWx, byInput, direction, inputOf(index), layer.columns);
    }
    if (float* const dWh = gradient(index, direction, RecurrentWeight::Wh)) {
        // Marked last: the layer above has read h by now, and a mark belongs to the step after. So one forward
        // allows one backward.
        markBefore(layer, direction);
        const std::int64_t stride = s.columns().stride(), before = s.shape.streams * stride;
        const __nv_bfloat16* const h =
            direction == Direction::Forward ? stepsOf(layer) - before : stepsOf(layer) + before + s.room();
        addProducts(dWh, byState, direction, h, {s.units(), s.units(), s.room(), stride});
    }
    if (float* const db = gradient(index, direction, RecurrentWeight::b)) {
        addSums(db, byInput, direction);
    }
    if (s.stack.cell->recurrentBias) {
        if (float* const dbh = gradient(index, direction, RecurrentWeight::bh)) {
            addSums(dbh, byState, direction);
        }
    }
}

/// dx: rows of the layer's columns, for the layer below as that has them, else [T, N, I].
void RecurrentKernel::giveInputGradient(std::int64_t index, float* dx)
{
    const StackSizes& s = m_sizes;
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    const bool alike = s.numbers.gates == s.numbers.gradients; // all directions are one product
    const std::int64_t gates = s.numbers.gates * s.room();
    const std::int64_t width = index == 0 ? layer.columns.width : layer.columns.stride;
    for (std::int64_t direction = 0; direction < (alike ? 1 : s.directions()); ++direction) {
        gemm(m_device,
             {.rows = s.rows(),
              .columns = width,
              .depth = alike ? s.directions() * gates : gates,
              .beta = direction == 0 ? 0.0f : 1.0f,
              .strideA = s.gradientStride(),
              .strideB = layer.columns.stride},
             gradientsOf(static_cast<Direction>(direction)), layer.Wx.data() + direction * gates * layer.columns.stride,
             dx);
    }
}

/// Without any gradient from above.
void RecurrentKernel::giveZeros()
{
    for (std::size_t input = 0; input < m_setup.inputs.size(); ++input) {
        if (m_setup.inputs[input].gradient != nullptr) {
            m_device.zero(m_setup.inputs[input].gradient, m_setup.inputs[input].count());
        }
    }
}

void RecurrentKernel::backward()
{
    const auto has = [](const Tensor& output) { return output.gradient != nullptr; };
    if (std::ranges::none_of(m_setup.outputs, has)) {
        return giveZeros();
    }
    const float* dy = m_setup.outputs[0].gradient;
    std::int64_t stride = m_sizes.columns().width();
    float* const dx = m_setup.inputs[0].gradient;
    for (std::int64_t index = m_sizes.stack.layers; index-- > 0;) {
        runBackward(index, dy, stride);
        if (index > 0) {
            giveInputGradient(index, m_between.data());
            if (m_rule) {
                dropGradient(dropoutAfter(index - 1), m_between.data(), m_sizes.rows(), m_sizes.columns(),
                             m_device.stream());
            }
            dy = m_between.data();
            stride = m_sizes.columns().stride();
        } else if (dx != nullptr) {
            giveInputGradient(index, dx);
        }
    }
}

} // namespace

std::optional<RecurrencePlan> planFor(const LayerSetup& layer, const CudaDevice& device)
{
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const Shape& h = layer.outputs.at(0).shape;
    return planOf(device, stack, h[2] / stack.directions, h[1], hasPorts(layer));
}

std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer)
{
    return std::make_unique<RecurrentKernel>(layer);
}

namespace {

/// Without a device, or where this one refuses, as a GPU of compute capability 9.0 that runs any number of groups.
RecurrencePlan planForMemory(const LayerSetup& layer)
{
    const auto* const device = dynamic_cast<const CudaDevice*>(layer.device);
    if (device != nullptr) {
        if (const std::optional<RecurrencePlan> plan = planFor(layer, *device)) {
            return *plan;
        }
    }
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const Shape& h = layer.outputs.at(0).shape;
    const std::int64_t units = h[2] / stack.directions, room = roomInClusters(units);
    const bool inClusters = room <= clusters::mostUnits;
    constexpr int rows = clusters::tileRows;
    return {.groups = static_cast<int>((h[1] + rows - 1) / rows),
            .rows = rows,
            .blocksOfGroup = 1,
            .room = static_cast<int>(inClusters ? room : units),
            .inClusters = inClusters};
}

} // namespace

LayerMemory recurrentMemory(const LayerSetup& layer)
{
    return RecurrentKernel::memoryOf(sizesOf(layer, planForMemory(layer)));
}

} // namespace engine::cuda::fused
