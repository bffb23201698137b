// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace {

class Generate : public Workshop {
protected:
    Generate() { train("net.hamnet", 60); }

    Outcome write(const std::vector<std::string>& more, const std::string& input = {}) const
    {
        return hamnet(joined({"generate", "net.hamnet", "--threads", "1"}, more), input);
    }
    nlohmann::json json(std::vector<std::string> more) const
    {
        more.push_back("--json");
        return jsonLines(write(more).out).at(0);
    }
};

} // namespace

TEST_F(Generate, ItWritesAsManyCharactersAsAskedAndEndsTheLine)
{
    const std::string text = json({"--length", "120", "--seed", "1"}).at("text");
    EXPECT_EQ(text.size(), 120u);
    const Outcome outcome = write({"--length", "120", "--seed", "1"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.out, text + (text.ends_with("\n") ? "" : "\n"));
    EXPECT_EQ(outcome.err, "");
}

TEST_F(Generate, ItTellsTheDigestOfItsCheckpoint)
{
    const nlohmann::json info = jsonOf({"info", "net.hamnet"}).at("checkpoint");
    const nlohmann::json written = json({"--length", "5"});
    EXPECT_EQ(written.at("checkpoint_digest"), info.at("digest"));
    EXPECT_EQ(written.at("iteration"), info.at("iteration"));
    train("other.hamnet", 61);
    EXPECT_NE(jsonOf({"info", "other.hamnet"}).at("checkpoint").at("digest"), info.at("digest"));
}

TEST_F(Generate, TheSeedThatItTookIsInTheJson)
{
    const nlohmann::json first = json({"--length", "40"});
    const nlohmann::json again =
        json({"--length", "40", "--seed", std::to_string(first.at("seed").get<std::uint64_t>())});
    EXPECT_EQ(first.at("text"), again.at("text"));
    EXPECT_NE(write({}).out, write({}).out) << "without a seed it is another text each time";
    EXPECT_EQ(first.at("characters"), 40);
    EXPECT_GT(first.at("per_second"), 0);
    EXPECT_FALSE(first.contains("bits"));
}

TEST_F(Generate, SurpriseGivesTheBitsOfEachCharacter)
{
    const nlohmann::json with = json({"--length", "25", "--seed", "1", "--surprise"});
    ASSERT_EQ(with.at("bits").size(), 25u);
    EXPECT_TRUE(
        std::ranges::all_of(with.at("bits"), [](const nlohmann::json& bits) { return bits.get<double>() >= 0; }));

    std::istringstream lines(write({"--length", "25", "--seed", "1", "--surprise"}).out);
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    const std::size_t tab = line.find('\t');
    ASSERT_NE(tab, std::string::npos) << line;
    EXPECT_NEAR(std::stod(line.substr(tab + 1)), with.at("bits")[0].get<double>(), 0.006);
}

TEST_F(Generate, AStopTextMayBeALinesEnd)
{
    const std::string text = json({"--length", "5000", "--seed", "1", "--stop", "\\n"}).at("text");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
    EXPECT_TRUE(text.ends_with("\n"));
    EXPECT_EQ(write({"--length", "5000", "--seed", "1", "--stop", "\\n"}).out, text) << "which is not ended again";
}

TEST_F(Generate, ADashReadsThePromptFromTheInput)
{
    EXPECT_EQ(write({"--seed", "1", "--prompt", "-"}, "TAMSIN:\nThe b").out,
              write({"--seed", "1", "--prompt", "TAMSIN:\nThe b"}).out);
}

TEST_F(Generate, WhatTheModelDoesNotKnowIsLeftOutAndSaid)
{
    const Outcome outcome = write({"--seed", "1", "--prompt", "T#he b#ell%"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(outcome.out, write({"--seed", "1", "--prompt", "The bell"}).out);
    EXPECT_NE(outcome.err.find("#, %"), std::string::npos) << outcome.err;
}

TEST_F(Generate, ASavedStateGoesOnAsIfItHadNeverStopped)
{
    const std::string whole = json({"--prompt", "M", "--length", "60", "--seed", "3"}).at("text");
    const std::string first = whole.substr(0, 25);
    ASSERT_EQ(write({"--prompt", "M" + first, "--drawn", "25", "--seed", "3", "--length", "0", "--save-state",
                     "there.hamnet-state"})
                  .exitCode,
              0);
    EXPECT_EQ(first + json({"--state", "there.hamnet-state", "--length", "35"}).at("text").get<std::string>(), whole);
    EXPECT_EQ(first + json({"--prompt", "M" + first, "--drawn", "25", "--seed", "3", "--length", "35"})
                          .at("text")
                          .get<std::string>(),
              whole);
}

TEST_F(Generate, AClampedUnitChangesTheTextAndTheSameWordsRepeatIt)
{
    const auto clamped = [&](const std::vector<std::string>& units) {
        std::vector<std::string> words = {"--prompt", "M", "--length", "60", "--seed", "3"};
        for (const std::string& unit : units) {
            words.insert(words.end(), {"--clamp", unit});
        }
        return json(words).at("text").get<std::string>();
    };
    const std::vector<std::string> units = {"lstm:c:3=4", "lstm:h:5=-2@1-30"};
    EXPECT_NE(clamped(units), clamped({}));
    EXPECT_EQ(clamped(units), clamped(units));
}

TEST_F(Generate, AUnitThatIsNotThereIsRefusedInOneSentence)
{
    for (const char* unit : {"lstm:h:9999=0", "nowhere:h:0=0", "lstm"}) {
        const Outcome outcome = write({"--clamp", unit});
        EXPECT_NE(outcome.exitCode, 0);
        EXPECT_NE(outcome.err.find("clamp"), std::string::npos) << outcome.err;
    }
}

TEST_F(Generate, TheWindowModeWritesToo)
{
    const nlohmann::json text = json({"--mode", "window", "--window", "10", "--length", "30", "--seed", "1"});
    EXPECT_EQ(text.at("characters"), 30);
    EXPECT_NE(text.at("text"), json({"--length", "30", "--seed", "1"}).at("text"));
}

TEST_F(Generate, AReaderThatLeavesEndsItQuietly)
{
    Process process(hamnetProgram(),
                    {.arguments = {"generate", "net.hamnet", "--length", "100000000"}, .folder = folder()});
    ASSERT_TRUE(process.waitFor(" "));
    process.stopReading();
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.exitCode, 0) << outcome.signal;
    EXPECT_EQ(outcome.err, "");
}

TEST_F(Generate, EvaluateMeasuresWhatTrainingMeasured)
{
    const Outcome trained = hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--iterations", "20", "--json",
                                    "--checkpoint", "other.hamnet", "--validate-every", "0"});
    const nlohmann::json found = jsonOf({"evaluate", "other.hamnet", "--data", "text.txt"}),
                         wanted = events(trained.out, "validation").back();
    EXPECT_NEAR(found.at("loss").get<double>(), wanted.at("loss").get<double>(), 1e-6);
    EXPECT_NEAR(found.at("bits_per_char").get<double>(), found.at("loss").get<double>() / std::log(2.0), 1e-9);
    EXPECT_NEAR(found.at("accuracy").get<double>(), wanted.at("metrics").at("accuracy").get<double>(), 1e-9);
    EXPECT_GT(found.at("characters"), 200);
}

TEST_F(Generate, EvaluateMeasuresTheWholeOfAnotherTextAndNoEmptySplit)
{
    Workshop::write("other.txt", "The bell is in the weir, and rings. The bell, the boat, the bell.\n");
    const Outcome outcome = done({"evaluate", "net.hamnet", "--data", "other.txt", "--split", "all", "--json"});
    EXPECT_EQ(jsonLines(outcome.out).at(0).at("characters"), 65);
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(hamnet({"evaluate", "net.hamnet", "--data", "other.txt"}).err.find("--split all"), std::string::npos);
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "net.hamnet", "--data", "text.txt", "--split", "test"}), "test"));
}
