// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// A piece of memory that is needed from one moment to another, both included.
struct Lifetime {
    std::int64_t size; ///< in elements
    std::int64_t first, last;
};

struct MemoryPlan {
    std::vector<std::int64_t> offsets; ///< one for each piece
    std::int64_t total = 0;            ///< elements of the whole block
};

/// Puts pieces into one block so that no two that live at the same moment overlap: the largest first, each at the
/// lowest place that is free for all of its life. Offsets are multiples of 16 elements (64 bytes); what would lie above
/// 2^60 lies at 2^60.
/// Compares each piece with those that lie below it.
MemoryPlan planMemory(std::span<const Lifetime> pieces);

/// Elements of the pieces that live at the moment when they are most, which no plan stays below and few exceed by much.
/// Costs by the pieces and moments there are.
std::int64_t maxAtOnce(std::span<const Lifetime> pieces);

} // namespace engine
