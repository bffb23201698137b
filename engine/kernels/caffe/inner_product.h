// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/gemm.h"
#include "engine/kernels/caffe/operations.h"

#include <optional>

namespace engine::caffe {

/// y = x W^T (+ b) for every row of x: x [M, K], W [N, K], or [K, N] where it is stored transposed, y [M, N].
template <typename Operations>
class InnerProductKernel final : public Kernel {
public:
    explicit InnerProductKernel(const LayerSetup& layer)
        : m_operations(layer), m_input(layer.inputs.at(0)), m_output(layer.outputs.at(0)), m_weights(layer.weights)
    {
        const Shape& shape = layer.sizes.weights.at(0).shape;
        m_stored = flagParam(layer.params, "transpose") ? Transposed::Yes : Transposed::No;
        m_columns = m_stored == Transposed::No ? shape[0] : shape[1];
        m_depth = m_stored == Transposed::No ? shape[1] : shape[0];
        m_rows = m_input.count() / m_depth;
        m_product = {.rows = m_rows, .columns = m_columns, .depth = m_depth, .b = other(m_stored)};
        if (const float* const bias = valuesOf(m_weights, 1)) {
            m_biasedProduct = m_operations.biasedProduct(
                m_product, {.A = m_input.data, .B = valuesOf(m_weights, 0), .row = bias, .C = m_output.data});
        }
        if (m_output.gradient && gradientOf(m_weights, 1)) {
            m_columnSums = m_operations.columnSums(m_rows, m_columns);
        }
    }

    void forward(const Pass&) override
    {
        if (m_biasedProduct) {
            m_biasedProduct->run();
        } else {
            m_operations.gemm(m_product, m_input.data, valuesOf(m_weights, 0), m_output.data);
        }
    }

    void backward() override
    {
        const float* const dy = m_output.gradient;
        if (dy && gradientOf(m_weights, 0)) {
            addWeightGradient();
        }
        if (m_columnSums) {
            m_columnSums->addTo(dy, gradientOf(m_weights, 1));
        }
        if (gradientPasses(m_operations, m_input, m_output)) {
            m_operations.gemm({.rows = m_rows, .columns = m_depth, .depth = m_columns, .b = m_stored}, dy,
                              valuesOf(m_weights, 0), m_input.gradient);
        }
    }

    std::int64_t workspaceBytes() const override { return m_columnSums ? m_columnSums->bytes() : 0; }

private:
    static Transposed other(Transposed one) { return one == Transposed::No ? Transposed::Yes : Transposed::No; }

    /// dW += dy^T x, or its transpose.
    void addWeightGradient()
    {
        const bool isPlain = m_stored == Transposed::No;
        const float *const dy = m_output.gradient, *const x = m_input.data;
        m_operations.gemm({.rows = isPlain ? m_columns : m_depth,
                           .columns = isPlain ? m_depth : m_columns,
                           .depth = m_rows,
                           .a = Transposed::Yes,
                           .beta = 1},
                          isPlain ? dy : x, isPlain ? x : dy, gradientOf(m_weights, 0));
    }

    Operations m_operations;
    Tensor m_input, m_output;
    CanonicalWeights m_weights;
    Transposed m_stored = Transposed::No;
    std::int64_t m_rows = 0, m_columns = 0, m_depth = 0;
    MatrixProduct m_product{};                                         ///< x W^T
    std::optional<typename Operations::BiasedProduct> m_biasedProduct; ///< with the bias; none where there is none
    std::optional<typename Operations::ColumnSums> m_columnSums;       ///< of the bias's gradient, where it is wanted
};

} // namespace engine::caffe
