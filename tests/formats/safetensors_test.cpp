// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/exchange/safetensors.h"
#include "engine/formats/exchange/torch_weights.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "tests/formats/exchange_sample.h"
#include "tests/support/sentence_of.h"
#include "tests/support/slowdown.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

namespace engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A file of this header and as many zeros as are wanted.
std::string fileOf(const std::string& header, const std::string& data)
{
    const std::uint64_t length = header.size();
    std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
    return bytes + header + data;
}

TensorFile parse(const std::string& bytes)
{
    return parseSafetensors(std::as_bytes(std::span(bytes)), "x.safetensors");
}

std::string sentenceOf(const std::string& header, std::size_t dataBytes)
{
    return ::sentenceOf([&] { parse(fileOf(header, std::string(dataBytes, '\0'))); });
}

TensorFile torchSample(int stacked = 1)
{
    TransferReport report;
    const Model model = sampleModel(stacked);
    return toTorch({.model = model, .vocabulary = sampleVocabulary(), .weights = sampleWeights(model), .iteration = 42},
                   report);
}

std::vector<std::string> namesOf(const TensorFile& file)
{
    std::vector<std::string> names;
    for (const NamedTensor& tensor : file.tensors) {
        names.push_back(tensor.name);
    }
    return names;
}

TEST(Safetensors, KeepTensorsAndMetadata)
{
    const std::filesystem::path file = freshFile("x.safetensors");
    const TensorFile written{.tensors = {{"a", {2, 3}, {1, 2, 3, 4, 5, 6}}, {"scalar", {}, {7}}, {"none", {0, 4}, {}}},
                             .metadata = {{"format", "pt"}, {"words", "two\nlines é"}},
                             .skipped = {}};
    writeSafetensors(file, written);
    const TensorFile found = readSafetensors(file);
    EXPECT_EQ(sortedByName(found.tensors), sortedByName(written.tensors));
    EXPECT_EQ(found.metadata, written.metadata);
    std::filesystem::remove_all(file.parent_path());
}

TEST(Safetensors, TellTheirMetadataWithoutTheirTensors)
{
    const std::filesystem::path file = freshFile("x.safetensors");
    const std::string header =
        R"({"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[9],"data_offsets":[0,36]}})";
    const auto metadata = [&](const std::string& bytes) {
        writeFileBytes(file, bytes);
        return readSafetensorsMetadata(file);
    };
    const std::map<std::string, std::string> wanted{{"format", "pt"}};
    EXPECT_EQ(metadata(fileOf(header, std::string(36, '\0'))), wanted);
    EXPECT_EQ(metadata(fileOf(header, "")), wanted); // the rest is nobody's question here
    EXPECT_THAT(metadata(fileOf("{}", "")), IsEmpty());
    EXPECT_THROW(metadata(fileOf(header, "").substr(0, 20)), Error);
    EXPECT_THROW(metadata("short"), Error);
    EXPECT_THROW(metadata(std::string(20, '\xFF')), Error);
    std::filesystem::remove_all(file.parent_path());
}

TEST(Safetensors, OfHalvesAndDoublesAreReadAsFloats)
{
    std::string data;
    for (const std::uint16_t bits :
         std::initializer_list<std::uint16_t>{0x3C00, 0xC000, 0x7BFF, 0x0001, 0x7C00, 0x3F80, 0xC040}) {
        data.append(reinterpret_cast<const char*>(&bits), sizeof bits);
    }
    const double wide = -0.1;
    data.append(reinterpret_cast<const char*>(&wide), sizeof wide);
    const TensorFile found = parse(fileOf(R"({"h":{"dtype":"F16","shape":[5],"data_offsets":[0,10]},)"
                                          R"("b":{"dtype":"BF16","shape":[2],"data_offsets":[10,14]},)"
                                          R"("d":{"dtype":"F64","shape":[],"data_offsets":[14,22]},)"
                                          R"("n":{"dtype":"I64","shape":[0],"data_offsets":[22,22]}})",
                                          data));
    ASSERT_EQ(found.tensors.size(), 3U);
    EXPECT_THAT(found.tensors[0].values, ElementsAre(1, -2, 65504, std::ldexp(1.0F, -24), INFINITY));
    EXPECT_THAT(found.tensors[1].values, ElementsAre(1, -3));
    EXPECT_THAT(found.tensors[2].values, ElementsAre(-0.1F));
    EXPECT_THAT(found.skipped, ElementsAre(HasSubstr("tensor n was left out: it holds I64")));
}

TEST(Safetensors, ThatLieAreRefusedWithASentence)
{
    EXPECT_THAT(sentenceOf(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 4),
                HasSubstr("tensor a lies at 0 to 8, but there are 4 bytes of data"));
    EXPECT_THAT(sentenceOf(R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", 8),
                HasSubstr("tensor a 3 has 8 bytes, but 12 are wanted"));
    EXPECT_THAT(sentenceOf(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                           R"("b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                           8),
                HasSubstr("tensor b lies over the one before it"));
    EXPECT_THAT(sentenceOf(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0),
                HasSubstr("tensor a has an impossible shape"));
    EXPECT_THAT(sentenceOf(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,0]}})", 0),
                HasSubstr("tensor a has no dtype, shape or data_offsets, or one of another kind"));
    EXPECT_THAT(sentenceOf(R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},)"
                           R"("a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})",
                           0),
                HasSubstr("has a name twice"));
    EXPECT_THAT(sentenceOf("[[[[[[]]]]]]", 0), HasSubstr("nested more than"));
    EXPECT_THAT(sentenceOf("{", 0), HasSubstr("no JSON"));
    EXPECT_THAT(sentenceOf("[]", 0), HasSubstr("no object"));
    EXPECT_THROW(parse(std::string("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F{}", 10)), Error);
}

TEST(Safetensors, TakeTimeByTheNumberOfTensors)
{
    const auto file = [](int tensors) {
        std::string header = "{";
        for (int number = 0; number < tensors; ++number) {
            header += (number > 0 ? ",\"t" : "\"t") + std::to_string(number) +
                      R"(":{"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
        }
        return fileOf(header + "}", "");
    };
    const auto few = file(5'000), many = file(20'000);
    EXPECT_EQ(parse(many).tensors.size(), 20'000U);
    EXPECT_LT(slowdown([&] { parse(few); }, [&] { parse(many); }, 8), 8) << "16 where each is compared with each";
}

TEST(Vocabularies, TakeTimeByTheNumberOfTheirParts)
{
    const auto text = [](int parts) {
        std::string brackets = "[";
        for (int number = 0; number < parts; ++number) {
            brackets += number > 0 ? ",[]" : "[]";
        }
        return "{\"encoding\":\"utf8\",\"characters\":" + brackets + "]}";
    };
    const auto refuse = [](const std::string& words) { EXPECT_THROW(parseVocabulary(words, "x"), Error); };
    const std::string few = text(15'000), many = text(60'000);
    EXPECT_LT(slowdown([&] { refuse(few); }, [&] { refuse(many); }, 8), 8) << "16 where each is compared with each";
}

TEST(Safetensors, WhoseHeaderHasCountlessPartsAreRefused)
{
    std::string lists = "[0", names = "{\"a\":0";
    for (int number = 0; number < 600'000; ++number) {
        lists += ",[],0";
        names += ",\"" + std::to_string(number) + "\":0";
    }
    EXPECT_THAT(sentenceOf("{\"a\":" + lists + "]}", 0), HasSubstr("has more than 1048576 names and values"));
    EXPECT_THAT(sentenceOf("{\"a\":" + names + "}}", 0), HasSubstr("has more than 1048576 names and values"));
}

TEST(Safetensors, OfOneNameTwiceAreNotWritten)
{
    EXPECT_THROW(printSafetensors({.tensors = {{"a", {1}, {1}}, {"a", {1}, {2}}}, .metadata = {}, .skipped = {}}),
                 Error);
    EXPECT_THROW(printSafetensors({.tensors = {{"a", {2}, {1}}}, .metadata = {}, .skipped = {}}), Error);
}

/// The sample with its EMBED and INNERPRODUCT called so, and a second INNERPRODUCT where `second` has a name.
Model renamedModel(const std::string& embed, const std::string& first, const std::string& second = {})
{
    Model model = sampleModel();
    model.layers.at(1).name = embed;
    model.layers.at(3).name = first;
    if (!second.empty()) {
        Layer between = model.layers.at(3);
        between.name = second;
        between.tops = {"between"};
        model.layers.at(3).bottoms = {"between"};
        model.layers.insert(model.layers.begin() + 3, between);
    }
    return model;
}

TEST(TorchWeights, HaveNamesThatDifferWhateverTheLayersAreCalled)
{
    for (const Model& model : {renamedModel("letters", "ip.1", "ip_2"), renamedModel("decoder", "embed"),
                               renamedModel("letters", "embed")}) {
        TransferReport out, in;
        std::vector<NamedTensor> weights = sampleWeights(model);
        weights.at(1).values.assign(weights.at(1).values.size(), 0); // the EMBED's bias, which PyTorch has not
        const TensorFile file = parse(printSafetensors(toTorch({.model = model, .weights = weights}, out)));
        EXPECT_EQ(sortedByName(fromTorch(file, model, in)), sortedByName(weights));
        EXPECT_THAT(in.skipped, IsEmpty());
    }
    TransferReport report;
    const Model same = renamedModel("letters", "ip.1", "ip_1");
    EXPECT_THROW(printSafetensors(toTorch({.model = same, .weights = sampleWeights(same)}, report)), Error);
}

TEST(TorchWeights, HavePyTorchsNamesAndLayout)
{
    const TensorFile file = torchSample(2);
    EXPECT_EQ(namesOf(file),
              (std::vector<std::string>{"embed.weight", "rnn.weight_ih_l0", "rnn.weight_hh_l0", "rnn.bias_ih_l0",
                                        "rnn.bias_hh_l0", "rnn.weight_ih_l1", "rnn.weight_hh_l1", "rnn.bias_ih_l1",
                                        "rnn.bias_hh_l1", "decoder.weight", "decoder.bias"}));
    const std::vector<NamedTensor> weights = sampleWeights(sampleModel(2));
    EXPECT_EQ(findTensor(file.tensors, "rnn.weight_ih_l1")->values, findTensor(weights, "lstm/l1.Wx")->values);
    EXPECT_EQ(findTensor(file.tensors, "rnn.bias_hh_l0")->values, std::vector<float>(8, 0.0F));
}

TensorFile fileWith(const SampleCell& cell)
{
    TransferReport report;
    const Model model = sampleModel(cell);
    return toTorch({.model = model, .weights = sampleWeights(model)}, report);
}

/// Without our metadata, as PyTorch saves it.
TensorFile bareFileWith(const SampleCell& cell)
{
    TensorFile file = fileWith(cell);
    file.metadata.clear();
    return file;
}

TEST(TorchWeights, KeepEachCellInEachDirection)
{
    for (const SampleCell& cell : sampleCells()) {
        SCOPED_TRACE(cell.name());
        const Model model = sampleModel(cell);
        TransferReport report;
        const std::vector<NamedTensor> back = fromTorch(parse(printSafetensors(bareFileWith(cell))), model, report);
        EXPECT_THAT(report.skipped, IsEmpty());
        for (const NamedTensor& tensor : sampleWeights(model)) {
            if (tensor.name.starts_with("lstm/")) {
                ASSERT_NE(findTensor(back, tensor.name), nullptr) << tensor.name;
                EXPECT_EQ(*findTensor(back, tensor.name), tensor);
            }
        }
    }
}

TEST(TorchWeights, OfATypedCellHaveItsOwnNames)
{
    const SampleCell janet{.type = "CELL", .settings = "cell: \"janet\""};
    EXPECT_EQ(namesOf(fileWith(janet)),
              (std::vector<std::string>{"embed.weight", "lstm.Wf", "lstm.Uf", "lstm.bf", "lstm.Wg", "lstm.Ug",
                                        "lstm.bg", "decoder.weight", "decoder.bias"}));
    SampleCell deep = janet;
    deep.stacked = 2;
    deep.bidirectional = true;
    EXPECT_THAT(namesOf(fileWith(deep)), testing::IsSupersetOf({"lstm.l0.Wf", "lstm.l0.back.Uf", "lstm.l1.back.bg"}));
    for (const SampleCell& cell : {janet, deep}) {
        const Model model = sampleModel(cell);
        std::vector<NamedTensor> weights = sampleWeights(model);
        weights.at(1).values.assign(weights.at(1).values.size(), 0); // the EMBED's bias, which PyTorch has not
        TransferReport out, in;
        TensorFile file = parse(printSafetensors(toTorch({.model = model, .weights = weights}, out)));
        for (const char* const prefix : {"", "net."}) { // with our metadata, and as another program may save it
            EXPECT_EQ(sortedByName(fromTorch(file, model, in)), sortedByName(weights)) << prefix;
            EXPECT_THAT(in.skipped, IsEmpty());
            file.metadata.clear();
            for (NamedTensor& tensor : file.tensors) {
                tensor.name = "net." + tensor.name;
            }
        }
    }
}

TEST(TorchWeights, HavePyTorchsNamesInBothDirections)
{
    const TensorFile file = fileWith({.type = "GRU", .bidirectional = true, .stacked = 2});
    const std::vector<NamedTensor> weights =
        sampleWeights(sampleModel({.type = "GRU", .bidirectional = true, .stacked = 2}));
    for (const auto& [theirs, ours] :
         {std::pair("weight_ih_l0", "l0.Wx"), std::pair("weight_hh_l0_reverse", "l0.back.Wh"),
          std::pair("bias_ih_l1", "l1.b"), std::pair("bias_hh_l1_reverse", "l1.back.bh")}) {
        const NamedTensor* const found = findTensor(file.tensors, std::string("rnn.") + theirs);
        ASSERT_NE(found, nullptr) << theirs;
        EXPECT_EQ(found->values, findTensor(weights, std::string("lstm/") + ours)->values) << theirs;
    }
    EXPECT_EQ(findTensor(file.tensors, "rnn.weight_ih_l1")->shape, (Shape{6, 4}));
}

std::string refusalOf(const TensorFile& file, const Model& model)
{
    return ::sentenceOf([&] {
        TransferReport report;
        fromTorch(file, model, report);
    });
}

TEST(TorchWeights, OfAnotherCellAreRefusedByName)
{
    const Model lstm = sampleModel(SampleCell{.type = "LSTM", .units = 3});
    const SampleCell gru{.type = "GRU", .units = 4}; // b [12] in both
    EXPECT_THAT(refusalOf(bareFileWith(gru), lstm),
                HasSubstr("layer lstm has the cell LSTM, but the file has weights of GRU (rnn.weight_hh_l0 is 12×4)"));
    TensorFile elsewhere = bareFileWith(gru);
    for (NamedTensor& tensor : elsewhere.tensors) {
        tensor.name = "net." + tensor.name;
    }
    EXPECT_THAT(refusalOf(elsewhere, lstm), HasSubstr("weights of GRU (net.rnn.weight_hh_l0"));
    EXPECT_THAT(refusalOf(bareFileWith({.type = "LSTM"}), sampleModel(SampleCell{.type = "RNN", .activation = "TANH"})),
                HasSubstr("layer lstm has the cell RNN with TANH, but the file has weights of LSTM"));
    const Model relu = sampleModel(SampleCell{.type = "RNN", .activation = "RELU"});
    const SampleCell tanh{.type = "RNN", .activation = "TANH"};
    EXPECT_THAT(refusalOf(fileWith(tanh), relu),
                HasSubstr("layer lstm has the cell RNN with RELU, but the file has weights of RNN with TANH"));
    EXPECT_EQ(refusalOf(bareFileWith(tanh), relu), "") << "nothing tells the activation";

    const SampleCell janet{.type = "CELL", .settings = "cell: \"janet\""};
    EXPECT_THAT(refusalOf(fileWith({.type = "GRU"}), sampleModel(janet)),
                HasSubstr("layer lstm has the cell CELL, but the file has weights of GRU"));
    EXPECT_THAT(refusalOf(fileWith(janet), sampleModel(SampleCell{.type = "GRU"})),
                HasSubstr("layer lstm has the cell GRU, but the file has weights of CELL"));
}

/// What is said of the weights where one of rnn's tensors has another shape, or is not there.
std::vector<engine::Sentence> skippedWith(const SampleCell& cell, const std::string& tensor, std::optional<Shape> shape)
{
    TensorFile file = bareFileWith(cell);
    const auto found = std::find_if(file.tensors.begin(), file.tensors.end(),
                                    [&](const NamedTensor& one) { return one.name == tensor; });
    if (shape) {
        *found = {tensor, *shape, std::vector<float>(static_cast<std::size_t>(shape->count()))};
    } else {
        file.tensors.erase(found);
    }
    TransferReport report;
    const std::vector<NamedTensor> taken = fromTorch(file, sampleModel(cell), report);
    for (const NamedTensor& one : taken) {
        EXPECT_FALSE(one.name.starts_with("lstm/")) << one.name << " was taken without " << tensor;
    }
    return report.skipped;
}

TEST(TorchWeights, OfALevelAreTakenWholeOrNotAtAll)
{
    for (const SampleCell& cell : {SampleCell{.type = "LSTM"}, SampleCell{.type = "GRU"}}) {
        const auto rows = cell.type == "GRU" ? std::int64_t{6} : std::int64_t{8};
        const std::string wanted = "the file has no rnn.weight_ih_l0 " + toString({rows, 3}) + ", rnn.weight_hh_l0 ";
        EXPECT_THAT(skippedWith(cell, "rnn.bias_hh_l0", {}), testing::Contains(HasSubstr(wanted)));
        EXPECT_THAT(skippedWith(cell, "rnn.bias_hh_l0", Shape{5}),
                    testing::Contains(HasSubstr("tensor rnn.bias_hh_l0 5 was left out")));
        EXPECT_THAT(skippedWith(cell, "rnn.weight_ih_l0", Shape{rows, 9}), testing::Contains(HasSubstr(wanted)));
    }
}

TEST(TorchWeights, HaveTheEmbeddingsBiasInItsRows)
{
    const std::vector<NamedTensor> weights = sampleWeights(sampleModel());
    const std::vector<float>& rows = findTensor(weights, "letters/W")->values;
    const std::vector<float>& bias = findTensor(weights, "letters/b")->values;
    const TensorFile file = torchSample();
    EXPECT_EQ(findTensor(file.tensors, "embed.weight")->values[4], rows[4] + bias[1]);
}

TEST(TorchWeights, ComeBackWithModelVocabularyAndIteration)
{
    for (const int stacked : {1, 3}) {
        const std::string bytes = printSafetensors(torchSample(stacked));
        const TensorFile file = parse(bytes);
        const TorchFile about = torchFileOf(file.metadata, "x");
        ASSERT_TRUE(about.model && about.vocabulary);
        EXPECT_EQ(writeModel(*about.model), writeModel(sampleModel(stacked)));
        EXPECT_EQ(*about.vocabulary, sampleVocabulary());
        EXPECT_EQ(about.iteration, 42);
        TransferReport report;
        const std::vector<NamedTensor> back = fromTorch(file, *about.model, report);
        EXPECT_THAT(report.skipped, IsEmpty());
        const std::vector<NamedTensor> weights = sampleWeights(sampleModel(stacked));
        for (const NamedTensor& tensor : weights) {
            const NamedTensor* found = findTensor(back, tensor.name);
            ASSERT_NE(found, nullptr) << tensor.name;
            if (!tensor.name.starts_with("letters/")) {
                EXPECT_EQ(*found, tensor);
            }
        }
    }
}

TEST(TorchWeights, BringNoVocabularyOfOtherNumbersOrAnotherEncoding)
{
    const auto read = [](const char* text) { return parseVocabulary(text, "x"); };
    EXPECT_EQ(read(R"({"encoding":"bytes","characters":[97,10]})"), Vocabulary(Encoding::Bytes, {'a', '\n'}));
    for (const char* character : {"-1", "97.5", "true", "4294967393", "1114112", "\"a\"", "[97]"}) {
        EXPECT_THROW(read(("{\"encoding\":\"utf8\",\"characters\":[" + std::string(character) + "]}").c_str()), Error)
            << character;
    }
    EXPECT_THROW(read(R"({"encoding":"latin1","characters":[97]})"), Error);
}

TEST(TorchWeights, AreFoundUnderAnyNamesAndTheirTwoBiasesAreAdded)
{
    TensorFile file;
    const auto add = [&](const char* name, Shape shape, float value) {
        file.tensors.push_back({name, shape, std::vector<float>(static_cast<std::size_t>(shape.count()), value)});
    };
    add("net.encoder.weight", {7, 3}, 1);
    add("net.memory.weight_ih_l0", {8, 3}, 2);
    add("net.memory.weight_hh_l0", {8, 2}, 3);
    add("net.memory.bias_ih_l0", {8}, 4);
    add("net.memory.bias_hh_l0", {8}, 5);
    add("net.head.weight", {7, 2}, 6);
    add("net.head.bias", {7}, 7);
    add("net.other", {1}, 8);
    TransferReport report;
    const std::vector<NamedTensor> found = fromTorch(file, sampleModel(), report);
    EXPECT_EQ(found.size(), 7U);
    EXPECT_EQ(findTensor(found, "letters/W")->values[0], 1);
    EXPECT_EQ(findTensor(found, "letters/b")->values[0], 0);
    EXPECT_EQ(findTensor(found, "lstm/Wx")->values[0], 2);
    EXPECT_EQ(findTensor(found, "lstm/b")->values[0], 9);
    EXPECT_EQ(findTensor(found, "scores/W")->values[0], 6);
    EXPECT_EQ(findTensor(found, "scores/b")->values[0], 7);
    EXPECT_THAT(report.skipped, ElementsAre(HasSubstr("tensor net.other 1 was left out")));
    EXPECT_EQ(vocabularyOf(file, withVocabulary(sampleModel(), 99)), 7);
}

/// So many layers, one behind the other; those of one `shared` name have one matrix.
Model chain(int layers, const std::string& shared = {})
{
    std::string text = R"(layer { name: "in" type: "Input" top: "x" input_param { shape { dim: 1 dim: 2 } } })";
    for (int layer = 0; layer < layers; ++layer) {
        text += "layer { name: 'l" + std::to_string(layer) + "' type: 'InnerProduct' bottom: 'x' top: 'x" +
                std::to_string(layer) + "' " + (shared.empty() ? "" : "param { name: '" + shared + "' } ") +
                "inner_product_param { num_output: 2 } }\n";
    }
    return readModel(text, "chain");
}

TEST(TorchWeights, TellOfASharedWeightWithOtherNumbersInALaterModule)
{
    const Model model = chain(2, "shared");
    TransferReport out, in, other;
    TensorFile file = toTorch({.model = model, .weights = sampleWeights(model)}, out);
    EXPECT_EQ(fromTorch(file, model, in).size(), 3U); // shared, l0/b, l1/b
    EXPECT_THAT(in.skipped, IsEmpty());
    EXPECT_EQ(in.moved.size(), 4U);
    ASSERT_EQ(file.tensors.at(2).name, "l1.weight");
    file.tensors[2].values.at(0) = 99;
    EXPECT_EQ(findTensor(fromTorch(file, model, other), "shared")->values, file.tensors[0].values);
    EXPECT_THAT(other.skipped, ElementsAre("tensor l1.weight 2×2 was left out: several layers share shared, and an "
                                           "earlier one has other numbers for it"));
}

TEST(TorchWeights, AreReadInTimeByTheNumberOfModulesAndTensors)
{
    struct Net {
        explicit Net(int modules) : model(chain(modules))
        {
            for (int tensor = 0; tensor < 10 * modules; ++tensor) {
                file.tensors.push_back({"t" + std::to_string(tensor) + ".weight", {4}, {1, 2, 3, 4}});
            }
        }
        std::size_t read() const
        {
            TransferReport report;
            EXPECT_THAT(fromTorch(file, model, report), IsEmpty());
            return report.skipped.size();
        }
        Model model;
        TensorFile file;
    };
    const Net few(200), many(800);
    EXPECT_EQ(many.read(), 800U + 8'000);
    EXPECT_LT(slowdown([&] { few.read(); }, [&] { many.read(); }, 8), 8) << "16 where each is compared with each";
}

TEST(TorchWeights, AreWrittenInTimeByTheNumberOfStacks)
{
    struct Net {
        explicit Net(int stacks)
        {
            std::string text = R"(layer { name: "in" type: "Input" top: "x" top: "c"
  input_param { shape { dim: 1 dim: 1 dim: 2 } shape { dim: 1 dim: 1 } } })";
            for (int layer = 0; layer < stacks; ++layer) {
                const std::string number = std::to_string(layer);
                text += "layer { name: 'l" + number + "' type: 'LSTM' bottom: 'x' bottom: 'c' top: 'x" + number +
                        "' recurrent_param { num_output: 2 num_layers: 16 } }\n";
            }
            model = readModel(text, "stacks");
            weights = sampleWeights(model);
        }
        std::size_t written() const
        {
            TransferReport report;
            return toTorch({.model = model, .weights = weights}, report).tensors.size();
        }
        Model model;
        std::vector<NamedTensor> weights;
    };
    const Net few(25), many(100);
    EXPECT_EQ(many.written(), 100U * 16 * 4);
    EXPECT_LT(slowdown([&] { few.written(); }, [&] { many.written(); }, 8), 8) << "16 where each is compared with each";
}

TEST(AdoptedWeights, GoToTheSameCharactersOfAnotherVocabulary)
{
    const Vocabulary from = sampleVocabulary(), to(Encoding::Utf8, {U' ', U'é', U'z'});
    const Model trained = sampleModel(), model = withVocabulary(trained, to.size());
    const std::vector<NamedTensor> source = sampleWeights(trained);
    std::vector<NamedTensor> first = sampleWeights(model);
    for (NamedTensor& tensor : first) {
        std::fill(tensor.values.begin(), tensor.values.end(), 1000.0F);
    }
    TransferReport report;
    const std::vector<NamedTensor> found =
        adopted(model, to, first, {.model = trained, .vocabulary = &from, .weights = &source}, report);
    const std::vector<float>& old = findTensor(source, "letters/W")->values;
    const std::vector<float>& rows = findTensor(found, "letters/W")->values;
    EXPECT_EQ(rows[0], old[1 * 3]); // ' ' was number 1
    EXPECT_EQ(rows[3], old[4 * 3]); // 'é' was number 4
    EXPECT_EQ(rows[6], 1000);       // 'z' is new
    EXPECT_EQ(findTensor(found, "scores/b")->values[1], findTensor(source, "scores/b")->values[4]);
    EXPECT_EQ(*findTensor(found, "lstm/Wx"), *findTensor(source, "lstm/Wx"));
    EXPECT_THAT(report.skipped, IsEmpty());
}

TEST(AdoptedWeights, OfAnotherCellAreRefusedByName)
{
    const auto refusal = [](const SampleCell& cell, const SampleCell& other) {
        const Model model = sampleModel(cell), trained = sampleModel(other);
        const Vocabulary vocabulary = sampleVocabulary();
        const std::vector<NamedTensor> source = sampleWeights(trained);
        return ::sentenceOf([&] {
            TransferReport report;
            adopted(model, vocabulary, sampleWeights(model),
                    {.model = trained, .vocabulary = &vocabulary, .weights = &source}, report);
        });
    };
    EXPECT_THAT(refusal({.type = "LSTM", .units = 3}, {.type = "GRU", .units = 4}),
                HasSubstr("layer lstm has the cell LSTM, but the file has weights of GRU for it"));
    EXPECT_THAT(refusal({.type = "RNN", .activation = "RELU"}, {.type = "RNN", .activation = "TANH"}),
                HasSubstr("layer lstm has the cell RNN with RELU, but the file has weights of RNN with TANH for it"));
    EXPECT_THAT(refusal({.type = "LSTM", .stacked = 2}, {.type = "GRU"}),
                HasSubstr("layer lstm has the cell LSTM, but the file has weights of GRU for it"));
    EXPECT_EQ(refusal({.type = "GRU", .units = 3}, {.type = "GRU", .units = 4}), "");
}

TEST(AdoptedWeights, OfUnknownCharactersAreRefused)
{
    const Model model = sampleModel();
    const std::vector<NamedTensor> source = sampleWeights(model);
    TransferReport report;
    const auto adopt = [&](const Vocabulary* known) {
        return adopted(model, sampleVocabulary(), source, {.model = model, .vocabulary = known, .weights = &source},
                       report);
    };
    try {
        adopt(nullptr);
        FAIL() << "nobody knows whose rows these are";
    } catch (const CharactersWanted& error) {
        EXPECT_EQ(error.what(), say("it is not known which character each of the %1 rows of letters/W stands for",
                                    sampleVocabulary().size()));
    }
    const Vocabulary same = sampleVocabulary();
    EXPECT_EQ(adopt(&same), source);
}

TEST(AdoptedWeights, OfBytesGoToCodePointsInAsciiAlone)
{
    const Vocabulary from(Encoding::Bytes, {U'b', U'a', 0xE9}), to(Encoding::Utf8, {U'a', U'b', U'é'});
    const Model model = withVocabulary(sampleModel(), 3);
    const std::vector<NamedTensor> source = sampleWeights(model);
    std::vector<NamedTensor> first = source;
    for (NamedTensor& tensor : first) {
        std::fill(tensor.values.begin(), tensor.values.end(), 1000.0F);
    }
    TransferReport report;
    const std::vector<NamedTensor> found =
        adopted(model, to, first, {.model = model, .vocabulary = &from, .weights = &source}, report);
    const std::vector<float>& old = findTensor(source, "letters/W")->values;
    const std::vector<float>& rows = findTensor(found, "letters/W")->values;
    EXPECT_EQ(rows[0], old[3]);
    EXPECT_EQ(rows[3], old[0]);
    EXPECT_EQ(rows[6], 1000);
}

} // namespace
} // namespace engine
