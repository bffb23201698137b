// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/caffe/teams.h"

#include <cassert>

namespace engine::cuda::caffe {
namespace {

enum class Reduction { Sum, AbsoluteSum, SquareSum };

__device__ double part(Reduction reduction, double x)
{
    return reduction == Reduction::Sum ? x : reduction == Reduction::AbsoluteSum ? fabs(x) : x * x;
}

__device__ float derivative(Reduction reduction, float x)
{
    if (reduction == Reduction::Sum) {
        return 1.0f;
    }
    return reduction == Reduction::SquareSum ? 2.0f * x : static_cast<float>((x > 0.0f) - (x < 0.0f));
}

struct RowsToSum {
    Reduction reduction;
    double coefficient;
    std::int64_t rows, width;
    const float* x;
    float* y;
};

/// y[row] = coeff · Σ over the row; one team a row.
template <int threads>
__global__ void sumRows(const RowsToSum s)
{
    Team<threads>::forEach(s.rows, [&](std::int64_t row) {
        double sum = 0.0;
        for (std::int64_t column = Team<threads>::member(); column < s.width; column += threads) {
            sum += part(s.reduction, s.x[row * s.width + column]);
        }
        sum = Team<threads>::sum(sum);
        if (Team<threads>::member() == 0) {
            s.y[row] = static_cast<float>(s.coefficient * sum);
        }
    });
}

/// dx = coeff · dy[row] · derivative, one thread an element; dy may be null.
struct Spread {
    Reduction reduction;
    double coefficient;
    std::int64_t width;
    const float *x, *dy;
    float* dx;
    __device__ void operator()(std::int64_t i) const
    {
        const float gradient = dy != nullptr ? static_cast<float>(coefficient * dy[quotient(i, width)]) : 0.0f;
        dx[i] = gradient * derivative(reduction, x[i]);
    }
};

/// y[row] = coeff · the sum over a row of x, |x| or x²; MEAN is a sum with 1/width in its coefficient.
class ReductionKernel final : public Kernel {
public:
    explicit ReductionKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
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
        constexpr std::int64_t mostOfWarp = 1024;
        m_width <= mostOfWarp ? sum<warpThreads>() : sum<blockThreads>();
    }

    void backward() override
    {
        if (m_input.gradient) {
            launchElements(
                m_device, m_input.count(),
                Spread{m_reduction, m_coefficient, m_width, m_input.data, m_output.gradient, m_input.gradient},
                "REDUCTION backward");
        }
    }

private:
    template <int threads>
    void sum()
    {
        sumRows<threads><<<blocksForTeams<threads>(m_rows), blockThreads, 0, m_device.stream()>>>(
            {m_reduction, m_coefficient, m_rows, m_width, m_input.data, m_output.data});
        checkLaunch("REDUCTION");
    }

    CudaDevice& m_device;
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

} // namespace engine::cuda::caffe
