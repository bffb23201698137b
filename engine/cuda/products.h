// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/factors.h"
#include "engine/devices/cpu/gemm.h"

#include <cuda_bf16.h>

namespace engine::cuda {

/// C = alpha · op(A) · op(B) + beta · C as on the CPU (see MatrixProduct), by cuBLAS on the device's stream, at the
/// device's precision. Same numbers, same bits.
void gemm(CudaDevice& device, const MatrixProduct& product, const float* A, const float* B, float* C);

/// The same on a stream of the handle's.
void gemm(cublasHandle_t cublas, Precision precision, const MatrixProduct& product, const float* A, const float* B,
          float* C);

/// The same from factors that are bfloat16 already; the sums are floats.
void gemm(cublasHandle_t cublas, const MatrixProduct& product, const __nv_bfloat16* A, const __nv_bfloat16* B,
          float* C);

/// The same from factors of either kind; floats at the precision.
void gemm(cublasHandle_t cublas, Precision precision, const MatrixProduct& product, const Factors& A, const Factors& B,
          float* C);

/// `count` products of bfloat16s, whose matrices begin so many elements after those of the one before. cuBLAS does not
/// split their depth.
struct BatchStrides {
    std::int64_t a, b, c;
};
void gemms(cublasHandle_t cublas, const MatrixProduct& product, int count, const BatchStrides& apart,
           const __nv_bfloat16* A, const __nv_bfloat16* B, float* C);

/// cuBLAS's compute type for a precision, for factors that are floats.
cublasComputeType_t computeTypeOf(Precision precision);

} // namespace engine::cuda
