// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/training/crews.h"
#include "engine/cuda/training/cuda_sampler.h"
#include "engine/cuda/training/text_kernel.h"
#include "engine/graph/error.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

namespace engine::cuda {
namespace {

constexpr std::int32_t maxScoresOfWarp = 128; ///< four a thread; with more a block draws
constexpr unsigned drawThreads = 512;         ///< of a block that draws
constexpr std::size_t bytesEach = sizeof(std::uint64_t) + sizeof(std::uint32_t) + sizeof(std::int32_t);

/// One draw: where it reads and writes.
struct Draw {
    SamplerState* state;
    const float* scores; ///< [V]
    std::int32_t V;
    float* data;
    float* clip; ///< may be null
    std::uint64_t* ring;
};

extern __shared__ std::uint64_t shared[];

/// Room for V scores in the block's dynamic shared memory.
__device__ DrawRoom roomFor(std::int32_t V)
{
    auto* const keys = reinterpret_cast<std::uint32_t*>(shared + V);
    return {.weights = shared, .keys = keys, .order = reinterpret_cast<std::int32_t*>(keys + V)};
}

/// By all threads of the crew; the one of rank 0 writes.
template <typename Crew>
__device__ void drawBy(Crew& crew, const Draw& draw)
{
    const SamplerState state = *draw.state;
    RandomSequence random(state.random, state.position);
    const double chance = state.settings.likeliest() ? 0.5 : random.uniform01();
    const std::int32_t id = drawCharacter(crew, state.settings, chance, draw.scores, draw.V, roomFor(draw.V));
    const auto bits = static_cast<float>(surpriseOf(crew, draw.scores, draw.V, id));
    if (crew.rank() != 0) {
        return;
    }
    *draw.data = static_cast<float>(id);
    if (draw.clip != nullptr) {
        *draw.clip = 1;
    }
    draw.state->position = random.position();
    draw.state->drawn = state.drawn + 1;
    *const_cast<volatile std::uint64_t*>(draw.ring + state.drawn % RingWord::slots) =
        RingWord::of(state.drawn, id, bits);
}

/// One warp: each thread has every 32nd score.
__global__ void drawByWarp(Draw draw)
{
    Warp warp;
    drawBy(warp, draw);
}

/// One block: each thread has every 512th score.
__global__ void drawByBlock(Draw draw)
{
    __shared__ Block::Room room;
    Block block(room);
    drawBy(block, draw);
}

std::uint64_t* roomForRing()
{
    void* ring = nullptr;
    check(cudaHostAlloc(&ring, RingWord::slots * sizeof(std::uint64_t), cudaHostAllocMapped),
          "memory that host and GPU share");
    return static_cast<std::uint64_t*>(ring);
}

std::size_t sharedBytes(std::int64_t V)
{
    return static_cast<std::size_t>(V) * bytesEach;
}

} // namespace

CudaSampler::CudaSampler(CudaDevice& device, const TextPorts& ports)
    : m_device(device),
      m_ports(ports),
      m_state(device.allocate((sizeof(SamplerState) + sizeof(float) - 1) / sizeof(float))),
      m_ring(roomForRing())
{
    check(cudaHostGetDevicePointer(&m_ringOnDevice, m_ring, 0), "memory that host and GPU share");
    if (ports.scores.count() > maxScoresOfWarp) {
        check(cudaFuncSetAttribute(drawByBlock, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(sharedBytes(ports.scores.count()))),
              "memory for drawing characters");
    }
}

CudaSampler::~CudaSampler()
{
    static_cast<void>(cudaStreamSynchronize(m_device.stream())); // kernels under way write to the ring
    static_cast<void>(cudaFreeHost(m_ring));
}

void CudaSampler::begin(const SamplingSettings& settings, std::uint64_t passed)
{
    m_device.finish();
    std::memset(m_ring, 0, RingWord::slots * sizeof(std::uint64_t));
    m_read = 0;
    m_first = {.settings = settings.draw(),
               .random = {.seed = settings.seed, .stream = samplingStream},
               .position = passed,
               .drawn = 0};
    check(cudaMemcpyAsync(m_state.data(), &m_first, sizeof m_first, cudaMemcpyHostToDevice, m_device.stream()),
          "copying to the GPU");
}

void CudaSampler::draw()
{
    const auto V = static_cast<std::int32_t>(m_ports.scores.count());
    const Draw draw{.state = reinterpret_cast<SamplerState*>(m_state.data()),
                    .scores = m_ports.scores.data,
                    .V = V,
                    .data = m_ports.data.data,
                    .clip = m_ports.clip.data,
                    .ring = m_ringOnDevice};
    if (V <= maxScoresOfWarp) {
        drawByWarp<<<1, 32, sharedBytes(V), m_device.stream()>>>(draw);
    } else {
        drawByBlock<<<1, drawThreads, sharedBytes(V), m_device.stream()>>>(draw);
    }
    checkLaunch("drawing a character");
}

DeviceSampler::Drawn CudaSampler::next()
{
    constexpr int looksAtOnce = 256;
    const std::atomic_ref<std::uint64_t> slot(m_ring[m_read % RingWord::slots]);
    for (int look = 0;; ++look) {
        const std::uint64_t word = slot.load(std::memory_order_acquire);
        if (RingWord::isThere(word, m_read)) {
            ++m_read;
            return RingWord::read(word);
        }
        if (look >= looksAtOnce) {
            requireAtWork();
            std::this_thread::sleep_for(std::chrono::microseconds(20));
        }
    }
}

/// Null without graphs: that setting is for looking at single kernels.
std::unique_ptr<Recording> CudaSampler::record(const PlainTextNet& net, std::int32_t characters)
{
    if (!m_device.settings().graphs) {
        return nullptr;
    }
    return makeTextKernel(m_device, net,
                          {.state = reinterpret_cast<SamplerState*>(m_state.data()),
                           .scores = m_ports.scores.data,
                           .data = m_ports.data.data,
                           .clip = m_ports.clip.data,
                           .ring = m_ringOnDevice},
                          characters);
}

/// Throws Error where the GPU has finished all its work without writing the next character.
void CudaSampler::requireAtWork()
{
    const cudaError_t status = cudaStreamQuery(m_device.stream());
    if (status == cudaErrorNotReady) {
        return;
    }
    check(status, "writing text");
    m_device.finish(); // throws what a kernel reported
    const std::atomic_ref<std::uint64_t> slot(m_ring[m_read % RingWord::slots]);
    if (!RingWord::isThere(slot.load(std::memory_order_acquire), m_read)) {
        throw Error(
            ENGINE_TEXT("Sentences", "CUDA: the GPU has ended its work without the character that was asked for"));
    }
}

std::unique_ptr<DeviceSampler> makeCudaSampler(CudaDevice& device, const TextPorts& ports)
{
    const std::int64_t V = ports.scores.count();
    const std::size_t room = device.properties().sharedMemPerBlockOptin - sizeof(Block::Room);
    if (V >= std::int64_t{1} << RingWord::idBits || sharedBytes(V) > room) {
        return nullptr;
    }
    return std::make_unique<CudaSampler>(device, ports);
}

} // namespace engine::cuda
