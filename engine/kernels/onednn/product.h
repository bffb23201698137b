// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/parallel.h"
#include "engine/kernels/bookings.h"
#include "engine/kernels/engine.h"
#include "engine/kernels/onednn/bfloat16.h"
#include "engine/kernels/onednn/layout.h"
#include "engine/kernels/onednn/library.h"

#include <algorithm>
#include <cstdint>
#include <vector>

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

    /// What one holds, and needs of the scratch.
    static void book(Bookings& all, const Library& library, const Setup& setup);

private:
    Workplace m_place;
    Buffer m_packed;
    PackOnChange m_current;
    Call m_pack, m_product;
};

/// The units of a layer in blocks, each computed by one thread at a time. They depend on the units alone, so that the
/// number of threads changes no bit.
struct UnitBlocks {
    std::int64_t units;

    static constexpr std::int64_t most = 64; ///< of a block: products of fewer columns are slower
    std::int64_t count() const { return (units + most - 1) / most; }
    std::int64_t first(std::int64_t block) const { return block * most; }
    std::int64_t widthOf(std::int64_t block) const { return std::min(most, units - first(block)); }
};

/// Runs body(block) for each of them on the pool, where libraries use no other thread.
template <typename Body>
void forEachBlock(const UnitBlocks& blocks, const Body& body);

/// The product of a step, x [N, K] times Wh or its transpose: block by block, each within a part of the pool and with a
/// result of its own.
class StepProduct {
public:
    /// What a block has for each of its units.
    enum class Columns {
        Gates, ///< y [N, G·U] = x Wh^T: gate after gate, a column a unit
        One    ///< y [N, U] = x Wh
    };
    struct Setup {
        std::int64_t streams, units, gates;
        Columns columns;
    };

    StepProduct(const Workplace& place, const Setup& setup);

    /// Packs Wh where the weights' version moved.
    void refresh(const CanonicalWeights& weights, std::size_t which);

    /// Within forEachBlock. y has columnsOf(block) columns.
    void run(std::int64_t block, const Bfloat16* x, float* y) const;

    /// What one holds, and needs of the scratch that parts share.
    static void book(Bookings& all, const Library& library, const Setup& setup);

private:
    /// Of one block.
    struct BlockProduct {
        Call pack, product;
        std::int64_t packed = 0, scratch = 0; ///< where its own begin
    };
    static dnnl::matmul::primitive_desc describedBlock(const Library& library, const Setup& setup, std::int64_t block);
    static std::int64_t depthOf(const Setup& setup)
    {
        return setup.columns == Columns::Gates ? setup.units : setup.gates * setup.units;
    }
    static std::int64_t columnsOf(const Setup& setup, std::int64_t block)
    {
        return UnitBlocks{setup.units}.widthOf(block) * (setup.columns == Columns::Gates ? setup.gates : 1);
    }
    BlockProduct partOf(std::int64_t block) const;
    void packBlock(std::int64_t block, float* canonical) const;

    Workplace m_place;
    Setup m_setup;
    std::vector<BlockProduct> m_parts;
    Buffer m_packed, m_scratch;
    PackOnChange m_current;
};

/// dW [M, N] += a^T b with a [K, M] and b [K, N].
class GradientProduct {
public:
    struct Setup {
        std::int64_t rows, depth, columns; ///< M, K, N
    };

    GradientProduct(const Workplace& place, const Setup& setup);

    void run(const Bfloat16* a, const Bfloat16* b, float* gradient) const;

    /// What one needs of the scratch.
    static void book(Bookings& all, const Library& library, const Setup& setup);

private:
    Workplace m_place;
    Call m_product;
};

template <typename Body>
void forEachBlock(const UnitBlocks& blocks, const Body& body)
{
    struct Alone {
        const Body& body;
        IndexRange range;
    };
    parallelFor(blocks.count(), 1, [&](IndexRange range) {
        Alone alone{body, range};
        ThreadPool::runAlone(
            [](void* context, int) {
                const auto& [run, blocksOfThread] = *static_cast<const Alone*>(context);
                for (std::int64_t block = blocksOfThread.first; block < blocksOfThread.last; ++block) {
                    run(block);
                }
            },
            &alone);
    });
}

} // namespace engine::onednn
