// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"
#include "engine/devices/random.h"

#include <cstdint>

namespace engine {

/// What dropout does to one element: dropped if its random word is below the threshold, scaled up if it is kept.
/// Every engine draws element i of a tensor from word i % 4 of philox(i / 4, pass, key), so masks are the same on all.
struct DropoutRule {
    std::uint32_t threshold;
    float scale; ///< 1 / (1 - ratio)

    ENGINE_BOTH bool stays(std::uint32_t word) const { return word >= threshold; }
};

/// `ratio` is the share that is dropped, in [0, 1).
inline DropoutRule dropoutRule(double ratio)
{
    return {static_cast<std::uint32_t>(ratio * 4294967296.0), static_cast<float>(1.0 / (1.0 - ratio))};
}

/// The stream of a layer's masks: its own seed counts where it has one, which is where it is not 0.
inline RandomStream maskStream(RandomStream random, std::int64_t ownSeed)
{
    random.seed = ownSeed == 0 ? random.seed : static_cast<std::uint64_t>(ownSeed);
    return random;
}

/// The stream of the dropout that follows stacked layer `layer` (from 0) inside a recurrent layer.
inline RandomStream stackedDropoutStream(RandomStream random, std::int64_t layer)
{
    random.stream += static_cast<std::uint64_t>(layer) << 32;
    return random;
}

/// With what the mask of a tensor is drawn. On one of several devices the tensor has some of the batch's streams only,
/// and its mask is the part of the whole batch's that these have: so a run does not depend on the number of devices.
struct MaskKey {
    std::uint64_t key = 0;
    std::int64_t row = 0;                 ///< elements of a row of the tensor; 0: it has all streams
    std::int64_t wholeRow = 0, first = 0; ///< elements of a row of the whole batch, and before the tensor's own in it

    MaskKey() = default;
    MaskKey(std::uint64_t ofAll) : key(ofAll) {} ///< of a mask that does not depend on the streams
    /// Of a mask with `elements` elements, which lie in rows as the stream's share says.
    MaskKey(const RandomStream& random, std::int64_t elements) : key(random.key())
    {
        if (const StreamShare& share = random.share; !share.isWhole()) {
            row = elements / share.rows;
            wholeRow = row / share.count * share.whole;
            first = row / share.count * share.first;
        }
    }

    /// The number of an element in the mask of the whole batch.
    ENGINE_BOTH std::int64_t elementOf(std::int64_t element) const
    {
        return row == 0 ? element : element / row * wholeRow + first + element % row;
    }
};

inline MaskKey stackedDropoutKey(RandomStream random, std::int64_t layer, std::int64_t elements)
{
    return {stackedDropoutStream(random, layer), elements};
}

/// The random words of elements that a thread visits one after the other: a counter's four words are drawn once.
class DropoutWords {
public:
    ENGINE_BOTH DropoutWords(std::uint64_t pass, std::uint64_t key) : m_pass(pass), m_key(key) {}

    ENGINE_BOTH std::uint32_t of(std::int64_t element)
    {
        if (element / 4 != m_counter) {
            m_counter = element / 4;
            m_drawn = philox(static_cast<std::uint64_t>(m_counter), m_pass, m_key);
        }
        // Without an index, which would put the words into a GPU's memory.
        const std::uint32_t low = (element & 1) != 0 ? m_drawn.words[1] : m_drawn.words[0];
        const std::uint32_t high = (element & 1) != 0 ? m_drawn.words[3] : m_drawn.words[2];
        return (element & 2) != 0 ? high : low;
    }

private:
    std::uint64_t m_pass, m_key;
    std::int64_t m_counter = -1;
    Philox m_drawn{};
};

/// Which elements of a tensor of `count` have one element of its mask: see DROPOUT's setting same_over.
struct DropoutSharing {
    std::int64_t count = 0;
    std::int64_t period = 0; ///< STEPS: elements of a step; else count
    std::int64_t width = 1;  ///< UNITS: elements of a place; else 1

    ENGINE_BOTH std::int64_t drawn() const { return period / width; } ///< elements of the mask
    ENGINE_BOTH bool isPlain() const { return period == count && width == 1; }
    ENGINE_BOTH std::int64_t maskOf(std::int64_t element) const { return element % period / width; }
};

/// Draws the mask of a whole tensor, 1 where an element stays, on the pool.
void drawDropoutMask(DropoutRule rule, std::uint64_t pass, const MaskKey& key, std::uint8_t* mask, std::int64_t count);

/// to = from · mask · scale, on the pool: the forward pass and, of gradients, the backward pass. `to` may be `from`.
void applyDropoutMask(DropoutRule rule, const std::uint8_t* mask, const float* from, float* to, std::int64_t count);

/// The same with a mask that elements share.
void applyDropoutMask(DropoutRule rule, const DropoutSharing& sharing, const std::uint8_t* mask, const float* from,
                      float* to);

} // namespace engine
