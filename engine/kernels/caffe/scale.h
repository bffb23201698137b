// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"

namespace engine::caffe {

/// to = from · scale (+ bias) for the element `column` of a run of elements under one scale; there and, without a bias,
/// back.
struct Multiply {
    std::int64_t extent, inner;
    const float *from, *scale, *bias; ///< bias may be null
    float* to;

    ENGINE_DEVICE void operator()(std::int64_t run, std::int64_t column) const
    {
        const std::int64_t middle = run - quotient(run, extent) * extent, i = run * inner + column;
        to[i] = from[i] * scale[middle] + (bias != nullptr ? bias[middle] : 0.0f);
    }
};

/// Sums of dy · x and of dy over all elements under one scale; a team sums those of one scale.
struct ScaleGradients {
    AxisView view;
    const float *x, *dy;                 ///< dy may be null: it counts as zero
    float *scaleGradient, *biasGradient; ///< may be null
    bool addsToScaleGradient;

    template <typename Team>
    ENGINE_DEVICE void operator()(Team team, std::int64_t middle) const
    {
        double byScale = 0.0, byBias = 0.0;
        const std::int64_t under = dy != nullptr ? view.outer * view.inner : 0;
        for (std::int64_t i = team.member(); i < under; i += team.size()) {
            const std::int64_t outer = quotient(i, view.inner);
            const std::int64_t at = (outer * view.extent + middle) * view.inner + i - outer * view.inner;
            byScale += static_cast<double>(dy[at]) * x[at];
            byBias += dy[at];
        }
        byScale = team.sum(byScale);
        byBias = team.sum(byBias);
        if (team.member() == 0 && scaleGradient != nullptr) {
            const double before = addsToScaleGradient ? scaleGradient[middle] : 0.0;
            scaleGradient[middle] = static_cast<float>(before + byScale);
        }
        if (team.member() == 0 && biasGradient != nullptr) {
            biasGradient[middle] += static_cast<float>(byBias);
        }
    }
};

/// y = x · s (+ b), where s has the extents of some axes of x and stands for all others: x is outer × extent × inner,
/// s [extent]. s is the second input, or learned where there is none; b is learned where there is one.
template <typename Operations>
class ScaleKernel final : public Kernel {
public:
    explicit ScaleKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_view(scaledAxes(layer)),
          m_isLearned(layer.inputs.size() == 1)
    {
        m_scale = m_isLearned ? valuesOf(layer.weights, 0) : layer.inputs[1].data;
        m_scaleGradient = m_isLearned ? gradientOf(layer.weights, 0) : layer.inputs[1].gradient;
        m_bias = valuesOf(layer.weights, m_isLearned ? 1 : 0);
        m_biasGradient = gradientOf(layer.weights, m_isLearned ? 1 : 0);
    }

    void forward(const Pass&) override { multiply(m_input.data, m_bias, m_output.data); }

    void backward() override
    {
        if (m_scaleGradient || m_biasGradient) {
            m_operations.forEachTeam(
                {m_view.extent, m_view.outer * m_view.inner, TeamSize::Block},
                ScaleGradients{m_view, m_input.data, m_output.gradient, m_scaleGradient, m_biasGradient, m_isLearned});
        }
        if (gradientPasses(m_operations, m_input, m_output)) {
            multiply(m_output.gradient, nullptr, m_input.gradient);
        }
    }

private:
    void multiply(const float* from, const float* bias, float* to)
    {
        m_operations.forEach(m_view.outer * m_view.extent, m_view.inner,
                             Multiply{m_view.extent, m_view.inner, from, m_scale, bias, to});
    }

    Operations m_operations;
    Tensor m_input, m_output;
    AxisView m_view;
    bool m_isLearned; ///< s is a weight, whose gradient is added to
    const float* m_scale;
    float* m_scaleGradient; ///< null if not needed
    const float* m_bias;    ///< null where there is none
    float* m_biasGradient;
};

} // namespace engine::caffe
