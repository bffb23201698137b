// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/baseline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using engine::baselinesOf;
using engine::Samples;
using engine::valueOf;

TEST(Baseline, OfNumbersIsTheLastValueThatWasKnown)
{
    Samples samples;
    samples.answers = {0, 0, 0, std::nanf("")};
    samples.targets = {3, 5, 4, std::nan("")};
    samples.lastTargets = {2, 8, std::nan(""), 4};
    const std::vector<std::int32_t> chosen = {0, 1, 2, 3};
    const auto baselines = baselinesOf(samples, chosen);
    ASSERT_EQ(baselines.size(), 1u);
    EXPECT_EQ(baselines[0].name, "as the last value");
    EXPECT_DOUBLE_EQ(valueOf(baselines[0].metrics, "mae"), 2) << "of 1 and 3: the others know no value or no answer";
    EXPECT_DOUBLE_EQ(valueOf(baselines[0].metrics, "rmse"), std::sqrt(5.0));
    samples.lastTargets.clear();
    EXPECT_TRUE(baselinesOf(samples, chosen).empty()) << "images know no value before";
}

TEST(Baseline, OfASeriesThatRepeatsItselfIsAlsoTheValueOfAPeriodAgo)
{
    Samples samples;
    samples.answers = {0, 0, 0, std::nanf("")};
    samples.targets = {3, 5, 4, std::nan("")};
    samples.lastTargets = {2, 8, 4, 4};
    samples.period = 7;
    samples.periodTargets = {3, 4, 6, 1};
    const auto baselines = baselinesOf(samples, std::vector<std::int32_t>{0, 1, 2, 3});
    ASSERT_EQ(baselines.size(), 2u);
    EXPECT_EQ(baselines[1].name, "as 7 rows before");
    EXPECT_DOUBLE_EQ(valueOf(baselines[1].metrics, "mae"), 1) << "of 0, 1 and 2";
    EXPECT_DOUBLE_EQ(valueOf(baselines[1].metrics, "rmse"), std::sqrt(5 / 3.0));
}

TEST(Baseline, OfClassesIsTheMostFrequentOneOfTheTrainingPart)
{
    Samples samples;
    samples.facts.classes = {"even", "odd"};
    samples.answers = {1, 1, 0, 0, 0, 1, -1};
    samples.parts[0] = {0, 1, 2};
    const std::vector<std::int32_t> chosen = {3, 4, 5, 6};
    const auto baselines = baselinesOf(samples, chosen);
    ASSERT_EQ(baselines.size(), 1u);
    EXPECT_EQ(baselines[0].name, "always odd");
    EXPECT_DOUBLE_EQ(valueOf(baselines[0].metrics, "accuracy"), 1 / 3.0);
    samples.parts[0].clear();
    EXPECT_EQ(baselinesOf(samples, chosen).at(0).name, "always even") << "nothing is known of the training";
    EXPECT_TRUE(baselinesOf(samples, std::vector<std::int32_t>{6}).empty());
}
