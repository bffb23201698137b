// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"
#include "engine/kernels/lstm_rows.h"

#include <utility>

namespace engine::caffe {
namespace {

/// One step of an LSTM's cells: c_{t-1} [1, N, H], a [1, N, 4H], cont [1, N] -> c_t, h_t [1, N, H]. The gates are
/// worked out again in the backward pass: that is quicker than to store them and read them again.
class LstmUnitKernel final : public Kernel {
public:
    explicit LstmUnitKernel(const LayerSetup& layer)
        : m_cBefore(layer.inputs.at(0)), m_a(layer.inputs.at(1)), m_c(layer.outputs.at(0)), m_h(layer.outputs.at(1))
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

    void forward(const Pass&) override { lstmStepForward(m_step, m_a.data, nullptr, m_c.data, m_h.data); }

    void backward() override
    {
        lstmStepBackwardFromInputs(
            m_step, m_a.data, m_c.data,
            {.dh = m_h.gradient, .dc = m_c.gradient, .da = m_a.gradient, .dcBefore = m_cBefore.gradient});
    }

private:
    Tensor m_cBefore, m_a, m_c, m_h;
    LstmStep m_step;
};

} // namespace

std::unique_ptr<Kernel> makeLstmUnit(const LayerSetup& layer)
{
    return std::make_unique<LstmUnitKernel>(layer);
}

} // namespace engine::caffe
