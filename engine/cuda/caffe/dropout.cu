// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"
#include "engine/kernels/dropout.h"

namespace engine::cuda::caffe {
namespace {

/// Which masks are drawn: those of the batch that stands at `counter`, or of batch `number` where that is null.
struct MaskPass {
    const std::uint64_t* counter;
    std::uint64_t number;
};

/// to = from · mask · scale; `to` may be `from`. One thread draws and applies the mask of four elements: group i has
/// those from 4 i on.
struct Drop {
    DropoutRule rule;
    MaskPass pass;
    std::uint64_t key;
    std::int64_t count;
    const float* from;
    float* to;
    __device__ void operator()(std::int64_t group) const
    {
        const std::uint64_t batch = pass.counter != nullptr ? *pass.counter : pass.number;
        const Philox drawn = philox(static_cast<std::uint64_t>(group), batch, key);
        const std::int64_t first = 4 * group;
#pragma unroll
        for (int word = 0; word < 4; ++word) {
            if (first + word < count) {
                to[first + word] = rule.stays(drawn.words[word]) ? from[first + word] * rule.scale : 0.0f;
            }
        }
    }
};

/// In training each element is zero with the given probability, and else scaled so that its mean stays. In the other
/// phases the output is the input. The mask is not stored: on the way back it is drawn again, which is quicker than to
/// read it.
class DropoutKernel final : public Kernel {
public:
    explicit DropoutKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_rule(dropoutRule(floatParam(layer.params, "dropout_ratio"))),
          m_key(maskStream(layer.random, intParam(layer.params, "seed")).key()),
          m_drops(layer.training() && flagParam(layer.params, "active"))
    {}

    void forward(const Pass& pass) override
    {
        m_pass = {pass.counter, pass.number};
        if (m_drops) {
            drop(m_input.data, m_output.data);
        } else {
            m_device.copy(m_input.data, m_output.data, m_input.count());
        }
    }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_output.gradient == nullptr) {
            m_device.zero(m_input.gradient, m_input.count());
        } else if (m_drops) {
            drop(m_output.gradient, m_input.gradient);
        } else {
            m_device.copy(m_output.gradient, m_input.gradient, m_input.count());
        }
    }

private:
    void drop(const float* from, float* to)
    {
        const std::int64_t count = m_input.count();
        launchElements(m_device, (count + 3) / 4, Drop{m_rule, m_pass, m_key, count, from, to}, "DROPOUT");
    }

    CudaDevice& m_device;
    Tensor m_input, m_output;
    DropoutRule m_rule;
    std::uint64_t m_key;
    bool m_drops;
    MaskPass m_pass{}; ///< of the last forward
};

} // namespace

std::unique_ptr<Kernel> makeDropout(const LayerSetup& layer)
{
    return std::make_unique<DropoutKernel>(layer);
}

} // namespace engine::cuda::caffe
