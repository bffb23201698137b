// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/caffe/parts.h"

namespace engine::cuda::caffe {
namespace {

/// The outputs are the input's parts along one axis.
class SliceKernel final : public Kernel {
public:
    explicit SliceKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)), m_whole(layer.inputs.at(0)), m_parts(layer.outputs)
    {}

    void forward(const Pass&) override { copyWholeToParts(m_device, m_whole, m_parts); }
    void backward() override { copyGradientToWhole(m_device, m_parts, m_whole); }

private:
    CudaDevice& m_device;
    Tensor m_whole;
    std::vector<Tensor> m_parts;
};

} // namespace

std::unique_ptr<Kernel> makeSlice(const LayerSetup& layer)
{
    return std::make_unique<SliceKernel>(layer);
}

} // namespace engine::cuda::caffe
