// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"

#include <cassert>

namespace engine::caffe {
namespace {

/// y = the sum over k of coeff_k x_k, element by element.
class SumKernel final : public Kernel {
public:
    explicit SumKernel(const LayerSetup& layer) : m_inputs(layer.inputs), m_output(layer.outputs.at(0))
    {
        m_coefficients.assign(m_inputs.size(), 1.0f);
        const std::vector<double>& given = floatListParam(layer.params, "coeff");
        for (std::size_t input = 0; input < given.size(); ++input) {
            m_coefficients[input] = static_cast<float>(given[input]);
        }
    }

    void forward(const Pass&) override
    {
        float* const y = m_output.data;
        const std::int64_t count = m_output.count();
        const float *first = m_inputs[0].data, *second = m_inputs.size() > 1 ? m_inputs[1].data : nullptr;
        if (second == nullptr) {
            fill(y, count, [=, a = m_coefficients[0]](std::int64_t index) { return a * first[index]; });
            return;
        }
        if (m_coefficients[0] == 1 && m_coefficients[1] == 1) {
            fill(y, count, [=](std::int64_t index) { return first[index] + second[index]; });
        } else {
            fill(y, count, [=, a = m_coefficients[0], b = m_coefficients[1]](std::int64_t index) {
                return a * first[index] + b * second[index];
            });
        }
        for (std::size_t input = 2; input < m_inputs.size(); ++input) {
            fill(y, count, [y, a = m_coefficients[input], x = m_inputs[input].data](std::int64_t index) {
                return y[index] + a * x[index];
            });
        }
    }

    void backward() override
    {
        for (std::size_t input = 0; input < m_inputs.size(); ++input) {
            float* const dx = m_inputs[input].gradient;
            if (dx == nullptr) {
                continue;
            }
            const float* const dy = m_output.gradient;
            if (dy == nullptr) {
                clear(dx, m_output.count());
            } else if (m_coefficients[input] == 1) {
                copyTo(dy, dx, m_output.count());
            } else {
                fill(dx, m_output.count(),
                     [dy, a = m_coefficients[input]](std::int64_t index) { return a * dy[index]; });
            }
        }
    }

private:
    std::vector<Tensor> m_inputs;
    Tensor m_output;
    std::vector<float> m_coefficients;
};

/// y = the product over k of x_k. The gradient by one of them is the product of the others, never y divided by it: that
/// holds where it is zero as well.
class ProductKernel final : public Kernel {
public:
    explicit ProductKernel(const LayerSetup& layer) : m_inputs(layer.inputs), m_output(layer.outputs.at(0)) {}

    void forward(const Pass&) override
    {
        fill(m_output.data, m_output.count(),
             [&](std::int64_t index) { return productWithout(m_inputs.size(), index); });
    }

    void backward() override
    {
        for (std::size_t input = 0; input < m_inputs.size(); ++input) {
            if (m_inputs[input].gradient == nullptr) {
                continue;
            }
            const float* const dy = m_output.gradient;
            fill(m_inputs[input].gradient, m_output.count(),
                 [&](std::int64_t index) { return dy ? dy[index] * productWithout(input, index) : 0.0f; });
        }
    }

private:
    float productWithout(std::size_t left, std::int64_t index) const
    {
        float product = 1;
        for (std::size_t input = 0; input < m_inputs.size(); ++input) {
            product *= input == left ? 1.0f : m_inputs[input].data[index];
        }
        return product;
    }

    std::vector<Tensor> m_inputs;
    Tensor m_output;
};

/// y = the largest x_k; the gradient goes to that one alone. Of equals, the second of the first two has it, else the
/// earliest: Caffe's rule.
class MaximumKernel final : public Kernel {
public:
    explicit MaximumKernel(const LayerSetup& layer) : m_inputs(layer.inputs), m_output(layer.outputs.at(0)) {}

    void forward(const Pass&) override
    {
        fill(m_output.data, m_output.count(), [&](std::int64_t index) { return m_inputs[largest(index)].data[index]; });
    }

    void backward() override
    {
        for (std::size_t input = 0; input < m_inputs.size(); ++input) {
            if (m_inputs[input].gradient == nullptr) {
                continue;
            }
            const float* const dy = m_output.gradient;
            fill(m_inputs[input].gradient, m_output.count(),
                 [&](std::int64_t index) { return dy && largest(index) == input ? dy[index] : 0.0f; });
        }
    }

private:
    std::size_t largest(std::int64_t index) const
    {
        std::size_t best = m_inputs.size() > 1 && !(m_inputs[0].data[index] > m_inputs[1].data[index]) ? 1 : 0;
        for (std::size_t input = 2; input < m_inputs.size(); ++input) {
            best = m_inputs[input].data[index] > m_inputs[best].data[index] ? input : best;
        }
        return best;
    }

    std::vector<Tensor> m_inputs;
    Tensor m_output;
};

} // namespace

std::unique_ptr<Kernel> makeEltwise(const LayerSetup& layer)
{
    const std::string& operation = textParam(layer.params, "operation");
    if (operation == "SUM") {
        return std::make_unique<SumKernel>(layer);
    }
    if (operation == "PROD") {
        return std::make_unique<ProductKernel>(layer);
    }
    assert(operation == "MAX");
    return std::make_unique<MaximumKernel>(layer);
}

} // namespace engine::caffe
