// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/fused/edges.h"
#include "engine/cuda/fused/fused_engine.h"
#include "engine/cuda/fused/recurrence.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/products.h"
#include "engine/cuda/side_stream.h"
#include "engine/kernels/bookings.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace engine::cuda::fused {
namespace {

/// The padded width of a row of bfloat16s: the next multiple of 8, which the tensor cores need.
constexpr std::int64_t roundedToEight(std::int64_t width)
{
    return (width + 7) / 8 * 8;
}

/// Factors in a device's memory, zeros at first.
class FactorBuffer {
public:
    FactorBuffer() = default;
    FactorBuffer(Buffer memory, bool areFloats) : m_memory(std::move(memory)), m_areFloats(areFloats) {}

    Factors data() const { return {m_memory.data(), m_areFloats}; }

private:
    Buffer m_memory;
    bool m_areFloats = false;
};

/// The sizes of a stack as these kernels have it: D directions of H units, each of which has a place in rows of `room`.
struct StackSizes {
    RecurrentStack stack;
    RecurrencePlan plan;
    CellNumbers numbers;
    RecurrenceShape shape;
    std::int64_t width; ///< of x
    bool training, drops;
    int chunks;         ///< of steps
    int firstSteps = 0; ///< of the first chunk, where one layer has two; see firstStepsFor

    bool areFloats() const { return plan.precision != Precision::Bfloat16; } ///< the factors

    std::int64_t directions() const { return stack.directions; }
    std::int64_t rows() const { return std::int64_t{shape.steps} * shape.streams; }
    std::int64_t units() const { return shape.units; }
    std::int64_t room() const { return plan.room; }

    /// The columns of a layer's output.
    Columns columns() const { return {directions(), units(), room()}; }

    /// The columns of a layer's input: those of the output of the layer below.
    InputColumns inputColumns(std::int64_t layer) const
    {
        const std::int64_t wide = roundedToEight(width);
        return layer == 0 ? InputColumns{width, width, wide, wide}
                          : InputColumns{columns().width(), units(), room(), columns().stride()};
    }

    bool hasOwnInput(std::int64_t layer) const { return layer == 0 || drops; }

    // Numbers of a buffer, or of one of its rows.
    KeptSizes kept() const { return keptSizes(plan, numbers, shape); }
    std::int64_t inputSumsStride() const { return directions() * numbers.inputs * room(); }
    std::int64_t gradientStride() const { return directions() * numbers.gradients * room(); }
    std::int64_t ofBiasSums() const { return directions() * shape.streams * numbers.gradients * room(); }
    std::int64_t ofState() const { return std::int64_t{shape.streams} * units(); }

    /// Whether the rows of x, and of the gradients by x of the first layer, are of a width that the tensor cores do not
    /// like: then those gradients are made in rows as wide as they want and taken out of these.
    bool isOddlyWide() const { return training && width % 8 != 0; }

    /// Numbers of gradients of weights that are made with the gaps of what they are the products of.
    std::int64_t ofFilledGradients() const
    {
        const bool hasGaps = units() != room();
        const std::int64_t first = hasGaps || isOddlyWide() ? inputColumns(0).stride : 0;
        return training ? numbers.gates * room() * std::max(first, hasGaps ? columns().stride() : 0) : 0;
    }

    /// Streams beside the device's and its side: of upper layers or of the other direction, and of products.
    std::int64_t sideStreams() const { return layersRunAtOnce() ? 2 * (stack.layers - 1) : directions() - 1; }

    // How many of them there are: layers that run at the same time have their own.
    std::int64_t inputSums() const { return layersRunAtOnce() ? stack.layers : 1; }
    std::int64_t betweens() const
    {
        return layersRunAtOnce() ? stack.layers - 1 : std::min<std::int64_t>(stack.layers - 1, 1);
    }

    /// Whether a layer runs in chunks of steps: beside others, each a chunk behind the one below, or one beside its own
    /// products.
    bool isChunked() const { return chunks > 1; }
    bool layersRunAtOnce() const { return isChunked() && stack.layers > 1; }
    int firstStep(int chunk) const
    {
        return chunk == 1 && firstSteps > 0 ? firstSteps : static_cast<int>(std::int64_t{shape.steps} * chunk / chunks);
    }
};

/// How many chunks of steps take the least time: with more of them layers wait less for the one below, but each costs
/// some microseconds to start. In clusters that is as much as five or six steps take, in blocks more, step by step
/// less.
int chunksFor(const RecurrentStack& stack, const RecurrencePlan& plan, std::int64_t steps)
{
    const double stepsOfAStart = plan.way == Way::InBlock ? 24 : plan.way == Way::InClusters ? 6 : 2;
    const double best = std::sqrt(static_cast<double>((stack.layers - 1) * steps) / stepsOfAStart);
    const std::int64_t most = std::min<std::int64_t>(plan.way == Way::InClusters ? 8 : 16, steps); // none is empty
    return static_cast<int>(std::clamp(static_cast<std::int64_t>(best + 0.5), std::int64_t{1}, most));
}

/// The steps of the first of two chunks of a stack of one layer, or 0: better one chunk. While the first runs, the
/// products by x of the second are made, and backward its gradients, on the multiprocessors that the clusters leave: it
/// is so long that these end with it. Starting a second time takes some 10 us each way.
int firstStepsFor(const StackSizes& s)
{
    if (s.stack.layers > 1 || s.stack.isBidirectional() || !s.training || s.isOddlyWide() || s.plan.left == 0) {
        return 0;
    }
    constexpr double perSecond = 400e12; // operations, on a whole GPU
    constexpr double worthIt = 60e-6;
    const double step = s.room() > 512 ? 2e-6 : 1.2e-6;
    const double products = 2.0 * static_cast<double>(s.rows() * s.numbers.gates * s.room()) *
                            static_cast<double>(3 * s.width + s.room()) / perSecond;
    const double beside = products * static_cast<double>(s.plan.left + s.plan.groups * s.plan.blocksOfGroup) /
                          static_cast<double>(s.plan.left);
    const double part = beside / (beside + step * s.shape.steps);
    return (1 - part) * products > worthIt ? static_cast<int>(part * s.shape.steps) : 0;
}

Activation activationOf(const Cell& cell)
{
    return cell.kind == Cell::Kind::RnnRelu ? Activation::Relu : Activation::Tanh;
}

StackSizes sizesOf(const LayerSetup& setup, const RecurrencePlan& plan)
{
    const Shape& h = setup.outputs.at(0).shape;
    const RecurrentStack stack = *recurrentStack(*setup.type, setup.params);
    const bool canBeChunked = !setup.sizes.state.empty() && !hasPorts(setup);
    StackSizes sizes{
        .stack = stack,
        .plan = plan,
        .numbers = numbersOf(*stack.cell),
        .shape = {static_cast<int>(h[0]), static_cast<int>(h[1]), static_cast<int>(h[2] / stack.directions)},
        .width = setup.inputs.at(0).shape.count(2),
        .training = setup.training(),
        .drops = setup.training() && floatParam(setup.params, "dropout_ratio") > 0,
        .chunks = canBeChunked && plan.layersAtOnce > 1 ? chunksFor(stack, plan, h[0]) : 1};
    if (canBeChunked) {
        sizes.firstSteps = firstStepsFor(sizes);
        sizes.chunks = sizes.firstSteps > 0 ? 2 : sizes.chunks;
    }
    if (!sizes.layersRunAtOnce() && !stack.isBidirectional()) {
        sizes.plan.multiprocessors = 0; // one layer at a time may have all
        sizes.plan.sideBySide = 1;
    }
    return sizes;
}

/// What one of the stacked layers holds; what has the size of a direction, for each of them.
Bookings bookingsOf(const StackSizes& s, std::int64_t layer)
{
    const auto factors = [&](std::int64_t count) { return s.areFloats() ? count : (count + 1) / 2; };
    const auto trained = [&](std::int64_t count) { return s.training ? count : 0; };
    const std::int64_t D = s.directions(), stride = s.inputColumns(layer).stride;
    const std::int64_t weights = s.numbers.gates * s.room() * s.room(); // of a direction
    Bookings all;
    all.keep("x", factors(s.hasOwnInput(layer) ? s.rows() * stride : 0));
    // A row of every step; before them the state before of those that read forward, behind them of those that read
    // backward.
    all.keep("h", factors((s.rows() + D * s.shape.streams) * s.columns().stride()));
    all.keep("gates", factors(trained(s.kept().gates)), D);
    all.keep("states", s.kept().states, D);
    all.use("Wx", factors(D * s.numbers.gates * s.room() * stride));
    all.use("Wx by unit", factors(s.plan.takesByUnit() ? D * s.numbers.inputs * s.room() * stride : 0));
    all.use("Wh", factors(weights), D);
    all.use("turned Wh", factors(trained(weights)), D);
    all.use("gradients by gates", factors(trained(s.rows() * s.gradientStride())));
    all.use("bias sums", trained(s.ofBiasSums()));
    // Between chunks of steps; step by step they stay where the steps have them.
    const std::int64_t between = s.isChunked() && s.plan.way != Way::StepByStep ? trained(s.ofState()) : 0;
    all.use("gradients by h", between, D);
    all.use("gradients by c", between, D);
    all.use("scratch", scratchSize(s.plan, s.numbers, s.shape), D);
    return all;
}

/// What the whole stack holds. Streams that another layer has too count once too often.
Bookings bookingsOf(const StackSizes& s)
{
    Bookings all;
    all.use("input sums", s.rows() * s.inputSumsStride(), s.inputSums());
    const std::int64_t wide = s.isOddlyWide() ? s.inputColumns(0).stride : 0;
    all.use("wide gradients by x", s.rows() * wide);
    all.use("gradients by weights with gaps", s.ofFilledGradients());
    all.use("between", s.training ? s.rows() * s.columns().stride() : 0, s.betweens());
    all.use("side streams", SideStream::bytes / std::int64_t{sizeof(float)}, s.sideStreams());
    for (std::int64_t layer = 0; layer < s.stack.layers; ++layer) {
        all.add(bookingsOf(s, layer));
    }
    return all;
}

/// The weights of `count` gates, from `gate` on, get their gradients from the numbers of a unit from `gradient` on; see
/// CellNumbers::gradients.
struct GateRun {
    std::int64_t gate, gradient, count;
};

/// A stack of recurrent cells: the products by x and the gradients of the weights over all steps at once, by cuBLAS,
/// and between them the recurrence (recurrence.h). All factors are bfloat16, or floats in a block; sums, cell states
/// and gradients of weights are floats. As an LSTM has it:
///
///     a   = Wx x_t + b + cont_t · Wh h_{t-1}                    (all Wx x_t before, one product)
///     da  by the recurrence;   dWx += daᵀ x   dWh += daᵀ (cont h)   db += Σ da   dx = da Wx
///
/// Both directions of a layer run side by side, on two streams. Stacked layers run side by side too, where the GPU has
/// room for that: a layer starts when the one below has made a chunk of steps. What is not needed soon, as gradients of
/// weights, waits for room on the device's side. A single layer that leaves such room runs in two chunks, so that
/// products of the second run beside the first.
class RecurrentKernel final : public Kernel {
public:
    explicit RecurrentKernel(const LayerSetup& setup);

    void forward(const Pass& pass) override;
    void backward() override;
    std::int64_t workspaceBytes() const override { return bookingsOf(m_sizes).bytes(); }

private:
    /// What one direction of a layer keeps from forward to backward.
    struct DirectionBuffers {
        FactorBuffer recurrent, turned; ///< see PackedWeights
        FactorBuffer gates;             ///< see keptSizes; none without a backward pass
        Buffer states;                  ///< see keptSizes
        Buffer dFirstH, dFirstC;        ///< by the state before a chunk of steps [N, H]; not step by step
        Buffer scratch;                 ///< see scratchSize
    };

    /// What one of the stacked layers keeps from forward to backward.
    struct Layer {
        InputColumns columns;  ///< of its input
        FactorBuffer Wx;       ///< [D, G, R, columns]
        FactorBuffer WxByUnit; ///< [D, R, inputs of a unit, columns]; see RecurrencePlan::takesByUnit
        FactorBuffer x;        ///< [T, N, columns]; none where it reads what the layer below put out as it is
        FactorBuffer h;        ///< [N and a row of each step, D·R]; see bookingsOf
        FactorBuffer dGates;   ///< rows [D, gradients of a unit, R]
        Buffer biasSums;       ///< [D, N, gradients of a unit, R]
        std::vector<DirectionBuffers> parts;
    };

    /// A tensor of states [L·D, N, H] at a port, or null.
    float* port(const std::vector<Tensor>& tensors, std::size_t first, std::size_t state, std::int64_t layer,
                Direction direction, float* Tensor::*part) const;
    float* carried(std::int64_t layer, Direction direction, std::size_t state) const;

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
    Factors stepsOf(const Layer& layer) const
    {
        return layer.h.data() + m_sizes.shape.streams * m_sizes.columns().stride();
    }
    Factors inputOf(std::int64_t index) const
    {
        const Layer& layer = m_layers[static_cast<std::size_t>(index)];
        return m_sizes.hasOwnInput(index) ? layer.x.data() : stepsOf(m_layers[static_cast<std::size_t>(index - 1)]);
    }
    StackedDropout dropoutAfter(std::int64_t layer) const
    {
        return {*m_rule, stackedDropoutKey(m_random, layer, m_sizes.rows() * m_sizes.columns().width()), m_pass};
    }
    Factors gradientsOf(std::int64_t layer, Direction direction) const
    {
        return m_layers[static_cast<std::size_t>(layer)].dGates.data() +
               static_cast<std::int64_t>(direction) * m_sizes.numbers.gradients * m_sizes.room();
    }

    template <typename Use>
    void forEachDirection(const Use& use) const;
    template <typename Run>
    void sideBySide(const Run& run);

    /// Some steps of the sequence.
    struct Chunk {
        int index, first, count;
    };
    Chunk chunk(int index) const
    {
        const int first = m_sizes.firstStep(index);
        return {index, first, m_sizes.firstStep(index + 1) - first};
    }
    Rows rowsOf(const Chunk& steps) const
    {
        const std::int64_t streams = m_sizes.shape.streams;
        return {steps.first * streams, steps.count * streams};
    }
    RecurrenceShape shapeOf(const Chunk& steps) const
    {
        return {steps.count, m_sizes.shape.streams, m_sizes.shape.units};
    }

    /// The sizes of what is kept for the steps before a chunk.
    KeptSizes keptBefore(const Chunk& steps) const
    {
        const KeptSizes all = m_sizes.kept();
        const std::int64_t T = m_sizes.shape.steps;
        return {all.gates / T * steps.first, all.states / (T + 1) * steps.first};
    }

    /// Where a layer runs.
    Lane lane(std::int64_t layer) const
    {
        return layer == 0 || !m_sizes.layersRunAtOnce() ? laneOf(m_device)
                                                        : m_sides[static_cast<std::size_t>(layer - 1)]->lane();
    }
    /// Where the products between a layer and the one below run: those of another layer may wait for a later chunk.
    Lane productLane(std::int64_t layer) const
    {
        return m_products.empty() ? laneOf(m_device) : m_products[static_cast<std::size_t>(layer - 1)]->lane();
    }
    void follow(const Lane& before, const Lane& after) { m_wait.order(before.stream, after.stream); }

    void packForForward(std::int64_t layer, const Lane& on);
    void packForBackward(std::int64_t layer, const Lane& on);
    bool packFirstWeights();
    void packUpperLayers();
    void packAllForBackward();
    PackedWeights packed(const Layer& layer, Direction direction) const;
    /// C = alpha · op(A) · op(B) + beta · C, at the run's precision.
    void multiply(const Lane& on, const MatrixProduct& product, Factors A, Factors B, float* C) const
    {
        gemm(on.cublas, m_sizes.plan.precision, product, A, B, C);
    }
    void takeInput(std::int64_t layer, const Rows& rows, const Lane& on);
    void sumInputs(std::int64_t layer, const Rows& rows, const Lane& on);
    void multiplyInputs(std::int64_t layer, const Rows& rows, const Lane& on);
    void runForward(std::int64_t layer, const Chunk& steps);
    void recurForward(std::int64_t layer, Direction direction, const Chunk& steps, const Lane& on);
    void runBackward(std::int64_t layer, const Chunk& steps);
    void recurBackward(std::int64_t layer, Direction direction, const Chunk& steps, const Lane& on);
    void addInputWeightGradients(std::int64_t layer, const Rows& rows, const Lane& on);
    void addRecurrentWeightGradients(std::int64_t layer, const Rows& rows, const Lane& on);
    void addBiasGradients(std::int64_t layer, const Lane& on);
    void addProducts(float* to, const std::vector<GateRun>& runs, Factors gradients, Factors factors,
                     const InputColumns& columns, std::int64_t rows, const Lane& on);
    void addSums(float* to, const std::vector<GateRun>& runs, const float* sums, const Lane& on);
    void multiplyBefore(const Layer& layer, Direction direction, const Rows& rows, const Lane& on);
    void giveInputGradient(std::int64_t layer, float* dx, std::int64_t width, const Rows& rows, const Lane& on);
    void giveInputGradient(const Rows& rows, const Lane& on);
    void giveZeros();

    float* inputSums(std::int64_t layer) const
    {
        return m_inputSums[m_inputSums.size() == 1 ? 0 : static_cast<std::size_t>(layer)].data();
    }
    float* between(std::int64_t below) const
    {
        return m_between[m_between.size() == 1 ? 0 : static_cast<std::size_t>(below)].data();
    }
    float* biasSums(std::int64_t layer, Direction direction) const
    {
        return m_layers[static_cast<std::size_t>(layer)].biasSums.data() +
               static_cast<std::int64_t>(direction) * m_sizes.ofBiasSums() / m_sizes.directions();
    }
    std::vector<GateRun> gradientsByInput() const { return {{0, 0, m_sizes.numbers.gates}}; }
    std::vector<GateRun> gradientsByState() const;

    LayerSetup m_setup;
    CudaDevice& m_device;
    StackSizes m_sizes;
    std::vector<std::shared_ptr<const SideStream>> m_sides;    ///< of the layers above the first, or of the backward
                                                               ///< direction
    std::vector<std::shared_ptr<const SideStream>> m_products; ///< of layers above the first that run side by side
    Lane m_later;                                              ///< for what is not needed soon
    StreamWait m_wait;
    std::optional<DropoutRule> m_rule; ///< between the layers, in training
    RandomStream m_random;
    PackOnChange m_packing;
    Pass m_pass; ///< the last: backward draws its masks once more

    std::vector<Layer> m_layers;
    std::vector<Buffer> m_inputSums; ///< Wx x of a layer: rows [D, ...] as ForwardRecurrence::inputs
    Buffer m_wideDx;                 ///< see StackSizes::isOddlyWide
    Buffer m_filled;                 ///< see StackSizes::ofFilledGradients
    std::vector<Buffer> m_between;   ///< gradient by what a layer gave the next: rows [D·R]
};

// ---- memory

RecurrentKernel::RecurrentKernel(const LayerSetup& setup)
    : m_setup(setup),
      m_device(cudaDevice(*setup.device)),
      m_sizes(sizesOf(setup, planFor(setup, m_device))),
      m_later(m_device.side()),
      m_random(maskStream(setup.random, intParam(setup.params, "dropout_seed")))
{
    if (m_sizes.drops) {
        m_rule = dropoutRule(floatParam(setup.params, "dropout_ratio"));
    }
    const StackSizes& sizes = m_sizes;
    const std::int64_t sides = sizes.layersRunAtOnce() ? sizes.stack.layers - 1 : sizes.directions() - 1;
    const auto side = [&](const std::string& name, SideStream::Use use) {
        return m_device.shared<SideStream>("FUSED: " + name,
                                           [&] { return std::make_unique<SideStream>(m_device, use); });
    };
    for (std::int64_t index = 0; index < sides; ++index) {
        m_sides.push_back(side("side " + std::to_string(index), SideStream::Use::Equal));
        if (sizes.layersRunAtOnce()) {
            m_products.push_back(side("products " + std::to_string(index), SideStream::Use::Equal));
        }
    }
    for (std::int64_t index = 0; index < sizes.stack.layers; ++index) {
        const Bookings booked = bookingsOf(sizes, index);
        const auto floats = [&](std::string_view name) { return booked.allocate(m_device, name); };
        const auto factors = [&](std::string_view name) { return FactorBuffer(floats(name), sizes.areFloats()); };
        Layer layer{.columns = sizes.inputColumns(index),
                    .Wx = factors("Wx"),
                    .WxByUnit = factors("Wx by unit"),
                    .x = factors("x"),
                    .h = factors("h"),
                    .dGates = factors("gradients by gates"),
                    .biasSums = floats("bias sums"),
                    .parts = {}};
        for (std::int64_t direction = 0; direction < sizes.directions(); ++direction) {
            layer.parts.push_back({.recurrent = factors("Wh"),
                                   .turned = factors("turned Wh"),
                                   .gates = factors("gates"),
                                   .states = floats("states"),
                                   .dFirstH = floats("gradients by h"),
                                   .dFirstC = floats("gradients by c"),
                                   .scratch = floats("scratch")});
        }
        m_layers.push_back(std::move(layer));
    }
    const Bookings booked = bookingsOf(sizes);
    m_wideDx = booked.allocate(m_device, "wide gradients by x");
    m_filled = booked.allocate(m_device, "gradients by weights with gaps");
    m_inputSums = booked.allocateAll(m_device, "input sums");
    m_between = booked.allocateAll(m_device, "between");
}

// ---- directions

template <typename Use>
void RecurrentKernel::forEachDirection(const Use& use) const
{
    for (std::int64_t direction = 0; direction < m_sizes.directions(); ++direction) {
        use(static_cast<Direction>(direction));
    }
}

/// run(direction, lane) of both directions, the backward one on the other lane.
template <typename Run>
void RecurrentKernel::sideBySide(const Run& run)
{
    const Lane main = laneOf(m_device);
    if (m_sizes.stack.isBidirectional()) {
        const Lane side = m_sides[0]->lane();
        follow(main, side);
        run(Direction::Backward, side);
        run(Direction::Forward, main);
        follow(side, main);
    } else {
        run(Direction::Forward, main);
    }
}

// ---- weights

PackedWeights RecurrentKernel::packed(const Layer& layer, Direction direction) const
{
    const StackSizes& s = m_sizes;
    const auto place = static_cast<std::int64_t>(direction);
    const DirectionBuffers& part = layer.parts[static_cast<std::size_t>(direction)];
    const std::int64_t row = s.room() * layer.columns.stride;
    return {.gates = s.numbers.gates,
            .units = s.units(),
            .room = s.room(),
            .inputs = layer.Wx.data() + place * s.numbers.gates * row,
            .inputsByUnit = s.plan.takesByUnit() ? layer.WxByUnit.data() + place * s.numbers.inputs * row : Factors(),
            .slots = s.numbers.inputs,
            .recurrent = part.recurrent.data(),
            .turned = s.training ? part.turned.data() : Factors()};
}

void RecurrentKernel::packForForward(std::int64_t index, const Lane& on)
{
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    forEachDirection([&](Direction direction) {
        const PackedWeights to = packed(layer, direction);
        packInputWeights(weight(index, direction, RecurrentWeight::Wx), layer.columns, to, on.stream);
        packRecurrentWeights(weight(index, direction, RecurrentWeight::Wh), to, on.stream);
    });
}

void RecurrentKernel::packForBackward(std::int64_t index, const Lane& on)
{
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    if (m_sizes.training) {
        forEachDirection([&](Direction direction) {
            packTurnedWeights(weight(index, direction, RecurrentWeight::Wh), packed(layer, direction), on.stream);
        });
    }
}

/// If weights have changed, packs what the first layer's forward pass needs of them, beside other work. Returns whether
/// they have; then packUpperLayers() and packAllForBackward() are to follow.
bool RecurrentKernel::packFirstWeights()
{
    bool changed = false;
    m_packing.refresh(m_setup.weights, [&](const CanonicalWeights&) {
        changed = true;
        if (!m_device.isForked()) { // a caller's fork is late enough: weights do not change after it
            follow(laneOf(m_device), m_later);
        }
        packForForward(0, m_later);
    });
    return changed;
}

/// What the forward pass of the other layers needs, likewise beside other work.
void RecurrentKernel::packUpperLayers()
{
    for (std::int64_t index = 1; index < m_sizes.stack.layers; ++index) {
        packForForward(index, m_later);
        if (m_sizes.layersRunAtOnce()) {
            follow(m_later, productLane(index));
        }
    }
}

/// What the backward pass needs. Forward waits for what is queued before it, not for this.
void RecurrentKernel::packAllForBackward()
{
    for (std::int64_t index = 0; index < m_sizes.stack.layers; ++index) {
        packForBackward(index, m_later);
    }
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
    return whole == nullptr ? nullptr : whole + place * m_sizes.ofState();
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

void RecurrentKernel::takeInput(std::int64_t index, const Rows& rows, const Lane& on)
{
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    if (index == 0) {
        toFactors(m_setup.inputs[0].data, layer.x.data(), rows.count, layer.columns.width, layer.columns.stride,
                  on.stream);
    } else if (m_rule) {
        drop(dropoutAfter(index - 1), stepsOf(m_layers[static_cast<std::size_t>(index - 1)]), layer.x.data(), rows,
             m_sizes.columns(), on.stream);
    }
}

/// Wx x of some rows, from x on.
void RecurrentKernel::sumInputs(std::int64_t index, const Rows& rows, const Lane& on)
{
    takeInput(index, rows, on);
    multiplyInputs(index, rows, on);
}

/// The same of rows that takeInput() has taken.
void RecurrentKernel::multiplyInputs(std::int64_t index, const Rows& rows, const Lane& on)
{
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    const FactorBuffer& Wx = m_sizes.plan.takesByUnit() ? layer.WxByUnit : layer.Wx;
    multiply(
        on,
        {.rows = rows.count, .columns = m_sizes.inputSumsStride(), .depth = layer.columns.stride, .b = Transposed::Yes},
        inputOf(index) + rows.first * layer.columns.stride, Wx.data(),
        inputSums(index) + rows.first * m_sizes.inputSumsStride());
}

void RecurrentKernel::recurForward(std::int64_t index, Direction direction, const Chunk& chunk, const Lane& on)
{
    const StackSizes& s = m_sizes;
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    const DirectionBuffers& part = layer.parts[static_cast<std::size_t>(direction)];
    const bool reversed = direction == Direction::Backward, isHighest = index + 1 == s.stack.layers;
    const auto place = static_cast<std::int64_t>(direction);
    // Of a later chunk the state before is where the one before it left it, in the state that is carried.
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
    const Rows rows = rowsOf(chunk);
    const std::int64_t stride = s.columns().stride(), streams = s.shape.streams;
    const Factors h = stepsOf(layer) + rows.first * stride + place * s.room();
    launch(
        s.plan, *s.stack.cell,
        ForwardRecurrence{
            .shape = shapeOf(chunk),
            .reversed = reversed,
            .activation = activationOf(*s.stack.cell),
            .Wh = part.recurrent.data(),
            .b = weight(index, direction, RecurrentWeight::b),
            .bh = s.stack.cell->recurrentBias ? weight(index, direction, RecurrentWeight::bh) : nullptr,
            .inputs = inputSums(index) + rows.first * s.inputSumsStride() + place * s.numbers.inputs * s.room(),
            .inputStride = s.inputSumsStride(),
            .cont = m_setup.inputs[1].data + rows.first,
            .firstH = first(0),
            .firstC = first(1),
            .lastH = last(0),
            .lastC = last(1),
            .h = h,
            .hBefore = chunk.index > 0 ? Factors() : h + (reversed ? s.rows() : -streams) * stride,
            .hStride = stride,
            .y = isHighest ? m_setup.outputs[0].data + rows.first * s.columns().width() + place * s.units() : nullptr,
            .yStride = s.columns().width(),
            .keptStates = part.states.data() + keptBefore(chunk).states,
            .keptGates = s.training ? part.gates.data() + keptBefore(chunk).gates : Factors(),
            .scratch = part.scratch.data()},
        on);
    for (const std::size_t state : {std::size_t{0}, std::size_t{1}}) {
        if (lastPort(state) != nullptr && last(state) != lastPort(state)) {
            m_device.copy(last(state), lastPort(state), m_sizes.ofState());
        }
    }
}

void RecurrentKernel::runForward(std::int64_t index, const Chunk& steps)
{
    if (m_sizes.isChunked()) {
        recurForward(index, Direction::Forward, steps, lane(index));
    } else {
        sideBySide([&](Direction direction, const Lane& on) { recurForward(index, direction, steps, on); });
    }
}

void RecurrentKernel::forward(const Pass& pass)
{
    m_pass = pass;
    const std::int64_t layers = m_sizes.stack.layers;
    const Lane main = laneOf(m_device);
    const bool packs = packFirstWeights();
    takeInput(0, {0, m_sizes.rows()}, main);
    if (packs) {
        follow(m_later, main);
    }
    const Rows firstRows = rowsOf(chunk(0)), otherRows{firstRows.count, m_sizes.rows() - firstRows.count};
    multiplyInputs(0, firstRows, main);
    if (otherRows.count > 0 || packs) {
        follow(main, m_later);
        giveWay(m_later.stream); // to the first chunk's recurrence
    }
    if (packs) {
        packUpperLayers();
    }
    if (otherRows.count > 0) {
        multiplyInputs(0, otherRows, m_later);
    }
    for (int steps = 0; steps < m_sizes.chunks; ++steps) {
        const Chunk now = chunk(steps);
        if (steps == 1) {
            follow(m_later, main);
        }
        for (std::int64_t index = 0; index < layers; ++index) {
            if (index > 0) {
                const Lane products = productLane(index);
                follow(lane(index - 1), products);
                if (packs && !m_sizes.layersRunAtOnce()) {
                    follow(m_later, products);
                }
                sumInputs(index, rowsOf(now), products);
                follow(products, lane(index));
            }
            runForward(index, now);
        }
        if (packs && steps == std::min(1, m_sizes.chunks - 1)) {
            packAllForBackward();
        }
    }
    follow(lane(layers - 1), main);
    if (packs && !m_device.isForked()) {
        follow(m_later, main);
    }
}

// ---- backward

void RecurrentKernel::recurBackward(std::int64_t index, Direction direction, const Chunk& chunk, const Lane& on)
{
    const StackSizes& s = m_sizes;
    const DirectionBuffers& part = m_layers[static_cast<std::size_t>(index)].parts[static_cast<std::size_t>(direction)];
    const auto place = static_cast<std::int64_t>(direction);
    const Rows rows = rowsOf(chunk);
    const bool isHighest = index + 1 == s.stack.layers, isLast = chunk.index + 1 == s.chunks;
    const float* const dy = isHighest ? m_setup.outputs[0].gradient : between(index);
    const std::int64_t stride = isHighest ? s.columns().width() : s.columns().stride();
    const std::int64_t before = rows.first * stride + place * (isHighest ? s.units() : s.room());
    // Between chunks the gradients by the state go through the part's own memory.
    const auto states = static_cast<std::size_t>(s.stack.cell->stateCount());
    const auto own = [&](std::size_t state) {
        return state >= states ? nullptr : state == 0 ? part.dFirstH.data() : part.dFirstC.data();
    };
    const auto last = [&](std::size_t state) {
        return isLast ? port(m_setup.outputs, lastStates, state, index, direction, &Tensor::gradient) : own(state);
    };
    const auto first = [&](std::size_t state) {
        return chunk.index == 0 ? port(m_setup.inputs, firstStates, state, index, direction, &Tensor::gradient)
                                : own(state);
    };
    launch(s.plan, *s.stack.cell,
           BackwardRecurrence{.shape = shapeOf(chunk),
                              .reversed = direction == Direction::Backward,
                              .activation = activationOf(*s.stack.cell),
                              .turned = part.turned.data(),
                              .cont = m_setup.inputs[1].data + rows.first,
                              .dy = dy == nullptr ? nullptr : dy + before,
                              .dyStride = stride,
                              .dLastH = last(0),
                              .dLastC = last(1),
                              .dFirstH = first(0),
                              .dFirstC = first(1),
                              .keptStates = part.states.data() + keptBefore(chunk).states,
                              .keptGates = part.gates.data() + keptBefore(chunk).gates,
                              .dGates = gradientsOf(index, direction) + rows.first * s.gradientStride(),
                              .gateStride = s.gradientStride(),
                              .db = biasSums(index, direction),
                              .addsSums = !isLast,
                              .scratch = part.scratch.data(),
                              .goesOn = !isLast,
                              .isFirst = chunk.index == 0},
           on);
}

void RecurrentKernel::runBackward(std::int64_t index, const Chunk& steps)
{
    if (m_sizes.isChunked()) {
        recurBackward(index, Direction::Forward, steps, lane(index));
    } else {
        sideBySide([&](Direction direction, const Lane& on) { recurBackward(index, direction, steps, on); });
    }
}

/// to [G·H, columns.width] += gradientsᵀ factors, where both are `rows` rows.
void RecurrentKernel::addProducts(float* to, const std::vector<GateRun>& runs, Factors gradients, Factors factors,
                                  const InputColumns& columns, std::int64_t rows, const Lane& on)
{
    const StackSizes& s = m_sizes;
    const Columns taken{columns.width / columns.units, columns.units, columns.room};
    const bool hasGaps = s.units() != s.room() || columns.units != columns.room; // then by way of m_filled
    for (const GateRun& run : runs) {
        float* const ofRun = to + run.gate * s.units() * columns.width;
        multiply(on,
                 {.rows = run.count * s.room(),
                  .columns = taken.stride(),
                  .depth = rows,
                  .a = Transposed::Yes,
                  .beta = hasGaps ? 0.0f : 1.0f,
                  .strideA = s.gradientStride(),
                  .strideB = columns.stride},
                 gradients + run.gradient * s.room(), factors, hasGaps ? m_filled.data() : ofRun);
        if (hasGaps) {
            takeRows(m_filled.data(), {run.count, s.units(), s.room()}, taken, ofRun, Onto::Add, on.stream);
        }
    }
}

void RecurrentKernel::addSums(float* to, const std::vector<GateRun>& runs, const float* sums, const Lane& on)
{
    const StackSizes& s = m_sizes;
    for (const GateRun& run : runs) {
        addRows(sums + run.gradient * s.room(), s.shape.streams, {run.count, s.units(), s.room()},
                s.numbers.gradients * s.room(), to + run.gate * s.units(), on.stream);
    }
}

/// Multiplies h before each of the rows in place by cont, so that it is h as they read it; for a backward direction
/// always all rows.
void RecurrentKernel::multiplyBefore(const Layer& layer, Direction direction, const Rows& rows, const Lane& on)
{
    const StackSizes& s = m_sizes;
    const std::int64_t stride = s.columns().stride(), streams = s.shape.streams;
    const float* const cont = m_setup.inputs[1].data;
    if (direction == Direction::Forward) {
        multiplyRows(cont + rows.first, stepsOf(layer) + (rows.first - streams) * stride, rows.count, s.room(), stride,
                     on.stream);
    } else {
        multiplyRows(cont + streams, stepsOf(layer) + streams * stride + s.room(), s.rows() - streams, s.room(), stride,
                     on.stream);
    }
}

std::vector<GateRun> RecurrentKernel::gradientsByState() const
{
    const std::int64_t gates = m_sizes.numbers.gates;
    if (m_sizes.numbers.gradients == gates) {
        return gradientsByInput();
    }
    return {{0, 0, gates - 1}, {gates - 1, gates, 1}}; // the last gate's differ
}

void RecurrentKernel::addInputWeightGradients(std::int64_t index, const Rows& rows, const Lane& on)
{
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    forEachDirection([&](Direction direction) {
        float* const dWx = gradient(index, direction, RecurrentWeight::Wx);
        if (dWx != nullptr) {
            addProducts(dWx, gradientsByInput(), gradientsOf(index, direction) + rows.first * m_sizes.gradientStride(),
                        inputOf(index) + rows.first * layer.columns.stride, layer.columns, rows.count, on);
        }
    });
}

/// Runs after the layer above has read h, since it multiplies h by the cont of the step after, in place. So each
/// forward allows one backward only.
void RecurrentKernel::addRecurrentWeightGradients(std::int64_t index, const Rows& rows, const Lane& on)
{
    const StackSizes& s = m_sizes;
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    const std::int64_t stride = s.columns().stride(), before = s.shape.streams * stride;
    forEachDirection([&](Direction direction) {
        if (float* const dWh = gradient(index, direction, RecurrentWeight::Wh)) {
            multiplyBefore(layer, direction, rows, on);
            const Factors h =
                direction == Direction::Forward ? stepsOf(layer) + -before : stepsOf(layer) + before + s.room();
            addProducts(dWh, gradientsByState(), gradientsOf(index, direction) + rows.first * s.gradientStride(),
                        h + rows.first * stride, {s.units(), s.units(), s.room(), stride}, rows.count, on);
        }
    });
}

void RecurrentKernel::addBiasGradients(std::int64_t index, const Lane& on)
{
    const StackSizes& s = m_sizes;
    forEachDirection([&](Direction direction) {
        const bool isWanted =
            gradient(index, direction, RecurrentWeight::b) != nullptr ||
            (s.stack.cell->recurrentBias && gradient(index, direction, RecurrentWeight::bh) != nullptr);
        if (s.plan.way == Way::StepByStep && isWanted) {
            sumOverSteps(gradientsOf(index, direction).halves(), s.shape, s.numbers.gradients * s.room(),
                         s.gradientStride(), biasSums(index, direction), on.stream);
        }
        if (float* const db = gradient(index, direction, RecurrentWeight::b)) {
            addSums(db, gradientsByInput(), biasSums(index, direction), on);
        }
        if (float* const dbh =
                s.stack.cell->recurrentBias ? gradient(index, direction, RecurrentWeight::bh) : nullptr) {
            addSums(dbh, gradientsByState(), biasSums(index, direction), on);
        }
    });
}

/// dx from its first row on: rows of the layer's columns, for the layer below as that has them, else rows `width` wide.
void RecurrentKernel::giveInputGradient(std::int64_t index, float* dx, std::int64_t width, const Rows& rows,
                                        const Lane& on)
{
    const StackSizes& s = m_sizes;
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    const bool alike = s.numbers.gates == s.numbers.gradients; // all directions are one product
    const std::int64_t gates = s.numbers.gates * s.room();
    for (std::int64_t direction = 0; direction < (alike ? 1 : s.directions()); ++direction) {
        multiply(on,
                 {.rows = rows.count,
                  .columns = width,
                  .depth = alike ? s.directions() * gates : gates,
                  .beta = direction == 0 ? 0.0f : 1.0f,
                  .strideA = s.gradientStride(),
                  .strideB = layer.columns.stride},
                 gradientsOf(index, static_cast<Direction>(direction)) + rows.first * s.gradientStride(),
                 layer.Wx.data() + direction * gates * layer.columns.stride, dx + rows.first * width);
    }
}

/// dx of the first layer [T, N, I], where it is wanted; all rows where they are oddly wide.
void RecurrentKernel::giveInputGradient(const Rows& rows, const Lane& on)
{
    float* const dx = m_setup.inputs[0].gradient;
    const InputColumns columns = m_sizes.inputColumns(0);
    if (dx == nullptr) {
        return;
    }
    if (m_sizes.isOddlyWide()) {
        giveInputGradient(0, m_wideDx.data(), columns.stride, rows, on);
        takeRows(m_wideDx.data(), {1, rows.count, rows.count}, {1, columns.width, columns.room}, dx, Onto::Overwrite,
                 on.stream);
    } else {
        giveInputGradient(0, dx, columns.width, rows, on);
    }
}

/// Without any gradient from above.
void RecurrentKernel::giveZeros()
{
    for (const Tensor& input : m_setup.inputs) {
        if (input.gradient != nullptr) {
            m_device.zero(input.gradient, input.count());
        }
    }
}

/// The layers run from the highest down, each a chunk of steps behind the one above. What only the weights' gradients
/// need runs later, beside the next layer or the layers below; likewise all gradients of a single layer's second chunk,
/// beside its first. Products below each layer have a stream of their own, so that no recurrence waits for those of
/// another.
void RecurrentKernel::backward()
{
    if (std::ranges::none_of(m_setup.outputs, [](const Tensor& output) { return output.gradient != nullptr; })) {
        return giveZeros();
    }
    const std::int64_t highest = m_sizes.stack.layers - 1;
    const Lane main = laneOf(m_device), later = m_later;
    const bool isSingle = highest == 0;
    const Rows all{0, m_sizes.rows()}, rest = isSingle ? rowsOf(chunk(0)) : all;
    follow(main, later);
    follow(main, lane(highest));
    for (int steps = m_sizes.chunks; steps-- > 0;) {
        const Chunk now = chunk(steps);
        for (std::int64_t index = highest; index >= 0; --index) {
            runBackward(index, now);
            if (isSingle && steps == 0 && m_sizes.isChunked()) {
                follow(later, main); // dx of the second chunk is there
                addRecurrentWeightGradients(0, rowsOf(chunk(1)), later);
                addInputWeightGradients(0, rowsOf(chunk(1)), later);
            }
            if (index > 0) {
                const Lane products = productLane(index);
                follow(lane(index), products);
                giveInputGradient(index, between(index - 1), m_sizes.columns().stride(), rowsOf(now), products);
                if (m_rule) {
                    dropGradient(dropoutAfter(index - 1), between(index - 1), rowsOf(now), m_sizes.columns(),
                                 products.stream);
                }
                follow(products, lane(index - 1));
            }
            if (isSingle && steps == 1) {
                follow(main, later);
                giveWay(later.stream); // to the recurrence of the first chunk
                giveInputGradient(rowsOf(now), later);
            }
            if (steps == 0) {
                follow(lane(index), later);
                addRecurrentWeightGradients(index, rest, later);
                addBiasGradients(index, later);
                if (index > 0) {
                    addInputWeightGradients(index, all, later);
                }
            }
        }
    }
    addInputWeightGradients(0, rest, later);
    giveInputGradient(rest, main);
    if (!m_device.isForked()) { // else the caller joins
        follow(later, main);
    }
}

} // namespace

bool hasPorts(const LayerSetup& layer)
{
    return layer.inputs.size() > 2 || layer.outputs.size() > 1;
}

RecurrencePlan planFor(const LayerSetup& layer, const CudaDevice& device)
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

/// If no device is known: in bf16 step by step, which every GPU can run.
RecurrencePlan planForMemory(const LayerSetup& layer)
{
    if (const auto* const device = dynamic_cast<const CudaDevice*>(layer.device)) {
        return planFor(layer, *device);
    }
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const std::int64_t units = layer.outputs.at(0).shape[2] / stack.directions;
    if (const Precision precision = layer.precision().value_or(Precision::Bfloat16); precision != Precision::Bfloat16) {
        return {.way = Way::InBlock, .room = roomInBlock(units), .precision = precision};
    }
    return planStepByStep(stack, units, 0);
}

} // namespace

LayerMemory recurrentMemory(const LayerSetup& layer)
{
    return bookingsOf(sizesOf(layer, planForMemory(layer))).memory();
}

} // namespace engine::cuda::fused
