// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/caffe/elements.h"
#include "engine/kernels/engine.h"

namespace engine::cuda::caffe {

/// y = f(x), one thread an element; y may be x.
template <typename Function>
struct ActivationForward {
    const float* x;
    float* y;
    __device__ void operator()(std::int64_t i) const { y[i] = Function::forward(x[i]); }
};

/// dx = dy f'(x), one thread an element; dx may be dy.
template <typename Function>
struct ActivationBackward {
    const float *y, *dy;
    float* dx;
    __device__ void operator()(std::int64_t i) const { dx[i] = dy[i] * Function::derivative(y[i]); }
};

/// y = f(x), element by element, where the derivative of f can be told from y: so that y may take x's place.
/// `Function` has forward(x), derivative(y) and its layer's name.
template <typename Function>
class ActivationKernel final : public Kernel {
public:
    explicit ActivationKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)), m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0))
    {}

    void forward(const Pass&) override
    {
        launchElements(m_device, m_input.count(), ActivationForward<Function>{m_input.data, m_output.data},
                       Function::name);
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
                       ActivationBackward<Function>{m_output.data, m_output.gradient, m_input.gradient},
                       Function::name);
    }

private:
    CudaDevice& m_device;
    Tensor m_input, m_output;
};

} // namespace engine::cuda::caffe
