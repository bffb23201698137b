// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <time.h>

#include <algorithm>
#include <functional>
#include <limits>

/// Seconds that this thread has computed. While another program has the core, they stand still.
inline double workedSeconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// How many times as long `more` takes as `less` does, so that speed is tested on a slow machine as on a quick one. The
/// shortest time of each counts, since what else runs only adds; looks again, up to ten times, until below `bound`.
inline double slowdown(const std::function<void()>& less, const std::function<void()>& more, double bound)
{
    const auto time = [](const std::function<void()>& work) {
        const double begin = workedSeconds();
        work();
        return workedSeconds() - begin;
    };
    double shortLess = std::numeric_limits<double>::infinity(), shortMore = shortLess;
    for (int round = 0; round < 10; ++round) {
        shortLess = std::min(shortLess, time(less));
        shortMore = std::min(shortMore, time(more));
        if (shortMore < bound * shortLess) {
            break;
        }
    }
    return shortMore / shortLess;
}
