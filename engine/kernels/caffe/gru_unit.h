// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/gru_rows.h"

namespace engine::caffe {

/// One step of a GRU's cells: h_{t-1} [1, N, H], a [1, N, 3H], u [1, N, 3H] -> h_t [1, N, H]. The gates are computed
/// again in the backward pass: that is quicker than to store them and read them again.
template <typename Operations>
class GruUnitKernel final : public Kernel {
public:
    explicit GruUnitKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_hBefore(layer.inputs.at(0)),
          m_a(layer.inputs.at(1)),
          m_u(layer.inputs.at(2)),
          m_h(layer.outputs.at(0)),
          m_step{
              .streams = m_h.shape[1], .units = m_h.shape[2], .hBefore = m_hBefore.data, .a = m_a.data, .u = m_u.data}
    {}

    void forward(const Pass&) override { m_operations.gruForward(m_step, m_h.data); }

    void backward() override
    {
        m_operations.gruBackward(
            m_step, {.dh = m_h.gradient, .da = m_a.gradient, .du = m_u.gradient, .dhBefore = m_hBefore.gradient});
    }

private:
    Operations m_operations;
    Tensor m_hBefore, m_a, m_u, m_h;
    GruStep m_step;
};

} // namespace engine::caffe
