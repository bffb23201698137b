// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/device_array.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/training/crews.h"
#include "engine/cuda/training/text_cells.h"
#include "engine/cuda/training/text_kernel.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

namespace engine::cuda {
namespace {

// The last block is the sampler. The others are workers: each computes some units of every layer and some rows of the
// scores. For each character:
//
//     sampler    scores -> draws -> id
//     workers    id -> h of layer 0 -> h of layer 1 -> ... -> scores;  then Wh h of all layers for the next character,
//                while the sampler draws
//
// Blocks exchange 64-bit words through L2: a float and a tag that numbers the character, written and read in one
// access. A reader polls a word until it has the awaited tag; no fence is needed. h is double-buffered: a block writes
// h(t) only after it received id(t), which proves that every block has finished reading h(t-2). (All scores of t-1 have
// been computed then, hence all h(t-1); each block has units in some layer, and writes their h(t-1) after it has
// finished t-2.)
//
// A cell is a type of text_cells.h, and the kernel is compiled for each of them. In the shapes below G is its number of
// gates and S its number of sums.

constexpr int maxLayers = 8;
constexpr int threads = 512, warps = threads / 32;
constexpr std::int32_t minUnits = 4;          ///< of a layer, in a block that has any
constexpr std::int32_t maxScoresOfWarp = 128; ///< with more scores the whole block draws, not one warp
constexpr std::uint64_t timeoutNanoseconds = 4'000'000'000;

/// A block's copy of some rows: `offset` floats from the start of the block's floats. Where `near` is set, the rows lie
/// in shared memory too, at the same offset.
struct CopiedRows {
    std::int64_t offset;
    bool near;
};

struct TextLayer {
    std::int32_t H;
    std::int32_t U;                      ///< units of a block
    std::int32_t below4, width4;         ///< float4s of a row of Wx and of Wh
    std::int32_t splitsX, splitsH;       ///< warps that share a unit's rows
    CopiedRows Wx, Wh;                   ///< [U, G, row]; the lowest has no Wx, but the table
    CopiedRows bias;                     ///< [U, S]; likewise
    float *h, *carried;                  ///< [H], canonical; carried is c, or h in a cell without c
    std::int32_t firstWord;              ///< of h among a buffer's words
    std::int32_t hAt, carriedAt, sumsAt; ///< in shared memory: h [H] of all blocks, carried [U], Wh h [U, G, splitsH]
};

struct TextPlan {
    TextLayer layers[maxLayers];
    std::int32_t L, V, R; ///< R: rows of the scores of a block
    std::int32_t workers;
    CopiedRows table;    ///< [V, U, S]: layer 0's sums of each character, from Wx and the biases
    CopiedRows W, b;     ///< [R, H], [R]
    const float* packed; ///< [workers, floatsOfBlock]
    std::int64_t floatsOfBlock;
    std::int32_t nearFloats; ///< the first of them, which are copied into shared memory
    std::int32_t sumsXAt;    ///< in shared memory: Wx h [U, G, splitsX] of the layer that is being computed

    std::uint64_t *idWord, *scoreWords, *hWords; ///< [1], [V], [2, unitsOfAll]
    std::int32_t unitsOfAll;
    int* failed;
    Fault* fault;
    int faultPlace;

    SamplerPlaces sampler;
    std::int32_t characters;
    std::uint32_t tag; ///< of the first character; greater than the tags of all words at the launch
};

extern __shared__ float4 memory4[];

__device__ void publish(std::uint64_t* word, std::uint32_t tag, std::uint32_t value)
{
    const std::uint64_t both = std::uint64_t{tag} << 32 | value;
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(both) : "memory");
}

__device__ std::uint64_t read(const std::uint64_t* word)
{
    std::uint64_t both;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(both) : "l"(word) : "memory");
    return both;
}

/// Limits how long a thread polls. All blocks run at once, so a word arrives within microseconds; if one never does,
/// the host is told and every block gives up.
class Timeout {
public:
    /// To be called after each read that did not find the word. False: give up.
    __device__ bool goesOn(const TextPlan& plan)
    {
        if (++m_reads % 1024 != 0) {
            return true;
        }
        if (*static_cast<volatile int*>(plan.failed) != 0) {
            return false;
        }
        std::uint64_t now;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        m_begin = m_begin == 0 ? now : m_begin;
        if (now - m_begin < timeoutNanoseconds) {
            return true;
        }
        atomicExch(plan.failed, 1);
        tellFault(plan.fault, plan.faultPlace, 0, 0);
        return false;
    }

private:
    unsigned m_reads = 0;
    std::uint64_t m_begin = 0;
};

/// to[i] = the value of words[i], once its tag is `tag`, for i = rank, rank + size, ... below count. False: the timeout
/// has passed.
__device__ bool gather(const TextPlan& plan, const std::uint64_t* words, std::int32_t count, std::uint32_t tag,
                       float* to, std::int32_t rank, std::int32_t size)
{
    constexpr int atOnce = 4; // words that a thread has requested at the same time
    for (std::int32_t first = rank; first < count; first += atOnce * size) {
        std::uint64_t found[atOnce];
        Timeout timeout;
        bool all = false;
        while (!all) {
            all = true;
#pragma unroll
            for (int one = 0; one < atOnce; ++one) {
                if (first + one * size < count) {
                    found[one] = read(words + first + one * size);
                    all = all && static_cast<std::uint32_t>(found[one] >> 32) == tag;
                }
            }
            if (!all && !timeout.goesOn(plan)) {
                return false;
            }
        }
#pragma unroll
        for (int one = 0; one < atOnce; ++one) {
            if (first + one * size < count) {
                to[first + one * size] = __uint_as_float(static_cast<std::uint32_t>(found[one]));
            }
        }
    }
    return true;
}

/// The sampler, by a whole block or by one warp. Each thread has every size-th score.
template <typename Crew>
__device__ void drawAll(Crew& crew, const TextPlan& plan)
{
    const std::int32_t V = plan.V;
    auto* const weights = reinterpret_cast<std::uint64_t*>(memory4);
    auto* const keys = reinterpret_cast<std::uint32_t*>(weights + V);
    auto* const order = reinterpret_cast<std::int32_t*>(keys + V);
    auto* const scores = reinterpret_cast<float*>(order + V);

    const SamplerState state = *plan.sampler.state;
    RandomSequence random(state.random, state.position);
    std::int32_t id = 0;
    for (std::int32_t number = 0; number < plan.characters; ++number) {
        const double chance = state.settings.likeliest() ? 0.5 : random.uniform01();
        const std::uint32_t tag = plan.tag + static_cast<std::uint32_t>(number);
        bool received = true;
        if (number == 0) { // the net's pass before this launch left the scores in memory
            for (std::int32_t v = crew.rank(); v < V; v += crew.size()) {
                scores[v] = plan.sampler.scores[v];
            }
        } else {
            received = gather(plan, plan.scoreWords, V, tag, scores, crew.rank(), crew.size());
        }
        if (!crew.all(received)) {
            return;
        }
        id = drawCharacter(crew, state.settings, chance, scores, V, {.weights = weights, .keys = keys, .order = order});
        if (crew.rank() == 0) {
            publish(plan.idWord, tag, static_cast<std::uint32_t>(id));
        }
        const auto bits = static_cast<float>(surpriseOf(crew, scores, V, id));
        if (crew.rank() == 0) {
            const std::uint64_t drawn = state.drawn + static_cast<std::uint64_t>(number);
            *const_cast<volatile std::uint64_t*>(plan.sampler.ring + drawn % RingWord::slots) =
                RingWord::of(drawn, id, bits);
        }
        crew.sync(); // before the next character's scores overwrite these
    }
    if (crew.rank() == 0) {
        *plan.sampler.data = static_cast<float>(id);
        if (plan.sampler.clip != nullptr) {
            *plan.sampler.clip = 1;
        }
        plan.sampler.state->position = random.position();
        plan.sampler.state->drawn = state.drawn + static_cast<std::uint64_t>(plan.characters);
    }
}

__device__ float dot(const float4& a, const float4& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/// Adds up each of the sums over the 32 lanes of a warp; Count is a power of two. Returns sum lane * Count / 32, the
/// same on the lanes that share it. While there are several, each half of the lanes goes on with half of them: one
/// exchange a pair.
template <int Count>
__device__ __forceinline__ float sumsOverWarp(float (&sums)[Count], std::int32_t lane)
{
    static_assert(std::has_single_bit(static_cast<unsigned>(Count)));
    int distance = 16;
#pragma unroll
    for (int half = Count / 2; half > 0; half /= 2, distance /= 2) {
        const bool upper = (lane & distance) != 0;
#pragma unroll
        for (int sum = 0; sum < half; ++sum) {
            const float other = __shfl_xor_sync(wholeWarp, upper ? sums[sum] : sums[half + sum], distance);
            sums[sum] = (upper ? sums[half + sum] : sums[sum]) + other;
        }
    }
#pragma unroll
    for (; distance > 0; distance /= 2) {
        sums[0] += __shfl_xor_sync(wholeWarp, sums[0], distance);
    }
    return sums[0];
}

/// sums[u][gate][split] = the split's part of rows[u][gate] · x: one warp a unit and split; lane k mod 32 of split k /
/// 32 mod splits has float4 k of a row.
template <int Gates>
__device__ __forceinline__ void products(const float4* rows, const float4* x, std::int32_t row4, std::int32_t U,
                                         std::int32_t splits, float* sums)
{
    constexpr int count = static_cast<int>(std::bit_ceil(static_cast<unsigned>(Gates)));
    const auto lane = static_cast<std::int32_t>(threadIdx.x % 32);
    for (auto task = static_cast<std::int32_t>(threadIdx.x / 32); task < U * splits; task += warps) {
        const std::int32_t u = task / splits, split = task % splits;
        const float4* const mine = rows + std::int64_t{Gates} * u * row4;
        float sum[count] = {};
#pragma unroll 4
        for (std::int32_t k = 32 * split + lane; k < row4; k += 32 * splits) {
            const float4 value = x[k];
#pragma unroll
            for (int gate = 0; gate < Gates; ++gate) {
                sum[gate] += dot(mine[gate * row4 + k], value);
            }
        }
        const float one = sumsOverWarp(sum, lane);
        const std::int32_t gate = lane * count / 32;
        if (lane % (32 / count) == 0 && gate < Gates) {
            sums[(Gates * u + gate) * splits + split] = one;
        }
    }
}

/// A worker's block, of a net of this cell.
template <typename Cell>
class Worker {
public:
    __device__ explicit Worker(const TextPlan& plan)
        : m_plan(plan),
          m_near(reinterpret_cast<float*>(memory4)),
          m_far(plan.packed + plan.floatsOfBlock * blockIdx.x),
          m_thread(static_cast<std::int32_t>(threadIdx.x))
    {}

    __device__ void work()
    {
        load();
        for (std::int32_t number = 0; number < m_plan.characters; ++number) {
            if (!write(number)) {
                return;
            }
        }
    }

private:
    static constexpr int gates = Cell::gates, sums = Cell::sums;
    static_assert(32 % sums == 0, "the threads of a unit are in one warp");

    __device__ const float* at(const CopiedRows& part) const { return (part.near ? m_near : m_far) + part.offset; }

    /// Weights and state into shared memory; each thread takes every 512th number.
    __device__ void load()
    {
        for (std::int32_t i = m_thread; i < m_plan.nearFloats / 4; i += threads) {
            memory4[i] = __ldg(reinterpret_cast<const float4*>(m_far) + i);
        }
        for (std::int32_t l = 0; l < m_plan.L; ++l) {
            const TextLayer& layer = m_plan.layers[l];
            for (std::int32_t k = m_thread; k < 4 * layer.width4; k += threads) {
                m_near[layer.hAt + k] = k < layer.H ? layer.h[k] : 0;
            }
            for (std::int32_t u = m_thread; u < layer.U; u += threads) {
                m_near[layer.carriedAt + u] = unit(layer, u) < layer.H ? layer.carried[unit(layer, u)] : 0;
            }
        }
        __syncthreads();
        multiplyStates();
        __syncthreads();
    }

    __device__ static std::int32_t unit(const TextLayer& layer, std::int32_t u)
    {
        return static_cast<std::int32_t>(blockIdx.x) * layer.U + u;
    }

    /// One character. False: a timeout has passed. All threads of the block return the same.
    __device__ bool write(std::int32_t number)
    {
        const std::uint32_t tag = m_plan.tag + static_cast<std::uint32_t>(number);
        bool received = true;
        if (hasCell(m_plan.layers[0])) {
            std::uint32_t id = 0;
            received = awaitId(tag, id);
            if (received) {
                const TextLayer& lowest = m_plan.layers[0];
                computeCells(lowest, at(m_plan.table) + std::int64_t{sums} * id * lowest.U, 0, number);
            }
        }
        for (std::int32_t l = 0; l < m_plan.L; ++l) {
            const TextLayer& layer = m_plan.layers[l];
            received = received && gather(m_plan, m_plan.hWords + bufferOf(number) + layer.firstWord, layer.H, tag,
                                          m_near + layer.hAt, m_thread, threads);
            if (__syncthreads_or(received ? 0 : 1) != 0) {
                return false;
            }
            if (l + 1 < m_plan.L) {
                const TextLayer& above = m_plan.layers[l + 1];
                multiply(above.Wx, layer.hAt, above.below4, above.U, above.splitsX, m_plan.sumsXAt);
                __syncthreads();
                if (hasCell(above)) {
                    computeCells(above, at(above.bias), above.splitsX, number);
                }
            }
        }
        computeScores(number);
        multiplyStates();
        __syncthreads();
        return true;
    }

    /// Whether this thread's warp has cells: one thread a sum of a unit.
    __device__ bool hasCell(const TextLayer& layer) const { return m_thread / 32 * 32 < sums * layer.U; }

    /// The first of the words that hold h of this character.
    __device__ std::int32_t bufferOf(std::int32_t number) const { return number % 2 * m_plan.unitsOfAll; }

    __device__ bool awaitId(std::uint32_t tag, std::uint32_t& id) const
    {
        Timeout timeout;
        std::uint64_t word = read(m_plan.idWord);
        while (static_cast<std::uint32_t>(word >> 32) != tag) {
            if (!timeout.goesOn(m_plan)) {
                return false;
            }
            word = read(m_plan.idWord);
        }
        id = static_cast<std::uint32_t>(word);
        return true;
    }

    __device__ void multiply(const CopiedRows& part, std::int32_t xAt, std::int32_t row4, std::int32_t U,
                             std::int32_t splits, std::int32_t sumsAt)
    {
        const auto* const x = reinterpret_cast<const float4*>(m_near + xAt);
        if (part.near) {
            products<gates>(memory4 + part.offset / 4, x, row4, U, splits, m_near + sumsAt);
        } else {
            products<gates>(reinterpret_cast<const float4*>(m_far + part.offset), x, row4, U, splits, m_near + sumsAt);
        }
    }

    /// Wh h of all layers, for the next character.
    __device__ void multiplyStates()
    {
        for (std::int32_t l = 0; l < m_plan.L; ++l) {
            const TextLayer& layer = m_plan.layers[l];
            multiply(layer.Wh, layer.hAt, layer.width4, layer.U, layer.splitsH, layer.sumsAt);
        }
    }

    /// By whole warps: thread S u + sum adds up that sum of unit u, from `start` [U, S] and the products; then the
    /// first of the unit's threads has the cell.
    __device__ void computeCells(const TextLayer& layer, const float* start, std::int32_t splitsX, std::int32_t number)
    {
        const std::int32_t u = m_thread / sums, sum = m_thread % sums;
        float a = 0;
        if (u < layer.U) {
            a = start[m_thread];
            const int gateX = Cell::gateOfWx(sum), gateH = Cell::gateOfWh(sum);
            for (std::int32_t split = 0; gateX != noGate && split < splitsX; ++split) {
                a += m_near[m_plan.sumsXAt + (gates * u + gateX) * splitsX + split];
            }
            for (std::int32_t split = 0; gateH != noGate && split < layer.splitsH; ++split) {
                a += m_near[layer.sumsAt + (gates * u + gateH) * layer.splitsH + split];
            }
        }
        const int first = static_cast<int>(threadIdx.x % 32) & ~(sums - 1);
        float all[sums];
#pragma unroll
        for (int one = 0; one < sums; ++one) {
            all[one] = __shfl_sync(wholeWarp, a, first + one);
        }
        const std::int32_t mine = unit(layer, u);
        if (sum != 0 || u >= layer.U || mine >= layer.H) {
            return;
        }
        float carried = m_near[layer.carriedAt + u];
        const float h = Cell::step(all, carried);
        publish(m_plan.hWords + bufferOf(number) + layer.firstWord + mine,
                m_plan.tag + static_cast<std::uint32_t>(number), __float_as_uint(h));
        m_near[layer.carriedAt + u] = carried;
        if (number == m_plan.characters - 1) {
            layer.h[mine] = h; // every block has read it before the second character
            layer.carried[mine] = carried;
        }
    }

    /// One warp a row.
    __device__ void computeScores(std::int32_t number)
    {
        const TextLayer& top = m_plan.layers[m_plan.L - 1];
        const auto* const h = reinterpret_cast<const float4*>(m_near + top.hAt);
        const std::int32_t lane = m_thread % 32;
        for (std::int32_t r = m_thread / 32; r < m_plan.R; r += warps) {
            const std::int32_t v = static_cast<std::int32_t>(blockIdx.x) * m_plan.R + r;
            if (v >= m_plan.V) {
                return;
            }
            const auto* const row = reinterpret_cast<const float4*>(at(m_plan.W)) + std::int64_t{r} * top.width4;
            float sum = 0;
            for (std::int32_t k = lane; k < top.width4; k += 32) {
                sum += dot(row[k], h[k]);
            }
            for (int distance = 16; distance > 0; distance /= 2) {
                sum += __shfl_xor_sync(wholeWarp, sum, distance);
            }
            if (lane != 0) {
                continue;
            }
            const float score = sum + at(m_plan.b)[r];
            if (number == m_plan.characters - 1) {
                m_plan.sampler.scores[v] = score; // the sampler has read the old one before the second character
            } else {
                publish(m_plan.scoreWords + v, m_plan.tag + static_cast<std::uint32_t>(number) + 1,
                        __float_as_uint(score));
            }
        }
    }

    const TextPlan& m_plan;
    float* m_near;
    const float* m_far;
    std::int32_t m_thread;
};

/// At most one block a multiprocessor, all of them resident at once: launched as a cooperative kernel.
template <typename Cell>
__global__ void __launch_bounds__(threads, 1) writeText(const __grid_constant__ TextPlan plan)
{
    __shared__ Block::Room room;
    if (static_cast<std::int32_t>(blockIdx.x) < plan.workers) {
        Worker<Cell>(plan).work();
    } else if (plan.V > maxScoresOfWarp) {
        Block block(room);
        drawAll(block, plan);
    } else if (threadIdx.x < 32) {
        Warp warp;
        drawAll(warp, plan);
    }
}

/// Copies rows of a matrix [gates · H, width] to where blocks read them: [block][U, gates, rowFloats], zero beyond H
/// and width.
struct PackedRows {
    float* to; ///< of block 0
    std::int64_t floatsOfBlock;
    const float* from; ///< null: zeros
    std::int32_t blocks, U, gates, rowFloats, H, width;
};

/// One thread a number that is written.
__global__ void packRows(PackedRows rows)
{
    const std::int64_t ofBlock = std::int64_t{rows.U} * rows.gates * rows.rowFloats;
    forEachElement(rows.blocks * ofBlock, [&](std::int64_t i) {
        const std::int64_t block = i / ofBlock, inBlock = i % ofBlock, k = inBlock % rows.rowFloats;
        const std::int64_t gate = inBlock / rows.rowFloats % rows.gates, u = inBlock / rows.rowFloats / rows.gates;
        const std::int64_t unit = block * rows.U + u;
        const bool there = rows.from != nullptr && unit < rows.H && k < rows.width;
        rows.to[block * rows.floatsOfBlock + inBlock] =
            there ? rows.from[(gate * rows.H + unit) * rows.width + k] : 0.0f;
    });
}

/// Computes what a layer's sums begin with: [block][V, U, S]. In layer 0 that is the table of the characters; a layer
/// above has one row (V is 1, E is 0) with its biases alone.
struct PackedStarts {
    float* to; ///< of block 0
    std::int64_t floatsOfBlock;
    const float *Wx, *b, *bh;               ///< [G·H, E], [G·H], [G·H] or null
    const float *embedding, *embeddingBias; ///< [V, E], [E] or null
    std::int32_t blocks, U, H, V, E;
};

/// One thread a number that is written: its biases, and the product of a row of Wx and a character's vector.
template <typename Cell>
__global__ void packStarts(PackedStarts starts)
{
    constexpr int sums = Cell::sums;
    const std::int64_t ofBlock = std::int64_t{sums} * starts.U * starts.V;
    forEachElement(starts.blocks * ofBlock, [&](std::int64_t i) {
        const std::int64_t block = i / ofBlock, inBlock = i % ofBlock;
        const std::int64_t u = inBlock / sums % starts.U, v = inBlock / sums / starts.U;
        const std::int64_t unit = block * starts.U + u;
        const int gateOfWx = Cell::gateOfWx(static_cast<int>(inBlock % sums));
        const int gateOfWh = Cell::gateOfWh(static_cast<int>(inBlock % sums));
        float sum = 0;
        if (unit < starts.H && gateOfWh != noGate && starts.bh != nullptr) {
            sum = starts.bh[std::int64_t{gateOfWh} * starts.H + unit];
        }
        if (unit < starts.H && gateOfWx != noGate) {
            const std::int64_t row = std::int64_t{gateOfWx} * starts.H + unit;
            sum += starts.b[row];
            for (std::int32_t e = 0; e < starts.E; ++e) {
                const float bias = starts.embeddingBias == nullptr ? 0 : starts.embeddingBias[e];
                sum += starts.Wx[row * starts.E + e] * (starts.embedding[v * starts.E + e] + bias);
            }
        }
        starts.to[block * starts.floatsOfBlock + inBlock] = sum;
    });
}

/// The kernels that are compiled for a cell, and its sizes.
struct CellKernels {
    int gates, sums;
    void (*writeText)(TextPlan);
    void (*packStarts)(PackedStarts);
};

template <typename Cell>
constexpr CellKernels kernelsOf{Cell::gates, Cell::sums, writeText<Cell>, packStarts<Cell>};

/// Null where the kernel is not compiled for the cell.
template <typename... Cells>
const CellKernels* kernelsFor(Cell::Kind kind, TextCellList<Cells...>)
{
    const CellKernels* found = nullptr;
    ((found = kind == Cells::kind ? &kernelsOf<Cells> : found), ...);
    return found;
}

std::int64_t paddedTo4(std::int64_t count)
{
    return (count + 3) / 4 * 4;
}

std::int64_t dividedUp(std::int64_t count, std::int64_t parts)
{
    return (count + parts - 1) / parts;
}

/// Lays out a block's floats: in the order of put(), parts go to shared memory as long as they fit there.
class Layout {
public:
    explicit Layout(std::int64_t nearRoom) : m_room(nearRoom) {}

    /// To be called once for each part, then settle().
    void put(CopiedRows& part, std::int64_t floats)
    {
        part.near = m_near + paddedTo4(floats) <= m_room;
        if (part.near) {
            part.offset = m_near;
            m_near += paddedTo4(floats);
        } else {
            m_far.push_back({&part, paddedTo4(floats)});
        }
    }

    /// Returns the floats of all parts.
    std::int64_t settle()
    {
        std::int64_t end = m_near;
        for (const auto& [part, floats] : m_far) {
            part->offset = end;
            end += floats;
        }
        return end;
    }
    std::int64_t nearFloats() const { return m_near; }

private:
    std::int64_t m_room, m_near = 0;
    std::vector<std::pair<CopiedRows*, std::int64_t>> m_far;
};

/// A plan for the net on this GPU; of its addresses only those of the net's state are set.
struct Planned {
    TextPlan plan{};
    const CellKernels* kernels = nullptr;
    std::size_t sharedBytes = 0;
};

/// Divides the units of each layer and the rows of the scores among the workers.
void divide(const PlainTextNet& net, std::int64_t maxWorkers, TextPlan& plan)
{
    const auto narrow = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
    std::int64_t below = 0;
    plan.L = narrow(std::ssize(net.layers));
    plan.V = narrow(net.vocabulary);
    for (std::int32_t l = 0; l < plan.L; ++l) {
        const PlainTextNet::Recurrent& from = net.layers[static_cast<std::size_t>(l)];
        TextLayer& layer = plan.layers[l];
        layer.H = narrow(from.units);
        layer.h = from.h;
        layer.carried = from.c != nullptr ? from.c : from.h;
        layer.U = std::max(minUnits, narrow(dividedUp(from.units, maxWorkers)));
        layer.width4 = narrow(paddedTo4(from.units) / 4);
        layer.below4 = narrow(paddedTo4(below) / 4);
        below = from.units;
        const auto splits = [&](std::int32_t row4) {
            return std::clamp<std::int32_t>(warps / layer.U, 1, std::max(1, narrow(dividedUp(row4, 32))));
        };
        layer.splitsX = splits(layer.below4);
        layer.splitsH = splits(layer.width4);
        layer.firstWord = plan.unitsOfAll;
        plan.unitsOfAll += layer.H;
        plan.workers = std::max(plan.workers, narrow(dividedUp(layer.H, layer.U)));
    }
    plan.R = narrow(dividedUp(plan.V, plan.workers));
}

std::optional<Planned> planFor(CudaDevice& device, const PlainTextNet& net)
{
    const std::int64_t maxWorkers = device.multiprocessors() - 1;
    Planned planned{.kernels = kernelsFor(net.cell->kind, TextCells())};
    if (planned.kernels == nullptr || std::ssize(net.layers) > maxLayers || maxWorkers < 1) {
        return std::nullopt;
    }
    const std::int64_t gates = planned.kernels->gates, sums = planned.kernels->sums;
    TextPlan& plan = planned.plan;
    divide(net, maxWorkers, plan);

    // States and sums, which follow the weights in shared memory.
    std::int64_t working = 0;
    const auto take = [&](std::int32_t& at, std::int64_t floats) {
        at = static_cast<std::int32_t>(working);
        working += paddedTo4(floats);
    };
    std::int64_t sumsX = 0;
    for (std::int32_t l = 0; l < plan.L; ++l) {
        TextLayer& layer = plan.layers[l];
        if (sums * layer.U > threads) {
            return std::nullopt; // computeCells has a thread for each sum
        }
        take(layer.hAt, 4 * layer.width4);
        take(layer.carriedAt, layer.U);
        take(layer.sumsAt, gates * layer.U * layer.splitsH);
        sumsX = std::max(sumsX, gates * layer.U * layer.splitsX);
    }
    take(plan.sumsXAt, sumsX);

    const auto room =
        static_cast<std::int64_t>((device.properties().sharedMemPerBlockOptin - sizeof(Block::Room)) / sizeof(float));
    const std::int64_t ofSampler = 5 * std::int64_t{plan.V}; // drawAll: 20 bytes a score
    if (working > room || ofSampler > room) {
        return std::nullopt;
    }
    Layout layout(room - working);
    const auto rows = [&](const TextLayer& layer, std::int64_t row4) { return 4 * gates * layer.U * row4; };
    for (std::int32_t l = 1; l < plan.L; ++l) {
        layout.put(plan.layers[l].bias, sums * plan.layers[l].U);
    }
    layout.put(plan.b, plan.R);
    layout.put(plan.table, sums * plan.V * plan.layers[0].U);
    layout.put(plan.W, std::int64_t{4} * plan.R * plan.layers[plan.L - 1].width4);
    for (std::int32_t l = 1; l < plan.L; ++l) {
        layout.put(plan.layers[l].Wx, rows(plan.layers[l], plan.layers[l].below4));
    }
    for (std::int32_t l = 0; l < plan.L; ++l) { // last: they are multiplied while the sampler draws
        layout.put(plan.layers[l].Wh, rows(plan.layers[l], plan.layers[l].width4));
    }
    plan.floatsOfBlock = layout.settle();
    // The packed weights are a second copy: leave most of the memory to others.
    const std::int64_t packed = plan.floatsOfBlock * plan.workers * std::int64_t{sizeof(float)};
    if (packed > device.memory().available / 4) {
        return std::nullopt;
    }
    plan.nearFloats = static_cast<std::int32_t>(layout.nearFloats());
    for (std::int32_t l = 0; l < plan.L; ++l) {
        TextLayer& layer = plan.layers[l];
        for (std::int32_t* const place : {&layer.hAt, &layer.carriedAt, &layer.sumsAt}) {
            *place += plan.nearFloats;
        }
    }
    plan.sumsXAt += plan.nearFloats;
    planned.sharedBytes = static_cast<std::size_t>(std::max(layout.nearFloats() + working, ofSampler)) * sizeof(float);
    return planned;
}

/// Whether all blocks of the plan can run at once.
bool fits(CudaDevice& device, const Planned& planned)
{
    int cooperative = 0, blocks = 0;
    check(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device.settings().index),
          "asking for the GPU's properties");
    const void* const kernel = reinterpret_cast<const void*>(planned.kernels->writeText);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(planned.sharedBytes)),
          "memory for writing text");
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, planned.sharedBytes),
          "asking how many blocks run at once");
    return cooperative != 0 && blocks * device.multiprocessors() > planned.plan.workers;
}

class TextKernel final : public Recording {
public:
    TextKernel(CudaDevice& device, const PlainTextNet& net, const Planned& planned)
        : m_device(device),
          m_net(net),
          m_plan(planned.plan),
          m_kernels(*planned.kernels),
          m_sharedBytes(planned.sharedBytes),
          m_packed(device.allocate(m_plan.floatsOfBlock * m_plan.workers)),
          m_words(device, lineOfId + paddedTo4(m_plan.V) + 2 * std::int64_t{m_plan.unitsOfAll}),
          m_failed(device, 1)
    {
        m_plan.packed = m_packed.data();
        m_plan.idWord = m_words.data();
        m_plan.scoreWords = m_plan.idWord + lineOfId;
        m_plan.hWords = m_plan.scoreWords + paddedTo4(m_plan.V);
        m_plan.failed = m_failed.data();
        m_plan.fault = device.faults().cell();
        m_plan.faultPlace = device.faults().place([](long long, double) {
            return ENGINE_TEXT(
                "Sentences",
                "CUDA: the kernel that writes text has waited four seconds for one of its own blocks, and gave up");
        });
    }

    void run() override
    {
        if (m_seen != *m_net.version) {
            pack();
            m_seen = *m_net.version;
        }
        check(cudaMemsetAsync(m_failed.data(), 0, sizeof(int), m_device.stream()), "clearing memory");
        m_plan.tag = m_tag;
        m_tag += static_cast<std::uint32_t>(m_plan.characters) + 1;
        void* arguments[] = {&m_plan};
        check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(m_kernels.writeText),
                                          dim3(static_cast<unsigned>(m_plan.workers) + 1), dim3(threads), arguments,
                                          m_sharedBytes, m_device.stream()),
              "writing text");
    }

    TextPlan& plan() { return m_plan; }

private:
    static constexpr std::int64_t lineOfId = 16; ///< words: the id has a line of L2 for itself

    /// In the stream's order: after what computed the weights, before the kernel that reads the copy.
    void pack()
    {
        for (std::int32_t l = 0; l < m_plan.L; ++l) {
            const TextLayer& layer = m_plan.layers[l];
            const PlainTextNet::Recurrent& from = m_net.layers[static_cast<std::size_t>(l)];
            if (l > 0) {
                packGates(layer, layer.Wx, from.Wx, 4 * layer.below4, m_plan.layers[l - 1].H);
                packBiases(l);
            }
            packGates(layer, layer.Wh, from.Wh, 4 * layer.width4, layer.H);
        }
        packTable();
        packScores();
    }

    void packScores()
    {
        const TextLayer& top = m_plan.layers[m_plan.L - 1];
        pack({.to = placeOf(m_plan.W),
              .floatsOfBlock = m_plan.floatsOfBlock,
              .from = m_net.W,
              .blocks = m_plan.workers,
              .U = m_plan.R,
              .gates = 1,
              .rowFloats = 4 * top.width4,
              .H = m_plan.V,
              .width = top.H});
        pack({.to = placeOf(m_plan.b),
              .floatsOfBlock = m_plan.floatsOfBlock,
              .from = m_net.b,
              .blocks = m_plan.workers,
              .U = m_plan.R,
              .gates = 1,
              .rowFloats = 1,
              .H = m_plan.V,
              .width = 1});
    }

    void packTable()
    {
        const PlainTextNet::Recurrent& from = m_net.layers[0];
        pack(PackedStarts{.to = placeOf(m_plan.table),
                          .floatsOfBlock = m_plan.floatsOfBlock,
                          .Wx = from.Wx,
                          .b = from.b,
                          .bh = from.bh,
                          .embedding = m_net.embedding,
                          .embeddingBias = m_net.embeddingBias,
                          .blocks = m_plan.workers,
                          .U = m_plan.layers[0].U,
                          .H = m_plan.layers[0].H,
                          .V = m_plan.V,
                          .E = static_cast<std::int32_t>(m_net.width)});
    }

    void packBiases(std::int32_t l)
    {
        const TextLayer& layer = m_plan.layers[l];
        const PlainTextNet::Recurrent& from = m_net.layers[static_cast<std::size_t>(l)];
        pack(PackedStarts{.to = placeOf(layer.bias),
                          .floatsOfBlock = m_plan.floatsOfBlock,
                          .Wx = nullptr,
                          .b = from.b,
                          .bh = from.bh,
                          .embedding = nullptr,
                          .embeddingBias = nullptr,
                          .blocks = m_plan.workers,
                          .U = layer.U,
                          .H = layer.H,
                          .V = 1,
                          .E = 0});
    }

    void packGates(const TextLayer& layer, const CopiedRows& part, const float* from, std::int32_t rowFloats,
                   std::int32_t width)
    {
        pack({.to = placeOf(part),
              .floatsOfBlock = m_plan.floatsOfBlock,
              .from = from,
              .blocks = m_plan.workers,
              .U = layer.U,
              .gates = m_kernels.gates,
              .rowFloats = rowFloats,
              .H = layer.H,
              .width = width});
    }

    void pack(const PackedRows& rows)
    {
        const std::int64_t count = std::int64_t{rows.blocks} * rows.U * rows.gates * rows.rowFloats;
        packRows<<<blocksFor(count), blockThreads, 0, m_device.stream()>>>(rows);
        checkLaunch("packing weights");
    }

    void pack(const PackedStarts& starts)
    {
        const std::int64_t count = std::int64_t{starts.blocks} * starts.U * m_kernels.sums * starts.V;
        m_kernels.packStarts<<<blocksFor(count), blockThreads, 0, m_device.stream()>>>(starts);
        checkLaunch("packing weights");
    }

    float* placeOf(const CopiedRows& part) const { return m_packed.data() + part.offset; }

    CudaDevice& m_device;
    PlainTextNet m_net;
    TextPlan m_plan;
    CellKernels m_kernels;
    std::size_t m_sharedBytes;
    Buffer m_packed;
    DeviceArray<std::uint64_t> m_words;
    DeviceArray<int> m_failed;
    std::uint32_t m_tag = 1;             ///< of the next launch's first character; words are 0 at first
    std::optional<std::uint64_t> m_seen; ///< version of the weights that are packed
};

} // namespace

std::unique_ptr<Recording> makeTextKernel(CudaDevice& device, const PlainTextNet& net, const SamplerPlaces& places,
                                          std::int32_t characters)
{
    assert(characters >= 2);
    const std::optional<Planned> planned = planFor(device, net);
    if (!planned || !fits(device, *planned)) {
        return nullptr;
    }
    auto kernel = std::make_unique<TextKernel>(device, net, *planned);
    kernel->plan().sampler = places;
    kernel->plan().characters = characters;
    return kernel;
}

} // namespace engine::cuda
