// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/element_call.cuh"

#include <cuda_runtime.h>

#include <cstdint>
#include <span>

namespace engine::cuda::cells {

// Kernels over rows; each runs on `stream` and returns at once.

/// to[row, column] = factors[row] · from[row, column], as floats and as bfloat16s, where these are wanted.
struct RowCopy {
    ElementView from;     ///< without floats: zeros
    const float* factors; ///< null: 1
    ElementView to;
    std::int64_t rows, width;
    bool adds = false; ///< to the floats that are there
};
/// All at once, in as few kernels as their arguments allow.
void copyRows(std::span<const RowCopy> copies, cudaStream_t stream);
inline void copyRows(const RowCopy& copy, cudaStream_t stream)
{
    copyRows(std::span(&copy, 1), stream);
}

/// As cells::Norm: rows of `units` numbers, whose scales are kept.
void normalize(const ElementView& from, const ElementView& to, float* scales, int rows, int units, cudaStream_t stream);
/// As cells::NormGradient.
void normalizeBackward(const ElementView& normed, const ElementView& gradient, const ElementView& to,
                       const float* scales, int rows, int units, cudaStream_t stream);

/// One step of a program that is interpreted. Below `load` is a cells::Operation on the registers a and b.
struct InterpretedStep {
    enum Code { load = 64, loadAny, loadCarried, constant, store, storeCarried, sum };
    int code;
    int a, b; ///< registers, or what the code wants: a view, or a place of a sum, as `b`
    float number;
};
constexpr int maxViews = 100;      ///< of one kernel: as many as fit its arguments
constexpr int maxRegisters = 1024; ///< of an interpreted program

/// Runs the steps in their order for each unit of each row. The first `registers` of them each give one. `blocks` is in
/// y as for compiled kernels.
void interpret(const ElementCall<maxViews>& call, const InterpretedStep* steps, int count, int registers, dim3 blocks,
               cudaStream_t stream);

constexpr unsigned elementThreads = 128; ///< of a block of element-wise kernels, whose blocks in y are over the rows

} // namespace engine::cuda::cells
