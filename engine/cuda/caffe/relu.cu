// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"

namespace engine::cuda::caffe {
namespace {

/// One thread an element; y may be x. `above` keeps whether x > 0, where it is not null.
struct Forward {
    const float* x;
    float below;
    float* y;
    std::uint8_t* above;
    __device__ void operator()(std::int64_t i) const
    {
        const float value = x[i];
        if (above != nullptr) {
            above[i] = value > 0.0f;
        }
        y[i] = value > 0.0f ? value : value * below;
    }
};

/// One thread an element; dx may be dy.
struct Backward {
    const float *y, *dy;
    float below;
    float* dx;
    const std::uint8_t* above;
    __device__ void operator()(std::int64_t i) const
    {
        const bool isAbove = above != nullptr ? above[i] != 0 : y[i] > 0.0f;
        dx[i] = isAbove ? dy[i] : dy[i] * below;
    }
};

/// y = x where x > 0, else x · slope. On the way back y tells what x was, even where it took x's place; only a slope
/// below zero hides it, so signs are kept then.
class ReluKernel final : public Kernel {
public:
    explicit ReluKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_below(static_cast<float>(floatParam(layer.params, "negative_slope")))
    {
        if (layer.training() && m_below < 0) {
            m_above = m_device.allocate((m_input.count() + 3) / 4); // a byte each
        }
    }

    void forward(const Pass&) override
    {
        launchElements(m_device, m_input.count(), Forward{m_input.data, m_below, m_output.data, above()}, "RELU");
    }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_output.gradient == nullptr) {
            m_device.zero(m_input.gradient, m_input.count());
            return;
        }
        launchElements(m_device, m_input.count(),
                       Backward{m_output.data, m_output.gradient, m_below, m_input.gradient, above()}, "RELU backward");
    }

    std::int64_t workspaceBytes() const override { return m_above.count() * std::int64_t{sizeof(float)}; }

private:
    std::uint8_t* above() const { return reinterpret_cast<std::uint8_t*>(m_above.data()); }

    CudaDevice& m_device;
    Tensor m_input, m_output;
    float m_below;
    Buffer m_above; ///< 1 where x > 0; only where y does not tell
};

} // namespace

std::unique_ptr<Kernel> makeRelu(const LayerSetup& layer)
{
    return std::make_unique<ReluKernel>(layer);
}

} // namespace engine::cuda::caffe
