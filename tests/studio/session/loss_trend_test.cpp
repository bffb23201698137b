// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/progress_tracker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace studio {

namespace {

/// A loss of 4 - slope · ln(iteration), with noise.
engine::Curve falling(std::int64_t iterations, double slope)
{
    std::mt19937 random(5);
    std::normal_distribution<double> noise(0, 0.05);
    engine::Curve curve;
    for (std::int64_t iteration = 1; iteration <= iterations; ++iteration) {
        const double loss = 4 - slope * std::log(static_cast<double>(iteration)) + noise(random);
        curve.append({.iteration = iteration, .loss = loss});
    }
    return curve;
}

} // namespace

TEST(LossTrend, FindsWhereAFallingLossLeads)
{
    // 4 - 0.3 ln i = 1.5 at i = e^(2.5 / 0.3) = 4161
    const std::optional<std::int64_t> there = iterationAtLoss(falling(2000, 0.3), 1.5);
    ASSERT_TRUE(there);
    EXPECT_NEAR(static_cast<double>(*there), 4161, 400);
}

TEST(LossTrend, SaysNothingOfALossThatDoesNotFall)
{
    EXPECT_FALSE(iterationAtLoss(falling(2000, 0), 1.5));
    EXPECT_FALSE(iterationAtLoss(falling(2000, -0.1), 1.5));
}

TEST(LossTrend, SaysNothingOfAFarTarget)
{
    EXPECT_FALSE(iterationAtLoss(falling(2000, 0.3), 0.5));
}

TEST(LossTrend, SaysNothingOfAShortCurve)
{
    EXPECT_FALSE(iterationAtLoss(falling(150, 0.3), 1.5));
}

TEST(LossTrend, MeansTheLastPoints)
{
    const engine::Curve curve{{.loss = 9}, {.loss = 1}, {.loss = 2}};
    EXPECT_EQ(meanLoss(curve, 2), 1.5);
    EXPECT_EQ(meanLoss(curve, 100), 4);
    EXPECT_TRUE(std::isnan(meanLoss({}, 100)));
}

} // namespace studio
