// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/gemm.h"
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"

namespace engine::caffe {
namespace {

/// y = x W^T (+ b) for every row of x: x [M, K], W [N, K], or [K, N] where it is stored transposed, y [M, N].
class InnerProductKernel final : public Kernel {
public:
    explicit InnerProductKernel(const LayerSetup& layer)
        : m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0)), m_weights(layer.weights)
    {
        const Shape& shape = layer.sizes.weights.at(0).shape;
        m_stored = flagParam(layer.params, "transpose") ? Transposed::Yes : Transposed::No;
        m_columns = m_stored == Transposed::No ? shape[0] : shape[1];
        m_depth = m_stored == Transposed::No ? shape[1] : shape[0];
        m_rows = m_input.count() / m_depth;
    }

    void forward(const Pass&) override
    {
        const bool biased = m_weights.values.size() > 1;
        if (biased) {
            repeatRow(m_weights.values[1].data(), m_output.data, m_rows, m_columns);
        }
        gemm({.rows = m_rows,
              .columns = m_columns,
              .depth = m_depth,
              .b = other(m_stored),
              .beta = biased ? 1.0f : 0.0f},
             m_input.data, m_weights.values[0].data(), m_output.data);
    }

    void backward() override
    {
        const float* const dy = m_output.gradient;
        if (dy && gradientOf(0)) {
            addWeightGradient();
        }
        if (dy && gradientOf(1)) {
            addColumnSums(dy, m_rows, m_columns, gradientOf(1));
        }
        if (m_input.gradient && dy) {
            gemm({.rows = m_rows, .columns = m_depth, .depth = m_columns, .b = m_stored}, dy,
                 m_weights.values[0].data(), m_input.gradient);
        } else if (m_input.gradient) {
            clear(m_input.gradient, m_input.count());
        }
    }

private:
    static Transposed other(Transposed one) { return one == Transposed::No ? Transposed::Yes : Transposed::No; }

    float* gradientOf(std::size_t index) const
    {
        return index < m_weights.gradients.size() ? m_weights.gradients[index].data() : nullptr;
    }

    /// dW += dy^T x, or its transpose.
    void addWeightGradient()
    {
        const float *const dy = m_output.gradient, *const x = m_input.data;
        if (m_stored == Transposed::No) {
            gemm({.rows = m_columns, .columns = m_depth, .depth = m_rows, .a = Transposed::Yes, .beta = 1}, dy, x,
                 gradientOf(0));
        } else {
            gemm({.rows = m_depth, .columns = m_columns, .depth = m_rows, .a = Transposed::Yes, .beta = 1}, x, dy,
                 gradientOf(0));
        }
    }

    Tensor m_input, m_output;
    CanonicalWeights m_weights;
    Transposed m_stored = Transposed::No;
    std::int64_t m_rows = 0, m_columns = 0, m_depth = 0;
};

} // namespace

std::unique_ptr<Kernel> makeInnerProduct(const LayerSetup& layer)
{
    return std::make_unique<InnerProductKernel>(layer);
}

} // namespace engine::caffe
