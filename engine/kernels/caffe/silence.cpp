// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"

namespace engine::caffe {
namespace {

/// Reads tensors that nobody else reads, and does nothing with them.
class SilenceKernel final : public Kernel {
public:
    explicit SilenceKernel(const LayerSetup& layer) : m_inputs(layer.inputs) {}

    void forward(const Pass&) override {}

    void backward() override
    {
        for (const Tensor& input : m_inputs) {
            if (input.gradient) {
                clear(input.gradient, input.count());
            }
        }
    }

private:
    std::vector<Tensor> m_inputs;
};

} // namespace

std::unique_ptr<Kernel> makeSilence(const LayerSetup& layer)
{
    return std::make_unique<SilenceKernel>(layer);
}

} // namespace engine::caffe
