// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/metrics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engine {

TEST(ConfusionMatrix, CountsRightGuesses)
{
    ConfusionMatrix matrix(3);
    matrix.add(0, 0);
    matrix.add(0, 1);
    matrix.add(2, 2);
    matrix.add(2, 2);
    EXPECT_DOUBLE_EQ(matrix.accuracy(), 0.75);
    EXPECT_DOUBLE_EQ(matrix.recall(0), 0.5);
    EXPECT_DOUBLE_EQ(matrix.recall(2), 1);
    EXPECT_TRUE(std::isnan(matrix.recall(1))) << "it never came";
    EXPECT_EQ(matrix.count(0, 1), 1);
    EXPECT_EQ(matrix.ofClass(2), 2);
    EXPECT_EQ(ConfusionMatrix(2).accuracy(), 0);
}

TEST(NumberErrors, AreThoseOfTheTextbook)
{
    // Targets 1, 2, 3, 6 (mean 3, squared deviations 4 + 1 + 0 + 9), errors 1, 0, -1, 2.
    NumberErrors errors;
    errors.add(2, 1);
    errors.add(2, 2);
    errors.add(2, 3);
    errors.add(8, 6);
    EXPECT_DOUBLE_EQ(errors.meanAbsolute(), 1);
    EXPECT_DOUBLE_EQ(errors.rootMeanSquare(), std::sqrt(1.5));
    EXPECT_DOUBLE_EQ(errors.determination(), 1 - 6.0 / 14.0);
}

TEST(NumberErrors, HaveNoDeterminationOfAConstant)
{
    NumberErrors errors;
    errors.add(2, 5);
    errors.add(3, 5);
    EXPECT_TRUE(std::isnan(errors.determination()));
}

TEST(Metrics, AreKnownByTheirNames)
{
    EXPECT_TRUE(metricSpec("accuracy").isShare);
    EXPECT_EQ(metricSpec("accuracy").shortName, "acc");
    EXPECT_FALSE(metricSpec("r2").isShare);
    EXPECT_EQ(metricSpec("mae").pane, MetricSpec::Pane::Errors);
    const MetricSpec ofALayer = metricSpec("top_accuracy");
    EXPECT_TRUE(ofALayer.isShare && ofALayer.moreIsBetter && !ofALayer.isOwn());
    EXPECT_EQ(ofALayer.shortName, "top_accuracy");
    EXPECT_FALSE(metricSpec("perplexity").isOwn());
    EXPECT_EQ(withoutTraining("train_mae"), "mae");
    EXPECT_EQ(withoutTraining("mae"), "mae");
    EXPECT_EQ(metricNames(Answer::Numbers), (std::vector<std::string>{"mae", "rmse", "r2"}));
    EXPECT_EQ(metricNames(Answer::Classes), std::vector<std::string>{"accuracy"});
    EXPECT_EQ(textMetricNames(), (std::vector<std::string>{"bits_per_char", "accuracy"}));
}

TEST(Metrics, KnowWhichWayIsBetter)
{
    EXPECT_TRUE(metricSpec("accuracy").moreIsBetter);
    EXPECT_TRUE(metricSpec("r2").moreIsBetter);
    EXPECT_FALSE(metricSpec("mae").moreIsBetter);
    EXPECT_FALSE(metricSpec("loss").moreIsBetter);
    const std::vector<Metric> metrics = {{"mae", 2}, {"r2", 0.5}};
    EXPECT_EQ(findMetric(metrics, "r2")->value, 0.5);
    EXPECT_EQ(findMetric(metrics, "accuracy"), nullptr);
}

} // namespace engine
