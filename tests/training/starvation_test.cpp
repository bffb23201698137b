// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/starvation.h"

#include <gtest/gtest.h>

using engine::Starvation;
using engine::starvation;

TEST(StarvationOfAGpu, IsNotSeenWhereItIsBusyAndTakesItsPower)
{
    EXPECT_FALSE(starvation({.busyShare = 0.97, .powerShare = 0.8}));
    EXPECT_FALSE(starvation({.busyShare = 0.97, .powerShare = {}}));
}

TEST(StarvationOfAGpu, IsSeenByTheTimeInWhichNothingRuns)
{
    const auto found = starvation({.busyShare = 0.22, .powerShare = 0.8});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->sign, Starvation::Sign::Idle);
    EXPECT_EQ(found->share, 0.22);
    EXPECT_EQ(found->remedies, std::vector{Starvation::Remedy::LargerBatch});
}

TEST(StarvationOfAGpu, IsSeenByThePowerWhereSmallKernelsRunAllTheTime)
{
    const auto found = starvation({.busyShare = 1, .powerShare = 0.24});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->sign, Starvation::Sign::LittlePower);
    EXPECT_EQ(found->share, 0.24);
}

TEST(StarvationOfAGpu, IsHelpedByFusedWhereThatCanTrainTheNet)
{
    const auto found = starvation({.busyShare = 0.22, .hasFused = true});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->remedies, (std::vector{Starvation::Remedy::LargerBatch, Starvation::Remedy::FusedEngine}));
}
