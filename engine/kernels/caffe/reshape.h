// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"

namespace engine::caffe {

/// The same elements in the same order, under another shape.
template <typename Operations>
class ReshapeKernel final : public Kernel {
public:
    explicit ReshapeKernel(const LayerSetup& layer)
        : m_operations(layer), m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0))
    {}

    void forward(const Pass&) override { m_operations.copy(m_input.data, m_output.data, m_input.count()); }

    void backward() override
    {
        if (gradientPasses(m_operations, m_input, m_output)) {
            m_operations.copy(m_output.gradient, m_input.gradient, m_input.count());
        }
    }

private:
    Operations m_operations;
    Tensor m_input, m_output;
};

} // namespace engine::caffe
