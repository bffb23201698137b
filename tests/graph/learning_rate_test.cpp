// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/error.h"
#include "engine/graph/learning_rate.h"
#include "engine/graph/solver_settings.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <string>

namespace engine {
namespace {

using std::string;
using testing::HasSubstr;

Params withRate(const Params& given)
{
    SolverSettings settings;
    settings.params = given;
    settings.params.try_emplace("base_lr", 0.8);
    return completeParams(settings);
}

std::int64_t operator""_it(unsigned long long number)
{
    return static_cast<std::int64_t>(number);
}

struct PolicyCase {
    const char* name;
    Params params;
    std::vector<std::pair<std::int64_t, double>> rates; ///< by iteration
};

const std::vector<PolicyCase> policyCases{
    {"Fixed", {{"lr_policy", string("fixed")}}, {{0, 0.8}, {1'000'000, 0.8}}},
    {"Step",
     {{"lr_policy", string("step")}, {"gamma", 0.5}, {"stepsize", 10_it}},
     {{0, 0.8}, {9, 0.8}, {10, 0.4}, {19, 0.4}, {20, 0.2}, {35, 0.1}}},
    {"Exp", {{"lr_policy", string("exp")}, {"gamma", 0.5}}, {{0, 0.8}, {1, 0.4}, {3, 0.1}}},
    {"Inv", {{"lr_policy", string("inv")}, {"gamma", 0.5}, {"power", 2.0}}, {{0, 0.8}, {2, 0.2}, {6, 0.05}}},
    {"Multistep",
     {{"lr_policy", string("multistep")}, {"gamma", 0.5}, {"stepvalue", std::vector<std::int64_t>{5, 8}}},
     {{0, 0.8}, {4, 0.8}, {5, 0.4}, {7, 0.4}, {8, 0.2}, {100, 0.2}}},
    {"Poly",
     {{"lr_policy", string("poly")}, {"power", 2.0}, {"max_iter", 100_it}},
     {{0, 0.8}, {50, 0.2}, {75, 0.05}, {100, 0.0}, {150, 0.0}}},
    // 1 / (1 + e^1) = 0.2689414213699951
    {"Sigmoid",
     {{"lr_policy", string("sigmoid")}, {"gamma", -0.5}, {"stepsize", 20_it}},
     {{20, 0.4}, {22, 0.8 * 0.2689414213699951}, {18, 0.8 * 0.7310585786300049}}},
    // half-way down after a third: cos 60 degrees = 1/2
    {"Cosine",
     {{"lr_policy", string("cosine")}, {"min_lr", 0.2}, {"max_iter", 90_it}},
     {{0, 0.8}, {30, 0.65}, {45, 0.5}, {60, 0.35}, {90, 0.2}, {200, 0.2}}},
    {"WarmUp",
     {{"lr_policy", string("fixed")}, {"warmup_iter", 4_it}},
     {{0, 0.2}, {1, 0.4}, {2, 0.6}, {3, 0.8}, {4, 0.8}, {5, 0.8}}},
    {"WarmUpOfStep",
     {{"lr_policy", string("step")}, {"gamma", 0.5}, {"stepsize", 2_it}, {"warmup_iter", 4_it}},
     {{0, 0.2}, {1, 0.4}, {2, 0.3}, {3, 0.4}, {4, 0.2}}},
    // the cosine starts where the warm-up ends
    {"CosineWithWarmUp",
     {{"lr_policy", string("cosine")}, {"min_lr", 0.2}, {"max_iter", 110_it}, {"warmup_iter", 20_it}},
     {{0, 0.04}, {9, 0.4}, {19, 0.8}, {20, 0.8}, {50, 0.65}, {110, 0.2}}},
    {"WarmUpAsLongAsTheCosine",
     {{"lr_policy", string("cosine")}, {"min_lr", 0.2}, {"max_iter", 10_it}, {"warmup_iter", 10_it}},
     {{0, 0.08}, {4, 0.4}, {9, 0.8}, {10, 0.2}}},
    {"WarmUpLongerThanTheCosine",
     {{"lr_policy", string("cosine")}, {"min_lr", 0.2}, {"max_iter", 10_it}, {"warmup_iter", 20_it}},
     {{0, 0.04}, {9, 0.4}, {10, 0.11}, {20, 0.2}}},
};

class LearningRatePolicy : public testing::TestWithParam<PolicyCase> {};

TEST_P(LearningRatePolicy, FollowsItsFormula)
{
    const Params params = withRate(GetParam().params);
    for (const auto& [iteration, rate] : GetParam().rates) {
        EXPECT_NEAR(learningRate(params, iteration), rate, 1e-12) << "iteration " << iteration;
    }
}

INSTANTIATE_TEST_SUITE_P(All, LearningRatePolicy, testing::ValuesIn(policyCases),
                         [](const auto& policy) { return string(policy.param.name); });

TEST(LearningRate, NeedsTheIterationsOfPolyAndCosine)
{
    for (const string policy : {"poly", "cosine"}) {
        EXPECT_EQ(::sentenceOf([&] {
                      learningRate(withRate({{"lr_policy", policy}, {"max_iter", 0_it}}), 0);
                  }),
                  "solver: max_iter is 0, but the policy " + policy + " needs 1 or more");
    }
}

TEST(LearningRate, MustStayFinite)
{
    const Params params = withRate({{"lr_policy", string("exp")}, {"gamma", 10.0}});
    EXPECT_THROW(learningRate(params, 1000), Error);
}

} // namespace
} // namespace engine
