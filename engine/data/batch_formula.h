// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"
#include "engine/devices/random.h"
#include "engine/graph/stream_share.h"

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

/// Which samples are in a batch, by the batch's number alone. Written once for the host and for the kernel that cuts
/// batches on a device.
///
/// An epoch is count / streams whole batches; each epoch takes the samples in another order, so that those which are
/// left over at its end are others each time.
struct SampleFormula {
    std::int64_t count = 0;   ///< samples of the part; at least one batch of them
    std::int64_t streams = 0; ///< N, samples in a batch
    std::uint64_t key = 0;    ///< of the random order
    bool shuffled = true;     ///< false: in the order in which they lie
    StreamShare share = {};   ///< the streams that are cut here; the others are another device's

    ENGINE_BOTH std::int64_t streamsCut() const { return share.isWhole() ? streams : share.count; }

    ENGINE_BOTH std::int64_t batchesPerEpoch() const { return count / streams; }

    /// The number of the sample, within the part, that is stream n of those cut here of a batch.
    ENGINE_BOTH std::int64_t sample(std::uint64_t batch, std::int64_t n) const
    {
        const auto perEpoch = static_cast<std::uint64_t>(batchesPerEpoch());
        const std::int64_t position = static_cast<std::int64_t>(batch % perEpoch) * streams + share.first + n;
        return shuffled ? permuted(position, batch / perEpoch) : position;
    }

private:
    /// A random permutation of [0, count): a Feistel network over the smallest power of two that holds `count`, applied
    /// again until the result is below `count` (cycle walking; Black and Rogaway, "Ciphers with arbitrary finite
    /// domains", CT-RSA 2002). Less than two rounds of that are needed on average.
    ENGINE_BOTH std::int64_t permuted(std::int64_t position, std::uint64_t epoch) const
    {
        int bits = 2;
        while ((std::int64_t{1} << bits) < count) {
            ++bits;
        }
        const int lowBits = bits / 2, highBits = bits - lowBits;
        const std::uint64_t lowMask = (std::uint64_t{1} << lowBits) - 1, highMask = (std::uint64_t{1} << highBits) - 1;
        auto value = static_cast<std::uint64_t>(position);
        do {
            std::uint64_t low = value & lowMask, high = value >> lowBits;
            for (std::uint64_t round = 0; round < 6; round += 2) {
                high ^= mixed(low, epoch, round) & highMask;
                low ^= mixed(high, epoch, round + 1) & lowMask;
            }
            value = high << lowBits | low;
        } while (value >= static_cast<std::uint64_t>(count));
        return static_cast<std::int64_t>(value);
    }

    ENGINE_BOTH std::uint64_t mixed(std::uint64_t half, std::uint64_t epoch, std::uint64_t round) const
    {
        const Philox block = philox(half | round << 60, epoch, key);
        return std::uint64_t{block.words[0]} << 32 | block.words[1];
    }
};

} // namespace engine
