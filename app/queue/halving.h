// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

/// Successive halving (Jamieson & Talwalkar 2016), here by thirds: all runs of a sweep are trained for some iterations,
/// the third that validates best three times as long, and so on until what is left is trained to its end.
namespace queue {

inline constexpr std::int64_t halvingFactor = 3;

/// At how many places before the end that many runs of so many iterations are compared: until one is left.
constexpr std::int64_t rungsFor(std::int64_t runs, std::int64_t iterations)
{
    std::int64_t rungs = 0;
    while (runs >= halvingFactor && iterations >= halvingFactor) {
        runs /= halvingFactor;
        iterations /= halvingFactor;
        ++rungs;
    }
    return rungs;
}

/// Where a run of that rung, from 0, is compared; of the last, `rungs`, where it ends.
constexpr std::int64_t iterationsAt(std::int64_t rung, std::int64_t rungs, std::int64_t iterations)
{
    for (; rung < rungs; ++rung) {
        iterations /= halvingFactor;
    }
    return std::max<std::int64_t>(iterations, 1);
}

/// How many of the runs that came to a rung go on from it.
constexpr std::int64_t goOnFrom(std::int64_t runs)
{
    return std::max<std::int64_t>(runs / halvingFactor, 1);
}

} // namespace queue
