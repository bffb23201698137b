// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/gemm.h"
#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/lstm_rows.h"

#include <optional>
#include <vector>

namespace engine::caffe {

/// to [N, H] = from · cont of its stream (+ more); `cont` and `more` may be null, `to` may be `from`.
struct GoOn {
    const float *from, *cont, *more;
    std::int64_t units;
    float* to;

    ENGINE_DEVICE void operator()(std::int64_t stream, std::int64_t unit) const
    {
        const std::int64_t i = stream * units + unit;
        const float going = cont != nullptr ? from[i] * cont[stream] : from[i];
        to[i] = more != nullptr ? going + more[i] : going;
    }
};

/// a cut to ±limit.
struct Cut {
    float limit;
    float* a;

    ENGINE_DEVICE void operator()(std::int64_t i) const
    {
        const float value = a[i];
        a[i] = value < -limit ? -limit : value > limit ? limit : value;
    }
};

/// LSTM over rows t·N + n: one product for the inputs of all steps, then step by step.
///
///     x [T·N, I], clip [T·N]  ->  h [T·N, H]        Wx [4H, I]  Wh [4H, H]  b [4H]; gates i, f, g, o
template <typename Operations>
class LstmSimpleKernel final : public Kernel {
public:
    explicit LstmSimpleKernel(const LayerSetup& layer)
        : m_operations(layer),
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
        m_gates = m_operations.allocate(4 * cells);
        m_c = m_operations.allocate(cells);
        m_hBefore = m_operations.allocate(cells);
        m_cFirst = m_operations.allocate(N * H);
        if (layer.training()) {
            m_dh = m_operations.allocate(N * H);
            m_dc = m_operations.allocate(N * H);
        }
        if (gradientOf(m_weights, 2)) {
            m_columnSums = m_operations.columnSums(m_extents.T * N, 4 * H);
        }
    }

    void forward(const Pass&) override
    {
        const std::int64_t T = m_extents.T, N = m_extents.N, I = m_extents.I, H = m_extents.H;
        m_operations.repeatRow(valuesOf(m_weights, 2), m_gates.data(), T * N, 4 * H);
        m_operations.gemm({.rows = T * N, .columns = 4 * H, .depth = I, .b = Transposed::Yes, .beta = 1}, m_x.data,
                          valuesOf(m_weights, 0), m_gates.data());
        if (!m_state.empty()) {
            m_operations.copy(m_state[1].data, m_cFirst.data(), N * H);
        }
        for (std::int64_t t = 0; t < T; ++t) {
            takeBefore(t);
            m_operations.gemm({.rows = N, .columns = 4 * H, .depth = H, .b = Transposed::Yes, .beta = 1},
                              at(m_hBefore, t), valuesOf(m_weights, 1), gatesAt(t));
            m_operations.lstmForward(stepAt(t), gatesAt(t), gatesAt(t), at(m_c, t), m_h.data + t * N * H);
        }
        if (!m_state.empty()) {
            m_operations.copy(m_h.data + (T - 1) * N * H, m_state[0].data, N * H);
            m_operations.copy(at(m_c, T - 1), m_state[1].data, N * H);
        }
    }

    void backward() override
    {
        const std::int64_t T = m_extents.T, N = m_extents.N, I = m_extents.I, H = m_extents.H;
        m_operations.clear(m_dc.data(), N * H);
        for (std::int64_t t = T; t-- > 0;) {
            takeGradients(t);
            m_operations.lstmBackward(
                stepAt(t), gatesAt(t), at(m_c, t),
                {.dh = m_dh.data(), .dc = m_dc.data(), .da = gatesAt(t), .dcBefore = m_dc.data()});
            if (m_threshold > 0) {
                m_operations.forEach(4 * N * H, Cut{m_threshold, gatesAt(t)});
            }
        }
        if (m_x.gradient) {
            m_operations.gemm({.rows = T * N, .columns = I, .depth = 4 * H}, m_gates.data(), valuesOf(m_weights, 0),
                              m_x.gradient);
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

    std::int64_t rowCells() const { return m_extents.N * m_extents.H; } ///< of one step
    float* gatesAt(std::int64_t t) const { return m_gates.data() + t * 4 * rowCells(); }
    float* at(const Buffer& cells, std::int64_t t) const { return cells.data() + t * rowCells(); }
    const float* contAt(std::int64_t t) const { return m_clip ? m_clip + t * m_extents.N : nullptr; }

    LstmStep stepAt(std::int64_t t) const
    {
        return {.streams = m_extents.N,
                .units = m_extents.H,
                .cont = contAt(t),
                .cBefore = t == 0 ? m_cFirst.data() : at(m_c, t - 1)};
    }

    /// hBefore_t = cont_t · h_{t-1}
    void takeBefore(std::int64_t t)
    {
        const float* const before = t > 0             ? m_h.data + (t - 1) * rowCells()
                                    : m_state.empty() ? nullptr
                                                      : m_state[0].data;
        if (before) { // else zero since it was allocated
            m_operations.forEach(m_extents.N, m_extents.H,
                                 GoOn{before, contAt(t), nullptr, m_extents.H, at(m_hBefore, t)});
        }
    }

    /// dh_t = dy_t + cont_{t+1} · da_{t+1} Wh
    void takeGradients(std::int64_t t)
    {
        const std::int64_t N = m_extents.N, H = m_extents.H;
        const float* const dy = m_h.gradient ? m_h.gradient + t * N * H : nullptr;
        if (t + 1 == m_extents.T) {
            dy ? m_operations.copy(dy, m_dh.data(), N * H) : m_operations.clear(m_dh.data(), N * H);
            return;
        }
        m_operations.gemm({.rows = N, .columns = H, .depth = 4 * H}, gatesAt(t + 1), valuesOf(m_weights, 1),
                          m_dh.data());
        m_operations.forEach(N, H, GoOn{m_dh.data(), contAt(t + 1), dy, H, m_dh.data()});
    }

    void addWeightGradients()
    {
        const std::int64_t T = m_extents.T, N = m_extents.N, I = m_extents.I, H = m_extents.H;
        const auto addProduct = [&](const float* right, std::int64_t width, float* gradient) {
            if (gradient) {
                m_operations.gemm({.rows = 4 * H, .columns = width, .depth = T * N, .a = Transposed::Yes, .beta = 1},
                                  m_gates.data(), right, gradient);
            }
        };
        addProduct(m_x.data, I, gradientOf(m_weights, 0));
        addProduct(m_hBefore.data(), H, gradientOf(m_weights, 1));
        if (m_columnSums) {
            m_columnSums->addTo(m_gates.data(), gradientOf(m_weights, 2));
        }
    }

    Operations m_operations;
    Tensor m_x, m_h;
    CanonicalWeights m_weights;
    std::vector<Tensor> m_state; ///< h, c; empty without clip
    const float* m_clip;         ///< null where there is none: every pass is one sequence from zero
    float m_threshold;           ///< 0: nothing is clipped
    Extents m_extents{};
    Buffer m_gates;        ///< [T, N, 4H]; the backward pass overwrites them with their gradients
    Buffer m_c, m_hBefore; ///< [T, N, H]
    Buffer m_cFirst;       ///< [N, H]
    Buffer m_dh, m_dc;     ///< [N, H], of the step under way
    std::optional<typename Operations::ColumnSums> m_columnSums; ///< of the bias's gradient, where it is wanted
};

} // namespace engine::caffe
