// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/kernels.h"
#include "engine/kernels/caffe/parts.h"

namespace engine::caffe {
namespace {

/// The outputs are the input's parts along one axis.
class SliceKernel final : public Kernel {
public:
    explicit SliceKernel(const LayerSetup& layer) : m_whole(layer.inputs.at(0)), m_parts(layer.outputs) {}

    void forward(const Pass&) override { copyWholeToParts(m_whole, m_parts); }
    void backward() override { copyGradientToWhole(m_parts, m_whole); }

private:
    Tensor m_whole;
    std::vector<Tensor> m_parts;
};

} // namespace

std::unique_ptr<Kernel> makeSlice(const LayerSetup& layer)
{
    return std::make_unique<SliceKernel>(layer);
}

} // namespace engine::caffe
