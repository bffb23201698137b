// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/fused/recurrence.h"
#include "engine/kernels/lstm_cell.h"

#include <algorithm>

namespace engine::cuda::fused {
namespace {

constexpr int unitsOfBlock = 16;
constexpr int tileRows = 8;   // streams of one product of the tensor cores
constexpr int chunkTiles = 4; // tiles whose parts lie in shared memory at once
constexpr int chunkRows = chunkTiles * tileRows;
constexpr int mostRows = 256;
constexpr int arrivalStride = 32;

/// One tile's sums of a warp: 16 rows of 8, 10 apart, so that neither those who write nor those who read meet in a
/// bank.
constexpr int tileStride = 10;
constexpr int tileFloats = unitsOfBlock * tileStride;

/// As exact as bfloat16 needs: a few units in the last place of a float.
struct QuickMath {
    static __device__ float sigmoid(float x) { return __fdividef(1.0f, 1.0f + __expf(-x)); }
    static __device__ float tanh(float x) { return 1.0f - __fdividef(2.0f, 1.0f + __expf(2.0f * x)); }
};

__device__ unsigned packed(float low, float high)
{
    const __nv_bfloat162 pair = __floats2bfloat162_rn(low, high);
    return *reinterpret_cast<const unsigned*>(&pair);
}

/// d += a · b: 16 × 16 by 16 × 8, one warp; the parts of each lane lie as the PTX manual draws them for m16n8k16.
__device__ void multiplyAdd(float (&d)[4], const unsigned (&a)[4], uint2 b)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b.x), "r"(b.y));
#endif
}

/// Where the lane's sums of a tile go: rows lane / 4 and 8 below, columns 2 (lane % 4) and the next.
__device__ void putTile(float* tile, const float (&d)[4], int lane)
{
    float* const place = tile + lane / 4 * tileStride + lane % 4 * 2;
    *reinterpret_cast<float2*>(place) = make_float2(d[0], d[1]);
    *reinterpret_cast<float2*>(place + 8 * tileStride) = make_float2(d[2], d[3]);
}

/// The whole block: what its threads wrote is there for the group's other blocks before the count is.
__device__ void arrive(unsigned* arrived)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1u);
    }
}

/// The whole block: returns when `count` arrivals were made, and what they brought is seen.
__device__ void await(const unsigned* arrived, unsigned count)
{
    if (threadIdx.x == 0) {
        unsigned seen = 0;
        do {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(arrived) : "memory");
        } while (seen < count);
    }
    __syncthreads();
}

/// The part of a layer that a block has.
struct Part {
    int firstUnit, firstRow, rows;
    unsigned* arrived;
};

__device__ Part partOf(const RecurrenceShape& shape, int rowsOfGroup, unsigned* arrived)
{
    const int blocksOfGroup = shape.units / unitsOfBlock;
    const int group = static_cast<int>(blockIdx.x) / blocksOfGroup;
    const int firstRow = group * rowsOfGroup;
    return {static_cast<int>(blockIdx.x) % blocksOfGroup * unitsOfBlock, firstRow,
            min(rowsOfGroup, shape.streams - firstRow), arrived + group * arrivalStride};
}

/// Σ over the warps of one element of their tiles, in the order of the warps.
template <int warps>
__device__ float sumOverWarps(const float* first, int strideOfWarp)
{
    float sum = 0;
#pragma unroll
    for (int warp = 0; warp < warps; ++warp) {
        sum += first[warp * strideOfWarp];
    }
    return sum;
}

// The products below run over their depth in another order than it lies in memory: of 16 numbers, a lane takes 4 that
// lie side by side (4 q to 4 q + 3, with q = lane % 4), where the tensor cores count them as 2 q, 2 q + 1, 2 q + 8, 2 q
// + 9. A sum does not mind, as both factors do so, and each lane reads 8 bytes at once.

/// What a cell needs besides the products; read before the wait for them.
struct ForwardCell {
    Gates<float> inputs;
    float cBefore, mark;
};

template <int units>
__device__ ForwardCell readCell(const ForwardRecurrence& work, int step, int row, int unit)
{
    const std::int64_t place = std::int64_t{step} * work.shape.streams + row;
    const float* const inputs = work.inputs + place * 4 * units + unit;
    const float* const b = work.b + unit;
    return {{inputs[0] + b[0], inputs[units] + b[units], inputs[2 * units] + b[2 * units],
             inputs[3 * units] + b[3 * units]},
            work.c[place * units + unit],
            work.cont[place]};
}

/// h and c of all steps. A block has 16 units of a group of streams (see the header); each of its warps multiplies
/// depthSteps · 16 of the H columns of the block's 64 rows of Wh (4 gates × 16 units) by h_{t-1} of 8 streams at a
/// time; then each thread finishes one unit of one stream, and the next `threads` after it.
template <int warps, int depthSteps>
__global__ void __launch_bounds__(warps * 32, 1) forwardSequence(ForwardRecurrence work, int rowsOfGroup)
{
    constexpr int units = warps * depthSteps * 16;
    constexpr int threads = warps * 32;
    extern __shared__ float tiles[]; // [warps, tiles of a chunk, gates, 16, tileStride]
    const int tilesOfChunk = min(chunkTiles, (rowsOfGroup + tileRows - 1) / tileRows);
    const int strideOfWarp = tilesOfChunk * 4 * tileFloats;
    const Part part = partOf(work.shape, rowsOfGroup, work.arrived);
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    const int depth = warp * depthSteps * 16 + lane % 4 * 4; // of the lane's first numbers

    unsigned weights[4][depthSteps][4];
#pragma unroll
    for (int gate = 0; gate < 4; ++gate) {
        const float* const row = work.Wh + std::int64_t{gate * units + part.firstUnit + lane / 4} * units + depth;
#pragma unroll
        for (int s = 0; s < depthSteps; ++s) {
            const float4 upper = *reinterpret_cast<const float4*>(row + s * 16);
            const float4 lower = *reinterpret_cast<const float4*>(row + 8 * units + s * 16);
            weights[gate][s][0] = packed(upper.x, upper.y);
            weights[gate][s][1] = packed(lower.x, lower.y);
            weights[gate][s][2] = packed(upper.z, upper.w);
            weights[gate][s][3] = packed(lower.z, lower.w);
        }
    }

    const int ownUnit = part.firstUnit + static_cast<int>(threadIdx.x) % unitsOfBlock;
    const int ownRow = part.firstRow + static_cast<int>(threadIdx.x) / unitsOfBlock;
    const bool ownsOne = static_cast<int>(threadIdx.x) / unitsOfBlock < min(part.rows, chunkRows);
    for (int step = 0; step < work.shape.steps; ++step) {
        ForwardCell ahead{};
        if (ownsOne) {
            ahead = readCell<units>(work, step, ownRow, ownUnit);
        }
        if (step > 0) {
            await(part.arrived, static_cast<unsigned>(step) * (units / unitsOfBlock));
        }
        const __nv_bfloat16* const before =
            work.h + (std::int64_t{step} * work.shape.streams + part.firstRow) * units + depth;
        for (int first = 0; first < part.rows; first += chunkRows) {
            const int rows = min(chunkRows, part.rows - first);
            for (int tile = 0; tile * tileRows < rows; ++tile) {
                // Rows beyond the last read the last once more; nobody looks at their sums.
                const int row = first + min(tile * tileRows + lane / 4, rows - 1);
                const uint2* const from = reinterpret_cast<const uint2*>(before + std::int64_t{row} * units);
                uint2 h[depthSteps];
#pragma unroll
                for (int s = 0; s < depthSteps; ++s) {
                    h[s] = __ldcg(from + s * 4);
                }
                float sums[4][4] = {};
#pragma unroll
                for (int s = 0; s < depthSteps; ++s) {
#pragma unroll
                    for (int gate = 0; gate < 4; ++gate) {
                        multiplyAdd(sums[gate], weights[gate][s], h[s]);
                    }
                }
#pragma unroll
                for (int gate = 0; gate < 4; ++gate) {
                    putTile(tiles + warp * strideOfWarp + (tile * 4 + gate) * tileFloats, sums[gate], lane);
                }
            }
            __syncthreads();
            for (int cell = static_cast<int>(threadIdx.x); cell < rows * unitsOfBlock; cell += threads) {
                const int inChunk = cell / unitsOfBlock, unit = part.firstUnit + cell % unitsOfBlock;
                const int row = part.firstRow + first + inChunk;
                const ForwardCell read = first == 0 && cell == static_cast<int>(threadIdx.x)
                                             ? ahead
                                             : readCell<units>(work, step, row, unit);
                const float* const sum =
                    tiles + inChunk / tileRows * 4 * tileFloats + cell % unitsOfBlock * tileStride + inChunk % tileRows;
                const auto product = [&](int gate) {
                    return read.mark * sumOverWarps<warps>(sum + gate * tileFloats, strideOfWarp);
                };
                const Gates<float> gates =
                    cellGates<float, QuickMath>({read.inputs.i + product(0), read.inputs.f + product(1),
                                                 read.inputs.g + product(2), read.inputs.o + product(3)});
                const Cell<float> after = cellForward<float, QuickMath>(gates, read.mark * read.cBefore);
                const std::int64_t place = (std::int64_t{step} * work.shape.streams + row) * units + unit;
                const std::int64_t next = place + std::int64_t{work.shape.streams} * units;
                work.h[next] = __float2bfloat16_rn(after.h);
                work.c[next] = after.c;
                if (work.y != nullptr) {
                    work.y[place] = after.h;
                }
                if (work.gates != nullptr) {
                    __nv_bfloat16* const kept = work.gates + 4 * (place - unit) + unit;
                    kept[0] = __float2bfloat16_rn(gates.i);
                    kept[units] = __float2bfloat16_rn(gates.f);
                    kept[2 * units] = __float2bfloat16_rn(gates.g);
                    kept[3 * units] = __float2bfloat16_rn(gates.o);
                }
            }
            if (first + chunkRows < part.rows) {
                __syncthreads(); // before the next chunk's tiles take the place of these
            }
        }
        arrive(part.arrived);
    }
}

struct BackwardCell {
    Gates<float> gates;
    float cBefore, c, dy, mark, markAfter;
};

template <int units>
__device__ BackwardCell readCell(const BackwardRecurrence& work, int step, int row, int unit)
{
    const std::int64_t place = std::int64_t{step} * work.shape.streams + row;
    const std::int64_t next = place + work.shape.streams;
    const __nv_bfloat16* const gates = work.gates + place * 4 * units + unit;
    return {{__bfloat162float(gates[0]), __bfloat162float(gates[units]), __bfloat162float(gates[2 * units]),
             __bfloat162float(gates[3 * units])},
            work.c[place * units + unit],
            work.c[next * units + unit],
            work.dy[place * units + unit],
            work.cont[place],
            step + 1 < work.shape.steps ? work.cont[next] : 0.0f};
}

/// The gates' gradients of all steps, from the last to the first. A block has 16 units of a group of streams; each of
/// its warps multiplies depthSteps · 64 of the 4H rows of the block's 16 columns of Wh by the gates' gradients of the
/// step after, of 8 streams at a time; then each thread finishes one unit of one stream, and the next `threads` after
/// it.
template <int warps, int depthSteps>
__global__ void __launch_bounds__(warps * 32, 1) backwardSequence(BackwardRecurrence work, int rowsOfGroup)
{
    constexpr int units = warps * depthSteps * 16;
    constexpr int threads = warps * 32;
    constexpr int products = 4 * depthSteps;
    const int tilesOfChunk = min(chunkTiles, (rowsOfGroup + tileRows - 1) / tileRows);
    const int strideOfWarp = tilesOfChunk * tileFloats;
    extern __shared__ float tiles[];                   // [warps, tiles of a chunk, 16, tileStride]
    float* const dc = tiles + warps * strideOfWarp;    // [rows, 16], by c as the step after handed it back
    float* const db = dc + rowsOfGroup * unitsOfBlock; // [gates, rows, 16], each cell of its thread alone, as dc
    const int strideOfGate = rowsOfGroup * unitsOfBlock;
    const Part part = partOf(work.shape, rowsOfGroup, work.arrived);
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    const int depth = warp * products * 16 + lane % 4 * 4;

    unsigned weights[products][4];
#pragma unroll
    for (int s = 0; s < products; ++s) {
        const float* const at = work.Wh + std::int64_t{depth + s * 16} * units + part.firstUnit + lane / 4;
        weights[s][0] = packed(at[0], at[units]);
        weights[s][1] = packed(at[8], at[units + 8]);
        weights[s][2] = packed(at[2 * units], at[3 * units]);
        weights[s][3] = packed(at[2 * units + 8], at[3 * units + 8]);
    }
    for (int cell = static_cast<int>(threadIdx.x); cell < strideOfGate; cell += threads) {
        dc[cell] = 0;
        for (int gate = 0; gate < 4; ++gate) {
            db[gate * strideOfGate + cell] = 0;
        }
    }
    __syncthreads(); // a thread's cells below are others than here where there are several chunks

    const int ownUnit = part.firstUnit + static_cast<int>(threadIdx.x) % unitsOfBlock;
    const int ownRow = part.firstRow + static_cast<int>(threadIdx.x) / unitsOfBlock;
    const bool ownsOne = static_cast<int>(threadIdx.x) / unitsOfBlock < min(part.rows, chunkRows);
    for (int step = work.shape.steps - 1; step >= 0; --step) {
        BackwardCell ahead{};
        if (ownsOne) {
            ahead = readCell<units>(work, step, ownRow, ownUnit);
        }
        const int stepsDone = work.shape.steps - 1 - step;
        if (stepsDone > 0) {
            await(part.arrived, static_cast<unsigned>(stepsDone) * (units / unitsOfBlock));
        }
        const __nv_bfloat16* const after =
            work.dGates + (std::int64_t{step + 1} * work.shape.streams + part.firstRow) * 4 * units + depth;
        for (int first = 0; first < part.rows; first += chunkRows) {
            const int rows = min(chunkRows, part.rows - first);
            for (int tile = 0; stepsDone > 0 && tile * tileRows < rows; ++tile) {
                const int row = first + min(tile * tileRows + lane / 4, rows - 1);
                const uint2* const from = reinterpret_cast<const uint2*>(after + std::int64_t{row} * 4 * units);
                uint2 da[products];
#pragma unroll
                for (int s = 0; s < products; ++s) {
                    da[s] = __ldcg(from + s * 4);
                }
                float even[4] = {}, odd[4] = {}; // two sums, so that a product need not wait for the one before it
#pragma unroll
                for (int s = 0; s < products; s += 2) {
                    multiplyAdd(even, weights[s], da[s]);
                    multiplyAdd(odd, weights[s + 1], da[s + 1]);
                }
                const float sums[4] = {even[0] + odd[0], even[1] + odd[1], even[2] + odd[2], even[3] + odd[3]};
                putTile(tiles + warp * strideOfWarp + tile * tileFloats, sums, lane);
            }
            __syncthreads();
            for (int cell = static_cast<int>(threadIdx.x); cell < rows * unitsOfBlock; cell += threads) {
                const int inChunk = cell / unitsOfBlock, unit = part.firstUnit + cell % unitsOfBlock;
                const int row = part.firstRow + first + inChunk;
                const BackwardCell read = first == 0 && cell == static_cast<int>(threadIdx.x)
                                              ? ahead
                                              : readCell<units>(work, step, row, unit);
                float dh = read.dy;
                if (stepsDone > 0) {
                    const float* const sum =
                        tiles + inChunk / tileRows * tileFloats + cell % unitsOfBlock * tileStride + inChunk % tileRows;
                    dh += read.markAfter * sumOverWarps<warps>(sum, strideOfWarp);
                }
                float& carried = dc[first * unitsOfBlock + cell];
                const CellGradients<float> gradients =
                    cellBackward<float, QuickMath>(read.gates, read.mark * read.cBefore, read.c, dh, carried);
                carried = read.mark * gradients.cBefore;
                const std::int64_t place = std::int64_t{step} * work.shape.streams + row;
                __nv_bfloat16* const to = work.dGates + place * 4 * units + unit;
                float* const sumsOfCell = db + first * unitsOfBlock + cell;
                const float a[4] = {gradients.a.i, gradients.a.f, gradients.a.g, gradients.a.o};
#pragma unroll
                for (int gate = 0; gate < 4; ++gate) {
                    to[gate * units] = __float2bfloat16_rn(a[gate]);
                    sumsOfCell[gate * strideOfGate] += a[gate];
                }
            }
            if (first + chunkRows < part.rows) {
                __syncthreads();
            }
        }
        arrive(part.arrived);
    }
    for (int cell = static_cast<int>(threadIdx.x); cell < part.rows * unitsOfBlock; cell += threads) {
        const int row = part.firstRow + cell / unitsOfBlock, unit = part.firstUnit + cell % unitsOfBlock;
        for (int gate = 0; gate < 4; ++gate) {
            work.db[std::int64_t{row} * 4 * units + gate * units + unit] = db[gate * strideOfGate + cell];
        }
    }
}

/// Bytes of shared memory of a block.
std::size_t sharedOf(const RecurrencePlan& plan, const ForwardRecurrence&)
{
    const int tiles = std::min(chunkTiles, (plan.rows + tileRows - 1) / tileRows);
    return sizeof(float) * static_cast<std::size_t>(plan.warps * tiles * 4 * tileFloats);
}

std::size_t sharedOf(const RecurrencePlan& plan, const BackwardRecurrence&)
{
    const int tiles = std::min(chunkTiles, (plan.rows + tileRows - 1) / tileRows);
    return sizeof(float) * static_cast<std::size_t>(plan.warps * tiles * tileFloats + 5 * plan.rows * unitsOfBlock);
}

template <int warps, int depthSteps>
constexpr auto kernelFor(const ForwardRecurrence&)
{
    return forwardSequence<warps, depthSteps>;
}

template <int warps, int depthSteps>
constexpr auto kernelFor(const BackwardRecurrence&)
{
    return backwardSequence<warps, depthSteps>;
}

template <int warps, int depthSteps, typename Work>
void launchAs(const RecurrencePlan& plan, Work work, cudaStream_t stream)
{
    const auto kernel = kernelFor<warps, depthSteps>(work);
    const std::size_t shared = sharedOf(plan, work);
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared)),
          "taking shared memory for the recurrence");
    int rows = plan.rows;
    void* arguments[] = {&work, &rows};
    check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel),
                                      dim3(static_cast<unsigned>(plan.groups * plan.blocksOfGroup)), dim3(warps * 32),
                                      arguments, shared, stream),
          "starting the recurrence");
}

template <typename Work>
void launchFor(const RecurrencePlan& plan, const Work& work, cudaStream_t stream)
{
    switch (work.shape.units) {
    case 128:
        return launchAs<8, 1>(plan, work, stream);
    case 256:
        return launchAs<8, 2>(plan, work, stream);
    case 384:
        return launchAs<8, 3>(plan, work, stream);
    case 512:
        return launchAs<8, 4>(plan, work, stream);
    case 640:
        return launchAs<8, 5>(plan, work, stream);
    case 768:
        return launchAs<8, 6>(plan, work, stream);
    default:
        return launchAs<16, 4>(plan, work, stream);
    }
}

} // namespace

std::optional<RecurrencePlan> planRecurrence(std::int64_t units, std::int64_t streams, int multiprocessors)
{
    const bool fits = (units % 128 == 0 && units >= 128 && units <= 768) || units == 1024;
    const std::int64_t blocks = units / unitsOfBlock;
    if (!fits || blocks > multiprocessors) {
        return std::nullopt;
    }
    // As many groups as fit, each of whole tiles.
    const std::int64_t groups = std::min(multiprocessors / blocks, (streams + tileRows - 1) / tileRows);
    const std::int64_t rows = (streams + groups * tileRows - 1) / (groups * tileRows) * tileRows;
    if (rows > mostRows) {
        return std::nullopt;
    }
    return RecurrencePlan{.warps = units == 1024 ? 16 : 8,
                          .groups = static_cast<int>((streams + rows - 1) / rows),
                          .rows = static_cast<int>(rows),
                          .blocksOfGroup = static_cast<int>(blocks)};
}

void launch(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream)
{
    launchFor(plan, work, stream);
}

void launch(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream)
{
    launchFor(plan, work, stream);
}

} // namespace engine::cuda::fused
