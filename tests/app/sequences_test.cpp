// SPDX-License-Identifier: GPL-3.0-or-later
// Nets that learn sequences with an answer each, from the terminal: trained, measured, asked, and carried between
// files.
#include "tests/app/workshop.h"

#include <gmock/gmock.h>

namespace {

using testing::HasSubstr;

/// EMBED, GRU in both directions, LAST or MEANOVERSTEPS with lengths.
constexpr const char* linesModel = R"(name: "lines"
layer { name: "lines" type: "SequenceData" top: "data" top: "clip" top: "label" top: "length"
  sequence_data_param { kind: LINES batch_size: 8 time_steps: 12 encoding: UTF8 validation: 0.25 } }
layer { name: "letters" type: "Embed" bottom: "data" top: "letters"
  embed_param { num_output: 6 input_dim: 3 weight_filler { type: "gaussian" std: 1 } } }
layer { name: "gru" type: "GRU" bottom: "letters" bottom: "clip" top: "memory"
  recurrent_param { num_output: 8 weight_filler { type: "xavier" } } }
layer { name: "line" type: "MeanOverSteps" bottom: "memory" bottom: "length" top: "line" }
layer { name: "scores" type: "InnerProduct" bottom: "line" top: "scores"
  inner_product_param { num_output: 2 from_data: true weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" }
)";

std::string levelModel()
{
    return sequenceModel({.data = "kind: TABLE batch_size: 8 time_steps: 5 width: 1 validation: 0.2",
                          .units = 6,
                          .outputs = "num_output: 1"});
}

/// A line of Ann's has an a where one of Bob's has a b; of several lengths.
std::string someLines()
{
    std::string text;
    for (int line = 0; line < 64; ++line) {
        const bool ann = line % 2 == 0;
        text += ann ? "ANN\t" : "BOB\t";
        for (int place = 0; place < 2 + line % 9; ++place) {
            text += (place + line) % 3 == 0 ? " é" : ann ? "a" : "b";
        }
        text += '\n';
    }
    return text;
}

std::string aSeries()
{
    return tableOf("day,level", 90,
                   [](int day) { return std::to_string(day) + "," + std::to_string(1000 + day * day % 17); });
}

class Sequences : public Workshop {
protected:
    Sequences()
    {
        write("lines.prototxt", linesModel);
        write("series.prototxt", levelModel());
        write("adam.prototxt", "type: \"Adam\" base_lr: 0.01 lr_policy: \"fixed\" max_iter: 100");
        write("lines.tsv", someLines());
        write("level.csv", aSeries());
    }

    void trainAs(const std::string& model, const std::string& data, const std::string& checkpoint, int iterations,
                 std::vector<std::string> more = {}) const
    {
        done(joined({"train", model + ".prototxt", "--solver", "adam.prototxt", "--data", data, "--checkpoint",
                     checkpoint, "--iterations", std::to_string(iterations), "--threads", "1"},
                    more));
    }

    std::string predictions(const std::string& checkpoint, const std::string& data, const std::string& split) const
    {
        return done({"predict", checkpoint, "--data", data, "--split", split, "--threads", "1"}).out;
    }
};

TEST_F(Sequences, OfLinesTellWhoSpeaksThem)
{
    trainAs("lines", "lines.tsv", "lines.hamnet", 120);
    const nlohmann::json report = jsonOf({"evaluate", "lines.hamnet", "--data", "lines.tsv", "--threads", "1"});
    EXPECT_EQ(report.at("sequences"), 16);
    EXPECT_EQ(report.at("classes"), (std::vector<std::string>{"ANN", "BOB"}));
    EXPECT_GT(report.at("metrics").at("accuracy").get<double>(), 0.9);
    write("new.tsv", "ANN\taa\nBOB\tbbbbbbbbbbbbbbbbbbbbbb\n");
    EXPECT_THAT(predictions("lines.hamnet", "new.tsv", "test"),
                testing::MatchesRegex("index,target,prediction,p0,p1\n0,ANN,ANN,[^\n]+\n1,BOB,BOB,[^\n]+\n"));
}

TEST_F(Sequences, ThatCannotBeReadHaveARowWithAReason)
{
    trainAs("lines", "lines.tsv", "lines.hamnet", 2);
    write("new.tsv", "aa\nXYZ\nbb\n");
    const Outcome said = done({"predict", "lines.hamnet", "--data", "new.tsv", "--threads", "1"});
    EXPECT_THAT(said.out,
                testing::MatchesRegex("index,target,prediction,p0,p1,line,reason\n0,,[^\n]+,1,\n1,,,,,2,\"?new.tsv, "
                                      "line 2[^\n]+\n2,,[^\n]+,3,\n"));
    EXPECT_THAT(said.err, HasSubstr("line 2 ('XYZ'): none of its characters"));
    const std::vector<nlohmann::json> rows =
        jsonLines(done({"predict", "lines.hamnet", "--data", "new.tsv", "--format", "jsonl", "--threads", "1"}).out);
    EXPECT_TRUE(rows.at(1).at("prediction").is_null());
    EXPECT_THAT(rows.at(1).at("reason").get<std::string>(), HasSubstr("none of its characters"));
    EXPECT_FALSE(rows.at(2).contains("reason"));
}

TEST_F(Sequences, ThatANetLearnedFromAreToldWhereTheyTestIt)
{
    trainAs("lines", "lines.tsv", "lines.hamnet", 2);
    const std::string lines = someLines();
    write("half.tsv", lines.substr(0, lines.find('\n', lines.size() / 2) + 1));
    const auto said = [&](const std::string& data, const std::string& split) {
        return done({"evaluate", "lines.hamnet", "--data", data, "--split", split, "--threads", "1"}).err;
    };
    EXPECT_THAT(said("half.tsv", "test"), HasSubstr("the net learned from "));
    write("new.tsv", "ANN\taaaaaaaaaaa\nBOB\tbbbbbbbbbbb\n");
    EXPECT_THAT(said("new.tsv", "test"), testing::Not(HasSubstr("the net learned from ")));
    EXPECT_THAT(said("lines.tsv", "validation"), testing::Not(HasSubstr("the net learned from ")));
    trainAs("series", "level.csv", "series.hamnet", 2);
    const std::string series = aSeries();
    write("some.csv", series.substr(0, series.find('\n', series.size() / 2) + 1));
    EXPECT_THAT(done({"evaluate", "series.hamnet", "--data", "some.csv", "--threads", "1"}).err,
                HasSubstr("sequences of the split \"test\""));
}

TEST_F(Sequences, OfWhichANetSaysNothingFiniteAreNotCounted)
{
    // A cell whose state has no bounds.
    write("relu.prototxt",
          changed(levelModel(), {{"\"LSTM\"", "\"RNN\""}, {"num_output: 6", "activation: RELU num_output: 6"}}));
    trainAs("relu", "level.csv", "series.hamnet", 2);
    write("far.csv", tableOf("day,level", 20,
                             [](int day) { return std::to_string(day) + (day % 2 == 0 ? ",1e300" : ",-1e300"); }));
    for (const char* command : {"evaluate", "predict"}) {
        const Outcome outcome = hamnet({command, "series.hamnet", "--data", "far.csv", "--threads", "1"});
        EXPECT_EQ(outcome.exitCode, 5) << command;
        EXPECT_THAT(outcome.err, HasSubstr("what the net computes is not finite")) << command;
        EXPECT_THAT(outcome.err, HasSubstr("far.csv")) << command;
    }
}

TEST_F(Sequences, WriteNoSamples)
{
    EXPECT_TRUE(isRefused(
        hamnet({"train", "lines.prototxt", "--solver", "adam.prototxt", "--data", "lines.tsv", "--prompt", "ANN"}),
        "--prompt is for a net that learns a text"));
}

TEST_F(Sequences, OfLinesAreRefusedWhereTheyDoNotFit)
{
    trainAs("lines", "lines.tsv", "lines.hamnet", 2);
    EXPECT_TRUE(isRefused(hamnet({"generate", "lines.hamnet"}), "writes no text"));
    write("other.tsv", "CARL\ta\n");
    EXPECT_TRUE(isRefused(hamnet({"predict", "lines.hamnet", "--data", "other.tsv"}), "its label is 'CARL'"));
}

TEST_F(Sequences, ComeBackThroughSafetensorsAndOnnx)
{
    trainAs("lines", "lines.tsv", "lines.hamnet", 10);
    trainAs("series", "level.csv", "series.hamnet", 10);
    for (const auto& [net, data] :
         {std::pair<std::string, std::string>{"lines", "lines.tsv"}, {"series", "level.csv"}}) {
        const std::string said = predictions(net + ".hamnet", data, "all");
        EXPECT_THAT(said, HasSubstr("\n10,"));
        for (const std::string ending : {".safetensors", ".onnx"}) {
            done({"convert", net + ".hamnet", net + ending});
            done({"convert", net + ending, net + ending + ".hamnet"});
            EXPECT_EQ(predictions(net + ending + ".hamnet", data, "test"), said) << net << ending;
        }
    }
}

TEST_F(Sequences, AreToldByInfoAndSavedOnce)
{
    const auto train = [&](const std::string& model, const std::string& data, const std::string& file) {
        return done({"train", model, "--solver", "adam.prototxt", "--data", data, "--iterations", "12",
                     "--validate-every", "4", "--threads", "1", "--checkpoint", file, "--json"});
    };
    const auto saved = [](const Outcome& run) {
        std::vector<int> iterations;
        for (const nlohmann::json& event : events(run.out, "checkpoint")) {
            if (!event.at("best").get<bool>()) {
                iterations.push_back(event.at("iteration"));
            }
        }
        return iterations;
    };
    EXPECT_THAT(saved(train("series.prototxt", "level.csv", "series.hamnet")), testing::ElementsAre(4, 8, 12));
    train("lines.prototxt", "lines.tsv", "lines.hamnet");
    const std::string series = done({"info", "series.hamnet"}).out, lines = done({"info", "lines.hamnet"}).out;
    EXPECT_THAT(series, testing::AllOf(HasSubstr("level.csv: table, 5 steps of 2 numbers"),
                                       HasSubstr("inputs      day level\n"), HasSubstr("target      level\n"),
                                       testing::Not(HasSubstr("text  ")), testing::Not(HasSubstr("vocabulary")),
                                       testing::Not(HasSubstr("bits per character"))));
    EXPECT_THAT(lines, testing::AllOf(HasSubstr("lines.tsv: lines, 12 steps of 1 number,"),
                                      HasSubstr("classes     2: ANN BOB\n"), HasSubstr("vocabulary  ")));
    const nlohmann::json data = jsonOf({"info", "series.hamnet"}).at("checkpoint").at("data");
    EXPECT_EQ(data.at("kind"), "table");
    EXPECT_EQ(data.at("target"), "level");
}

} // namespace
