// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/double_run.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace engine {
namespace {

test::Batch referenceBatch(const GoldenBatch& batch)
{
    return {.ids = {batch.ids.begin(), batch.ids.end()},
            .cont = {batch.cont.begin(), batch.cont.end()},
            .labels = {batch.targets.begin(), batch.targets.end()}};
}

class GoldenRunInDouble : public testing::TestWithParam<std::string> {};

TEST_P(GoldenRunInDouble, FollowsLossesNormsAndWeights)
{
    const GoldenRun run = readGoldenRun(GetParam());
    DoubleRun reference(modelOf(run), {.ids = "data", .cont = "clip", .label = "label"}, run.solver);
    reference.begin(asWeights(run.initial), run.initial);
    for (std::size_t iteration = 0; iteration < run.losses.size(); ++iteration) {
        const GoldenBatch batch = batchOf(run, static_cast<std::int64_t>(iteration));
        const DoubleRun::Step step = reference.step(referenceBatch(batch));
        ASSERT_NEAR(step.loss, run.losses[iteration], DoubleRun::tolerance) << "iteration " << iteration;
        ASSERT_NEAR(step.gradientNorm, run.gradientNorms[iteration], DoubleRun::tolerance) << "iteration " << iteration;
    }
    reference.expectWeights(asWeights(run.final), run.final);
}

std::string fileName(const testing::TestParamInfo<std::string>& file)
{
    std::string name = file.param.substr(0, file.param.find('.'));
    std::erase(name, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Runs, GoldenRunInDouble, testing::ValuesIn(goldenRunFiles()), fileName);

TEST(GoldenRuns, CoverEverySolver)
{
    std::vector<std::string> types;
    for (const std::string& file : goldenRunFiles()) {
        types.push_back(std::get<std::string>(readGoldenRun(file).solver.params.at("type")));
    }
    for (const char* type : {"SGD", "Nesterov", "AdaGrad", "RMSProp", "AdaDelta", "Adam", "AdamW"}) {
        EXPECT_EQ(std::count(types.begin(), types.end(), type), type == std::string("SGD") ? 2 : 1) << type;
    }
}

} // namespace
} // namespace engine
