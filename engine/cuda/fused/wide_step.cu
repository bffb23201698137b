// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/fused/cluster.cuh"
#include "engine/cuda/fused/wide_step.cuh"

#include <cuda.h>

#include <array>
#include <cstdint>
#include <type_traits>

// Forward a block has 64 streams and 32 units with all their gates (128 units of a cell that has one gate). One thread
// of the last warpgroup brings both factors, 64 numbers deep, into a ring of stages in shared memory by TMA, which lays
// them out as wgmma wants them. The two other warpgroups multiply, each half of the columns. A thread then has all
// gates of its units, and finishes their cells; inputs, biases and cont were loaded before the product.
// Where that would be more blocks than run at once, a block has 128 streams and, forward, 24 units, and a warpgroup 64
// of the streams: a multiprocessor then reads fewer bytes for as many products.
//
// Backward the depth is that of all gates, so four blocks of a cluster share it: each multiplies a quarter for 128
// units and sends each block the sums of its 32 units. That adds them up, in the order of the blocks, and finishes
// their cells, four neighbouring units a thread: pairs, as the sums lie, would write half of each 32 bytes at a time.
//
// A step's blocks may start before the step before has ended (programmatic dependent launch), where multiprocessors are
// free: they bring weights and what else that step does not make, then they wait for its end.

namespace engine::cuda::fused {
namespace {

constexpr int depthOfStage = 64; ///< 128 bytes of a row, which TMA swizzles
constexpr int tileStreams = 64;
constexpr int groups = 2; ///< warpgroups that multiply
constexpr int groupThreads = 128, productThreads = groups * groupThreads;
constexpr int threads = productThreads + groupThreads; ///< and a warpgroup that copies
constexpr int parts = 4;                               ///< of the depth, backward

constexpr unsigned bytesOf(int rows)
{
    return rows * depthOfStage * sizeof(__nv_bfloat16);
}

/// The product that a block makes: of one tile of streams, each warpgroup half of the columns, or of two, each
/// warpgroup one of them.
template <int Tiles, int Columns, int Stages>
struct Product {
    static_assert(Tiles == 1 || Tiles == groups);
    static constexpr int columns = Columns, stages = Stages;
    static constexpr int streams = Tiles * tileStreams;
    static constexpr int groupColumns = Columns * Tiles / groups;
    static constexpr int sums = groupColumns / 2; ///< of a thread
    static constexpr unsigned stageBytes = bytesOf(streams) + bytesOf(columns);
    using Sums = float[sums];

    static __device__ int tileOf(int group) { return Tiles == 1 ? 0 : group; }
    static __device__ int firstColumnOf(int group) { return Tiles == 1 ? group * groupColumns : 0; }
};
template <int Tiles>
using ForwardProduct = std::conditional_t<Tiles == 1, Product<1, 128, 8>, Product<2, 96, 8>>;
template <int Tiles>
using BackwardProduct = std::conditional_t<Tiles == 1, Product<1, 128, 8>, Product<2, 128, 5>>;

/// Where TMA finds the factors. Of the streams: depth, gradient of a unit, row, nothing; of the weights: depth, unit,
/// gate, nothing, or, where the units of the two warpgroups lie apart, unit among those of a warpgroup and warpgroup.
struct Factors {
    CUtensorMap streams, weights;
    float kept; ///< the part of the weights that the second-level cache keeps; see partKept
};

/// The ring of stages in shared memory.
template <typename P>
struct Ring {
    unsigned char* memory; ///< at a multiple of 1,024 bytes, as swizzling wants
    Barrier *full, *empty; ///< of each stage

    __device__ unsigned char* streams(int slot) const { return memory + slot * P::stageBytes; }
    __device__ unsigned char* weights(int slot) const { return streams(slot) + bytesOf(P::streams); }
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

/// s += a · bᵀ: 64 rows by twice as many columns as a thread has sums, 16 deep, by a warpgroup. A thread has two rows,
/// lane / 4 and 8 further, and of every 8 columns two neighbours, from 2 (lane % 4) on; the PTX manual draws them for
/// wgmma's m64nNk16.
#define FOUR(i) "+f"(s[i]), "+f"(s[(i) + 1]), "+f"(s[(i) + 2]), "+f"(s[(i) + 3])
#define SIXTEEN(i) FOUR(i), FOUR((i) + 4), FOUR((i) + 8), FOUR((i) + 12)
__device__ inline void multiplyAdd(float (&s)[32], std::uint64_t a, std::uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
                 "%32, %33, 1, 1, 1, 0, 0;"
                 : SIXTEEN(0), SIXTEEN(16)
                 : "l"(a), "l"(b));
}
__device__ inline void multiplyAdd(float (&s)[48], std::uint64_t a, std::uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
                 "%48, %49, 1, 1, 1, 0, 0;"
                 : SIXTEEN(0), SIXTEEN(16), SIXTEEN(32)
                 : "l"(a), "l"(b));
}
__device__ inline void multiplyAdd(float (&s)[64], std::uint64_t a, std::uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
                 "%64, %65, 1, 1, 1, 0, 0;"
                 : SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48)
                 : "l"(a), "l"(b));
}
#undef SIXTEEN
#undef FOUR

// ---- the product

/// Makes the ring; all threads.
template <typename P>
__device__ Ring<P> makeRing()
{
    extern __shared__ unsigned char memory[];
    __shared__ Barrier barriers[2 * P::stages];
    const Ring<P> ring{memory + (1024 - sharedAddress(memory) % 1024) % 1024, barriers, barriers + P::stages};
    if (threadIdx.x == 0) {
        for (int slot = 0; slot < P::stages; ++slot) {
            makeBarrier(&ring.full[slot]);
            makeBarrier(&ring.empty[slot], groups);
        }
    }
    __syncthreads();
    return ring;
}

__device__ inline void waitFor(Barrier* barrier, int round)
{
    while (!hasEnded(barrier, static_cast<unsigned>(round) & 1U)) {}
}

/// The coordinates of a block's first boxes: see Factors.
struct Origin {
    int row;         ///< of the streams
    int unit, group; ///< of the weights: the unit where no warpgroup's units lie apart, else the warpgroup
    int depth;       ///< in all gates
};

/// Brings `count` stages; one thread. A gate of the weights is `room` deep, gradientOf(gate) says what the streams have
/// for it.
template <typename P, typename GradientOf>
__device__ void copyStages(const Ring<P>& ring, const Factors& factors, const Origin& begin, int count, int room,
                           const GradientOf& gradientOf)
{
    const std::uint64_t ofWeights = keepingPolicy(factors.kept), ofStreams = keepingPolicy(1.0f);
    const auto copyWeights = [&](int stage) {
        const int slot = stage % P::stages;
        expectBytes(&ring.full[slot], P::stageBytes);
        copyBox(ring.weights(slot), factors.weights, {begin.depth + stage * depthOfStage, begin.unit, 0, begin.group},
                &ring.full[slot], ofWeights);
    };
    for (int stage = 0; stage < min(P::stages, count); ++stage) {
        copyWeights(stage);
    }
    waitForStepBefore();
    int gate = begin.depth / room, depth = begin.depth % room;
    for (int stage = 0; stage < count; ++stage) {
        const int slot = stage % P::stages;
        if (stage >= P::stages) {
            waitFor(&ring.empty[slot], stage / P::stages - 1);
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
template <typename P>
__device__ void multiplyStages(const Ring<P>& ring, int count, typename P::Sums& sums)
{
    const int group = static_cast<int>(threadIdx.x) / groupThreads;
    for (int stage = 0; stage < count; ++stage) {
        const int slot = stage % P::stages;
        waitFor(&ring.full[slot], stage / P::stages);
        beginProducts();
        const std::uint64_t a = descriptorOf(ring.streams(slot) + bytesOf(P::tileOf(group) * tileStreams));
        const std::uint64_t b = descriptorOf(ring.weights(slot) + bytesOf(P::firstColumnOf(group)));
#pragma unroll
        for (int k = 0; k < depthOfStage / 16; ++k) {
            multiplyAdd(sums, a + 2 * k, b + 2 * k); // 32 bytes further
        }
        endProducts();
        waitForProducts<1>();
        if (threadIdx.x % groupThreads == 0 && stage > 0) {
            arrive(&ring.empty[(stage - 1) % P::stages]);
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

/// use(half, pair, stream, unit) for each pair of neighbouring units that a thread has and that exists: as the sums of
/// products lie, `Pairs` of them, 8 apart from `unit` on, of two streams, 8 apart from `stream` on.
template <int Pairs, typename Use>
__device__ void forEachPair(int stream, int streams, int unit, int room, const Use& use)
{
#pragma unroll
    for (int half = 0; half < 2; ++half) {
#pragma unroll
        for (int pair = 0; pair < Pairs; ++pair) {
            if (stream + 8 * half < streams && unit + 8 * pair < room) {
                use(half, pair, stream + 8 * half, unit + 8 * pair);
            }
        }
    }
}

// ---- forward

/// What a thread has of a step forward; see forEachPair.
template <typename Unit, int Tiles>
struct ForwardPart {
    using P = ForwardProduct<Tiles>;
    static constexpr int gates = Unit::gates == 1 ? 1 : 4; ///< places; the weights of one that a cell has not are zeros
    static constexpr int blockUnits = P::columns / gates;
    static constexpr int groupUnits = P::groupColumns / gates;
    static constexpr bool areUnitsApart = groupUnits != blockUnits && gates > 1; ///< those of the two warpgroups
    static constexpr int pairs = groupUnits / 8;
    using Numbers = typename Unit::Numbers;

    /// What the sums of products give a unit: rowHalf and which are 0 or 1.
    static __device__ Numbers productsOf(const typename P::Sums& sums, int pair, int rowHalf, int which)
    {
        const auto of = [&](int gate) { return sums[(gate * pairs + pair) * 4 + 2 * rowHalf + which]; };
        if constexpr (gates == 1) {
            return of(0);
        } else {
            return make_float4(of(0), of(1), of(2), of(3));
        }
    }
};

template <typename Unit, int Tiles>
__global__ void __launch_bounds__(threads, 1)
    stepForward(const __grid_constant__ Factors factors, const __grid_constant__ ForwardRecurrence work, int room,
                int index)
{
    using Part = ForwardPart<Unit, Tiles>;
    using P = typename Part::P;
    using Numbers = typename Unit::Numbers;
    const Ring<P> ring = makeRing<P>();
    letNextStart();
    const int streams = work.shape.streams, units = work.shape.units, count = room / depthOfStage;
    const int firstStream = static_cast<int>(blockIdx.y) * P::streams;
    const int firstUnit = static_cast<int>(blockIdx.x) * Part::blockUnits;
    const Origin begin{.row = (work.reversed ? work.shape.steps - index : index) * streams + firstStream,
                       .unit = Part::areUnitsApart ? 0 : firstUnit,
                       .group = Part::areUnitsApart ? static_cast<int>(blockIdx.x) * groups : 0,
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
    const int row = firstStream + P::tileOf(group) * tileStreams + warp * 16 + lane / 4;
    const int unit = firstUnit + P::firstColumnOf(group) / Part::gates + lane % 4 * 2;
    const std::int64_t state = std::int64_t{streams} * room, time = std::int64_t{timeOf(work, index)} * streams;

    // What the cells take besides the product is on its way while that is made.
    Numbers x[2][Part::pairs][2], bias[Part::pairs][2];
    float2 before[2][Part::pairs];
    float cont[2];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        cont[half] = row + 8 * half < streams ? contOf(work, index, row + 8 * half) : 0.0f;
    }
    const auto forEachOwn = [&](const auto& use) { forEachPair<Part::pairs>(row, streams, unit, room, use); };
    forEachOwn([&](int half, int pair, int stream, int place) {
        const auto* const from =
            reinterpret_cast<const Numbers*>(work.inputs + (time + stream) * work.inputStride + place * Unit::inputs);
        x[half][pair][0] = __ldcs(from);
        x[half][pair][1] = __ldcs(from + 1);
    });
#pragma unroll
    for (int pair = 0; pair < Part::pairs; ++pair) {
        bias[pair][0] = Unit::bias(work.b, work.bh, unit + 8 * pair, units);
        bias[pair][1] = Unit::bias(work.b, work.bh, unit + 8 * pair + 1, units);
    }
    waitForStepBefore();
    forEachOwn([&](int half, int pair, int stream, int place) {
        before[half][pair] = pairOf(work.keptStates + index * state + std::int64_t{stream} * room + place);
    });

    typename P::Sums sums = {};
    multiplyStages(ring, count, sums);

    forEachOwn([&](int half, int pair, int stream, int place) {
        const auto made = [&](int which) {
            return Unit::forward(
                x[half][pair][which], bias[pair][which], scaled(cont[half], Part::productsOf(sums, pair, half, which)),
                cont[half] * (which == 0 ? before[half][pair].x : before[half][pair].y), work.activation);
        };
        const auto first = made(0), second = made(1);
        const std::int64_t at = std::int64_t{stream} * room + place;
        putPair(work.keptStates + (index + 1) * state + at, first.state, second.state);
        if constexpr (Unit::kept > 0) {
            if (work.keptGates != nullptr) {
                __stcs(reinterpret_cast<uint4*>(work.keptGates.halves() + (index * state + at) * Unit::kept),
                       make_uint4(first.kept.x, first.kept.y, second.kept.x, second.kept.y));
            }
        }
        const unsigned h = packed(first.h, second.h);
        *reinterpret_cast<unsigned*>(work.h.halves() + (time + stream) * work.hStride + place) = h;
        giveOutputs<Unit>(work, index, stream, place, first, lowOf(h));
        giveOutputs<Unit>(work, index, stream, place + 1, second, highOf(h));
    });
}

// ---- backward

constexpr int four = 4; ///< neighbouring units of a stream, which a thread finishes
template <int Tiles>
constexpr int partEights = BackwardProduct<Tiles>::columns / parts / 8; ///< times 8 columns that a block finishes
template <int Tiles>
constexpr int foursOfThread = partEights<Tiles> * 8 * (Tiles * tileStreams) / four / productThreads;

/// What the blocks of a cluster send one of them: by source block, tile of streams, 8 columns, and thread the sums of
/// four of those columns; see FoursPlace.
template <int Tiles>
struct Received {
    float sums[parts][Tiles][partEights<Tiles>][groupThreads][four];
};

/// Sends the sums of each part's columns to its block. Two neighbouring threads have four columns of two rows: the
/// first gets all of the upper row, the other of the lower.
template <int Tiles>
__device__ void sendSums(const typename BackwardProduct<Tiles>::Sums& sums, const Received<Tiles>* to,
                         const Barrier* barrier, int from)
{
    using P = BackwardProduct<Tiles>;
    constexpr int eights = partEights<Tiles>, partsOfGroup = parts * Tiles / groups;
    const int group = static_cast<int>(threadIdx.x) / groupThreads,
              thread = static_cast<int>(threadIdx.x) % groupThreads;
    const bool isUpper = thread % 2 == 0;
#pragma unroll
    for (int part = 0; part < partsOfGroup; ++part) {
        const auto rank = static_cast<unsigned>(P::firstColumnOf(group) / (8 * eights) + part);
        const unsigned arrived = placeOf(sharedAddress(barrier), rank);
#pragma unroll
        for (int eight = 0; eight < eights; ++eight) {
            const float* const own = sums + (part * eights + eight) * 4;
            const float given[2] = {__shfl_xor_sync(~0U, isUpper ? own[2] : own[0], 1),
                                    __shfl_xor_sync(~0U, isUpper ? own[3] : own[1], 1)};
            const float row[four] = {isUpper ? own[0] : given[0], isUpper ? own[1] : given[1],
                                     isUpper ? given[0] : own[2], isUpper ? given[1] : own[3]};
            send(placeOf(sharedAddress(to->sums[from][P::tileOf(group)][eight][thread]), rank),
                 make_uint4(__float_as_uint(row[0]), __float_as_uint(row[1]), __float_as_uint(row[2]),
                            __float_as_uint(row[3])),
                 arrived);
        }
    }
}

/// Where in a block's part the four units are that a thread finishes as its `number`-th. A warp has all columns of four
/// rows, so that what it reads and writes lies side by side.
struct FoursPlace {
    int tile, eight, sender; ///< in Received
    int row, column;         ///< of the first

    __device__ explicit FoursPlace(int number)
    {
        const int warp = number * productThreads / 32 + static_cast<int>(threadIdx.x) / 32, ofEight = threadIdx.x % 8;
        tile = warp / 16;
        eight = static_cast<int>(threadIdx.x) % 32 / 8;
        sender = warp % 16 * 8 + ofEight;
        row = tile * tileStreams + warp % 16 / 4 * 16 + warp % 4 * 2 + ofEight / 4 + ofEight % 2 * 8;
        column = eight * 8 + ofEight / 2 % 2 * four;
    }
};

__device__ inline void loadFour(float (&to)[four], const float* from)
{
    const float4 all = *reinterpret_cast<const float4*>(from);
    to[0] = all.x;
    to[1] = all.y;
    to[2] = all.z;
    to[3] = all.w;
}

template <typename Unit, int Tiles>
__global__ void __cluster_dims__(parts, 1, 1) __launch_bounds__(threads, 1)
    stepBackward(const __grid_constant__ Factors factors, const __grid_constant__ BackwardRecurrence work, int room,
                 int index)
{
    using P = BackwardProduct<Tiles>;
    constexpr int fours = foursOfThread<Tiles>;
    __shared__ Barrier arrived;
    const Ring<P> ring = makeRing<P>();
    letNextStart();
    auto* const received = reinterpret_cast<Received<Tiles>*>(ring.memory + P::stages * P::stageBytes);
    if (threadIdx.x == 0) {
        makeBarrier(&arrived);
        expectBytes(&arrived, sizeof(Received<Tiles>));
    }
    __syncwarp();
    arriveAtCluster();
    const int streams = work.shape.streams, units = work.shape.units;
    const int part = static_cast<int>(rankInCluster()), all = Unit::gates * room / depthOfStage;
    const int firstStage = all * part / parts, count = all * (part + 1) / parts - firstStage;
    const int firstStream = static_cast<int>(blockIdx.y) * P::streams;
    const auto time = [&](int step) { return std::int64_t{timeOf(work, step)} * streams; };
    const Origin begin{.row = static_cast<int>(time(index + 1)) + firstStream,
                       .unit = static_cast<int>(blockIdx.x) / parts * P::columns,
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
    takeRegisters();
    const std::int64_t state = std::int64_t{streams} * room;
    float* const dStates = stateGradients<Unit>(work, room);
    const auto forEachOwn = [&](const auto& use) {
#pragma unroll
        for (int i = 0; i < fours; ++i) {
            const FoursPlace place(i);
            const int stream = firstStream + place.row, unit = begin.unit + part * partEights<Tiles> * 8 + place.column;
            if (stream < streams && unit < room) {
                use(i, place, stream, unit);
            }
        }
    };

    typename Unit::Kept kept[fours][four] = {};
    float dAfter[fours][four], before[fours][four], after[fours][four], dy[fours][four] = {};
    forEachOwn([&](int i, const FoursPlace&, int stream, int unit) {
        const std::int64_t at = std::int64_t{stream} * room + unit;
        loadFour(before[i], work.keptStates + index * state + at);
        loadFour(after[i], work.keptStates + (index + 1) * state + at);
        if constexpr (Unit::kept > 0) {
            const auto* const from =
                reinterpret_cast<const uint4*>(work.keptGates.halves() + (index * state + at) * Unit::kept);
#pragma unroll
            for (int pair = 0; pair < four / 2; ++pair) {
                const uint4 both = __ldcs(from + pair);
                kept[i][2 * pair] = make_uint2(both.x, both.y);
                kept[i][2 * pair + 1] = make_uint2(both.z, both.w);
            }
        }
        if (work.dy != nullptr) {
            const float* const from = work.dy + (time(index) + stream) * work.dyStride + unit;
#pragma unroll
            for (int k = 0; k < four; ++k) {
                dy[i][k] = unit + k < units ? __ldcs(from + k) : 0.0f;
            }
        }
    });
    waitForStepBefore();
    forEachOwn([&](int i, const FoursPlace&, int stream, int unit) {
        loadFour(dAfter[i], dStates + std::int64_t{stream} * room + unit);
    });
    {
        typename P::Sums sums = {};
        multiplyStages(ring, count, sums);
        waitForCluster(); // all have made their barriers
        sendSums<Tiles>(sums, received, &arrived, part);
    }
    waitFor(&arrived, 0);
    forEachOwn([&](int i, const FoursPlace& place, int stream, int unit) {
        float dh[four];
        loadFour(dh, received->sums[0][place.tile][place.eight][place.sender]);
#pragma unroll
        for (int from = 1; from < parts; ++from) {
            float more[four];
            loadFour(more, received->sums[from][place.tile][place.eight][place.sender]);
#pragma unroll
            for (int k = 0; k < four; ++k) {
                dh[k] += more[k];
            }
        }
        const float cont = contOf(work, index, stream), contAfter = contOf(work, index + 1, stream);
        const auto made = [&](int k) {
            return Unit::backward(kept[i][k], cont * before[i][k], after[i][k], dy[i][k] + contAfter * dh[k],
                                  dAfter[i][k], work.activation);
        };
        const auto a = made(0), b = made(1), c = made(2), d = made(3);
        *reinterpret_cast<float4*>(dStates + std::int64_t{stream} * room + unit) =
            make_float4(cont * a.before, cont * b.before, cont * c.before, cont * d.before);
        __nv_bfloat16* const to = work.dGates.halves() + (time(index) + stream) * work.gateStride + unit;
        const auto put = [&](int gradient, float first, float second, float third, float fourth) {
            *reinterpret_cast<uint2*>(to + gradient * room) = InHalves::four(first, second, third, fourth);
        };
        if constexpr (Unit::gradients == 1) {
            put(0, a.gradients, b.gradients, c.gradients, d.gradients);
        } else {
            put(0, a.gradients.x, b.gradients.x, c.gradients.x, d.gradients.x);
            put(1, a.gradients.y, b.gradients.y, c.gradients.y, d.gradients.y);
            put(2, a.gradients.z, b.gradients.z, c.gradients.z, d.gradients.z);
            put(3, a.gradients.w, b.gradients.w, c.gradients.w, d.gradients.w);
        }
    });
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
template <typename P, typename KernelFunction>
int memoryFor(KernelFunction* kernel, std::size_t besides = 0)
{
    const int bytes = static_cast<int>(P::stages * P::stageBytes + besides) + 1024; // to begin at a multiple of that
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

/// Whether the blocks of one tile of streams each, of all that runs side by side, do not run at once. Clusters of four
/// do not fill every multiprocessor.
bool wantsTwoTiles(const RecurrencePlan& plan, int streams, int blocksOfTile)
{
    int device = 0, multiprocessors = 0;
    check(cudaGetDevice(&device), "asking for the current GPU");
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device), "counting multiprocessors");
    const int blocks = plan.sideBySide * blocksFor(streams, tileStreams) * blocksOfTile;
    return streams > tileStreams && 10 * blocks > 9 * multiprocessors;
}

template <typename P>
dim3 gridOf(int columnBlocks, int streams)
{
    return {static_cast<unsigned>(columnBlocks), static_cast<unsigned>(blocksFor(streams, P::streams)), 1};
}

using Dimensions = std::array<Dimension, 3>;

template <typename Unit, int Tiles>
void runForward(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream)
{
    using Part = ForwardPart<Unit, Tiles>;
    using P = typename Part::P;
    const std::int64_t room = plan.room, streams = work.shape.streams;
    const __nv_bfloat16* const first = work.reversed ? work.h.halves() : work.h.halves() - streams * work.hStride;
    const Dimensions rows{{{1, room, 1}, {(work.shape.steps + 1) * streams, work.hStride, P::streams}, {1, room, 1}}};
    const Dimensions units{
        {{room, room, Part::blockUnits}, {Unit::gates, room * room, Part::gates}, {1, room * room, 1}}};
    const Dimensions unitsByGroup{{{Part::groupUnits, room, Part::groupUnits},
                                   {Unit::gates, room * room, Part::gates},
                                   {room / Part::groupUnits, Part::groupUnits * room, groups}}};
    const Factors factors{.streams = mapOf(first, room, rows),
                          .weights = mapOf(work.Wh.halves(), room, Part::areUnitsApart ? unitsByGroup : units),
                          .kept = partKept(plan, Unit::gates)};
    const dim3 blocks = gridOf<P>(blocksFor(plan.room, Part::blockUnits), work.shape.streams);
    const int memory = memoryFor<P>(stepForward<Unit, Tiles>);
    for (int index = 0; index < work.shape.steps; ++index) {
        start(stepForward<Unit, Tiles>, blocks, memory, index == 0, stream, factors, work, plan.room, index);
    }
}

template <typename Unit, int Tiles>
void runBackward(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream)
{
    using P = BackwardProduct<Tiles>;
    const std::int64_t room = plan.room, depth = Unit::gates * room;
    const int count = work.shape.steps + (work.goesOn ? 0 : -1); // steps after which there is another
    const Dimensions rows{{{Unit::gradients, room, 1},
                           {std::int64_t{count + 1} * work.shape.streams, work.gateStride, P::streams},
                           {1, room, 1}}};
    const Factors factors{.streams = mapOf(work.dGates.halves(), room, rows),
                          .weights = mapOf(work.turned.halves(), depth,
                                           Dimensions{{{room, depth, P::columns}, {1, depth, 1}, {1, depth, 1}}}),
                          .kept = partKept(plan, Unit::gates)};
    const dim3 blocks = gridOf<P>(parts * blocksFor(plan.room, P::columns), work.shape.streams);
    const int memory = memoryFor<P>(stepBackward<Unit, Tiles>, sizeof(Received<Tiles>));
    for (int index = count - 1; index >= 0; --index) {
        start(stepBackward<Unit, Tiles>, blocks, memory, index == count - 1, stream, factors, work, plan.room, index);
    }
}

} // namespace

template <typename Unit>
void WideSteps<Unit>::forward(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream)
{
    if constexpr (Unit::gates > 1) { // else there are few blocks
        if (wantsTwoTiles(plan, work.shape.streams, blocksFor(plan.room, ForwardPart<Unit, 1>::blockUnits))) {
            return runForward<Unit, 2>(plan, work, stream);
        }
    }
    runForward<Unit, 1>(plan, work, stream);
}

template <typename Unit>
void WideSteps<Unit>::backward(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream)
{
    if (wantsTwoTiles(plan, work.shape.streams, parts * blocksFor(plan.room, BackwardProduct<1>::columns))) {
        runBackward<Unit, 2>(plan, work, stream);
    } else {
        runBackward<Unit, 1>(plan, work, stream);
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
