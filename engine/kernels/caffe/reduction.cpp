// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"

#include <cassert>
#include <cmath>

namespace engine::caffe {
namespace {

enum class Reduction { Sum, AbsoluteSum, SquareSum };

/// y[row] = coeff · the sum over a row of x, |x| or x²; MEAN is a sum with 1/width in its coefficient.
class ReductionKernel final : public Kernel {
public:
    explicit ReductionKernel(const LayerSetup& layer)
        : m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_rows(m_output.count()),
          m_width(m_rows > 0 ? m_input.count() / m_rows : 0),
          m_coefficient(floatParam(layer.params, "coeff"))
    {
        const std::string& operation = textParam(layer.params, "operation");
        if (operation == "ASUM") {
            m_reduction = Reduction::AbsoluteSum;
        } else if (operation == "SUMSQ") {
            m_reduction = Reduction::SquareSum;
        } else if (operation == "MEAN") {
            m_coefficient /= static_cast<double>(m_width);
        } else {
            assert(operation == "SUM");
        }
    }

    void forward(const Pass&) override
    {
        for (std::int64_t row = 0; row < m_rows; ++row) {
            double sum = 0;
            for (std::int64_t index = row * m_width; index < (row + 1) * m_width; ++index) {
                sum += part(m_input.data[index]);
            }
            m_output.data[row] = static_cast<float>(m_coefficient * sum);
        }
    }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        for (std::int64_t row = 0; row < m_rows; ++row) {
            const float gradient =
                m_output.gradient ? static_cast<float>(m_coefficient * m_output.gradient[row]) : 0.0f;
            for (std::int64_t index = row * m_width; index < (row + 1) * m_width; ++index) {
                m_input.gradient[index] = gradient * derivative(m_input.data[index]);
            }
        }
    }

private:
    double part(double x) const
    {
        return m_reduction == Reduction::Sum ? x : m_reduction == Reduction::AbsoluteSum ? std::abs(x) : x * x;
    }

    float derivative(float x) const
    {
        if (m_reduction == Reduction::Sum) {
            return 1;
        }
        return m_reduction == Reduction::SquareSum ? 2 * x : static_cast<float>((x > 0) - (x < 0));
    }

    Tensor m_input, m_output;
    std::int64_t m_rows, m_width;
    double m_coefficient;
    Reduction m_reduction = Reduction::Sum;
};

} // namespace

std::unique_ptr<Kernel> makeReduction(const LayerSetup& layer)
{
    return std::make_unique<ReductionKernel>(layer);
}

} // namespace engine::caffe
