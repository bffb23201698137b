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

/// The layout of a product. cuBLAS is column-major, so it sees each of our matrices transposed, and
/// Cᵀ = op(B)ᵀ op(A)ᵀ.
struct LeadingDimensions {
    explicit LeadingDimensions(const MatrixProduct& product)
        : a(stride(product.strideA, product.a == Transposed::No ? product.depth : product.rows)),
          b(stride(product.strideB, product.b == Transposed::No ? product.columns : product.depth)),
          c(stride(product.strideC, product.columns))
    {}
    int a, b, c; ///< from one row to the next

private:
    static int stride(std::int64_t given, std::int64_t width) { return narrow(given == 0 ? width : given); }
};

void multiply(cublasHandle_t cublas, const MatrixProduct& product, const void* A, const void* B, cudaDataType factors,
              float* C, cublasComputeType_t compute)
{
    const LeadingDimensions leading(product);
    check(cublasGemmEx(cublas, operation(product.b), operation(product.a), narrow(product.columns),
                       narrow(product.rows), narrow(product.depth), &product.alpha, B, factors, leading.b, A, factors,
                       leading.a, &product.beta, C, CUDA_R_32F, leading.c, compute, CUBLAS_GEMM_DEFAULT),
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
    gemm(device.cublas(), device.precision(), product, A, B, C);
}

void gemm(cublasHandle_t cublas, Precision precision, const MatrixProduct& product, const float* A, const float* B,
          float* C)
{
    multiply(cublas, product, A, B, CUDA_R_32F, C, computeTypeOf(precision));
}

void gemm(cublasHandle_t cublas, const MatrixProduct& product, const __nv_bfloat16* A, const __nv_bfloat16* B, float* C)
{
    multiply(cublas, product, A, B, CUDA_R_16BF, C, CUBLAS_COMPUTE_32F);
}

void gemm(cublasHandle_t cublas, Precision precision, const MatrixProduct& product, const Factors& A, const Factors& B,
          float* C)
{
    if (A.areFloats()) {
        gemm(cublas, precision, product, A.as<float>(), B.as<float>(), C);
    } else {
        gemm(cublas, product, A.halves(), B.halves(), C);
    }
}

void gemms(cublasHandle_t cublas, const MatrixProduct& product, int count, const BatchStrides& apart,
           const __nv_bfloat16* A, const __nv_bfloat16* B, float* C)
{
    const LeadingDimensions leading(product);
    check(cublasGemmStridedBatchedEx(cublas, operation(product.b), operation(product.a), narrow(product.columns),
                                     narrow(product.rows), narrow(product.depth), &product.alpha, B, CUDA_R_16BF,
                                     leading.b, apart.b, A, CUDA_R_16BF, leading.a, apart.a, &product.beta, C,
                                     CUDA_R_32F, leading.c, apart.c, count, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
          "products of matrices");
}

} // namespace engine::cuda
