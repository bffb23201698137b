// SPDX-License-Identifier: GPL-3.0-or-later
// What all formats share: who brings a net, what is missing, and what a training can start from.
#include "engine/formats/caffemodel.h"
#include "engine/formats/file_bytes.h"
#include "engine/formats/net_file.h"
#include "engine/formats/safetensors.h"
#include "engine/formats/torch_weights.h"
#include "tests/formats/exchange_sample.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>

namespace engine {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::SizeIs;

std::filesystem::path written(const std::string& name)
{
    const PortableNet net{
        .model = sampleModel(1), .vocabulary = sampleVocabulary(), .weights = sampleWeights(sampleModel(1))};
    TransferReport report;
    const std::filesystem::path file = freshFile(name);
    writeNet(file, net, report);
    return file;
}

/// The model's weights, all zero: what a filler might have drawn.
std::vector<NamedTensor> zeros(const Model& model)
{
    std::vector<NamedTensor> tensors = sampleWeights(model);
    for (NamedTensor& tensor : tensors) {
        tensor.values.assign(tensor.values.size(), 0.0F);
    }
    return tensors;
}

Model wider(Model model)
{
    model.layers[2].params["num_output"] = std::int64_t{3};
    return model;
}

TEST(NetFile, TellsWhichFilesBringTheirNet)
{
    EXPECT_FALSE(bringsItsNet(written("net.caffemodel")));
    EXPECT_FALSE(bringsItsNet(written("net.mycaffemodel")));
    EXPECT_TRUE(bringsItsNet(written("net.safetensors")));
    EXPECT_TRUE(bringsItsNet(written("net.onnx")));
    const std::filesystem::path bare = freshFile("bare.safetensors");
    writeSafetensors(bare, {.tensors = sampleWeights(sampleModel(1)), .metadata = {}, .skipped = {}});
    EXPECT_FALSE(bringsItsNet(bare));
    EXPECT_THROW(bringsItsNet(freshFile("missing.safetensors")), Error);
    EXPECT_THROW(bringsItsNet("net.txt"), Error);
}

TEST(NetFile, AsksForTheCharactersOnlyWhereTheFileTellsNone)
{
    int asked = 0;
    const NetFileHints hints{.model = sampleModel(1), .vocabulary = {}, .characters = [&](const Model&) {
                                 ++asked;
                                 return sampleVocabulary();
                             }};
    EXPECT_EQ(readNet(written("net.safetensors"), hints).vocabulary, sampleVocabulary());
    EXPECT_EQ(asked, 0);
    EXPECT_EQ(readNet(written("net.caffemodel"), hints).vocabulary, sampleVocabulary());
    EXPECT_EQ(asked, 1);
}

TEST(NetFile, SaysWhichWeightsAreMissingAndWhy)
{
    PortableNet net = readNet(written("net.caffemodel"), {.model = wider(sampleModel(1))});
    try {
        requireAllWeights(net, "; do this");
        FAIL() << "weights of another width went through";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("the weights of lstm/Wx and "));
        EXPECT_THAT(error.what(), HasSubstr(" more were not found; do this; tensor lstm[0] was left out"));
    }
    net = readNet(written("net.caffemodel"), {.model = sampleModel(1)});
    EXPECT_NO_THROW(requireAllWeights(net));
}

TEST(NetFile, RefusesWeightsThatAreNotFinite)
{
    PortableNet net{
        .model = sampleModel(1), .vocabulary = sampleVocabulary(), .weights = sampleWeights(sampleModel(1))};
    const std::vector<NamedTensor> sound = net.weights;
    const auto sentenceOf = [](const auto& work) -> std::string {
        try {
            work();
        } catch (const Error& error) {
            return error.what();
        }
        return "it was taken";
    };
    TransferReport report;
    for (const char* const name : {"net.caffemodel", "net.safetensors", "net.onnx"}) {
        const std::filesystem::path file = freshFile(name);
        NamedTensor& tensor = net.weights.at(1);
        tensor.values.back() = std::numeric_limits<float>::infinity();
        EXPECT_THAT(sentenceOf([&] { writeNet(file, net, report); }),
                    testing::AllOf(testing::StartsWith(file.string() + ": the weight " + tensor.name + " "),
                                   testing::HasSubstr(" has inf at [")))
            << "nothing is written";
        EXPECT_FALSE(std::filesystem::exists(file));
        net.weights = sound;
    }
    const std::filesystem::path file = freshFile("strange.safetensors");
    net.weights.at(2).values.at(0) = std::numeric_limits<float>::quiet_NaN();
    writeSafetensors(file, toTorch(net.model, net.weights, {.model = {}, .vocabulary = net.vocabulary}, report));
    EXPECT_THAT(sentenceOf([&] { readNet(file); }), testing::HasSubstr(" has nan at [0"));
}

TEST(NetFile, GivesATrainingItsFirstWeights)
{
    const Model model = sampleModel(1);
    const std::filesystem::path file = written("net.caffemodel");
    const PortableNet net = readNet(file, {.model = model, .vocabulary = sampleVocabulary()});
    const FirstWeights first = firstWeights(net, model, sampleVocabulary(), zeros(model));
    EXPECT_EQ(first.taken, zeros(model).size());
    EXPECT_THAT(first.report.skipped, SizeIs(0));
    EXPECT_EQ(first.report.moved.front().from, "letters[0]") << "the file's own names";
    EXPECT_EQ(first.report.moved.front().to, "letters/W");
    const std::vector<NamedTensor> wanted = sampleWeights(model);
    for (const NamedTensor& tensor : wanted) {
        EXPECT_EQ(findTensor(first.weights, tensor.name)->values, tensor.values) << tensor.name;
    }
    EXPECT_THAT(requireAny(file, first), HasSubstr(" weights come from " + file.string()));
}

TEST(NetFile, LeavesWhatDoesNotFitAsItWasDrawn)
{
    const Model model = wider(sampleModel(1));
    const std::filesystem::path file = written("net.caffemodel");
    const FirstWeights first = firstWeights(readNet(file, {.model = model, .vocabulary = sampleVocabulary()}), model,
                                            sampleVocabulary(), zeros(model));
    EXPECT_EQ(first.taken, 3U) << "letters/W, letters/b and scores/b";
    EXPECT_EQ(first.weights.size(), zeros(model).size());
    EXPECT_EQ(findTensor(first.weights, "lstm/Wx")->values, findTensor(zeros(model), "lstm/Wx")->values);
    EXPECT_THAT(first.report.skipped, Contains(HasSubstr("weight lstm/Wx")));
    EXPECT_THAT(requireAny(file, first), HasSubstr("3 of 7 "));
    FirstWeights none = first;
    none.taken = 0;
    EXPECT_THROW(requireAny(file, none), Error);
}

TEST(NetFile, GivesNoRowsOfUnknownCharacters)
{
    const Model model = sampleModel(1);
    const std::filesystem::path file = written("net.caffemodel");
    const PortableNet unknown = readNet(file, {.model = model});
    EXPECT_THROW(firstWeights(unknown, model, sampleVocabulary(), zeros(model)), CharactersWanted);
    std::vector<char32_t> turned = sampleVocabulary().characters();
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    const FirstWeights first = firstWeights(readNet(file, {.model = model, .vocabulary = sampleVocabulary()}), model,
                                            {Encoding::Utf8, turned}, zeros(model));
    const std::vector<NamedTensor> weights = sampleWeights(model);
    std::vector<float> wanted = findTensor(weights, "scores/b")->values;
    std::rotate(wanted.begin(), wanted.begin() + 1, wanted.end());
    EXPECT_EQ(findTensor(first.weights, "scores/b")->values, wanted);
}

TEST(NetFile, RefusesTheSolverStateOfAnotherSolver)
{
    const Model model = sampleModel(1);
    Checkpoint checkpoint;
    checkpoint.iteration = 7;
    for (const NamedTensor& tensor : sampleWeights(model)) {
        checkpoint.history.push_back({"history0/" + tensor.name, tensor.shape, tensor.values});
    }
    const std::filesystem::path file = freshFile("net.solverstate");
    writeCaffeSolverState(
        file,
        {.iteration = 30, .learnedNet = {}, .history = historyToCaffe(model, checkpoint.history), .currentStep = 0});
    Checkpoint other;
    other.iteration = 7;
    EXPECT_THROW(takeSolverState(other, model, file), Error);
    EXPECT_EQ(other.iteration, 7) << "as it was";
    Checkpoint taken = checkpoint;
    for (NamedTensor& tensor : taken.history) {
        tensor.values.assign(tensor.values.size(), 0.0F);
    }
    takeSolverState(taken, model, file);
    EXPECT_EQ(taken.iteration, 30);
    EXPECT_EQ(sortedByName(taken.history).front().values, sortedByName(checkpoint.history).front().values);
    const NamedTensor raw{"raw/first", {1}, {3}}; // of a solver that averages the weights
    taken.history.push_back(raw);
    takeSolverState(taken, model, file);
    EXPECT_EQ(taken.history.back(), raw);
}

} // namespace
} // namespace engine
