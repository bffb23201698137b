// SPDX-License-Identifier: GPL-3.0-or-later
// What all formats share: who brings a net, what is missing, and what a training can start from.
#include "engine/formats/exchange/caffemodel.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/exchange/protobuf_wire.h"
#include "engine/formats/exchange/safetensors.h"
#include "engine/formats/exchange/torch_weights.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_graph.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/formats/exchange_sample.h"
#include "tests/formats/sequence_sample.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

namespace engine {
namespace {

using testing::AllOf;
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

std::filesystem::path freshFileWith(const std::string& name, const std::string& bytes)
{
    const std::filesystem::path file = freshFile(name);
    writeFileBytes(file, bytes);
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
    const std::string said = sentenceOf([&] { requireAllWeights(net, "; do this"); });
    EXPECT_THAT(said, HasSubstr("the weights of lstm/Wx and "));
    EXPECT_THAT(said, HasSubstr(" more were not found; do this; layer lstm was left out"));
    net = readNet(written("net.caffemodel"), {.model = sampleModel(1)});
    EXPECT_NO_THROW(requireAllWeights(net));
}

TEST(NetFile, RefusesWeightsThatAreNotFinite)
{
    PortableNet net{
        .model = sampleModel(1), .vocabulary = sampleVocabulary(), .weights = sampleWeights(sampleModel(1))};
    const std::vector<NamedTensor> sound = net.weights;
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
    writeSafetensors(file, toTorch(net, report));
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
    EXPECT_EQ(first.taken, 2U) << "letters/W and letters/b; scores is not taken without its W";
    EXPECT_EQ(first.weights.size(), zeros(model).size());
    EXPECT_EQ(findTensor(first.weights, "lstm/Wx")->values, findTensor(zeros(model), "lstm/Wx")->values);
    EXPECT_EQ(findTensor(first.weights, "scores/b")->values, findTensor(zeros(model), "scores/b")->values);
    EXPECT_THAT(first.report.skipped, Contains(HasSubstr("weight lstm/Wx")));
    EXPECT_THAT(requireAny(file, first), HasSubstr("2 of 7 "));
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
    writeCaffeSolverState(file, {.model = model, .iteration = 30, .checkpoint = checkpoint}, "net.hamnet");
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

/// The sentence that refuses it.
std::string refusalOf(const std::function<void()>& work)
{
    return ::sentenceOf([&] { work(); });
}

TEST(NetFile, RefusesAVocabularyOfAnotherSizeInEachFormat)
{
    const Vocabulary five(Encoding::Bytes, {U'a', U'b', U'c', U'd', U'e'});
    PortableNet net{.model = sampleModel(1), .weights = sampleWeights(sampleModel(1))};
    TransferReport report;
    for (const char* const name : {"net.caffemodel", "net.safetensors", "net.onnx"}) {
        const std::filesystem::path file = freshFile(name);
        writeNet(file, net, report);
        NetFileHints hints{.model = net.model, .vocabulary = five};
        const auto read = [&] { readNet(file, hints); };
        EXPECT_THAT(refusalOf(read),
                    HasSubstr(": the net has rows for 7 characters, but the vocabulary given for it has "
                              "5: wanted is the one that the net was trained with"))
            << name;
        hints.vocabulary = sampleVocabulary();
        EXPECT_EQ(refusalOf(read), "") << name;
        hints.vocabulary.reset();
        hints.characters = [&](const Model&) { return five; };
        EXPECT_THAT(refusalOf(read), HasSubstr("has rows for 7 characters")) << name;
    }
    onnx::Graph graph = onnx::parse(readFileBytes(written("net.onnx")), "net.onnx");
    graph.metadata.clear(); // drawn after the graph
    const std::string bare = onnx::print(graph);
    const auto draw = [&] { parseOnnx(std::as_bytes(std::span(bare)), "bare.onnx", {.vocabulary = five}); };
    EXPECT_THAT(refusalOf(draw), HasSubstr("bare.onnx: the net has rows for 7 characters"));
}

TEST(NetFile, GivesATrainingTheClassesOfTheSameNamesFromEachFormat)
{
    PortableNet net = sequenceNet({});
    const std::vector<std::string> classes = {"new", net.sequences->classes[2], net.sequences->classes[0]};
    Model model = net.model; // for three classes, of which the file knows two
    for (Layer& layer : model.layers) {
        if (layer.name == "said") {
            layer.params["num_output"] = std::int64_t{3};
        }
    }
    const NamedTensor& theirs = *findTensor(net.weights, "said/W");
    const std::int64_t width = theirs.shape[1];
    TransferReport report;
    for (const char* const name : {"net.safetensors", "net.onnx"}) {
        const std::filesystem::path file = freshFile(name);
        writeNet(file, net, report);
        const FirstWeights first =
            firstWeights(readNet(file, {.model = model}), model, Vocabulary(), zeros(model), {.classes = classes});
        const NamedTensor* const mine = findTensor(first.weights, "said/W");
        ASSERT_EQ(mine->shape, (Shape{3, width})) << name;
        for (std::int64_t column = 0; column < width; ++column) {
            const auto at = [&](const NamedTensor& tensor, std::int64_t row) {
                return tensor.values.at(static_cast<std::size_t>(row * width + column));
            };
            EXPECT_EQ(at(*mine, 0), 0) << name;
            EXPECT_EQ(at(*mine, 1), at(theirs, 2)) << name;
            EXPECT_EQ(at(*mine, 2), at(theirs, 0)) << name;
        }
        EXPECT_THAT(first.report.notes, Contains(HasSubstr("2 of the 3 classes are among those of the file")));
    }
    net.sequences.reset();
    const std::filesystem::path file = freshFile("bare.safetensors");
    writeNet(file, net, report);
    const FirstWeights first = firstWeights(readNet(file, {.model = net.model}), net.model, Vocabulary(),
                                            zeros(net.model), {.classes = {"a", "b", "c", "d"}});
    EXPECT_THAT(first.report.notes, Contains(HasSubstr("classes were taken in their order")));
}

TEST(NetFile, RefusesWeightsForOtherColumns)
{
    const PortableNet net = sequenceNet({.kind = "TABLE"});
    const auto first = [&](std::vector<std::string> inputs) {
        firstWeights(net, net.model, Vocabulary(), zeros(net.model), {.inputs = std::move(inputs)});
    };
    const std::vector<std::string>& inputs = net.sequences->inputs;
    EXPECT_EQ(refusalOf([&] { first(inputs); }), "");
    const std::vector<std::string> turned(inputs.rbegin(), inputs.rend()), others{"other"};
    EXPECT_THAT(refusalOf([&] { first(turned); }),
                AllOf(HasSubstr("in another order"), HasSubstr("inputs: \"" + inputs[0])));
    EXPECT_THAT(refusalOf([&] { first(others); }),
                AllOf(HasSubstr("for the column \"" + inputs[0] + "\", which the data do not give"),
                      HasSubstr("cannot be used for the table")));
}

TEST(NetFile, TellsHowToSaveWhatPyTorchHasSaved)
{
    const std::string zip = "PK\x03\x04" + std::string(26, '\0') + "net/data.pkl" + std::string(64, '\0');
    for (const auto& [name, bytes] : {std::pair<std::string, std::string>{"net.pt", "anything"},
                                      {"net.pth", zip},
                                      {"pytorch_model.bin", zip},
                                      {"net.safetensors", zip}}) {
        const std::filesystem::path file = freshFile(name);
        writeFileBytes(file, bytes);
        for (const auto& open :
             std::vector<std::function<void()>>{[&] { readNet(file); }, [&] { bringsItsNet(file); }}) {
            EXPECT_THAT(refusalOf(open), testing::AllOf(HasSubstr("torch.save()"), HasSubstr("torch.load(\"" + name),
                                                        HasSubstr("safetensors.torch.save_file(")))
                << name;
        }
    }
    // What is read is not written over, and a name stays one string.
    const auto recipeFor = [&](const std::string& name) {
        const std::filesystem::path saved = freshFile(name);
        writeFileBytes(saved, zip);
        return refusalOf([&] { readNet(saved); });
    };
    EXPECT_THAT(recipeFor("net.safetensors"), HasSubstr(", \"net_weights.safetensors\")"));
    EXPECT_THAT(recipeFor("a\"b\\c.pt"), testing::AllOf(HasSubstr(R"(torch.load("a\"b\\c.pt", )"),
                                                        HasSubstr(R"(, "a\"b\\c_weights.safetensors"))")));
}

TEST(NetFile, SaysAtWhichByteNoFieldBegins)
{
    const std::filesystem::path file = freshFile("net.onnx");
    writeFileBytes(file, std::string("\0\xFF\xFF\x01", 4));
    EXPECT_THAT(sentenceOf([&] { readNet(file); }), HasSubstr("at byte 1 of 4 of a message"));
}

/// The ONNX file with the numbers of its large tensors in "numbers.data", as PyTorch's exporter puts them, and with
/// what `change` does to where they lie.
std::string withNumbersOutside(const std::string& whole, std::string& data,
                               const std::function<void(std::map<std::string, std::string>&)>& change)
{
    const auto copied = [](std::span<const std::byte> message,
                           const std::function<bool(const wire::Field&, wire::Writer&)>& replaces) {
        wire::Writer copy;
        wire::eachField(message, "test", [&](const wire::Field& field) {
            if (!replaces(field, copy)) {
                field.kind == wire::Kind::Varint ? copy.integer(field.number, field.integer())
                                                 : copy.text(field.number, field.text());
            }
        });
        return copy;
    };
    const auto tensor = [&](const wire::Field& field, wire::Writer& copy) {
        if (field.number != 9) {
            return false;
        }
        std::map<std::string, std::string> place{{"location", "numbers.data"},
                                                 {"offset", std::to_string(data.size())},
                                                 {"length", std::to_string(field.bytes.size())}};
        data += field.text();
        change(place);
        for (const auto& [key, value] : place) {
            copy.message(13, wire::Writer().text(1, key).text(2, value));
        }
        copy.integer(14, 1);
        return true;
    };
    const auto graph = [&](const wire::Field& field, wire::Writer& copy) {
        if (field.number == 5 && field.bytes.size() > 100) {
            copy.message(5, copied(field.bytes, tensor));
        }
        return field.number == 5 && field.bytes.size() > 100;
    };
    return copied(std::as_bytes(std::span(whole)),
                  [&](const wire::Field& field, wire::Writer& copy) {
                      if (field.number == 7) {
                          copy.message(7, copied(field.bytes, graph));
                      }
                      return field.number == 7;
                  })
        .bytes();
}

TEST(NetFile, ReadsTheNumbersOfAnOnnxFileThatLieBesideIt)
{
    TransferReport report;
    const PortableNet net{
        .model = sampleModel(1), .vocabulary = sampleVocabulary(), .weights = sampleWeights(sampleModel(1))};
    const std::string whole = printOnnx(net, report);
    const std::filesystem::path file = freshFile("net.onnx");
    const auto written = [&](const std::function<void(std::map<std::string, std::string>&)>& change) {
        std::string data;
        writeFileBytes(file, withNumbersOutside(whole, data, change));
        writeFileBytes(file.parent_path() / "numbers.data", data);
        EXPECT_GT(data.size(), 100U);
    };
    const auto refusal = [&](const char* key, const std::string& value) {
        written([&](std::map<std::string, std::string>& place) { place[key] = value; });
        return refusalOf([&] { readNet(file); });
    };
    written([](auto&) {});
    EXPECT_EQ(sortedByName(readNet(file).weights), sortedByName(readNet(freshFileWith("whole.onnx", whole)).weights));
    EXPECT_EQ(readVocabulary(file, Encoding::Bytes), sampleVocabulary());
    const std::filesystem::path outside = freshFileWith("numbers.data", std::string(1000, 'x'));
    std::filesystem::create_symlink(outside, file.parent_path() / "link.data");
    std::filesystem::create_symlink("numbers.data", file.parent_path() / "same.data");
    written([](std::map<std::string, std::string>& place) { place["location"] = "same.data"; });
    EXPECT_EQ(readNet(file).weights.size(), net.weights.size());
    for (const std::string location :
         {"../numbers.data", "/etc/hostname", "a/../../numbers.data", "", "link.data", "gone.data"}) {
        EXPECT_THAT(refusal("location", location), HasSubstr("which is no file beside it"));
    }
    for (const auto& [key, value] : {std::pair("offset", "99999999"), std::pair("length", "18446744073709551615"),
                                     std::pair("offset", "-4"), std::pair("length", "4x")}) {
        EXPECT_THAT(refusal(key, value), HasSubstr("is said to lie at ")) << key;
    }
    EXPECT_THAT(refusal("length", "4"), HasSubstr(" elements, but ")) << "fewer than the shape wants";
}

} // namespace
} // namespace engine
