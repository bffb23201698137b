// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/device_array.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/solvers/cuda_update.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

namespace engine::cuda {
namespace {

/// Elements that one block takes: two float4 a thread. Small, so that small nets too fill a GPU.
constexpr std::int64_t pieceSize = 8 * blockThreads;

/// Of the kernels of one block.
constexpr unsigned oneBlockThreads = 512;

/// A part of one weight's elements.
struct WeightPiece {
    std::int64_t first; ///< in the blocks; a multiple of 4
    std::int32_t count;
    std::int32_t weight; ///< its index among the plan's
};

/// The state that the GPU keeps from update to update.
struct Progress {
    std::int64_t iteration; ///< updates finished
    std::uint64_t records;  ///< told to the host
    double rateScale;
    double loss, objective; ///< of the update to come, so far
    int halted;             ///< something was not finite: nothing is updated until the host seeks
    int updateNow;          ///< of the update under way
};

/// One record in memory that host and GPU share.
struct alignas(64) Slot {
    DeviceUpdate::Record record;
    std::uint64_t number; ///< from 1; written last: then the record is whole
};

/// The sum over a block, in an order that never changes; in thread 0.
__device__ double blockSum(double value)
{
    __shared__ double warps[32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_down_sync(~0U, value, distance);
    }
    if (lane == 0) {
        warps[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        value = lane < blockDim.x / 32 ? warps[lane] : 0.0;
        for (int distance = 16; distance > 0; distance /= 2) {
            value += __shfl_down_sync(~0U, value, distance);
        }
    }
    return value;
}

/// progress.loss += part · Σ share · Σ values, and progress.objective likewise with the weights; one block, each thread
/// every blockDim-th element of each tensor.
__global__ void addUp(const LossTensor* losses, int count, double part, Progress* progress)
{
    double loss = 0, objective = 0;
    for (int index = 0; index < count; ++index) {
        const LossTensor& tensor = losses[index];
        for (std::int64_t i = threadIdx.x; i < tensor.count; i += blockDim.x) {
            loss += tensor.share * static_cast<double>(tensor.values[i]);
            objective += tensor.weight * static_cast<double>(tensor.values[i]);
        }
    }
    loss = blockSum(loss);
    __syncthreads(); // blockSum's shared memory is used again
    objective = blockSum(objective);
    if (threadIdx.x == 0) {
        progress->loss += part * loss;
        progress->objective += part * objective;
    }
}

__device__ double square(float value)
{
    return static_cast<double>(value) * static_cast<double>(value);
}

/// squares[b] = Σ g² of piece b: one block a piece, four elements a thread at once.
__global__ void sumSquares(const WeightPiece* pieces, const float* gradients, double* squares)
{
    const WeightPiece piece = pieces[blockIdx.x];
    const float* const g = gradients + piece.first;
    const int whole = piece.count / 4;
    double sum = 0;
    for (int four = static_cast<int>(threadIdx.x); four < whole; four += static_cast<int>(blockDim.x)) {
        const float4 values = reinterpret_cast<const float4*>(g)[four];
        sum += (square(values.x) + square(values.y)) + (square(values.z) + square(values.w));
    }
    for (int rest = 4 * whole + static_cast<int>(threadIdx.x); rest < piece.count;
         rest += static_cast<int>(blockDim.x)) {
        sum += square(g[rest]);
    }
    sum = blockSum(sum);
    if (threadIdx.x == 0) {
        squares[blockIdx.x] = sum;
    }
}

struct Settlement {
    UpdateSettings settings;
    RateSchedule schedule; ///< its list in the GPU's memory
    const DeviceUpdatePlan::Weight* weights;
    int weightCount;
    const double* squares;
    int pieceCount;
    Progress* progress;
    WeightFactors* factors; ///< of each weight
    Slot* slots;
};

/// Field by field, then the number: the host reads the record when it sees that.
__device__ void tellHost(Slot* slot, const DeviceUpdate::Record& record, std::uint64_t number)
{
    slot->record = record;
    __threadfence_system();
    *static_cast<volatile std::uint64_t*>(&slot->number) = number;
}

/// Settles the update from the count of those before it, reports to the host, and counts. One thread.
__device__ DeviceUpdate::Record settleRecord(const Settlement& s, double norm)
{
    Progress& progress = *s.progress;
    DeviceUpdate::Record record{.iteration = progress.iteration,
                                .loss = progress.loss,
                                .objective = progress.objective,
                                .learningRate =
                                    progress.rateScale * learningRate<double>(s.schedule, progress.iteration),
                                .gradientNorm = norm / static_cast<double>(s.settings.iterSize),
                                .finite = false};
    record.finite = isfinite(record.objective) && isfinite(norm) && isfinite(record.learningRate);
    progress.loss = progress.objective = 0;
    progress.updateNow = record.finite && !progress.halted;
    if (!progress.halted) {
        tellHost(&s.slots[progress.records % DeviceUpdate::maxAhead], record, progress.records + 1);
        ++progress.records;
    }
    progress.iteration += progress.updateNow;
    progress.halted = progress.halted || !record.finite;
    return record;
}

/// One block. All threads add up the squares; thread 0 settles the update; then one thread a weight, in strides,
/// works out the factors: in double precision, rounded once.
__global__ void settle(Settlement s)
{
    __shared__ double norm, rate;
    __shared__ std::int64_t iteration;
    double sum = 0;
    for (int piece = static_cast<int>(threadIdx.x); piece < s.pieceCount; piece += static_cast<int>(blockDim.x)) {
        sum += s.squares[piece];
    }
    sum = blockSum(sum);
    if (threadIdx.x == 0) {
        norm = sqrt(sum);
        const DeviceUpdate::Record record = settleRecord(s, norm);
        rate = record.learningRate;
        iteration = record.iteration;
    }
    __syncthreads();
    for (int index = static_cast<int>(threadIdx.x); index < s.weightCount; index += static_cast<int>(blockDim.x)) {
        const DeviceUpdatePlan::Weight weight = s.weights[index];
        s.factors[index] = {
            .gradient = gradientFactors<float>(s.settings, norm, weight.decayMult),
            .rule = ruleFactors<float>(s.settings, rate, iteration, weight.lrMult, weight.decayMult),
        };
    }
}

/// The blocks of all weights; `second` is null for the rules that remember one number, `average` where none is kept.
struct Blocks {
    float* values;
    const float* gradients;
    float* first;
    float* second;
    float* average;
};

template <UpdateRule rule>
__device__ void updateElement(const WeightFactors& factors, float gradient, float& weight, float& first, float& second)
{
    updateWeight<rule>(factors.rule, preparedGradient(factors.gradient, gradient, weight), weight, first, second);
}

/// One block a piece, four elements a thread at once.
template <UpdateRule rule>
__global__ void updatePieces(const WeightPiece* pieces, const WeightFactors* allFactors, const Progress* progress,
                             Blocks blocks)
{
    if (!progress->updateNow) {
        return;
    }
    const WeightPiece piece = pieces[blockIdx.x];
    const WeightFactors factors = allFactors[piece.weight];
    float* const w = blocks.values + piece.first;
    const float* const g = blocks.gradients + piece.first;
    float* const h = blocks.first + piece.first;
    float* const d = historyCount(rule) == 2 ? blocks.second + piece.first : nullptr;
    float* const a = blocks.average != nullptr ? blocks.average + piece.first : nullptr;
    const int whole = piece.count / 4;
    for (int four = static_cast<int>(threadIdx.x); four < whole; four += static_cast<int>(blockDim.x)) {
        float4 values = reinterpret_cast<float4*>(w)[four];
        const float4 gradients = reinterpret_cast<const float4*>(g)[four];
        float4 first = reinterpret_cast<float4*>(h)[four];
        float4 second{};
        if constexpr (historyCount(rule) == 2) {
            second = reinterpret_cast<float4*>(d)[four];
        }
        updateElement<rule>(factors, gradients.x, values.x, first.x, second.x);
        updateElement<rule>(factors, gradients.y, values.y, first.y, second.y);
        updateElement<rule>(factors, gradients.z, values.z, first.z, second.z);
        updateElement<rule>(factors, gradients.w, values.w, first.w, second.w);
        reinterpret_cast<float4*>(w)[four] = values;
        reinterpret_cast<float4*>(h)[four] = first;
        if constexpr (historyCount(rule) == 2) {
            reinterpret_cast<float4*>(d)[four] = second;
        }
        if (a != nullptr) {
            float4 averages = reinterpret_cast<float4*>(a)[four];
            updateAverage(factors.rule, values.x, averages.x);
            updateAverage(factors.rule, values.y, averages.y);
            updateAverage(factors.rule, values.z, averages.z);
            updateAverage(factors.rule, values.w, averages.w);
            reinterpret_cast<float4*>(a)[four] = averages;
        }
    }
    for (int rest = 4 * whole + static_cast<int>(threadIdx.x); rest < piece.count;
         rest += static_cast<int>(blockDim.x)) {
        float none = 0;
        updateElement<rule>(factors, g[rest], w[rest], h[rest], historyCount(rule) == 2 ? d[rest] : none);
        if (a != nullptr) {
            updateAverage(factors.rule, w[rest], a[rest]);
        }
    }
}

using UpdateKernel = void (*)(const WeightPiece*, const WeightFactors*, const Progress*, Blocks);

UpdateKernel kernelOf(UpdateRule rule)
{
    switch (rule) {
    case UpdateRule::Sgd:
        break;
    case UpdateRule::Nesterov:
        return updatePieces<UpdateRule::Nesterov>;
    case UpdateRule::AdaGrad:
        return updatePieces<UpdateRule::AdaGrad>;
    case UpdateRule::RmsProp:
        return updatePieces<UpdateRule::RmsProp>;
    case UpdateRule::AdaDelta:
        return updatePieces<UpdateRule::AdaDelta>;
    case UpdateRule::Adam:
        return updatePieces<UpdateRule::Adam>;
    case UpdateRule::AdamW:
        return updatePieces<UpdateRule::AdamW>;
    }
    return updatePieces<UpdateRule::Sgd>;
}

std::vector<WeightPiece> piecesOf(const std::vector<DeviceUpdatePlan::Weight>& weights)
{
    std::vector<WeightPiece> pieces;
    for (std::size_t weight = 0; weight < weights.size(); ++weight) {
        assert(weights[weight].first % 4 == 0);
        const std::int64_t last = weights[weight].first + weights[weight].count;
        for (std::int64_t first = weights[weight].first; first < last; first += pieceSize) {
            pieces.push_back({.first = first,
                              .count = static_cast<std::int32_t>(std::min(pieceSize, last - first)),
                              .weight = static_cast<std::int32_t>(weight)});
        }
    }
    return pieces;
}

/// The ring of records, in page-locked memory that the GPU writes and the host reads.
class Records {
public:
    Records()
    {
        check(cudaHostAlloc(&m_host, sizeof(Slot) * DeviceUpdate::maxAhead, cudaHostAllocMapped),
              "memory that host and GPU share");
        forget();
        check(cudaHostGetDevicePointer(&m_device, m_host, 0), "memory that host and GPU share");
    }
    ~Records() { static_cast<void>(cudaFreeHost(m_host)); }
    Records(const Records&) = delete;
    Records& operator=(const Records&) = delete;

    Slot* slots() const { return m_device; } ///< for kernels

    /// Whether the record `later` places after the next one has been written.
    bool has(std::uint64_t later) const
    {
        const std::uint64_t index = m_taken + later;
        return __atomic_load_n(&m_host[index % DeviceUpdate::maxAhead].number, __ATOMIC_ACQUIRE) == index + 1;
    }

    std::int64_t ready() const
    {
        std::uint64_t count = 0;
        while (count < DeviceUpdate::maxAhead && has(count)) {
            ++count;
        }
        return static_cast<std::int64_t>(count);
    }

    std::optional<DeviceUpdate::Record> take()
    {
        if (!has(0)) {
            return std::nullopt;
        }
        return m_host[m_taken++ % DeviceUpdate::maxAhead].record;
    }

    /// While the GPU writes none.
    void forget()
    {
        std::fill_n(m_host, DeviceUpdate::maxAhead, Slot{});
        m_taken = 0;
    }

private:
    Slot* m_host = nullptr;
    Slot* m_device = nullptr;
    std::uint64_t m_taken = 0;
};

class CudaUpdate final : public DeviceUpdate {
public:
    CudaUpdate(CudaDevice& device, const DeviceUpdatePlan& plan) : CudaUpdate(device, plan, piecesOf(plan.weights)) {}

    void addLosses() override
    {
        addUp<<<1, oneBlockThreads, 0, m_device.stream()>>>(
            m_losses.data(), m_lossCount, 1.0 / static_cast<double>(m_settlement.settings.iterSize), m_progress.data());
        checkLaunch("adding up losses");
    }

    double* lossSums() override
    {
        static_assert(offsetof(Progress, objective) == offsetof(Progress, loss) + sizeof(double));
        return &m_progress.data()->loss;
    }

    void update() override
    {
        const auto blocks = static_cast<unsigned>(m_settlement.pieceCount);
        if (blocks > 0) {
            sumSquares<<<blocks, blockThreads, 0, m_device.stream()>>>(m_pieces.data(), m_blocks.gradients,
                                                                       m_squares.data());
            checkLaunch("the gradients' norm");
        }
        settle<<<1, oneBlockThreads, 0, m_device.stream()>>>(m_settlement);
        checkLaunch("settling an update");
        if (blocks > 0) {
            m_kernel<<<blocks, blockThreads, 0, m_device.stream()>>>(m_pieces.data(), m_factors.data(),
                                                                     m_progress.data(), m_blocks);
            checkLaunch("an update");
        }
    }

    std::optional<Record> take() override { return m_records.take(); }

    std::int64_t ready() const override { return m_records.ready(); }

    void seek(std::int64_t iteration, double rateScale) override
    {
        m_device.finish();
        m_records.forget();
        const Progress progress{.iteration = iteration, .rateScale = rateScale};
        m_progress.write(m_device, 0, {&progress, 1});
    }

private:
    CudaUpdate(CudaDevice& device, const DeviceUpdatePlan& plan, const std::vector<WeightPiece>& pieces)
        : m_device(device),
          m_kernel(kernelOf(plan.settings.rule)),
          m_blocks{plan.values, plan.gradients, plan.first, plan.second, plan.average},
          m_lossCount(static_cast<int>(plan.losses.size())),
          m_losses(device, plan.losses),
          m_weights(device, plan.weights),
          m_pieces(device, pieces),
          m_steps(device, std::span(plan.schedule.steps, static_cast<std::size_t>(plan.schedule.stepCount))),
          m_squares(device, std::ssize(pieces)),
          m_factors(device, std::ssize(plan.weights)),
          m_progress(device, 1),
          m_settlement{.settings = plan.settings,
                       .schedule = plan.schedule,
                       .weights = m_weights.data(),
                       .weightCount = static_cast<int>(plan.weights.size()),
                       .squares = m_squares.data(),
                       .pieceCount = static_cast<int>(pieces.size()),
                       .progress = m_progress.data(),
                       .factors = m_factors.data(),
                       .slots = m_records.slots()}
    {
        m_settlement.schedule.steps = m_steps.data();
        CudaUpdate::seek(0, 1);
    }

    CudaDevice& m_device;
    UpdateKernel m_kernel;
    Blocks m_blocks;
    int m_lossCount;
    Records m_records;
    DeviceArray<LossTensor> m_losses;
    DeviceArray<DeviceUpdatePlan::Weight> m_weights;
    DeviceArray<WeightPiece> m_pieces;
    DeviceArray<std::int64_t> m_steps;
    DeviceArray<double> m_squares; ///< of each piece
    DeviceArray<WeightFactors> m_factors;
    DeviceArray<Progress> m_progress;
    Settlement m_settlement;
};

} // namespace

std::unique_ptr<DeviceUpdate> makeCudaUpdate(CudaDevice& device, const DeviceUpdatePlan& plan)
{
    return std::make_unique<CudaUpdate>(device, plan);
}

} // namespace engine::cuda
