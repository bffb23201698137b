// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/arrays.h"
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/caffe/lstm_step.h"
#include "engine/cuda/products.h"

#include <optional>

namespace engine::cuda::caffe {
namespace {

/// to [N, H] = from · cont of its stream (+ more), one thread an element; `cont` and `more` may be null, `to` may be
/// `from`.
struct GoOn {
    const float *from, *cont, *more;
    std::int64_t units;
    float* to;
    __device__ void operator()(std::int64_t i) const
    {
        const float going = cont != nullptr ? from[i] * cont[quotient(i, units)] : from[i];
        to[i] = more != nullptr ? going + more[i] : going;
    }
};

/// a cut to ±most, one thread an element.
struct Cut {
    float most;
    float* a;
    __device__ void operator()(std::int64_t i) const
    {
        const float value = a[i];
        a[i] = value < -most ? -most : value > most ? most : value;
    }
};

/// LSTM over rows t·N + n: one product for the inputs of all steps, then step by step.
///
///     x [T·N, I], clip [T·N]  ->  h [T·N, H]        Wx [4H, I]  Wh [4H, H]  b [4H]; gates i, f, g, o
class LstmSimpleKernel final : public Kernel {
public:
    explicit LstmSimpleKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_x(layer.inputs.at(0)),
          m_h(layer.outputs.at(0)),
          m_weights(layer.weights),
          m_state(layer.state),
          m_clip(layer.inputs.size() > 1 ? layer.inputs[1].data : nullptr),
          m_threshold(static_cast<float>(floatParam(layer.params, "clipping_threshold")))
    {
        const std::int64_t streams = intParam(layer.params, "batch_size");
        m_extents = {.T = m_h.shape[0] / streams, .N = streams, .I = m_x.shape.count(1), .H = m_h.shape[1]};
        const std::int64_t N = m_extents.N, H = m_extents.H, cells = m_extents.T * N * H;
        m_gates = m_device.allocate(4 * cells);
        m_c = m_device.allocate(cells);
        m_hBefore = m_device.allocate(cells);
        m_cFirst = m_device.allocate(N * H);
        if (layer.training()) {
            m_dh = m_device.allocate(N * H);
            m_dc = m_device.allocate(N * H);
        }
        if (gradientOf(2)) {
            m_columnSums.emplace(m_device, m_extents.T * N, 4 * H);
        }
    }

    void forward(const Pass&) override
    {
        const std::int64_t T = m_extents.T, N = m_extents.N, I = m_extents.I, H = m_extents.H;
        repeatRow(m_device, values(2), m_gates.data(), T * N, 4 * H);
        gemm(m_device, {.rows = T * N, .columns = 4 * H, .depth = I, .b = Transposed::Yes, .beta = 1}, m_x.data,
             values(0), m_gates.data());
        if (!m_state.empty()) {
            m_device.copy(m_state[1].data, m_cFirst.data(), N * H);
        }
        for (std::int64_t t = 0; t < T; ++t) {
            takeBefore(t);
            gemm(m_device, {.rows = N, .columns = 4 * H, .depth = H, .b = Transposed::Yes, .beta = 1}, at(m_hBefore, t),
                 values(1), gatesAt(t));
            lstmStepForward(m_device, stepAt(t), gatesAt(t), gatesAt(t), at(m_c, t), m_h.data + t * N * H);
        }
        if (!m_state.empty()) {
            m_device.copy(m_h.data + (T - 1) * N * H, m_state[0].data, N * H);
            m_device.copy(at(m_c, T - 1), m_state[1].data, N * H);
        }
    }

    void backward() override
    {
        const std::int64_t T = m_extents.T, N = m_extents.N, I = m_extents.I, H = m_extents.H;
        m_device.zero(m_dc.data(), N * H);
        for (std::int64_t t = T; t-- > 0;) {
            takeGradients(t);
            lstmStepBackward(m_device, stepAt(t), gatesAt(t), at(m_c, t),
                             {.dh = m_dh.data(), .dc = m_dc.data(), .da = gatesAt(t), .dcBefore = m_dc.data()});
            if (m_threshold > 0) {
                launchElements(m_device, 4 * N * H, Cut{m_threshold, gatesAt(t)}, "LSTM_SIMPLE backward");
            }
        }
        if (m_x.gradient) {
            gemm(m_device, {.rows = T * N, .columns = I, .depth = 4 * H}, m_gates.data(), values(0), m_x.gradient);
        }
        addWeightGradients();
    }

    std::int64_t workspaceBytes() const override
    {
        const std::int64_t floats =
            m_gates.count() + m_c.count() + m_hBefore.count() + m_cFirst.count() + m_dh.count() + m_dc.count();
        return floats * std::int64_t{sizeof(float)} + (m_columnSums ? m_columnSums->bytes() : 0);
    }

private:
    struct Extents {
        std::int64_t T, N, I, H;
    };

    const float* values(std::size_t weight) const { return m_weights.values[weight].data(); }
    float* gradientOf(std::size_t weight) const
    {
        return weight < m_weights.gradients.size() ? m_weights.gradients[weight].data() : nullptr;
    }
    std::int64_t rowCells() const { return m_extents.N * m_extents.H; } ///< of one step
    float* gatesAt(std::int64_t t) const { return m_gates.data() + t * 4 * rowCells(); }
    float* at(const Buffer& cells, std::int64_t t) const { return cells.data() + t * rowCells(); }
    const float* marks(std::int64_t t) const { return m_clip ? m_clip + t * m_extents.N : nullptr; }

    LstmStep stepAt(std::int64_t t) const
    {
        return {.streams = m_extents.N,
                .units = m_extents.H,
                .cont = marks(t),
                .cBefore = t == 0 ? m_cFirst.data() : at(m_c, t - 1)};
    }

    /// hBefore_t = cont_t · h_{t-1}
    void takeBefore(std::int64_t t)
    {
        const float* const before = t > 0             ? m_h.data + (t - 1) * rowCells()
                                    : m_state.empty() ? nullptr
                                                      : m_state[0].data;
        if (before) { // else zero since it was allocated
            launchElements(m_device, rowCells(), GoOn{before, marks(t), nullptr, m_extents.H, at(m_hBefore, t)},
                           "LSTM_SIMPLE");
        }
    }

    /// dh_t = dy_t + cont_{t+1} · da_{t+1} Wh
    void takeGradients(std::int64_t t)
    {
        const std::int64_t N = m_extents.N, H = m_extents.H;
        const float* const dy = m_h.gradient ? m_h.gradient + t * N * H : nullptr;
        if (t + 1 == m_extents.T) {
            dy ? m_device.copy(dy, m_dh.data(), N * H) : m_device.zero(m_dh.data(), N * H);
            return;
        }
        gemm(m_device, {.rows = N, .columns = H, .depth = 4 * H}, gatesAt(t + 1), values(1), m_dh.data());
        launchElements(m_device, N * H, GoOn{m_dh.data(), marks(t + 1), dy, H, m_dh.data()}, "LSTM_SIMPLE backward");
    }

    void addWeightGradients()
    {
        const std::int64_t T = m_extents.T, N = m_extents.N, I = m_extents.I, H = m_extents.H;
        const auto addProduct = [&](const float* right, std::int64_t width, float* gradient) {
            if (gradient) {
                gemm(m_device, {.rows = 4 * H, .columns = width, .depth = T * N, .a = Transposed::Yes, .beta = 1},
                     m_gates.data(), right, gradient);
            }
        };
        addProduct(m_x.data, I, gradientOf(0));
        addProduct(m_hBefore.data(), H, gradientOf(1));
        if (float* const db = gradientOf(2)) {
            m_columnSums->addTo(m_gates.data(), db);
        }
    }

    CudaDevice& m_device;
    Tensor m_x, m_h;
    CanonicalWeights m_weights;
    std::vector<Tensor> m_state; ///< h, c; empty without clip
    const float* m_clip;         ///< null where there is none: every pass is one sequence from zero
    float m_threshold;           ///< 0: nothing is clipped
    Extents m_extents{};
    Buffer m_gates;        ///< [T, N, 4H]; on the way back their gradients take their place
    Buffer m_c, m_hBefore; ///< [T, N, H]
    Buffer m_cFirst;       ///< [N, H]
    Buffer m_dh, m_dc;     ///< [N, H], of the step under way
    std::optional<ColumnSums> m_columnSums;
};

} // namespace

std::unique_ptr<Kernel> makeLstmSimple(const LayerSetup& layer)
{
    return std::make_unique<LstmSimpleKernel>(layer);
}

} // namespace engine::cuda::caffe
