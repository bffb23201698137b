// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/gemm.h"
#include "engine/kernels/caffe/operations.h"

#include <optional>

namespace engine::caffe {

/// y = x W^T (+ b) for every row of x: x [M, K], W [N, K], or [K, N] where it is stored transposed, y [M, N]. With
/// several heads W is [N, K/heads], and each head a product of its columns of x, rows of W and columns of y.
template <typename Operations>
class InnerProductKernel final : public Kernel {
public:
    explicit InnerProductKernel(const LayerSetup& layer)
        : m_operations(layer), m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0)), m_weights(layer.weights)
    {
        const Shape& shape = layer.sizes.weights.at(0).shape;
        m_stored = flagParam(layer.params, "transpose") ? Transposed::Yes : Transposed::No;
        m_heads = intParam(layer.params, "heads");
        m_columns = (m_stored == Transposed::No ? shape[0] : shape[1]) / m_heads;
        m_depth = m_stored == Transposed::No ? shape[1] : shape[0];
        m_rows = m_input.count() / (m_heads * m_depth);
        m_inputStride = m_heads > 1 ? m_heads * m_depth : 0;
        m_outputStride = m_heads > 1 ? m_heads * m_columns : 0;
        m_bias = valuesOf(m_weights, 1);
        m_product = {.rows = m_rows,
                     .columns = m_columns,
                     .depth = m_depth,
                     .b = other(m_stored),
                     .beta = m_bias && m_heads > 1 ? 1.0f : 0.0f,
                     .strideA = m_inputStride,
                     .strideC = m_outputStride};
        if (m_bias && m_heads == 1) {
            m_biasedProduct = m_operations.biasedProduct(
                m_product, {.A = m_input.data, .B = valuesOf(m_weights, 0), .row = m_bias, .C = m_output.data});
        }
        if (m_output.gradient && gradientOf(m_weights, 1)) {
            m_columnSums = m_operations.columnSums(m_rows, m_heads * m_columns);
        }
    }

    void forward(const Pass&) override
    {
        if (m_biasedProduct) {
            m_biasedProduct->run();
            return;
        }
        if (m_bias) {
            m_operations.repeatRow(m_bias, m_output.data, m_rows, m_heads * m_columns);
        }
        for (std::int64_t head = 0; head < m_heads; ++head) {
            m_operations.gemm(m_product, m_input.data + head * m_depth, headOf(valuesOf(m_weights, 0), head),
                              m_output.data + head * m_columns);
        }
    }

    void backward() override
    {
        giveInputGradients();
        addWeightGradients();
    }

    void giveInputGradients() override
    {
        const float* const dy = m_output.gradient;
        if (gradientPasses(m_operations, m_input, m_output)) {
            const MatrixProduct product{.rows = m_rows,
                                        .columns = m_depth,
                                        .depth = m_columns,
                                        .b = m_stored,
                                        .strideA = m_outputStride,
                                        .strideC = m_inputStride};
            for (std::int64_t head = 0; head < m_heads; ++head) {
                m_operations.gemm(product, dy + head * m_columns, headOf(valuesOf(m_weights, 0), head),
                                  m_input.gradient + head * m_depth);
            }
        }
    }

    void addWeightGradients() override
    {
        if (m_output.gradient && gradientOf(m_weights, 0)) {
            addProducts();
        }
        if (m_columnSums) {
            m_columnSums->addTo(m_output.gradient, gradientOf(m_weights, 1));
        }
    }

    std::int64_t workspaceBytes() const override { return m_columnSums ? m_columnSums->bytes() : 0; }

private:
    static Transposed other(Transposed one) { return one == Transposed::No ? Transposed::Yes : Transposed::No; }

    /// The rows of W, or of its gradient, that belong to a head.
    template <typename Number>
    Number* headOf(Number* matrix, std::int64_t head) const
    {
        return matrix + head * m_columns * m_depth;
    }

    /// dW += dy^T x, or its transpose.
    void addProducts()
    {
        const bool isPlain = m_stored == Transposed::No;
        const MatrixProduct product{.rows = isPlain ? m_columns : m_depth,
                                    .columns = isPlain ? m_depth : m_columns,
                                    .depth = m_rows,
                                    .a = Transposed::Yes,
                                    .beta = 1,
                                    .strideA = isPlain ? m_outputStride : m_inputStride,
                                    .strideB = isPlain ? m_inputStride : m_outputStride};
        for (std::int64_t head = 0; head < m_heads; ++head) {
            const float *const dy = m_output.gradient + head * m_columns, *const x = m_input.data + head * m_depth;
            m_operations.gemm(product, isPlain ? dy : x, isPlain ? x : dy, headOf(gradientOf(m_weights, 0), head));
        }
    }

    Operations m_operations;
    Tensor m_input, m_output;
    CanonicalWeights m_weights;
    Transposed m_stored = Transposed::No;
    std::int64_t m_rows = 0, m_heads = 1;
    std::int64_t m_columns = 0, m_depth = 0;            ///< of a head
    std::int64_t m_inputStride = 0, m_outputStride = 0; ///< 0: rows without gaps
    const float* m_bias = nullptr;
    MatrixProduct m_product{};                                         ///< x W^T of a head
    std::optional<typename Operations::BiasedProduct> m_biasedProduct; ///< with the bias, of one head
    std::optional<typename Operations::ColumnSums> m_columnSums;       ///< of the bias's gradient, where it is wanted
};

} // namespace engine::caffe
