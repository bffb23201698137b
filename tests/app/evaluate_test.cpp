// SPDX-License-Identifier: GPL-3.0-or-later
// Several nets measured as one, and a net that learns while it reads.
#include "tests/app/workshop.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace {

using testing::HasSubstr;

class Evaluate : public Workshop {
protected:
    /// Trains the tiny net on a text, from a seed, after the model's text was changed.
    void trainAs(const std::string& checkpoint, const std::string& seed, const std::string& text = "text.txt",
                 const std::vector<Change>& changes = {}) const
    {
        write("other.prototxt", changed(tinyModel(), changes));
        done({"train", "other.prototxt", "--solver", "tiny_solver.prototxt", "--data", text, "--iterations", "30",
              "--seed", seed, "--checkpoint", checkpoint});
    }

    nlohmann::json json(std::vector<std::string> words) const
    {
        words.insert(words.begin(), "evaluate");
        words.insert(words.end(), {"--data", "text.txt"});
        return jsonOf(words);
    }

    Outcome together(const std::string& files, const std::string& data = "text.txt") const
    {
        return hamnet({"evaluate", "--ensemble", files, "--data", data});
    }
};

/// Trains a net on the rows of a table whose column `target` is a class or a number.
class EvaluateClasses : public Workshop {
protected:
    EvaluateClasses()
    {
        write("rows.csv", tableOf("level,sign,size,turn", 120, [](int row) {
                  const int step = (row * 7 + row / 9) % 8;
                  return std::to_string(step) + (row % 3 == 0 ? ",rises" : ",falls") +
                         (step < 4 ? ",small" : ",large") + (row % 3 == 1 ? ",rises" : ",falls");
              }));
    }

    void trainAs(const std::string& checkpoint, const std::string& seed, const std::string& target = "sign",
                 const std::string& layer = "LSTM", const std::string& validation = "0.3") const
    {
        write("net.prototxt",
              sequenceModel({.data = "kind: TABLE batch_size: 4 time_steps: 5 width: 1 validation: " + validation,
                             .cell = layer,
                             .loss = target == "level" ? "EuclideanLoss" : "SoftmaxWithLoss"}));
        done({"train", "net.prototxt", "--data", "rows.csv", "--target", target, "--epochs", "2", "--seed", seed,
              "--checkpoint", checkpoint});
    }

    Outcome together(const std::string& files) const
    {
        return hamnet({"evaluate", "--ensemble", files, "--data", "rows.csv"});
    }
};

} // namespace

TEST_F(Evaluate, SeveralNetsAreRowsAndOne)
{
    trainAs("a.hamnet", "1");
    trainAs("b.hamnet", "2", "text.txt", {{"num_output: 8", "num_output: 8 num_layers: 2"}});
    const nlohmann::json all = json({"--ensemble", "a.hamnet,b.hamnet"});
    const nlohmann::json alone = json({"b.hamnet"});
    ASSERT_EQ(all.at("members").size(), 2u);
    EXPECT_EQ(all.at("members")[0].at("checkpoint"), "a.hamnet");
    for (const char* const key : {"loss", "bits_per_char", "accuracy"}) {
        EXPECT_EQ(all.at("members")[1].at(key), alone.at(key)) << key;
    }
    EXPECT_EQ(all.at("characters"), alone.at("characters"));

    const Outcome printed = together("a.hamnet,b.hamnet");
    EXPECT_THAT(printed.out, testing::AllOf(HasSubstr("\na.hamnet "), HasSubstr("\nb.hamnet "),
                                            HasSubstr("\nensemble "), HasSubstr("of the split \"validation\"")));
    EXPECT_EQ(printed.err, "");
}

TEST_F(Evaluate, NetsOfAnEnsembleKnowTheSameCharacters)
{
    trainAs("a.hamnet", "1");
    write("more.txt", tinyText() + "# and more of it #\n");
    trainAs("b.hamnet", "1", "more.txt");
    EXPECT_TRUE(isRefused(together("a.hamnet,b.hamnet"), "all nets must have the same vocabulary"));
    std::string other = tinyText();
    std::ranges::replace(other, 'T', 'Z');
    write("other.txt", other);
    trainAs("c.hamnet", "1", "other.txt");
    EXPECT_TRUE(isRefused(together("a.hamnet,c.hamnet"), "c.hamnet predicts "));
}

TEST_F(Evaluate, NetsOfAnEnsembleHeldOutTheSamePart)
{
    trainAs("a.hamnet", "1");
    trainAs("b.hamnet", "1", "text.txt", {{"time_steps: 8", "time_steps: 8 validation: 0.2"}});
    EXPECT_TRUE(isRefused(together("a.hamnet,b.hamnet"), "b.hamnet holds out 0.2 of the text for validation"));
    EXPECT_EQ(json({"--ensemble", "a.hamnet,b.hamnet", "--split", "all"}).at("members").size(), 2u);
}

TEST_F(Evaluate, AnEnsembleOfAnotherTextSaysSo)
{
    trainAs("a.hamnet", "1");
    write("other.txt", "The bell is in the weir, and rings. The bell, the boat, the bell.\n");
    EXPECT_THAT(together("a.hamnet,a.hamnet", "other.txt").err, HasSubstr("--split all"));
}

TEST_F(Evaluate, DynamicIsARowOfItsOwnAndLeavesTheCheckpointAlone)
{
    trainAs("a.hamnet", "1");
    const std::string before = read("a.hamnet");
    const nlohmann::json both = json({"a.hamnet", "--dynamic", "--dynamic-rate", "0.5"});
    EXPECT_EQ(read("a.hamnet"), before);
    EXPECT_EQ(both.at("streams"), 1);
    EXPECT_NEAR(both.at("loss"), json({"a.hamnet"}).at("loss"), 1e-6) << "so short a text is one stream anyway";
    EXPECT_LT(both.at("dynamic").at("loss"), both.at("loss"));
    EXPECT_NEAR(both.at("dynamic").at("bits_per_char"), both.at("dynamic").at("loss").get<double>() / std::log(2.0),
                1e-9);
    EXPECT_EQ(both.at("dynamic").at("rate"), 0.5);

    const Outcome printed = hamnet({"evaluate", "a.hamnet", "--data", "text.txt", "--dynamic"});
    EXPECT_THAT(printed.out,
                testing::AllOf(HasSubstr("\nplain "), HasSubstr("\ndynamic "), HasSubstr("one stream in order"),
                               HasSubstr("a rate of 0.1 after each 32 characters")));
}

TEST_F(Evaluate, WindowsAreARowOfTheirOwn)
{
    trainAs("a.hamnet", "1");
    const nlohmann::json plain = json({"a.hamnet"}), both = json({"a.hamnet", "--windows", "4"});
    EXPECT_EQ(both.at("loss"), plain.at("loss"));
    EXPECT_EQ(both.at("windows").at("length"), 4);
    EXPECT_EQ(both.at("windows").at("characters").get<int>() % 4, 0);
    EXPECT_GT(both.at("windows").at("loss"), plain.at("loss")) << "a net without a past knows less";
    EXPECT_THAT(hamnet({"evaluate", "a.hamnet", "--data", "text.txt", "--windows", "4", "--dynamic"}).out,
                testing::AllOf(HasSubstr("\nplain "), HasSubstr("\ndynamic "), HasSubstr("\nwindows "),
                               HasSubstr("in windows of 4, each from a zero state")));
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "a.hamnet", "--data", "text.txt", "--windows", "100000"}),
                          "a window of 100000 needs 100001"));

    trainAs("b.hamnet", "2");
    const nlohmann::json ensemble = json({"--ensemble", "a.hamnet,b.hamnet", "--windows", "4"});
    EXPECT_EQ(ensemble.at("members").at(0).at("windows").at("loss"), both.at("windows").at("loss"));
    EXPECT_EQ(ensemble.at("windows").at("length"), 4);
    EXPECT_THAT(hamnet({"evaluate", "--ensemble", "a.hamnet,b.hamnet", "--data", "text.txt", "--windows", "4"}).out,
                HasSubstr("nats in windows of 4"));
}

TEST_F(Evaluate, WhatDoesNotGoTogetherIsUsage)
{
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--ensemble", "a.hamnet"},
                                                  {"--ensemble", "a.hamnet,b.hamnet", "--dynamic"},
                                                  {"c.hamnet", "--ensemble", "a.hamnet,b.hamnet"},
                                                  {"c.hamnet", "--dynamic-rate", "1"},
                                                  {"c.hamnet", "--dynamic", "--dynamic-rate", "0"}}) {
        EXPECT_EQ(hamnet(joined({"evaluate", "--data", "text.txt"}, words)).exitCode, 2)
            << testing::PrintToString(words);
    }
}

TEST_F(EvaluateClasses, OfSeveralNetsHaveTheMeanOfTheirChances)
{
    trainAs("a.hamnet", "1");
    trainAs("b.hamnet", "5", "sign", "GRU");
    const nlohmann::json all = jsonOf({"evaluate", "--ensemble", "a.hamnet,b.hamnet", "--data", "rows.csv"});

    std::vector<std::vector<nlohmann::json>> said;
    for (const char* file : {"a.hamnet", "b.hamnet"}) {
        said.push_back(jsonLines(
            hamnet({"predict", file, "--data", "rows.csv", "--split", "validation", "--format", "jsonl"}).out));
        const nlohmann::json alone = jsonOf({"evaluate", file, "--data", "rows.csv"});
        const nlohmann::json& row = all.at("members").at(said.size() - 1);
        EXPECT_EQ(row.at("metrics"), alone.at("metrics"));
        EXPECT_NEAR(row.at("loss"), alone.at("loss"), 1e-5);
    }
    const std::size_t count = said[0].size();
    ASSERT_EQ(all.at("sequences"), count);
    double nats = 0, right = 0;
    for (std::size_t sample = 0; sample < count; ++sample) {
        const auto chance = [&](std::size_t k) {
            return (said[0][sample].at("p").at(k).get<double>() + said[1][sample].at("p").at(k).get<double>()) / 2;
        };
        const std::size_t truth = said[0][sample].at("target") == "rises" ? 1 : 0;
        nats -= std::log(chance(truth));
        right += chance(truth) > 0.5 ? 1 : 0;
    }
    EXPECT_NEAR(all.at("loss"), nats / static_cast<double>(count), 1e-5);
    EXPECT_NEAR(all.at("metrics").at("accuracy"), right / static_cast<double>(count), 1e-9);
    EXPECT_THAT(together("a.hamnet,b.hamnet").out, testing::AllOf(HasSubstr("\nensemble "), HasSubstr("sequences   ")));
}

TEST_F(EvaluateClasses, OfAnEnsembleAreTheSame)
{
    trainAs("a.hamnet", "1");
    trainAs("b.hamnet", "1", "size");
    EXPECT_TRUE(isRefused(together("a.hamnet,b.hamnet"), "all of its nets must tell the same"));
    trainAs("c.hamnet", "1", "sign", "LSTM", "0.2");
    EXPECT_TRUE(isRefused(together("a.hamnet,c.hamnet"), "must have held out the same ones"));
    trainAs("e.hamnet", "1", "turn");
    EXPECT_TRUE(isRefused(together("a.hamnet,e.hamnet"), "do not predict the same")) << "the same classes of others";
    trainAs("d.hamnet", "1", "level");
    EXPECT_TRUE(isRefused(together("d.hamnet,d.hamnet"), "d.hamnet predicts numbers"));
    train("text.hamnet");
    EXPECT_TRUE(isRefused(together("a.hamnet,text.hamnet"), "text.hamnet learned a text and a.hamnet sequences"));
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "a.hamnet", "--data", "rows.csv", "--dynamic"}), "--dynamic"));
}
