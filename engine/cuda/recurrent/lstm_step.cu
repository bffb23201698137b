// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/device_array.h"
#include "engine/cuda/recurrent/lstm_step.h"
#include "engine/kernels/lstm_cell.h"

#include <cstdint>
#include <vector>

namespace engine::cuda {
namespace {

constexpr int mostStreams = 4;
constexpr unsigned wholeWarp = 0xFFFFFFFFu;
constexpr int unitsOfBlock = 4; ///< a warp each

/// One of the stacked layers: x [N, I], cont [N], Wx [4H, I], Wh [4H, H], b [4H], h and c [N, H] before and after,
/// y [N, H] apart from h. `done` is zero before and after.
struct StepOfLayer {
    const float *x, *cont, *Wx, *Wh, *b;
    float *h, *c, *y;
    unsigned* done;
    int I, H;
};

/// sums[gate][n] += this lane's part of W[gate H + unit] · x[n], for the four gates of a unit: W [4H, width], x [N,
/// width], stream n left out where keep[n] is not set.
template <int N>
__device__ void addProducts(float (&sums)[4][N], const float* W, int H, int unit, const float* x, int width,
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
            for (int g = 0; g < 4; ++g) {
                const float4 w = __ldg(reinterpret_cast<const float4*>(rows + g * gate + k));
                for (int n = 0; n < N; ++n) {
                    sums[g][n] += w.x * values[n].x + w.y * values[n].y + w.z * values[n].z + w.w * values[n].w;
                }
            }
        }
        return;
    }
    for (int k = lane; k < width; k += 32) {
        for (int n = 0; n < N; ++n) {
            const float value = keep[n] ? x[n * width + k] : 0;
            for (int g = 0; g < 4; ++g) {
                sums[g][n] += __ldg(rows + g * gate + k) * value;
            }
        }
    }
}

/// One warp a unit: its lanes share the products, then lane n has the cell of stream n. Other blocks read h until they
/// are done, so h_t goes to y, and the block that is done last copies it to h.
template <int N>
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
        float sums[4][N] = {};
        addProducts<N>(sums, s.Wx, s.H, unit, s.x, s.I, all);
        addProducts<N>(sums, s.Wh, s.H, unit, s.h, s.H, keep);
        float mine[4] = {};
        for (int g = 0; g < 4; ++g) {
            for (int n = 0; n < N; ++n) {
                for (int distance = 16; distance > 0; distance /= 2) {
                    sums[g][n] += __shfl_xor_sync(wholeWarp, sums[g][n], distance);
                }
                mine[g] = lane == n ? sums[g][n] + s.b[g * s.H + unit] : mine[g];
            }
        }
        if (lane < N) {
            const int place = lane * s.H + unit;
            const LstmGates<float> gates = lstmGates(LstmGates<float>{mine[0], mine[1], mine[2], mine[3]});
            const LstmCell<float> cell = lstmForward(gates, s.cont[lane] != 0 ? s.c[place] : 0.0f);
            s.c[place] = cell.c;
            s.y[place] = cell.h;
        }
    }

    __shared__ bool last;
    __threadfence(); // this thread's part of y is there for all before its block is counted
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicAdd(s.done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) {
        return;
    }
    __threadfence();
    for (int place = static_cast<int>(threadIdx.x); place < N * s.H; place += static_cast<int>(blockDim.x)) {
        s.h[place] = __ldcg(s.y + place);
    }
    if (threadIdx.x == 0) {
        *s.done = 0;
    }
}

class LstmStepKernel final : public Kernel {
public:
    explicit LstmStepKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_input(layer.inputs.at(0)),
          m_cont(layer.inputs.at(1)),
          m_output(layer.outputs.at(0)),
          m_weights(layer.weights),
          m_state(layer.state),
          m_layers(layer.state.size() / 2),
          m_streams(static_cast<int>(m_input.shape[1])),
          m_width(static_cast<int>(m_input.shape.count(2))),
          m_units(static_cast<int>(intParam(layer.params, "num_output"))),
          m_between(m_device.allocate(static_cast<std::int64_t>(m_layers - 1) * stateFloats())),
          m_done(m_device, 1)
    {}

    void forward(const Pass&) override
    {
        const float* x = m_input.data;
        for (std::size_t layer = 0; layer < m_layers; ++layer) {
            float* const y = layer + 1 == m_layers
                                 ? m_output.data
                                 : m_between.data() + static_cast<std::int64_t>(layer) * stateFloats();
            launch({.x = x,
                    .cont = m_cont.data,
                    .Wx = m_weights.values[3 * layer].data(),
                    .Wh = m_weights.values[3 * layer + 1].data(),
                    .b = m_weights.values[3 * layer + 2].data(),
                    .h = m_state[2 * layer].data,
                    .c = m_state[2 * layer + 1].data,
                    .y = y,
                    .done = m_done.data(),
                    .I = layer == 0 ? m_width : m_units,
                    .H = m_units});
            x = y;
        }
    }

    void backward() override { assert(!"the phase RUN has no way back"); }

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
        using Step = void (*)(StepOfLayer);
        constexpr Step byStreams[mostStreams] = {stepOfLayer<1>, stepOfLayer<2>, stepOfLayer<3>, stepOfLayer<4>};
        byStreams[m_streams - 1]<<<blocks, 32 * unitsOfBlock, 0, m_device.stream()>>>(step);
        checkLaunch("LSTM, one step");
    }

    CudaDevice& m_device;
    Tensor m_input, m_cont, m_output;
    CanonicalWeights m_weights;
    std::vector<Tensor> m_state;
    std::size_t m_layers; ///< stacked
    int m_streams, m_width, m_units;
    Buffer m_between; ///< y of all stacked layers but the last, [N, H] each
    DeviceArray<unsigned> m_done;
};

} // namespace

bool isLstmStep(const LayerSetup& layer)
{
    const std::optional<RecurrentStack> stack = recurrentStack(*layer.type, layer.params);
    return stack && stack->cell->kind == Cell::Kind::Lstm && !stack->isBidirectional() && layer.phase == Phase::Run &&
           layer.inputs.size() == 2 && layer.outputs.size() == 1 && layer.inputs[0].shape[0] == 1 &&
           layer.inputs[0].shape[1] <= mostStreams;
}

std::unique_ptr<Kernel> makeLstmStep(const LayerSetup& layer)
{
    assert(isLstmStep(layer));
    return std::make_unique<LstmStepKernel>(layer);
}

} // namespace engine::cuda
