// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <omp.h>

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

/// How many threads a loop of `count` indices is worth, where `grain` of them keep one thread busy for the few
/// microseconds that waking the others costs. One inside a loop that runs in parallel already.
inline int threadsFor(std::int64_t count, std::int64_t grain)
{
    if (count <= grain || omp_in_parallel()) {
        return 1;
    }
    return static_cast<int>(std::min<std::int64_t>(omp_get_max_threads(), (count + grain - 1) / grain));
}

/// Runs body(IndexRange) over [0, count) on the one pool. Who gets what follows from the counts alone, never from
/// timing. The body must not throw.
template <typename Body>
void parallelFor(std::int64_t count, std::int64_t grain, const Body& body, std::int64_t align = 1)
{
    const int threads = threadsFor(count, grain);
    if (threads == 1) {
        body(IndexRange{0, count});
        return;
    }
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int part = 0; part < threads; ++part) {
        const IndexRange range = partOf(count, threads, part, align);
        if (range.count() > 0) {
            body(range);
        }
    }
}

} // namespace engine
