// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"
#include "engine/kernels/onednn/bfloat16.h"
#include "engine/kernels/onednn/layout.h"
#include "engine/kernels/onednn/library.h"

#include <cstdint>

/// Products with factors in bf16, and sums and results in fp32.
namespace engine::onednn {

/// How a matrix is stored, rows one behind the other: as the product has it, or its transpose.
enum class Stored { AsIs, Transposed };

/// y [M, N] = x [M, K] W (+ bias [N]), or y += x W, with a learned W [K, N] that is rounded and packed once whenever
/// the weights' version moved.
class WeightProduct {
public:
    struct Setup {
        std::int64_t rows, depth, columns; ///< M, K, N
        Stored stored;                     ///< of W in the canonical weights
        bool biased = false;
        Result result = Result::Written;
    };

    WeightProduct(const Workplace& place, const Setup& setup);

    /// `bias` where there is one.
    void run(const CanonicalWeights& weights, std::size_t which, const Bfloat16* x, const float* bias, float* y);

    std::int64_t floats() const { return m_packed.count(); } ///< that it holds

    /// Floats that one would hold, and of the scratch.
    struct Needs {
        std::int64_t own, scratch;
    };
    static Needs needsOf(const Library& library, const Setup& setup);

private:
    Workplace m_place;
    Buffer m_packed;
    PackOnChange m_current;
    Call m_pack, m_product;
};

/// dW [M, N] += a^T b with a [K, M] and b [K, N].
class GradientProduct {
public:
    struct Setup {
        std::int64_t rows, depth, columns; ///< M, K, N
    };

    GradientProduct(const Workplace& place, const Setup& setup);

    void run(const Bfloat16* a, const Bfloat16* b, float* gradient) const;

    /// Floats of the scratch.
    static std::int64_t scratchOf(const Library& library, const Setup& setup);

private:
    Workplace m_place;
    Call m_product;
};

} // namespace engine::onednn
