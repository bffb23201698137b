// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"

namespace engine::caffe {

/// y = f(x); y may be x.
template <typename Function, typename Math>
struct ActivationForward {
    static constexpr std::int64_t cost = 2;
    const float* x;
    float* y;

    ENGINE_DEVICE void operator()(std::int64_t i) const { y[i] = Function::template forward<Math>(x[i]); }
};

/// dx = dy f'(x); dx may be dy.
template <typename Function>
struct ActivationBackward {
    const float *y, *dy;
    float* dx;

    ENGINE_DEVICE void operator()(std::int64_t i) const { dx[i] = dy[i] * Function::derivative(y[i]); }
};

/// y = f(x), element by element, where the derivative of f can be told from y: so that y may take x's place.
/// `Function` has forward<Math>(x) and derivative(y).
template <typename Operations, typename Function>
class ActivationKernel final : public Kernel {
public:
    explicit ActivationKernel(const LayerSetup& layer)
        : m_operations(layer), m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0))
    {}

    void forward(const Pass&) override
    {
        using Forward = ActivationForward<Function, typename Operations::Math>;
        m_operations.forEach(m_input.count(), Forward{m_input.data, m_output.data});
    }

    void backward() override
    {
        if (gradientPasses(m_operations, m_input, m_output)) {
            m_operations.forEach(m_input.count(),
                                 ActivationBackward<Function>{m_output.data, m_output.gradient, m_input.gradient});
        }
    }

private:
    Operations m_operations;
    Tensor m_input, m_output;
};

/// y = 1 / (1 + e^-x)
struct Sigmoid {
    template <typename Math>
    ENGINE_DEVICE static float forward(float x)
    {
        return Math::sigmoid(x);
    }
    ENGINE_DEVICE static float derivative(float y) { return y * (1.0f - y); }
};
template <typename Operations>
using SigmoidKernel = ActivationKernel<Operations, Sigmoid>;

/// y = tanh x
struct Tanh {
    template <typename Math>
    ENGINE_DEVICE static float forward(float x)
    {
        return Math::tanh(x);
    }
    ENGINE_DEVICE static float derivative(float y) { return 1.0f - y * y; }
};
template <typename Operations>
using TanhKernel = ActivationKernel<Operations, Tanh>;

} // namespace engine::caffe
