// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/baseline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using engine::baselineOf;
using engine::Samples;
using engine::valueOf;

TEST(Baseline, OfNumbersIsTheLastValueThatWasKnown)
{
    Samples samples;
    samples.answers = {0, 0, 0, std::nanf("")};
    samples.targets = {3, 5, 4, std::nan("")};
    samples.lastTargets = {2, 8, std::nan(""), 4};
    const std::vector<std::int32_t> chosen = {0, 1, 2, 3};
    const auto baseline = baselineOf(samples, chosen);
    ASSERT_TRUE(baseline);
    EXPECT_EQ(baseline->name, "as the last value");
    EXPECT_DOUBLE_EQ(valueOf(baseline->metrics, "mae"), 2) << "of 1 and 3: the others know no value or no answer";
    EXPECT_DOUBLE_EQ(valueOf(baseline->metrics, "rmse"), std::sqrt(5.0));
    samples.lastTargets.clear();
    EXPECT_FALSE(baselineOf(samples, chosen)) << "images know no value before";
}

TEST(Baseline, OfClassesIsTheMostFrequentOneOfTheTrainingPart)
{
    Samples samples;
    samples.facts.classes = {"even", "odd"};
    samples.answers = {1, 1, 0, 0, 0, 1, -1};
    samples.parts[0] = {0, 1, 2};
    const std::vector<std::int32_t> chosen = {3, 4, 5, 6};
    const auto baseline = baselineOf(samples, chosen);
    ASSERT_TRUE(baseline);
    EXPECT_EQ(baseline->name, "always odd");
    EXPECT_DOUBLE_EQ(valueOf(baseline->metrics, "accuracy"), 1 / 3.0);
    samples.parts[0].clear();
    EXPECT_EQ(baselineOf(samples, chosen)->name, "always even") << "nothing is known of the training";
    EXPECT_FALSE(baselineOf(samples, std::vector<std::int32_t>{6}));
}
