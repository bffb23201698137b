// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_figures.h"
#include "app/studio/race/race_meter.h"
#include "app/studio/race/race_plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using studio::CurvePoint;
using studio::LossDistance;
using studio::LossMeans;
using studio::RunCurve;
using studio::TimeToLoss;
using Pointers = std::vector<const RunCurve*>;

namespace {

/// A first step of a second, then steps of `step` seconds with ten characters each.
RunCurve curveOf(const std::vector<float>& losses, double step)
{
    RunCurve curve;
    for (std::size_t index = 0; index < losses.size(); ++index) {
        const auto number = static_cast<double>(index);
        curve.push_back({.iteration = static_cast<std::int64_t>(index) + 1,
                         .seconds = 1 + step * number,
                         .characters = 10 * (number + 1),
                         .loss = losses[index]});
    }
    return curve;
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

TEST(RaceFigures, TheWindowIsATenthOfTheShortestCurve)
{
    const RunCurve empty, few = curveOf(falling(5, 0.1F), 1), more = curveOf(falling(40, 0.1F), 1),
                          many = curveOf(falling(5000, 0), 1);
    EXPECT_EQ(studio::lossWindow(Pointers{&empty, &more, &many}), 4);
    EXPECT_EQ(studio::lossWindow(Pointers{&few, &more}), 1);
    EXPECT_EQ(studio::lossWindow(Pointers{&many}), 100);
    EXPECT_EQ(studio::lossWindow(Pointers{&empty}), 1);
}

TEST(RaceFigures, TheCommonLossIsTheWorstEndAndEachHasComeToIt)
{
    const RunCurve quick = curveOf(falling(40, 0.05F), 0.1), slow = curveOf(falling(20, 0.05F), 0.2), none;
    const Pointers curves = {&quick, &slow, &none};
    const std::int64_t window = studio::lossWindow(curves);
    ASSERT_EQ(window, 2);
    const std::optional<double> common = studio::commonLoss(curves, window);
    EXPECT_NEAR(*common, 5 - 0.05 * 18.5, 1e-6);
    EXPECT_NEAR(*TimeToLoss().first(slow, *common, window), 1 + 0.2 * 19, 1e-9);
    EXPECT_NEAR(*TimeToLoss().first(quick, *common, window), 1 + 0.1 * 19, 1e-9);
    EXPECT_FALSE(TimeToLoss().first(slow, *common - 0.1, window));
    EXPECT_FALSE(studio::commonLoss(Pointers{&none}, window));
}

TEST(RaceFigures, TimeToALossIsTheSameWhateverWasAskedBefore)
{
    std::mt19937 random(5);
    std::uniform_real_distribution<float> noise(-0.3F, 0.3F);
    std::vector<float> losses = falling(400, 0.01F);
    for (float& loss : losses) {
        loss += noise(random);
    }
    TimeToLoss remembers;
    RunCurve grown;
    const RunCurve whole = curveOf(losses, 0.1);
    for (std::size_t size = 0; size < losses.size(); ++size) {
        grown.push_back(whole[size]);
        const std::int64_t window = size < 30 ? 1 : 7;
        const double asked = 5 - 0.01 * static_cast<double>(random() % 400);
        EXPECT_EQ(remembers.first(grown, asked, window), TimeToLoss().first(grown, asked, window)) << size;
    }
}

/// The mean of each point's neighbours as a curve's pieces have them, worked out in one go.
TEST(LossMeans, AreTheMeansOfPiecesHoweverTheCurveGrew)
{
    const RunCurve whole = curveOf(falling(1000, 0.003F), 1);
    LossMeans means(16);
    RunCurve grown;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        grown.push_back(whole[size]);
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

TEST(LossDistance, IsTheLargestAtOneIteration)
{
    const RunCurve one = curveOf({5, 4, 3, 2}, 1), other = curveOf({5, 4.5F, 3}, 1);
    LossDistance distance;
    EXPECT_DOUBLE_EQ(distance.between(cutTo(one, 1), other), 0);
    EXPECT_DOUBLE_EQ(distance.between(one, other), 0.5);
    EXPECT_TRUE(std::isnan(LossDistance().between(one, curveOf({5, std::nanf(""), 3}, 1))));
}
