// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"

namespace engine::caffe {
namespace {

/// The same elements in the same order, under another shape.
class ReshapeKernel final : public Kernel {
public:
    explicit ReshapeKernel(const LayerSetup& layer) : m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0)) {}

    void forward(const Pass&) override { copyTo(m_input.data, m_output.data, m_input.count()); }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_output.gradient) {
            copyTo(m_output.gradient, m_input.gradient, m_input.count());
        } else {
            clear(m_input.gradient, m_input.count());
        }
    }

private:
    Tensor m_input, m_output;
};

} // namespace

std::unique_ptr<Kernel> makeReshape(const LayerSetup& layer)
{
    return std::make_unique<ReshapeKernel>(layer);
}

} // namespace engine::caffe
