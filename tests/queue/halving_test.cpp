// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/halving.h"

#include <gtest/gtest.h>

using namespace queue;

TEST(Halving, ComparesUntilOneIsLeft)
{
    EXPECT_EQ(rungsFor(1, 1000), 0);
    EXPECT_EQ(rungsFor(2, 1000), 0);
    EXPECT_EQ(rungsFor(3, 1000), 1);
    EXPECT_EQ(rungsFor(26, 1000), 2);
    EXPECT_EQ(rungsFor(27, 1000), 3);
}

TEST(Halving, HasNoRungOfLessThanAnIteration)
{
    EXPECT_EQ(rungsFor(27, 9), 2);
    EXPECT_EQ(iterationsAt(0, 2, 9), 1);
    EXPECT_EQ(rungsFor(27, 1), 0);
}

TEST(Halving, TrainsThreeTimesAsLongAtEachRung)
{
    EXPECT_EQ(iterationsAt(0, 3, 2700), 100);
    EXPECT_EQ(iterationsAt(1, 3, 2700), 300);
    EXPECT_EQ(iterationsAt(3, 3, 2700), 2700);
}

TEST(Halving, LetsAThirdGoOnAndAtLeastOne)
{
    EXPECT_EQ(goOnFrom(27), 9);
    EXPECT_EQ(goOnFrom(8), 2);
    EXPECT_EQ(goOnFrom(1), 1);
}
