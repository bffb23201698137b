// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/fused/edges.h"
#include "engine/cuda/fused/fused_engine.h"
#include "engine/cuda/fused/recurrence.h"
#include "engine/cuda/products.h"

#include <optional>
#include <vector>

namespace engine::cuda::fused {
namespace {

constexpr std::size_t weightsOfLayer = 3; ///< Wx, Wh, b
constexpr std::size_t statesOfLayer = 2;  ///< h, c

/// How wide a row of bfloat16s lies: the next multiple of 8, which the tensor cores want.
constexpr std::int64_t roomFor(std::int64_t width)
{
    return (width + 7) / 8 * 8;
}

/// bfloat16s in a device's memory.
class HalfBuffer {
public:
    HalfBuffer() = default;
    HalfBuffer(Device& device, std::int64_t count) : m_memory(device.allocate((count + 1) / 2)) {}

    __nv_bfloat16* data() const { return reinterpret_cast<__nv_bfloat16*>(m_memory.data()); }
    std::int64_t bytes() const { return m_memory.count() * std::int64_t{sizeof(float)}; }

private:
    Buffer m_memory;
};

/// L stacked LSTMs: the products by x and the gradients of the weights over all steps at once, by cuBLAS, and between
/// them the recurrence (recurrence.h). All factors are bfloat16; sums, cell states and gradients of weights are floats.
///
///     a   = Wx x_t + b + cont_t · Wh h_{t-1}                    (all Wx x_t before, one product)
///     da  by the recurrence;   dWx += daᵀ x   dWh += daᵀ (cont h)   db += Σ da   dx = da Wx
class LstmKernel final : public Kernel {
public:
    explicit LstmKernel(const LayerSetup& setup);

    void forward(const Pass& pass) override;
    void backward() override;
    std::int64_t workspaceBytes() const override;

private:
    /// What one of the stacked layers keeps from forward to backward.
    struct Layer {
        std::int64_t width, room; ///< of its input; see roomFor
        HalfBuffer Wx;            ///< [4H, room]
        HalfBuffer WxByUnit;      ///< [H, 4, room], in clusters: the gates of a unit side by side
        HalfBuffer x;             ///< [T, N, room]; none where it reads what the layer below put out as it is
        HalfBuffer h;             ///< [T + 1, N, H]
        HalfBuffer gates;         ///< see keptSizes; none without a backward pass
        Buffer c;                 ///< see keptSizes
    };

    std::int64_t cells() const { return m_shape.steps * stateCells(); }
    std::int64_t stateCells() const { return std::int64_t{m_shape.streams} * m_shape.units; }
    std::int64_t rows() const { return std::int64_t{m_shape.steps} * m_shape.streams; }
    const float* weight(std::size_t layer, std::size_t which) const
    {
        return m_setup.weights.values[layer * weightsOfLayer + which].data();
    }
    float* gradient(std::size_t layer, std::size_t which) const
    {
        const std::size_t index = layer * weightsOfLayer + which;
        return index < m_setup.weights.gradients.size() ? m_setup.weights.gradients[index].data() : nullptr;
    }
    const __nv_bfloat16* inputOf(std::size_t layer) const
    {
        const Layer& one = m_layers[layer];
        return one.x.bytes() > 0 ? one.x.data() : m_layers[layer - 1].h.data() + stateCells();
    }
    StackedDropout dropoutAfter(std::size_t layer) const
    {
        return {*m_rule, stackedDropoutKey(m_random, static_cast<std::int64_t>(layer)), m_pass};
    }

    void packWeights();
    void takeInput(std::size_t layer);
    void runForward(std::size_t layer);
    void runBackward(std::size_t layer, const float* dy);
    void addWeightGradients(std::size_t layer);
    void giveInputGradient(std::size_t layer, float* dx);

    LayerSetup m_setup;
    CudaDevice& m_device;
    RecurrenceShape m_shape;
    RecurrencePlan m_plan;
    std::optional<DropoutRule> m_rule; ///< between the layers, in training
    RandomStream m_random;
    PackOnChange m_packing;
    Pass m_pass; ///< the last: backward draws its masks once more

    std::vector<Layer> m_layers;
    Buffer m_inputs;     ///< Wx x of one layer [T, N, 4H]
    HalfBuffer m_dGates; ///< of one layer [T, N, 4H]
    Buffer m_biasSums;   ///< [N, 4H]
    Buffer m_between;    ///< gradient by what one layer gave the next [T, N, H]
};

LstmKernel::LstmKernel(const LayerSetup& setup)
    : m_setup(setup),
      m_device(cudaDevice(*setup.device)),
      m_shape{static_cast<int>(setup.outputs.at(0).shape[0]), static_cast<int>(setup.outputs[0].shape[1]),
              static_cast<int>(setup.outputs[0].shape[2])},
      m_plan(*planOf(m_device, m_shape.units, m_shape.streams)),
      m_random(maskStream(setup.random, intParam(setup.params, "dropout_seed")))
{
    const double ratio = floatParam(setup.params, "dropout_ratio");
    if (setup.training() && ratio > 0) {
        m_rule = dropoutRule(ratio);
    }
    const std::int64_t H = m_shape.units;
    const std::size_t layers = setup.weights.values.size() / weightsOfLayer;
    for (std::size_t index = 0; index < layers; ++index) {
        const std::int64_t width = index == 0 ? setup.inputs[0].shape.count(2) : H;
        Layer layer{
            .width = width, .room = roomFor(width), .Wx = {}, .WxByUnit = {}, .x = {}, .h = {}, .gates = {}, .c = {}};
        layer.Wx = HalfBuffer(m_device, 4 * H * layer.room);
        if (m_plan.inClusters) {
            layer.WxByUnit = HalfBuffer(m_device, 4 * H * layer.room);
        }
        if (index == 0 || m_rule) {
            layer.x = HalfBuffer(m_device, rows() * layer.room);
        }
        layer.h = HalfBuffer(m_device, cells() + stateCells());
        const KeptSizes kept = keptSizes(m_plan, m_shape);
        layer.c = m_device.allocate(kept.c);
        if (setup.training()) {
            layer.gates = HalfBuffer(m_device, kept.gates);
        }
        m_layers.push_back(std::move(layer));
    }
    m_inputs = m_device.allocate(4 * cells());
    if (setup.training()) {
        m_dGates = HalfBuffer(m_device, 4 * cells());
        m_biasSums = m_device.allocate(4 * stateCells());
        if (layers > 1) {
            m_between = m_device.allocate(cells());
        }
    }
}

/// Wx as the products want it; the recurrence reads Wh as it is.
void LstmKernel::packWeights()
{
    m_packing.refresh(m_setup.weights, [&](const CanonicalWeights&) {
        for (std::size_t index = 0; index < m_layers.size(); ++index) {
            const Layer& layer = m_layers[index];
            toBfloat16(weight(index, 0), layer.Wx.data(), 4 * m_shape.units, layer.width, layer.room,
                       m_device.stream());
            if (m_plan.inClusters) {
                gatesByUnit(layer.Wx.data(), layer.WxByUnit.data(), m_shape.units, layer.room, m_device.stream());
            }
        }
    });
}

void LstmKernel::takeInput(std::size_t index)
{
    const Layer& layer = m_layers[index];
    if (index == 0) {
        toBfloat16(m_setup.inputs[0].data, layer.x.data(), rows(), layer.width, layer.room, m_device.stream());
    } else if (m_rule) {
        drop(dropoutAfter(index - 1), m_layers[index - 1].h.data() + stateCells(), layer.x.data(), cells(),
             m_device.stream());
    }
}

void LstmKernel::runForward(std::size_t index)
{
    const Layer& layer = m_layers[index];
    takeInput(index);
    const HalfBuffer& Wx = m_plan.inClusters ? layer.WxByUnit : layer.Wx;
    gemm(m_device, {.rows = rows(), .columns = 4 * m_shape.units, .depth = layer.room, .b = Transposed::Yes},
         inputOf(index), Wx.data(), m_inputs.data());
    float* const h = m_setup.state[statesOfLayer * index].data;
    float* const c = m_setup.state[statesOfLayer * index + 1].data;
    const bool highest = index + 1 == m_layers.size();
    launch(m_plan,
           ForwardRecurrence{.shape = m_shape,
                             .Wh = weight(index, 1),
                             .b = weight(index, 2),
                             .inputs = m_inputs.data(),
                             .cont = m_setup.inputs[1].data,
                             .firstH = h,
                             .firstC = c,
                             .lastH = h,
                             .lastC = c,
                             .h = layer.h.data(),
                             .y = highest ? m_setup.outputs[0].data : nullptr,
                             .keptC = layer.c.data(),
                             .keptGates = m_setup.training() ? layer.gates.data() : nullptr},
           m_device.stream());
}

void LstmKernel::forward(const Pass& pass)
{
    m_pass = pass;
    packWeights();
    for (std::size_t index = 0; index < m_layers.size(); ++index) {
        runForward(index);
    }
}

void LstmKernel::runBackward(std::size_t index, const float* dy)
{
    const Layer& layer = m_layers[index];
    launch(m_plan,
           BackwardRecurrence{.shape = m_shape,
                              .Wh = weight(index, 1),
                              .cont = m_setup.inputs[1].data,
                              .dy = dy,
                              .keptC = layer.c.data(),
                              .keptGates = layer.gates.data(),
                              .dGates = m_dGates.data(),
                              .db = m_biasSums.data()},
           m_device.stream());
}

void LstmKernel::addWeightGradients(std::size_t index)
{
    const Layer& layer = m_layers[index];
    const std::int64_t H = m_shape.units;
    if (float* const dWx = gradient(index, 0)) {
        gemm(m_device,
             {.rows = 4 * H,
              .columns = layer.width,
              .depth = rows(),
              .a = Transposed::Yes,
              .beta = 1,
              .strideB = layer.room},
             m_dGates.data(), inputOf(index), dWx);
    }
    if (float* const dWh = gradient(index, 1)) {
        // Marked last: the layer above has read h by now, and a mark belongs to the step after. So one forward allows
        // one backward.
        markRows(m_setup.inputs[1].data, layer.h.data(), rows(), H, m_device.stream());
        gemm(m_device, {.rows = 4 * H, .columns = H, .depth = rows(), .a = Transposed::Yes, .beta = 1}, m_dGates.data(),
             layer.h.data(), dWh);
    }
    if (float* const db = gradient(index, 2)) {
        addRows(m_biasSums.data(), m_shape.streams, 4 * H, db, m_device.stream());
    }
}

void LstmKernel::giveInputGradient(std::size_t index, float* dx)
{
    const Layer& layer = m_layers[index];
    gemm(m_device,
         {.rows = rows(), .columns = layer.width, .depth = 4 * std::int64_t{m_shape.units}, .strideB = layer.room},
         m_dGates.data(), layer.Wx.data(), dx);
}

void LstmKernel::backward()
{
    const float* dy = m_setup.outputs[0].gradient;
    float* const dx = m_setup.inputs[0].gradient;
    if (dy == nullptr) {
        if (dx != nullptr) {
            m_device.zero(dx, m_setup.inputs[0].count());
        }
        return;
    }
    for (std::size_t index = m_layers.size(); index-- > 0;) {
        runBackward(index, dy);
        addWeightGradients(index);
        if (index > 0) {
            giveInputGradient(index, m_between.data());
            if (m_rule) {
                dropGradient(dropoutAfter(index - 1), m_between.data(), cells(), m_device.stream());
            }
            dy = m_between.data();
        } else if (dx != nullptr) {
            giveInputGradient(index, dx);
        }
    }
}

std::int64_t LstmKernel::workspaceBytes() const
{
    std::int64_t floats = m_inputs.count() + m_biasSums.count() + m_between.count();
    std::int64_t bytes = m_dGates.bytes();
    for (const Layer& layer : m_layers) {
        bytes += layer.Wx.bytes() + layer.WxByUnit.bytes() + layer.x.bytes() + layer.h.bytes() + layer.gates.bytes();
        floats += layer.c.count();
    }
    return bytes + floats * std::int64_t{sizeof(float)};
}

} // namespace

std::unique_ptr<Kernel> makeLstm(const LayerSetup& layer)
{
    return std::make_unique<LstmKernel>(layer);
}

namespace {

/// Without a device, or where this one refuses, as a GPU of compute capability 9.0 that runs any number of groups.
RecurrencePlan planForMemory(const CudaDevice* device, std::int64_t units, std::int64_t streams)
{
    if (device != nullptr) {
        if (const std::optional<RecurrencePlan> plan = planOf(*device, units, streams)) {
            return *plan;
        }
    }
    constexpr int rows = 8;
    return {.groups = static_cast<int>((streams + rows - 1) / rows),
            .rows = rows,
            .blocksOfGroup = 1,
            .inClusters = isForClusters(units)};
}

} // namespace

LayerMemory lstmMemory(const LayerSetup& layer)
{
    const Shape& h = layer.outputs.at(0).shape;
    const std::int64_t rows = h[0] * h[1], H = h[2], cells = rows * H, state = h[1] * H;
    const auto* const device = dynamic_cast<const CudaDevice*>(layer.device);
    const RecurrencePlan plan = planForMemory(device, H, h[1]);
    const KeptSizes keptOfLayer =
        keptSizes(plan, {static_cast<int>(h[0]), static_cast<int>(h[1]), static_cast<int>(H)});
    const std::int64_t layers = recurrentStack(*layer.type, layer.params)->layers;
    const bool drops = floatParam(layer.params, "dropout_ratio") > 0;
    constexpr std::int64_t half = sizeof(__nv_bfloat16), whole = sizeof(float);

    LayerMemory memory;
    for (std::int64_t index = 0; index < layers; ++index) {
        const std::int64_t room = roomFor(index == 0 ? layer.inputs.at(0).shape.count(2) : H);
        const std::int64_t x = index == 0 || drops ? rows * room : 0;
        memory.kept += half * (x + cells + state + keptOfLayer.gates) + whole * keptOfLayer.c;
        memory.workspace += (plan.inClusters ? 2 : 1) * half * 4 * H * room; // Wx
    }
    const std::int64_t between = layers > 1 ? cells : 0;
    memory.workspace += whole * (4 * cells + 4 * state + between) + half * 4 * cells;
    return memory;
}

} // namespace engine::cuda::fused
