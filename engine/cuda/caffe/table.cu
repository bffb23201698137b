// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/table.h"
#include "engine/cuda/caffe/teams.h"
#include "engine/kernels/classes.h"

#include <algorithm>
#include <bit>

namespace engine::cuda::caffe {
namespace {

__device__ inline float plus(float a, float b)
{
    return a + b;
}
__device__ inline float4 plus(float4 a, float4 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

/// y[i] = W[id_i] (+ b), one thread a column of an id; columns are `Vector`s: floats, or four of them at once.
template <typename Vector>
struct LookUp {
    std::int64_t vocabulary, width; ///< V, columns
    const float* ids;
    const Vector *W, *b; ///< b may be null
    Vector* y;
    FaultPlace faults;
    __device__ void operator()(std::int64_t i) const
    {
        const std::int64_t element = quotient(i, width), column = i - element * width;
        const float id = ids[element];
        if (!isClass(id, vocabulary)) {
            if (column == 0) {
                faults.tell(element, id);
            }
            y[i] = Vector{};
            return;
        }
        const Vector row = W[static_cast<std::int64_t>(id) * width + column];
        y[i] = b != nullptr ? plus(row, b[column]) : row;
    }
};

constexpr int idsOfThread = 8;
constexpr int idsOfRound = idsOfThread * static_cast<int>(blockThreads);
constexpr int warps = static_cast<int>(blockThreads) / warpThreads;

/// Sums of the rows of dy under each id.
template <typename Vector>
struct RowSums {
    std::int64_t count, perSplit; ///< ids; those that one block looks through
    std::int64_t vocabulary, width;
    int lanes; ///< threads side by side in a row: a power of 2
    const float* ids;
    const Vector* dy;
    Vector *dW, *parts; ///< added to; [splits, V, columns]
    unsigned* done;     ///< [V, tiles]
};

/// Writes to `list`, in the same order always, which of the ids from `first` on, below `last` and of one round, are
/// `id`: by their distance from `first`. All threads of the block call; returns how many there are.
__device__ int findIds(const float* ids, std::int64_t first, std::int64_t last, float id, std::uint16_t* list)
{
    __shared__ int ofWarp[warps];
    unsigned found = 0; // a bit for each of the thread's ids
#pragma unroll
    for (int k = 0; k < idsOfThread; ++k) {
        const std::int64_t at = first + k * static_cast<int>(blockThreads) + threadIdx.x;
        found |= (at < last && ids[at] == id ? 1u : 0u) << k;
    }
    const int mine = __popc(found), lane = static_cast<int>(threadIdx.x) % warpThreads;
    int upToMine = mine;
    for (int distance = 1; distance < warpThreads; distance *= 2) {
        const int below = __shfl_up_sync(wholeWarp, upToMine, distance);
        upToMine += lane >= distance ? below : 0;
    }
    __syncthreads(); // the last round's list has been read
    if (lane == warpThreads - 1) {
        ofWarp[threadIdx.x / warpThreads] = upToMine;
    }
    __syncthreads();
    int place = upToMine - mine, total = 0;
    for (int warp = 0; warp < warps; ++warp) {
        place += warp < static_cast<int>(threadIdx.x) / warpThreads ? ofWarp[warp] : 0;
        total += ofWarp[warp];
    }
    for (; found != 0; found &= found - 1) {
        const int k = __ffs(static_cast<int>(found)) - 1;
        list[place++] = static_cast<std::uint16_t>(k * static_cast<int>(blockThreads) + static_cast<int>(threadIdx.x));
    }
    __syncthreads();
    return total;
}

/// Block (id, split of the ids, tile of `lanes` columns): finds the id's rows, and sums them in groups of `lanes`
/// threads, group g every 256/lanes-th of them. The block that ends last of an id and tile adds up the splits in their
/// order.
template <typename Vector>
__global__ void sumRows(const RowSums<Vector> s)
{
    __shared__ std::uint16_t list[idsOfRound];
    __shared__ Vector sums[blockThreads];
    const int lane = static_cast<int>(threadIdx.x) % s.lanes, group = static_cast<int>(threadIdx.x) / s.lanes;
    const int groups = static_cast<int>(blockThreads) / s.lanes;
    const std::int64_t column = std::int64_t{blockIdx.z} * s.lanes + lane;
    const std::int64_t begin = blockIdx.y * s.perSplit;
    const std::int64_t end = begin + s.perSplit < s.count ? begin + s.perSplit : s.count;
    Vector sum{};
    bool any = false;
    for (std::int64_t first = begin; first < end; first += idsOfRound) {
        const int found = findIds(s.ids, first, end, static_cast<float>(blockIdx.x), list);
        any = any || found > 0;
        if (column < s.width) {
#pragma unroll 4
            for (int k = group; k < found; k += groups) {
                sum = plus(sum, s.dy[(first + list[k]) * s.width + column]);
            }
        }
    }
    sums[threadIdx.x] = sum;
    for (int half = groups / 2; half > 0; half /= 2) {
        __syncthreads();
        if (group < half) {
            sum = plus(sum, sums[static_cast<int>(threadIdx.x) + half * s.lanes]);
            sums[threadIdx.x] = sum;
        }
    }
    const bool writes = group == 0 && column < s.width;
    const std::int64_t at = blockIdx.x * s.width + column;
    if (gridDim.y == 1) {
        if (writes && any) {
            s.dW[at] = plus(s.dW[at], sum);
        }
        return;
    }
    const std::int64_t perSplit = s.vocabulary * s.width;
    if (writes) {
        s.parts[blockIdx.y * perSplit + at] = sum;
    }
    if (isLastBlock(s.done + blockIdx.x * std::int64_t{gridDim.z} + blockIdx.z, gridDim.y) && writes) {
        Vector all = __ldcg(s.parts + at);
        for (unsigned split = 1; split < gridDim.y; ++split) {
            all = plus(all, __ldcg(s.parts + split * perSplit + at));
        }
        s.dW[at] = plus(s.dW[at], all);
    }
}

} // namespace

Table::Table(CudaDevice& device, const TableLookUp& lookUp) : m_device(&device), m_all(lookUp)
{
    planSums();
    if (m_all.dy && m_all.dW && m_splits > 1) {
        m_parts = device.allocate(m_splits * m_all.vocabulary * m_all.width);
        m_done.emplace(device, m_all.vocabulary * m_tiles);
    }
}

/// How the sums of rows are cut up: a round of ids to a block, as long as that makes no more blocks than run well side
/// by side. A text's commonest letter has a sixth of all rows: its block takes the longest.
void Table::planSums()
{
    constexpr std::int64_t maxBlocks = 4096;
    const auto starts = {static_cast<const float*>(m_all.y), m_all.dy, m_all.W, m_all.b,
                         static_cast<const float*>(m_all.dW)};
    m_fours = m_all.width % 4 == 0 && std::ranges::all_of(starts, [](const float* start) {
                  return reinterpret_cast<std::uintptr_t>(start) % sizeof(float4) == 0;
              });
    const std::int64_t columns = m_fours ? m_all.width / 4 : m_all.width;
    m_lanes =
        static_cast<int>(std::min<std::uint64_t>(std::bit_ceil(static_cast<std::uint64_t>(columns)), blockThreads));
    m_tiles = (columns + m_lanes - 1) / m_lanes;
    const std::int64_t rounds = (m_all.count + idsOfRound - 1) / idsOfRound;
    m_splits = std::min(rounds, std::max<std::int64_t>(1, maxBlocks / (m_all.vocabulary * m_tiles)));
}

void Table::lookUp(const FaultPlace& faults) const
{
    m_fours ? lookUpBy<float4>(faults) : lookUpBy<float>(faults);
}

void Table::addGradient() const
{
    m_fours ? addGradientBy<float4>() : addGradientBy<float>();
}

std::int64_t Table::bytes() const
{
    const std::int64_t counters = m_done ? m_all.vocabulary * m_tiles : 0;
    return (m_parts.count() + counters) * std::int64_t{sizeof(float)};
}

template <typename Vector>
std::int64_t Table::columns() const
{
    return m_all.width / static_cast<std::int64_t>(sizeof(Vector) / sizeof(float));
}

template <typename Vector>
void Table::lookUpBy(const FaultPlace& faults) const
{
    const LookUp<Vector> run{m_all.vocabulary,
                             columns<Vector>(),
                             m_all.ids,
                             reinterpret_cast<const Vector*>(m_all.W),
                             reinterpret_cast<const Vector*>(m_all.b),
                             reinterpret_cast<Vector*>(m_all.y),
                             faults};
    launchElements(*m_device, m_all.count * columns<Vector>(), run, "EMBED");
}

template <typename Vector>
void Table::addGradientBy() const
{
    const RowSums<Vector> run{m_all.count,
                              (m_all.count + m_splits - 1) / m_splits,
                              m_all.vocabulary,
                              columns<Vector>(),
                              m_lanes,
                              m_all.ids,
                              reinterpret_cast<const Vector*>(m_all.dy),
                              reinterpret_cast<Vector*>(m_all.dW),
                              reinterpret_cast<Vector*>(m_parts.data()),
                              m_done ? m_done->data() : nullptr};
    const dim3 blocks(static_cast<unsigned>(m_all.vocabulary), static_cast<unsigned>(m_splits),
                      static_cast<unsigned>(m_tiles));
    sumRows<<<blocks, blockThreads, 0, m_device->stream()>>>(run);
    checkLaunch("EMBED gradients");
}

} // namespace engine::cuda::caffe
