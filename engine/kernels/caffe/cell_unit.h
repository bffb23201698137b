// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/element_equation.h"
#include "engine/kernels/caffe/operations.h"

namespace engine::caffe {

/// f [..., H] from inputs of its shape and learned vectors [H] by one equation, element by element. The backward pass
/// is the equation's derivative, which makes again what it needs of the forward pass.
template <typename Operations>
class CellUnitKernel final : public Kernel {
public:
    explicit CellUnitKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_inputs(layer.inputs),
          m_output(layer.outputs.at(0)),
          m_equation(cells::elementEquation(textParam(layer.params, "equation"), textParam(layer.params, "reads"))),
          m_work(workOf(layer)),
          m_forward(m_operations.elementProgram(cells::forwardProgram(m_equation), m_work)),
          m_backward(m_operations.elementProgram(backwardProgram(layer), m_work))
    {}

    void forward(const Pass&) override { m_forward.run(); }

    void backward() override
    {
        if (m_output.gradient != nullptr) {
            m_backward.run();
            return;
        }
        for (const Tensor& input : m_inputs) {
            gradientPasses(m_operations, input, m_output);
        }
    }

private:
    ElementWork workOf(const LayerSetup& layer) const
    {
        const std::int64_t units = m_output.shape.extents().back();
        const cells::ElementTensors tensors(m_equation);
        ElementWork work{.rows = m_output.count() / units, .units = units, .tensors = {}, .sums = {}};
        work.tensors.resize(tensors.count());
        for (std::size_t input = 0; input < m_inputs.size(); ++input) {
            work.tensors[input] = {m_inputs[input].data, units};
            work.tensors[tensors.inputGradient(input)] = {m_inputs[input].gradient, units};
        }
        for (std::size_t vector = 0; vector < tensors.vectors; ++vector) {
            work.tensors[tensors.vector(vector)] = {layer.weights.values[vector].data(), 0}; // one row for all
            work.sums.push_back(gradientOf(layer.weights, vector));
        }
        work.tensors[tensors.output()] = {m_output.data, units};
        work.tensors[tensors.outputGradient()] = {m_output.gradient, units};
        return work;
    }

    cells::Program backwardProgram(const LayerSetup& layer) const
    {
        cells::ElementWishes wishes;
        for (const Tensor& input : m_inputs) {
            wishes.inputs.push_back(input.gradient != nullptr);
        }
        for (std::size_t vector = 0; vector < m_equation.vectors.size(); ++vector) {
            wishes.vectors.push_back(gradientOf(layer.weights, vector) != nullptr);
        }
        return cells::backwardProgram(m_equation, wishes);
    }

    Operations m_operations;
    std::vector<Tensor> m_inputs;
    Tensor m_output;
    cells::ElementEquation m_equation;
    ElementWork m_work;
    typename Operations::ElementProgram m_forward, m_backward;
};

} // namespace engine::caffe
