// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/classes.h"

namespace engine::caffe {

/// A team works on one place.
struct SoftmaxForward {
    AxisView view;
    const float* x;
    float* p;

    template <typename Team>
    ENGINE_DEVICE void operator()(Team team, std::int64_t place) const
    {
        softmax(team, x, p, classesOf(view, place));
    }
};

/// A team works on one place.
struct SoftmaxBackward {
    AxisView view;
    const float *p, *dp;
    float* dx;

    template <typename Team>
    ENGINE_DEVICE void operator()(Team team, std::int64_t place) const
    {
        softmaxBackward(team, p, dp, dx, classesOf(view, place));
    }
};

/// p = e^x / Σ e^x over the classes, which lie along one axis.
template <typename Operations>
class SoftmaxKernel final : public Kernel {
public:
    explicit SoftmaxKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_view(viewAround(m_input.shape, intParam(layer.params, "axis")))
    {}

    void forward(const Pass&) override
    {
        m_operations.forEachTeam(teamsFor(m_view), SoftmaxForward{m_view, m_input.data, m_output.data});
    }

    void backward() override
    {
        if (gradientPasses(m_operations, m_input, m_output)) {
            m_operations.forEachTeam(teamsFor(m_view),
                                     SoftmaxBackward{m_view, m_output.data, m_output.gradient, m_input.gradient});
        }
    }

private:
    Operations m_operations;
    Tensor m_input, m_output;
    AxisView m_view;
};

} // namespace engine::caffe
