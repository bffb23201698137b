// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/arrays.h"
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/kernels.h"
#include "engine/cuda/caffe/teams.h"
#include "engine/cuda/device_array.h"
#include "engine/kernels/classes.h"

#include <algorithm>
#include <bit>
#include <optional>

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
    Fault* fault;
    int faultPlace;
    __device__ void operator()(std::int64_t i) const
    {
        const std::int64_t element = quotient(i, width), column = i - element * width;
        const float id = ids[element];
        if (!isClass(id, vocabulary)) {
            if (column == 0) {
                tellFault(fault, faultPlace, element, id);
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

/// y[i] = W[id_i] (+ b): a row of W [V, E] for every id.
class EmbedKernel final : public Kernel {
public:
    explicit EmbedKernel(const LayerSetup& layer)
        : m_device(cudaDevice(*layer.device)),
          m_ids(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_weights(layer.weights),
          m_vocabulary(layer.sizes.weights.at(0).shape[0]),
          m_width(layer.sizes.weights[0].shape[1])
    {
        m_faultPlace =
            m_device.faults().place([name = layer.name, vocabulary = m_vocabulary](long long element, double id) {
                return wrongId(name, element, id, vocabulary);
            });
        planSums();
        if (m_output.gradient && gradientOf(0) && m_splits > 1) {
            m_parts = m_device.allocate(m_splits * m_vocabulary * m_width);
            m_done.emplace(m_device, m_vocabulary * m_tiles);
        }
        if (m_output.gradient && gradientOf(1)) {
            m_columnSums.emplace(m_device, m_ids.count(), m_width);
        }
    }

    void forward(const Pass&) override { m_fours ? lookUp<float4>() : lookUp<float>(); }

    void backward() override
    {
        if (m_output.gradient == nullptr) {
            return;
        }
        if (gradientOf(0)) {
            m_fours ? addRowSums<float4>() : addRowSums<float>();
        }
        if (gradientOf(1)) {
            m_columnSums->addTo(m_output.gradient, gradientOf(1));
        }
    }

    std::int64_t workspaceBytes() const override
    {
        const std::int64_t counters = m_done ? m_vocabulary * m_tiles : 0;
        return (m_parts.count() + counters) * std::int64_t{sizeof(float)} + (m_columnSums ? m_columnSums->bytes() : 0);
    }

private:
    float* gradientOf(std::size_t index) const
    {
        return index < m_weights.gradients.size() ? m_weights.gradients[index].data() : nullptr;
    }
    const float* bias() const { return m_weights.values.size() > 1 ? m_weights.values[1].data() : nullptr; }

    /// How the sums of rows are cut up: a round of ids to a block, as long as that makes no more blocks than run well
    /// side by side. A text's commonest letter has a sixth of all rows: its block takes the longest.
    void planSums()
    {
        constexpr std::int64_t mostBlocks = 4096;
        const auto starts = {static_cast<const float*>(m_output.data), static_cast<const float*>(m_output.gradient),
                             static_cast<const float*>(m_weights.values[0].data()), bias(),
                             static_cast<const float*>(gradientOf(0))};
        m_fours = m_width % 4 == 0 && std::ranges::all_of(starts, [](const float* start) {
                      return reinterpret_cast<std::uintptr_t>(start) % sizeof(float4) == 0;
                  });
        const std::int64_t columns = m_fours ? m_width / 4 : m_width;
        m_lanes =
            static_cast<int>(std::min<std::uint64_t>(std::bit_ceil(static_cast<std::uint64_t>(columns)), blockThreads));
        m_tiles = (columns + m_lanes - 1) / m_lanes;
        const std::int64_t rounds = (m_ids.count() + idsOfRound - 1) / idsOfRound;
        m_splits = std::min(rounds, std::max<std::int64_t>(1, mostBlocks / (m_vocabulary * m_tiles)));
    }

    template <typename Vector>
    std::int64_t columns() const
    {
        return m_width / static_cast<std::int64_t>(sizeof(Vector) / sizeof(float));
    }

    template <typename Vector>
    void lookUp()
    {
        const LookUp<Vector> run{m_vocabulary,
                                 columns<Vector>(),
                                 m_ids.data,
                                 reinterpret_cast<const Vector*>(m_weights.values[0].data()),
                                 reinterpret_cast<const Vector*>(bias()),
                                 reinterpret_cast<Vector*>(m_output.data),
                                 m_device.faults().cell(),
                                 m_faultPlace};
        launchElements(m_device, m_ids.count() * columns<Vector>(), run, "EMBED");
    }

    template <typename Vector>
    void addRowSums()
    {
        const RowSums<Vector> run{m_ids.count(),
                                  (m_ids.count() + m_splits - 1) / m_splits,
                                  m_vocabulary,
                                  columns<Vector>(),
                                  m_lanes,
                                  m_ids.data,
                                  reinterpret_cast<const Vector*>(m_output.gradient),
                                  reinterpret_cast<Vector*>(gradientOf(0)),
                                  reinterpret_cast<Vector*>(m_parts.data()),
                                  m_done ? m_done->data() : nullptr};
        const dim3 blocks(static_cast<unsigned>(m_vocabulary), static_cast<unsigned>(m_splits),
                          static_cast<unsigned>(m_tiles));
        sumRows<<<blocks, blockThreads, 0, m_device.stream()>>>(run);
        checkLaunch("EMBED gradients");
    }

    CudaDevice& m_device;
    Tensor m_ids, m_output;
    CanonicalWeights m_weights;
    std::int64_t m_vocabulary, m_width;
    int m_faultPlace;
    bool m_fours = false; ///< columns go by four
    int m_lanes = 1;
    std::int64_t m_tiles = 1, m_splits = 1;
    Buffer m_parts;                              ///< [splits, V, E]; none where one split does
    std::optional<DeviceArray<unsigned>> m_done; ///< how many splits of an id and tile are summed
    std::optional<ColumnSums> m_columnSums;
};

} // namespace

std::unique_ptr<Kernel> makeEmbed(const LayerSetup& layer)
{
    return std::make_unique<EmbedKernel>(layer);
}

} // namespace engine::cuda::caffe
