// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"
#include "engine/devices/random.h"

#include <cstdint>

namespace engine {

/// How batches are cut from a text.
enum class BatchOrder {
    Streams, ///< N contiguous streams, T characters further each time; the net's state is carried over
    Windows, ///< N windows that start anywhere, each from zero state (MyCaffe's way)
};

/// Where the batches of a run start in the part of a text that is read, by the batch's number alone. Written once for
/// the host, which keeps a checkpoint's cursor, and for the kernel that cuts batches on a device.
struct BatchFormula {
    BatchOrder order = BatchOrder::Streams;
    std::int64_t steps = 0, streams = 0; ///< T, N
    std::int64_t characters = 0;         ///< in the part
    std::uint64_t key = 0;               ///< of the windows' random numbers
    StreamShare share = {};              ///< the streams that are cut here; the others are another device's

    ENGINE_BOTH std::int64_t streamsCut() const { return share.isWhole() ? streams : share.count; }

    /// Characters of one stream.
    ENGINE_BOTH std::int64_t length() const { return characters / streams; }

    /// Batches until all streams start over.
    ENGINE_BOTH std::int64_t batchesPerEpoch() const { return (length() - 1) / steps; }

    /// The number of the character, in the part, that stream or window n of the whole batch starts with.
    ENGINE_BOTH std::int64_t start(std::uint64_t batch, std::int64_t n) const
    {
        if (order == BatchOrder::Windows) {
            return windowStart(batch, n);
        }
        return n * length() + steps * static_cast<std::int64_t>(batch % static_cast<std::uint64_t>(batchesPerEpoch()));
    }

    /// Whether step 0 of the batch starts a sequence; the other steps never do.
    ENGINE_BOTH bool startsSequence(std::uint64_t batch) const
    {
        return order == BatchOrder::Windows || batch % static_cast<std::uint64_t>(batchesPerEpoch()) == 0;
    }

private:
    /// Two words of the random numbers, so that texts of any size are covered evenly. They lie in one block of four.
    ENGINE_BOTH std::int64_t windowStart(std::uint64_t batch, std::int64_t n) const
    {
        const std::uint64_t word = (batch * static_cast<std::uint64_t>(streams) + static_cast<std::uint64_t>(n)) * 2;
        const Philox block = philox(word / 4, 0, key);
        const std::uint64_t upper = block.words[word % 4], lower = block.words[word % 4 + 1];
        return static_cast<std::int64_t>((upper << 32 | lower) % static_cast<std::uint64_t>(characters - steps));
    }
};

} // namespace engine
