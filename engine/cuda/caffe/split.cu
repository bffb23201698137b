// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"

#include <algorithm>
#include <vector>

namespace engine::cuda::caffe {
namespace {

constexpr std::size_t mostAtOnce = 4; ///< gradients that one launch adds up

/// to = the sum of `count` arrays, in their order, after what stands in `to` where it goes on. One thread an element.
struct Add {
    const float* from[mostAtOnce];
    int count;
    bool goesOn;
    float* to;
    __device__ void operator()(std::int64_t i) const
    {
        float sum = goesOn ? to[i] + from[0][i] : from[0][i];
#pragma unroll
        for (int k = 1; k < static_cast<int>(mostAtOnce); ++k) {
            if (k < count) {
                sum += from[k][i];
            }
        }
        to[i] = sum;
    }
};

/// Every output is the input; on the way back their gradients are summed.
class SplitKernel final : public Kernel {
public:
    explicit SplitKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)), m_input(layer.inputs.at(0)), m_outputs(layer.outputs)
    {
        for (const Tensor& output : m_outputs) {
            if (output.gradient) {
                m_arriving.push_back(output.gradient);
            }
        }
    }

    void forward(const Pass&) override
    {
        for (const Tensor& output : m_outputs) {
            m_device.copy(m_input.data, output.data, m_input.count());
        }
    }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_arriving.size() < 2) {
            m_arriving.empty() ? m_device.zero(m_input.gradient, m_input.count())
                               : m_device.copy(m_arriving[0], m_input.gradient, m_input.count());
            return;
        }
        for (std::size_t first = 0; first < m_arriving.size(); first += mostAtOnce) {
            const std::size_t count = std::min(mostAtOnce, m_arriving.size() - first);
            Add add{.count = static_cast<int>(count), .goesOn = first > 0, .to = m_input.gradient};
            std::copy_n(m_arriving.begin() + static_cast<std::ptrdiff_t>(first), count, add.from);
            launchElements(m_device, m_input.count(), add, "SPLIT backward");
        }
    }

private:
    CudaDevice& m_device;
    Tensor m_input;
    std::vector<Tensor> m_outputs;
    std::vector<const float*> m_arriving; ///< gradients of the outputs, without those that count as zero
};

} // namespace

std::unique_ptr<Kernel> makeSplit(const LayerSetup& layer)
{
    return std::make_unique<SplitKernel>(layer);
}

} // namespace engine::cuda::caffe
