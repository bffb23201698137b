// SPDX-License-Identifier: GPL-3.0-or-later
// A run's settings: described once, and what they come to.
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/learning_rate.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/run_specs.h"
#include "tests/support/sentence_of.h"
#include "tests/support/tells.h"

#include <gmock/gmock.h>

#include <set>

namespace engine {
namespace {

using testing::HasSubstr;
using testing::Optional;

SolverSettings solver(const std::string& text)
{
    return readSolver(text, "solver.prototxt");
}

/// A value that is not the fallback.
ParamValue another(const RunSpec& spec)
{
    const ParamValue usual = fallbackOf(spec.param, Dialect::Bvlc);
    if (const auto* const flag = std::get_if<bool>(&usual)) {
        return !*flag;
    }
    if (const auto* const whole = std::get_if<std::int64_t>(&usual)) {
        return *whole + 7;
    }
    if (const auto* const number = std::get_if<double>(&usual)) {
        return *number + 0.5;
    }
    return std::string(spec.param.key == "precision" ? "fp32" : spec.param.key == "device" ? "cpu" : "caffe");
}

} // namespace

TEST(RunSpecs, TellAFormNothingOfTheTerminal)
{
    for (const RunSpec& spec : runSpecs()) {
        const std::string_view key = spec.param.key, help = formHelpOf(spec);
        if (spec.place == RunSpec::Place::Terminal) {
            continue;
        }
        EXPECT_FALSE(help.empty()) << key;
        if (key == "engine" || key == "device" || key == "precision") { // lists that say what is in them
            continue;
        }
        for (const char* word : {"--", "_", "NAME", " N ", ".hamnet", "the solver's "}) {
            EXPECT_EQ(help.find(word), std::string_view::npos) << key << " has \"" << word << "\": " << help;
        }
    }
}

TEST(RunSpecs, EachHasAKeyWordsAndARangeThatHoldsItsFallback)
{
    std::set<std::string_view> keys;
    for (const RunSpec& spec : runSpecs()) {
        EXPECT_TRUE(keys.insert(spec.param.key).second) << spec.param.key;
        EXPECT_FALSE(spec.param.label.empty()) << spec.param.key;
        EXPECT_TRUE(spec.param.help.ends_with('.')) << spec.param.key;
        EXPECT_NO_THROW(checkRunParams({{std::string(spec.param.key), fallbackOf(spec.param, Dialect::Bvlc)}}));
        EXPECT_EQ(&runSpec(spec.param.key), &spec);
    }
}

TEST(RunSpecs, EachHasAnEffect)
{
    const RunSettings usual = runSettings({}, {});
    for (const RunSpec& spec : runSpecs()) {
        const RunSettings settings = runSettings({{std::string(spec.param.key), another(spec)}}, {});
        EXPECT_FALSE(settings == usual) << spec.param.key << " has no effect";
    }
}

TEST(RunSpecs, ThoseThatCanBeChangedOnTheWayAreTheLimits)
{
    for (const RunSpec& spec : runSpecs()) {
        const RunLimits usual = limitsOf({}, {});
        const bool isLimit = !(limitsOf({{std::string(spec.param.key), another(spec)}}, {}) == usual);
        EXPECT_EQ(isLimit, spec.change == RunSpec::Change::AtAnyTime) << spec.param.key;
    }
}

TEST(RunSpecs, AWordIsToldToWhoeverReadsTheTrainingsHelp)
{
    EXPECT_THAT(trainHelpOf(runSpec("iterations")), HasSubstr(" 0: no limit."));
    EXPECT_THAT(trainHelpOf(runSpec("seed")), HasSubstr(" -1: a new one for each run."));
}

TEST(RunSpecs, AnOptionsTextReadsBackAsItsValue)
{
    for (const RunSpec& spec : runSpecs()) {
        EXPECT_EQ(optionValue(spec, optionText(another(spec))), another(spec)) << spec.param.key;
    }
    EXPECT_EQ(optionOf(runSpec("checkpoint_every")), "--checkpoint-every");
    EXPECT_EQ(optionText(0.002), "0.002");
}

TEST(RunSpecs, RefuseWhatIsNoValue)
{
    const auto refusal = [](std::string_view key, const std::string& text) {
        return sentenceOf([&] { optionValue(runSpec(key), text); });
    };
    EXPECT_THAT(refusal("iterations", "ten"), tells("iterations", "ten"));
    EXPECT_THAT(refusal("iterations", "-1"), tells("iterations", -1, 0));
    EXPECT_THAT(refusal("seconds", "0"), tells("seconds", 0));
    EXPECT_THAT(refusal("max_temperature", "200"), tells("max_temperature", 200, 20, 150));
    EXPECT_THAT(refusal("graph", "maybe"), tells("graph", "maybe"));
    EXPECT_THAT(refusal("precision", "fp16"), tells("precision", "fp16"));
    EXPECT_THAT(sentenceOf([] { runSettings({{"iteration", std::int64_t{5}}}, {}); }), tells("iteration"));
}

TEST(RunSettings, WhatIsGivenCountsBeforeTheSolverAndThatBeforeDefaults)
{
    const SolverSettings said = solver("max_iter: 70 test_interval: 30 random_seed: 9 snapshot: 40 display: 5");
    const RunSettings bySolver = runSettings({}, said);
    EXPECT_EQ(bySolver.limits.iterations, 70);
    EXPECT_EQ(bySolver.validateEvery, 30);
    EXPECT_EQ(bySolver.sampleEvery, 30);
    EXPECT_EQ(bySolver.checkpointEvery, 40);
    EXPECT_EQ(bySolver.reportEvery, 5);
    EXPECT_EQ(bySolver.seed, 9U);
    EXPECT_EQ(bySolver.sample.seed, 9U);
    const RunSettings given = runSettings({{"iterations", std::int64_t{8}},
                                           {"validate_every", std::int64_t{4}},
                                           {"seed", std::int64_t{3}},
                                           {"checkpoint_every", std::int64_t{2}},
                                           {"every", std::int64_t{1}}},
                                          said);
    EXPECT_EQ(given.limits.iterations, 8);
    EXPECT_EQ(given.validateEvery, 4);
    EXPECT_EQ(given.sampleEvery, 4) << "as often as it validates";
    EXPECT_EQ(given.checkpointEvery, 2);
    EXPECT_EQ(given.reportEvery, 1);
    EXPECT_EQ(given.seed, 3U);
    const RunSettings usual = runSettings({}, {});
    EXPECT_EQ(usual.validateEvery, 500);
    EXPECT_EQ(usual.seed, 1U);
}

TEST(RunSettings, EpochsEndARunInPlaceOfTheSolversIterations)
{
    const SolverSettings said = solver("max_iter: 70");
    EXPECT_EQ(runSettings({{"epochs", std::int64_t{2}}}, said).limits.iterations, 0);
    EXPECT_EQ(runSettings({{"epochs", std::int64_t{2}}, {"iterations", std::int64_t{9}}}, said).limits.iterations, 9);
    EXPECT_THAT(limitsOf({{"epochs", std::int64_t{2}}}, said).epochs, Optional(2));
}

TEST(RunSettings, NoLimitAndAnotherSeedEachRunCanBeAskedForWhateverTheSolverSays)
{
    const SolverSettings said = solver("max_iter: 70 random_seed: 9");
    const Params given{{"iterations", std::int64_t{0}}, {"seed", std::int64_t{-1}}};
    EXPECT_EQ(runSettings(given, said).limits.iterations, endless);
    EXPECT_EQ(limitsOf(given, said).iterations, endless);
    EXPECT_NE(runSettings(given, said).seed, runSettings(given, said).seed);
    EXPECT_LE(runSettings(given, said).seed, 0x7FFF'FFFFU);
}

TEST(RunSettings, LimitsThatWereChangedOnTheWayReadBackFromTheSettings)
{
    const Params given{{"iterations", std::int64_t{8}}, {"target_loss", 2.0}, {"graph", false}};
    for (const RunLimits& limits :
         {RunLimits{.iterations = endless}, RunLimits{.epochs = 2},
          RunLimits{.iterations = 40, .seconds = 5, .targetLoss = 1.5, .maxTemperature = 70}}) {
        const Params changed = withLimits(given, limits);
        EXPECT_EQ(limitsOf(changed, {}), limits);
        EXPECT_EQ(changed.at("graph"), ParamValue(false));
    }
}

TEST(RunSettings, TheSolverSaysWhatCountsOfASettingThatIsNotGiven)
{
    const SolverSettings said = solver("max_iter: 70 random_seed: -1");
    const auto value = [&](std::string_view key, const Params& given, const DataKind& data) {
        return solversValue(runSpec(key), given, said, data);
    };
    EXPECT_EQ(value("iterations", {}, kinds::text), ParamValue(std::int64_t{70}));
    EXPECT_EQ(value("iterations", {{"epochs", std::int64_t{2}}}, kinds::text), std::nullopt);
    EXPECT_EQ(value("seed", {}, kinds::text), ParamValue(std::int64_t{-1}));
    EXPECT_EQ(value("validate_every", {}, kinds::text), ParamValue(std::int64_t{500}));
    EXPECT_EQ(value("validate_every", {}, kinds::rows), std::nullopt) << "after each epoch";
    EXPECT_EQ(value("checkpoint_every", {}, kinds::text), std::nullopt) << "0 is at each validation";
    EXPECT_EQ(value("seconds", {}, kinds::text), std::nullopt);
}

TEST(RunSettings, ASolverForHamnetKeepsTheScheduleWhereverTheRunIsToStop)
{
    const Params given{{"iterations", std::int64_t{100}}, {"validate_every", std::int64_t{20}}};
    const SolverSettings own = solver("lr_policy: \"cosine\" max_iter: 3000 test_interval: 30"),
                         exported = withSettings(own, given, SolverReader::Hamnet);
    EXPECT_EQ(intParam(exported.params, "max_iter"), 3000);
    EXPECT_EQ(intParam(exported.params, "test_interval"), 20);
    EXPECT_EQ(learningRate(completeParams(exported), 99), learningRate(completeParams(own), 99));
    EXPECT_FALSE(withSettings(solver("base_lr: 1"), given, SolverReader::Hamnet).params.contains("max_iter"));
}

TEST(RunSettings, ASolverForOtherProgramsHasWhatIsGiven)
{
    const Params given{{"iterations", std::int64_t{8}}, {"seconds", 5.0}, {"seed", std::int64_t{3}}};
    const SolverSettings other =
        withSettings(solver("max_iter: 70 test_interval: 30"), given, SolverReader::AnotherProgram);
    EXPECT_EQ(intParam(other.params, "max_iter"), 8);
    EXPECT_EQ(intParam(other.params, "test_interval"), 30);
    EXPECT_EQ(intParam(other.params, "random_seed"), 3);
    EXPECT_EQ(other.params.size(), 3U);
    const SolverSettings endlessly =
        withSettings(solver("max_iter: 70"), {{"iterations", std::int64_t{0}}}, SolverReader::AnotherProgram);
    EXPECT_EQ(intParam(endlessly.params, "max_iter"), 70) << "they have no number for it";
}

TEST(RunSettings, ARunThatNeverValidatesSavesAllTheSame)
{
    EXPECT_EQ(runSettings({{"validate_every", std::int64_t{0}}}, {}).checkpointEvery, 500);
    EXPECT_EQ(runSettings({}, {}).checkpointEvery, 0) << "at each validation";
}

TEST(RunSettings, TellsTheDevice)
{
    const RunSettings settings = runSettings({{"engine", "onednn"},
                                              {"device", "cpu"},
                                              {"threads", std::int64_t{2}},
                                              {"precision", "BF16"},
                                              {"graph", false}},
                                             {});
    EXPECT_EQ(settings.engine, EngineWish("ONEDNN"));
    EXPECT_EQ(settings.device.name, "cpu");
    EXPECT_EQ(settings.device.engine, "ONEDNN");
    EXPECT_EQ(settings.device.threads, 2);
    EXPECT_EQ(settings.device.precision, Precision::Bfloat16);
    EXPECT_FALSE(settings.device.graphs);
}

} // namespace engine
