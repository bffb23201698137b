// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/golden.h"
#include "tests/golden/reference_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

/// Of values near 1; small ones are held to the same absolute distance.
constexpr double tolerance = 1e-9;

class GoldenRunInDouble : public testing::TestWithParam<std::string> {};

TEST_P(GoldenRunInDouble, FollowsLossesNormsAndWeights)
{
    const GoldenRun run = readGoldenRun(GetParam());
    ReferenceRun reference(run);
    for (std::size_t iteration = 0; iteration < run.losses.size(); ++iteration) {
        const ReferenceRun::Step step = reference.step();
        ASSERT_NEAR(step.loss, run.losses[iteration], tolerance) << "iteration " << iteration;
        ASSERT_NEAR(step.gradientNorm, run.gradientNorms[iteration], tolerance) << "iteration " << iteration;
    }
    ASSERT_EQ(reference.weights().size(), run.final.size());
    for (std::size_t weight = 0; weight < run.final.size(); ++weight) {
        const GoldenTensor& expected = run.final[weight];
        const GoldenTensor& found = reference.weights()[weight];
        ASSERT_EQ(found.name, expected.name);
        ASSERT_EQ(found.values.size(), expected.values.size());
        for (std::size_t i = 0; i < expected.values.size(); ++i) {
            ASSERT_NEAR(found.values[i], expected.values[i], tolerance) << expected.name << ", element " << i;
        }
    }
}

std::string testName(const testing::TestParamInfo<std::string>& file)
{
    std::string name = file.param.substr(0, file.param.find('.'));
    std::erase(name, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Runs, GoldenRunInDouble, testing::ValuesIn(goldenRunFiles()), testName);

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
