// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/contenders.h"
#include "tests/app/workshop.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace {

class Compare : public Workshop {};

} // namespace

TEST_F(Compare, BothEnginesStartAlikeAndStayTogether)
{
    const nlohmann::json result = jsonOf({"compare", "tiny.prototxt", "--engines", "caffe,onednn", "--data", "text.txt",
                                          "--iterations", "12", "--threads", "1"});
    ASSERT_EQ(result.at("engines").size(), 2u);
    for (const nlohmann::json& engine : result.at("engines")) {
        EXPECT_EQ(engine.at("losses").size(), 12u);
        EXPECT_GT(engine.at("load_seconds"), 0);
        EXPECT_GT(engine.at("step_seconds"), 0);
        EXPECT_GT(engine.at("per_second"), 0);
        EXPECT_GT(engine.at("peak_memory"), 1 << 20);
    }
    EXPECT_EQ(result.at("engines")[0].at("engine"), "CAFFE");
    EXPECT_EQ(result.at("engines")[1].at("engine"), "ONEDNN");
    EXPECT_LT(result.at("loss_difference"), 1e-3);
    EXPECT_FALSE(result.at("verdict").get<std::string>().empty());
    EXPECT_EQ(result.at("engines")[0].at("text").get<std::string>().size(), 300u);
}

TEST_F(Compare, EachIsNamedWithItsDeviceAndWatchedForAWhile)
{
    const nlohmann::json result =
        jsonOf({"compare", "tiny.prototxt", "--engines", "cpu/caffe,onednn", "--data", "text.txt", "--iterations", "2",
                "--threads", "1", "--seconds", "2.5", "--text", "0"});
    EXPECT_EQ(result.at("engines")[0].at("name"), "cpu/caffe");
    for (const nlohmann::json& engine : result.at("engines")) {
        EXPECT_EQ(engine.at("device"), "CPU");
        EXPECT_EQ(engine.at("precision"), "fp32");
        EXPECT_TRUE(engine.at("graph").is_null());
        EXPECT_GT(engine.at("net_seconds"), 0);
        EXPECT_LT(engine.at("net_seconds"), engine.at("load_seconds"));
        EXPECT_GT(engine.at("utilisation_percent"), 0) << "this process works on the processor";
        EXPECT_EQ(engine.at("text"), "");
    }
}

TEST_F(Compare, TheTextsStandSideBySide)
{
    const Outcome outcome = done({"compare", "tiny.prototxt", "--engines", "caffe,onednn", "--data", "text.txt",
                                  "--iterations", "2", "--threads", "1", "--text", "60"});
    EXPECT_NE(outcome.out.find("\n" + std::string("caffe") + std::string(35, ' ')), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("their texts are the same"), std::string::npos) << outcome.out;
}

TEST_F(Compare, AtOnceWantsADeviceForEach)
{
    EXPECT_TRUE(isRefused(hamnet({"compare", "tiny.prototxt", "--engines", "caffe,onednn", "--data", "text.txt",
                                  "--iterations", "2", "--at-once"}),
                          "--at-once wants a device for each engine"));
}

TEST_F(Compare, AnEngineThatIsNotThereKeepsARowThatSaysWhy)
{
    const std::vector<std::string> command = {"compare",  "tiny.prototxt", "--engines", "caffe,cuda:7/cudnn", "--data",
                                              "text.txt", "--threads",     "1",         "--iterations",       "2"};
    const auto with = [&](const std::string& flag) {
        std::vector<std::string> all = command;
        all.push_back(flag);
        return hamnet(all);
    };
    const Outcome table = with("--markdown");
    EXPECT_EQ(table.exitCode, 0) << table.err;
    EXPECT_THAT(table.out, testing::AllOf(testing::HasSubstr("| caffe |"), testing::HasSubstr("| cuda:7/cudnn | - |"),
                                          testing::HasSubstr("| why not |"), testing::HasSubstr("| ---: |")));
    const nlohmann::json json = jsonLines(with("--json").out).at(0);
    ASSERT_EQ(json.at("engines").size(), 1u);
    ASSERT_EQ(json.at("refused").size(), 1u);
    EXPECT_EQ(json.at("refused")[0].at("name"), "cuda:7/cudnn");
    EXPECT_THAT(json.at("refused")[0].at("reason").get<std::string>(),
                testing::AnyOf(testing::HasSubstr("cuda:7"), testing::HasSubstr("CUDA:7")));
}

TEST_F(Compare, FourIfNoEngineIsThere)
{
    const Outcome outcome =
        hamnet({"compare", "tiny.prototxt", "--engines", "cuda:7/cudnn,cuda:8/fused", "--data", "text.txt"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.err, testing::AnyOf(testing::HasSubstr("cuda:7"), testing::HasSubstr("CUDA:7")));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(Compare, BenchGoesOnWhereAnEngineRefusesAndSaysWhy)
{
    const Outcome outcome = done({"bench", "tiny.prototxt", "--data", "text.txt", "--engines",
                                  "cuda:7/cudnn,caffe,cuda:8/fused", "--seconds", "0.05", "--threads", "1", "--json"});
    const std::vector<nlohmann::json> rows = jsonLines(outcome.out);
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].at("engine"), "caffe");
    EXPECT_TRUE(rows[0].at("refusal").is_null());
    EXPECT_EQ(rows[1].at("engine"), "cuda:7/cudnn");
    EXPECT_FALSE(rows[1].at("refusal").get<std::string>().empty());
    EXPECT_EQ(rows[2].at("engine"), "cuda:8/fused");
}

TEST_F(Compare, BenchSaysInJsonWhyEachRefusesAlsoWhereNoneIsLeft)
{
    const Outcome outcome = hamnet({"bench", "tiny.prototxt", "--data", "text.txt", "--engines",
                                    "cuda:7/cudnn,cuda:8/fused", "--seconds", "0.05", "--json"});
    EXPECT_EQ(outcome.exitCode, 4);
    const std::vector<nlohmann::json> rows = jsonLines(outcome.out);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[1].at("engine"), "cuda:8/fused");
    EXPECT_FALSE(rows[1].at("refusal").get<std::string>().empty());
}

TEST_F(Compare, BenchSaysWhatDefaultTakesForEachLayer)
{
    const Outcome outcome =
        done({"bench", "tiny.prototxt", "--data", "text.txt", "--choose", "--device", "cpu", "--json"});
    const std::vector<nlohmann::json> rows = jsonLines(outcome.out);
    ASSERT_EQ(rows.size(), 3u) << "one layer, three engines";
    EXPECT_EQ(rows[0].at("engine"), "ONEDNN");
    EXPECT_TRUE(rows[0].at("default"));
    EXPECT_EQ(rows[1].at("engine"), "FUSED");
    EXPECT_EQ(rows[1].at("refusal"), "has no kernel for LSTM");
    EXPECT_EQ(rows[2].at("engine"), "CAFFE");
    EXPECT_FALSE(rows[2].at("default"));
    EXPECT_TRUE(rows[2].at("milliseconds").is_null()) << "the CPU goes by a rule";
    const Outcome table = hamnet({"bench", "tiny.prototxt", "--data", "text.txt", "--choose", "--device", "cpu"});
    EXPECT_NE(table.out.find("takes it"), std::string::npos) << table.out;
}

TEST_F(Compare, BenchTimesTrainingAndWriting)
{
    const Outcome outcome = done({"bench", "tiny.prototxt", "--data", "text.txt", "--engines", "caffe,onednn",
                                  "--seconds", "0.05", "--threads", "1", "--json"});
    const std::vector<nlohmann::json> rows = jsonLines(outcome.out);
    ASSERT_EQ(rows.size(), 2u);
    for (const nlohmann::json& row : rows) {
        for (const char* key : {"train_step_ms", "train_per_second", "train_gflops", "use_ms", "use_per_second",
                                "use_gflops", "peak_memory"}) {
            EXPECT_GT(row.at(key), 0) << key;
        }
        EXPECT_NEAR(row.at("train_per_second").get<double>() * row.at("train_step_ms").get<double>(),
                    1e3 * row.at("batch_units").get<double>(), 1e-6 * 1e3);
    }
}

TEST_F(Compare, BenchMeasuresTheBuiltInNetsWithAnyCell)
{
    const Outcome outcome = done({"bench", "--cell", "bidirectional_rnn_relu", "--data", "text.txt", "--engines",
                                  "caffe", "--seconds", "0.01", "--threads", "1", "--json"});
    const std::vector<nlohmann::json> rows = jsonLines(outcome.out);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].at("net"), "bidirectional_rnn_relu 25 x 75, 2 x 512");
    // Wx, Wh, b of both layers in each direction, EMBED and INNERPRODUCT with their biases.
    const int vocabulary = rows[0].at("vocabulary");
    EXPECT_EQ(rows[0].at("parameters"), 2 * 512 * (15 + 512 + 1) + 2 * 512 * (2 * 512 + 512 + 1) +
                                            15 * (vocabulary + 1) + (2 * 512 + 1) * vocabulary);
    EXPECT_GT(rows[0].at("train_step_ms"), 0);
    EXPECT_TRUE(rows[0].at("use_ms").is_null()) << "it reads the text from its end too";
    EXPECT_EQ(hamnet({"bench", "--cell", "elman"}).exitCode, 2);
    const Outcome both = hamnet({"bench", "tiny.prototxt", "--cell", "gru"});
    EXPECT_NE(both.exitCode, 0) << "a net of its own has its own cells";
}

TEST(Contenders, TakeTheirDeviceFromTheNameOrFromTheRest)
{
    const std::vector<cli::Contender> all =
        cli::contenders("cpu/caffe,onednn", {.device = "cpu", .precision = "fp32", .threads = 3}, cli::Graphs::Both);
    ASSERT_EQ(all.size(), 2u) << "graphs are of GPUs";
    EXPECT_EQ(all[0].device.engine, "CAFFE");
    EXPECT_EQ(all[0].device.name, "cpu");
    EXPECT_EQ(all[0].device.threads, 3);
    EXPECT_EQ(all[1].name, "onednn");
}

TEST(Contenders, WithAndWithoutAGraphAreTwo)
{
    const std::vector<cli::Contender> all = cli::contenders("cuda:1/caffe", {.precision = "bf16"}, cli::Graphs::Both);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].name, "cuda:1/caffe, no graph");
    EXPECT_FALSE(all[0].device.graphs);
    EXPECT_TRUE(all[1].device.graphs);
    EXPECT_EQ(all[1].device.name, "cuda:1");
    EXPECT_EQ(all[1].device.precision, engine::Precision::Bfloat16);
    EXPECT_FALSE(cli::contenders("cuda:1/caffe", {}, cli::Graphs::Off).at(0).device.graphs);
}
