// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/fused/cluster.cuh"
#include "engine/cuda/fused/recurrence.h"
#include "engine/cuda/fused/tensor_core.cuh"
#include "engine/kernels/lstm_cell.h"

#include <algorithm>

// The recurrence where a cluster of at most 16 blocks holds a layer: up to 512 units. A block owns 32 units of a group
// of streams, a warp 4 of them with all their gates, a thread one unit of one stream of each tile of 8. So a cell's
// products, gates and states stay in one thread's registers, and what a step hands to the next goes straight into the
// other blocks' shared memory (cluster.cuh): no step looks at memory of the GPU for what another block made.

namespace engine::cuda::fused {
namespace {

constexpr int unitsOfBlock = 32;
constexpr int unitsOfWarp = 4;
constexpr int gates = 4;
constexpr int warps = unitsOfBlock / unitsOfWarp;
constexpr int threads = warps * 32;
constexpr int tileRows = 8;                            ///< streams of one product of the tensor cores
constexpr int sliceElements = tileRows * unitsOfBlock; ///< what a block hands another, of a tile
constexpr unsigned sliceBytes = sliceElements * sizeof(__nv_bfloat16);
constexpr int maxTiles = 4;                                ///< of a group
constexpr int productsOfGates = unitsOfBlock * gates / 16; ///< of depth 16, over a block's own gates
/// Between rows of a block's own gates, so that eight lanes that read 16 bytes each have no bank conflict.
constexpr int padding = 32;

/// A lane's place, as the tensor cores count: rows p and p + 8 of a product's 16, columns 2q and 2q + 1 of its 8.
struct Lane {
    int p, q;
    int unit; ///< of the warp's four, and
    int row;  ///< of the tile's eight: the cell that is the lane's
};

__device__ Lane laneOf(int lane)
{
    const int p = lane / 4, q = lane % 4;
    return {p, q, p / 2, 2 * q + p % 2};
}

struct Part {
    int firstRow, rows; ///< of the group
    int firstUnit;      ///< of the block
    int rank;
};

__device__ Part partOf(const RecurrenceShape& shape, int rowsOfGroup)
{
    const int blocks = shape.units / unitsOfBlock;
    const int firstRow = static_cast<int>(blockIdx.x) / blocks * rowsOfGroup;
    const int rank = static_cast<int>(rankInCluster());
    return {firstRow, min(rowsOfGroup, shape.streams - firstRow), rank * unitsOfBlock, rank};
}

/// Eight floats that follow each other, as bfloat16s.
__device__ uint4 halvesOf(const float* eight)
{
    const float4 low = reinterpret_cast<const float4*>(eight)[0], high = reinterpret_cast<const float4*>(eight)[1];
    return make_uint4(packed(low.x, low.y), packed(low.z, low.w), packed(high.x, high.y), packed(high.z, high.w));
}

__device__ std::uint64_t nanoseconds()
{
    std::uint64_t now = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/// Gives up after ten seconds: then something is broken, and a GPU that hangs is worse than a run that ends.
__device__ void await(std::uint64_t* barrier, unsigned parity)
{
    constexpr int triesALook = 1024;
    constexpr std::uint64_t limit = 10'000'000'000;
    for (std::uint64_t start = 0; !hasEnded(barrier, parity);) {
        for (int tries = 0; tries < triesALook; ++tries) {
            if (hasEnded(barrier, parity)) {
                return;
            }
        }
        const std::uint64_t now = nanoseconds();
        start = start == 0 ? now : start;
        if (now - start > limit) {
            __trap();
        }
    }
}

/// The barriers of both turns, which expect what a step sends. All threads of the cluster; ends with all of them there.
template <int tiles>
__device__ void makeBarriers(std::uint64_t (&arrived)[2][tiles], unsigned bytesOfTile)
{
    if (threadIdx.x == 0) {
        for (std::uint64_t* barrier = &arrived[0][0]; barrier != &arrived[0][0] + 2 * tiles; ++barrier) {
            makeBarrier(barrier);
            expectBytes(barrier, bytesOfTile);
        }
    }
    __syncthreads();
    meetCluster();
}

/// What the step before sent of a tile, the `count`-th time from 1 on; turns go 1, 0, 1, ...
__device__ void awaitTile(std::uint64_t* barrier, int count, unsigned bytesOfTile)
{
    await(barrier, static_cast<unsigned>((count - 1) / 2 % 2));
    if (threadIdx.x == 0) {
        expectBytes(barrier, bytesOfTile);
    }
}

/// The bits of a number as bfloat16.
__device__ unsigned bitsOf(float number)
{
    return packed(number, 0.0f);
}

/// Of the four lanes that have the four units of one row: their numbers, in each lane.
__device__ uint2 gatherUnits(float number, int unit)
{
    const unsigned own = bitsOf(number), other = __shfl_xor_sync(0xFFFFFFFF, own, 8);
    const unsigned pair = unit % 2 == 0 ? own | other << 16 : other | own << 16;
    const unsigned otherPair = __shfl_xor_sync(0xFFFFFFFF, pair, 16);
    return unit < 2 ? make_uint2(pair, otherPair) : make_uint2(otherPair, pair);
}

/// Each of the same four lanes has four gates of its unit; it gets one gate, the one with its unit's number, of all
/// four units.
__device__ uint2 turnGates(const LstmGates<float>& of, int unit)
{
    const unsigned inputAndForget = packed(of.i, of.f), cellAndOutput = packed(of.g, of.o);
    const bool isUpper = unit >= 2;
    const unsigned fromFar = __shfl_xor_sync(0xFFFFFFFF, isUpper ? inputAndForget : cellAndOutput, 16);
    const unsigned own = isUpper ? cellAndOutput : inputAndForget; // of units u and u ± 2: u first where u is below 2
    const unsigned below = isUpper ? fromFar : own, above = isUpper ? own : fromFar;
    // Units (0, 2) in even lanes, (1, 3) in odd ones; an even lane wants the first of each pair of gates.
    const bool isOdd = unit % 2 != 0;
    const unsigned firsts = __byte_perm(below, above, 0x5410), seconds = __byte_perm(below, above, 0x7632);
    const unsigned mine = isOdd ? seconds : firsts;
    const unsigned other = __shfl_xor_sync(0xFFFFFFFF, isOdd ? firsts : seconds, 8);
    const unsigned even = isOdd ? other : mine, odd = isOdd ? mine : other;
    return make_uint2(__byte_perm(even, odd, 0x5410), __byte_perm(even, odd, 0x7632));
}

/// Where what a cell keeps lies: as the threads have it, so that a warp reads and writes side by side.
struct KeptPlace {
    std::int64_t cell, step; ///< the thread's in the first step, and how far the same is in the next

    __device__ KeptPlace(int tile, int tiles)
        : cell((std::int64_t{blockIdx.x} * tiles + tile) * threads + threadIdx.x),
          step(std::int64_t{gridDim.x} * tiles * threads)
    {}
    __device__ std::int64_t at(int index) const { return cell + index * step; }
};

/// What a cell needs besides the products.
struct ForwardCell {
    float4 inputs; ///< of i, f, g, o
    float mark;
};

__device__ ForwardCell readCell(const ForwardRecurrence& work, int step, int row, int unit)
{
    const std::int64_t place = std::int64_t{step} * work.shape.streams + row;
    return {reinterpret_cast<const float4*>(work.inputs)[place * work.shape.units + unit], work.cont[place]};
}

/// h and c of all steps. A warp multiplies its 16 rows of Wh (4 units, their gates in turn) by h_{t-1} over the whole
/// depth, 8 streams at a time. Row p of the product is gate i of unit p / 2 where p is even, else g; row p + 8 is f or
/// o: so neighbours in p have what a unit needs, for two streams each, and trade it. Tiles of 8 streams do not wait for
/// each other: while one is on its way, the next is multiplied.
template <int depths, int tiles>
__global__ void __launch_bounds__(threads, 1) forwardInCluster(ForwardRecurrence work, int rowsOfGroup)
{
    constexpr int units = depths * 32, blocks = units / unitsOfBlock;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ std::uint64_t arrived[2][tiles];
    __nv_bfloat16* const h = reinterpret_cast<__nv_bfloat16*>(shared); // two of [tiles, blocks, 8, 32], in turns
    __nv_bfloat16* const own = h + 2 * tiles * blocks * sliceElements; // two of [tiles, 8, 32], in turns
    const Part part = partOf(work.shape, rowsOfGroup);
    const int warp = static_cast<int>(threadIdx.x) / 32, inWarp = static_cast<int>(threadIdx.x) % 32;
    const Lane lane = laneOf(inWarp);
    const int inBlock = warp * unitsOfWarp, unit = part.firstUnit + inBlock + lane.unit;

    unsigned weights[2 * depths][4];
    const float* const upper = work.Wh + (std::int64_t{lane.p % 2 * 2} * units + unit) * units + 8 * lane.q;
    const float* const lower = upper + std::int64_t{units} * units;
#pragma unroll
    for (int s = 0; s < depths; ++s) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            const float4 above = *reinterpret_cast<const float4*>(upper + s * 32 + half * 4);
            const float4 below = *reinterpret_cast<const float4*>(lower + s * 32 + half * 4);
            weights[2 * s + half][0] = packed(above.x, above.y);
            weights[2 * s + half][1] = packed(below.x, below.y);
            weights[2 * s + half][2] = packed(above.z, above.w);
            weights[2 * s + half][3] = packed(below.z, below.w);
        }
    }
    // The first h. Rows beyond the group's last repeat that one; their results are not used.
    for (int i = static_cast<int>(threadIdx.x); i < tiles * tileRows * units; i += threads) {
        const int row = i / units, column = i % units;
        const __nv_bfloat16 before =
            __float2bfloat16_rn(work.firstH[std::int64_t{part.firstRow + min(row, part.rows - 1)} * units + column]);
        h[((row / tileRows * blocks + column / unitsOfBlock) * tileRows + row % tileRows) * unitsOfBlock +
          column % unitsOfBlock] = before;
    }
    const LstmGates<float> bias{work.b[unit], work.b[units + unit], work.b[2 * units + unit], work.b[3 * units + unit]};
    // One warp a row of a slice, on the way to and from memory.
    const bool copies = warp < tileRows && inWarp < unitsOfBlock / 8;
    int rows[tiles];
    float c[tiles];
    ForwardCell cells[tiles];
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        rows[tile] = part.firstRow + min(tile * tileRows + lane.row, part.rows - 1);
        c[tile] = work.firstC[std::int64_t{rows[tile]} * units + unit];
        cells[tile] = readCell(work, 0, rows[tile], unit);
        work.keptC[KeptPlace(tile, tiles).at(0)] = c[tile];
        if (copies && tile * tileRows + warp < part.rows) {
            const std::int64_t row = part.firstRow + tile * tileRows + warp;
            reinterpret_cast<uint4*>(work.h + row * units + part.firstUnit)[inWarp] =
                halvesOf(work.firstH + row * units + part.firstUnit + 8 * inWarp);
        }
    }
    constexpr unsigned bytesOfTile = blocks * sliceBytes;
    makeBarriers<tiles>(arrived, bytesOfTile);

    for (int step = 0; step < work.shape.steps; ++step) {
        const int turn = step % 2;
        const bool isLast = step + 1 == work.shape.steps;
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
            if (step > 0) {
                awaitTile(&arrived[turn][tile], step, bytesOfTile);
            }
            const __nv_bfloat16* const before =
                h + (turn * tiles + tile) * blocks * sliceElements + lane.p * unitsOfBlock + 8 * lane.q;
            float sums[4][4] = {}; // four, so that a product need not wait for the one before it
#pragma unroll
            for (int s = 0; s < depths; ++s) {
                const uint4 eight = *reinterpret_cast<const uint4*>(before + s * sliceElements);
                multiplyAdd(sums[2 * s % 4], weights[2 * s], make_uint2(eight.x, eight.y));
                multiplyAdd(sums[2 * s % 4 + 1], weights[2 * s + 1], make_uint2(eight.z, eight.w));
            }
            float sum[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                sum[i] = (sums[0][i] + sums[1][i]) + (sums[2][i] + sums[3][i]);
            }
            const bool isOdd = lane.p % 2 != 0;
            const float first = __shfl_xor_sync(0xFFFFFFFF, isOdd ? sum[0] : sum[1], 4);
            const float second = __shfl_xor_sync(0xFFFFFFFF, isOdd ? sum[2] : sum[3], 4);
            const ForwardCell& cell = cells[tile];
            const LstmGates<float> products = isOdd ? LstmGates<float>{first, second, sum[1], sum[3]}
                                                    : LstmGates<float>{sum[0], sum[2], first, second};
            const LstmGates<float> made = lstmGates<float, QuickMath>(
                {cell.inputs.x + bias.i + cell.mark * products.i, cell.inputs.y + bias.f + cell.mark * products.f,
                 cell.inputs.z + bias.g + cell.mark * products.g, cell.inputs.w + bias.o + cell.mark * products.o});
            const LstmCell<float> after = lstmForward<float, QuickMath>(made, cell.mark * c[tile]);
            c[tile] = after.c;
            const uint2 four = gatherUnits(after.h, lane.unit);
            __nv_bfloat16* const slice = own + (turn * tiles + tile) * sliceElements;
            if (lane.unit == 0) {
                *reinterpret_cast<uint2*>(slice + lane.row * unitsOfBlock + inBlock) = four;
            }
            // One barrier a tile is enough: the slice is written again two steps later, and the barrier of the step
            // between comes after all have read it.
            __syncthreads();
            if (!isLast) {
                const uint4 piece = reinterpret_cast<const uint4*>(slice)[inWarp];
                const std::uint32_t to =
                    sharedAddress(h + (((turn ^ 1) * tiles + tile) * blocks + part.rank) * sliceElements + inWarp * 8);
#pragma unroll
                for (int first = 0; first < blocks; first += warps) {
                    if (first + warp < blocks) {
                        const auto rank = static_cast<unsigned>(first + warp);
                        send(placeOf(to, rank), piece, placeOf(sharedAddress(&arrived[turn ^ 1][tile]), rank));
                    }
                }
                cells[tile] = readCell(work, step + 1, rows[tile], unit);
            }
            const KeptPlace kept(tile, tiles);
            work.keptC[kept.at(step + 1)] = after.c;
            if (work.keptGates != nullptr) {
                reinterpret_cast<uint2*>(work.keptGates)[kept.at(step)] =
                    make_uint2(packed(made.i, made.f), packed(made.g, made.o));
            }
            if (copies && tile * tileRows + warp < part.rows) {
                const std::int64_t row =
                    std::int64_t{step + 1} * work.shape.streams + part.firstRow + tile * tileRows + warp;
                reinterpret_cast<uint4*>(work.h + row * units + part.firstUnit)[inWarp] =
                    reinterpret_cast<const uint4*>(slice + warp * unitsOfBlock)[inWarp];
            }
            if (tile * tileRows + lane.row < part.rows) {
                const std::int64_t state = std::int64_t{rows[tile]} * units + unit;
                if (work.y != nullptr) {
                    work.y[std::int64_t{step} * work.shape.streams * units + state] = after.h;
                }
                if (isLast) {
                    work.lastH[state] = __bfloat162float(__float2bfloat16_rn(after.h));
                    work.lastC[state] = after.c;
                }
            }
        }
    }
}

/// The gates as they lie in memory: what is read ahead must not be looked at before it is needed.
struct BackwardCell {
    uint2 packedGates;
    float cBefore, dy, mark;

    __device__ LstmGates<float> gates() const
    {
        return {lowOf(packedGates.x), highOf(packedGates.x), lowOf(packedGates.y), highOf(packedGates.y)};
    }
};

__device__ BackwardCell readCell(const BackwardRecurrence& work, int step, int row, int unit, const KeptPlace& kept)
{
    const std::int64_t place = std::int64_t{step} * work.shape.streams + row;
    return {reinterpret_cast<const uint2*>(work.keptGates)[kept.at(step)], work.keptC[kept.at(step)],
            work.dy[place * work.shape.units + unit], work.cont[place]};
}

/// How a slice of parts lies in a block's shared memory: as the lanes of a product have them, so that a warp sends side
/// by side. A lane has `side` units that follow each other, of two rows.
template <int side>
struct SliceOfParts {
    static constexpr int stride = sliceElements + 32; ///< from source to source: without bank conflicts

    /// Where the lane `inWarp` of the product that begins at unit `first` puts its numbers.
    static __device__ int placeOfLane(int first, int inWarp)
    {
        return (side == 4 ? 0 : first % unitsOfBlock * tileRows) + inWarp * 2 * side;
    }

    /// Where `side` units of a row lie, from `unit` of the block on.
    static __device__ int placeOfUnits(int unit, int row)
    {
        const int product = unit / (8 * side), p = unit / side % 8;
        return product * 8 * side * tileRows + (4 * p + row / 2) * 2 * side + row % 2 * side;
    }
};

/// Σ over the blocks of what they sent for the lane's cell; `of` has a slice of each block. A lane adds up four units
/// of every fourth block, then the four lanes of a row trade.
template <int blocks, int side>
__device__ float sumOfParts(const __nv_bfloat16* of, int firstUnit, const Lane& lane)
{
    using Slice = SliceOfParts<side>;
    float sums[4] = {};
#pragma unroll
    for (int block = 0; block < blocks; block += 4) {
        const __nv_bfloat16* const slice = of + (block + lane.unit) * Slice::stride;
        uint2 four;
        if constexpr (side == 4) {
            four = *reinterpret_cast<const uint2*>(slice + Slice::placeOfUnits(firstUnit, lane.row));
        } else {
            four.x = *reinterpret_cast<const unsigned*>(slice + Slice::placeOfUnits(firstUnit, lane.row));
            four.y = *reinterpret_cast<const unsigned*>(slice + Slice::placeOfUnits(firstUnit + 2, lane.row));
        }
        sums[0] += lowOf(four.x);
        sums[1] += highOf(four.x);
        sums[2] += lowOf(four.y);
        sums[3] += highOf(four.y);
    }
    const bool isUpper = lane.unit >= 2, isOdd = lane.unit % 2 != 0;
    const float low = __shfl_xor_sync(0xFFFFFFFF, isUpper ? sums[0] : sums[2], 16);
    const float high = __shfl_xor_sync(0xFFFFFFFF, isUpper ? sums[1] : sums[3], 16);
    const float even = (isUpper ? sums[2] : sums[0]) + low, odd = (isUpper ? sums[3] : sums[1]) + high;
    return (isOdd ? odd : even) + __shfl_xor_sync(0xFFFFFFFF, isOdd ? even : odd, 8);
}

/// The gates' gradients of all steps, from the last to the first. What a block's own gates give to every unit's dh (its
/// 128 rows of Wh, turned, by their gradients) it sends to the blocks of those units, as bfloat16; they sum what came
/// of all blocks, in their order. A warp makes the parts of units / 8 units.
template <int depths, int tiles>
__global__ void __launch_bounds__(threads, 1) backwardInCluster(BackwardRecurrence work, int rowsOfGroup)
{
    constexpr int units = depths * 32, blocks = units / unitsOfBlock;
    constexpr int products = units / warps / 16;    // of 16 units, of a warp
    constexpr int side = products % 2 == 0 ? 4 : 2; // units that lie side by side in a lane
    using Slice = SliceOfParts<side>;
    constexpr int tileElements = blocks * Slice::stride;
    constexpr int stride = unitsOfBlock * gates + padding, ownElements = tileRows * stride;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ std::uint64_t arrived[2][tiles];
    __nv_bfloat16* const parts = reinterpret_cast<__nv_bfloat16*>(shared); // two of [tiles, blocks, a slice], in turns
    __nv_bfloat16* const own = parts + 2 * tiles * tileElements;           // two of [tiles, 8, gates, 32], in turns
    const Part part = partOf(work.shape, rowsOfGroup);
    const int warp = static_cast<int>(threadIdx.x) / 32, inWarp = static_cast<int>(threadIdx.x) % 32;
    const Lane lane = laneOf(inWarp);
    const int inBlock = warp * unitsOfWarp, unit = part.firstUnit + inBlock + lane.unit;

    // The first unit of product `index`, or of the pair of products that it belongs to.
    const auto firstOf = [&](int index) { return (warp * products + (side == 4 ? index / 2 * 2 : index)) * 16; };
    // The unit of row p of product `index`; row p + 8 is the next.
    const auto unitOf = [&](int index) { return firstOf(index) + side * lane.p + (side == 4 ? index % 2 * 2 : 0); };
    unsigned weights[products][productsOfGates][4];
#pragma unroll
    for (int index = 0; index < products; ++index) {
#pragma unroll
        for (int gate = 0; gate < gates; ++gate) {
            const float* const from =
                work.Wh + (std::int64_t{gate * units} + part.firstUnit + 8 * lane.q) * units + unitOf(index);
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const float* const at = from + std::int64_t{half * 4} * units;
                unsigned(&four)[4] = weights[index][2 * gate + half];
                four[0] = packed(at[0], at[units]);
                four[1] = packed(at[1], at[units + 1]);
                four[2] = packed(at[2 * units], at[3 * units]);
                four[3] = packed(at[2 * units + 1], at[3 * units + 1]);
            }
        }
    }
    int rows[tiles];
    float c[tiles], dc[tiles] = {}, markAfter[tiles] = {};
    LstmGates<float> db[tiles] = {};
    BackwardCell cells[tiles];
    const int last = work.shape.steps - 1;
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        rows[tile] = part.firstRow + min(tile * tileRows + lane.row, part.rows - 1);
        const KeptPlace kept(tile, tiles);
        c[tile] = work.keptC[kept.at(last + 1)];
        cells[tile] = readCell(work, last, rows[tile], unit, kept);
    }
    constexpr unsigned bytesOfTile = blocks * sliceBytes;
    makeBarriers<tiles>(arrived, bytesOfTile);

    for (int done = 0; done <= last; ++done) {
        const int step = last - done, turn = done % 2;
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
            const BackwardCell cell = cells[tile];
            float dh = cell.dy;
            if (done > 0) {
                awaitTile(&arrived[turn][tile], done, bytesOfTile);
                const __nv_bfloat16* const of = parts + (turn * tiles + tile) * tileElements;
                dh += markAfter[tile] * sumOfParts<blocks, side>(of, inBlock, lane);
            }
            const LstmGradients<float> gradients =
                lstmBackward<float, QuickMath>(cell.gates(), cell.mark * cell.cBefore, c[tile], dh, dc[tile]);
            const uint2 four = turnGates(gradients.a, lane.unit);
            __nv_bfloat16* const mine = own + (turn * tiles + tile) * ownElements;
            *reinterpret_cast<uint2*>(mine + lane.row * stride + lane.unit * unitsOfBlock + inBlock) = four;
            // One barrier a tile is enough, as in forwardInCluster.
            __syncthreads();
            if (step > 0) {
                float sums[products][4] = {};
#pragma unroll
                for (int gate = 0; gate < gates; ++gate) {
                    const uint4 eight =
                        *reinterpret_cast<const uint4*>(mine + lane.p * stride + gate * unitsOfBlock + 8 * lane.q);
#pragma unroll
                    for (int index = 0; index < products; ++index) {
                        multiplyAdd(sums[index], weights[index][2 * gate], make_uint2(eight.x, eight.y));
                    }
#pragma unroll
                    for (int index = 0; index < products; ++index) {
                        multiplyAdd(sums[index], weights[index][2 * gate + 1], make_uint2(eight.z, eight.w));
                    }
                }
#pragma unroll
                for (int index = 0; index < products; index += side / 2) {
                    const auto rank = static_cast<unsigned>(firstOf(index) / unitsOfBlock);
                    const std::uint32_t to =
                        placeOf(sharedAddress(parts + ((turn ^ 1) * tiles + tile) * tileElements +
                                              part.rank * Slice::stride + Slice::placeOfLane(firstOf(index), inWarp)),
                                rank);
                    const std::uint32_t barrier = placeOf(sharedAddress(&arrived[turn ^ 1][tile]), rank);
                    const float(&one)[4] = sums[index];
                    if constexpr (side == 4) {
                        const float(&two)[4] = sums[index + 1];
                        send(to,
                             make_uint4(packed(one[0], one[2]), packed(two[0], two[2]), packed(one[1], one[3]),
                                        packed(two[1], two[3])),
                             barrier);
                    } else {
                        send(to, make_uint2(packed(one[0], one[2]), packed(one[1], one[3])), barrier);
                    }
                }
            }
            if (tile * tileRows + warp < part.rows) {
                // One warp a row: eight lanes a gate, four units each.
                const std::int64_t row =
                    std::int64_t{step} * work.shape.streams + part.firstRow + tile * tileRows + warp;
                const int gate = inWarp / 8, place = inWarp % 8;
                reinterpret_cast<uint2*>(work.dGates + (row * gates + gate) * units + part.firstUnit)[place] =
                    reinterpret_cast<const uint2*>(mine + warp * stride + gate * unitsOfBlock)[place];
            }
            dc[tile] = cell.mark * gradients.cBefore;
            c[tile] = cell.cBefore;
            markAfter[tile] = cell.mark;
            db[tile].i += gradients.a.i;
            db[tile].f += gradients.a.f;
            db[tile].g += gradients.a.g;
            db[tile].o += gradients.a.o;
            if (step > 0) {
                cells[tile] = readCell(work, step - 1, rows[tile], unit, KeptPlace(tile, tiles));
            }
        }
    }
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        if (tile * tileRows + lane.row < part.rows) {
            float* const to = work.db + std::int64_t{rows[tile]} * gates * units + unit;
            to[0] = db[tile].i;
            to[units] = db[tile].f;
            to[2 * units] = db[tile].g;
            to[3 * units] = db[tile].o;
        }
    }
}

// ---- launches

template <int depths, int tiles>
constexpr auto kernelFor(const ForwardRecurrence&)
{
    return forwardInCluster<depths, tiles>;
}

template <int depths, int tiles>
constexpr auto kernelFor(const BackwardRecurrence&)
{
    return backwardInCluster<depths, tiles>;
}

/// Bytes of shared memory of a block.
std::size_t sharedOf(int units, int tiles, const ForwardRecurrence&)
{
    return 2 * sizeof(__nv_bfloat16) * static_cast<std::size_t>(tiles * (units / unitsOfBlock + 1) * sliceElements);
}

std::size_t sharedOf(int units, int tiles, const BackwardRecurrence&)
{
    const int own = tileRows * (unitsOfBlock * gates + padding);
    return 2 * sizeof(__nv_bfloat16) *
           static_cast<std::size_t>(tiles * (units / unitsOfBlock * SliceOfParts<4>::stride + own));
}

/// A launch of one kernel; the attribute lives as long as the configuration that points to it.
struct Launch {
    const void* kernel;
    cudaLaunchAttribute attribute{};
    cudaLaunchConfig_t config{};

    template <typename Work>
    Launch(const void* of, int units, int tiles, int groups, const Work& work, cudaStream_t stream) : kernel(of)
    {
        const int blocks = units / unitsOfBlock;
        const std::size_t shared = sharedOf(units, tiles, work);
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
              "taking shared memory for the recurrence");
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
              "allowing clusters of 16 blocks");
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim = {static_cast<unsigned>(blocks), 1, 1};
        config.gridDim = dim3(static_cast<unsigned>(groups * blocks));
        config.blockDim = dim3(threads);
        config.dynamicSmemBytes = shared;
        config.stream = stream;
        config.attrs = &attribute;
        config.numAttrs = 1;
    }
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;
};

/// use(integral constants of units / 32 and tiles).
template <typename Use>
auto withSizes(int units, int tiles, const Use& use)
{
    const auto withDepths = [&](auto depths) {
        switch (tiles) {
        case 1:
            return use(depths, std::integral_constant<int, 1>{});
        case 2:
            return use(depths, std::integral_constant<int, 2>{});
        case 3:
            return use(depths, std::integral_constant<int, 3>{});
        default:
            return use(depths, std::integral_constant<int, 4>{});
        }
    };
    switch (units / 128) {
    case 1:
        return withDepths(std::integral_constant<int, 4>{});
    case 2:
        return withDepths(std::integral_constant<int, 8>{});
    case 3:
        return withDepths(std::integral_constant<int, 12>{});
    default:
        return withDepths(std::integral_constant<int, 16>{});
    }
}

template <typename Work>
void launchFor(const RecurrencePlan& plan, Work work, cudaStream_t stream)
{
    const int tiles = plan.rows / tileRows;
    withSizes(work.shape.units, tiles, [&](auto depths, auto count) {
        const auto* const kernel = reinterpret_cast<const void*>(kernelFor<depths(), count()>(work));
        Launch launch(kernel, work.shape.units, tiles, plan.groups, work, stream);
        int rows = plan.rows;
        void* arguments[] = {&work, &rows};
        check(cudaLaunchKernelExC(&launch.config, kernel, arguments), "starting the recurrence in clusters");
    });
}

/// How many groups of that many tiles the GPU runs at once, forward and backward; none where the kernels were compiled
/// for an earlier GPU, which has no clusters. Throws Error where it cannot say.
int groupsAtOnce(int units, int tiles)
{
    constexpr int versionWithClusters = 90;
    const auto most = [&](const auto& work) {
        return withSizes(units, tiles, [&](auto depths, auto count) {
            const auto* const kernel = reinterpret_cast<const void*>(kernelFor<depths(), count()>(work));
            cudaFuncAttributes attributes{};
            check(cudaFuncGetAttributes(&attributes, kernel), "asking what a kernel was compiled for");
            if (attributes.ptxVersion < versionWithClusters) {
                return 0;
            }
            Launch launch(kernel, units, tiles, 1, work, nullptr);
            int clusters = 0;
            check(cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch.config), "counting clusters");
            return clusters;
        });
    };
    return std::min(most(ForwardRecurrence{}), most(BackwardRecurrence{}));
}

} // namespace

namespace {

std::optional<RecurrencePlan> planThatFits(int units, std::int64_t streams)
{
    const std::int64_t tilesOfAll = (streams + tileRows - 1) / tileRows;
    for (int tiles = 1; tiles <= maxTiles; ++tiles) {
        const std::int64_t groups = (tilesOfAll + tiles - 1) / tiles;
        const int atOnce = groupsAtOnce(units, tiles);
        if (atOnce > 0 && (groups <= atOnce || tiles == maxTiles)) {
            return RecurrencePlan{.groups = static_cast<int>(groups),
                                  .rows = tiles * tileRows,
                                  .blocksOfGroup = units / unitsOfBlock,
                                  .inClusters = true};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<RecurrencePlan> planInClusters(std::int64_t units, std::int64_t streams)
{
    if (!isForClusters(units)) {
        return std::nullopt;
    }
    try {
        return planThatFits(static_cast<int>(units), streams);
    } catch (const UnavailableError&) {
        throw; // the GPU is gone
    } catch (const Error&) {
        static_cast<void>(cudaGetLastError());
        return std::nullopt; // no clusters of that size here
    }
}

void launchInClusters(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream)
{
    launchFor(plan, work, stream);
}

void launchInClusters(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream)
{
    launchFor(plan, work, stream);
}

} // namespace engine::cuda::fused
