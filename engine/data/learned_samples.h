// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"
#include "engine/graph/go_on.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// So many digests a checkpoint keeps at most, half a megabyte: of more sequences those whose digests are the smallest,
/// which are as good as drawn at random.
inline constexpr std::size_t maxLearnedDigests = 1 << 16;

/// What sequences are known again by: digests (XXH3, 64 bits) of the numbers of each, without its answer; sorted, each
/// once. On all cores; throws CancelledError.
std::vector<std::uint64_t> digestsOf(const Samples& samples, std::span<const std::int32_t> members,
                                     const GoOn& goOn = {});

/// How many of some sequences a net learned from, or from ones with the same numbers. `digests` are those of what it
/// learned from.
struct Learned {
    std::int64_t count = 0;
    std::int64_t compared = 0; ///< those that can be told: all of them, unless the digests were too many to keep
};

Learned learnedAmong(const Samples& samples, std::span<const std::int32_t> members,
                     std::span<const std::uint64_t> digests);

} // namespace engine
