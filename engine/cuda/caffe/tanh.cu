// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/launch.h"

namespace engine::cuda::caffe {
namespace {

/// y = tanh(x), one thread an element; y may be x.
__global__ void forwardElements(std::int64_t count, const float* x, float* y)
{
    forEachElement(count, [=](std::int64_t i) { y[i] = tanhf(x[i]); });
}

/// dx = dy (1 - y²), one thread an element; dx may be dy.
__global__ void backwardElements(std::int64_t count, const float* y, const float* dy, float* dx)
{
    forEachElement(count, [=](std::int64_t i) { dx[i] = dy[i] * (1.0f - y[i] * y[i]); });
}

class TanhKernel final : public Kernel {
public:
    explicit TanhKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)), m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0))
    {}

    void forward(const Pass&) override
    {
        const std::int64_t count = m_input.count();
        forwardElements<<<blocksFor(count), blockThreads, 0, m_device.stream()>>>(count, m_input.data, m_output.data);
        checkLaunch("TANH forward");
    }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        const std::int64_t count = m_input.count();
        if (m_output.gradient == nullptr) {
            m_device.zero(m_input.gradient, count);
            return;
        }
        backwardElements<<<blocksFor(count), blockThreads, 0, m_device.stream()>>>(count, m_output.data,
                                                                                   m_output.gradient, m_input.gradient);
        checkLaunch("TANH backward");
    }

private:
    CudaDevice& m_device;
    Tensor m_input, m_output;
};

} // namespace

std::unique_ptr<Kernel> makeTanh(const LayerSetup& layer)
{
    return std::make_unique<TanhKernel>(layer);
}

} // namespace engine::cuda::caffe
