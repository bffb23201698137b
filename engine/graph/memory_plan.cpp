// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/memory_plan.h"

#include <algorithm>
#include <numeric>

namespace engine {

namespace {

constexpr std::int64_t alignment = 16;

constexpr std::int64_t most = std::int64_t{1} << 60;

/// With what fills it up to the next alignment.
std::int64_t aligned(std::int64_t size)
{
    return (std::min(size, most) + alignment - 1) / alignment * alignment;
}

/// A piece that has its place, with all that the search reads side by side: a net of 8,000 layers searches 10^8 times.
struct Placed {
    std::int64_t first, last; ///< of its life
    std::int64_t offset, end;

    bool lives(const Lifetime& with) const { return first <= with.last && with.first <= last; }
};

} // namespace

MemoryPlan planMemory(std::span<const Lifetime> pieces)
{
    std::vector<std::size_t> order(pieces.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return pieces[a].size > pieces[b].size; });

    MemoryPlan plan;
    plan.offsets.assign(pieces.size(), 0);
    std::vector<Placed> placed; // by offset
    placed.reserve(pieces.size());
    for (const std::size_t number : order) {
        const Lifetime& piece = pieces[number];
        const std::int64_t size = aligned(piece.size);
        std::int64_t place = 0;
        for (const Placed& other : placed) {
            if (!other.lives(piece)) {
                continue;
            }
            if (place + size <= other.offset) {
                break; // the gap before it is wide enough
            }
            place = std::max(place, other.end);
        }
        plan.offsets[number] = place;
        const std::int64_t end = std::min(place + size, most);
        plan.total = std::max(plan.total, end);
        placed.insert(std::ranges::upper_bound(placed, place, {}, &Placed::offset),
                      {.first = piece.first, .last = piece.last, .offset = place, .end = end});
    }
    return plan;
}

std::int64_t maxAtOnce(std::span<const Lifetime> pieces)
{
    std::int64_t moments = 0;
    for (const Lifetime& piece : pieces) {
        moments = std::max(moments, piece.last + 1);
    }
    std::vector<std::vector<std::int64_t>> ends(static_cast<std::size_t>(moments)), starts = ends; // sizes, by moment
    for (const Lifetime& piece : pieces) {
        starts[static_cast<std::size_t>(piece.first)].push_back(aligned(piece.size));
        ends[static_cast<std::size_t>(piece.last)].push_back(aligned(piece.size));
    }
    double living = 0; // exact below 2^53
    std::int64_t largest = 0;
    for (std::size_t moment = 0; moment < starts.size(); ++moment) {
        for (const std::int64_t size : starts[moment]) {
            living += static_cast<double>(size);
        }
        largest = std::max(largest, living > static_cast<double>(most) ? most : static_cast<std::int64_t>(living));
        for (const std::int64_t size : ends[moment]) {
            living -= static_cast<double>(size);
        }
    }
    return largest;
}

} // namespace engine
