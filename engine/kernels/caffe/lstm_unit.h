// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/lstm_rows.h"

#include <utility>

namespace engine::caffe {

/// One step of an LSTM's cells: c_{t-1} [1, N, H], a [1, N, 4H], cont [1, N] -> c_t, h_t [1, N, H]. The gates are
/// computed again in the backward pass: that is quicker than to store them and read them again.
template <typename Operations>
class LstmUnitKernel final : public Kernel {
public:
    explicit LstmUnitKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_cBefore(layer.inputs.at(0)),
          m_a(layer.inputs.at(1)),
          m_c(layer.outputs.at(0)),
          m_h(layer.outputs.at(1))
    {
        const std::int64_t units = m_c.shape[m_c.shape.axes() - 1];
        m_step = {.streams = m_c.count() / units,
                  .units = units,
                  .cont = layer.inputs.size() > 2 ? layer.inputs[2].data : nullptr,
                  .cBefore = m_cBefore.data};
        if (textParam(layer.params, "gate_order") == "IFOG") {
            std::swap(m_step.g, m_step.o);
        }
    }

    void forward(const Pass&) override { m_operations.lstmForward(m_step, m_a.data, nullptr, m_c.data, m_h.data); }

    void backward() override
    {
        m_operations.lstmBackwardFromInputs(
            m_step, m_a.data, m_c.data,
            {.dh = m_h.gradient, .dc = m_c.gradient, .da = m_a.gradient, .dcBefore = m_cBefore.gradient});
    }

private:
    Operations m_operations;
    Tensor m_cBefore, m_a, m_c, m_h;
    LstmStep m_step;
};

} // namespace engine::caffe
