// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/solver_settings.h"
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>

using namespace engine;
using namespace engine::test;
using ::testing::ElementsAre;

namespace {

std::string refusal(Params params)
{
    return sentenceOf([&] { completeParams(SolverSettings{.params = std::move(params)}); });
}

int historyOf(const std::string& type)
{
    return historyTensors(SolverSettings{.params = {{"type", type}}});
}

} // namespace

TEST(SolverDefaults, OfBvlcAreCaffes)
{
    const Params params = completeParams(SolverSettings{});
    EXPECT_EQ(textParam(params, "type"), "SGD");
    EXPECT_EQ(floatParam(params, "momentum"), 0);
    EXPECT_EQ(floatParam(params, "momentum2"), 0.999);
    EXPECT_EQ(floatParam(params, "weight_decay"), 0);
    EXPECT_EQ(floatParam(params, "rms_decay"), 0.99);
    EXPECT_EQ(floatParam(params, "delta"), 1e-8);
    EXPECT_EQ(floatParam(params, "clip_gradients"), -1);
    EXPECT_EQ(textParam(params, "regularization_type"), "L2");
    EXPECT_EQ(intParam(params, "iter_size"), 1);
    EXPECT_EQ(intParam(params, "device_id"), 0);
    EXPECT_EQ(textParam(params, "solver_mode"), "GPU");
    EXPECT_EQ(textParam(params, "snapshot_format"), "BINARYPROTO");
}

TEST(SolverOfANewNet, HasTheMomentumThatAdamIsMeantWith)
{
    EXPECT_EQ(floatParam(completeParams(solverOfNewNet()), "momentum"), 0.9);
}

/// They change no number but the seed, and say what both programs do where the file says nothing.
TEST(SolverDefaults, OfWhatARunTellsAndSavesAreOurs)
{
    for (const Dialect dialect : {Dialect::Bvlc, Dialect::MyCaffe}) {
        const Params params =
            completeParams(SolverSettings{.dialect = dialect, .params = {{"lr_policy", std::string("fixed")}}});
        EXPECT_EQ(intParam(params, "test_interval"), dialect == Dialect::Bvlc ? 500 : 1000);
        EXPECT_EQ(intParam(params, "average_loss"), 0);
        EXPECT_EQ(intParam(params, "snapshot"), 0);
        EXPECT_TRUE(flagParam(params, "snapshot_after_train"));
        EXPECT_FALSE(flagParam(params, "test_initialization"));
        EXPECT_EQ(intParam(params, "random_seed"), 1);
    }
}

TEST(SolverDefaults, OfMyCaffeAreMyCaffes)
{
    const Params params =
        completeParams(SolverSettings{.dialect = Dialect::MyCaffe, .params = {{"lr_policy", std::string("fixed")}}});
    EXPECT_EQ(floatParam(params, "weight_decay"), 0.0005);
    EXPECT_EQ(floatParam(params, "rms_decay"), 0.95);
    EXPECT_EQ(floatParam(params, "gamma"), 0.1);
    EXPECT_EQ(intParam(params, "stepsize"), 100'000);
    EXPECT_EQ(intParam(params, "max_iter"), 500'000);
    EXPECT_THAT(intListParam(params, "test_iter"), ElementsAre(300));
    EXPECT_EQ(intParam(params, "device_id"), 1);
    EXPECT_EQ(textParam(completeParams(SolverSettings{.dialect = Dialect::MyCaffe}), "lr_policy"), "step");
}

TEST(SolverTypes, AreReadInEverySpelling)
{
    for (const char* type : {"SGD", "Nesterov", "AdaGrad", "RMSProp", "AdaDelta", "Adam", "AdamW"}) {
        std::string upper = type;
        std::ranges::transform(upper, upper.begin(),
                               [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
        for (const std::string& written : {std::string(type), upper}) {
            const Params params = completeParams(SolverSettings{.params = {{"type", written}}});
            EXPECT_EQ(textParam(params, "type"), type) << written;
        }
    }
}

TEST(LearningRatePolicies, AreCaffesAndCosine)
{
    for (const char* policy : {"fixed", "exp", "inv", "multistep", "poly", "sigmoid", "cosine"}) {
        EXPECT_EQ(refusal({{"lr_policy", std::string(policy)}}), "") << policy;
    }
    EXPECT_EQ(refusal({{"lr_policy", std::string("sigmoid_inv")}}),
              "solver: lr_policy is \"sigmoid_inv\", but must be fixed, step, exp, inv, multistep, poly, sigmoid or "
              "cosine (did you mean sigmoid?)");
}

TEST(LearningRatePolicies, OfStepsNeedALengthAndOfCutsTheirOrder)
{
    EXPECT_EQ(refusal({{"lr_policy", std::string("step")}}),
              "solver: stepsize is 0, but lr_policy step needs 1 or more");
    EXPECT_EQ(refusal({{"lr_policy", std::string("step")}, {"stepsize", whole(10)}}), "");
    EXPECT_EQ(refusal({{"stepvalue", std::vector<std::int64_t>{100, 50}}}),
              "solver: stepvalue 50 follows 100, but the cuts must rise");
}

TEST(SolverHistory, IsOneTensorForEachWeightOrTwo)
{
    for (const char* type : {"SGD", "Nesterov", "AdaGrad", "RMSProp"}) {
        EXPECT_EQ(historyOf(type), 1) << type;
    }
    for (const char* type : {"AdaDelta", "Adam", "AdamW", "ADAMW"}) {
        EXPECT_EQ(historyOf(type), 2) << type;
    }
}

TEST(OwnSolverSettings, AreMarkedAsExtensions)
{
    for (const ParamSpec& spec : solverSpecs()) {
        const bool own = spec.key == "warmup_iter" || spec.key == "min_lr" || spec.key == "clip_values" ||
                         spec.key == "early_stop" || spec.key == "best_by" || spec.key == "adamw_decay" ||
                         spec.key == "average_weights";
        EXPECT_EQ(spec.extension, own) << spec.key;
    }
}
