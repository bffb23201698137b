// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/arrays.h"
#include "engine/cuda/caffe/biased_product.h"
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/products.h"

#include <optional>

namespace engine::cuda::caffe {
namespace {

/// y = x W^T (+ b) for every row of x: x [M, K], W [N, K], or [K, N] where it is stored transposed, y [M, N].
class InnerProductKernel final : public Kernel {
public:
    explicit InnerProductKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_input(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_weights(layer.weights)
    {
        const Shape& shape = layer.sizes.weights.at(0).shape;
        m_stored = flagParam(layer.params, "transpose") ? Transposed::Yes : Transposed::No;
        m_columns = m_stored == Transposed::No ? shape[0] : shape[1];
        m_depth = m_stored == Transposed::No ? shape[1] : shape[0];
        m_rows = m_input.count() / m_depth;
        m_product = {.rows = m_rows, .columns = m_columns, .depth = m_depth, .b = other(m_stored)};
        if (m_weights.values.size() > 1) {
            m_biasedProduct.emplace(m_device, m_product,
                                    BiasedProduct::Places{.A = m_input.data,
                                                          .B = m_weights.values[0].data(),
                                                          .row = m_weights.values[1].data(),
                                                          .C = m_output.data});
        }
        if (m_output.gradient && gradientOf(1)) {
            m_columnSums.emplace(m_device, m_rows, m_columns);
        }
    }

    void forward(const Pass&) override
    {
        if (m_biasedProduct) {
            m_biasedProduct->run();
        } else {
            gemm(m_device, m_product, m_input.data, m_weights.values[0].data(), m_output.data);
        }
    }

    void backward() override
    {
        const float* const dy = m_output.gradient;
        if (dy && gradientOf(0)) {
            addWeightGradient();
        }
        if (dy && gradientOf(1)) {
            m_columnSums->addTo(dy, gradientOf(1));
        }
        if (m_input.gradient && dy) {
            gemm(m_device, {.rows = m_rows, .columns = m_depth, .depth = m_columns, .b = m_stored}, dy,
                 m_weights.values[0].data(), m_input.gradient);
        } else if (m_input.gradient) {
            m_device.zero(m_input.gradient, m_input.count());
        }
    }

    std::int64_t workspaceBytes() const override { return m_columnSums ? m_columnSums->bytes() : 0; }

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
            gemm(m_device, {.rows = m_columns, .columns = m_depth, .depth = m_rows, .a = Transposed::Yes, .beta = 1},
                 dy, x, gradientOf(0));
        } else {
            gemm(m_device, {.rows = m_depth, .columns = m_columns, .depth = m_rows, .a = Transposed::Yes, .beta = 1}, x,
                 dy, gradientOf(0));
        }
    }

    CudaDevice& m_device;
    Tensor m_input, m_output;
    CanonicalWeights m_weights;
    Transposed m_stored = Transposed::No;
    std::int64_t m_rows = 0, m_columns = 0, m_depth = 0;
    MatrixProduct m_product{};                    ///< x W^T
    std::optional<BiasedProduct> m_biasedProduct; ///< with the bias; none where there is none
    std::optional<ColumnSums> m_columnSums;       ///< of the bias's gradient
};

} // namespace

std::unique_ptr<Kernel> makeInnerProduct(const LayerSetup& layer)
{
    return std::make_unique<InnerProductKernel>(layer);
}

} // namespace engine::cuda::caffe
