// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"

namespace engine::caffe {
namespace {

/// y = x · s (+ b), where s has the extents of some axes of x and stands for all others: x is outer × extent × inner,
/// s [extent]. s is the second input, or learned where there is none; b is learned where there is one.
class ScaleKernel final : public Kernel {
public:
    explicit ScaleKernel(const LayerSetup& layer)
        : m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0)), m_view(scaledAxes(layer))
    {
        const CanonicalWeights& weights = layer.weights;
        const auto gradientOf = [&](std::size_t index) {
            return index < weights.gradients.size() ? weights.gradients[index].data() : nullptr;
        };
        const bool learned = layer.inputs.size() == 1;
        m_scale = learned ? weights.values.at(0).data() : layer.inputs[1].data;
        m_scaleGradient = learned ? gradientOf(0) : layer.inputs[1].gradient;
        m_addsToScaleGradient = learned;
        const std::size_t bias = learned ? 1 : 0;
        if (weights.values.size() > bias) {
            m_bias = weights.values[bias].data();
            m_biasGradient = gradientOf(bias);
        }
    }

    void forward(const Pass&) override
    {
        forEachRun([this](std::int64_t first, std::int64_t middle) {
            const float scale = m_scale[middle], bias = m_bias ? m_bias[middle] : 0.0f;
            const float* const x = m_input.data + first;
            float* const y = m_output.data + first;
            for (std::int64_t index = 0; index < m_view.inner; ++index) {
                y[index] = x[index] * scale + bias;
            }
        });
    }

    void backward() override
    {
        if (m_scaleGradient || m_biasGradient) {
            sumGradients();
        }
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_output.gradient == nullptr) {
            clear(m_input.gradient, m_input.count());
            return;
        }
        forEachRun([this](std::int64_t first, std::int64_t middle) {
            const float scale = m_scale[middle];
            const float* const dy = m_output.gradient + first;
            float* const dx = m_input.gradient + first;
            for (std::int64_t index = 0; index < m_view.inner; ++index) {
                dx[index] = dy[index] * scale;
            }
        });
    }

private:
    /// body(first element, index in the scale) for every run of elements under one scale, on the pool.
    template <typename Body>
    void forEachRun(const Body& body) const
    {
        parallelFor(m_view.outer * m_view.extent, std::max<std::int64_t>(1, elementGrain / m_view.inner),
                    [&](IndexRange runs) {
                        for (std::int64_t run = runs.first; run < runs.last; ++run) {
                            body(run * m_view.inner, run % m_view.extent);
                        }
                    });
    }

    void sumGradients()
    {
        for (std::int64_t middle = 0; middle < m_view.extent; ++middle) {
            double byScale = 0, byBias = 0;
            for (std::int64_t outer = 0; outer < m_view.outer && m_output.gradient; ++outer) {
                const std::int64_t first = (outer * m_view.extent + middle) * m_view.inner;
                for (std::int64_t index = first; index < first + m_view.inner; ++index) {
                    byScale += static_cast<double>(m_output.gradient[index]) * m_input.data[index];
                    byBias += m_output.gradient[index];
                }
            }
            if (m_scaleGradient) {
                float& gradient = m_scaleGradient[middle];
                gradient = static_cast<float>(m_addsToScaleGradient ? gradient + byScale : byScale);
            }
            if (m_biasGradient) {
                m_biasGradient[middle] += static_cast<float>(byBias);
            }
        }
    }

    Tensor m_input, m_output;
    AxisView m_view;
    const float* m_scale = nullptr;
    float* m_scaleGradient = nullptr; ///< null where nobody wants it
    bool m_addsToScaleGradient = false;
    const float* m_bias = nullptr; ///< null where there is none
    float* m_biasGradient = nullptr;
};

} // namespace

std::unique_ptr<Kernel> makeScale(const LayerSetup& layer)
{
    return std::make_unique<ScaleKernel>(layer);
}

} // namespace engine::caffe
