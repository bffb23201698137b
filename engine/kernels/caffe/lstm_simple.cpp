// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/gemm.h"
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"
#include "engine/kernels/lstm_rows.h"

#include <algorithm>

namespace engine::caffe {
namespace {

/// LSTM over rows t·N + n: one product for the inputs of all steps, then step by step.
///
///     x [T·N, I], clip [T·N]  ->  h [T·N, H]        Wx [4H, I]  Wh [4H, H]  b [4H]; gates i, f, g, o
class LstmSimpleKernel final : public Kernel {
public:
    explicit LstmSimpleKernel(const LayerSetup& layer)
        : m_x(layer.inputs.at(0)),
          m_h(layer.outputs.at(0)),
          m_weights(layer.weights),
          m_state(layer.state),
          m_clip(layer.inputs.size() > 1 ? layer.inputs[1].data : nullptr),
          m_threshold(static_cast<float>(floatParam(layer.params, "clipping_threshold")))
    {
        const std::int64_t streams = intParam(layer.params, "batch_size");
        m_extents = {.T = m_h.shape[0] / streams, .N = streams, .I = m_x.shape.count(1), .H = m_h.shape[1]};
        const std::int64_t N = m_extents.N, H = m_extents.H, cells = m_extents.T * N * H;
        m_gates = layer.device->allocate(4 * cells);
        m_c = layer.device->allocate(cells);
        m_hBefore = layer.device->allocate(cells);
        m_cFirst = layer.device->allocate(N * H);
        if (layer.training()) {
            m_dh = layer.device->allocate(N * H);
            m_dc = layer.device->allocate(N * H);
        }
    }

    void forward(const Pass&) override
    {
        const std::int64_t T = m_extents.T, N = m_extents.N, I = m_extents.I, H = m_extents.H;
        repeatRow(values(2), m_gates.data(), T * N, 4 * H);
        gemm({.rows = T * N, .columns = 4 * H, .depth = I, .b = Transposed::Yes, .beta = 1}, m_x.data, values(0),
             m_gates.data());
        if (!m_state.empty()) {
            copyTo(m_state[1].data, m_cFirst.data(), N * H);
        }
        for (std::int64_t t = 0; t < T; ++t) {
            takeBefore(t);
            gemm({.rows = N, .columns = 4 * H, .depth = H, .b = Transposed::Yes, .beta = 1}, at(m_hBefore, t),
                 values(1), gatesAt(t));
            lstmStepForward(stepAt(t), gatesAt(t), gatesAt(t), at(m_c, t), m_h.data + t * N * H);
        }
        if (!m_state.empty()) {
            copyTo(m_h.data + (T - 1) * N * H, m_state[0].data, N * H);
            copyTo(at(m_c, T - 1), m_state[1].data, N * H);
        }
    }

    void backward() override
    {
        const std::int64_t T = m_extents.T, N = m_extents.N, I = m_extents.I, H = m_extents.H;
        clear(m_dc.data(), N * H);
        for (std::int64_t t = T; t-- > 0;) {
            takeGradients(t);
            lstmStepBackward(stepAt(t), gatesAt(t), at(m_c, t),
                             {.dh = m_dh.data(), .dc = m_dc.data(), .da = gatesAt(t), .dcBefore = m_dc.data()});
            clip(gatesAt(t));
        }
        if (m_x.gradient) {
            gemm({.rows = T * N, .columns = I, .depth = 4 * H}, m_gates.data(), values(0), m_x.gradient);
        }
        addWeightGradients();
    }

    std::int64_t workspaceBytes() const override
    {
        const std::int64_t floats =
            m_gates.count() + m_c.count() + m_hBefore.count() + m_cFirst.count() + m_dh.count() + m_dc.count();
        return floats * static_cast<std::int64_t>(sizeof(float));
    }

private:
    struct Extents {
        std::int64_t T, N, I, H;
    };

    const float* values(std::size_t weight) const { return m_weights.values[weight].data(); }
    std::int64_t rowCells() const { return m_extents.N * m_extents.H; } ///< of one step
    float* gatesAt(std::int64_t t) const { return m_gates.data() + t * 4 * rowCells(); }
    float* at(const Buffer& cells, std::int64_t t) const { return cells.data() + t * rowCells(); }
    float mark(std::int64_t t, std::int64_t n) const { return m_clip ? m_clip[t * m_extents.N + n] : 1.0f; }

    LstmStep stepAt(std::int64_t t) const
    {
        const std::int64_t N = m_extents.N, H = m_extents.H;
        return {.streams = N,
                .units = H,
                .cont = m_clip ? m_clip + t * N : nullptr,
                .cBefore = t == 0 ? m_cFirst.data() : at(m_c, t - 1)};
    }

    /// hBefore_t = cont_t · h_{t-1}
    void takeBefore(std::int64_t t)
    {
        const std::int64_t N = m_extents.N, H = m_extents.H;
        const float* before = t > 0 ? m_h.data + (t - 1) * N * H : m_state.empty() ? nullptr : m_state[0].data;
        if (before == nullptr) {
            return; // zero since it was allocated
        }
        for (std::int64_t n = 0; n < N; ++n) {
            float* const to = at(m_hBefore, t) + n * H;
            fill(to, H, [from = before + n * H, cont = mark(t, n)](std::int64_t unit) { return from[unit] * cont; });
        }
    }

    /// dh_t = dy_t + cont_{t+1} · da_{t+1} Wh
    void takeGradients(std::int64_t t)
    {
        const std::int64_t T = m_extents.T, N = m_extents.N, H = m_extents.H;
        const float* const dy = m_h.gradient ? m_h.gradient + t * N * H : nullptr;
        if (t + 1 == T) {
            dy ? copyTo(dy, m_dh.data(), N * H) : clear(m_dh.data(), N * H);
            return;
        }
        gemm({.rows = N, .columns = H, .depth = 4 * H}, gatesAt(t + 1), values(1), m_dh.data());
        for (std::int64_t n = 0; n < N; ++n) {
            float* const dh = m_dh.data() + n * H;
            const float cont = mark(t + 1, n);
            fill(dh, H, [dh, cont, row = dy ? dy + n * H : nullptr](std::int64_t unit) {
                return dh[unit] * cont + (row ? row[unit] : 0.0f);
            });
        }
    }

    void clip(float* da) const
    {
        if (m_threshold > 0) {
            fill(da, 4 * rowCells(),
                 [da, most = m_threshold](std::int64_t index) { return std::clamp(da[index], -most, most); });
        }
    }

    void addWeightGradients()
    {
        const std::int64_t T = m_extents.T, N = m_extents.N, I = m_extents.I, H = m_extents.H;
        const auto gradientOf = [&](std::size_t weight) {
            return weight < m_weights.gradients.size() ? m_weights.gradients[weight].data() : nullptr;
        };
        const auto addProduct = [&](const float* right, std::int64_t width, float* gradient) {
            if (gradient) {
                gemm({.rows = 4 * H, .columns = width, .depth = T * N, .a = Transposed::Yes, .beta = 1}, m_gates.data(),
                     right, gradient);
            }
        };
        addProduct(m_x.data, I, gradientOf(0));
        addProduct(m_hBefore.data(), H, gradientOf(1));
        if (float* const db = gradientOf(2)) {
            addColumnSums(m_gates.data(), T * N, 4 * H, db);
        }
    }

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
};

} // namespace

std::unique_ptr<Kernel> makeLstmSimple(const LayerSetup& layer)
{
    return std::make_unique<LstmSimpleKernel>(layer);
}

} // namespace engine::caffe
