// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/class_runs.h"
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"

namespace engine::cuda::caffe {
namespace {

/// One team a place.
template <int threads>
__global__ void runForward(AxisView view, const float* x, float* p)
{
    Team<threads>::forEach(view.outer * view.inner,
                           [&](std::int64_t place) { softmax<threads>(x, p, classesOf(view, place)); });
}

/// One team a place.
template <int threads>
__global__ void runBackward(AxisView view, const float* p, const float* dp, float* dx)
{
    Team<threads>::forEach(view.outer * view.inner,
                           [&](std::int64_t place) { softmaxBackward<threads>(p, dp, dx, classesOf(view, place)); });
}

/// p = e^x / Σ e^x over the classes, which lie along one axis.
class SoftmaxKernel final : public Kernel {
public:
    explicit SoftmaxKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_view(viewAround(m_input.shape, intParam(layer.params, "axis")))
    {}

    void forward(const Pass&) override
    {
        withTeam(m_view, [this](auto team) {
            constexpr int threads = decltype(team)::value;
            runForward<threads><<<blocksForTeams<threads>(places()), blockThreads, 0, m_device.stream()>>>(
                m_view, m_input.data, m_output.data);
        });
        checkLaunch("SOFTMAX");
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
        withTeam(m_view, [this](auto team) {
            constexpr int threads = decltype(team)::value;
            runBackward<threads><<<blocksForTeams<threads>(places()), blockThreads, 0, m_device.stream()>>>(
                m_view, m_output.data, m_output.gradient, m_input.gradient);
        });
        checkLaunch("SOFTMAX backward");
    }

private:
    std::int64_t places() const { return m_view.outer * m_view.inner; }

    CudaDevice& m_device;
    Tensor m_input, m_output;
    AxisView m_view;
};

} // namespace

std::unique_ptr<Kernel> makeSoftmax(const LayerSetup& layer)
{
    return std::make_unique<SoftmaxKernel>(layer);
}

} // namespace engine::cuda::caffe
