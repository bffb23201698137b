// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/factors.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/engine.h"

#include <cuda_runtime.h>

#include <cstdint>

namespace engine::cuda::fused {

// Small kernels around the recurrence; each runs on `stream` and returns at once.

/// Converts bfloat16s back, without the padding.
void toFloat(const __nv_bfloat16* from, float* to, std::int64_t rows, std::int64_t width, std::int64_t room,
             cudaStream_t stream);

/// How columns lie that have parts, such as those of h by directions: `units` of each part, and then room for more up
/// to `room`, which stay zero.
struct Columns {
    std::int64_t parts, units, room;

    constexpr std::int64_t width() const { return parts * units; }
    constexpr std::int64_t stride() const { return parts * room; }
};

/// Converts rows of `width` floats to rows of `room` factors, padded with zeros; the rows come to lie as the columns of
/// `places` do.
void toFactors(const float* from, Factors to, std::int64_t rows, std::int64_t width, std::int64_t room,
               cudaStream_t stream, const Columns& places = {1, 1, 1});

/// Weights of one direction as the products and the recurrence want them. Null is not wanted; what has no number stays.
struct PackedWeights {
    std::int64_t gates, units, room; ///< G, H, and R of each unit's place
    Factors inputs;                  ///< Wx [G, R, columns]
    Factors inputsByUnit;            ///< Wx [R, G filled up to `slots`, columns]
    std::int64_t slots;
    Factors recurrent; ///< Wh [G, R, R]
    Factors turned;    ///< Wh [R, G, R], the column first; null without a backward pass
};

/// Wx [G·H, width], whose columns are `units` and come to lie with `room`, in rows of `stride`.
struct InputColumns {
    std::int64_t width, units, room, stride;
};
void packInputWeights(const float* Wx, const InputColumns& columns, const PackedWeights& packed, cudaStream_t stream);
void packRecurrentWeights(const float* Wh, const PackedWeights& packed, cudaStream_t stream);
void packTurnedWeights(const float* Wh, const PackedWeights& packed, cudaStream_t stream);

/// to [rows.width(), columns.width()] out of a matrix whose rows and columns lie so: to what `to` holds, or over it.
enum class Onto { Add, Overwrite };
void takeRows(const float* from, const Columns& rows, const Columns& columns, float* to, Onto onto,
              cudaStream_t stream);

/// Some rows of a tensor, each of a step and a stream.
struct Rows {
    std::int64_t first, count;
};

/// The dropout between two stacked layers; its masks are those of every engine (engine/kernels/dropout.h), which count
/// the elements as rows of columns.width(). The tensors begin with row 0.
struct StackedDropout {
    DropoutRule rule;
    MaskKey key;
    Pass pass;
};
void drop(const StackedDropout& dropout, Factors from, Factors to, const Rows& rows, const Columns& columns,
          cudaStream_t stream);
void dropGradient(const StackedDropout& dropout, float* gradient, const Rows& rows, const Columns& columns,
                  cudaStream_t stream);

/// rows[r] *= cont[r], `width` of each, `stride` apart: the h before a step as the step read it.
void multiplyRows(const float* cont, Factors rows, std::int64_t count, std::int64_t width, std::int64_t stride,
                  cudaStream_t stream);

/// sums[column] += the sum of that column of matrix [rows, stride] over all rows, in their order.
void addRows(const float* matrix, std::int64_t rows, const Columns& columns, std::int64_t stride, float* sums,
             cudaStream_t stream);

} // namespace engine::cuda::fused
