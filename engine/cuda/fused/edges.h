// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/dropout.h"
#include "engine/kernels/engine.h"

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdint>

namespace engine::cuda::fused {

// Small kernels around the recurrence; each runs on `stream` and returns at once.

/// Rows of `width` floats as rows of `room` bfloat16s, filled up with zeros.
void toBfloat16(const float* from, __nv_bfloat16* to, std::int64_t rows, std::int64_t width, std::int64_t room,
                cudaStream_t stream);
/// Rows [4, units, room] as [units, 4, room]; `room` is a multiple of 8.
void gatesByUnit(const __nv_bfloat16* from, __nv_bfloat16* to, std::int64_t units, std::int64_t room,
                 cudaStream_t stream);

void toFloat(const __nv_bfloat16* from, float* to, std::int64_t count, cudaStream_t stream);

/// The dropout between two stacked layers; its masks are those of every engine (engine/kernels/dropout.h).
struct StackedDropout {
    DropoutRule rule;
    std::uint64_t key;
    Pass pass;
};
void drop(const StackedDropout& dropout, const __nv_bfloat16* from, __nv_bfloat16* to, std::int64_t count,
          cudaStream_t stream);
void dropGradient(const StackedDropout& dropout, float* gradient, std::int64_t count, cudaStream_t stream);

/// rows[r] *= marks[r], rows of `width`: h_{t-1} as step t saw it.
void markRows(const float* marks, __nv_bfloat16* rows, std::int64_t count, std::int64_t width, cudaStream_t stream);

/// sums[column] += the sum of matrix[row, column] over all rows, in their order.
void addRows(const float* matrix, std::int64_t rows, std::int64_t columns, float* sums, cudaStream_t stream);

} // namespace engine::cuda::fused
