// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/engine.h"

namespace engine::caffe {

/// y = f(x), element by element, where the derivative of f can be told from y: so that y may take x's place.
/// `Function` has forward(x, y, count) and derivative(y).
template <typename Function>
class ActivationKernel final : public Kernel {
public:
    ActivationKernel(const LayerSetup& layer, Function function)
        : m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0)), m_function(function)
    {}

    void forward(const Pass&) override { m_function.forward(m_input.data, m_output.data, m_input.count()); }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_output.gradient == nullptr) {
            clear(m_input.gradient, m_input.count());
            return;
        }
        fill(m_input.gradient, m_input.count(),
             [y = m_output.data, dy = m_output.gradient, function = m_function](std::int64_t index) {
                 return dy[index] * function.derivative(y[index]);
             });
    }

private:
    Tensor m_input, m_output;
    Function m_function;
};

} // namespace engine::caffe
