// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace engine;

namespace {

constexpr double notValidated = std::numeric_limits<double>::quiet_NaN();

CurvePoint pointOf(std::int64_t iteration)
{
    const auto at = static_cast<double>(iteration);
    return {.iteration = iteration,
            .seconds = at / 7,
            .loss = 4 / at,
            .learningRate = 0.1 / at,
            .gradientNorm = std::sqrt(at),
            .validationLoss = iteration % 1000 == 0 ? 1 / at : notValidated};
}

Curve curveOf(std::int64_t first, std::int64_t last)
{
    Curve curve;
    for (std::int64_t iteration = first; iteration <= last; ++iteration) {
        curve.append(pointOf(iteration));
    }
    return curve;
}

void expectIterations(const Curve& curve, std::int64_t first, std::int64_t last)
{
    const std::vector<CurvePoint> points = curve.points();
    ASSERT_EQ(std::ssize(points), last - first + 1);
    for (const CurvePoint& point : points) {
        const CurvePoint expected = pointOf(first++);
        ASSERT_EQ(point.iteration, expected.iteration);
        ASSERT_EQ(point.seconds, expected.seconds);
        ASSERT_EQ(point.loss, expected.loss);
        ASSERT_EQ(point.learningRate, expected.learningRate);
        ASSERT_EQ(point.gradientNorm, expected.gradientNorm);
        ASSERT_EQ(std::isnan(point.validationLoss), std::isnan(expected.validationLoss)) << point.iteration;
    }
}

} // namespace

TEST(Curve, GivesBackEveryPointToTheBit)
{
    expectIterations(curveOf(1, 5'000), 1, 5'000);
    expectIterations(Curve(curveOf(3, 1'500).points()), 3, 1'500);
}

TEST(Curve, GivesOnePoint)
{
    const Curve curve = curveOf(1, 2'500);
    const CurvePoint validated = curve[999], other = curve[2'499];
    EXPECT_EQ(validated.iteration, 1'000);
    EXPECT_EQ(validated.validationLoss, 0.001);
    EXPECT_EQ(other.gradientNorm, 50);
    EXPECT_TRUE(std::isnan(other.validationLoss));
}

TEST(Curve, KeepsIterationsThatDoNotFollowEachOther)
{
    Curve curve = curveOf(10, 12);
    curve.append(pointOf(50));
    curve.append(pointOf(51));
    curve.append(pointOf(7));
    std::vector<std::int64_t> iterations;
    for (std::size_t index = 0; index < curve.size(); ++index) {
        iterations.push_back(curve.iteration(index));
    }
    EXPECT_EQ(iterations, (std::vector<std::int64_t>{10, 11, 12, 50, 51, 7}));
}

TEST(Curve, ACopyDoesNotSeeWhatTheOtherAppends)
{
    Curve one = curveOf(1, 1'500);
    Curve other = one;
    one.append(pointOf(1'501)); // in the block that both share
    other.append({.iteration = 1'501, .loss = 99, .validationLoss = notValidated});
    expectIterations(one, 1, 1'501);
    EXPECT_EQ(other.loss(1'500), 99);
    EXPECT_EQ(other.loss(1'499), one.loss(1'499));
}

TEST(Curve, GrowsElsewhereAfterACut)
{
    const Curve whole = curveOf(1, 3'000);
    Curve cut = whole;
    cut.cut(1'400);
    expectIterations(cut, 1, 1'400);
    EXPECT_TRUE(whole.goesOnFrom(cut));
    cut.append({.iteration = 1'401, .loss = 99, .validationLoss = notValidated});
    EXPECT_FALSE(whole.goesOnFrom(cut));
    EXPECT_FALSE(cut.goesOnFrom(whole));
    expectIterations(whole, 1, 3'000);
}

TEST(Curve, FollowsOneThatGrows)
{
    Curve grows = curveOf(1, 10), follows;
    for (std::int64_t last = 11; last < 4'000; last += 333) {
        for (std::int64_t iteration = std::ssize(grows.points()) + 1; iteration <= last; ++iteration) {
            grows.append(pointOf(iteration));
        }
        follows.follow(grows);
        ASSERT_TRUE(grows.goesOnFrom(follows));
        expectIterations(follows, 1, last);
    }
    follows.follow(curveOf(5, 8)); // another run
    expectIterations(follows, 5, 8);
}

TEST(Curve, HasTheLastWordOnAValidation)
{
    Curve curve = curveOf(1, 3);
    EXPECT_FALSE(curve.isValidated());
    curve.validate(2.5);
    curve.validate(1.5);
    EXPECT_TRUE(curve.isValidated());
    EXPECT_EQ(curve.points().back().validationLoss, 1.5);
    curve.cut(2);
    EXPECT_TRUE(curve.validations().empty());
}
