// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/memory_plan.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace engine {

TEST(MemoryPlan, OnlyPiecesThatNeverMeetShareTheirPlace)
{
    const auto plan = [](const std::vector<Lifetime>& pieces) { return planMemory(pieces); };
    const MemoryPlan apart = plan({{100, 0, 3}, {100, 4, 5}, {100, 6, 9}});
    EXPECT_EQ(apart.offsets, (std::vector<std::int64_t>{0, 0, 0}));
    EXPECT_EQ(apart.total, 112); // in steps of 16
    EXPECT_EQ(plan({{32, 0, 4}, {16, 4, 8}}).offsets, (std::vector<std::int64_t>{0, 32}));
    // The first and the second live all the time, the third for the first half only: the fourth takes its place.
    const MemoryPlan filled = plan({{64, 0, 9}, {32, 0, 9}, {48, 0, 4}, {40, 5, 9}});
    EXPECT_EQ(filled.offsets[3], filled.offsets[2]);
    EXPECT_EQ(filled.total, 64 + 32 + 48);
}

TEST(MemoryPlan, HugePiecesTakeNoMoreThanTheMost)
{
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max() - 5;
    EXPECT_EQ(planMemory(std::vector<Lifetime>{{huge, 0, 9}, {huge, 0, 9}, {huge, 0, 9}}).total, std::int64_t{1} << 60);
    EXPECT_EQ(maxAtOnce(std::vector<Lifetime>{{huge, 0, 9}, {huge, 3, 9}}), std::int64_t{1} << 60);
}

TEST(MemoryPlan, NoTwoOfManyRandomPiecesOverlapAndThePeakIsNear)
{
    std::mt19937 random(5);
    for (int round = 0; round < 50; ++round) {
        std::vector<Lifetime> pieces;
        for (int piece = 0; piece < 60; ++piece) {
            const std::int64_t first = random() % 100;
            pieces.push_back({1 + static_cast<std::int64_t>(random() % 500), first,
                              first + static_cast<std::int64_t>(random() % 20)});
        }
        const MemoryPlan plan = planMemory(pieces);
        std::int64_t peak = 0;
        for (std::int64_t moment = 0; moment < 120; ++moment) {
            std::int64_t alive = 0;
            for (const Lifetime& piece : pieces) {
                alive += piece.first <= moment && moment <= piece.last ? (piece.size + 15) / 16 * 16 : 0;
            }
            peak = std::max(peak, alive);
        }
        for (std::size_t a = 0; a < pieces.size(); ++a) {
            ASSERT_EQ(plan.offsets[a] % 16, 0);
            ASSERT_LE(plan.offsets[a] + pieces[a].size, plan.total);
            for (std::size_t b = 0; b < a; ++b) {
                const bool together = pieces[a].first <= pieces[b].last && pieces[b].first <= pieces[a].last;
                const bool apart = plan.offsets[a] + pieces[a].size <= plan.offsets[b] ||
                                   plan.offsets[b] + pieces[b].size <= plan.offsets[a];
                ASSERT_TRUE(!together || apart) << "pieces " << a << " and " << b;
            }
        }
        EXPECT_EQ(maxAtOnce(pieces), peak);
        EXPECT_GE(plan.total, peak);
        EXPECT_LE(plan.total, peak * 3 / 2);
    }
}

} // namespace engine
