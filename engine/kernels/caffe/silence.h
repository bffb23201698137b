// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"

#include <vector>

namespace engine::caffe {

/// Reads tensors that no other layer reads, and does nothing with them.
template <typename Operations>
class SilenceKernel final : public Kernel {
public:
    explicit SilenceKernel(const LayerSetup& layer) : m_operations(layer), m_inputs(layer.inputs) {}

    void forward(const Pass&) override {}

    void backward() override
    {
        for (const Tensor& input : m_inputs) {
            if (input.gradient) {
                m_operations.clear(input.gradient, input.count());
            }
        }
    }

private:
    Operations m_operations;
    std::vector<Tensor> m_inputs;
};

} // namespace engine::caffe
