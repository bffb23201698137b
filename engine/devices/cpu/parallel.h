// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/thread_pool.h"

#include <algorithm>
#include <cstdint>

namespace engine {

/// A run of indices, [first, last).
struct IndexRange {
    std::int64_t first, last;
    std::int64_t count() const { return last - first; }
};

/// Part `part` of `parts` equal ones of [0, count), cut at multiples of `align`.
inline IndexRange partOf(std::int64_t count, std::int64_t parts, std::int64_t part, std::int64_t align = 1)
{
    const std::int64_t blocks = (count + align - 1) / align;
    const auto cut = [&](std::int64_t index) { return std::min(count, blocks * index / parts * align); };
    return {cut(part), cut(part + 1)};
}

/// Into how many parts a loop of `count` indices is cut, where `grain` of them keep one thread busy for the few
/// microseconds that telling the others costs. One within a loop that runs in parallel already, and on a thread without
/// a device.
inline int partsFor(std::int64_t count, std::int64_t grain)
{
    ThreadPool* const pool = ThreadPool::current();
    if (count <= grain || pool == nullptr || ThreadPool::place().inside) {
        return 1;
    }
    return static_cast<int>(std::min<std::int64_t>(pool->start(), (count + grain - 1) / grain));
}

/// Runs body(IndexRange) over [0, count) on the current pool. What is computed for an index must not depend on the
/// range that it came in, or numbers would change with the number of threads. The body must not throw.
template <typename Body>
void parallelFor(std::int64_t count, std::int64_t grain, const Body& body, std::int64_t align = 1)
{
    struct Loop {
        std::int64_t count;
        int parts;
        std::int64_t align;
        const Body& body;
    };
    Loop loop{count, partsFor(count, grain), align, body};
    if (loop.parts == 1) {
        body(IndexRange{0, count});
        return;
    }
    ThreadPool::current()->run(
        loop.parts,
        [](void* context, int part) {
            const auto& [all, parts, multiple, run] = *static_cast<const Loop*>(context);
            const IndexRange range = partOf(all, parts, part, multiple);
            if (range.count() > 0) {
                run(range);
            }
        },
        &loop);
}

} // namespace engine
