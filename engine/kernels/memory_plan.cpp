// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/memory_plan.h"

#include <algorithm>
#include <numeric>

namespace engine {

namespace {

constexpr std::int64_t alignment = 16;

std::int64_t padded(std::int64_t size)
{
    return (size + alignment - 1) / alignment * alignment;
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
            if (place + padded(pieces[piece].size) <= plan.offsets[other]) {
                break; // the gap before it is wide enough
            }
            place = std::max(place, plan.offsets[other] + padded(pieces[other].size));
        }
        plan.offsets[piece] = place;
        plan.total = std::max(plan.total, place + padded(pieces[piece].size));
        const auto behind =
            std::upper_bound(placed.begin(), placed.end(), place,
                             [&](std::int64_t offset, std::size_t other) { return offset < plan.offsets[other]; });
        placed.insert(behind, piece);
    }
    return plan;
}

} // namespace engine
