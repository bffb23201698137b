// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/devices/random.h"
#include "engine/training/write/device_sampler.h"

#include <bit>
#include <cstdint>
#include <memory>

namespace engine::cuda {

/// A character for the host: its surprise, its id, and a mark that tells one round of the ring from the next. One word,
/// written in one access, so the host never reads a part of it. A slot that is zero was not written.
struct RingWord {
    static constexpr std::uint64_t slots = DeviceSampler::maxUnread;
    static constexpr int markBits = 12, idBits = 20;

    ENGINE_BOTH static std::uint64_t mark(std::uint64_t number) { return (number / slots + 1) % (1u << markBits); }

    ENGINE_BOTH static std::uint64_t of(std::uint64_t number, std::int32_t id, float bits)
    {
        return std::uint64_t{std::bit_cast<std::uint32_t>(bits)} << 32 | static_cast<std::uint64_t>(id) << markBits |
               mark(number);
    }
    static bool isThere(std::uint64_t word, std::uint64_t number) { return word % (1u << markBits) == mark(number); }
    static DeviceSampler::Drawn read(std::uint64_t word)
    {
        return {.id = static_cast<std::int32_t>(word >> markBits & ((1u << idBits) - 1)),
                .bits = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(word >> 32)))};
    }
};

/// What the draws of a text depend on. It lies in the GPU's memory, where recorded kernels read and advance it.
struct SamplerState {
    DrawSettings settings;
    RandomStream random;
    std::uint64_t position; ///< of the random numbers
    std::uint64_t drawn;    ///< characters
};

/// Draws by one block or warp, and passes characters to the host through a ring in memory that host and GPU share.
class CudaSampler final : public DeviceSampler {
public:
    CudaSampler(CudaDevice& device, const TextPorts& ports);
    ~CudaSampler() override;
    CudaSampler(const CudaSampler&) = delete;
    CudaSampler& operator=(const CudaSampler&) = delete;

    void begin(const SamplingSettings& settings, std::uint64_t passed) override;
    void draw() override;
    Drawn next() override;
    std::unique_ptr<Recording> record(const PlainTextNet& net, std::int32_t characters) override;

private:
    void requireAtWork();

    CudaDevice& m_device;
    TextPorts m_ports;
    SamplerState m_first{}; ///< a member, as it is copied to the GPU asynchronously
    Buffer m_state;
    std::uint64_t* m_ring = nullptr; ///< as the host sees it
    std::uint64_t* m_ringOnDevice = nullptr;
    std::uint64_t m_read = 0; ///< characters that the host has taken
};

/// Null where V scores do not fit a block's shared memory, or an id does not fit a word of the ring.
std::unique_ptr<DeviceSampler> makeCudaSampler(CudaDevice& device, const TextPorts& ports);

} // namespace engine::cuda
