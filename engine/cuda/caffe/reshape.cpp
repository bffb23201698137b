// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/cuda_device.h"

namespace engine::cuda::caffe {
namespace {

/// The same elements in the same order, under another shape.
class ReshapeKernel final : public Kernel {
public:
    explicit ReshapeKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)), m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0))
    {}

    void forward(const Pass&) override { m_device.copy(m_input.data, m_output.data, m_input.count()); }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_output.gradient) {
            m_device.copy(m_output.gradient, m_input.gradient, m_input.count());
        } else {
            m_device.zero(m_input.gradient, m_input.count());
        }
    }

private:
    CudaDevice& m_device;
    Tensor m_input, m_output;
};

} // namespace

std::unique_ptr<Kernel> makeReshape(const LayerSetup& layer)
{
    return std::make_unique<ReshapeKernel>(layer);
}

} // namespace engine::cuda::caffe
