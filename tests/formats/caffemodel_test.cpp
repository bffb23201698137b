// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/caffemodel.h"
#include "engine/formats/exchange/protobuf_wire.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "tests/formats/exchange_sample.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

namespace engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::span<const std::byte> asBytes(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

CaffeNet sampleNet(int stacked = 1)
{
    TransferReport report;
    const Model model = sampleModel(stacked);
    return toCaffe(model, sampleWeights(model), report);
}

std::vector<std::string> namesOf(const CaffeNet& net)
{
    std::vector<std::string> names;
    for (const CaffeLayer& layer : net.layers) {
        names.push_back(layer.name);
    }
    return names;
}

TEST(Caffemodel, KeepsEveryWeightOnTheWayThereAndBack)
{
    for (const int stacked : {1, 3}) {
        const Model model = sampleModel(stacked);
        TransferReport out, in;
        const std::string bytes = printCaffeNet(toCaffe(model, sampleWeights(model), out));
        const CaffeNet net = parseCaffeNet(asBytes(bytes), "net.caffemodel");
        EXPECT_EQ(net.name, "sample");
        EXPECT_EQ(sortedByName(fromCaffe(net, model, in)), sortedByName(sampleWeights(model)));
        EXPECT_THAT(in.skipped, IsEmpty());
        EXPECT_EQ(in.moved.size(), sampleWeights(model).size());
    }
}

TEST(Caffemodel, HasNoFormForOtherCellsAndBothDirections)
{
    std::vector<SampleCell> cells = sampleCells();
    cells.push_back({.type = "CELL", .settings = "cell: \"janet\""});
    for (const SampleCell& cell : cells) {
        if (cell.type == "LSTM" && !cell.bidirectional) {
            continue;
        }
        const Model model = sampleModel(cell);
        const std::string said = sentenceOf([&] {
            TransferReport report;
            toCaffe(model, sampleWeights(model), report);
        });
        EXPECT_THAT(said, HasSubstr(cell.type)) << cell.name();
        EXPECT_THAT(said, HasSubstr("has no form in BVLC Caffe")) << cell.name();
        TransferReport report;
        EXPECT_THROW(fromCaffe(sampleNet(), model, report), Error) << cell.name();
    }
}

TEST(Caffemodel, HasAnLstmsBlobsInCaffesOrderWithItsGates)
{
    const Model model = sampleModel();
    const std::vector<NamedTensor> weights = sampleWeights(model);
    const CaffeNet net = sampleNet();
    ASSERT_EQ(namesOf(net), (std::vector<std::string>{"letters", "lstm", "scores"}));
    const CaffeLayer& lstm = net.layers[1];
    EXPECT_EQ(lstm.type, "LSTM");
    ASSERT_EQ(lstm.blobs.size(), 3U);
    EXPECT_EQ(lstm.blobs[0].shape, (Shape{8, 3}));
    EXPECT_EQ(lstm.blobs[1].shape, (Shape{8}));
    EXPECT_EQ(lstm.blobs[2].shape, (Shape{8, 2}));
    const std::vector<float>& b = findTensor(weights, "lstm/b")->values;
    EXPECT_THAT(lstm.blobs[1].values, ElementsAre(b[0], b[1], b[2], b[3], b[6], b[7], b[4], b[5])); // i f o g
}

/// One step of an LSTM as layers, whose gates are summed from the characters and the output before.
Model modelOfAUnit(const std::string& order)
{
    return readModel(R"(name: "unit"
layer { name: "in" type: "Input" top: "data" top: "cont" top: "c0" top: "h0" input_param { shape { dim: 1 dim: 2 }
  shape { dim: 1 dim: 2 } shape { dim: 1 dim: 2 dim: 2 } shape { dim: 1 dim: 2 dim: 2 } } }
layer { name: "letters" type: "Embed" bottom: "data" top: "x" embed_param { input_dim: 7 num_output: 3 } }
layer { name: "Wx" type: "InnerProduct" bottom: "x" top: "ax" inner_product_param { num_output: 8 axis: 2 } }
layer { name: "Wh" type: "InnerProduct" bottom: "h0" top: "ah" inner_product_param { num_output: 8 axis: 2 bias_term: false } }
layer { name: "sum" type: "Eltwise" bottom: "ax" bottom: "ah" top: "a" }
layer { name: "unit" type: "LSTMUnit" bottom: "c0" bottom: "a" bottom: "cont" top: "c" top: "h"
  lstm_unit_param { gate_order: )" +
                         order + R"( } }
layer { name: "scores" type: "InnerProduct" bottom: "h" top: "scores" inner_product_param { num_output: 7 axis: 2 } }
)",
                     "unit");
}

TEST(Caffemodel, HoldsAnLstmUnitInCaffesOrderAlone)
{
    const Model ours = modelOfAUnit("IFGO"), theirs = modelOfAUnit("IFOG");
    const std::vector<NamedTensor> weights = sampleWeights(theirs);
    TransferReport report;
    EXPECT_EQ(fromCaffe(toCaffe(theirs, weights, report), theirs, report), weights);
    EXPECT_THAT(sentenceOf([&] { toCaffe(ours, weights, report); }), HasSubstr("gate_order IFGO"));
    EXPECT_THAT(sentenceOf([&] { fromCaffe({}, ours, report); }), HasSubstr("gate_order IFGO"));
    EXPECT_THAT(sentenceOf([&] { historyToCaffe(ours, {}); }), HasSubstr("gate_order IFGO"));
}

TEST(AdoptedWeights, AreOfTheSameOrderOfGates)
{
    const Model ours = modelOfAUnit("IFGO");
    Model renamed = ours;
    renamed.name = "another model";
    const Vocabulary characters = sampleVocabulary();
    const std::vector<NamedTensor> weights = sampleWeights(ours);
    TransferReport report;
    const auto adoptedBy = [&](const Model& model) {
        return adopted(model, characters, weights, {.model = ours, .vocabulary = &characters, .weights = &weights},
                       report);
    };
    EXPECT_EQ(adoptedBy(renamed), weights);
    EXPECT_THAT(sentenceOf([&] { adoptedBy(modelOfAUnit("IFOG")); }), HasSubstr("the same gate_order in both"));
}

TEST(Caffemodel, NamesStackedLstmsAsTheStrictNetDoes)
{
    std::vector<std::string> strict;
    for (const Layer& layer : strictBvlcModel(sampleModel(3)).layers) {
        if (layer.type == "LSTM") {
            strict.push_back(layer.name);
        }
    }
    EXPECT_EQ(namesOf(sampleNet(3)),
              (std::vector<std::string>{"letters", strict.at(0), strict.at(1), strict.at(2), "scores"}));
}

TEST(Caffemodel, KnowsAStacksPartsFromALayerThatIsCalledLikeOne)
{
    Model model = sampleModel(2);
    Layer other = model.layers.at(2); // before the stack, with the name that its first part would have
    other.name = "lstm_1";
    other.tops = {"first"};
    other.params["num_layers"] = std::int64_t{1};
    model.layers.at(2).bottoms[0] = "first";
    model.layers.insert(model.layers.begin() + 2, other);
    TransferReport out, in;
    const CaffeNet net = toCaffe(model, sampleWeights(model), out);
    EXPECT_EQ(namesOf(net), (std::vector<std::string>{"letters", "lstm_1", "lstm_1_", "lstm_2", "scores"}));
    EXPECT_EQ(sortedByName(fromCaffe(net, model, in)), sortedByName(sampleWeights(model)));
}

TEST(Caffemodel, OfAStackInALayerOfItsOwnNameIsRead)
{
    CaffeNet net = sampleNet(3);
    net.layers[1].name = "lstm";
    for (const std::size_t part : {2U, 3U}) {
        net.layers[1].blobs.insert(net.layers[1].blobs.end(), net.layers[part].blobs.begin(),
                                   net.layers[part].blobs.end());
    }
    net.layers.erase(net.layers.begin() + 2, net.layers.begin() + 4);
    TransferReport report;
    const Model model = sampleModel(3);
    EXPECT_EQ(sortedByName(fromCaffe(net, model, report)), sortedByName(sampleWeights(model)));
    EXPECT_THAT(report.skipped, IsEmpty());

    net.layers[1].blobs.pop_back();
    report = {};
    EXPECT_EQ(fromCaffe(net, model, report).size(), 4U) << "of the other layers";
    EXPECT_THAT(report.skipped, ElementsAre(HasSubstr("layer lstm was left out: its tensors are 8×3, 8,")));
}

/// The stack once for the test, and behind it once more for training.
Model modelOfTwoPhases()
{
    Model model = sampleModel(2);
    Layer test = model.layers.at(2);
    test.include = {{.phase = Phase::Test}};
    model.layers.at(2).include = {{.phase = Phase::Train}};
    model.layers.insert(model.layers.begin() + 2, test);
    return model;
}

TEST(Caffemodel, GivesAStackItsNamesInEachPhase)
{
    const Model model = modelOfTwoPhases(), strict = strictBvlcModel(model);
    const auto namesIn = [&](Phase phase) {
        std::vector<std::string> names;
        for (const Layer& layer : forPhase(strict, phase).layers) {
            names.push_back(layer.name);
        }
        return names;
    };
    EXPECT_EQ(namesIn(Phase::Train), namesIn(Phase::Test)); // or Caffe's test net would not have the trained weights
    TransferReport out, in;
    const CaffeNet net = toCaffe(model, sampleWeights(model), out);
    EXPECT_EQ(namesOf(net), (std::vector<std::string>{"letters", "lstm_1", "lstm_2", "scores"}));
    EXPECT_EQ(sortedByName(fromCaffe(net, model, in)), sortedByName(sampleWeights(model)));
}

TEST(Caffemodel, TellsWhatItSkips)
{
    CaffeNet net = sampleNet();
    net.layers[0].name = "elsewhere";
    net.layers[1].blobs.pop_back();
    net.layers[2].blobs[1] = {.shape = {3}, .values = {1, 2, 3}};
    TransferReport report;
    const std::vector<NamedTensor> weights = fromCaffe(net, sampleModel(), report);
    EXPECT_THAT(weights, IsEmpty()) << "a layer is taken whole";
    EXPECT_THAT(report.skipped,
                ElementsAre(HasSubstr("layer letters was not found"),
                            "layer lstm was left out: its tensors are 8×3 and 8 in the file, but 8×3, 8 and 8×2 in "
                            "the model",
                            HasSubstr("layer scores was left out: its tensors are 7×2 and 3"),
                            HasSubstr("layer elsewhere of the file, with 2 tensors, was left out")));
}

/// Two layers with one matrix.
Model modelThatShares()
{
    return readModel(R"(layer { name: "in" type: "Input" top: "x" input_param { shape { dim: 1 dim: 2 } } }
layer { name: "a" type: "InnerProduct" bottom: "x" top: "y" param { name: "shared" } inner_product_param { num_output: 2 } }
layer { name: "b" type: "InnerProduct" bottom: "y" top: "z" param { name: "shared" } inner_product_param { num_output: 2 } }
)",
                     "shares");
}

TEST(Caffemodel, HasASharedWeightWithEachOfItsLayers)
{
    TransferReport out, in;
    const CaffeNet net = toCaffe(modelThatShares(), sampleWeights(modelThatShares()), out);
    const std::vector<NamedTensor> back = fromCaffe(net, modelThatShares(), in);
    EXPECT_EQ(back.size(), 3U); // shared, a/b, b/b
    EXPECT_THAT(in.skipped, IsEmpty());
    EXPECT_EQ(in.moved.size(), 4U);
}

TEST(Caffemodel, TellsOfASharedWeightWithOtherNumbersInALaterLayer)
{
    TransferReport out, in;
    CaffeNet net = toCaffe(modelThatShares(), sampleWeights(modelThatShares()), out);
    net.layers.at(1).blobs.at(0).values.at(3) = 99;
    const std::vector<NamedTensor> back = fromCaffe(net, modelThatShares(), in);
    EXPECT_EQ(findTensor(back, "shared")->values, net.layers.at(0).blobs.at(0).values);
    EXPECT_THAT(in.skipped, ElementsAre("tensor b[0] 2×2 was left out: several layers share shared, and an earlier one "
                                        "has other numbers for it"));
}

TEST(Caffemodel, TellsOfASecondLayerOfAName)
{
    CaffeNet net = sampleNet();
    net.layers.push_back(net.layers.at(1));
    TransferReport report;
    EXPECT_EQ(sortedByName(fromCaffe(net, sampleModel(), report)), sortedByName(sampleWeights(sampleModel())));
    EXPECT_THAT(report.skipped, ElementsAre(HasSubstr("the file has another one of that name before it")));
}

TEST(Caffemodel, OfMyCaffeIsReadWithItsTrailer)
{
    CaffeNet net = sampleNet();
    for (CaffeLayer& layer : net.layers) {
        layer.type.clear();
    }
    const std::string bytes =
        printCaffeNet(net) + std::string(256, '\0') + "mycaffe.ai1.0.1" + std::string(27 + 8, '\0') + "mycaffe.ai";
    TransferReport report;
    EXPECT_EQ(sortedByName(fromCaffe(parseCaffeNet(asBytes(bytes), "x"), sampleModel(), report)),
              sortedByName(sampleWeights(sampleModel())));
    EXPECT_THROW(parseCaffeNet(asBytes(bytes.substr(0, bytes.size() - 1)), "x"), Error);
}

TEST(Caffemodel, WithFourAxesAndDoublesIsRead)
{
    wire::Writer weights, bias, layer, net;
    std::string doubles;
    for (const double value : {0.5, 1.5, 2.5, 3.5}) {
        doubles.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    weights.integer(1, 1).integer(2, 1).integer(3, 2).integer(4, 2).text(8, doubles);
    bias.integer(1, 1).integer(2, 1).integer(3, 1).integer(4, 2).real32(5, -1).real32(5, -2); // not packed
    layer.text(1, "ip").text(2, "InnerProduct").message(7, weights).message(7, bias);
    net.text(1, "old").message(100, layer);
    const Model model = readModel(R"(layer { name: "in" type: "Input" top: "x" input_param { shape { dim: 1 dim: 2 } } }
layer { name: "ip" type: "InnerProduct" bottom: "x" top: "y" inner_product_param { num_output: 2 } })",
                                  "old");
    TransferReport report;
    const std::vector<NamedTensor> found = fromCaffe(parseCaffeNet(asBytes(net.bytes()), "x"), model, report);
    EXPECT_THAT(report.skipped, IsEmpty());
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0], (NamedTensor{"ip/W", {2, 2}, {0.5, 1.5, 2.5, 3.5}}));
    EXPECT_EQ(found[1], (NamedTensor{"ip/b", {2}, {-1, -2}}));
}

TEST(Caffemodel, OfTheFirstVersionIsRefusedWithWhatConvertsIt)
{
    wire::Writer layer, net;
    layer.text(4, "ip").integer(5, 14);
    net.text(1, "old").message(2, layer);
    EXPECT_EQ(sentenceOf([&] { parseCaffeNet(asBytes(net.bytes()), "old.caffemodel"); }),
              "old.caffemodel has the form of Caffe's first versions: Caffe's upgrade_net_proto_binary converts such "
              "files");
}

TEST(Caffemodel, OfTheCudnnEngineIsUnpackedFromItsOneBlob)
{
    const Model model = sampleModel(2);
    CaffeBlob packed;
    std::vector<float> biases;
    for (const NamedTensor& tensor : sampleWeights(model)) {
        if (tensor.name.starts_with("lstm/") && tensor.shape.axes() == 2) {
            packed.values.insert(packed.values.end(), tensor.values.begin(), tensor.values.end());
        } else if (tensor.name.starts_with("lstm/")) {
            for (const float share : {0.25F, 0.75F}) { // the first bias, then the second: together ours
                for (const float value : tensor.values) {
                    biases.push_back(value * share);
                }
            }
        }
    }
    packed.values.insert(packed.values.end(), biases.begin(), biases.end());
    packed.shape = {static_cast<std::int64_t>(packed.values.size()), 1, 1};
    const CaffeNet net{.name = "", .layers = {{.name = "lstm", .type = "", .blobs = {packed}}}};
    TransferReport report;
    for (const NamedTensor& tensor : fromCaffe(net, model, report)) {
        EXPECT_EQ(tensor, *findTensor(sampleWeights(model), tensor.name));
    }
    EXPECT_EQ(report.moved.size(), 6U);
    EXPECT_THAT(report.notes, ElementsAre(HasSubstr("its two biases were added")));
}

TEST(Caffemodel, KnowsTheSizeOfTheVocabulary)
{
    EXPECT_EQ(vocabularyOf(sampleNet(), withVocabulary(sampleModel(), 99)), 7);
}

TEST(Caffemodel, OfCountlessEmptyTensorsIsRefused)
{
    wire::Writer layer, net;
    for (int blob = 0; blob < 70'000; ++blob) {
        layer.text(7, "");
    }
    net.message(100, layer);
    EXPECT_THROW(parseCaffeNet(asBytes(net.bytes()), "x"), Error);
}

TEST(Solverstate, KeepsIterationAndHistory)
{
    const Model model = sampleModel(2);
    std::vector<NamedTensor> history;
    for (const char* number : {"history0/", "history1/"}) {
        for (NamedTensor tensor : sampleWeights(model)) {
            tensor.name = number + tensor.name;
            tensor.values[0] += number[7] == '1' ? 100 : 0;
            history.push_back(tensor);
        }
    }
    const std::string bytes = printCaffeSolverState(
        {.iteration = 1234, .learnedNet = "x.caffemodel", .history = historyToCaffe(model, history), .currentStep = 2});
    const CaffeSolverState state = parseCaffeSolverState(asBytes(bytes), "x");
    EXPECT_EQ(state.iteration, 1234);
    EXPECT_EQ(state.learnedNet, "x.caffemodel");
    EXPECT_EQ(state.currentStep, 2);
    EXPECT_EQ(sortedByName(historyFromCaffe(state.history, model)), sortedByName(history));
    std::vector<NamedTensor> averaging = history; // as a solver has it that averages the weights
    averaging.push_back(history.front());
    averaging.back().name = "raw/first";
    EXPECT_EQ(historyToCaffe(model, averaging).size(), historyToCaffe(model, history).size());
}

TEST(Solverstate, OfAnotherNetIsRefused)
{
    EXPECT_THROW(historyFromCaffe({{.shape = {2}, .values = {1, 2}}}, sampleModel()), Error);
}

} // namespace
} // namespace engine
