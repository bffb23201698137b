// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/device_array.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/training/crews.h"
#include "engine/cuda/training/text_kernel.h"
#include "engine/kernels/lstm_cell.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace engine::cuda {
namespace {

// One block is the sampler; the others, the workers, have some units of each layer and some rows of the scores each.
// For each character:
//
//     sampler    scores -> draws -> id
//     workers    id -> h of layer 0 -> h of layer 1 -> ... -> scores;  then Wh h of all layers for the next character,
//                while the sampler draws
//
// What one block makes for others are words of 64 bits in L2, a float and a tag, written and read at once: whoever
// finds the tag of its character has the value, without fences. There are two sets of h, for characters in turn: who
// writes a character's h has the id of it, so all scores of the one before were made, so all have read the h of the one
// before that.

constexpr int mostLayers = 8;
constexpr int threads = 512, warps = threads / 32;
constexpr std::int32_t leastUnits = 4;     ///< of a layer, in a block that has any
constexpr std::int32_t mostForAWarp = 128; ///< scores that one warp draws from
constexpr std::uint64_t patienceNanoseconds = 4'000'000'000;

/// A block's copy of some rows: `offset` floats from the start of what is its own. Those that are near lie in its
/// shared memory too, at the same offset.
struct Part {
    std::int64_t offset;
    bool near;
};

struct TextLayer {
    std::int32_t H;
    std::int32_t U;                ///< units of a block
    std::int32_t below4, width4;   ///< float4s of a row of Wx and of Wh
    std::int32_t splitsX, splitsH; ///< warps that share a unit's row
    Part Wx, Wh;                   ///< [U, 4, row]; the lowest has no Wx, but the table
    Part bias;                     ///< [U, 4]
    float *h, *c;                  ///< [H], canonical
    std::int32_t firstWord;        ///< of h among a set's words
    std::int32_t hAt, cAt, sumsAt; ///< in shared memory: h [H] of all, c [U], Wh h [U, 4, splitsH]
};

struct TextPlan {
    TextLayer layers[mostLayers];
    std::int32_t L, V, R; ///< R: rows of the scores of a block
    std::int32_t workers;
    Part table;          ///< [V, U, 4]: Wx of layer 0 by each character's vector, and the bias
    Part W, b;           ///< [R, H], [R]
    const float* packed; ///< [workers, floatsOfBlock]
    std::int64_t floatsOfBlock;
    std::int32_t nearFloats; ///< of those, the first that lie in shared memory
    std::int32_t sumsXAt;    ///< Wx h [U, 4, splitsX] of the layer that is being made

    std::uint64_t *idWord, *scoreWords, *hWords; ///< [1], [V], [2, unitsOfAll]
    std::int32_t unitsOfAll;
    int* failed;
    Fault* fault;
    int faultPlace;

    SamplerPlaces sampler;
    std::int32_t characters;
    std::uint32_t tag; ///< of the first character; no word has one of this launch yet
};

extern __shared__ float4 memory4[];

__device__ void publish(std::uint64_t* word, std::uint32_t tag, std::uint32_t value)
{
    const std::uint64_t both = std::uint64_t{tag} << 32 | value;
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(both) : "memory");
}

__device__ std::uint64_t look(const std::uint64_t* word)
{
    std::uint64_t both;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(both) : "l"(word) : "memory");
    return both;
}

/// How long a thread waits for another block. All blocks run at once, so they answer in microseconds; but if ever one
/// does not, the host is told, and nobody waits for ever.
class Patience {
public:
    __device__ bool lasts(const TextPlan& plan)
    {
        if (++m_looks % 1024 != 0) {
            return true;
        }
        if (*static_cast<volatile int*>(plan.failed) != 0) {
            return false;
        }
        std::uint64_t now;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        m_begin = m_begin == 0 ? now : m_begin;
        if (now - m_begin < patienceNanoseconds) {
            return true;
        }
        atomicExch(plan.failed, 1);
        tellFault(plan.fault, plan.faultPlace, 0, 0);
        return false;
    }

private:
    unsigned m_looks = 0;
    std::uint64_t m_begin = 0;
};

/// to[i] = the value of words[i] when it has the tag, for every i that is this thread's of `size`. False: it never had.
__device__ bool gather(const TextPlan& plan, const std::uint64_t* words, std::int32_t count, std::uint32_t tag,
                       float* to, std::int32_t rank, std::int32_t size)
{
    constexpr int atOnce = 4; // on their way together
    for (std::int32_t first = rank; first < count; first += atOnce * size) {
        std::uint64_t found[atOnce];
        Patience patience;
        bool all = false;
        while (!all) {
            all = true;
#pragma unroll
            for (int one = 0; one < atOnce; ++one) {
                if (first + one * size < count) {
                    found[one] = look(words + first + one * size);
                    all = all && static_cast<std::uint32_t>(found[one] >> 32) == tag;
                }
            }
            if (!all && !patience.lasts(plan)) {
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

/// The sampler: all of a block, or one warp where that is enough. Each thread has every size-th score.
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
        bool there = true;
        if (number == 0) { // of the pass before
            for (std::int32_t v = crew.rank(); v < V; v += crew.size()) {
                scores[v] = plan.sampler.scores[v];
            }
        } else {
            there = gather(plan, plan.scoreWords, V, tag, scores, crew.rank(), crew.size());
        }
        if (!crew.all(there)) {
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
        crew.sync(); // all have read the scores
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

/// sums[u][gate][split] = the split's part of row[u][gate] · x: one warp a unit and split, float4 k of a row by lane k
/// mod 32 of split k / 32 mod splits.
__device__ __forceinline__ void products(const float4* rows, const float4* x, std::int32_t row4, std::int32_t U,
                                         std::int32_t splits, float* sums)
{
    const auto lane = static_cast<std::int32_t>(threadIdx.x % 32);
    for (auto task = static_cast<std::int32_t>(threadIdx.x / 32); task < U * splits; task += warps) {
        const std::int32_t u = task / splits, split = task % splits;
        const float4* const mine = rows + std::int64_t{4} * u * row4;
        float sum[4] = {};
#pragma unroll 4
        for (std::int32_t k = 32 * split + lane; k < row4; k += 32 * splits) {
            const float4 value = x[k];
#pragma unroll
            for (int gate = 0; gate < 4; ++gate) {
                sum[gate] += dot(mine[gate * row4 + k], value);
            }
        }
        // Four sums over 32 lanes by halves: the upper half of the lanes goes on with gates 2 and 3, a quarter with
        // one.
        const bool upper = (lane & 16) != 0, odd = (lane & 8) != 0;
        const float first = __shfl_xor_sync(wholeWarp, upper ? sum[0] : sum[2], 16);
        const float second = __shfl_xor_sync(wholeWarp, upper ? sum[1] : sum[3], 16);
        const float even = (upper ? sum[2] : sum[0]) + first, uneven = (upper ? sum[3] : sum[1]) + second;
        float one = (odd ? uneven : even) + __shfl_xor_sync(wholeWarp, odd ? even : uneven, 8);
        for (int distance = 4; distance > 0; distance /= 2) {
            one += __shfl_xor_sync(wholeWarp, one, distance);
        }
        if (lane % 8 == 0) {
            const std::int32_t gate = (upper ? 2 : 0) + (odd ? 1 : 0);
            sums[(4 * u + gate) * splits + split] = one;
        }
    }
}

/// A worker's block.
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
    __device__ const float* at(const Part& part) const { return (part.near ? m_near : m_far) + part.offset; }

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
                m_near[layer.cAt + u] = unit(layer, u) < layer.H ? layer.c[unit(layer, u)] : 0;
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

    /// One character. False: another block does not answer. All threads of the block return the same.
    __device__ bool write(std::int32_t number)
    {
        const std::uint32_t tag = m_plan.tag + static_cast<std::uint32_t>(number);
        const std::int32_t set = number % 2 * m_plan.unitsOfAll;
        bool there = true;
        if (hasCell(m_plan.layers[0])) {
            std::uint32_t id = 0;
            there = awaitId(tag, id);
            if (there) {
                const TextLayer& lowest = m_plan.layers[0];
                makeCells(lowest, at(m_plan.table) + std::int64_t{4} * id * lowest.U, 0, number);
            }
        }
        for (std::int32_t l = 0; l < m_plan.L; ++l) {
            const TextLayer& layer = m_plan.layers[l];
            there = there && gather(m_plan, m_plan.hWords + set + layer.firstWord, layer.H, tag, m_near + layer.hAt,
                                    m_thread, threads);
            if (__syncthreads_or(there ? 0 : 1) != 0) {
                return false;
            }
            if (l + 1 < m_plan.L) {
                const TextLayer& above = m_plan.layers[l + 1];
                multiply(above.Wx, layer.hAt, above.below4, above.U, above.splitsX, m_plan.sumsXAt);
                __syncthreads();
                if (hasCell(above)) {
                    makeCells(above, at(above.bias), above.splitsX, number);
                }
            }
        }
        makeScores(number);
        multiplyStates();
        __syncthreads();
        return true;
    }

    /// Whether this thread's warp has cells: four threads a unit, one a gate.
    __device__ bool hasCell(const TextLayer& layer) const { return m_thread / 32 * 32 < 4 * layer.U; }

    __device__ bool awaitId(std::uint32_t tag, std::uint32_t& id) const
    {
        Patience patience;
        std::uint64_t word = look(m_plan.idWord);
        while (static_cast<std::uint32_t>(word >> 32) != tag) {
            if (!patience.lasts(m_plan)) {
                return false;
            }
            word = look(m_plan.idWord);
        }
        id = static_cast<std::uint32_t>(word);
        return true;
    }

    __device__ void multiply(const Part& part, std::int32_t xAt, std::int32_t row4, std::int32_t U, std::int32_t splits,
                             std::int32_t sumsAt)
    {
        const auto* const x = reinterpret_cast<const float4*>(m_near + xAt);
        if (part.near) {
            products(memory4 + part.offset / 4, x, row4, U, splits, m_near + sumsAt);
        } else {
            products(reinterpret_cast<const float4*>(m_far + part.offset), x, row4, U, splits, m_near + sumsAt);
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

    /// By whole warps: thread 4 u + gate adds up its gate of unit u from `start` [U, 4] and the products; then the
    /// first of the four has the cell.
    __device__ void makeCells(const TextLayer& layer, const float* start, std::int32_t splitsX, std::int32_t number)
    {
        const std::int32_t u = m_thread / 4;
        float a = 0;
        if (u < layer.U) {
            a = start[m_thread];
            for (std::int32_t split = 0; split < splitsX; ++split) {
                a += m_near[m_plan.sumsXAt + m_thread * splitsX + split];
            }
            for (std::int32_t split = 0; split < layer.splitsH; ++split) {
                a += m_near[layer.sumsAt + m_thread * layer.splitsH + split];
            }
        }
        const int lead = static_cast<int>(threadIdx.x % 32) & ~3;
        const LstmGates<float> sums{__shfl_sync(wholeWarp, a, lead), __shfl_sync(wholeWarp, a, lead + 1),
                                    __shfl_sync(wholeWarp, a, lead + 2), __shfl_sync(wholeWarp, a, lead + 3)};
        const std::int32_t mine = unit(layer, u);
        if (m_thread % 4 != 0 || u >= layer.U || mine >= layer.H) {
            return;
        }
        const LstmCell<float> cell = lstmForward(lstmGates(sums), m_near[layer.cAt + u]);
        const std::int32_t set = number % 2 * m_plan.unitsOfAll;
        publish(m_plan.hWords + set + layer.firstWord + mine, m_plan.tag + static_cast<std::uint32_t>(number),
                __float_as_uint(cell.h));
        m_near[layer.cAt + u] = cell.c;
        if (number == m_plan.characters - 1) {
            layer.h[mine] = cell.h; // all blocks read it before the second character
            layer.c[mine] = cell.c;
        }
    }

    /// One warp a row.
    __device__ void makeScores(std::int32_t number)
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
                m_plan.sampler.scores[v] = score; // the sampler read it before the second character
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

/// One block on each multiprocessor that takes part, all at once: launched as a cooperative kernel.
__global__ void __launch_bounds__(threads, 1) writeText(const __grid_constant__ TextPlan plan)
{
    __shared__ Block::Room room;
    if (static_cast<std::int32_t>(blockIdx.x) < plan.workers) {
        Worker(plan).work();
    } else if (plan.V > mostForAWarp) {
        Block block(room);
        drawAll(block, plan);
    } else if (threadIdx.x < 32) {
        Warp warp;
        drawAll(warp, plan);
    }
}

/// Rows of a matrix [gates · H, width] as blocks want them: [block][U, gates, rowFloats], zero beyond H and width.
struct PackedRows {
    float* to; ///< of block 0
    std::int64_t floatsOfBlock;
    const float* from; ///< null: zeros
    std::int32_t blocks, U, gates, rowFloats, H, width;
};

/// One thread a number of what is written.
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

/// What layer 0 makes of each character: [block][V, U, 4].
struct PackedTable {
    float* to;
    std::int64_t floatsOfBlock;
    const float *Wx, *b, *embedding, *embeddingBias; ///< [4H, E], [4H], [V, E], [E] or null
    std::int32_t blocks, U, H, V, E;
};

/// One thread a number of the table: the product of a row of Wx and a character's vector.
__global__ void packTable(PackedTable table)
{
    const std::int64_t ofBlock = std::int64_t{4} * table.U * table.V;
    forEachElement(table.blocks * ofBlock, [&](std::int64_t i) {
        const std::int64_t block = i / ofBlock, inBlock = i % ofBlock;
        const std::int64_t gate = inBlock % 4, u = inBlock / 4 % table.U, v = inBlock / 4 / table.U;
        const std::int64_t unit = block * table.U + u;
        float sum = 0;
        if (unit < table.H) {
            const std::int64_t row = gate * table.H + unit;
            sum = table.b[row];
            for (std::int32_t e = 0; e < table.E; ++e) {
                const float bias = table.embeddingBias == nullptr ? 0 : table.embeddingBias[e];
                sum += table.Wx[row * table.E + e] * (table.embedding[v * table.E + e] + bias);
            }
        }
        table.to[block * table.floatsOfBlock + inBlock] = sum;
    });
}

std::int64_t paddedTo4(std::int64_t count)
{
    return (count + 3) / 4 * 4;
}

std::int64_t shares(std::int64_t count, std::int64_t parts)
{
    return (count + parts - 1) / parts;
}

/// Lays out what a block holds: what is put first lies near as long as there is room.
class Layout {
public:
    explicit Layout(std::int64_t nearRoom) : m_room(nearRoom) {}

    /// To be called once for each part, then settle().
    void put(Part& part, std::int64_t floats)
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
    std::vector<std::pair<Part*, std::int64_t>> m_far;
};

/// A plan for the net on this GPU, without addresses of what is not the net's own.
struct Planned {
    TextPlan plan{};
    std::size_t sharedBytes = 0;
};

/// How the units of each layer and the rows of the scores are shared among workers.
void shareOut(const PlainTextNet& net, std::int64_t workersAtMost, TextPlan& plan)
{
    const auto narrow = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
    std::int64_t below = 0;
    plan.L = narrow(std::ssize(net.layers));
    plan.V = narrow(net.vocabulary);
    for (std::int32_t l = 0; l < plan.L; ++l) {
        const PlainTextNet::Lstm& from = net.layers[static_cast<std::size_t>(l)];
        TextLayer& layer = plan.layers[l];
        layer.H = narrow(from.units);
        layer.h = from.h;
        layer.c = from.c;
        layer.U = std::max(leastUnits, narrow(shares(from.units, workersAtMost)));
        layer.width4 = narrow(paddedTo4(from.units) / 4);
        layer.below4 = narrow(paddedTo4(below) / 4);
        below = from.units;
        const auto splits = [&](std::int32_t row4) {
            return std::clamp<std::int32_t>(warps / layer.U, 1, std::max(1, narrow(shares(row4, 32))));
        };
        layer.splitsX = splits(layer.below4);
        layer.splitsH = splits(layer.width4);
        layer.firstWord = plan.unitsOfAll;
        plan.unitsOfAll += layer.H;
        plan.workers = std::max(plan.workers, narrow(shares(layer.H, layer.U)));
    }
    plan.R = narrow(shares(plan.V, plan.workers));
}

std::optional<Planned> planFor(CudaDevice& device, const PlainTextNet& net)
{
    const std::int64_t workersAtMost = device.multiprocessors() - 1;
    if (std::ssize(net.layers) > mostLayers || workersAtMost < 1) {
        return std::nullopt;
    }
    Planned planned;
    TextPlan& plan = planned.plan;
    shareOut(net, workersAtMost, plan);

    // What is no weight: h, c and sums; behind the weights that are near.
    std::int64_t working = 0;
    const auto take = [&](std::int32_t& at, std::int64_t floats) {
        at = static_cast<std::int32_t>(working);
        working += paddedTo4(floats);
    };
    std::int64_t sumsX = 0;
    for (std::int32_t l = 0; l < plan.L; ++l) {
        TextLayer& layer = plan.layers[l];
        if (4 * layer.U > threads) {
            return std::nullopt; // makeCells has a thread for each gate
        }
        take(layer.hAt, 4 * layer.width4);
        take(layer.cAt, layer.U);
        take(layer.sumsAt, std::int64_t{4} * layer.U * layer.splitsH);
        sumsX = std::max(sumsX, std::int64_t{4} * layer.U * layer.splitsX);
    }
    take(plan.sumsXAt, sumsX);

    const auto room =
        static_cast<std::int64_t>((device.properties().sharedMemPerBlockOptin - sizeof(Block::Room)) / sizeof(float));
    const std::int64_t ofSampler = 5 * std::int64_t{plan.V}; // drawAll: 20 bytes a score
    if (working > room || ofSampler > room) {
        return std::nullopt;
    }
    Layout layout(room - working);
    const auto rows = [](const TextLayer& layer, std::int64_t row4) { return 16 * std::int64_t{layer.U} * row4; };
    for (std::int32_t l = 1; l < plan.L; ++l) {
        layout.put(plan.layers[l].bias, 4 * plan.layers[l].U);
    }
    layout.put(plan.b, plan.R);
    layout.put(plan.table, std::int64_t{4} * plan.V * plan.layers[0].U);
    layout.put(plan.W, std::int64_t{4} * plan.R * plan.layers[plan.L - 1].width4);
    for (std::int32_t l = 1; l < plan.L; ++l) {
        layout.put(plan.layers[l].Wx, rows(plan.layers[l], plan.layers[l].below4));
    }
    for (std::int32_t l = 0; l < plan.L; ++l) { // last, as these are multiplied while the sampler draws
        layout.put(plan.layers[l].Wh, rows(plan.layers[l], plan.layers[l].width4));
    }
    plan.floatsOfBlock = layout.settle();
    // A second copy of the weights must not take the memory that something else will want.
    const std::int64_t packed = plan.floatsOfBlock * plan.workers * std::int64_t{sizeof(float)};
    if (packed > device.memory().available / 4) {
        return std::nullopt;
    }
    plan.nearFloats = static_cast<std::int32_t>(layout.nearFloats());
    for (std::int32_t l = 0; l < plan.L; ++l) {
        TextLayer& layer = plan.layers[l];
        for (std::int32_t* const place : {&layer.hAt, &layer.cAt, &layer.sumsAt}) {
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
    check(cudaFuncSetAttribute(writeText, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(planned.sharedBytes)),
          "memory for writing text");
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, writeText, threads, planned.sharedBytes),
          "asking how many blocks run at once");
    return cooperative != 0 && blocks * device.multiprocessors() > planned.plan.workers;
}

class TextKernel final : public Recording {
public:
    TextKernel(CudaDevice& device, const PlainTextNet& net, const Planned& planned)
        : m_device(device),
          m_net(net),
          m_plan(planned.plan),
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
            return "CUDA: the kernel that writes text has waited four seconds for one of its own blocks, and gave up";
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
        check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(writeText),
                                          dim3(static_cast<unsigned>(m_plan.workers) + 1), dim3(threads), arguments,
                                          m_sharedBytes, m_device.stream()),
              "writing text");
    }

    TextPlan& plan() { return m_plan; }

private:
    static constexpr std::int64_t lineOfId = 16; ///< words: a line of L2 for itself

    /// Behind the work that made the weights, before what reads the copy.
    void pack()
    {
        for (std::int32_t l = 0; l < m_plan.L; ++l) {
            const TextLayer& layer = m_plan.layers[l];
            const PlainTextNet::Lstm& from = m_net.layers[static_cast<std::size_t>(l)];
            if (l > 0) {
                const std::int32_t below = m_plan.layers[l - 1].H;
                packGates(layer, layer.Wx, from.Wx, 4 * layer.below4, below);
                packGates(layer, layer.bias, from.b, 1, 1);
            }
            packGates(layer, layer.Wh, from.Wh, 4 * layer.width4, layer.H);
        }
        const TextLayer &lowest = m_plan.layers[0], &top = m_plan.layers[m_plan.L - 1];
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
        const PackedTable table{.to = placeOf(m_plan.table),
                                .floatsOfBlock = m_plan.floatsOfBlock,
                                .Wx = m_net.layers[0].Wx,
                                .b = m_net.layers[0].b,
                                .embedding = m_net.embedding,
                                .embeddingBias = m_net.embeddingBias,
                                .blocks = m_plan.workers,
                                .U = lowest.U,
                                .H = lowest.H,
                                .V = m_plan.V,
                                .E = static_cast<std::int32_t>(m_net.width)};
        packTable<<<blocksFor(std::int64_t{4} * table.blocks * table.U * table.V), blockThreads, 0,
                    m_device.stream()>>>(table);
        checkLaunch("packing weights");
    }

    void packGates(const TextLayer& layer, const Part& part, const float* from, std::int32_t rowFloats,
                   std::int32_t width)
    {
        pack({.to = placeOf(part),
              .floatsOfBlock = m_plan.floatsOfBlock,
              .from = from,
              .blocks = m_plan.workers,
              .U = layer.U,
              .gates = 4,
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

    float* placeOf(const Part& part) const { return m_packed.data() + part.offset; }

    CudaDevice& m_device;
    PlainTextNet m_net;
    TextPlan m_plan;
    std::size_t m_sharedBytes;
    Buffer m_packed;
    DeviceArray<std::uint64_t> m_words;
    DeviceArray<int> m_failed;
    std::uint32_t m_tag = 1;             ///< of the next launch's first character; words begin with 0
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
