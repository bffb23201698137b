// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace engine {

enum class Transposed { No, Yes };

/// A matrix product and how its matrices lie: all row-major, op(A) is rows × depth, op(B) depth × columns.
struct MatrixProduct {
    std::int64_t rows, columns, depth;
    Transposed a = Transposed::No, b = Transposed::No;
    float alpha = 1, beta = 0;
    std::int64_t strideA = 0, strideB = 0,
                 strideC = 0; ///< from one row to the next as stored; 0: rows lie without gaps
};

/// C = alpha · op(A) · op(B) + beta · C, on the one pool of threads. With a beta of 0 C is only written.
/// The result depends on the number of threads at most, never on timing.
void gemm(const MatrixProduct& product, const float* A, const float* B, float* C);

} // namespace engine
