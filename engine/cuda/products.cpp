// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/products.h"

#include "engine/cuda/check.h"

namespace engine::cuda {
namespace {

cublasOperation_t operation(Transposed transposed)
{
    return transposed == Transposed::Yes ? CUBLAS_OP_T : CUBLAS_OP_N;
}

int narrow(std::int64_t value)
{
    return static_cast<int>(value); // sizes of layers are checked to fit when they are inferred
}

void multiply(cublasHandle_t cublas, const MatrixProduct& product, const void* A, const void* B, cudaDataType factors,
              float* C, cublasComputeType_t compute)
{
    const auto stride = [](std::int64_t given, std::int64_t width) { return narrow(given == 0 ? width : given); };
    const int strideA = stride(product.strideA, product.a == Transposed::No ? product.depth : product.rows);
    const int strideB = stride(product.strideB, product.b == Transposed::No ? product.columns : product.depth);
    const int strideC = stride(product.strideC, product.columns);
    // cuBLAS counts along columns, so it sees each of our matrices transposed, and Cᵀ = op(B)ᵀ op(A)ᵀ.
    check(cublasGemmEx(cublas, operation(product.b), operation(product.a), narrow(product.columns),
                       narrow(product.rows), narrow(product.depth), &product.alpha, B, factors, strideB, A, factors,
                       strideA, &product.beta, C, CUDA_R_32F, strideC, compute, CUBLAS_GEMM_DEFAULT),
          "a product of matrices");
}

} // namespace

cublasComputeType_t computeTypeOf(Precision precision)
{
    switch (precision) {
    case Precision::Tf32:
        return CUBLAS_COMPUTE_32F_FAST_TF32;
    case Precision::Bfloat16:
        return CUBLAS_COMPUTE_32F_FAST_16BF;
    case Precision::Float32:
        break;
    }
    return CUBLAS_COMPUTE_32F;
}

void gemm(CudaDevice& device, const MatrixProduct& product, const float* A, const float* B, float* C)
{
    multiply(device.cublas(), product, A, B, CUDA_R_32F, C, computeTypeOf(device.precision()));
}

void gemm(cublasHandle_t cublas, const MatrixProduct& product, const __nv_bfloat16* A, const __nv_bfloat16* B, float* C)
{
    multiply(cublas, product, A, B, CUDA_R_16BF, C, CUBLAS_COMPUTE_32F);
}

} // namespace engine::cuda
