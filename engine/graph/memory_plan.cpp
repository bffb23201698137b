// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/memory_plan.h"

#include <algorithm>
#include <numeric>

namespace engine {

namespace {

constexpr std::int64_t alignment = 16;

constexpr std::int64_t most = std::int64_t{1} << 60;

/// The end of a piece at this place with what fills it up to the next alignment.
std::int64_t endOf(std::int64_t place, std::int64_t size)
{
    return std::min(place + (std::min(size, most) + alignment - 1) / alignment * alignment, most);
}

bool meet(const Lifetime& a, const Lifetime& b)
{
    return a.first <= b.last && b.first <= a.last;
}

} // namespace

MemoryPlan planMemory(std::span<const Lifetime> pieces)
{
    std::vector<std::size_t> order(pieces.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return pieces[a].size > pieces[b].size; });

    MemoryPlan plan;
    plan.offsets.assign(pieces.size(), 0);
    std::vector<std::size_t> placed; // by offset
    for (const std::size_t piece : order) {
        std::int64_t place = 0;
        for (const std::size_t other : placed) {
            if (!meet(pieces[piece], pieces[other])) {
                continue;
            }
            if (endOf(place, pieces[piece].size) <= plan.offsets[other]) {
                break; // the gap before it is wide enough
            }
            place = std::max(place, endOf(plan.offsets[other], pieces[other].size));
        }
        plan.offsets[piece] = place;
        plan.total = std::max(plan.total, endOf(place, pieces[piece].size));
        const auto behind =
            std::upper_bound(placed.begin(), placed.end(), place,
                             [&](std::int64_t offset, std::size_t other) { return offset < plan.offsets[other]; });
        placed.insert(behind, piece);
    }
    return plan;
}

} // namespace engine
