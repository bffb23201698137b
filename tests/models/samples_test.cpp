// SPDX-License-Identifier: GPL-3.0-or-later
// Every file in models/ is a test case: it opens, sizes, and is written back byte for byte.
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace engine {

namespace {

using testing::ElementsAre;

const std::filesystem::path samplesFolder = sourceRoot() / "models";

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

enum class FileKind { Model, Solver };

std::vector<std::filesystem::path> files(FileKind kind)
{
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(samplesFolder)) {
        const bool solver = entry.path().stem().string().ends_with("_solver");
        if (entry.path().extension() == ".prototxt" && solver == (kind == FileKind::Solver)) {
            found.push_back(entry.path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

Model sample(const std::string& name)
{
    return readModelFile(samplesFolder / (name + ".prototxt"));
}

/// The shape of each layer's first top, by the layer's name.
std::vector<std::pair<std::string, Shape>> shapes(const Model& model)
{
    std::vector<std::pair<std::string, Shape>> found;
    for (const LayerSizes& layer : inferSizes(forPhase(model, Phase::Train))) {
        found.emplace_back(layer.name, layer.sizes.outputs.at(0));
    }
    return found;
}

} // namespace

class SampleModel : public testing::TestWithParam<std::filesystem::path> {
protected:
    Model model(std::vector<engine::Sentence>* notes = nullptr) const
    {
        return readModelFile(GetParam(), std::nullopt, notes);
    }
    std::string name() const { return GetParam().stem().string(); }
};

class SampleSolver : public testing::TestWithParam<std::filesystem::path> {
protected:
    SolverSettings solver(std::vector<engine::Sentence>* notes = nullptr) const
    {
        return readSolverFile(GetParam(), std::nullopt, notes);
    }
};

TEST_P(SampleModel, IsWrittenBackByteForByte)
{
    EXPECT_EQ(writeModel(model()), textOf(GetParam()));
}

TEST_P(SampleSolver, IsWrittenBackByteForByte)
{
    EXPECT_EQ(writeSolver(solver()), textOf(GetParam()));
}

TEST_P(SampleModel, SaysAtItsHeadWhatItIs)
{
    EXPECT_GT(model().comment.size(), 60u);
}

TEST_P(SampleSolver, SaysAtItsHeadWhatItIs)
{
    EXPECT_GT(solver().comment.size(), 60u);
}

TEST_P(SampleModel, IsKnownInEveryPart)
{
    std::vector<engine::Sentence> notes;
    model(&notes);
    EXPECT_THAT(notes, testing::Each(testing::StartsWith("read as MyCaffe's dialect")));
}

TEST_P(SampleSolver, IsKnownInEveryPart)
{
    std::vector<engine::Sentence> notes;
    solver(&notes);
    EXPECT_THAT(notes, ElementsAre());
}

TEST_P(SampleModel, FitsInEveryPhase)
{
    for (const Phase phase : {Phase::Train, Phase::Test}) {
        EXPECT_THAT(checkModel(model(), name(), {.phase = phase}), ElementsAre());
    }
    if (dataKindOf(model()).writes) {
        EXPECT_THAT(checkModel(forGeneration(model()), name(), {.phase = Phase::Run}), ElementsAre());
    }
}

TEST_P(SampleModel, HasASolverBesideIt)
{
    EXPECT_TRUE(std::filesystem::exists(samplesFolder / (name() + "_solver.prototxt")));
}

TEST_P(SampleSolver, NamesTheModelBesideIt)
{
    const std::string net = textParam(completeParams(solver()), "net");
    EXPECT_EQ(std::filesystem::path(net).stem().string() + "_solver", GetParam().stem().string());
    EXPECT_TRUE(std::filesystem::exists(samplesFolder / net));
}

/// GRU, RNN and bidirectional layers, and those for sequences with an answer each.
bool hasNoStrictForm(const Layer& layer)
{
    const LayerType& type = layerType(layer.type);
    return (type.extension && type.group != LayerGroup::Source) || layer.params.contains("bidirectional");
}

TEST_P(SampleModel, HasAStrictFormThatFitsOrIsRefusedByItsLayer)
{
    const Model given = model();
    const auto foreign = std::ranges::find_if(given.layers, hasNoStrictForm);
    if (foreign != given.layers.end()) {
        EXPECT_THAT([&] { writeModel(given, WriteStyle::StrictBvlc); },
                    testing::ThrowsMessage<Error>(testing::StartsWith("layer " + foreign->name + ": ")));
        return;
    }
    const Model strict = readModel(writeModel(given, WriteStyle::StrictBvlc), "strict");
    EXPECT_EQ(strict.dialect, Dialect::Bvlc);
    EXPECT_THAT(checkModel(strict, "strict"), ElementsAre());
}

TEST_P(SampleModel, IsInTheTable)
{
    EXPECT_NE(textOf(samplesFolder / "README.md").find("| `" + name() + "` |"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Models, SampleModel, testing::ValuesIn(files(FileKind::Model)),
                         [](const auto& file) { return file.param.stem().string(); });
INSTANTIATE_TEST_SUITE_P(Models, SampleSolver, testing::ValuesIn(files(FileKind::Solver)),
                         [](const auto& file) { return file.param.stem().string(); });

TEST(Samples, AreTwentyFourModels)
{
    EXPECT_EQ(files(FileKind::Model).size(), 24u);
    EXPECT_EQ(files(FileKind::Solver).size(), 24u);
}

TEST(SampleCharRnn, HasMyCaffesShapesForTheCaffeEngine)
{
    using Named = std::pair<std::string, Shape>;
    EXPECT_THAT(shapes(sample("char_rnn_caffe")),
                ElementsAre(Named("Input", {75, 25}), Named("EmbedLayer", {75, 25, 15}), Named("lstm1", {75, 25, 512}),
                            Named("Drop1", {75, 25, 512}), Named("lstm2", {75, 25, 512}), Named("Drop2", {75, 25, 512}),
                            Named("Reshape_lstm2", {1875, 1, 512}), Named("ip1", {1875, 128}), Named("Loss", {})));
}

TEST(SampleCharRnn, HasMyCaffesShapesForTheCudnnEngine)
{
    using Named = std::pair<std::string, Shape>;
    EXPECT_THAT(shapes(sample("char_rnn_cudnn")),
                ElementsAre(Named("Input", {75, 25}), Named("EmbedLayer", {75, 25, 15}), Named("lstm1", {75, 25, 512}),
                            Named("Reshape_lstm2", {1875, 1, 512}), Named("ip1", {1875, 128}), Named("Loss", {})));
}

TEST(SampleCharRnn, HasAsManyParametersAsMyCaffes)
{
    for (const char* name : {"char_rnn_caffe", "char_rnn_cudnn", "char_rnn_equal_caffe", "char_rnn_equal_cudnn"}) {
        EXPECT_EQ(sizeReport(withVocabulary(sample(name), 62)).parameters, 3'213'295) << name;
        EXPECT_EQ(sizeReport(withVocabulary(sample(name), 65)).parameters, 3'214'879) << name;
        EXPECT_EQ(sizeReport(sample(name)).parameters, 3'248'143) << name;
    }
}

TEST(SampleCharRnn, TrainsWithMyCaffesSolver)
{
    for (const char* name : {"char_rnn_caffe_solver", "char_rnn_cudnn_solver"}) {
        const SolverSettings solver = readSolverFile(samplesFolder / (std::string(name) + ".prototxt"));
        EXPECT_EQ(solver.dialect, Dialect::MyCaffe);
        const Params params = completeParams(solver);
        EXPECT_EQ(textParam(params, "type"), "SGD");
        EXPECT_EQ(floatParam(params, "base_lr"), 0.05);
        EXPECT_EQ(floatParam(params, "momentum"), 0.9);
        EXPECT_EQ(floatParam(params, "weight_decay"), 0.0005);
        EXPECT_EQ(floatParam(params, "clip_gradients"), -1);
        EXPECT_EQ(textParam(params, "lr_policy"), "fixed");
        EXPECT_EQ(intParam(params, "max_iter"), 100'000);
    }
}

/// The pair is one model: the strict form of the stacked one has the other's layers and settings.
TEST(SampleEqualPair, IsTheSameModelTwice)
{
    const Model apart = readModel(writeModel(sample("char_rnn_equal_caffe"), WriteStyle::StrictBvlc), "apart");
    const Model unstacked = readModel(writeModel(sample("char_rnn_equal_cudnn"), WriteStyle::StrictBvlc), "unstacked");
    ASSERT_EQ(apart.layers.size(), unstacked.layers.size());
    for (std::size_t layer = 0; layer < apart.layers.size(); ++layer) {
        EXPECT_EQ(apart.layers[layer].type, unstacked.layers[layer].type) << layer;
        EXPECT_EQ(completeParams(apart.layers[layer], apart.dialect),
                  completeParams(unstacked.layers[layer], unstacked.dialect))
            << apart.layers[layer].name;
    }
}

TEST(SampleEqualPair, HasOneSolver)
{
    const auto settings = [](const char* name) {
        Params params = completeParams(readSolverFile(samplesFolder / name));
        params.erase("net");
        return params;
    };
    EXPECT_EQ(settings("char_rnn_equal_caffe_solver.prototxt"), settings("char_rnn_equal_cudnn_solver.prototxt"));
}

} // namespace engine
