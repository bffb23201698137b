// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/curves.h"
#include "app/studio/race/race_figures.h"
#include "app/studio/race/race_meter.h"
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

TEST(RacePoints, AreTheMeansOfPiecesHoweverTheCurveGrew)
{
    const Curve whole = curveOf(falling(1000, 0.003), 1);
    Curve grown;
    contest::LossSums sums(grown);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        grown.append(whole[size]);
        sums.follow();
        const auto points = studio::pointsOf(sums, studio::RaceMeter(), studio::RaceAxis::Iterations, 16);
        ASSERT_LE(points.size(), 17U);
        ASSERT_GE(points.size(), std::min<std::size_t>(size + 1, 9));
        EXPECT_EQ(points[0].place, 1);
        EXPECT_DOUBLE_EQ(points[0].mean, 5);
        for (const studio::MeanPoint& point : points) { // of a straight line the mean is in the middle
            EXPECT_NEAR(point.mean, whole.loss(static_cast<std::size_t>(point.place) - 1), 0.003) << size;
        }
    }
}

TEST(RacePoints, BeginAtTheFirstLossAndMeanTheRest)
{
    const Curve curve = curveOf(falling(9, 1), 1); // 5, 4, 3, ... at 1 s, 2 s, ...
    contest::LossSums sums(curve);
    sums.follow();
    const auto along = [&](studio::RaceAxis axis) { return studio::pointsOf(sums, studio::RaceMeter(), axis, 4); };
    const auto points = along(studio::RaceAxis::Iterations);
    ASSERT_EQ(points.size(), 3U);
    EXPECT_DOUBLE_EQ(points[0].place, 1);
    EXPECT_DOUBLE_EQ(points[0].mean, 5);
    EXPECT_DOUBLE_EQ(points[1].place, 4);
    EXPECT_DOUBLE_EQ(points[1].mean, 2.5) << "mean of 4, 3, 2 and 1";
    EXPECT_DOUBLE_EQ(along(studio::RaceAxis::Seconds)[2].place, 8);
    EXPECT_TRUE(along(studio::RaceAxis::Joules).empty()) << "no meter told any";
}
