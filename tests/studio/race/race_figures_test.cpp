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

TEST(RaceFigures, ALimitCutsACurve)
{
    const Curve curve = curveOf(falling(10, 0.1), 0.5); // at 1, 1.5, 2, ...
    EXPECT_EQ(studio::pointsWithin(curve, {.iterations = 4}), 4U);
    EXPECT_EQ(studio::pointsWithin(curve, {.iterations = 40}), 10U);
    EXPECT_EQ(studio::pointsWithin(curve, {.seconds = 2.2}), 3U) << "the step in which the time ran out does not count";
    EXPECT_EQ(studio::pointsWithin(curve, {.seconds = 2}), 3U);
    EXPECT_EQ(studio::pointsWithin(curve, {.seconds = 0.5}), 0U);
    EXPECT_EQ(studio::pointsWithin(curve, {.seconds = 2.2, .iterations = 2}), 2U);
}

TEST(RaceFigures, ALapTakesATenthOfASecondAndEndsAtTheLimit)
{
    EXPECT_EQ(studio::nextLap({.seconds = 30}, 1, 2, 0.001), 100);
    EXPECT_EQ(studio::nextLap({.seconds = 30}, 1, 2, 5), 1) << "a step that takes longer is told by itself";
    EXPECT_EQ(studio::nextLap({.seconds = 30}, 1, 29.95, 0.001), 50);
    EXPECT_EQ(studio::nextLap({.seconds = 30}, 1, 29.9999, 0.001), 1);
    EXPECT_EQ(studio::nextLap({.seconds = 30}, 1, 30, 0.001), 0);
    EXPECT_EQ(studio::nextLap({.iterations = 40}, 1, 2, 0.001), 39);
    EXPECT_EQ(studio::nextLap({.iterations = 40}, 40, 2, 0.001), 0);
    EXPECT_EQ(studio::nextLap({.seconds = 2.02, .iterations = 40}, 1, 2, 0.001), 20);
    EXPECT_GT(studio::nextLap({.seconds = 30}, 1, 0, 0), 100) << "a clock that saw no time pass";
}

TEST(RaceFigures, TheFirstStepIsNotTypical)
{
    const Curve curve = curveOf(falling(5, 0.1), 0.25);
    EXPECT_DOUBLE_EQ(*studio::stepSeconds(curve), 0.25);
    EXPECT_DOUBLE_EQ(*studio::stepSeconds(cutTo(curve, 1)), 1);
    EXPECT_FALSE(studio::stepSeconds({}));
}
