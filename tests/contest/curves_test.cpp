// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/results.h"
#include "tests/contest/falling_curve.h"

#include <gtest/gtest.h>

#include <cmath>

using contest::curveOf;
using contest::falling;
using contest::secondsToLoss;
using engine::Curve;
using Pointers = std::vector<const Curve*>;

TEST(Curves, TheWindowIsATenthOfTheShortestCurve)
{
    const Curve empty, few = curveOf(falling(5, 0.1), 1), more = curveOf(falling(40, 0.1), 1),
                       many = curveOf(falling(5000, 0), 1);
    EXPECT_EQ(contest::lossWindow(Pointers{&empty, &more, &many}), 4);
    EXPECT_EQ(contest::lossWindow(Pointers{&few, &more}), 1);
    EXPECT_EQ(contest::lossWindow(Pointers{&many}), 100);
    EXPECT_EQ(contest::lossWindow(Pointers{&empty}), 1);
}

TEST(Curves, ALossThatIsNoNumberDoesNotHideThoseAfterIt)
{
    const Curve curve = curveOf({4, std::nan(""), 2, 1}, 1);
    EXPECT_NEAR(*secondsToLoss(curve, 2, 1), 3, 1e-9);
}

TEST(Curves, TheCommonLossIsTheWorstEndAndEachHasComeToIt)
{
    const Curve quick = curveOf(falling(40, 0.05), 0.1), slow = curveOf(falling(20, 0.05), 0.2), none;
    const Pointers curves = {&quick, &slow, &none};
    const std::int64_t window = contest::lossWindow(curves);
    ASSERT_EQ(window, 2);
    const std::optional<double> common = contest::commonLoss(curves, window);
    EXPECT_NEAR(*common, 5 - 0.05 * 18.5, 1e-6);
    EXPECT_NEAR(*secondsToLoss(slow, *common, window), 1 + 0.2 * 19, 1e-9);
    EXPECT_NEAR(*secondsToLoss(quick, *common, window), 1 + 0.1 * 19, 1e-9);
    EXPECT_FALSE(secondsToLoss(slow, *common - 0.1, window));
    EXPECT_FALSE(contest::commonLoss(Pointers{&none}, window));
}

TEST(Curves, TimeToALossMayBeOfNumbersBelowZero)
{
    const Curve accuracy = curveOf({-0.5, -0.75, -0.9}, 1);
    EXPECT_EQ(secondsToLoss(accuracy, -0.9, 1), 3) << "its own end is reached";
    EXPECT_EQ(secondsToLoss(accuracy, -0.7, 1), 2);
}

TEST(Curves, TheFirstStepIsNotTypical)
{
    EXPECT_EQ(contest::typicalSteps(curveOf({5, 4, 3}, 0.25)), (std::vector{0.25, 0.25}));
    EXPECT_EQ(contest::typicalSteps(curveOf({5}, 0.25)), std::vector{1.0});
    EXPECT_TRUE(contest::typicalSteps({}).empty());
}

TEST(LossAgreement, IsTheLargestDistanceAtOneIteration)
{
    const Curve one = curveOf({5, 4, 3, 2}, 1), other = curveOf({5, 4.5, 3}, 1);
    const Pointers both = {&one, &other};
    EXPECT_DOUBLE_EQ(contest::agreementOf(both).difference, 0.5);
    EXPECT_EQ(contest::agreementOf(both).iterations, 3);
    EXPECT_DOUBLE_EQ(contest::agreementOf(both, 1).difference, 0);
    EXPECT_EQ(contest::agreementOf(both, 1).iterations, 1);
    const Curve broken = curveOf({5, std::nan(""), 3}, 1);
    EXPECT_TRUE(std::isnan(contest::agreementOf(Pointers{&one, &broken, &other}).difference));
}
