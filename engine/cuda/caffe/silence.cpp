// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/cuda_device.h"

namespace engine::cuda::caffe {
namespace {

/// Reads tensors that nobody else reads, and does nothing with them.
class SilenceKernel final : public Kernel {
public:
    explicit SilenceKernel(const LayerSetup& layer) : m_device(cudaDevice(*layer.device)), m_inputs(layer.inputs) {}

    void forward(const Pass&) override {}

    void backward() override
    {
        for (const Tensor& input : m_inputs) {
            if (input.gradient) {
                m_device.zero(input.gradient, input.count());
            }
        }
    }

private:
    CudaDevice& m_device;
    std::vector<Tensor> m_inputs;
};

} // namespace

std::unique_ptr<Kernel> makeSilence(const LayerSetup& layer)
{
    return std::make_unique<SilenceKernel>(layer);
}

} // namespace engine::cuda::caffe
