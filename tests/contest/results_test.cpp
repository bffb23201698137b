// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/results.h"
#include "tests/contest/falling_curve.h"

#include <gmock/gmock.h>

using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// A row whose seeds end at these accuracies; its steps take so long.
contest::Result resultOf(const std::string& name, const std::vector<double>& accuracies, double step = 0.001,
                         const std::string& model = "net")
{
    contest::Result result;
    result.entrant.name = name;
    result.entrant.run.model.name = model;
    result.loaded.batchUnits = result.loaded.streams = 100;
    result.loaded.stepsPerEpoch = 10;
    const engine::Curve curve = contest::curveOf({2.0, 1.5, 1.0}, step);
    for (const double accuracy : accuracies) {
        const auto figures = [](double training, double value) {
            return std::vector<engine::Metric>{
                {"training loss", training}, {"validation loss", 1 - value}, {"accuracy", value}};
        };
        result.seeds.push_back(
            {.seed = result.seeds.size() + 1,
             .curve = curve,
             .epochs = {{10 * step, figures(1.5, accuracy - 0.2)}, {20 * step, figures(1, accuracy)}}});
    }
    return result;
}

} // namespace

TEST(LearningVerdict, TellsTheSeedsSpreadFromTheEngines)
{
    const contest::Result caffe = resultOf("caffe", {0.90, 0.92, 0.94, 0.96, 0.98});
    EXPECT_THAT(contest::sentencesOf({caffe, resultOf("onednn", {0.91, 0.92, 0.94, 0.96, 0.98}, 0.0005)}),
                ElementsAre("onednn trains 2.00 times as fast as caffe",
                            "onednn reaches accuracy 0.942, caffe 0.94: 0.002 apart, no more than the standard "
                            "deviation of 5 seeds, 0.03017"));
    EXPECT_THAT(contest::sentencesOf({caffe, resultOf("rounded", {0.70, 0.72, 0.74, 0.76, 0.78})}).at(1),
                HasSubstr("0.2 apart, more than the standard deviation of 5 seeds, 0.03162"));
    EXPECT_THAT(contest::sentencesOf({resultOf("caffe", {0.9}), resultOf("onednn", {0.93})}).at(1),
                HasSubstr("one seed"));
    EXPECT_TRUE(contest::sentencesOf({caffe}).empty());
}

TEST(LearningVerdict, HoldsRowsAgainstEachOtherAtEqualTimeAndAtAnEqualLevel)
{
    const contest::Results results = {resultOf("slow", {0.96}, 0.002, "slow"),
                                      resultOf("quick", {0.90}, 0.001, "quick")};
    EXPECT_DOUBLE_EQ(contest::commonLevel(results, "accuracy"), 0.90);
    EXPECT_DOUBLE_EQ(contest::commonTime(results), 0.020);
    EXPECT_THAT(contest::metricAtTime(results[0], "accuracy", 0.020),
                testing::Optional(testing::DoubleNear(0.76, 1e-12)));
    EXPECT_THAT(contest::metricAtTime(results[0], "accuracy", 0.001), testing::Eq(std::nullopt)) << "no epoch is over";
    EXPECT_THAT(contest::secondsToLevel(results[0], "accuracy", 0.90), testing::Optional(0.040));
    EXPECT_THAT(contest::sentencesOf(results).back(),
                "after the same time, 0.02 s of training, quick is best with accuracy 0.9");
}

TEST(Results, TellTheMemoryWhereANetTrains)
{
    contest::Result result;
    result.seeds = {{.memory = {.process = 7, .device = 200}}, {.memory = {.process = 5, .device = 300}}};
    EXPECT_EQ(result.memory().whereItTrains(), 300) << "the GPU's, not the process's";
    EXPECT_EQ(result.memory().process, 7) << "the largest of all seeds";
}

TEST(Efforts, TellWhatWasToldOnly)
{
    contest::Efforts efforts;
    const contest::Effort nothing = efforts.add({}, 1, 2000);
    EXPECT_FALSE(nothing.percent || nothing.joulesPerThousand);
    efforts.add({.joules = 10, .percent = 90}, 1, 2000);
    const contest::Effort all = efforts.add({.percent = 50}, 3, 5000);
    EXPECT_THAT(all.percent, testing::Optional(60.0));
    EXPECT_THAT(all.joulesPerThousand, testing::Optional(5.0));
}
