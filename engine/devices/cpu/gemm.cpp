// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/gemm.h"

#include "engine/devices/cpu/blas.h"
#include "engine/devices/cpu/parallel.h"

namespace engine {
namespace {

constexpr std::int64_t grainFlops = 400'000; ///< one thread's work in about 5 us
constexpr std::int64_t cut = 16;             ///< parts begin at multiples of this, the width of a vector register

struct Strides {
    std::int64_t a, b, c;
};

Strides stridesOf(const MatrixProduct& product)
{
    const auto either = [](std::int64_t given, std::int64_t packed) { return given ? given : packed; };
    return {either(product.strideA, product.a == Transposed::No ? product.depth : product.rows),
            either(product.strideB, product.b == Transposed::No ? product.columns : product.depth),
            either(product.strideC, product.columns)};
}

CBLAS_TRANSPOSE blasName(Transposed transposed)
{
    return transposed == Transposed::Yes ? CblasTrans : CblasNoTrans;
}

void multiplyPart(const MatrixProduct& product, const Strides& strides, IndexRange rows, IndexRange columns,
                  const float* A, const float* B, float* C)
{
    const float* partA = A + rows.first * (product.a == Transposed::No ? strides.a : 1);
    const float* partB = B + columns.first * (product.b == Transposed::No ? 1 : strides.b);
    float* partC = C + rows.first * strides.c + columns.first;
    const auto size = [](std::int64_t extent) { return static_cast<blasint>(extent); };
    blas().sgemm(CblasRowMajor, blasName(product.a), blasName(product.b), size(rows.count()), size(columns.count()),
                 size(product.depth), product.alpha, partA, size(strides.a), partB, size(strides.b), product.beta,
                 partC, size(strides.c));
}

} // namespace

void gemm(const MatrixProduct& product, const float* A, const float* B, float* C)
{
    const Strides strides = stridesOf(product);
    const IndexRange allRows{0, product.rows}, allColumns{0, product.columns};
    const bool byRows = product.rows > product.columns;
    const std::int64_t split = byRows ? product.rows : product.columns;
    const std::int64_t flops = 2 * product.rows * product.columns * product.depth;
    const std::int64_t grain =
        split == 0 ? 1 : std::max<std::int64_t>(cut, grainFlops * split / std::max<std::int64_t>(flops, 1));
    parallelFor(
        split, grain,
        [&](IndexRange range) {
            multiplyPart(product, strides, byRows ? range : allRows, byRows ? allColumns : range, A, B, C);
        },
        cut);
}

} // namespace engine
