// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"
#include "engine/devices/random.h"

#include <cstdint>

namespace engine {

/// What dropout does to one element: gone where its random word is below the threshold, scaled up where it stays.
/// Every engine draws element i of a tensor from word i % 4 of philox(i / 4, pass, key), so masks are the same on all.
struct DropoutRule {
    std::uint32_t threshold;
    float scale; ///< 1 / (1 - ratio)

    ENGINE_BOTH bool stays(std::uint32_t word) const { return word >= threshold; }
};

/// `ratio` is the share that goes, in [0, 1).
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

inline std::uint64_t stackedDropoutKey(RandomStream random, std::int64_t layer)
{
    return stackedDropoutStream(random, layer).key();
}

/// Draws the mask of a whole tensor, 1 where an element stays, on the pool.
void drawDropoutMask(DropoutRule rule, std::uint64_t pass, std::uint64_t key, std::uint8_t* mask, std::int64_t count);

/// to = from · mask · scale, on the pool; the way there and, with gradients, the way back. `to` may be `from`.
void applyDropoutMask(DropoutRule rule, const std::uint8_t* mask, const float* from, float* to, std::int64_t count);

} // namespace engine
