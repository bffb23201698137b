// SPDX-License-Identifier: GPL-3.0-or-later
// Our files in the hands of the programs that they are for. Skipped, with the reason, where Python lacks those; the
// variable HAMNET_PYTHON names another interpreter than python3.
#include "app/watch/tensorboard_log.h"
#include "engine/backends/cpu_backend.h"
#include "engine/cells/library.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/exchange/curves.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/sentence.h"
#include "engine/layers/layers.h"
#include "engine/net/weight_store.h"
#include "tests/formats/exchange_sample.h"
#include "tests/formats/net_run.h"
#include "tests/formats/sequence_sample.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>

namespace engine {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

constexpr std::int64_t peerSteps = 9, peerStreams = 3, cut = 4;

std::string python()
{
    const char* given = std::getenv("HAMNET_PYTHON");
    return given != nullptr && *given != '\0' ? given : "python3";
}

/// Whether the interpreter has these modules.
bool has(const std::string& modules)
{
    return std::system((python() + " -c 'import " + modules + "' > /dev/null 2>&1").c_str()) == 0; // NOLINT
}

#define NEEDS(modules)                                                                                                 \
    if (!has(modules)) {                                                                                               \
        GTEST_SKIP() << python() << " lacks one of: " << (modules) << " (HAMNET_PYTHON names another)";                \
    }

class Peers : public testing::Test {
protected:
    Peers() : m_folder(freshFile("x").parent_path()) {}
    ~Peers() override { fs::remove_all(m_folder); }

    std::string file(const std::string& name) const { return (m_folder / name).string(); }

    /// Runs one of the scripts; its words are shown where it fails.
    void runScript(const std::string& script, const std::vector<std::string>& arguments) const
    {
        std::string command = python() + " " + (sourceRoot() / "tests/formats/peers" / script).string();
        for (const std::string& argument : arguments) {
            command += " '" + argument + "'";
        }
        command += " > " + file("words") + " 2>&1";
        const int code = std::system(command.c_str()); // NOLINT
        std::ifstream words(file("words"));
        ASSERT_EQ(code, 0) << std::string(std::istreambuf_iterator<char>(words), {});
    }

    nlohmann::json read(const std::string& name) const
    {
        std::ifstream stream(file(name));
        return nlohmann::json::parse(stream);
    }

    /// A text for the scripts, read in two calls of which the first ends before step `cutAt`.
    void writeRun(std::int64_t cutAt = cut) const
    {
        nlohmann::json ids = nlohmann::json::array();
        for (std::int64_t t = 0; t < peerSteps; ++t) {
            ids.push_back(nlohmann::json::array());
            for (std::int64_t n = 0; n < peerStreams; ++n) {
                ids.back().push_back(idAt(t, n));
            }
        }
        std::ofstream(file("run.json")) << nlohmann::json{{"ids", ids}, {"cut", cutAt}};
    }

    static std::int64_t idAt(std::int64_t step, std::int64_t stream) { return (step * step + 3 * stream) % 7; }

    static PortableNet sample(int stacked) { return sample(SampleCell{.stacked = stacked}); }

    static PortableNet sample(const SampleCell& cell)
    {
        PortableNet net{.model = sampleModel(cell)};
        net.vocabulary = sampleVocabulary();
        net.weights = sampleWeights(net.model);
        scramble(net, cell.activation == "RELU" ? 0.4F : 0.8F); // with RELU the numbers grow from step to step
        return net;
    }

    static std::vector<float> logits(const PortableNet& net) { return logitsOf(net, {peerSteps, peerStreams, idAt}); }

    /// Holds logits against each other, and prints the largest difference.
    static void expectNear(const std::vector<float>& ours, const nlohmann::json& theirs, double tolerance,
                           const std::string& what)
    {
        ASSERT_EQ(ours.size(), theirs.size()) << what;
        double difference = 0, size = 0;
        for (std::size_t index = 0; index < ours.size(); ++index) {
            const double mine = ours[index];
            difference = std::max(difference, std::abs(mine - theirs[index].get<double>()));
            size = std::max(size, std::abs(mine));
        }
        std::cout << what << ": logits up to " << size << " differ by at most " << difference << '\n';
        EXPECT_LT(difference, tolerance) << what;
        EXPECT_GT(size, 1e-3) << what; // else nothing was compared
    }

private:
    fs::path m_folder;
};

TEST_F(Peers, OnnxRuntimeThinksAsHamnetDoes)
{
    NEEDS("onnx, onnxruntime")
    writeRun();
    for (const int stacked : {1, 2, 3}) {
        const PortableNet net = sample(stacked);
        TransferReport report;
        writeNet(file("net.onnx"), net, report);
        runScript("with_onnx_runtime.py", {file("net.onnx"), file("run.json"), file("logits.json")});
        expectNear(logits(net), read("logits.json"), 1e-4, std::to_string(stacked) + " stacked LSTMs");
    }
}

TEST_F(Peers, OnnxRuntimeThinksAsHamnetDoesWithEachCell)
{
    NEEDS("onnx, onnxruntime")
    std::vector<SampleCell> all = sampleCells();
    for (const cells::LibraryCell& one : cells::libraryCells()) {
        all.push_back({.type = "CELL", .units = 4, .settings = say("cell: \"%1\"", one.name)});
        all.push_back(all.back());
        all.back().bidirectional = true;
        all.back().stacked = 2;
    }
    all.push_back({.type = "CELL",
                   .settings = "equations: \"c = b\\nd = 2\\ng = U d + layernorm(b)\\n"
                               "h = max(tanh(W x + c[t-1]), abs(min(g, d[t-1])))\""});
    for (const SampleCell& cell : all) {
        writeRun(cell.bidirectional ? peerSteps : cut); // a backward direction starts behind the last step of each call
        const PortableNet net = sample(cell);
        TransferReport report;
        writeNet(file("net.onnx"), net, report);
        runScript("with_onnx_runtime.py", {file("net.onnx"), file("run.json"), file("logits.json")});
        expectNear(logits(net), read("logits.json"), 1e-5, cell.name());
    }
}

TEST_F(Peers, OnnxRuntimeSaysOfSequencesWhatHamnetDoes)
{
    NEEDS("onnx, onnxruntime")
    std::vector<SequenceCase> all = sequenceCases();
    for (const char* const more : {"", " num_layers: 2 bidirectional: true"}) {
        const std::string settings = say("cell: \"slstm_two_heads\"%1", more);
        all.push_back({.cell = "CELL", .settings = settings, .lengths = true});
        all.push_back({.kind = "LINES", .cell = "CELL", .settings = settings, .end = "MeanOverSteps", .lengths = true});
    }
    for (const SequenceCase& one : all) {
        const PortableNet net = sequenceNet(one);
        const Samples samples = sequencesFor(one);
        nlohmann::json inputs = nlohmann::json::object();
        for (const GraphInput& input : graphInputs(net, samples)) {
            inputs[input.name] = {{"extents", input.extents}, {"values", input.values}, {"whole", input.whole}};
        }
        std::ofstream(file("run.json")) << nlohmann::json{{"inputs", inputs}};
        TransferReport report;
        writeNet(file("net.onnx"), net, report);
        runScript("with_onnx_runtime_sequences.py", {file("net.onnx"), file("run.json"), file("said.json")});
        expectNear(answersOf(net, samples), read("said.json"), 1e-5, one.name());
    }
}

TEST_F(Peers, PyTorchSaysOfSequencesWhatHamnetDoes)
{
    NEEDS("torch, safetensors.torch")
    for (const SequenceCase& one : sequenceCases()) {
        const PortableNet net = sequenceNet(one);
        const Samples samples = sequencesFor(one);
        nlohmann::json values = nlohmann::json::array(), lengths = nlohmann::json::array();
        for (std::int64_t sample = 0; sample < samples.count(); ++sample) {
            nlohmann::json sequence = nlohmann::json::array();
            for (std::int64_t t = 0; t < samples.layout.steps; ++t) {
                nlohmann::json step = nlohmann::json::array();
                for (std::int64_t i = 0; i < samples.layout.width; ++i) {
                    step.push_back(t < samples.lengthOf(sample) ? samples.valueOf(sample, t, i) : 0);
                }
                sequence.push_back(one.kind == "LINES" ? step[0] : step);
            }
            values.push_back(sequence);
            lengths.push_back(samples.lengthOf(sample));
        }
        std::ofstream(file("run.json")) << nlohmann::json{
            {"values", values}, {"lengths", lengths}, {"told", one.lengths}};
        TransferReport report;
        writeNet(file("net.safetensors"), net, report);
        const bool relu = one.settings.find("RELU") != std::string::npos;
        const std::string cell = one.cell == "RNN" ? (relu ? "RNNRELU" : "RNNTANH") : one.cell;
        runScript("with_pytorch_sequences.py",
                  {file("net.safetensors"), file("run.json"), file("said.json"), cell, one.end});
        nlohmann::json said = read("said.json");
        for (nlohmann::json& number : said) {
            const Standardisation& scale = samples.facts.targetScale;
            number = number.get<double>() * scale.deviation + scale.mean;
        }
        expectNear(answersOf(net, samples), said, 1e-5, one.name());
    }
}

TEST_F(Peers, OnnxRuntimeRunsTheSampleModels)
{
    NEEDS("onnx, onnxruntime")
    writeRun();
    for (const char* name : {"char_rnn_caffe", "char_rnn_cudnn", "char_rnn_karpathy", "char_rnn_small"}) {
        PortableNet net{
            .model = withVocabulary(readModelFile(sourceRoot() / "models" / (std::string(name) + ".prototxt")), 7)};
        CpuDevice device(cpuBackend(), 1);
        net.weights = WeightStore(net.model, device, 1).read();
        scramble(net, 0.1F);
        TransferReport report;
        writeNet(file("net.onnx"), net, report);
        runScript("with_onnx_runtime.py", {file("net.onnx"), file("run.json"), file("logits.json")});
        expectNear(logits(net), read("logits.json"), 1e-4, name);
        const PortableNet back = readNet(file("net.onnx"));
        EXPECT_EQ(back.weights, net.weights) << name;
        EXPECT_EQ(writeModel(back.model), writeModel(net.model)) << name;
    }
}

TEST_F(Peers, PyTorchThinksAsHamnetDoesAndGivesTheSameNetBack)
{
    NEEDS("torch, safetensors.torch")
    writeRun();
    for (const int stacked : {1, 3}) {
        const PortableNet net = sample(stacked);
        TransferReport report;
        writeNet(file("net.safetensors"), net, report);
        runScript("with_pytorch.py",
                  {file("net.safetensors"), file("run.json"), file("logits.json"), file("again.safetensors")});
        const std::vector<float> ours = logits(net);
        expectNear(ours, read("logits.json"), 1e-5, std::to_string(stacked) + " stacked LSTMs");
        const PortableNet again = readNet(file("again.safetensors"), {.model = net.model, .vocabulary = {}});
        EXPECT_THAT(missingWeights(again), IsEmpty());
        EXPECT_THAT(again.report.skipped, IsEmpty());
        expectNear(ours, logits(again), 1e-5, "the net that PyTorch saved");
    }
}

TEST_F(Peers, PyTorchThinksAsHamnetDoesWithEachCell)
{
    NEEDS("torch, safetensors.torch")
    writeRun();
    for (const SampleCell& cell : sampleCells()) {
        const PortableNet net = sample(cell);
        TransferReport report;
        writeNet(file("net.safetensors"), net, report);
        runScript("with_pytorch.py", {file("net.safetensors"), file("run.json"), file("logits.json"),
                                      file("again.safetensors"), cell.type + cell.activation});
        const std::vector<float> ours = logits(net);
        expectNear(ours, read("logits.json"), 1e-5, cell.name());
        const PortableNet again = readNet(file("again.safetensors"), {.model = net.model, .vocabulary = {}});
        EXPECT_THAT(missingWeights(again), IsEmpty());
        EXPECT_THAT(again.report.skipped, IsEmpty());
        expectNear(ours, logits(again), 1e-5, cell.name() + " that PyTorch saved");
    }
}

TEST_F(Peers, PyTorchsOwnExportIsReadWithoutAModel)
{
    NEEDS("torch, onnx")
    writeRun();
    for (const char* type : {"LSTM", "GRU", "RNNTANH", "RNNRELU"}) {
        for (const char* directions : {"1", "2"}) {
            runScript("torch_to_onnx.py", {file("net.onnx"), file("run.json"), file("logits.json"), type, directions});
            const PortableNet net = readNet(file("net.onnx"));
            EXPECT_THAT(missingWeights(net), IsEmpty());
            EXPECT_THAT(net.report.skipped, IsEmpty());
            expectNear(logits(net), read("logits.json"), 1e-5,
                       std::string("PyTorch's ") + type + " in " + directions + " directions");
        }
    }
}

TEST_F(Peers, PyTorchsExportsAreReadAsTheyRunOrRefusedByANodesName)
{
    NEEDS("torch, onnx, onnxruntime, onnxscript")
    writeRun();
    runScript("torch_variants_to_onnx.py", {file("."), file("run.json"), file("cases.json")});
    for (const nlohmann::json& one : read("cases.json")) {
        const std::string name = one["file"];
        try {
            const PortableNet net = readNet(file(name));
            EXPECT_TRUE(one["wanted"].is_null()) << name << " was read";
            EXPECT_THAT(net.report.skipped, IsEmpty()) << name;
            expectNear(logChances(logits(net), 7), one["log_chances"], 1e-5, name);
        } catch (const Error& error) {
            EXPECT_FALSE(one["wanted"].is_null()) << error.what();
            const std::string type = one["wanted"].is_null() ? "" : one["wanted"];
            EXPECT_THAT(error.what(), testing::HasSubstr(": node " + type)) << name;
        }
    }
}

TEST_F(Peers, TensorBoardReadsTheCurves)
{
    NEEDS("tensorboard")
    const std::vector<CurvePoint> curve = {
        {.iteration = 1, .seconds = 0.5, .loss = 4, .learningRate = 0.25, .gradientNorm = 2, .validationLoss = NAN},
        {.iteration = 2, .seconds = 1, .loss = 3, .learningRate = 0.125, .gradientNorm = 1, .validationLoss = 3.5}};
    fs::create_directory(file("log"));
    writeCurve(file("log/curve.tfevents"), curve, 1e9);
    runScript("with_tensorboard.py", {file("log"), file("seen.json")});
    const nlohmann::json expected = {{"loss/train", {{1, 1e9 + 0.5, 4.0}, {2, 1e9 + 1, 3.0}}},
                                     {"loss/validation", nlohmann::json::array({{2, 1e9 + 1, 3.5}})},
                                     {"learning_rate", {{1, 1e9 + 0.5, 0.25}, {2, 1e9 + 1, 0.125}}},
                                     {"gradient_norm", {{1, 1e9 + 0.5, 2.0}, {2, 1e9 + 1, 1.0}}}};
    EXPECT_EQ(read("seen.json").at("."), expected);
}

TEST_F(Peers, TensorBoardReadsARunUnderWay)
{
    NEEDS("tensorboard")
    LookInside::Tell tell;
    watch::TensorBoardLog log(file("log"), [&](LookInside::Tell asked) { tell = std::move(asked); });
    log.take(StartEvent{.seed = 7, .solver = "base_lr: 0.5", .checkpoint = "net.hamnet"});
    log.take(TrainEvent{{.iteration = 1, .loss = 4}});
    log.take(ValidationEvent{.iteration = 1, .loss = 3, .metrics = {{"accuracy", 0.5}}});
    log.take(SampleEvent{.iteration = 1, .text = "To be\nor not"});
    log.take(TrainEvent{{.iteration = 2, .loss = 2}});
    const std::array values = {-1.0F, 0.0F, 1.0F};
    tell({.iteration = 3,
          .layers = {
              {.layer = "lstm", .type = "LSTM", .weights = {{.name = "Wh", .values = statisticsOf(values, 3)}}}}});
    log.finish(); // nothing of it is closed
    runScript("with_tensorboard.py", {file("log"), file("seen.json")});
    const nlohmann::json seen = read("seen.json");
    EXPECT_EQ(seen.at("net/train").at("loss").at(0).at(2), 4);
    EXPECT_EQ(seen.at("net/train").at("sample"), nlohmann::json({{1, "    To be\n    or not"}}));
    EXPECT_EQ(seen.at("net/train").at("weights/lstm/Wh"), nlohmann::json({{3, 3.0}}));
    EXPECT_EQ(seen.at("net/validation").at("loss").at(0).at(2), 3);
    EXPECT_EQ(seen.at("net/validation").at("accuracy").at(0).at(2), 0.5);
    EXPECT_EQ(seen.at("net").at("_hparams_/session_start_info").at("seed"), 7);
    EXPECT_EQ(seen.at("net").at("_hparams_/session_start_info").at("solver.base_lr"), 0.5);
}

} // namespace
} // namespace engine
