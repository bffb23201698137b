// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/devices/cpu/gemm.h"

namespace engine::cuda {

/// C = alpha · op(A) · op(B) + beta · C as on the CPU (see MatrixProduct), by cuBLAS on the device's stream, at the
/// device's precision. Same numbers, same bits.
void gemm(CudaDevice& device, const MatrixProduct& product, const float* A, const float* B, float* C);

} // namespace engine::cuda
