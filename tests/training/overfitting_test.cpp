// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/overfitting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

using engine::LossMean;
using engine::overfitting;
using engine::ValidationLoss;

namespace {

constexpr std::int64_t every = 100; ///< iterations between two validations

std::vector<ValidationLoss> lossesOf(const std::vector<double>& losses)
{
    std::vector<ValidationLoss> curve;
    for (const double loss : losses) {
        curve.push_back({.iteration = every * static_cast<std::int64_t>(curve.size() + 1), .loss = loss});
    }
    return curve;
}

/// A training loss that falls by `slope` a hundred iterations.
engine::TrainingLossAt falling(double slope = 0.05)
{
    return [slope](std::int64_t iteration) {
        return LossMean{.mean = 3 - slope * static_cast<double>(iteration) / every, .error = 0.005};
    };
}

// Of models/char_rnn_small.prototxt on the first 20,000 characters of the bundled play, each 50 iterations.
const std::vector<double> realValidation = {2.594, 2.071, 1.892, 1.789, 1.748, 1.733, 1.730, 1.728, 1.760,
                                            1.796, 1.798, 1.834, 1.899, 1.941, 1.981, 2.040, 2.088, 2.160};
const std::vector<double> realTraining = {3.321, 2.282, 1.908, 1.705, 1.566, 1.448, 1.348, 1.255, 1.173,
                                          1.113, 1.067, 0.947, 0.880, 0.813, 0.765, 0.700, 0.613, 0.587};

} // namespace

TEST(Overfitting, IsSeenWhereValidationRisesWhileTrainingFalls)
{
    const auto curve = lossesOf({2.1, 1.8, 1.6, 1.50, 1.46, 1.443, 1.45, 1.47, 1.50, 1.54});
    const auto found = overfitting(curve, falling());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->best.iteration, 600);
    EXPECT_DOUBLE_EQ(found->best.loss, 1.443);
    EXPECT_NEAR(found->now, (1.47 + 1.50 + 1.54) / 3, 1e-12);
    EXPECT_LT(found->trainingNow, found->trainingAtBest);
}

TEST(Overfitting, WaitsForThreeValidationsAfterTheBest)
{
    EXPECT_FALSE(overfitting(lossesOf({2.1, 1.8, 1.6, 1.50, 1.46, 1.443, 1.8, 2.2}), falling()));
    EXPECT_TRUE(overfitting(lossesOf({2.1, 1.8, 1.6, 1.50, 1.46, 1.443, 1.45, 1.47, 1.50, 1.54}), falling()));
}

TEST(Overfitting, NeedsSixValidations)
{
    EXPECT_FALSE(overfitting(lossesOf({1.7, 1.6, 1.65, 1.7, 1.75}), falling()));
}

TEST(Overfitting, OfAGrossRiseIsSeenFromThreeValidationsOn)
{
    const auto found = overfitting(lossesOf({2.53, 3.13, 3.65}), falling(0.5));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->best.iteration, 100);
    EXPECT_DOUBLE_EQ(found->now, 3.65);
    EXPECT_FALSE(overfitting(lossesOf({2.53, 3.13}), falling(0.5)));
    EXPECT_FALSE(overfitting(lossesOf({2.53, 2.6, 3.65}), falling(0.5))); // once is no trend
    EXPECT_FALSE(overfitting(lossesOf({2.53, 3.13, 3.65}), falling(0.01)));
}

TEST(Overfitting, IsNotARunWhoseTrainingGetsWorseToo)
{
    const auto curve = lossesOf({2.1, 1.8, 1.6, 1.50, 1.46, 1.443, 1.45, 1.47, 1.50, 1.54});
    EXPECT_FALSE(overfitting(curve, falling(-0.05))); // too high a learning rate
    EXPECT_FALSE(overfitting(
        curve, [](std::int64_t) { return LossMean{.mean = std::numeric_limits<double>::quiet_NaN(), .error = 0}; }));
}

TEST(Overfitting, LeavesOutWhatIsNotFinite)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(overfitting(lossesOf({2.1, nan, 1.8, 1.6, 1.50, 1.46, 1.443, nan, 1.45, 1.47, 1.50, 1.54}), falling()));
    EXPECT_FALSE(overfitting(lossesOf({nan, nan, nan, nan, nan, nan}), falling()));
}

TEST(Overfitting, IsNotARunThatStillLearns)
{
    std::vector<double> losses;
    for (int index = 1; index <= 40; ++index) {
        losses.push_back(1.4 + 2.0 / index);
        EXPECT_FALSE(overfitting(lossesOf(losses), falling())) << index;
    }
}

/// 1,000 runs of 40 validations that fall to a level and waver about it: looked at after each validation, as the
/// studio does, less than one run in a hundred may be called overfitted.
TEST(Overfitting, DoesNotCryWolfOnNoise)
{
    for (const double deviation : {0.002, 0.01, 0.05}) {
        int cries = 0;
        for (unsigned seed = 0; seed < 1000; ++seed) {
            std::mt19937 random(seed);
            std::normal_distribution<double> noise(0, deviation);
            std::vector<double> losses;
            bool cried = false;
            for (int index = 0; index < 40; ++index) {
                losses.push_back(1.5 + std::exp(-index / 4.0) + noise(random));
                cried = cried || overfitting(lossesOf(losses), falling());
            }
            cries += cried ? 1 : 0;
        }
        EXPECT_LT(cries, 10) << "of 1000 runs with noise of " << deviation;
    }
}

/// The same noise, on validations that rise by 0.01 each: it is seen in nine runs of ten.
TEST(Overfitting, IsSeenThroughNoise)
{
    int found = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        std::normal_distribution<double> noise(0, 0.01);
        std::vector<double> losses;
        for (int index = 0; index < 30; ++index) {
            losses.push_back(1.5 + std::exp(-index / 3.0) + 0.01 * std::max(0, index - 10) + noise(random));
        }
        found += overfitting(lossesOf(losses), falling()) ? 1 : 0;
    }
    EXPECT_GE(found, 180);
}

TEST(Overfitting, OfARealRunIsSeenSoonAfterItsBest)
{
    const auto trainingAt = [](std::int64_t iteration) {
        return LossMean{.mean = realTraining.at(static_cast<std::size_t>(iteration / every - 1)), .error = 0.01};
    };
    const auto curve = lossesOf(realValidation);
    std::size_t seen = 0;
    while (seen < curve.size() && !overfitting(std::span(curve).first(seen), trainingAt)) {
        ++seen;
    }
    const auto best = std::ranges::min_element(realValidation) - realValidation.begin();
    EXPECT_GT(static_cast<std::ptrdiff_t>(seen), best + 3);
    EXPECT_LE(static_cast<std::ptrdiff_t>(seen), best + 7);
}

TEST(NoiseOf, IsTheDeviationOfNormalNoiseOnALine)
{
    std::mt19937 random(7);
    std::normal_distribution<double> noise(0, 0.3);
    std::vector<double> losses;
    for (int index = 0; index < 20'000; ++index) {
        losses.push_back(0.1 * index + noise(random));
    }
    EXPECT_NEAR(engine::noiseOf(losses), 0.3, 0.01);
    EXPECT_TRUE(std::isinf(engine::noiseOf(std::vector<double>{1, 2, 3})));
}
