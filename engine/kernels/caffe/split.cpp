// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"

namespace engine::caffe {
namespace {

/// Every output is the input; on the way back their gradients are summed.
class SplitKernel final : public Kernel {
public:
    explicit SplitKernel(const LayerSetup& layer) : m_input(layer.inputs.at(0)), m_outputs(layer.outputs) {}

    void forward(const Pass&) override
    {
        for (const Tensor& output : m_outputs) {
            copyTo(m_input.data, output.data, m_input.count());
        }
    }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        bool first = true;
        for (const Tensor& output : m_outputs) {
            if (output.gradient == nullptr) {
                continue;
            }
            first ? copyTo(output.gradient, m_input.gradient, m_input.count())
                  : addTo(output.gradient, m_input.gradient, m_input.count());
            first = false;
        }
        if (first) {
            clear(m_input.gradient, m_input.count());
        }
    }

private:
    Tensor m_input;
    std::vector<Tensor> m_outputs;
};

} // namespace

std::unique_ptr<Kernel> makeSplit(const LayerSetup& layer)
{
    return std::make_unique<SplitKernel>(layer);
}

} // namespace engine::caffe
