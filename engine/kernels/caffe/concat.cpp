// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/kernels.h"
#include "engine/kernels/caffe/parts.h"

namespace engine::caffe {
namespace {

/// The output is the inputs one after the other along one axis.
class ConcatKernel final : public Kernel {
public:
    explicit ConcatKernel(const LayerSetup& layer) : m_parts(layer.inputs), m_whole(layer.outputs.at(0)) {}

    void forward(const Pass&) override { copyPartsToWhole(m_parts, m_whole); }
    void backward() override { copyGradientToParts(m_whole, m_parts); }

private:
    std::vector<Tensor> m_parts;
    Tensor m_whole;
};

} // namespace

std::unique_ptr<Kernel> makeConcat(const LayerSetup& layer)
{
    return std::make_unique<ConcatKernel>(layer);
}

} // namespace engine::caffe
