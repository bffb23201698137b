// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/dropout.h"

#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"

namespace engine::caffe {
namespace {

/// In training each element is zero with the given probability, and else scaled so that its mean stays. In the other
/// phases the output is the input.
class DropoutKernel final : public Kernel {
public:
    explicit DropoutKernel(const LayerSetup& layer)
        : m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_rule(dropoutRule(floatParam(layer.params, "dropout_ratio"))),
          m_key(maskStream(layer.random, intParam(layer.params, "seed")).key())
    {
        if (layer.training() && flagParam(layer.params, "active")) {
            m_mask.resize(static_cast<std::size_t>(m_input.count()));
        }
    }

    void forward(const Pass& pass) override
    {
        if (m_mask.empty()) {
            copyTo(m_input.data, m_output.data, m_input.count());
            return;
        }
        drawDropoutMask(m_rule, pass.number, m_key, m_mask.data(), m_input.count());
        applyDropoutMask(m_rule, m_mask.data(), m_input.data, m_output.data, m_input.count());
    }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_output.gradient == nullptr) {
            clear(m_input.gradient, m_input.count());
        } else if (m_mask.empty()) {
            copyTo(m_output.gradient, m_input.gradient, m_input.count());
        } else {
            applyDropoutMask(m_rule, m_mask.data(), m_output.gradient, m_input.gradient, m_input.count());
        }
    }

    std::int64_t workspaceBytes() const override { return static_cast<std::int64_t>(m_mask.size()); }

private:
    Tensor m_input, m_output;
    DropoutRule m_rule;
    std::uint64_t m_key;
    std::vector<std::uint8_t> m_mask; ///< 1 where an element stays; empty where all do
};

} // namespace

std::unique_ptr<Kernel> makeDropout(const LayerSetup& layer)
{
    return std::make_unique<DropoutKernel>(layer);
}

} // namespace engine::caffe
