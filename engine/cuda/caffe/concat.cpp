// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/caffe/parts.h"

namespace engine::cuda::caffe {
namespace {

/// The output is the inputs one after the other along one axis.
class ConcatKernel final : public Kernel {
public:
    explicit ConcatKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)), m_parts(layer.inputs), m_whole(layer.outputs.at(0))
    {}

    void forward(const Pass&) override { copyPartsToWhole(m_device, m_parts, m_whole); }
    void backward() override { copyGradientToParts(m_device, m_whole, m_parts); }

private:
    CudaDevice& m_device;
    std::vector<Tensor> m_parts;
    Tensor m_whole;
};

} // namespace

std::unique_ptr<Kernel> makeConcat(const LayerSetup& layer)
{
    return std::make_unique<ConcatKernel>(layer);
}

} // namespace engine::cuda::caffe
