// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/check.h"
#include "engine/cuda/fused/cells.cuh"
#include "engine/cuda/fused/cluster_exchange.cuh"
#include "engine/cuda/fused/recurrence.h"

#include <algorithm>
#include <type_traits>

// The recurrence where a cluster of at most 16 blocks holds a layer (cluster_exchange.cuh): up to 768 units, of any
// cell of cells.cuh.

namespace engine::cuda::fused {
namespace {

/// Where what a cell keeps lies: as the threads have it, so that a warp reads and writes side by side.
template <int room>
struct KeptPlace {
    static constexpr int threads = clusters::threadsOf(room);
    int tile, tiles;

    __device__ KeptPlace(int ofTile, int ofTiles) : tile(ofTile), tiles(ofTiles) {}
    __device__ std::int64_t at(int index) const
    {
        const int block = index * static_cast<int>(gridDim.x) + static_cast<int>(blockIdx.x);
        return std::int64_t{block} * (tiles * threads) + (tile * threads + static_cast<int>(threadIdx.x));
    }
};

/// A row of a tensor. Steps times streams, and the stride, fit an int, which saves products of 64 bits.
template <typename Number>
__device__ Number* rowOf(Number* first, int row, std::int64_t stride)
{
    return first + std::int64_t{row} * static_cast<int>(stride);
}

/// What a cell needs besides the products.
template <typename Cell>
struct ForwardInput {
    typename Cell::Numbers x;
    float cont;
};

template <typename Cell>
__device__ ForwardInput<Cell> readInput(const ForwardRecurrence& work, int index, int row, int unit)
{
    const float* const from = rowOf(work.inputs, timeOf(work, index) * work.shape.streams + row, work.inputStride);
    return {*reinterpret_cast<const typename Cell::Numbers*>(from + unit * Cell::inputs), contOf(work, index, row)};
}

template <typename Numbers>
__device__ Numbers productsOf(const float (&sum)[4], bool isOdd)
{
    if constexpr (std::is_same_v<Numbers, float>) {
        return tradeProduct(sum, isOdd);
    } else {
        return tradeProducts(sum, isOdd);
    }
}

/// h and the state of all steps. Tiles of 8 streams do not wait for each other: while one is on its way, the next is
/// multiplied.
template <typename Cell, int room, int tiles>
__global__ void __launch_bounds__(clusters::threadsOf(room), 1)
    forwardInCluster(ForwardRecurrence work, int rowsOfGroup)
{
    using Of = Room<room>;
    constexpr int blocks = Of::blocks, unitsOfBlock = Of::unitsOfBlock, sliceElements = Of::sliceElements;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ Barrier arrived[2][tiles];
    __nv_bfloat16* const h = reinterpret_cast<__nv_bfloat16*>(shared); // two of [tiles, blocks, a slice], in turns
    __nv_bfloat16* const own = h + 2 * tiles * blocks * sliceElements; // two of a slice a tile, in turns
    static_assert(!Of::isWide || tiles == 1, "multiplyRows wants the block to meet in between");
    const int units = work.shape.units;
    const ClusterPart part = partOf<Of>(work.shape.streams, rowsOfGroup);
    const int warp = static_cast<int>(threadIdx.x) / 32, inWarp = static_cast<int>(threadIdx.x) % 32;
    const Lane lane = laneOf(inWarp);
    const int inBlock = warp * unitsOfWarp, unit = part.firstUnit + inBlock + lane.unit;

    ForwardWeights<room> weights(own + 2 * tiles * sliceElements, warp, inWarp);
    loadRows<room, Cell::gates>(weights, warp, lane, [&](int gate, int ofBlock, int column) {
        const std::int64_t row = std::int64_t{gate} * room + part.firstUnit + ofBlock;
        return *reinterpret_cast<const uint2*>(work.Wh.halves() + row * room + column);
    });
    // The first h. Rows beyond the group's last repeat that one; their results are not used.
    for (int i = static_cast<int>(threadIdx.x); i < tiles * tileRows * room; i += Of::threads) {
        const int row = i / room, column = i % room;
        const float before = stateAt(work.firstH, part.firstRow + min(row, part.rows - 1), column, units);
        h[((row / tileRows * blocks + column / unitsOfBlock) * tileRows + row % tileRows) * unitsOfBlock +
          column % unitsOfBlock] = __float2bfloat16_rn(before);
    }
    const typename Cell::Numbers bias = Cell::bias(work.b, work.bh, unit, units);
    // One warp a row of a slice, on the way to and from memory.
    const bool copies = warp < tileRows && inWarp < unitsOfBlock / 8;
    int rows[tiles];
    float state[tiles], lastH[tiles];
    ForwardInput<Cell> next[tiles];
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        rows[tile] = part.firstRow + min(tile * tileRows + lane.row, part.rows - 1);
        state[tile] = stateAt(Cell::stateIsH ? work.firstH : work.firstC, rows[tile], unit, units);
        next[tile] = readInput<Cell>(work, 0, rows[tile], unit);
        work.keptStates[KeptPlace<room>(tile, tiles).at(0)] = state[tile];
        if (work.hBefore != nullptr && tile * tileRows + lane.row < part.rows) {
            work.hBefore.halves()[rows[tile] * work.hStride + unit] =
                __float2bfloat16_rn(stateAt(work.firstH, rows[tile], unit, units));
        }
    }
    constexpr unsigned bytesOfTile = Of::blocks * Of::sliceBytes;
    makeBarriers<tiles>(arrived, bytesOfTile);

    for (int index = 0; index < work.shape.steps; ++index) {
        const int turn = index % 2;
        const bool isLast = index + 1 == work.shape.steps;
        const int firstRow = timeOf(work, index) * work.shape.streams;
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
            if (index > 0) {
                awaitTile(&arrived[turn][tile], index, bytesOfTile);
            }
            float sum[4];
            multiplyRows<room, tiles>(sum, weights, h + (turn * tiles + tile) * blocks * sliceElements, warp, lane);
            const auto products = productsOf<typename Cell::Numbers>(sum, lane.p % 2 != 0);
            const ForwardInput<Cell>& input = next[tile];
            const auto made =
                Cell::forward(input.x, bias, scaled(input.cont, products), input.cont * state[tile], work.activation);
            state[tile] = made.state;
            const uint2 four = gatherUnits(made.h, lane.unit);
            __nv_bfloat16* const slice = own + (turn * tiles + tile) * sliceElements;
            if (lane.unit == 0) {
                *reinterpret_cast<uint2*>(slice + lane.row * unitsOfBlock + inBlock) = four;
            }
            // One barrier a tile is enough: the slice is written again two steps later, and the barrier of the step
            // between comes after all have read it.
            __syncthreads();
            if (!isLast) {
                sendToAll<Of>(slice, h + (((turn ^ 1) * tiles + tile) * blocks + part.rank) * sliceElements,
                              &arrived[turn ^ 1][tile]);
                next[tile] = readInput<Cell>(work, index + 1, rows[tile], unit);
            }
            const KeptPlace<room> kept(tile, tiles);
            work.keptStates[kept.at(index + 1)] = made.state;
            if constexpr (Cell::kept > 0) {
                if (work.keptGates != nullptr) {
                    work.keptGates.as<typename Cell::Kept>()[kept.at(index)] = made.kept;
                }
            }
            if (copies && tile * tileRows + warp < part.rows) {
                const int row = firstRow + part.firstRow + tile * tileRows + warp;
                reinterpret_cast<uint4*>(rowOf(work.h.halves(), row, work.hStride) + part.firstUnit)[inWarp] =
                    reinterpret_cast<const uint4*>(slice + warp * unitsOfBlock)[inWarp];
            }
            if (tile * tileRows + lane.row < part.rows && unit < units && work.y != nullptr) {
                rowOf(work.y, firstRow + rows[tile], work.yStride)[unit] = made.h;
            }
            lastH[tile] = made.h;
        }
    }
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        if (tile * tileRows + lane.row >= part.rows || unit >= units) {
            continue;
        }
        const std::int64_t place = std::int64_t{rows[tile]} * units + unit;
        if (work.lastH != nullptr) {
            work.lastH[place] = Cell::stateIsH ? lastH[tile] : __bfloat162float(__float2bfloat16_rn(lastH[tile]));
        }
        if (work.lastC != nullptr) {
            work.lastC[place] = state[tile];
        }
    }
}

/// What a cell needs besides what the others send. `kept` stays packed as in memory: using a prefetched value early
/// would wait for it.
template <typename Cell>
struct BackwardInput {
    typename Cell::Kept kept;
    float stateBefore, dy, cont;
};

template <typename Cell, int room>
__device__ BackwardInput<Cell> readInput(const BackwardRecurrence& work, int index, int row, int unit,
                                         const KeptPlace<room>& kept)
{
    BackwardInput<Cell> input;
    if constexpr (Cell::kept > 0) {
        input.kept = work.keptGates.as<const typename Cell::Kept>()[kept.at(index)];
    }
    const int ofSteps = timeOf(work, index) * work.shape.streams + row;
    input.stateBefore = work.keptStates[kept.at(index)];
    input.dy = work.dy != nullptr && unit < work.shape.units ? rowOf(work.dy, ofSteps, work.dyStride)[unit] : 0.0f;
    input.cont = contOf(work, index, row);
    return input;
}

/// Adds up, of a cell's gradients.
__device__ void add(float& sum, float more)
{
    sum += more;
}
__device__ void add(float4& sum, float4 more)
{
    sum = sum + more;
}

/// What lane.unit of the four lanes of a row writes of their gradients, as bfloat16s of four units.
__device__ uint2 turned(const float4& of, int unit)
{
    return turnNumbers(of, unit);
}
__device__ uint2 turned(float of, int unit)
{
    return gatherUnits(of, unit);
}

/// The gradients of all steps, from the last that forward made to the first. What a block's own gradients give to every
/// unit's dh (its rows of Wh, turned, by them) it sends to the blocks of those units, as bfloat16; they sum what came
/// of all blocks, in their order.
template <typename Cell, int room, int tiles>
__global__ void __launch_bounds__(clusters::threadsOf(room), 1)
    backwardInCluster(BackwardRecurrence work, int rowsOfGroup)
{
    using Of = Room<room>;
    constexpr int unitsOfBlock = Of::unitsOfBlock, tileElements = PartsOfWarp<room>::tileElements;
    constexpr int stride = clusters::ownStride(room, Cell::gradients), ownElements = tileRows * stride;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ Barrier arrived[2][tiles];
    __nv_bfloat16* const parts = reinterpret_cast<__nv_bfloat16*>(shared); // two of [tiles, blocks, a slice], in turns
    __nv_bfloat16* const own = parts + 2 * tiles * tileElements; // two of [tiles, 8, gradients of a block], in turns
    const int units = work.shape.units;
    const ClusterPart part = partOf<Of>(work.shape.streams, rowsOfGroup);
    const int warp = static_cast<int>(threadIdx.x) / 32, inWarp = static_cast<int>(threadIdx.x) % 32;
    const Lane lane = laneOf(inWarp);
    const int inBlock = warp * unitsOfWarp, unit = part.firstUnit + inBlock + lane.unit;

    BackwardWeights<room, Cell::gates> weights(own + 2 * tiles * ownElements, warp, inWarp);
    loadColumns<room, Cell::gates>(weights, warp, lane, [&](int gate, int row, int column, uint2& one, uint2& next) {
        const __nv_bfloat16* const from =
            work.turned.halves() + (std::int64_t{column} * Cell::gates + gate) * room + part.firstUnit + row;
        one = *reinterpret_cast<const uint2*>(from);
        next = *reinterpret_cast<const uint2*>(from + Cell::gates * room);
    });
    int rows[tiles];
    float state[tiles], dState[tiles], contAfter[tiles];
    typename Cell::Numbers db[tiles] = {};
    BackwardInput<Cell> next[tiles];
    const int last = work.shape.steps - 1;
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        rows[tile] = part.firstRow + min(tile * tileRows + lane.row, part.rows - 1);
        const KeptPlace<room> kept(tile, tiles);
        state[tile] = work.keptStates[kept.at(last + 1)];
        next[tile] = readInput<Cell>(work, last, rows[tile], unit, kept);
        next[tile].dy += stateAt(work.dLastH, rows[tile], unit, units);
        dState[tile] = stateAt(work.dLastC, rows[tile], unit, units);
        contAfter[tile] = 0;
    }
    constexpr unsigned bytesOfTile = Of::blocks * Of::sliceBytes;
    makeBarriers<tiles>(arrived, bytesOfTile);

    for (int done = 0; done <= last; ++done) {
        const int index = last - done, turn = done % 2;
        const bool sends = index > 0 || work.dFirstH != nullptr;
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
            const BackwardInput<Cell> input = next[tile];
            const auto readNext = [&] {
                if (index > 0) {
                    next[tile] = readInput<Cell>(work, index - 1, rows[tile], unit, KeptPlace<room>(tile, tiles));
                }
            };
            if constexpr (readsAhead(tiles)) { // or the next step would wait for it
                readNext();
            }
            float dh = input.dy;
            if (done > 0) {
                awaitTile(&arrived[turn][tile], done, bytesOfTile);
                const __nv_bfloat16* const of = parts + (turn * tiles + tile) * tileElements;
                dh += contAfter[tile] * sumOfParts<room>(of, inBlock, lane);
            }
            const auto made = Cell::backward(input.kept, input.cont * input.stateBefore, state[tile], dh, dState[tile],
                                             work.activation);
            const uint2 four = turned(made.gradients, lane.unit);
            __nv_bfloat16* const mine = own + (turn * tiles + tile) * ownElements;
            if (lane.unit < Cell::gradients) {
                *reinterpret_cast<uint2*>(mine + lane.row * stride + lane.unit * unitsOfBlock + inBlock) = four;
            }
            // One barrier a tile is enough, as in forwardInCluster.
            __syncthreads();
            if (sends) {
                sendParts<room, tiles, Cell::gates, stride>(
                    weights, mine, parts + ((turn ^ 1) * tiles + tile) * tileElements, part.rank,
                    &arrived[turn ^ 1][tile], warp, inWarp, [](int gate) { return Cell::gradientOf(gate); });
            }
            if (warp < tileRows && tile * tileRows + warp < part.rows) {
                // One warp a row: side by side one of a unit's gradients, four units a lane.
                const int row = timeOf(work, index) * work.shape.streams + part.firstRow + tile * tileRows + warp;
#pragma unroll
                for (int four = inWarp; four < Cell::gradients * unitsOfBlock / 4; four += 32) {
                    const int gradient = four / (unitsOfBlock / 4), place = four % (unitsOfBlock / 4);
                    reinterpret_cast<uint2*>(rowOf(work.dGates.halves(), row, work.gateStride) + gradient * room +
                                             part.firstUnit)[place] =
                        reinterpret_cast<const uint2*>(mine + warp * stride + gradient * unitsOfBlock)[place];
                }
            }
            dState[tile] = input.cont * made.before;
            state[tile] = input.stateBefore;
            contAfter[tile] = input.cont;
            add(db[tile], made.gradients);
            if constexpr (!readsAhead(tiles)) {
                readNext();
            }
        }
    }
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        float dFirst = Cell::stateIsH ? dState[tile] : 0.0f;
        if (work.dFirstH != nullptr) {
            const int turn = (last + 1) % 2;
            awaitTile(&arrived[turn][tile], last + 1, bytesOfTile);
            dFirst += contAfter[tile] * sumOfParts<room>(parts + (turn * tiles + tile) * tileElements, inBlock, lane);
        }
        if (tile * tileRows + lane.row < part.rows) {
            const auto* const sums = reinterpret_cast<const float*>(&db[tile]);
            float* const to = work.db + std::int64_t{rows[tile]} * Cell::gradients * room + unit;
#pragma unroll
            for (int gradient = 0; gradient < Cell::gradients; ++gradient) {
                to[gradient * room] = work.addsSums ? to[gradient * room] + sums[gradient] : sums[gradient];
            }
            const std::int64_t place = std::int64_t{rows[tile]} * units + unit;
            if (work.dFirstH != nullptr && unit < units) {
                work.dFirstH[place] = dFirst;
            }
            if (work.dFirstC != nullptr && unit < units) {
                work.dFirstC[place] = dState[tile];
            }
        }
    }
}

// ---- launches

template <typename Cell, int room, int tiles>
constexpr auto kernelFor(const ForwardRecurrence&)
{
    return forwardInCluster<Cell, room, tiles>;
}

template <typename Cell, int room, int tiles>
constexpr auto kernelFor(const BackwardRecurrence&)
{
    return backwardInCluster<Cell, room, tiles>;
}

/// Bytes of shared memory of a block.
template <typename Cell>
std::size_t sharedOf(int room, int tiles, const ForwardRecurrence&)
{
    return static_cast<std::size_t>(clusters::forwardBytes(room, tiles));
}

template <typename Cell>
std::size_t sharedOf(int room, int tiles, const BackwardRecurrence&)
{
    return static_cast<std::size_t>(clusters::backwardBytes(room, tiles, Cell::gates, Cell::gradients));
}

/// A launch of one kernel; the attribute lives as long as the configuration that points to it.
struct Launch {
    const void* kernel;
    cudaLaunchAttribute attribute{};
    cudaLaunchConfig_t config{};

    Launch(const void* of, int room, std::size_t shared, int groups, cudaStream_t stream) : kernel(of)
    {
        const int blocks = clusters::blocksOf(room);
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
              "taking shared memory for the recurrence");
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
              "allowing clusters of 16 blocks");
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim = {static_cast<unsigned>(blocks), 1, 1};
        config.gridDim = dim3(static_cast<unsigned>(groups * blocks));
        config.blockDim = dim3(static_cast<unsigned>(clusters::threadsOf(room)));
        config.dynamicSmemBytes = shared;
        config.stream = stream;
        config.attrs = &attribute;
        config.numAttrs = 1;
    }
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;
};

/// use(integral constants of room and tiles).
template <typename Use>
auto withSizes(int room, int tiles, const Use& use)
{
    const auto withRoom = [&](auto known) {
        if constexpr (clusters::maxTiles(known()) > 1) {
            switch (tiles) {
            case 2:
                return use(known, std::integral_constant<int, 2>{});
            case 3:
                return use(known, std::integral_constant<int, 3>{});
            case 4:
                return use(known, std::integral_constant<int, 4>{});
            case 5:
                return use(known, std::integral_constant<int, 5>{});
            default:
                break;
            }
        }
        return use(known, std::integral_constant<int, 1>{});
    };
    switch (room) {
    case 128:
        return withRoom(std::integral_constant<int, 128>{});
    case 256:
        return withRoom(std::integral_constant<int, 256>{});
    case 384:
        return withRoom(std::integral_constant<int, 384>{});
    case 512:
        return withRoom(std::integral_constant<int, 512>{});
    default:
        return withRoom(std::integral_constant<int, clusters::maxUnits>{});
    }
}

template <typename Cell, typename Work>
void launchAs(const RecurrencePlan& plan, const Work& given, cudaStream_t stream)
{
    const int tiles = plan.rows / tileRows;
    withSizes(plan.room, tiles, [&](auto known, auto count) {
        Work work = given;
        const auto* const kernel = reinterpret_cast<const void*>(kernelFor<Cell, known(), count()>(work));
        const Launch launch(kernel, plan.room, sharedOf<Cell>(plan.room, tiles, work), plan.groups, stream);
        int rows = plan.rows;
        void* arguments[] = {&work, &rows};
        check(cudaLaunchKernelExC(&launch.config, kernel, arguments), "starting the recurrence in clusters");
    });
}

/// See ClusterKernels.
template <typename Cell>
int groupsAtOnceOf(int room, int tiles)
{
    constexpr int versionWithClusters = 90;
    const auto most = [&](const auto& work) {
        return withSizes(room, tiles, [&](auto known, auto count) {
            const auto* const kernel = reinterpret_cast<const void*>(kernelFor<Cell, known(), count()>(work));
            cudaFuncAttributes attributes{};
            check(cudaFuncGetAttributes(&attributes, kernel), "asking what a kernel was compiled for");
            if (attributes.ptxVersion < versionWithClusters) {
                return 0;
            }
            const Launch launch(kernel, room, sharedOf<Cell>(room, tiles, work), 1, nullptr);
            int clusters = 0;
            check(cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch.config), "counting clusters");
            return clusters;
        });
    };
    return std::min(most(ForwardRecurrence{}), most(BackwardRecurrence{}));
}

/// All kernels of a cell: naming this instantiates them.
template <typename Cell>
constexpr ClusterKernels kernelsOf()
{
    return {.forward = launchAs<Cell, ForwardRecurrence>,
            .backward = launchAs<Cell, BackwardRecurrence>,
            .groupsAtOnce = groupsAtOnceOf<Cell>};
}

} // namespace

} // namespace engine::cuda::fused
