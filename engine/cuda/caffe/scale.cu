// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/caffe/teams.h"
#include "engine/kernels/axis_view.h"

namespace engine::cuda::caffe {
namespace {

/// to = from · scale (+ bias), one thread an element; there and, without a bias, back.
struct Multiply {
    std::int64_t extent, inner;
    const float *from, *scale, *bias; ///< bias may be null
    float* to;
    __device__ void operator()(std::int64_t i) const
    {
        const std::int64_t run = quotient(i, inner);
        const std::int64_t middle = run - quotient(run, extent) * extent;
        to[i] = from[i] * scale[middle] + (bias != nullptr ? bias[middle] : 0.0f);
    }
};

/// Sums of dy · x and of dy over all elements under one scale.
struct Sums {
    AxisView view;
    const float *x, *dy;                 ///< dy may be null: it counts as zero
    float *scaleGradient, *biasGradient; ///< may be null
    bool addsToScaleGradient;
};

/// One block a scale.
__global__ void sumGradients(const Sums s)
{
    Team<blockThreads>::forEach(s.view.extent, [&](std::int64_t middle) {
        double byScale = 0.0, byBias = 0.0;
        const std::int64_t under = s.dy != nullptr ? s.view.outer * s.view.inner : 0;
        for (std::int64_t i = threadIdx.x; i < under; i += blockThreads) {
            const std::int64_t outer = quotient(i, s.view.inner);
            const std::int64_t at = (outer * s.view.extent + middle) * s.view.inner + i - outer * s.view.inner;
            byScale += static_cast<double>(s.dy[at]) * s.x[at];
            byBias += s.dy[at];
        }
        byScale = blockSum(byScale);
        byBias = blockSum(byBias);
        if (threadIdx.x == 0 && s.scaleGradient != nullptr) {
            const double before = s.addsToScaleGradient ? s.scaleGradient[middle] : 0.0;
            s.scaleGradient[middle] = static_cast<float>(before + byScale);
        }
        if (threadIdx.x == 0 && s.biasGradient != nullptr) {
            s.biasGradient[middle] += static_cast<float>(byBias);
        }
    });
}

/// y = x · s (+ b), where s has the extents of some axes of x and stands for all others: x is outer × extent × inner,
/// s [extent]. s is the second input, or learned where there is none; b is learned where there is one.
class ScaleKernel final : public Kernel {
public:
    explicit ScaleKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_view(scaledAxes(layer))
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

    void forward(const Pass&) override { multiply(m_input.data, m_bias, m_output.data); }

    void backward() override
    {
        if (m_scaleGradient || m_biasGradient) {
            sumGradients<<<blocksForTeams<blockThreads>(m_view.extent), blockThreads, 0, m_device.stream()>>>(
                {m_view, m_input.data, m_output.gradient, m_scaleGradient, m_biasGradient, m_addsToScaleGradient});
            checkLaunch("SCALE gradients");
        }
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_output.gradient) {
            multiply(m_output.gradient, nullptr, m_input.gradient);
        } else {
            m_device.zero(m_input.gradient, m_input.count());
        }
    }

private:
    void multiply(const float* from, const float* bias, float* to)
    {
        launchElements(m_device, m_input.count(), Multiply{m_view.extent, m_view.inner, from, m_scale, bias, to},
                       "SCALE");
    }

    CudaDevice& m_device;
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

} // namespace engine::cuda::caffe
