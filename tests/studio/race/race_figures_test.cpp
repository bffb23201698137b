// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race.h"
#include "tests/contest/falling_curve.h"

#include <gtest/gtest.h>

using contest::curveOf;
using contest::falling;
using engine::Curve;

namespace {

Curve cutTo(Curve curve, std::size_t size)
{
    curve.cut(size);
    return curve;
}

} // namespace

TEST(RaceFigures, ALapTakesATenthOfASecondAndEndsAtTheLimit)
{
    EXPECT_EQ(contest::nextLap({.seconds = 30}, 1, 2, 0.001), 100);
    EXPECT_EQ(contest::nextLap({.seconds = 30}, 1, 2, 5), 1) << "a step that takes longer is told by itself";
    EXPECT_EQ(contest::nextLap({.seconds = 30}, 1, 29.95, 0.001), 50);
    EXPECT_EQ(contest::nextLap({.seconds = 30}, 1, 29.9999, 0.001), 1);
    EXPECT_EQ(contest::nextLap({.seconds = 30}, 1, 30, 0.001), 0);
    EXPECT_EQ(contest::nextLap({.iterations = 40}, 1, 2, 0.001), 39);
    EXPECT_EQ(contest::nextLap({.iterations = 40}, 40, 2, 0.001), 0);
    EXPECT_EQ(contest::nextLap({.iterations = 40, .seconds = 2.02}, 1, 2, 0.001), 20);
    EXPECT_GT(contest::nextLap({.seconds = 30}, 1, 0, 0), 100) << "a clock that saw no time pass";
}

TEST(RaceFigures, TheFirstStepIsNotTypical)
{
    const Curve curve = curveOf(falling(5, 0.1), 0.25);
    EXPECT_DOUBLE_EQ(*studio::stepSeconds(curve), 0.25);
    EXPECT_DOUBLE_EQ(*studio::stepSeconds(cutTo(curve, 1)), 1);
    EXPECT_FALSE(studio::stepSeconds({}));
}
