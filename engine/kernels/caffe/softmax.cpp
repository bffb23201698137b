// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/class_runs.h"
#include "engine/kernels/caffe/kernels.h"

namespace engine::caffe {
namespace {

/// p = e^x / Σ e^x over the classes, which lie along one axis.
class SoftmaxKernel final : public Kernel {
public:
    explicit SoftmaxKernel(const LayerSetup& layer)
        : m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_view(viewAround(m_input.shape, intParam(layer.params, "axis")))
    {}

    void forward(const Pass&) override
    {
        parallelFor(m_view.outer * m_view.inner, placeGrain(m_view), [&](IndexRange places) {
            for (std::int64_t place = places.first; place < places.last; ++place) {
                softmax(m_input.data, m_output.data, classesOf(m_view, place));
            }
        });
    }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_output.gradient == nullptr) {
            clear(m_input.gradient, m_input.count());
            return;
        }
        parallelFor(m_view.outer * m_view.inner, placeGrain(m_view), [&](IndexRange places) {
            for (std::int64_t place = places.first; place < places.last; ++place) {
                softmaxBackward(m_output.data, m_output.gradient, m_input.gradient, classesOf(m_view, place));
            }
        });
    }

private:
    Tensor m_input, m_output;
    AxisView m_view;
};

} // namespace

std::unique_ptr<Kernel> makeSoftmax(const LayerSetup& layer)
{
    return std::make_unique<SoftmaxKernel>(layer);
}

} // namespace engine::caffe
