// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/element_call.cuh"
#include "engine/cuda/fused/tensor_core.cuh"

// Products of a step of few streams, in the kernel that computes the step's elements. It is put, as text, before the source
// that is printed for a cell.
//
// A block has 8 units of 32 rows, a thread one unit of one row. Its 8 warps share the depth: each multiplies 64 of every
// 512 numbers, all rows by all units of the block; then each thread adds up the 8 sums of its own number. A product's
// depth may be taken in any order that both factors have. Here each of the four lanes of a row has 16 numbers side by
// side, which are two loads; step s of four multiplies by the numbers 4 s to 4 s + 3 of each lane.

namespace engine::cuda::cells {

constexpr int tileWarps = StepTile::threads / 32, depthOfWarp = 64;

/// Where a lane is in the parts of a warp's products: rows or units by `row`, and of the depth by `column`.
struct TileLane {
    int row = static_cast<int>(threadIdx.x) % 32 / 4, column = static_cast<int>(threadIdx.x) % 4;
};

/// What a lane has of one row: 16 numbers, as pairs of bfloat16s.
struct Pairs {
    unsigned of[8];
};

/// `left` numbers are there, a multiple of 8; the others are 0.
__device__ inline Pairs loadPairs(const unsigned short* from, int left)
{
    const uint4 none = make_uint4(0, 0, 0, 0);
    const uint4 a = left > 0 ? reinterpret_cast<const uint4*>(from)[0] : none;
    const uint4 b = left > 8 ? reinterpret_cast<const uint4*>(from)[1] : none;
    return {{a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}};
}

/// Rows of an operand: the lane's of each 8.
struct OperandRows {
    Pairs of[StepTile::rows / 8];
};

__device__ inline OperandRows operandRows(const StepTerm& term, int rows, int depth, int first)
{
    const TileLane lane;
    const int place = first + 16 * lane.column;
    OperandRows all;
#pragma unroll
    for (int eight = 0; eight < StepTile::rows / 8; ++eight) {
        const int row = static_cast<int>(blockIdx.y) * StepTile::rows + 8 * eight + lane.row;
        all.of[eight] = loadPairs(term.operand + (static_cast<long long>(row) * term.stride + place),
                                  row < rows ? depth - place : 0);
    }
    return all;
}

/// The rows of a matrix that are the block's units.
__device__ inline Pairs matrixRows(const StepTerm& term, int depth, int first)
{
    const TileLane lane;
    const int unit = static_cast<int>(blockIdx.x) * StepTile::units + lane.row, place = first + 16 * lane.column;
    return loadPairs(term.matrix + (static_cast<long long>(unit) * depth + place), depth - place);
}

/// The columns of a matrix that are the block's units: 8 rows by 8 columns are turned at a time.
__device__ inline Pairs matrixColumns(const StepTerm& term, int depth, int first)
{
    const TileLane lane;
    const int unit = static_cast<int>(blockIdx.x) * StepTile::units + 2 * lane.column;
    Pairs all;
#pragma unroll
    for (int two = 0; two < 8; ++two) {
        const int row = first + 16 * (lane.row / 2) + 2 * two + lane.row % 2;
        const unsigned pair =
            row < depth
                ? *reinterpret_cast<const unsigned*>(term.matrix + (static_cast<long long>(row) * depth + unit))
                : 0;
        all.of[two] = 0;
#if __CUDA_ARCH__ >= 800
        asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(all.of[two]) : "r"(pair));
#endif
    }
    return all;
}

/// A warp's sums of 32 rows by 8 units, 16 rows each.
struct TileSums {
    float of[StepTile::rows / 16][4] = {};

    __device__ void add(const OperandRows& rows, const Pairs& units)
    {
#pragma unroll
        for (int step = 0; step < 4; ++step) {
            const uint2 b = make_uint2(units.of[2 * step], units.of[2 * step + 1]);
#pragma unroll
            for (int half = 0; half < StepTile::rows / 16; ++half) {
                const Pairs &upper = rows.of[2 * half], &lower = rows.of[2 * half + 1];
                const unsigned a[4] = {upper.of[2 * step], lower.of[2 * step], upper.of[2 * step + 1],
                                       lower.of[2 * step + 1]};
                fused::multiplyAdd(of[half], a, b);
            }
        }
    }
};

/// What all warps' sums add up to, of the thread's unit and row. All threads of the block call it, once a kernel.
template <int products>
__device__ void addWarps(float (&result)[products], const TileSums (&sums)[products])
{
    __shared__ float parts[products][tileWarps][StepTile::threads];
    const TileLane lane;
    const int warp = static_cast<int>(threadIdx.x) / 32;
#pragma unroll
    for (int product = 0; product < products; ++product) {
#pragma unroll
        for (int half = 0; half < StepTile::rows / 16; ++half) {
            float* const upper =
                parts[product][warp] + (16 * half + lane.row) * StepTile::units + 2 * lane.column;
            const auto& [a, b, c, d] = sums[product].of[half];
            *reinterpret_cast<float2*>(upper) = make_float2(a, b);
            *reinterpret_cast<float2*>(upper + 8 * StepTile::units) = make_float2(c, d);
        }
    }
    __syncthreads();
#pragma unroll
    for (int product = 0; product < products; ++product) {
        result[product] = 0.0f;
#pragma unroll
        for (int part = 0; part < tileWarps; ++part) {
            result[product] += parts[product][part][threadIdx.x];
        }
    }
}

} // namespace engine::cuda::cells
