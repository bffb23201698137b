// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cpu/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <vector>

namespace engine {
namespace {

TEST(ParallelFor, VisitsEveryIndexOnce)
{
    CpuDevice device(cpuBackend(), 3);
    for (const std::int64_t count : {0, 1, 2, 3, 10, 64, 1000}) {
        for (const std::int64_t align : {1, 16}) {
            std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
            parallelFor(
                count, 1,
                [&](IndexRange range) {
                    for (std::int64_t index = range.first; index < range.last; ++index) {
                        ++visits[static_cast<std::size_t>(index)];
                    }
                },
                align);
            EXPECT_TRUE(std::ranges::all_of(visits, [](const auto& visit) { return visit == 1; })) << count;
        }
    }
}

TEST(ParallelFor, KeepsATinyLoopOnTheCaller)
{
    CpuDevice device(cpuBackend(), 3);
    int calls = 0;
    parallelFor(100, 100, [&](IndexRange range) {
        ++calls;
        EXPECT_EQ(range.count(), 100);
        EXPECT_FALSE(ThreadPool::place().inside);
    });
    EXPECT_EQ(calls, 1);
}

TEST(ParallelFor, StaysOnOneThreadInsideAnotherLoop)
{
    CpuDevice device(cpuBackend(), 2);
    std::atomic<int> calls = 0;
    parallelFor(2, 1, [&](IndexRange) { parallelFor(1000, 1, [&](IndexRange) { ++calls; }); });
    EXPECT_EQ(calls, 2);
}

TEST(PartOf, CutsAtMultiplesOfTheAlignmentIntoPartsThatDifferByOneBlockAtMost)
{
    for (std::int64_t part = 0; part < 3; ++part) {
        EXPECT_EQ(partOf(100, 3, part, 16).first % 16, 0);
    }
    EXPECT_EQ(partOf(100, 3, 2, 16).last, 100);
    std::set<std::int64_t> counts;
    for (std::int64_t part = 0; part < 7; ++part) {
        counts.insert(partOf(1000, 7, part).count());
    }
    EXPECT_EQ(counts, (std::set<std::int64_t>{142, 143}));
}

} // namespace
} // namespace engine
