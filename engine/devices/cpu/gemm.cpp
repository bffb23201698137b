// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/gemm.h"

#include "engine/devices/cpu/blas.h"
#include "engine/devices/cpu/memory.h"
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

blasint size(std::int64_t extent)
{
    return static_cast<blasint>(extent);
}

/// One row of C is a matrix times a vector: the matrix goes by once, and nothing is packed.
void multiplyRow(const MatrixProduct& product, const Strides& strides, IndexRange columns, const float* A,
                 const float* B, float* C)
{
    const bool byRows = product.b == Transposed::Yes; // B is stored columns × depth
    const float* const part = B + columns.first * (byRows ? strides.b : 1);
    const std::int64_t strideX = product.a == Transposed::No ? 1 : strides.a;
    blas().sgemv(CblasRowMajor, byRows ? CblasNoTrans : CblasTrans, size(byRows ? columns.count() : product.depth),
                 size(byRows ? product.depth : columns.count()), product.alpha, part, size(strides.b), A, size(strideX),
                 product.beta, C + columns.first, 1);
}

/// A piece of a product: some rows and columns of the result, over some of the depth.
struct Piece {
    IndexRange rows, columns, depth;
};

/// Adds to C where the piece is not the first of the depth.
void multiplyPiece(const MatrixProduct& product, const Strides& strides, const Piece& piece, const float* A,
                   const float* B, float* C)
{
    const auto& [rows, columns, depth] = piece;
    const bool turnedA = product.a == Transposed::Yes, turnedB = product.b == Transposed::Yes;
    const float* const partA = A + rows.first * (turnedA ? 1 : strides.a) + depth.first * (turnedA ? strides.a : 1);
    const float* const partB = B + columns.first * (turnedB ? strides.b : 1) + depth.first * (turnedB ? 1 : strides.b);
    float* const partC = C + rows.first * strides.c + columns.first;
    blas().sgemm(CblasRowMajor, blasName(product.a), blasName(product.b), size(rows.count()), size(columns.count()),
                 size(depth.count()), product.alpha, partA, size(strides.a), partB, size(strides.b),
                 depth.first == 0 ? product.beta : 1.0f, partC, size(strides.c));
}

/// Of a piece.
struct Sizes {
    std::int64_t columns, depth;
};

/// How much of a product to hand to OpenBLAS at a time. Measured on one core, rows × columns × depth:
/// - Few rows: so little that OpenBLAS takes its kernels for small matrices, which pack nothing. Where B is stored by
///   columns, as weights are, that is all of the depth of few columns: 4 × 2048 × 512 in 150 instead of 870 us, 25 ×
///   2048 × 512 in 680 instead of 1440. Where B is stored by rows, it is a part of the depth of all columns: 25 × 512 ×
///   2048 in 990 instead of 1250 us, 25 × 128 × 512 in 35 instead of 48.
/// - Up to 64 rows, B stored by columns: so few columns that a packed block stays in the second-level cache.
/// - More rows: all at once.
Sizes sizesOfPieces(const MatrixProduct& product, const Piece& part)
{
    constexpr std::int64_t fewRows = 32, manyRows = 64, smallResult = 1200, smallProduct = 1'000'000,
                           packedFloats = 128 * 1024;
    const std::int64_t rows = product.rows, columns = std::max<std::int64_t>(1, part.columns.count()),
                       depth = std::max<std::int64_t>(1, product.depth);
    const auto inSteps = [](std::int64_t most) { return std::max(cut, most / cut * cut); };
    if (product.b == Transposed::No) {
        const std::int64_t most = smallProduct / (rows * columns);
        return {columns, rows < fewRows && product.a == Transposed::No && most >= cut ? inSteps(most) : depth};
    }
    if (rows >= manyRows) {
        return {columns, depth};
    }
    return {inSteps(rows <= fewRows ? std::min(smallResult / rows, smallProduct / (rows * depth))
                                    : std::max(packedFloats / depth, 4 * cut)),
            depth};
}

void multiplyPart(const MatrixProduct& product, const Strides& strides, const Piece& part, const float* A,
                  const float* B, float* C)
{
    if (product.rows == 1) {
        multiplyRow(product, strides, part.columns, A, B, C);
        return;
    }
    const Sizes sizes = sizesOfPieces(product, part);
    std::int64_t first = part.depth.first;
    do { // once without a depth, too: C is multiplied by beta
        const IndexRange depth{first, std::min(first + sizes.depth, part.depth.last)};
        for (std::int64_t column = part.columns.first; column < part.columns.last; column += sizes.columns) {
            multiplyPiece(product, strides,
                          {part.rows, {column, std::min(column + sizes.columns, part.columns.last)}, depth}, A, B, C);
        }
        first = depth.last;
    } while (first < part.depth.last);
}

/// OpenBLAS's sums depend on the sizes that it is given. So a product is cut by the processors that this process may
/// use and not by the threads at work: neither their number nor a busy machine changes a bit.
std::int64_t maxParts()
{
    static const int parts = processThreads();
    return parts;
}

} // namespace

void gemm(const MatrixProduct& product, const float* A, const float* B, float* C)
{
    blas(); // loaded here, where it may throw
    if (product.rows == 0 || product.columns == 0) {
        return;
    }
    const Strides strides = stridesOf(product);
    const IndexRange allRows{0, product.rows}, allColumns{0, product.columns};
    const bool byRows = product.rows > product.columns;
    const std::int64_t split = byRows ? product.rows : product.columns;
    const std::int64_t flops = 2 * product.rows * product.columns * product.depth;
    const std::int64_t grain =
        split == 0 ? 1 : std::max<std::int64_t>(cut, grainFlops * split / std::max<std::int64_t>(flops, 1));
    const std::int64_t parts = std::min<std::int64_t>(maxParts(), (split + grain - 1) / grain);
    parallelFor(parts, 1, [&](IndexRange range) {
        for (std::int64_t part = range.first; part < range.last; ++part) {
            const IndexRange cutOut = partOf(split, parts, part, cut);
            if (cutOut.count() > 0) {
                multiplyPart(product, strides,
                             {byRows ? cutOut : allRows, byRows ? allColumns : cutOut, {0, product.depth}}, A, B, C);
            }
        }
    });
}

} // namespace engine
