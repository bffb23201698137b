// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/dropout.h"

#include <optional>

namespace engine::caffe {

/// In training each element is zero with the given probability, and else scaled so that its mean stays; same_over says
/// which elements share their fate. In the other phases the output is the input.
template <typename Operations>
class DropoutKernel final : public Kernel {
public:
    explicit DropoutKernel(const LayerSetup& layer)
        : m_operations(layer), m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0))
    {
        if (layer.training() && flagParam(layer.params, "active")) {
            const DropoutRule rule = dropoutRule(floatParam(layer.params, "dropout_ratio"));
            const RandomStream stream = maskStream(layer.random, intParam(layer.params, "seed"));
            m_mask = m_operations.dropoutMask(rule, keyOf(stream, sharingOf(layer)), sharingOf(layer));
        }
    }

    void forward(const Pass& pass) override
    {
        if (m_mask) {
            m_mask->forward(pass, m_input.data, m_output.data);
        } else {
            m_operations.copy(m_input.data, m_output.data, m_input.count());
        }
    }

    void backward() override
    {
        if (!gradientPasses(m_operations, m_input, m_output)) {
            return;
        }
        if (m_mask) {
            m_mask->backward(m_output.gradient, m_input.gradient);
        } else {
            m_operations.copy(m_output.gradient, m_input.gradient, m_input.count());
        }
    }

    std::int64_t workspaceBytes() const override { return m_mask ? m_mask->bytes() : 0; }

private:
    static DropoutSharing sharingOf(const LayerSetup& layer)
    {
        const Shape& x = layer.inputs.at(0).shape;
        const std::string& sameOver = textParam(layer.params, "same_over");
        return {.count = x.count(),
                .period = sameOver == "STEPS" ? x.count(1) : x.count(),
                .width = sameOver == "UNITS" ? x[x.axes() - 1] : 1};
    }

    /// A mask that all steps share has one row.
    static MaskKey keyOf(RandomStream stream, const DropoutSharing& sharing)
    {
        stream.share.rows = sharing.period == sharing.count ? stream.share.rows : 1;
        return {stream, sharing.drawn()};
    }

    Operations m_operations;
    Tensor m_input, m_output;
    std::optional<typename Operations::DropoutMask> m_mask; ///< none where all elements stay
};

} // namespace engine::caffe
