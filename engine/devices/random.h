// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"
#include "engine/graph/stream_share.h"

#include <array>
#include <cstdint>

namespace engine {

/// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011): four 32-bit
/// words that follow from a counter and a key alone, so that any element of any mask can be drawn anywhere, in any
/// order.
struct Philox {
    std::uint32_t words[4];
};

ENGINE_BOTH inline Philox philox(std::uint64_t counterLow, std::uint64_t counterHigh, std::uint64_t key)
{
    std::uint32_t c0 = static_cast<std::uint32_t>(counterLow), c1 = static_cast<std::uint32_t>(counterLow >> 32);
    std::uint32_t c2 = static_cast<std::uint32_t>(counterHigh), c3 = static_cast<std::uint32_t>(counterHigh >> 32);
    std::uint32_t k0 = static_cast<std::uint32_t>(key), k1 = static_cast<std::uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * c0;
        const std::uint64_t p1 = std::uint64_t{0xCD9E8D57u} * c2;
        const std::uint32_t n0 = static_cast<std::uint32_t>(p1 >> 32) ^ c1 ^ k0;
        const std::uint32_t n2 = static_cast<std::uint32_t>(p0 >> 32) ^ c3 ^ k1;
        c1 = static_cast<std::uint32_t>(p1);
        c3 = static_cast<std::uint32_t>(p0);
        c0 = n0;
        c2 = n2;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return {{c0, c1, c2, c3}};
}

/// Names one source of random numbers: draw i of a pass is word i % 4 of philox(i / 4, pass, key).
struct RandomStream {
    std::uint64_t seed = 0;   ///< of the run
    std::uint64_t stream = 0; ///< of the user of the numbers: a layer, a filler, the sampler
    StreamShare share = {};   ///< of the tensor whose mask is drawn

    /// The key for philox(): the stream number spread over the seed's bits, so that streams of one seed and seeds of
    /// one stream do not meet.
    ENGINE_BOTH std::uint64_t key() const { return seed ^ (stream * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u); }
};

/// [0, 1) with 24 bits.
ENGINE_BOTH inline float uniform(std::uint32_t word)
{
    return static_cast<float>(word >> 8) * (1.0f / 16777216.0f);
}

/// Numbers one after the other from a stream, for fillers and sampling.
class RandomSequence {
public:
    ENGINE_BOTH explicit RandomSequence(RandomStream stream, std::uint64_t position = 0)
        : m_key(stream.key()), m_position(position)
    {}

    ENGINE_BOTH std::uint32_t next()
    {
        const Philox block = philox(m_position / 4, 0, m_key);
        return block.words[m_position++ % 4];
    }
    std::uint64_t below(std::uint64_t count) { return std::uint64_t{next()} * count >> 32; } ///< from 0 to count - 1
    ENGINE_BOTH double uniform01() { return (static_cast<double>(next()) + 0.5) / 4294967296.0; } ///< (0, 1)
    double gaussian(); ///< mean 0, deviation 1 (Box-Muller)
    ENGINE_BOTH std::uint64_t position() const { return m_position; }

private:
    std::uint64_t m_key;
    std::uint64_t m_position;
};

} // namespace engine
