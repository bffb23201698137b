// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"

namespace engine::caffe {

/// y may be x. `above` keeps whether x > 0, where it is not null.
struct ReluForward {
    const float* x;
    float below;
    float* y;
    std::uint8_t* above;

    ENGINE_DEVICE void operator()(std::int64_t i) const
    {
        const float value = x[i];
        if (above != nullptr) {
            above[i] = value > 0.0f;
        }
        y[i] = value > 0.0f ? value : value * below;
    }
};

/// dx may be dy.
struct ReluBackward {
    const float *y, *dy;
    float below;
    float* dx;
    const std::uint8_t* above;

    ENGINE_DEVICE void operator()(std::int64_t i) const
    {
        const bool isAbove = above != nullptr ? above[i] != 0 : y[i] > 0.0f;
        dx[i] = isAbove ? dy[i] : dy[i] * below;
    }
};

/// y = x where x > 0, else x · slope. The backward pass takes x > 0 from y > 0, also if y overwrote x in place. With a
/// slope below zero that would be wrong, so it is stored then.
template <typename Operations>
class ReluKernel final : public Kernel {
public:
    explicit ReluKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_below(static_cast<float>(floatParam(layer.params, "negative_slope")))
    {
        if (layer.training() && m_below < 0) {
            m_above = m_operations.allocate((m_input.count() + 3) / 4); // a byte each
        }
    }

    void forward(const Pass&) override
    {
        m_operations.forEach(m_input.count(), ReluForward{m_input.data, m_below, m_output.data, above()});
    }

    void backward() override
    {
        if (gradientPasses(m_operations, m_input, m_output)) {
            m_operations.forEach(m_input.count(),
                                 ReluBackward{m_output.data, m_output.gradient, m_below, m_input.gradient, above()});
        }
    }

    std::int64_t workspaceBytes() const override { return m_above.count() * std::int64_t{sizeof(float)}; }

private:
    std::uint8_t* above() const { return reinterpret_cast<std::uint8_t*>(m_above.data()); }

    Operations m_operations;
    Tensor m_input, m_output;
    float m_below;
    Buffer m_above; ///< 1 where x > 0; only where y does not tell
};

} // namespace engine::caffe
