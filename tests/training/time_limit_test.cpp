// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/time_limit.h"

#include <gtest/gtest.h>

namespace engine {

TEST(TimeLimit, WithoutOneEverythingMayBegin)
{
    TimeLimit limit(std::nullopt);
    limit.stepTakes(1e9);
    limit.validationTakes(1e9);
    EXPECT_TRUE(limit.mayStep(1e9));
    EXPECT_TRUE(limit.mayValidate(1e9));
    EXPECT_FALSE(limit.isOver(1e9));
}

TEST(TimeLimit, LeavesTimeForALastValidationAndASave)
{
    TimeLimit limit(6);
    limit.validationTakes(1);
    limit.saveTakes(0.5);
    EXPECT_TRUE(limit.mayStep(4.49));
    EXPECT_FALSE(limit.mayStep(4.5));
    EXPECT_TRUE(limit.mayValidate(4.5));
    EXPECT_FALSE(limit.mayValidate(4.8));
}

TEST(TimeLimit, LeavesAValidationOutThatTakesMoreThanAFifth)
{
    TimeLimit limit(6);
    limit.validationTakes(1.3);
    EXPECT_TRUE(limit.mayStep(5.9)) << "the time is for steps";
    EXPECT_FALSE(limit.mayValidate(5.9));
    EXPECT_TRUE(limit.mayValidate(4.9)) << "one that is due on the way";
}

TEST(TimeLimit, BeginsNoLongStepThatWouldEndTooLate)
{
    TimeLimit limit(6);
    limit.stepTakes(0.2);
    EXPECT_TRUE(limit.mayStep(5.99));
    limit.stepTakes(2.25);
    limit.stepTakes(2.25);
    EXPECT_TRUE(limit.mayStep(3.9));
    EXPECT_FALSE(limit.mayStep(4));
}

TEST(TimeLimit, IsNotEndedByOneSlowStep)
{
    TimeLimit limit(10);
    limit.stepTakes(0.01);
    limit.stepTakes(5);
    EXPECT_TRUE(limit.mayStep(9));
    limit.stepTakes(5);
    EXPECT_FALSE(limit.mayStep(9));
}

TEST(TimeLimit, CutsShortWhatIsUnderWayAMomentAfterIt)
{
    TimeLimit limit(6);
    EXPECT_FALSE(limit.isOver(6.2));
    EXPECT_TRUE(limit.isOver(6.3));
    limit.saveTakes(1);
    EXPECT_TRUE(limit.isOver(5.3)) << "what follows takes its time, too";
}

TEST(TimeLimit, ASaveLongerThanTheLimitLeavesTimeForSteps)
{
    TimeLimit limit(1);
    limit.saveTakes(10);
    EXPECT_TRUE(limit.mayStep(0.4));
    EXPECT_FALSE(limit.mayStep(0.5));
}

} // namespace engine
