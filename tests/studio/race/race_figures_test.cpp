// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_figures.h"
#include "app/studio/race/race_meter.h"
#include "app/studio/race/race_plot.h"

#include <gtest/gtest.h>

using studio::CurvePoint;
using Curve = std::vector<CurvePoint>;

namespace {

/// A first step of a second, then steps of `step` seconds with ten characters each.
Curve curveOf(const std::vector<float>& losses, double step)
{
    Curve curve;
    for (std::size_t index = 0; index < losses.size(); ++index) {
        const auto number = static_cast<double>(index);
        curve.push_back({.iteration = static_cast<std::int64_t>(index) + 1,
                         .seconds = 1 + step * number,
                         .characters = 10 * (number + 1),
                         .loss = losses[index]});
    }
    return curve;
}

std::vector<float> falling(std::size_t count, float slope)
{
    std::vector<float> losses;
    for (std::size_t index = 0; index < count; ++index) {
        losses.push_back(5 - slope * static_cast<float>(index));
    }
    return losses;
}

} // namespace

TEST(RaceFigures, ALimitCutsACurve)
{
    const Curve curve = curveOf(falling(10, 0.1F), 0.5); // at 1, 1.5, 2, ...
    EXPECT_EQ(studio::within(curve, {.iterations = 4}).size(), 4U);
    EXPECT_EQ(studio::within(curve, {.iterations = 40}).size(), 10U);
    EXPECT_EQ(studio::within(curve, {.seconds = 2.2}).size(), 4U) << "the step in which the time ran out is the last";
    EXPECT_EQ(studio::within(curve, {.seconds = 2.2, .iterations = 2}).size(), 2U);
    EXPECT_TRUE(studio::isOver(curve, {.seconds = 5.5}));
    EXPECT_FALSE(studio::isOver(curve, {.seconds = 5.6}));
    EXPECT_TRUE(studio::isOver(curve, {.iterations = 10}));
    EXPECT_FALSE(studio::isOver({}, {.seconds = 0}));
}

TEST(RaceFigures, TheFirstStepIsNotTypical)
{
    const Curve curve = curveOf(falling(5, 0.1F), 0.25);
    EXPECT_DOUBLE_EQ(*studio::stepSeconds(curve), 0.25);
    EXPECT_DOUBLE_EQ(*studio::unitsPerSecond(curve), 40);
    EXPECT_DOUBLE_EQ(*studio::stepSeconds(std::span(curve).first(1)), 1);
    EXPECT_FALSE(studio::stepSeconds({}));
}

TEST(RaceFigures, TheWindowIsATenthOfTheShortestCurve)
{
    const Curve empty, few = curveOf(falling(5, 0.1F), 1), more = curveOf(falling(40, 0.1F), 1),
                       many = curveOf(falling(5000, 0), 1);
    const auto windowOf = [](std::vector<std::span<const CurvePoint>> curves) { return studio::lossWindow(curves); };
    EXPECT_EQ(windowOf({empty, more, many}), 4);
    EXPECT_EQ(windowOf({few, more}), 1);
    EXPECT_EQ(windowOf({many}), 100);
    EXPECT_EQ(windowOf({empty}), 1);
}

TEST(RaceFigures, TheCommonLossIsTheWorstEndAndEachHasComeToIt)
{
    const Curve quick = curveOf(falling(40, 0.05F), 0.1), slow = curveOf(falling(20, 0.05F), 0.2);
    const std::vector<std::span<const CurvePoint>> curves = {quick, slow, {}};
    const std::int64_t window = studio::lossWindow(curves);
    ASSERT_EQ(window, 2);
    const std::optional<double> common = studio::commonLoss(curves, window);
    EXPECT_NEAR(*common, 5 - 0.05 * 18.5, 1e-6);
    EXPECT_NEAR(*studio::secondsTo(slow, *common, window), 1 + 0.2 * 19, 1e-9);
    EXPECT_NEAR(*studio::secondsTo(quick, *common, window), 1 + 0.1 * 19, 1e-9);
    EXPECT_FALSE(studio::secondsTo(slow, *common - 0.1, window));
    EXPECT_FALSE(studio::commonLoss(std::span(curves).last(1), window));
}

TEST(RacePoints, BeginAtTheFirstLossAndMeanTheRest)
{
    const Curve curve = curveOf(falling(9, 1), 1); // 5, 4, 3, ... at 1 s, 2 s, ...
    const auto points = studio::pointsOf(curve, studio::RaceMeter(), studio::RaceAxis::Iterations, 3);
    ASSERT_EQ(points.size(), 4U);
    EXPECT_DOUBLE_EQ(points[0].place, 1);
    EXPECT_DOUBLE_EQ(points[0].loss, 5);
    EXPECT_DOUBLE_EQ(points[1].place, 3);
    EXPECT_DOUBLE_EQ(points[1].loss, 3) << "mean of 4, 3 and 2";
    EXPECT_DOUBLE_EQ(studio::pointsOf(curve, studio::RaceMeter(), studio::RaceAxis::Seconds, 100)[4].place, 5);
    EXPECT_TRUE(studio::pointsOf(curve, studio::RaceMeter(), studio::RaceAxis::Joules, 3).empty())
        << "no meter told any";
}
