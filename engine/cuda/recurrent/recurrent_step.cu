// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/block_sums.h"
#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/device_array.h"
#include "engine/cuda/recurrent/recurrent_step.h"
#include "engine/kernels/gru_cell.h"
#include "engine/kernels/lstm_cell.h"
#include "engine/kernels/rnn_cell.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

namespace engine::cuda {
namespace {

constexpr int maxStreams = 4;
constexpr int unitsOfBlock = 4; ///< a warp each

/// One of the stacked layers: x [N, I], cont [N], Wx [G·H, I], Wh [G·H, H], b [G·H], bh [G·H], h and c [N, H] before
/// and after, y [N, H] apart from h. Of a cell without them bh and c are null. `done` is zero before and after.
struct StepOfLayer {
    const float *x, *cont, *Wx, *Wh, *b, *bh;
    float *h, *c, *y;
    unsigned* done;
    int I, H;
};

// What a cell makes of its sums: `gates` products with Wx, `sums` numbers in all. The products with Wh are added to
// those with Wx, or, in a cell whose recurrent products have a bias of their own, follow them.

struct LstmFormula {
    static constexpr int gates = 4, sums = 4;
    static constexpr bool hasC = true;

    /// h_t, from the sums with their biases; c becomes c_t.
    __device__ static float step(const float (&a)[sums], float, float& c)
    {
        const LstmGates<float> active = lstmGates(LstmGates<float>{a[0], a[1], a[2], a[3]});
        const LstmCell<float> cell = lstmForward(active, c);
        c = cell.c;
        return cell.h;
    }
};

struct GruFormula {
    static constexpr int gates = 3, sums = 6;
    static constexpr bool hasC = false;

    __device__ static float step(const float (&a)[sums], float hBefore, float&)
    {
        return gruForward(gruGates(GruGates<float>{a[0], a[1], a[2]}, GruGates<float>{a[3], a[4], a[5]}), hBefore);
    }
};

struct RnnTanhFormula {
    static constexpr int gates = 1, sums = 1;
    static constexpr bool hasC = false;
    __device__ static float step(const float (&a)[sums], float, float&) { return rnnTanhForward(a[0]); }
};

struct RnnReluFormula {
    static constexpr int gates = 1, sums = 1;
    static constexpr bool hasC = false;
    __device__ static float step(const float (&a)[sums], float, float&) { return rnnReluForward(a[0]); }
};

/// sums[First + gate][n] += this lane's part of W[gate H + unit] · x[n], for the gates of a unit: W [G·H, width], x [N,
/// width], stream n left out where keep[n] is not set.
template <int Gates, int First, int Sums, int N>
__device__ void addProducts(float (&sums)[Sums][N], const float* W, int H, int unit, const float* x, int width,
                            const bool (&keep)[N])
{
    const int lane = static_cast<int>(threadIdx.x % 32);
    const std::int64_t gate = std::int64_t{H} * width; // from a gate's row of W to the next one's
    const float* const rows = W + std::int64_t{unit} * width;
    // Every row of W then starts at a multiple of 16 bytes; x may lie inside another tensor.
    if (width % 4 == 0 && reinterpret_cast<std::uintptr_t>(x) % sizeof(float4) == 0) {
#pragma unroll 4
        for (int k = 4 * lane; k < width; k += 128) {
            float4 values[N];
            for (int n = 0; n < N; ++n) {
                values[n] = keep[n] ? *reinterpret_cast<const float4*>(x + n * width + k) : float4{0, 0, 0, 0};
            }
            for (int g = 0; g < Gates; ++g) {
                const float4 w = __ldg(reinterpret_cast<const float4*>(rows + g * gate + k));
                for (int n = 0; n < N; ++n) {
                    sums[First + g][n] += w.x * values[n].x + w.y * values[n].y + w.z * values[n].z + w.w * values[n].w;
                }
            }
        }
        return;
    }
    for (int k = lane; k < width; k += 32) {
        for (int n = 0; n < N; ++n) {
            const float value = keep[n] ? x[n * width + k] : 0;
            for (int g = 0; g < Gates; ++g) {
                sums[First + g][n] += __ldg(rows + g * gate + k) * value;
            }
        }
    }
}

/// One warp a unit: its lanes share the products, then lane n has the cell of stream n. Other blocks read h until they
/// are done, so h_t goes to y, and the block that is done last copies it to h.
template <typename Formula, int N>
__global__ void __launch_bounds__(32 * unitsOfBlock) stepOfLayer(StepOfLayer s)
{
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int unit = static_cast<int>(blockIdx.x) * unitsOfBlock + static_cast<int>(threadIdx.x / 32);
    if (unit < s.H) {
        bool all[N], keep[N];
        for (int n = 0; n < N; ++n) {
            all[n] = true;
            keep[n] = s.cont[n] != 0;
        }
        constexpr int gates = Formula::gates, firstRecurrent = Formula::sums - gates;
        float sums[Formula::sums][N] = {};
        addProducts<gates, 0>(sums, s.Wx, s.H, unit, s.x, s.I, all);
        addProducts<gates, firstRecurrent>(sums, s.Wh, s.H, unit, s.h, s.H, keep);
        float mine[Formula::sums] = {};
        for (int sum = 0; sum < Formula::sums; ++sum) {
            const float bias = sum < gates ? s.b[sum * s.H + unit] : s.bh[(sum - gates) * s.H + unit];
            for (int n = 0; n < N; ++n) {
                for (int distance = 16; distance > 0; distance /= 2) {
                    sums[sum][n] += __shfl_xor_sync(wholeWarp, sums[sum][n], distance);
                }
                mine[sum] = lane == n ? sums[sum][n] + bias : mine[sum];
            }
        }
        if (lane < N) {
            const int place = lane * s.H + unit;
            const bool goesOn = s.cont[lane] != 0;
            float c = 0;
            if constexpr (Formula::hasC) {
                c = goesOn ? s.c[place] : 0.0f;
            }
            s.y[place] = Formula::step(mine, goesOn ? s.h[place] : 0.0f, c);
            if constexpr (Formula::hasC) {
                s.c[place] = c;
            }
        }
    }

    if (!isLastBlock(s.done, gridDim.x)) {
        return;
    }
    for (int place = static_cast<int>(threadIdx.x); place < N * s.H; place += static_cast<int>(blockDim.x)) {
        s.h[place] = __ldcg(s.y + place);
    }
}

using Step = void (*)(StepOfLayer);

template <typename Formula>
constexpr std::array<Step, maxStreams> byStreams = {stepOfLayer<Formula, 1>, stepOfLayer<Formula, 2>,
                                                    stepOfLayer<Formula, 3>, stepOfLayer<Formula, 4>};

/// For 1, 2, ... streams; null for a cell that has no formula above.
const Step* stepsOf(const Cell& cell)
{
    switch (cell.kind) {
    case Cell::Kind::Lstm:
        return byStreams<LstmFormula>.data();
    case Cell::Kind::Gru:
        return byStreams<GruFormula>.data();
    case Cell::Kind::RnnTanh:
        return byStreams<RnnTanhFormula>.data();
    case Cell::Kind::RnnRelu:
        return byStreams<RnnReluFormula>.data();
    case Cell::Kind::Typed:
        break;
    }
    return nullptr;
}

class RecurrentStepKernel final : public Kernel {
public:
    explicit RecurrentStepKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_input(layer.inputs.at(0)),
          m_cont(layer.inputs.at(1)),
          m_output(layer.outputs.at(0)),
          m_weights(layer.weights),
          m_state(layer.state),
          m_stack(*recurrentStack(*layer.type, layer.params)),
          m_layers(m_stack.layers),
          m_streams(static_cast<int>(m_input.shape[1])),
          m_width(static_cast<int>(m_input.shape.count(2))),
          m_units(static_cast<int>(intParam(layer.params, "num_output"))),
          m_between(m_device.allocate((m_layers - 1) * stateFloats())),
          m_done(m_device, 1)
    {}

    void forward(const Pass&) override
    {
        const float* x = m_input.data;
        for (std::int64_t layer = 0; layer < m_layers; ++layer) {
            const auto weight = [&](RecurrentWeight which) {
                return m_weights.values[m_stack.weight(layer, Direction::Forward, which)].data();
            };
            const auto states = static_cast<std::size_t>(m_stack.cell->stateCount());
            const std::size_t first = static_cast<std::size_t>(layer) * states;
            float* const y = layer + 1 == m_layers ? m_output.data : m_between.data() + layer * stateFloats();
            launch({.x = x,
                    .cont = m_cont.data,
                    .Wx = weight(RecurrentWeight::Wx),
                    .Wh = weight(RecurrentWeight::Wh),
                    .b = weight(RecurrentWeight::b),
                    .bh = m_stack.cell->recurrentBias ? weight(RecurrentWeight::bh) : nullptr,
                    .h = m_state[first].data,
                    .c = states > 1 ? m_state[first + 1].data : nullptr,
                    .y = y,
                    .done = m_done.data(),
                    .I = layer == 0 ? m_width : m_units,
                    .H = m_units});
            x = y;
        }
    }

    void backward() override { assert(!"the phase RUN has no backward pass"); }

    std::int64_t workspaceBytes() const override
    {
        return m_between.count() * static_cast<std::int64_t>(sizeof(float));
    }

    std::string_view method() const override { return "STEP"; }

private:
    std::int64_t stateFloats() const { return std::int64_t{m_streams} * m_units; }

    void launch(const StepOfLayer& step)
    {
        const auto blocks = static_cast<unsigned>((m_units + unitsOfBlock - 1) / unitsOfBlock);
        stepsOf(*m_stack.cell)[m_streams - 1]<<<blocks, 32 * unitsOfBlock, 0, m_device.stream()>>>(step);
        checkLaunch("one recurrent step");
    }

    CudaDevice& m_device;
    Tensor m_input, m_cont, m_output;
    CanonicalWeights m_weights;
    std::vector<Tensor> m_state;
    RecurrentStack m_stack;
    std::int64_t m_layers;
    int m_streams, m_width, m_units;
    Buffer m_between; ///< y of all stacked layers but the last, [N, H] each
    DeviceArray<unsigned> m_done;
};

} // namespace

bool isRecurrentStep(const LayerSetup& layer)
{
    const std::optional<RecurrentStack> stack = recurrentStack(*layer.type, layer.params);
    return stack && stepsOf(*stack->cell) != nullptr && !stack->rows && !stack->isBidirectional() &&
           layer.phase == Phase::Run && layer.inputs.size() == 2 && layer.outputs.size() == 1 &&
           layer.inputs[0].shape[0] == 1 && layer.inputs[0].shape[1] <= maxStreams;
}

std::unique_ptr<Kernel> makeRecurrentStep(const LayerSetup& layer)
{
    assert(isRecurrentStep(layer));
    return std::make_unique<RecurrentStepKernel>(layer);
}

} // namespace engine::cuda
