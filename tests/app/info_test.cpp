// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"

namespace {

class Info : public Workshop {
protected:
    nlohmann::json json(std::vector<std::string> words) const
    {
        words.insert(words.begin(), "info");
        words.push_back("--json");
        return jsonLines(hamnet(words).out).at(0);
    }
};

} // namespace

TEST_F(Info, TakesASampleByItsName)
{
    const std::int64_t parameters = json({(modelsFolder() / "char_rnn_small.prototxt").string()}).at("parameters");
    EXPECT_EQ(json({"char_rnn_small"}).at("parameters"), parameters);
    EXPECT_EQ(json({"char_rnn_small.prototxt"}).at("parameters"), parameters);
    EXPECT_EQ(hamnet({"info", "char_rnn_small.onnx"}).exitCode, 3);
    EXPECT_EQ(hamnet({"info", "nowhere/char_rnn_small"}).exitCode, 3);
}

TEST_F(Info, ReadsANamedPipeAsItsInputWhoseWriterHasGone)
{
    const std::string piped = "mkfifo pipe && { cat tiny.prototxt > pipe & } && { sleep 0.2; " + hamnetProgram() +
                              " info /dev/stdin --vocabulary 65; } < pipe";
    const Outcome outcome = run("/bin/sh", {.arguments = {"-c", piped}, .folder = folder()});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
}

TEST_F(Info, TheVocabularySizesTheNet)
{
    // EMBED 65·4 + 4, LSTM 4·8·(4 + 8 + 1), INNERPRODUCT 8·65 + 65.
    const nlohmann::json report = json({"tiny.prototxt", "--vocabulary", "65"});
    EXPECT_EQ(report.at("parameters"), 65 * 4 + 4 + 4 * 8 * (4 + 8 + 1) + 8 * 65 + 65);
    EXPECT_EQ(report.at("layers").at(2).at("outputs"), nlohmann::json({{8, 2, 8}}));
}

/// Of each net that comes with Hamnet: what is told of it before is what is trained.
TEST_F(Info, CountsTheParametersThatTrainingHas)
{
    int samples = 0;
    EachOf some(11);
    for (const std::filesystem::path& file : sampleModels()) {
        ++samples;
        if (!some.takesNext()) {
            continue;
        }
        const auto starts = events(hamnet({"train", file, "--iterations", "1", "--validate-every", "0",
                                           "--no-checkpoint", "--device", "cpu", "--json"})
                                       .out,
                                   "start");
        ASSERT_EQ(starts.size(), 1u) << file;
        EXPECT_EQ(json({file}).at("parameters"), starts.front().at("parameters")) << file;
    }
    EXPECT_GT(samples, 20);
}

TEST_F(Info, SizesThatNoDataSettleAreNull)
{
    write("lost.prototxt", changed(tinyModel(), {{"time_steps", "source: \"not_there.txt\" time_steps"}}));
    const nlohmann::json report = json({"lost.prototxt"});
    EXPECT_TRUE(report.at("parameters").is_null());
    EXPECT_NE(report.at("notes").dump().find("not_there.txt"), std::string::npos) << report.at("notes");
    EXPECT_TRUE(json({"lost.prototxt", "--vocabulary", "7"}).at("parameters").is_number());
}

TEST_F(Info, TheDataSizeTheNet)
{
    write("rows.prototxt", sequenceModel({.data = "kind: TABLE batch_size: 4 time_steps: 5 width: 1",
                                          .outputs = "from_data: true",
                                          .loss = "SoftmaxWithLoss"}));
    write("rows.csv",
          tableOf("x,kind", 60, [](int row) { return std::to_string(row * row % 7) + "," + "abc"[row % 3]; }));
    const Outcome unknown = hamnet({"info", "rows.prototxt"});
    EXPECT_NE(unknown.err.find("layer said: num_output comes from the data (from_data: true), which are not known yet"),
              std::string::npos)
        << unknown.err;
    const nlohmann::json report = json({"rows.prototxt", "--data", "rows.csv"});
    EXPECT_EQ(json({"rows.prototxt", "--data", "rows.csv", "--header", "NAMES"}).at("parameters"),
              report.at("parameters"));
    EXPECT_TRUE(isRefused(hamnet({"info", "rows.prototxt", "--data", "rows.csv", "--delimiter", "BAR"}), "rows.csv"));
    EXPECT_EQ(report.at("problems").size(), 0u) << report;
    EXPECT_EQ(report.at("layers").at(3).at("outputs"), nlohmann::json({{4, 3}}));
}

TEST_F(Info, TheSolverBesideTheModelSettlesTheHistory)
{
    const std::int64_t weights = json({"tiny.prototxt"}).at("memory").at("weights");
    EXPECT_EQ(json({"tiny.prototxt"}).at("memory").at("history"), 2 * weights) << "Adam keeps two";
    write("tiny_solver.prototxt", "type: \"SGD\" base_lr: 0.1 momentum: 0.9 lr_policy: \"fixed\"\n");
    EXPECT_EQ(json({"tiny.prototxt"}).at("memory").at("history"), weights) << "SGD keeps one";
}

TEST_F(Info, TheTableHasARowForEachLayerAndTheirSum)
{
    const Outcome outcome = hamnet({"info", "tiny.prototxt", "--vocabulary", "65"});
    EXPECT_EQ(outcome.exitCode, 0);
    for (const char* name : {"embed", "lstm", "flat", "scores", "loss", "all"}) {
        EXPECT_NE(outcome.out.find(std::string("\n") + name), std::string::npos) << name << " in " << outcome.out;
    }
    EXPECT_NE(outcome.out.find("8×2×8"), std::string::npos);
}

TEST_F(Info, AProblemIsToldWithItsPlaceAndTheRestIsShown)
{
    write("bad.prototxt", changed(tinyModel(), {{"dim: -1 dim: 8", "dim: -1 dim: 7"}}));
    const Outcome outcome = hamnet({"info", "bad.prototxt"});
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_TRUE(outcome.err.starts_with("bad.prototxt:8: ")) << outcome.err;
    EXPECT_NE(outcome.out.find("8×2×8"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("does not fit"), std::string::npos) << outcome.out;
    EXPECT_FALSE(json({"bad.prototxt"}).at("problems").empty());
}

TEST_F(Info, ACheckpointTellsHowFarItIs)
{
    train("net.hamnet", 6);
    const nlohmann::json checkpoint = json({"net.hamnet"}).at("checkpoint");
    EXPECT_EQ(checkpoint.at("iteration"), 6);
    EXPECT_EQ(checkpoint.at("vocabulary"), checkpoint.at("characters").size());
    EXPECT_GT(checkpoint.at("best_loss"), 0);
    const Outcome words = hamnet({"info", "net.hamnet"});
    EXPECT_NE(words.out.find("6 iterations"), std::string::npos) << words.out;
}

TEST_F(Info, ARecurrentLayerTellsItsCellAndDirections)
{
    const auto inputNet = [](const std::string& type, const std::string& settings) {
        return R"(layer { name: "in" type: "Input" top: "x" top: "cont"
                          input_param { shape { dim: 6 dim: 2 dim: 5 } shape { dim: 6 dim: 2 } } }
                  layer { name: "both" type: ")" +
               type + R"(" bottom: "x" bottom: "cont" top: "h" recurrent_param { num_output: 7 )" + settings + " } }\n";
    };
    write("net.prototxt", inputNet("GRU", "bidirectional: true num_layers: 2"));
    const nlohmann::json gru = json({"net.prototxt", "--unroll"});
    EXPECT_EQ(gru.at("layers").at(1).at("cell"), "GRU");
    EXPECT_EQ(gru.at("layers").at(1).at("directions"), 2);
    EXPECT_EQ(gru.at("layers").at(1).at("stacked_layers"), 2);
    // Two inputs of data, two of states and the cont behind the last step; slices of cont; in each direction the
    // product of the inputs, its slice, three layers a step, a SPLIT and a CONCAT; and what joins both.
    EXPECT_EQ(gru.at("inner_nets").at(0).at("layers"), 1 + 2 + 1 + 1 + 2 * (2 + 3 * 6 + 2) + 1);
    EXPECT_EQ(gru.at("inner_nets").at(0).at("directions"), 2);
    const std::string words = hamnet({"info", "net.prototxt", "--unroll"}).out;
    EXPECT_NE(words.find("GRU, 2 layers, bidirectional"), std::string::npos) << words;
    EXPECT_NE(words.find("bidirectional, for each of 2 stacked layers"), std::string::npos) << words;

    write("net.prototxt", inputNet("RNN", "activation: RELU"));
    EXPECT_EQ(json({"net.prototxt"}).at("layers").at(1).at("cell"), "RNN with RELU");
    EXPECT_FALSE(json({"net.prototxt"}).at("layers").at(0).contains("cell"));
}

TEST_F(Info, NamesNoEngineWhereNoneRunsTheRecurrentLayers)
{
    const std::vector<std::string> asked = {"info", "tiny.prototxt", "--device", "cpu", "--engine", "cudnn"};
    const std::string words = hamnet(asked).out;
    EXPECT_NE(words.find("counted by formula: no engine of CPU runs this net"), std::string::npos) << words;
    EXPECT_EQ(json({"tiny.prototxt", "--device", "cpu", "--engine", "cudnn"}).at("engine"), "");
    const Outcome unknown = hamnet({"info", "tiny.prototxt", "--engine", "onednn,"});
    EXPECT_NE(unknown.out.find("no engine ONEDNN, can run it"), std::string::npos) << unknown.out << unknown.err;
    EXPECT_EQ(unknown.exitCode, 0);
}

TEST_F(Info, TellsWhoseMemoryWasCountedAndWhatIsFree)
{
    const nlohmann::json report = json({"tiny.prototxt", "--device", "cpu"});
    EXPECT_EQ(report.at("device"), "CPU");
    EXPECT_EQ(report.at("engine"), "ONEDNN");
    ASSERT_EQ(report.at("rooms").size(), 1u);
    EXPECT_EQ(report.at("rooms")[0].at("needed"), report.at("memory").at("total"));
    EXPECT_GT(report.at("rooms")[0].at("available"), 0);
    const std::string words = hamnet({"info", "tiny.prototxt", "--device", "cpu", "--engine", "caffe"}).out;
    EXPECT_NE(words.find("counted for CAFFE on CPU"), std::string::npos) << words;
}

TEST_F(Info, DevicesNamesTheEnginesAndTheirLibraries)
{
    const nlohmann::json devices = jsonOf({"devices"});
    ASSERT_EQ(devices.at("devices").size(), 1u);
    EXPECT_GT(devices.at("devices")[0].at("memory"), 0);
    EXPECT_GE(devices.at("devices")[0].at("usable_threads"), 1);
    ASSERT_EQ(devices.at("engines").size(), 3u);
    EXPECT_EQ(devices.at("engines")[0].at("name"), "CAFFE");
    EXPECT_TRUE(devices.at("engines")[0].at("library").get<std::string>().starts_with("OpenBLAS ")) << devices;
    EXPECT_TRUE(devices.at("engines")[1].at("library").get<std::string>().starts_with("oneDNN ")) << devices;
    EXPECT_EQ(devices.at("engines")[2].at("name"), "FUSED");
}

TEST_F(Info, DevicesSaysWhyWhatItLacksIsNotThere)
{
    const nlohmann::json devices = jsonOf({"devices"});
    ASSERT_EQ(devices.at("unavailable").size(), 1u);
    EXPECT_EQ(devices.at("unavailable")[0].at("name"), "CUDA");
    EXPECT_FALSE(devices.at("unavailable")[0].at("reason").get<std::string>().empty());
    std::vector<std::string> names;
    for (const nlohmann::json& engine : devices.at("unavailable_engines")) {
        names.push_back(engine.at("name"));
        EXPECT_EQ(engine.at("device"), "CUDA");
        EXPECT_FALSE(engine.at("reason").get<std::string>().empty());
    }
    EXPECT_EQ(names, (std::vector<std::string>{"CAFFE", "CUDNN", "FUSED"}));
}

TEST_F(Info, APipeIsReadAsAFileIs)
{
    const FilledPipe model(tinyModel()), again(tinyModel());
    EXPECT_EQ(json({model.name()}).at("layers"), json({"tiny.prototxt"}).at("layers"));
    done({"train", again.name(), "--data", "text.txt", "--threads", "1", "--iterations", "1", "--no-checkpoint"});
    EXPECT_TRUE(isRefused(hamnet({"info", FilledPipe("").name()}), ": is empty"));
    train("net.hamnet", 1);
    EXPECT_TRUE(isRefused(hamnet({"info", FilledPipe(read("net.hamnet")).name()}), "can be read from a file only"));
}
