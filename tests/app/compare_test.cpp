// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

#include <algorithm>

namespace {

class Compare : public Workshop {};

} // namespace

TEST_F(Compare, BothEnginesStartAlikeAndStayTogether)
{
    const Outcome outcome = hamnet({"compare", "tiny.prototxt", "--engines", "caffe,onednn", "--data", "text.txt",
                                    "--iterations", "12", "--threads", "1", "--json"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const nlohmann::json result = jsonLines(outcome.out).at(0);
    ASSERT_EQ(result.at("engines").size(), 2u);
    for (const nlohmann::json& engine : result.at("engines")) {
        EXPECT_EQ(engine.at("losses").size(), 12u);
        EXPECT_GT(engine.at("load_seconds"), 0);
        EXPECT_GT(engine.at("step_seconds"), 0);
        EXPECT_GT(engine.at("chars_per_second"), 0);
        EXPECT_GT(engine.at("peak_memory"), 1 << 20);
    }
    EXPECT_EQ(result.at("engines")[0].at("engine"), "CAFFE");
    EXPECT_EQ(result.at("engines")[1].at("engine"), "ONEDNN");
    EXPECT_LT(result.at("loss_difference"), 1e-3);
    EXPECT_FALSE(result.at("verdict").get<std::string>().empty());
}

TEST_F(Compare, TheTableHasARowForEachEngine)
{
    const Outcome outcome = hamnet({"compare", "tiny.prototxt", "--engines", "caffe,onednn", "--data", "text.txt",
                                    "--iterations", "3", "--threads", "1", "--markdown"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("\n| caffe |"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("\n| onednn |"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("| ---: |"), std::string::npos) << outcome.out;
}

TEST_F(Compare, AnEngineThatIsNotThereIsFour)
{
    const Outcome outcome = hamnet({"compare", "tiny.prototxt", "--engines", "caffe,cudnn", "--data", "text.txt"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_NE(outcome.err.find("CUDNN"), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(Compare, BadInputIsThreeThoughAnotherProcessMetIt)
{
    EXPECT_TRUE(isRefused(hamnet({"compare", "tiny.prototxt", "--data", "none.txt"}), "none.txt"));
}

TEST_F(Compare, BenchTimesTrainingAndWriting)
{
    const Outcome outcome = hamnet({"bench", "tiny.prototxt", "--data", "text.txt", "--engines", "caffe,onednn",
                                    "--seconds", "0.05", "--threads", "1", "--json"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const std::vector<nlohmann::json> rows = jsonLines(outcome.out);
    ASSERT_EQ(rows.size(), 2u);
    for (const nlohmann::json& row : rows) {
        for (const char* key : {"train_step_ms", "train_chars_per_second", "train_gflops", "write_character_ms",
                                "write_chars_per_second", "write_gflops", "peak_memory"}) {
            EXPECT_GT(row.at(key), 0) << key;
        }
        EXPECT_NEAR(row.at("train_chars_per_second").get<double>() * row.at("train_step_ms").get<double>(),
                    1e3 * row.at("batch_characters").get<double>(), 1e-6 * 1e3);
    }
}
