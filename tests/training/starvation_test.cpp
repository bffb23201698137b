// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/starvation.h"

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

TEST(StarvationOfAGpu, IsNotSaidOfARunThatEndsSoon)
{
    EXPECT_FALSE(starvation({.busyShare = 0.1, .secondsLeft = 8}));
    EXPECT_TRUE(starvation({.busyShare = 0.1, .secondsLeft = 600}));
}

TEST(StarvationOfAGpu, IsThatOfChecksWhereTheyTakeTheTime)
{
    const auto found = starvation({.busyShare = 0.4, .hasFused = true, .betweenShare = 0.5});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->sign, Starvation::Sign::BetweenSteps);
    EXPECT_EQ(found->share, 0.5);
    EXPECT_EQ(found->remedies, std::vector{Starvation::Remedy::FewerChecks});
}

TEST(StarvationOfAGpu, IsNotThatOfChecksThatKeepItBusyOrAreShort)
{
    EXPECT_FALSE(starvation({.busyShare = 0.9, .powerShare = 0.6, .betweenShare = 0.5}));
    EXPECT_EQ(starvation({.busyShare = 0.4, .betweenShare = 0.1})->sign, Starvation::Sign::Idle);
}

TEST(StarvationOfAGpu, IsHelpedFirstByAGraphWhereStepsAreNotRecorded)
{
    const auto found = starvation({.busyShare = 0.4, .recordsSteps = false});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->remedies, (std::vector{Starvation::Remedy::RecordSteps, Starvation::Remedy::LargerBatch}));
}
