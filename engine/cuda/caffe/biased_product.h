// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/devices/cpu/gemm.h"

#include <cublasLt.h>

#include <memory>
#include <optional>

namespace engine::cuda::caffe {

/// C = op(A) · op(B), and `row` added to each of its rows, at the device's precision, as one launch: cuBLASLt adds the
/// row in its epilogue. The addresses of the matrices are fixed at construction.
class BiasedProduct {
public:
    struct Places {
        const float *A, *B, *row;
        float* C;
    };

    /// `product` has an alpha of 1, a beta of 0 and its own strides.
    BiasedProduct(CudaDevice& device, const MatrixProduct& product, const Places& places);

    /// If the library has no algorithm for that, it copies the row to all rows of C and then adds the product.
    void run() const;

private:
    struct Deleter {
        void operator()(cublasLtMatmulDesc_t description) const { cublasLtMatmulDescDestroy(description); }
        void operator()(cublasLtMatrixLayout_t layout) const { cublasLtMatrixLayoutDestroy(layout); }
    };
    using Description = std::unique_ptr<std::remove_pointer_t<cublasLtMatmulDesc_t>, Deleter>;
    using Layout = std::unique_ptr<std::remove_pointer_t<cublasLtMatrixLayout_t>, Deleter>;

    static Layout layout(std::int64_t rows, std::int64_t columns, Transposed transposed);
    void describe();
    void findAlgorithm();

    CudaDevice* m_device;
    MatrixProduct m_product;
    Places m_places;
    Description m_description;
    Layout m_left, m_right, m_result; ///< as the library sees them: of Cᵀ = op(B)ᵀ op(A)ᵀ
    std::optional<cublasLtMatmulAlgo_t> m_algorithm;
};

} // namespace engine::cuda::caffe
