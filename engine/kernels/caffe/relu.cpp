// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"

namespace engine::caffe {
namespace {

/// y = x where x > 0, else x · slope. On the way back y tells what x was, even where it took x's place; only a slope
/// below zero hides it, so signs are kept then.
class ReluKernel final : public Kernel {
public:
    explicit ReluKernel(const LayerSetup& layer)
        : m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_below(static_cast<float>(floatParam(layer.params, "negative_slope")))
    {
        if (layer.training() && m_below < 0) {
            m_above.resize(static_cast<std::size_t>(m_input.count()));
        }
    }

    void forward(const Pass&) override
    {
        if (!m_above.empty()) {
            parallelFor(m_input.count(), elementGrain, [this](IndexRange range) {
                for (std::int64_t index = range.first; index < range.last; ++index) {
                    m_above[static_cast<std::size_t>(index)] = m_input.data[index] > 0;
                }
            });
        }
        fill(m_output.data, m_input.count(), [x = m_input.data, below = m_below](std::int64_t index) {
            return x[index] > 0 ? x[index] : x[index] * below;
        });
    }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        const float* const dy = m_output.gradient;
        if (dy == nullptr) {
            clear(m_input.gradient, m_input.count());
        } else if (m_above.empty()) {
            fill(m_input.gradient, m_input.count(), [dy, y = m_output.data, below = m_below](std::int64_t index) {
                return y[index] > 0 ? dy[index] : dy[index] * below;
            });
        } else {
            fill(m_input.gradient, m_input.count(), [dy, above = m_above.data(), below = m_below](std::int64_t index) {
                return above[index] ? dy[index] : dy[index] * below;
            });
        }
    }

    std::int64_t workspaceBytes() const override { return static_cast<std::int64_t>(m_above.size()); }

private:
    Tensor m_input, m_output;
    float m_below;
    std::vector<std::uint8_t> m_above; ///< 1 where x > 0; only where y does not tell
};

} // namespace

std::unique_ptr<Kernel> makeRelu(const LayerSetup& layer)
{
    return std::make_unique<ReluKernel>(layer);
}

} // namespace engine::caffe
