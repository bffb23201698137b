// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/fused/cluster.cuh"
#include "engine/cuda/fused/wide_step.cuh"

#include <cuda.h>

#include <array>
#include <cstdint>

// Forward a block has 64 streams and 32 units with all their gates (128 units of a cell that has one gate). One thread
// of the last warpgroup brings both factors, 64 numbers deep, into a ring of stages in shared memory by TMA, which lays
// them out as wgmma wants them. The two other warpgroups multiply, each half of the columns. A thread then has all
// gates of its units, and finishes their cells; inputs, biases and cont were loaded before the product.
//
// Backward the depth is that of all gates, so four blocks of a cluster share it: each multiplies a quarter for 128
// units and sends each block the sums of its 32 units. That adds them up, in the order of the blocks, and finishes
// their cells.
//
// A step's blocks may start before the step before has ended (programmatic dependent launch), where multiprocessors are
// free: they bring weights and what else that step does not make, then they wait for its end.

namespace engine::cuda::fused {
namespace {

constexpr int depthOfStage = 64; ///< 128 bytes of a row, which TMA swizzles
constexpr int streamsOfBlock = 64;
constexpr int columns = 128; ///< of a block
constexpr int groups = 2;    ///< warpgroups that multiply
constexpr int groupThreads = 128, productThreads = groups * groupThreads;
constexpr int threads = productThreads + groupThreads; ///< and a warpgroup that copies
constexpr int groupColumns = columns / groups;
constexpr int sumsOfThread = groupColumns / 2;
constexpr int parts = 4; ///< of the depth, backward
constexpr int partColumns = columns / parts;

constexpr unsigned bytesOf(int rows)
{
    return rows * depthOfStage * sizeof(__nv_bfloat16);
}
constexpr unsigned stageBytes = bytesOf(streamsOfBlock) + bytesOf(columns);
constexpr int stages = 8;

/// Where TMA finds the factors. Of the streams: depth, gradient of a unit, row, nothing; of the weights: depth, unit
/// among those of a warpgroup, gate, warpgroup.
struct Factors {
    CUtensorMap streams, weights;
    float kept; ///< the part of the weights that the second-level cache keeps; see partKept
};

/// The ring of stages in shared memory.
struct Ring {
    unsigned char* memory; ///< at a multiple of 1,024 bytes, as swizzling wants
    Barrier *full, *empty; ///< of each stage

    __device__ unsigned char* streams(int slot) const { return memory + slot * stageBytes; }
    __device__ unsigned char* weights(int slot) const { return streams(slot) + bytesOf(streamsOfBlock); }
};

// ---- what Hopper's instructions do

/// The numbers of the box that begins there, into shared memory; `full` counts their bytes.
__device__ inline void copyBox(unsigned char* to, const CUtensorMap& from, std::array<int, 4> begin, Barrier* full,
                               std::uint64_t policy)
{
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint "
                 "[%0], [%1, {%2, %3, %4, %5}], [%6], %7;" ::"r"(sharedAddress(to)),
                 "l"(&from), "r"(begin[0]), "r"(begin[1]), "r"(begin[2]), "r"(begin[3]), "r"(sharedAddress(full)),
                 "l"(policy)
                 : "memory");
}

/// evict_last for this fraction of what is read, always the same addresses, evict_first for the rest.
__device__ inline std::uint64_t keepingPolicy(float part)
{
    std::uint64_t policy = 0;
    asm("createpolicy.fractional.L2::evict_last.L2::evict_first.b64 %0, %1;" : "=l"(policy) : "f"(part));
    return policy;
}

__device__ inline void arrive(Barrier* barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(barrier)) : "memory");
}

/// The next step's kernel may start where there is room.
__device__ inline void letNextStart()
{
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

/// Until the kernel of the step before has ended, if this one started early.
__device__ inline void waitForStepBefore()
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

/// The warpgroups that multiply get registers from the one that copies.
__device__ inline void takeRegisters()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
}
__device__ inline void giveRegisters()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
}

/// The matrix descriptor of rows of 128 bytes that TMA swizzled: eight of them are 1,024 bytes.
__device__ inline std::uint64_t descriptorOf(const unsigned char* rows)
{
    constexpr std::uint64_t swizzled = std::uint64_t{1} << 62, eightRows = std::uint64_t{1024 / 16} << 32;
    return swizzled | eightRows | (std::uint64_t{1} << 16) | (sharedAddress(rows) >> 4);
}

/// What comes after may use the sums of products again.
__device__ inline void beginProducts()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

__device__ inline void endProducts()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/// Until all products have been made but those of so many stages.
template <int Left>
__device__ inline void waitForProducts()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Left) : "memory");
}

/// s += a · bᵀ: 64 rows by 64 columns, 16 deep, by a warpgroup. A thread has two rows, lane / 4 and 8 further, and of
/// every 8 columns two neighbours, from 2 (lane % 4) on; the PTX manual draws them for m64n64k16.
__device__ inline void multiplyAdd(float (&s)[sumsOfThread], std::uint64_t a, std::uint64_t b)
{
    static_assert(sumsOfThread == 32);
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
                 "%32, %33, 1, 1, 1, 0, 0;"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]), "+f"(s[4]), "+f"(s[5]), "+f"(s[6]), "+f"(s[7]),
                   "+f"(s[8]), "+f"(s[9]), "+f"(s[10]), "+f"(s[11]), "+f"(s[12]), "+f"(s[13]), "+f"(s[14]), "+f"(s[15]),
                   "+f"(s[16]), "+f"(s[17]), "+f"(s[18]), "+f"(s[19]), "+f"(s[20]), "+f"(s[21]), "+f"(s[22]),
                   "+f"(s[23]), "+f"(s[24]), "+f"(s[25]), "+f"(s[26]), "+f"(s[27]), "+f"(s[28]), "+f"(s[29]),
                   "+f"(s[30]), "+f"(s[31])
                 : "l"(a), "l"(b));
}

// ---- the product

/// Makes the ring; all threads.
__device__ inline Ring makeRing()
{
    extern __shared__ unsigned char memory[];
    __shared__ Barrier barriers[2 * stages];
    const Ring ring{memory + (1024 - sharedAddress(memory) % 1024) % 1024, barriers, barriers + stages};
    if (threadIdx.x == 0) {
        for (int slot = 0; slot < stages; ++slot) {
            makeBarrier(&ring.full[slot]);
            makeBarrier(&ring.empty[slot], groups);
        }
    }
    __syncthreads();
    return ring;
}

__device__ inline void waitFor(Barrier* barrier, int round)
{
    while (!hasEnded(barrier, static_cast<unsigned>(round) & 1U)) {
    }
}

/// The coordinates of a block's first boxes: see Factors.
struct Origin {
    int row;         ///< of the streams
    int unit, group; ///< of the weights: the unit where no warpgroup's units lie apart, else the warpgroup
    int depth;       ///< in all gates
};

/// Brings `count` stages; one thread. A gate of the weights is `room` deep, gradientOf(gate) says what the streams have
/// for it.
template <typename GradientOf>
__device__ void copyStages(const Ring& ring, const Factors& factors, const Origin& begin, int count, int room,
                           const GradientOf& gradientOf)
{
    const std::uint64_t ofWeights = keepingPolicy(factors.kept), ofStreams = keepingPolicy(1.0f);
    const auto copyWeights = [&](int stage) {
        const int slot = stage % stages;
        expectBytes(&ring.full[slot], stageBytes);
        copyBox(ring.weights(slot), factors.weights, {begin.depth + stage * depthOfStage, begin.unit, 0, begin.group},
                &ring.full[slot], ofWeights);
    };
    for (int stage = 0; stage < min(stages, count); ++stage) {
        copyWeights(stage);
    }
    waitForStepBefore();
    int gate = begin.depth / room, depth = begin.depth % room;
    for (int stage = 0; stage < count; ++stage) {
        const int slot = stage % stages;
        if (stage >= stages) {
            waitFor(&ring.empty[slot], stage / stages - 1);
            copyWeights(stage);
        }
        copyBox(ring.streams(slot), factors.streams, {depth, gradientOf(gate), begin.row, 0}, &ring.full[slot],
                ofStreams);
        depth += depthOfStage;
        if (depth == room) {
            depth = 0;
            ++gate;
        }
    }
}

/// The products of `count` stages; both warpgroups that multiply; sums are zeros at first.
__device__ inline void multiplyStages(const Ring& ring, int count, float (&sums)[sumsOfThread])
{
    const int group = static_cast<int>(threadIdx.x) / groupThreads;
    for (int stage = 0; stage < count; ++stage) {
        const int slot = stage % stages;
        waitFor(&ring.full[slot], stage / stages);
        beginProducts();
        const std::uint64_t a = descriptorOf(ring.streams(slot));
        const std::uint64_t b = descriptorOf(ring.weights(slot) + group * bytesOf(groupColumns));
#pragma unroll
        for (int k = 0; k < depthOfStage / 16; ++k) {
            multiplyAdd(sums, a + 2 * k, b + 2 * k); // 32 bytes further
        }
        endProducts();
        waitForProducts<1>();
        if (threadIdx.x % groupThreads == 0 && stage > 0) {
            arrive(&ring.empty[(stage - 1) % stages]);
        }
    }
    waitForProducts<0>();
#pragma unroll
    for (float& sum : sums) {
        asm volatile("" : "+f"(sum)); // read after the wait
    }
}

/// Two neighbours, the first at an even place.
__device__ inline float2 pairOf(const float* first)
{
    return *reinterpret_cast<const float2*>(first);
}
__device__ inline void putPair(float* first, float one, float other)
{
    *reinterpret_cast<float2*>(first) = make_float2(one, other);
}

// ---- forward

/// What a thread has of a step forward: pairs of units, 8 apart, of two rows, 8 apart.
template <typename Unit>
struct ForwardPart {
    static constexpr int gates = Unit::gates == 1 ? 1 : 4; ///< places; the weights of one that a cell has not are zeros
    static constexpr int blockUnits = columns / gates;
    static constexpr int groupUnits = groupColumns / gates;
    static constexpr int pairs = groupUnits / 8;
    using Numbers = typename Unit::Numbers;

    /// What the sums of products give a unit: rowHalf and which are 0 or 1.
    static __device__ Numbers productsOf(const float (&sums)[sumsOfThread], int pair, int rowHalf, int which)
    {
        const auto of = [&](int gate) { return sums[(gate * pairs + pair) * 4 + 2 * rowHalf + which]; };
        if constexpr (gates == 1) {
            return of(0);
        } else {
            return make_float4(of(0), of(1), of(2), of(3));
        }
    }
};

template <typename Unit>
__global__ void __launch_bounds__(threads, 1)
    stepForward(const __grid_constant__ Factors factors, const __grid_constant__ ForwardRecurrence work, int room,
                int index)
{
    using Part = ForwardPart<Unit>;
    using Numbers = typename Unit::Numbers;
    const Ring ring = makeRing();
    letNextStart();
    const int streams = work.shape.streams, units = work.shape.units, count = room / depthOfStage;
    const int firstStream = static_cast<int>(blockIdx.y) * streamsOfBlock;
    const int firstUnit = static_cast<int>(blockIdx.x) * Part::blockUnits;
    const Origin begin{.row = (work.reversed ? work.shape.steps - index : index) * streams + firstStream,
                       .unit = Part::gates == 1 ? firstUnit : 0,
                       .group = Part::gates == 1 ? 0 : static_cast<int>(blockIdx.x) * groups,
                       .depth = 0};
    if (threadIdx.x >= productThreads) {
        giveRegisters();
        if (threadIdx.x == productThreads) {
            copyStages(ring, factors, begin, count, room, [](int) { return 0; });
        }
        return;
    }
    takeRegisters();
    const int group = static_cast<int>(threadIdx.x) / groupThreads, warp = static_cast<int>(threadIdx.x) / 32 % 4,
              lane = static_cast<int>(threadIdx.x) % 32;
    const int row = firstStream + warp * 16 + lane / 4;
    const int unit = firstUnit + group * Part::groupUnits + lane % 4 * 2;
    const std::int64_t state = std::int64_t{streams} * room, time = std::int64_t{timeOf(work, index)} * streams;

    // What the cells take besides the product is on its way while that is made.
    Numbers x[2][Part::pairs][2], bias[Part::pairs][2];
    float2 before[2][Part::pairs];
    float cont[2];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const int stream = row + 8 * half;
        cont[half] = stream < streams ? contOf(work, index, stream) : 0.0f;
#pragma unroll
        for (int pair = 0; pair < Part::pairs; ++pair) {
            const int place = unit + 8 * pair;
            if (stream < streams && place < room) {
                const auto* const from = reinterpret_cast<const Numbers*>(
                    work.inputs + (time + stream) * work.inputStride + place * Unit::inputs);
                x[half][pair][0] = __ldcs(from);
                x[half][pair][1] = __ldcs(from + 1);
            }
        }
    }
#pragma unroll
    for (int pair = 0; pair < Part::pairs; ++pair) {
        bias[pair][0] = Unit::bias(work.b, work.bh, unit + 8 * pair, units);
        bias[pair][1] = Unit::bias(work.b, work.bh, unit + 8 * pair + 1, units);
    }

    waitForStepBefore();
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const int stream = row + 8 * half;
#pragma unroll
        for (int pair = 0; pair < Part::pairs; ++pair) {
            const int place = unit + 8 * pair;
            if (stream < streams && place < room) {
                before[half][pair] = pairOf(work.keptStates + index * state + std::int64_t{stream} * room + place);
            }
        }
    }

    float sums[sumsOfThread] = {};
    multiplyStages(ring, count, sums);

#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const int stream = row + 8 * half;
#pragma unroll
        for (int pair = 0; pair < Part::pairs; ++pair) {
            const int place = unit + 8 * pair;
            if (stream >= streams || place >= room) {
                continue;
            }
            const auto made = [&](int which) {
                return Unit::forward(x[half][pair][which], bias[pair][which],
                                     scaled(cont[half], Part::productsOf(sums, pair, half, which)),
                                     cont[half] * (which == 0 ? before[half][pair].x : before[half][pair].y),
                                     work.activation);
            };
            const auto first = made(0), second = made(1);
            const std::int64_t at = std::int64_t{stream} * room + place;
            putPair(work.keptStates + (index + 1) * state + at, first.state, second.state);
            if constexpr (Unit::kept > 0) {
                if (work.keptGates != nullptr) {
                    __stcs(reinterpret_cast<uint4*>(work.keptGates + (index * state + at) * Unit::kept),
                           make_uint4(first.kept.x, first.kept.y, second.kept.x, second.kept.y));
                }
            }
            const unsigned h = packed(first.h, second.h);
            *reinterpret_cast<unsigned*>(work.h + (time + stream) * work.hStride + place) = h;
            giveOutputs<Unit>(work, index, stream, place, first, lowOf(h));
            giveOutputs<Unit>(work, index, stream, place + 1, second, highOf(h));
        }
    }
}

// ---- backward

/// What the blocks of a cluster send one of them: by source block, 8 columns, and thread the sums of two rows, 8 apart,
/// and two neighbouring columns.
struct Received {
    float4 sums[parts][partColumns / 8][groupThreads];
};

/// Sends the sums of each part's columns to its block; a warpgroup has those of two.
__device__ inline void sendSums(const float (&sums)[sumsOfThread], const Received* to, const Barrier* barrier, int from)
{
    constexpr int eights = partColumns / 8, partsOfGroup = parts / groups;
    const int group = static_cast<int>(threadIdx.x) / groupThreads,
              thread = static_cast<int>(threadIdx.x) % groupThreads;
#pragma unroll
    for (int part = 0; part < partsOfGroup; ++part) {
        const auto rank = static_cast<unsigned>(group * partsOfGroup + part);
        const unsigned arrived = placeOf(sharedAddress(barrier), rank);
#pragma unroll
        for (int eight = 0; eight < eights; ++eight) {
            const float* const four = sums + (part * eights + eight) * 4;
            send(placeOf(sharedAddress(&to->sums[from][eight][thread]), rank),
                 make_uint4(__float_as_uint(four[0]), __float_as_uint(four[1]), __float_as_uint(four[2]),
                            __float_as_uint(four[3])),
                 arrived);
        }
    }
}

template <typename Unit>
__global__ void __cluster_dims__(parts, 1, 1) __launch_bounds__(threads, 1)
    stepBackward(const __grid_constant__ Factors factors, const __grid_constant__ BackwardRecurrence work, int room,
                 int index)
{
    constexpr int eights = partColumns / 8 / groups; // times 8 columns that a thread finishes
    __shared__ Barrier arrived;
    const Ring ring = makeRing();
    letNextStart();
    auto* const received = reinterpret_cast<Received*>(ring.memory + stages * stageBytes);
    if (threadIdx.x == 0) {
        makeBarrier(&arrived);
        expectBytes(&arrived, sizeof(Received));
    }
    __syncwarp();
    arriveAtCluster();
    const int streams = work.shape.streams, units = work.shape.units;
    const int part = static_cast<int>(rankInCluster()), all = Unit::gates * room / depthOfStage;
    const int firstStage = all * part / parts, count = all * (part + 1) / parts - firstStage;
    const int firstStream = static_cast<int>(blockIdx.y) * streamsOfBlock;
    const auto time = [&](int step) { return std::int64_t{timeOf(work, step)} * streams; };
    const Origin begin{.row = static_cast<int>(time(index + 1)) + firstStream,
                       .unit = static_cast<int>(blockIdx.x) / parts * columns,
                       .group = 0,
                       .depth = firstStage * depthOfStage};
    if (threadIdx.x >= productThreads) {
        giveRegisters();
        if (threadIdx.x == productThreads) {
            copyStages(ring, factors, begin, count, room, [](int gate) { return Unit::gradientOf(gate); });
        }
        __syncwarp();
        waitForCluster();
        return;
    }
    // A thread finishes pairs of units, 8 apart, of two rows, 8 apart, as a product's sums lie.
    takeRegisters();
    const int group = static_cast<int>(threadIdx.x) / groupThreads;
    const int thread = static_cast<int>(threadIdx.x) % groupThreads, lane = thread % 32;
    const int firstEight = group * eights;
    const int row = firstStream + thread / 32 * 16 + lane / 4;
    const int unit = begin.unit + part * partColumns + 8 * firstEight + lane % 4 * 2;
    const std::int64_t state = std::int64_t{streams} * room;
    float* const dStates = stateGradients<Unit>(work, room);

    typename Unit::Kept kept[2][eights][2] = {};
    float2 dAfter[2][eights], before[2][eights], after[2][eights];
    float dy[2][eights][2] = {};
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const int stream = row + 8 * half;
#pragma unroll
        for (int eight = 0; eight < eights; ++eight) {
            const int place = unit + 8 * eight;
            if (stream < streams && place < room) {
                const std::int64_t at = std::int64_t{stream} * room + place;
                before[half][eight] = pairOf(work.keptStates + index * state + at);
                after[half][eight] = pairOf(work.keptStates + (index + 1) * state + at);
                if constexpr (Unit::kept > 0) {
                    const uint4 both =
                        __ldcs(reinterpret_cast<const uint4*>(work.keptGates + (index * state + at) * Unit::kept));
                    kept[half][eight][0] = make_uint2(both.x, both.y);
                    kept[half][eight][1] = make_uint2(both.z, both.w);
                }
                if (work.dy != nullptr) {
                    const float* const from = work.dy + (time(index) + stream) * work.dyStride + place;
                    dy[half][eight][0] = place < units ? __ldcs(from) : 0.0f;
                    dy[half][eight][1] = place + 1 < units ? __ldcs(from + 1) : 0.0f;
                }
            }
        }
    }
    waitForStepBefore();
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        const int stream = row + 8 * half;
#pragma unroll
        for (int eight = 0; eight < eights; ++eight) {
            const int place = unit + 8 * eight;
            if (stream < streams && place < room) {
                dAfter[half][eight] = pairOf(dStates + std::int64_t{stream} * room + place);
            }
        }
    }
    {
        float sums[sumsOfThread] = {};
        multiplyStages(ring, count, sums);
        waitForCluster(); // all have made their barriers
        sendSums(sums, received, &arrived, part);
    }
    waitFor(&arrived, 0);
#pragma unroll
    for (int eight = 0; eight < eights; ++eight) {
        float4 dh = received->sums[0][firstEight + eight][thread];
#pragma unroll
        for (int from = 1; from < parts; ++from) {
            dh = dh + received->sums[from][firstEight + eight][thread];
        }
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            const int stream = row + 8 * half, place = unit + 8 * eight;
            if (stream >= streams || place >= room) {
                continue;
            }
            const float cont = contOf(work, index, stream), contAfter = contOf(work, index + 1, stream);
            const auto made = [&](int which, float sum, float2 stateBefore, float2 stateAfter, float2 dState) {
                const auto of = [&](float2 pair) { return which == 0 ? pair.x : pair.y; };
                return Unit::backward(kept[half][eight][which], cont * of(stateBefore), of(stateAfter),
                                      dy[half][eight][which] + contAfter * sum, of(dState), work.activation);
            };
            const auto first =
                made(0, half == 0 ? dh.x : dh.z, before[half][eight], after[half][eight], dAfter[half][eight]);
            const auto second =
                made(1, half == 0 ? dh.y : dh.w, before[half][eight], after[half][eight], dAfter[half][eight]);
            putPair(dStates + std::int64_t{stream} * room + place, cont * first.before, cont * second.before);
            __nv_bfloat16* const to = work.dGates + (time(index) + stream) * work.gateStride + place;
            const auto put = [&](int gradient, float one, float other) {
                *reinterpret_cast<unsigned*>(to + gradient * room) = packed(one, other);
            };
            if constexpr (Unit::gradients == 1) {
                put(0, first.gradients, second.gradients);
            } else {
                put(0, first.gradients.x, second.gradients.x);
                put(1, first.gradients.y, second.gradients.y);
                put(2, first.gradients.z, second.gradients.z);
                put(3, first.gradients.w, second.gradients.w);
            }
        }
    }
}

// ---- on the host

using EncodeTiled = decltype(&cuTensorMapEncodeTiled);

/// The driver's function, or null where it has none; the library is not linked, so that Hamnet starts without a GPU.
EncodeTiled encodeTiled()
{
    static const EncodeTiled found = [] {
        void* function = nullptr;
        cudaDriverEntryPointQueryResult result{};
#if CUDART_VERSION >= 12050
        const cudaError_t status =
            cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &result);
#else
        const cudaError_t status =
            cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &function, cudaEnableDefault, &result);
#endif
        return status == cudaSuccess ? reinterpret_cast<EncodeTiled>(function) : nullptr;
    }();
    return found;
}

/// One way to go through numbers in memory.
struct Dimension {
    std::int64_t size, stride; ///< in numbers
    int box;                   ///< how many of them a box has
};

/// bfloat16s whose first dimension is the depth, of which a box has that of a stage.
CUtensorMap mapOf(const __nv_bfloat16* first, std::int64_t depth, const std::array<Dimension, 3>& outer)
{
    CUtensorMap map;
    std::array<cuuint64_t, 4> sizes{static_cast<cuuint64_t>(depth)};
    std::array<cuuint64_t, 3> strides{};
    std::array<cuuint32_t, 4> box{depthOfStage}, elementStrides{1, 1, 1, 1};
    for (std::size_t i = 0; i < outer.size(); ++i) {
        sizes[i + 1] = static_cast<cuuint64_t>(outer[i].size);
        strides[i] = static_cast<cuuint64_t>(outer[i].stride) * sizeof(__nv_bfloat16);
        box[i + 1] = static_cast<cuuint32_t>(outer[i].box);
    }
    const CUresult status = encodeTiled()(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 4, const_cast<__nv_bfloat16*>(first),
                                          sizes.data(), strides.data(), box.data(), elementStrides.data(),
                                          CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                          CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS) {
        throw Error("FUSED: the driver refused a tensor of a wide layer, error " + std::to_string(status) + ".");
    }
    return map;
}

/// Whether CUDA graphs can hold early starts: since 12.3.
bool canStartEarly()
{
    static const bool can = [] {
        int driver = 0;
        return CUDART_VERSION >= 12030 && cudaDriverGetVersion(&driver) == cudaSuccess && driver >= 12030;
    }();
    return can;
}

/// Starts a step's kernel, early if it can be. Not so the first of a pass: what comes before it in the stream may be
/// work on another one, which makes what a step reads before it waits.
template <typename Work>
void start(void (*kernel)(Factors, Work, int, int), dim3 blocks, int memory, bool isFirst, cudaStream_t stream,
           const Factors& factors, const Work& work, int room, int index)
{
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = !isFirst && canStartEarly() ? 1 : 0;
    cudaLaunchConfig_t config{};
    config.gridDim = blocks;
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = static_cast<std::size_t>(memory);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, factors, work, room, index), "FUSED: a step of a wide layer");
}

/// The shared memory of a block, which `besides` its ring has so many bytes.
template <typename KernelFunction>
int memoryFor(KernelFunction* kernel, std::size_t besides = 0)
{
    const int bytes = static_cast<int>(stages * stageBytes + besides) + 1024; // to begin at a multiple of that
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "shared memory of a step");
    return bytes;
}

/// The part of the weights that the second-level cache is to keep from step to step. Where those of all layers at once
/// are about as large as the cache, or larger, each step would read all of them from memory. A third of the cache for
/// them was the quickest.
float partKept(const RecurrencePlan& plan, int gates)
{
    int device = 0, cache = 0;
    check(cudaGetDevice(&device), "asking for the current GPU");
    check(cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, device), "asking for the size of the cache");
    const double weights = 2.0 * gates * plan.room * plan.room * plan.sideBySide;
    return static_cast<float>(weights > 0.7 * cache ? 0.35 * cache / weights : 1.0);
}

int blocksFor(int count, int of)
{
    return (count + of - 1) / of;
}

dim3 gridOf(int columnBlocks, int streams)
{
    return {static_cast<unsigned>(columnBlocks), static_cast<unsigned>(blocksFor(streams, streamsOfBlock)), 1};
}

} // namespace

template <typename Unit>
void WideSteps<Unit>::forward(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream)
{
    using Part = ForwardPart<Unit>;
    using Dimensions = std::array<Dimension, 3>;
    const std::int64_t room = plan.room, streams = work.shape.streams;
    const __nv_bfloat16* const first = work.reversed ? work.h : work.h - streams * work.hStride;
    const Dimensions rows{
        {{1, room, 1}, {(work.shape.steps + 1) * streams, work.hStride, streamsOfBlock}, {1, room, 1}}};
    const Dimensions units{{{room, room, columns}, {1, room, 1}, {1, room, 1}}};
    const Dimensions unitsByGroup{{{Part::groupUnits, room, Part::groupUnits},
                                   {Unit::gates, room * room, Part::gates},
                                   {room / Part::groupUnits, Part::groupUnits * room, groups}}};
    const Factors factors{.streams = mapOf(first, room, rows),
                          .weights = mapOf(work.Wh, room, Part::gates == 1 ? units : unitsByGroup),
                          .kept = partKept(plan, Unit::gates)};
    const dim3 blocks = gridOf(blocksFor(plan.room, Part::blockUnits), work.shape.streams);
    const int memory = memoryFor(stepForward<Unit>);
    for (int index = 0; index < work.shape.steps; ++index) {
        start(stepForward<Unit>, blocks, memory, index == 0, stream, factors, work, plan.room, index);
    }
}

template <typename Unit>
void WideSteps<Unit>::backward(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream)
{
    using Dimensions = std::array<Dimension, 3>;
    const std::int64_t room = plan.room, depth = Unit::gates * room;
    const int count = work.shape.steps + (work.goesOn ? 0 : -1); // steps after which there is another
    const Dimensions rows{{{Unit::gradients, room, 1},
                           {std::int64_t{count + 1} * work.shape.streams, work.gateStride, streamsOfBlock},
                           {1, room, 1}}};
    const Factors factors{
        .streams = mapOf(work.dGates, room, rows),
        .weights = mapOf(work.turned, depth, Dimensions{{{room, depth, columns}, {1, depth, 1}, {1, depth, 1}}}),
        .kept = partKept(plan, Unit::gates)};
    const dim3 blocks = gridOf(parts * blocksFor(plan.room, columns), work.shape.streams);
    const int memory = memoryFor(stepBackward<Unit>, sizeof(Received));
    for (int index = count - 1; index >= 0; --index) {
        start(stepBackward<Unit>, blocks, memory, index == count - 1, stream, factors, work, plan.room, index);
    }
}

bool hasWideSteps(int major, int minor)
{
    return major == 9 && minor == 0 && encodeTiled() != nullptr;
}

template struct WideSteps<LstmUnit>;
template struct WideSteps<GruUnit>;
template struct WideSteps<RnnUnit>;

} // namespace engine::cuda::fused
