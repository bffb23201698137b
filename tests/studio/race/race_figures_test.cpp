// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_figures.h"
#include "app/studio/race/race_meter.h"
#include "app/studio/race/race_plot.h"

#include <gtest/gtest.h>

using studio::LossMeans;
using studio::RunCurve;

namespace {

/// A first step of a second, then steps of `step` seconds with ten characters each.
RunCurve curveOf(const std::vector<float>& losses, double step)
{
    engine::Curve curve;
    for (std::size_t index = 0; index < losses.size(); ++index) {
        const auto number = static_cast<double>(index);
        curve.append({.iteration = static_cast<std::int64_t>(index) + 1,
                      .seconds = 1 + step * number,
                      .loss = static_cast<double>(losses[index])});
    }
    return {curve, {.characters = 10}};
}

RunCurve cutTo(RunCurve curve, std::size_t size)
{
    curve.cut(size);
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
    const RunCurve curve = curveOf(falling(10, 0.1F), 0.5); // at 1, 1.5, 2, ...
    EXPECT_EQ(studio::pointsWithin(curve, {.iterations = 4}), 4U);
    EXPECT_EQ(studio::pointsWithin(curve, {.iterations = 40}), 10U);
    EXPECT_EQ(studio::pointsWithin(curve, {.seconds = 2.2}), 3U) << "the step in which the time ran out does not count";
    EXPECT_EQ(studio::pointsWithin(curve, {.seconds = 2}), 3U);
    EXPECT_EQ(studio::pointsWithin(curve, {.seconds = 0.5}), 0U);
    EXPECT_EQ(studio::pointsWithin(curve, {.seconds = 2.2, .iterations = 2}), 2U);
    EXPECT_TRUE(studio::isOver(curve, {.seconds = 5.5}));
    EXPECT_FALSE(studio::isOver(curve, {.seconds = 5.6}));
    EXPECT_TRUE(studio::isOver(curve, {.iterations = 10}));
    EXPECT_FALSE(studio::isOver({}, {.seconds = 0}));
}

TEST(RaceFigures, TheFirstStepIsNotTypical)
{
    const RunCurve curve = curveOf(falling(5, 0.1F), 0.25);
    EXPECT_DOUBLE_EQ(*studio::stepSeconds(curve), 0.25);
    EXPECT_DOUBLE_EQ(*studio::unitsPerSecond(curve), 40);
    EXPECT_DOUBLE_EQ(*studio::stepSeconds(cutTo(curve, 1)), 1);
    EXPECT_FALSE(studio::stepSeconds({}));
}

/// The mean of each point's neighbours as a curve's pieces have them, worked out in one go.
TEST(LossMeans, AreTheMeansOfPiecesHoweverTheCurveGrew)
{
    const RunCurve whole = curveOf(falling(1000, 0.003F), 1);
    LossMeans means(16);
    engine::Curve grown;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        grown.append(whole[size]);
        means.follow(grown);
        const std::vector<LossMeans::Piece> pieces = means.pieces();
        ASSERT_LE(pieces.size(), 17U);
        ASSERT_GE(pieces.size(), std::min<std::size_t>(size + 1, 9));
        EXPECT_EQ(pieces[0].middle, 0U);
        EXPECT_DOUBLE_EQ(pieces[0].loss, 5);
        for (const LossMeans::Piece& piece : pieces) { // of a straight line the mean is in the middle
            EXPECT_NEAR(piece.loss, static_cast<double>(whole.loss(piece.middle)), 0.003) << size;
        }
    }
}

TEST(RacePoints, BeginAtTheFirstLossAndMeanTheRest)
{
    const RunCurve curve = curveOf(falling(9, 1), 1); // 5, 4, 3, ... at 1 s, 2 s, ...
    LossMeans means(4);
    means.follow(curve);
    const auto points = studio::pointsOf(curve, means, studio::RaceMeter(), studio::RaceAxis::Iterations);
    ASSERT_EQ(points.size(), 3U);
    EXPECT_DOUBLE_EQ(points[0].place, 1);
    EXPECT_DOUBLE_EQ(points[0].loss, 5);
    EXPECT_DOUBLE_EQ(points[1].place, 4);
    EXPECT_DOUBLE_EQ(points[1].loss, 2.5) << "mean of 4, 3, 2 and 1";
    EXPECT_DOUBLE_EQ(studio::pointsOf(curve, means, studio::RaceMeter(), studio::RaceAxis::Seconds)[2].place, 8);
    EXPECT_TRUE(studio::pointsOf(curve, means, studio::RaceMeter(), studio::RaceAxis::Joules).empty())
        << "no meter told any";
}
