// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/sweep.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"
#include "tests/support/paths.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace {

using queue::Variation;
using testing::HasSubstr;

std::optional<Variation> variationIn(const std::string& text)
{
    const std::size_t equals = text.find('=');
    return queue::variationOf(text.substr(0, equals), text.substr(equals + 1));
}

Variation readVariation(const std::string& text)
{
    return variationIn(text).value();
}

class Variations : public testing::Test {
protected:
    std::string refusalOf(const std::string& text)
    {
        const Variation variation = readVariation(text);
        return ::sentenceOf([&] { queue::set(varied, variation, variation.values.front()); });
    }

    std::vector<queue::Choice> trials(const std::vector<Variation>& variations, std::int64_t count,
                                      std::int64_t seed = 1) const
    {
        engine::RunDescription run = varied;
        run.settings = {{"seed", seed}};
        return queue::choicesOf({.variations = variations, .trials = count}, {.run = run, .settings = {}});
    }

    engine::RunDescription varied{.model = engine::readModel(R"(
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label" include { phase: TRAIN }
  text_data_param { time_steps: 8 batch_size: 2 } }
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label" include { phase: TEST }
  text_data_param { time_steps: 8 batch_size: 4 } }
layer { name: "lstm" type: "LSTM" bottom: "data" bottom: "clip" top: "h" recurrent_param { num_output: 8 } }
)",
                                                             "net.prototxt"),
                                  .solver = {}};
};

TEST_F(Variations, AreListsOrRanges)
{
    const Variation list = readVariation("lstm.num_output=128,256,512");
    EXPECT_EQ(list.name(), "lstm.num_output");
    EXPECT_EQ(list.values, (std::vector<std::string>{"128", "256", "512"}));
    const Variation range = readVariation("solver.base_lr=1e-3..1e-2:log");
    EXPECT_TRUE(range.isRange());
    EXPECT_EQ(range.values, (std::vector<std::string>{"1e-3", "1e-2"}));
    EXPECT_EQ(range.kind, Variation::Kind::LogRange);
    EXPECT_EQ(readVariation("solver.momentum=0..0.9").kind, Variation::Kind::Range);
}

TEST_F(Variations, ThatCannotBeReadAreNone)
{
    for (const char* text : {"lstm=1", "lstm.=1", ".num_output=1", "lstm.num_output=", "lstm.num_output=1,,2",
                             "solver.base_lr=1..2:lin", "solver.base_lr=a..b"}) {
        EXPECT_FALSE(variationIn(text)) << text;
    }
    for (const char* text : {"2..1", "0..1:log", "1e-300..1e300:log", "-1e308..1e308"}) {
        EXPECT_THAT(::sentenceOf([&] { queue::variationOf("solver.base_lr", text); }), HasSubstr("second end")) << text;
    }
    EXPECT_THAT(::sentenceOf([&] { queue::requireValues(readVariation("lstm.num_output=1.2..1.8"), varied); }),
                HasSubstr("a whole number"));
}

TEST_F(Variations, EditTheModelsAndTheSolversSettings)
{
    for (const char* text : {"lstm.num_output=64", "text.time_steps=32", "solver.type=adamw", "solver.base_lr=0.5"}) {
        const Variation variation = readVariation(text);
        queue::set(varied, variation, variation.values.front());
    }
    const std::string model = engine::writeModel(varied.model), solver = engine::writeSolver(varied.solver);
    EXPECT_THAT(model, HasSubstr("num_output: 64"));
    EXPECT_EQ(model.find("time_steps: 8"), std::string::npos) << "layers of both phases: " << model;
    EXPECT_THAT(solver, HasSubstr("AdamW"));
    EXPECT_THAT(solver, HasSubstr("base_lr: 0.5"));
}

TEST_F(Variations, OfWhatIsNotThereAndToWhatIsNoValueAreRefused)
{
    EXPECT_THAT(refusalOf("lstn.num_output=1"), HasSubstr("did you mean lstm.num_output"));
    EXPECT_THAT(refusalOf("lstm.num_outputs=1"), HasSubstr("did you mean lstm.num_output"));
    EXPECT_THAT(refusalOf("solver.base_rl=1"), HasSubstr("did you mean solver.base_lr"));
    EXPECT_THAT(refusalOf("lstm.num_output=many"), HasSubstr("must be a whole number"));
    EXPECT_THAT(refusalOf("lstm.num_output=0"), HasSubstr("num_output"));
    EXPECT_THAT(refusalOf("solver.base_lr=nan"), HasSubstr("base_lr"));
    EXPECT_THAT(refusalOf("solver.type=adamm"), HasSubstr("adamm"));
    EXPECT_THAT(refusalOf("lstm.weight_filler=xavier"), HasSubstr("a filler"));
}

TEST_F(Variations, ToOneValueTwiceAreRefusedHoweverItIsWritten)
{
    for (const char* text : {"lstm.num_output=8,16,8", "solver.base_lr=1e-2,0.01", "solver.type=ADAM,adam",
                             "cell=drawn,gru,drawn", "cell=lstm,gru,lstm"}) {
        EXPECT_THAT(::sentenceOf([&] { queue::requireValues(readVariation(text), varied); }),
                    HasSubstr("same value twice"))
            << text;
    }
    queue::requireValues(readVariation("solver.base_lr=1e-2,0.02"), varied);
    queue::requireValues(readVariation("cell=drawn,lstm,gru"), varied); // the net's own cell beside the net as it is
}

TEST_F(Variations, MakeAGridWhoseLastChangesFirst)
{
    const std::vector<Variation> two = {readVariation("a.b=1,2"), readVariation("c.d=x,y,z")};
    EXPECT_EQ(queue::runsOf({.variations = two}), 6);
    const std::vector<queue::Choice> all = queue::choicesOf({.variations = two}, {});
    ASSERT_EQ(all.size(), 6U);
    EXPECT_EQ(all[1], (queue::Choice{"1", "y"}));
    EXPECT_EQ(all[5], (queue::Choice{"2", "z"}));
    EXPECT_EQ(queue::choicesOf({}, {}).size(), 1U) << "without a variation the net as it is";
    EXPECT_THAT(::sentenceOf([] { queue::runsOf({.variations = {readVariation("a.b=1..2")}}); }),
                HasSubstr("--trials N"));
}

TEST_F(Variations, OfAbsurdNumbersAreCountedWithoutOverflow)
{
    std::vector<Variation> many(5, readVariation("a.b=1,2"));
    for (Variation& one : many) {
        one.values.resize(1'000'000);
        one.setting += std::to_string(&one - many.data());
    }
    EXPECT_GT(queue::runsOf({.variations = many}), queue::maxRuns);
}

TEST_F(Variations, AreDrawnBySeed)
{
    const std::vector<Variation> two = {readVariation("lstm.num_output=8..64:log"),
                                        readVariation("solver.base_lr=1e-3..1e-2:log")};
    const std::vector<queue::Choice> some = trials(two, 50);
    ASSERT_EQ(some.size(), 50U);
    EXPECT_EQ(some, trials(two, 50));
    EXPECT_NE(some, trials(two, 50, 2));
    double logarithms = 0;
    for (const queue::Choice& choice : some) {
        const double units = std::stod(choice[0]), rate = std::stod(choice[1]);
        EXPECT_EQ(units, std::floor(units)) << choice[0];
        EXPECT_TRUE(units >= 8 && units <= 64 && rate >= 1e-3 && rate <= 1e-2) << choice[0] << ", " << choice[1];
        logarithms += std::log10(rate) / 50;
    }
    EXPECT_NEAR(logarithms, -2.5, 0.15); // four standard deviations of the mean
}

TEST_F(Variations, AreDrawnOnceEach)
{
    const std::vector<Variation> two = {readVariation("lstm.num_output=8,16"), readVariation("solver.momentum=0,0.9")};
    const std::vector<queue::Choice> all = trials(two, 20);
    EXPECT_EQ(all.size(), 4U);
    EXPECT_EQ(std::set<queue::Choice>(all.begin(), all.end()).size(), 4U);
}

TEST_F(Variations, ToWholeNumbersOfARangeAreAsLikelyAtItsEnds)
{
    const std::vector<Variation> two = {readVariation("lstm.num_output=1..4"), readVariation("solver.delta=0..1")};
    std::map<std::string, int> counts;
    for (const queue::Choice& choice : trials(two, 4000)) {
        ++counts[choice[0]];
    }
    for (const char* units : {"1", "2", "3", "4"}) {
        EXPECT_NEAR(counts[units], 1000, 140) << units; // five standard deviations
    }
}

/// A net with its text, of which runs are to differ in one setting.
class Sweeps : public Variations {
protected:
    Sweeps()
    {
        varied.model = engine::readModel(R"(
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label" text_data_param { time_steps: 8 batch_size: 2 } }
layer { name: "embed" type: "Embed" bottom: "data" top: "v" embed_param { input_dim: 65 num_output: 4 } }
layer { name: "lstm" type: "LSTM" bottom: "v" bottom: "clip" top: "h" recurrent_param { num_output: 8 } }
layer { name: "ip" type: "InnerProduct" bottom: "h" top: "s" inner_product_param { num_output: 65 axis: 2 } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "s" bottom: "label" top: "loss" softmax_param { axis: 2 } }
)",
                                         "net.prototxt");
        base.job.run = varied;
        base.data =
            engine::openSource(folder.write("text.txt", std::string(300, 'a') + std::string(300, 'b')), varied.model);
    }

    std::vector<queue::Job> jobs(const std::string& text, bool stopsEarly = false) const
    {
        return queue::jobsOf({.variations = {readVariation(text)}, .stopsEarly = stopsEarly}, base);
    }

    /// What is said of a setting that cannot vary.
    std::string refusalOf(const std::string& text, bool stopsEarly = false) const
    {
        return ::sentenceOf([&] { jobs(text, stopsEarly); });
    }

    TemporaryFolder folder;
    queue::SweepBase base;
};

TEST_F(Sweeps, OfWhatNoRunTakesAreRefused)
{
    for (const char* text :
         {"solver.snapshot_prefix=a,b", "solver.display=1,2", "solver.device_id=0,1", "solver.random_seed=1,2",
          "solver.weights=a,b", "text.source=a.txt,b.txt", "solver.random_seed=7"}) {
        EXPECT_THAT(refusalOf(text), HasSubstr("cannot vary in a sweep")) << text;
    }
    EXPECT_THAT(refusalOf("solver.max_iter=30,90", true), HasSubstr("the same"));
}

TEST_F(Sweeps, OfWhatAnOptionSaysAreRefused)
{
    for (const auto& [text, option] : {std::pair{"solver.test_interval=10,20", "--validate-every"},
                                       {"lstm.engine=CAFFE,FUSED", "--engine"},
                                       {"solver.max_iter=10,20", "--iterations"}}) {
        base.job.run.settings = {};
        EXPECT_EQ(jobs(text).size(), 2U) << text;
        base.job.run.settings = {
            {"validate_every", std::int64_t{5}}, {"engine", std::string("caffe")}, {"iterations", std::int64_t{90}}};
        EXPECT_THAT(refusalOf(text), HasSubstr(option)) << text;
    }
    base.job.run.solver.params = {{"lr_policy", std::string("cosine")}};
    EXPECT_EQ(jobs("solver.max_iter=10,20").size(), 2U) << "it says how long the learning rate falls";
}

TEST_F(Sweeps, OfSizesThatTheDataSetAreRefused)
{
    EXPECT_THAT(refusalOf("embed.input_dim=2,70"), HasSubstr("the data"));
    EXPECT_THAT(refusalOf("ip.num_output=70,2"), HasSubstr("the data"));
    EXPECT_THAT(refusalOf("ip.num_output=70"), HasSubstr("the data"));
    EXPECT_EQ(jobs("text.time_steps=4,16").size(), 2U);
}

TEST_F(Sweeps, OfCellsAtEqualParametersKeepTheUnitsThatVary)
{
    base.hasEqualParameters = true;
    for (const bool isCellFirst : {true, false}) {
        std::vector<Variation> two = {{.layer = {}, .setting = "cell", .values = {"drawn", "gru"}},
                                      readVariation("lstm.num_output=8,16")};
        if (!isCellFirst) {
            std::ranges::reverse(two);
        }
        std::map<std::string, std::int64_t> units, parameters; // by cell and the units that were given
        for (const queue::Job& job : queue::jobsOf({.variations = two}, base)) {
            const std::string name = *queue::settingOf(job, "cell") + *queue::settingOf(job, "lstm.num_output");
            units[name] = engine::intParam(job.run.model.layers.at(2).params, "num_output");
            parameters[name] = std::stoll(*queue::settingOf(job, "parameters"));
        }
        EXPECT_EQ(units["drawn8"], 8);
        EXPECT_EQ(units["drawn16"], 16);
        EXPECT_GT(units["gru16"], units["gru8"]);
        EXPECT_NEAR(static_cast<double>(parameters["gru8"]), static_cast<double>(parameters["drawn8"]), 100);
        EXPECT_NEAR(static_cast<double>(parameters["gru16"]), static_cast<double>(parameters["drawn16"]), 150);
    }
}

} // namespace
