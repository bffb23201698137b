// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"

#include <cassert>
#include <cmath>
#include <string>

namespace engine::caffe {

enum class Reduction { Sum, AbsoluteSum, SquareSum };

/// y[row] = coeff · Σ over the row; a team sums one row.
struct ReductionForward {
    Reduction reduction;
    double coefficient;
    std::int64_t width;
    const float* x;
    float* y;

    template <typename Team>
    ENGINE_DEVICE void operator()(Team team, std::int64_t row) const
    {
        double sum = 0.0;
        for (std::int64_t column = team.member(); column < width; column += team.size()) {
            sum += part(x[row * width + column]);
        }
        sum = team.sum(sum);
        if (team.member() == 0) {
            y[row] = static_cast<float>(coefficient * sum);
        }
    }

    ENGINE_DEVICE double part(double value) const
    {
        return reduction == Reduction::Sum           ? value
               : reduction == Reduction::AbsoluteSum ? std::fabs(value)
                                                     : value * value;
    }
};

/// dx = coeff · dy[row] · derivative; dy may be null.
struct ReductionBackward {
    Reduction reduction;
    double coefficient;
    std::int64_t width;
    const float *x, *dy;
    float* dx;

    ENGINE_DEVICE void operator()(std::int64_t row, std::int64_t column) const
    {
        const float gradient = dy != nullptr ? static_cast<float>(coefficient * dy[row]) : 0.0f;
        const std::int64_t i = row * width + column;
        dx[i] = gradient * derivative(x[i]);
    }

    ENGINE_DEVICE float derivative(float value) const
    {
        if (reduction == Reduction::Sum) {
            return 1.0f;
        }
        return reduction == Reduction::SquareSum ? 2.0f * value : static_cast<float>((value > 0.0f) - (value < 0.0f));
    }
};

/// y[row] = coeff · the sum over a row of x, |x| or x²; MEAN is a sum with 1/width in its coefficient.
template <typename Operations>
class ReductionKernel final : public Kernel {
public:
    explicit ReductionKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_input(layer.inputs.at(0)),
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
        m_operations.forEachTeam(teamsFor(AxisView{m_rows, m_width, 1}),
                                 ReductionForward{m_reduction, m_coefficient, m_width, m_input.data, m_output.data});
    }

    void backward() override
    {
        if (m_input.gradient) {
            m_operations.forEach(m_rows, m_width,
                                 ReductionBackward{m_reduction, m_coefficient, m_width, m_input.data, m_output.gradient,
                                                   m_input.gradient});
        }
    }

private:
    Operations m_operations;
    Tensor m_input, m_output;
    std::int64_t m_rows, m_width;
    double m_coefficient;
    Reduction m_reduction = Reduction::Sum;
};

} // namespace engine::caffe
