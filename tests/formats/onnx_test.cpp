// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/exchange/protobuf_wire.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_graph.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/text_wiring.h"
#include "tests/formats/exchange_sample.h"
#include "tests/support/layer_from.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

PortableNet sampleNet(int stacked)
{
    PortableNet net{.model = sampleModel(stacked)};
    net.vocabulary = sampleVocabulary();
    net.weights = sampleWeights(net.model);
    net.iteration = 7;
    return net;
}

std::string sampleFile(int stacked)
{
    TransferReport report;
    return printOnnx(sampleNet(stacked), report);
}

onnx::Graph graphOf(const std::string& bytes)
{
    return onnx::parse(std::as_bytes(std::span(bytes)), "x.onnx");
}

PortableNet readOnnx(const std::string& bytes, const NetFileHints& hints = {})
{
    return parseOnnx(std::as_bytes(std::span(bytes)), "x.onnx", hints);
}

/// The file with the graph changed.
std::string changed(const std::function<void(onnx::Graph&)>& change)
{
    onnx::Graph graph = graphOf(sampleFile(2));
    graph.metadata.clear();
    change(graph);
    return onnx::print(graph);
}

std::string sentenceOf(const std::string& bytes)
{
    return ::sentenceOf([&] { readOnnx(bytes); });
}

onnx::Node& firstOf(onnx::Graph& graph, const std::string& type)
{
    for (onnx::Node& node : graph.nodes) {
        if (node.type == type) {
            return node;
        }
    }
    throw std::logic_error("no " + type);
}

/// The node reads what the first of the type read, which reads what it gives.
void putBefore(onnx::Graph& graph, const std::string& type, onnx::Node node)
{
    onnx::Node& reader = firstOf(graph, type);
    node.inputs.push_back(std::exchange(reader.inputs.at(0), node.outputs.at(0)));
    graph.nodes.insert(graph.nodes.begin() + (&reader - graph.nodes.data()), std::move(node));
}

TEST(Onnx, KeepsNetVocabularyAndWeights)
{
    for (const int stacked : {1, 3}) {
        const PortableNet back = readOnnx(sampleFile(stacked));
        EXPECT_EQ(sortedByName(back.weights), sortedByName(sampleNet(stacked).weights));
        EXPECT_EQ(writeModel(back.model), writeModel(sampleModel(stacked)));
        EXPECT_EQ(back.vocabulary, sampleVocabulary());
        EXPECT_EQ(back.iteration, 7);
        EXPECT_THAT(back.report.skipped, IsEmpty());
    }
}

/// A file of this cell, without its net where it shall be drawn after the graph.
onnx::Graph graphWith(const SampleCell& cell)
{
    PortableNet net{.model = sampleModel(cell)};
    net.weights = sampleWeights(net.model);
    TransferReport report;
    onnx::Graph graph = graphOf(printOnnx(net, report));
    graph.metadata.clear();
    return graph;
}

TEST(Onnx, KeepsEachCellInEachDirection)
{
    for (const SampleCell& cell : sampleCells()) {
        SCOPED_TRACE(cell.name());
        PortableNet net{.model = sampleModel(cell)};
        net.weights = sampleWeights(net.model);
        TransferReport report;
        const std::string bytes = printOnnx(net, report);
        EXPECT_THAT(report.notes, IsEmpty());
        const PortableNet back = readOnnx(bytes);
        EXPECT_EQ(back.weights, net.weights);
        EXPECT_EQ(writeModel(back.model), writeModel(net.model));
        EXPECT_THAT(back.report.skipped, IsEmpty());

        const PortableNet drawn = readOnnx(onnx::print(graphWith(cell)));
        EXPECT_THAT(missingWeights(drawn), IsEmpty());
        const Layer& layer = drawn.model.layers.at(2);
        EXPECT_EQ(layer.type, cell.type);
        EXPECT_EQ(layer.params.at("num_layers"), ParamValue(std::int64_t{cell.stacked}));
        EXPECT_EQ(layer.params.contains("bidirectional"), cell.bidirectional);
        EXPECT_EQ(layer.params.contains("activation"), cell.type == "RNN");
        for (std::size_t index = 0; index < net.weights.size(); ++index) {
            EXPECT_EQ(drawn.weights.at(index).values, net.weights[index].values) << net.weights[index].name;
        }
    }
}

TEST(Onnx, WhoseCellHamnetLacksIsRefusedByItsName)
{
    const auto sentenceWith = [](const SampleCell& cell, const std::function<void(onnx::Node&)>& change) {
        onnx::Graph graph = graphWith(cell);
        change(firstOf(graph, cell.type));
        return sentenceOf(onnx::print(graph));
    };
    const auto set = [](const char* name, std::vector<std::string> texts) {
        return [name, texts](onnx::Node& node) {
            std::erase_if(node.attributes, [&](const onnx::Attribute& one) { return one.name == name; });
            node.attributes.push_back({.name = name, .texts = texts});
        };
    };
    const SampleCell gru{.type = "GRU"}, relu{.type = "RNN", .activation = "RELU"};
    EXPECT_THAT(sentenceWith(gru,
                             [](onnx::Node& node) {
                                 std::erase_if(node.attributes, [](const onnx::Attribute& one) {
                                     return one.name == "linear_before_reset";
                                 });
                             }),
                HasSubstr("node GRU lstm: found linear_before_reset 0; wanted is a cell of Hamnet's"));
    EXPECT_THAT(sentenceWith(gru, set("activations", {"Sigmoid", "Relu"})),
                HasSubstr("node GRU lstm: found activations Sigmoid, Relu; wanted is"));
    EXPECT_THAT(sentenceWith(relu, set("activations", {"Softsign"})),
                HasSubstr("node RNN lstm: found activations Softsign; wanted is"));
    EXPECT_THAT(sentenceWith({.type = "RNN", .activation = "RELU", .bidirectional = true},
                             set("activations", {"Relu", "Tanh"})),
                HasSubstr("node RNN lstm: found activations Relu, Tanh; wanted is"));
    EXPECT_THAT(
        sentenceWith(gru, [](onnx::Node& node) { node.attributes.push_back({.name = "direction", .text = "up"}); }),
        HasSubstr("node GRU lstm: found direction up; wanted is"));
}

TEST(Onnx, ThatOnlyReadsBackwardsIsTheBackwardHalfOfBothDirections)
{
    onnx::Graph graph = graphWith({.type = "GRU"});
    firstOf(graph, "GRU").attributes.push_back({.name = "direction", .text = "reverse"});
    const PortableNet net = readOnnx(onnx::print(graph));
    EXPECT_THAT(missingWeights(net), IsEmpty());
    EXPECT_THAT(net.report.notes, testing::Contains(HasSubstr("node GRU lstm only reads backwards")));
    std::vector<std::string> types;
    for (const Layer& layer : net.model.layers) {
        types.push_back(layer.type);
    }
    EXPECT_THAT(types, ElementsAre("TEXTDATA", "EMBED", "GRU", "SLICE", "SILENCE", "INNERPRODUCT", "SOFTMAXWITHLOSS"));
    const std::vector<NamedTensor> weights = sampleWeights(sampleModel(SampleCell{.type = "GRU"}));
    for (const std::string which : {"Wx", "Wh", "b", "bh"}) {
        EXPECT_EQ(findTensor(net.weights, "gru1/l0.back." + which)->values,
                  findTensor(weights, "lstm/" + which)->values);
        EXPECT_THAT(findTensor(net.weights, "gru1/l0." + which)->values, testing::Each(0.0F));
    }
    const PortableNet again = readOnnx(onnx::print(graph), {.model = net.model, .vocabulary = {}});
    EXPECT_EQ(findTensor(again.weights, "gru1/l0.back.Wh")->values, findTensor(net.weights, "gru1/l0.back.Wh")->values);
    EXPECT_THAT(again.report.notes, testing::Not(testing::Contains(HasSubstr("another net"))));
    const NetFileHints forward = {.model = sampleModel(SampleCell{.type = "GRU"}), .vocabulary = {}};
    EXPECT_THAT(missingWeights(readOnnx(onnx::print(graph), forward)), testing::Contains("lstm/Wx"));
}

TEST(Onnx, ThatReadsBackwardsIsDrawnAsANetThatIsValid)
{
    onnx::Graph reverse = graphWith({.type = "GRU"});
    firstOf(reverse, "GRU").attributes.push_back({.name = "direction", .text = "reverse"});
    for (const onnx::Graph& graph : {graphWith({.bidirectional = true}), reverse}) {
        const PortableNet net = readOnnx(onnx::print(graph));
        EXPECT_THAT(textWiring(net.model, Phase::Train).problems, IsEmpty());
        EXPECT_EQ(net.model.layers.front().params.at("order"), ParamValue(std::string("WINDOWS")));
        EXPECT_EQ(net.model.layers.back().bottoms.back(), "data");
        EXPECT_THAT(net.report.notes, testing::Contains(HasSubstr("predict the characters that it reads")));
    }
    const PortableNet forward = readOnnx(onnx::print(graphWith({.type = "GRU"})));
    EXPECT_THAT(textWiring(forward.model, Phase::Train).problems, IsEmpty());
    EXPECT_EQ(forward.model.layers.back().bottoms.back(), "label");
}

TEST(Onnx, WhoseDirectionsAreNotPutBesideEachOtherIsRefused)
{
    onnx::Graph graph = graphWith({.bidirectional = true});
    onnx::Node& turn = firstOf(graph, "Transpose");
    turn.attributes.front().integers = {0, 2, 3, 1};
    EXPECT_THAT(sentenceOf(onnx::print(graph)), HasSubstr("each character's numbers, which lie on the last axis"));
}

/// Notes about a state that comes from outside for the backward direction.
std::vector<engine::Sentence> notesOfBackwardStart(const onnx::Graph& graph)
{
    std::vector<engine::Sentence> notes = readOnnx(onnx::print(graph)).report.notes;
    std::erase_if(notes, [](const std::string& note) { return note.find("backward direction") == std::string::npos; });
    return notes;
}

TEST(Onnx, TellsOfABackwardDirectionThatIsGivenItsState)
{
    onnx::Graph graph = graphWith({.type = "GRU", .bidirectional = true});
    EXPECT_THAT(notesOfBackwardStart(graph), IsEmpty()); // ours gets zeros
    graph.inputs.push_back(
        {.name = "start", .element = onnx::floatType, .axes = {{.extent = 2}, {.word = "streams"}, {.extent = 2}}});
    firstOf(graph, "GRU").inputs.at(5) = "start";
    EXPECT_THAT(notesOfBackwardStart(graph),
                ElementsAre("node GRU lstm gets the initial_h of its backward direction from outside; Hamnet starts "
                            "that direction from zeros in each batch"));
}

TEST(Onnx, OfAnotherCellThanTheModelIsRefusedByName)
{
    const auto sentenceFor = [](const SampleCell& file, const SampleCell& model) {
        return ::sentenceOf(
            [&] { readOnnx(onnx::print(graphWith(file)), {.model = sampleModel(model), .vocabulary = {}}); });
    };
    EXPECT_THAT(sentenceFor({.type = "GRU"}, {.type = "LSTM"}),
                HasSubstr("layer lstm has the cell LSTM, but the file has weights of GRU ("));
    EXPECT_THAT(sentenceFor({.type = "RNN", .activation = "TANH"}, {.type = "RNN", .activation = "RELU"}),
                HasSubstr("layer lstm has the cell RNN with RELU, but the file has weights of RNN with TANH"));
}

TEST(Onnx, OfOthersGivesItsWeightsToTheSameNetOfOtherNames)
{
    const std::string file = changed([](onnx::Graph&) {});
    const PortableNet net = readOnnx(file, {.model = sampleModel(2), .vocabulary = {}});
    EXPECT_THAT(missingWeights(net), IsEmpty());
    EXPECT_EQ(findTensor(net.weights, "lstm/l1.Wh")->values,
              findTensor(sampleWeights(sampleModel(2)), "lstm/l1.Wh")->values);
    EXPECT_THAT(missingWeights(readOnnx(file, {.model = sampleModel(1), .vocabulary = {}})),
                testing::Contains("lstm/Wx"))
        << "a stack is taken whole";
}

TEST(Onnx, WhoseSoftmaxLiesInsideIsDrawnWithItAndGivesItsWeightsToTheSameNet)
{
    const std::string file = changed([](onnx::Graph& graph) {
        const onnx::Attribute axis{.name = "axis", .integer = -1};
        putBefore(graph, "MatMul",
                  {.type = "Softmax", .name = "share", .inputs = {}, .outputs = {"shares"}, .attributes = {axis}});
    });
    const PortableNet net = readOnnx(file);
    ASSERT_EQ(net.model.layers.size(), 6U);
    EXPECT_EQ(net.model.layers[3].type, "SOFTMAX");
    Model model = sampleModel(2);
    model.layers.insert(model.layers.begin() + 3,
                        layerFrom("share SOFTMAX memory -> share", {{"axis", std::int64_t{2}}}));
    model.layers[4].bottoms[0] = "share";
    const PortableNet given = readOnnx(file, {.model = model, .vocabulary = {}});
    EXPECT_THAT(missingWeights(given), IsEmpty());
    EXPECT_THAT(given.report.notes, testing::Not(testing::Contains(HasSubstr("another net"))));
}

TEST(Onnx, ThatUsesItsConstantsTooOftenIsRefused)
{
    EXPECT_THAT(
        sentenceOf(changed([](onnx::Graph& graph) {
            graph.constants = {{"rows", {7, 1}, std::vector<float>(7, 1)}, {"w", {1, 1}, {1}}, {"b", {1}, {1}}};
            graph.nodes = {{.type = "Gather", .name = "g", .inputs = {"rows", "data"}, .outputs = {"x"}}};
            std::string last = "x";
            for (int layer = 0; layer < 40; ++layer) { // 7 + 40 times 2 numbers out of 9
                const std::string product = "y" + std::to_string(layer), sum = "x" + std::to_string(layer);
                graph.nodes.push_back({.type = "MatMul", .name = "m", .inputs = {last, "w"}, .outputs = {product}});
                graph.nodes.push_back({.type = "Add", .name = "a", .inputs = {product, "b"}, .outputs = {sum}});
                last = sum;
            }
        })),
        HasSubstr("Add a: the graph's constants are used more often"));
}

TEST(Onnx, OfConstantsWithoutNumbersIsRefused)
{
    EXPECT_THAT(sentenceOf(changed([](onnx::Graph& graph) {
                    graph.constants.push_back({"none", {2, 0}, {}});
                    firstOf(graph, "MatMul").inputs[1] = "none";
                })),
                HasSubstr("found B none; wanted is a constant matrix"));
}

/// The first LSTM starts with this constant as input number `place`.
std::string startingWith(std::size_t place, const onnx::Tensor& tensor)
{
    return changed([&](onnx::Graph& graph) {
        graph.constants.push_back(tensor);
        firstOf(graph, "LSTM").inputs.at(place) = tensor.name;
    });
}

constexpr std::size_t lengthsPlace = 4, hiddenPlace = 5, cellPlace = 6;

TEST(Onnx, WhoseLstmStartsFromNumbersIsRefused)
{
    EXPECT_THAT(sentenceOf(startingWith(hiddenPlace, {"start", {1, 1, 2}, {0, 0.5F}})),
                HasSubstr("found initial_h start; wanted is"));
    EXPECT_THAT(sentenceOf(startingWith(cellPlace, {"start", {1, 1, 2}, {1, 1}})),
                HasSubstr("found initial_c start; wanted is"));
}

TEST(Onnx, WhoseLstmStartsFromZerosIsRead)
{
    const PortableNet net = readOnnx(startingWith(hiddenPlace, {"start", {1, 1, 2}, {0, 0}}));
    EXPECT_THAT(missingWeights(net), IsEmpty());
    EXPECT_THAT(net.report.skipped, IsEmpty());
    const PortableNet made = readOnnx(changed([](onnx::Graph& graph) {
        graph.constants.push_back({.name = "shape", .shape = {3}, .integers = {1, 1, 2}});
        graph.nodes.insert(graph.nodes.begin(),
                           {.type = "ConstantOfShape", .name = "zeros", .inputs = {"shape"}, .outputs = {"start"}});
        firstOf(graph, "LSTM").inputs.at(cellPlace) = "start";
    }));
    EXPECT_THAT(missingWeights(made), IsEmpty());
}

/// The first LSTM's hidden state comes from these two, put together.
std::string startingWithBoth(const std::string& first, const std::string& second)
{
    return changed([&](onnx::Graph& graph) {
        graph.constants.push_back({"zeros", {1, 1, 2}, {0, 0}});
        graph.constants.push_back({"ones", {1, 1, 2}, {1, 1}});
        graph.constants.push_back({.name = "one", .shape = {2}, .integers = {1, 1}});
        graph.nodes.insert(graph.nodes.begin(), {.type = "Concat",
                                                 .name = "stack",
                                                 .inputs = {first, second},
                                                 .outputs = {"both"},
                                                 .attributes = {{.name = "axis", .integer = 0}}});
        graph.nodes.insert(graph.nodes.begin() + 1,
                           {.type = "Split", .name = "part", .inputs = {"both", "one"}, .outputs = {"start", ""}});
        firstOf(graph, "LSTM").inputs.at(hiddenPlace) = "start";
    });
}

TEST(Onnx, WhoseLstmStartsFromSeveralInputsIsRead)
{
    EXPECT_THAT(missingWeights(readOnnx(startingWithBoth("lstm.h0", "lstm.c0"))), IsEmpty());
    EXPECT_THAT(missingWeights(readOnnx(startingWithBoth("zeros", "zeros"))), IsEmpty());
}

TEST(Onnx, WhoseLstmStartsFromInputsAndNumbersIsRefused)
{
    EXPECT_THAT(sentenceOf(startingWithBoth("lstm.h0", "ones")), HasSubstr("node Concat stack: "));
    EXPECT_THAT(sentenceOf(startingWithBoth("zeros", "ones")), HasSubstr("node Split part: "));
    EXPECT_THAT(sentenceOf(startingWithBoth("ones", "ones")), HasSubstr("node Split part: "));
}

TEST(Onnx, WhoseWeightsAreNamedAgainAndCutByTheExtentOfZerosIsRead)
{
    const std::string file = changed([](onnx::Graph& graph) {
        const std::string weights = std::exchange(firstOf(graph, "LSTM").inputs.at(1), "cut");
        graph.constants.push_back({.name = "zero", .shape = {}, .values = {0}});
        graph.constants.push_back({.name = "sizes", .shape = {2}, .integers = {1, 8}});
        graph.constants.push_back({.name = "none", .shape = {1}, .integers = {0}});
        const onnx::Attribute end{.name = "end", .integer = 1};
        const std::vector<onnx::Node> nodes = {
            {.type = "Identity", .name = "again", .inputs = {weights}, .outputs = {"again"}},
            {.type = "Expand", .name = "zeros", .inputs = {"zero", "sizes"}, .outputs = {"zeros"}},
            {.type = "Shape", .name = "rows", .inputs = {"zeros"}, .outputs = {"rows"}, .attributes = {end}},
            {.type = "Slice", .name = "cut", .inputs = {"again", "none", "rows"}, .outputs = {"cut"}}};
        graph.nodes.insert(graph.nodes.begin(), nodes.begin(), nodes.end());
    });
    const PortableNet net = readOnnx(file);
    EXPECT_EQ(net.weights, readOnnx(changed([](onnx::Graph&) {})).weights);
    EXPECT_THAT(net.report.skipped, IsEmpty());
}

TEST(Onnx, WhoseNumbersLieInAnotherFileIsRefusedWithThatSentence)
{
    wire::Writer tensor, graph, file; // dims, data_type, name, data_location EXTERNAL
    tensor.integer(1, 2).integer(2, 1).text(8, "rows").integer(14, 1);
    graph.message(5, tensor);
    file.message(7, graph);
    EXPECT_THAT(sentenceOf(file.bytes()), HasSubstr("the numbers of its constant rows lie in"));
}

/// The numbers of a file whose only constant has two of them, of this type: as bytes, or each as a whole number.
std::vector<float> numbersOf(std::int64_t type, const std::string& bytes, const std::vector<std::int64_t>& numbers = {})
{
    wire::Writer tensor, graph, file; // dims, data_type, int32_data, name, raw_data
    tensor.integer(1, 2).integer(2, type).packed(5, std::span(numbers)).text(8, "w");
    if (!bytes.empty()) {
        tensor.text(9, bytes);
    }
    graph.message(5, tensor);
    file.message(7, graph);
    return graphOf(file.bytes()).constants.at(0).values;
}

TEST(Onnx, OfHalfPrecisionIsRead)
{
    const std::vector<float> numbers = {-1.5F, 0.25F};
    EXPECT_EQ(numbersOf(onnx::halfType, std::string("\x00\xBE\x00\x34", 4)), numbers);
    EXPECT_EQ(numbersOf(onnx::halfType, {}, {0xBE00, 0x3400}), numbers);
    EXPECT_EQ(numbersOf(onnx::bfloatType, std::string("\xC0\xBF\x80\x3E", 4)), numbers);
    EXPECT_EQ(numbersOf(onnx::bfloatType, {}, {0xBFC0, 0x3E80}), numbers);
    EXPECT_EQ(numbersOf(onnx::doubleType, std::string("\0\0\0\0\0\0\xF8\xBF\0\0\0\0\0\0\xD0\x3F", 16)), numbers);
}

TEST(Onnx, OfHalfPrecisionWithAnotherCountIsRefused)
{
    EXPECT_THROW(numbersOf(onnx::halfType, std::string(6, '\0')), Error);
    EXPECT_THROW(numbersOf(onnx::halfType, std::string(3, '\0')), Error);
    EXPECT_THROW(numbersOf(onnx::bfloatType, {}, {0, 0, 0}), Error);
}

TEST(Onnx, ThatIsQuantisedIsRefusedByTheNode)
{
    EXPECT_THAT(sentenceOf(changed([&](onnx::Graph& graph) { firstOf(graph, "LSTM").type = "QuantizeLinear"; })),
                testing::AllOf(HasSubstr("x.onnx: node QuantizeLinear"), HasSubstr("weights that are floats")));
}

TEST(Onnx, WhoseLstmStopsBeforeTheLastStepIsRefused)
{
    EXPECT_THAT(sentenceOf(startingWith(lengthsPlace, {.name = "lengths", .shape = {2}, .integers = {5, 3}})),
                HasSubstr("found sequence_lens lengths; wanted is"));
    EXPECT_THAT(sentenceOf(startingWith(lengthsPlace, {.name = "lengths", .shape = {2}, .integers = {4, 4}})),
                HasSubstr("found sequence_lens lengths; wanted is"));
    EXPECT_THAT(sentenceOf(changed([](onnx::Graph& graph) {
                    graph.inputs.push_back({.name = "lengths", .element = onnx::int64Type, .axes = {{.extent = 2}}});
                    firstOf(graph, "LSTM").inputs.at(lengthsPlace) = "lengths";
                })),
                HasSubstr("found sequence_lens lengths; wanted is"));
}

TEST(Onnx, WhoseLastStateIsComputedWithIsRefused)
{
    const auto withLast = [](const std::string& type) {
        return changed([&](onnx::Graph& graph) {
            graph.nodes.push_back({.type = type,
                                   .name = "last",
                                   .inputs = {firstOf(graph, "LSTM").outputs.at(1)},
                                   .outputs = {"of last"}});
            graph.outputs.push_back({.name = "of last", .axes = {{.extent = 2}}});
        });
    };
    EXPECT_EQ(sentenceOf(withLast("Identity")), "");
    EXPECT_THAT(sentenceOf(withLast("Tanh")),
                HasSubstr("node Tanh last: it reads the state that a recurrent node has after the last step"));
}

TEST(Onnx, WhoseLstmReadsAllStepsByTheirNumberIsRead)
{
    const PortableNet net = readOnnx(changed([](onnx::Graph& graph) {
        graph.constants.push_back({.name = "lengths", .shape = {2}, .integers = {5, 5}});
        firstOf(graph, "LSTM").inputs.at(lengthsPlace) = "lengths";
        graph.inputs.at(0).axes.at(0) = {.extent = 5};
    }));
    EXPECT_THAT(missingWeights(net), IsEmpty());
    EXPECT_THAT(net.report.skipped, IsEmpty());
}

TEST(Onnx, TellsOfConstantsThatItLeavesOut)
{
    const PortableNet net = readOnnx(changed([](onnx::Graph& graph) {
        graph.constants.push_back({"spare", {2, 3}, std::vector<float>(6, 1)});
        graph.constants.push_back({.name = "shape", .shape = {1}, .integers = {3}}); // no weights
        graph.constants.push_back({.name = "scalar", .shape = {}, .values = {3}});
        graph.constants.push_back(graph.constants.front());
    }));
    EXPECT_THAT(net.report.skipped, ElementsAre(HasSubstr("the graph has another one of that name before it"),
                                                "the constant spare 2×3 was left out: no layer of the net takes it"));
}

std::string withWeightsCast(std::int64_t to)
{
    return changed([to](onnx::Graph& graph) {
        for (const char* type : {"LSTM", "MatMul"}) {
            onnx::Node& node = firstOf(graph, type);
            const std::string weights = std::exchange(node.inputs.at(1), std::string(type) + "/cast");
            graph.nodes.insert(graph.nodes.begin(), {.type = "Cast",
                                                     .name = "cast",
                                                     .inputs = {weights},
                                                     .outputs = {std::string(type) + "/cast"},
                                                     .attributes = {{.name = "to", .integer = to}}});
        }
    });
}

TEST(Onnx, WhoseWeightsLieBehindACastIsReadWhereItKeepsThem)
{
    const PortableNet net = readOnnx(withWeightsCast(onnx::floatType));
    EXPECT_EQ(net.weights, readOnnx(changed([](onnx::Graph&) {})).weights);
    EXPECT_THAT(net.report.skipped, IsEmpty());
    for (const std::int64_t to : {onnx::halfType, onnx::bfloatType}) {
        EXPECT_THAT(sentenceOf(withWeightsCast(to)), HasSubstr("node Cast cast: it rounds weights to 16 bits"));
    }
}

TEST(Onnx, WhoseAttributeIsOneNumberForAListIsRefused)
{
    const auto turned = [](const onnx::Attribute& perm) {
        return changed([&](onnx::Graph& graph) {
            putBefore(graph, "LSTM",
                      {.type = "Transpose", .name = "turn", .inputs = {}, .outputs = {"turned"}, .attributes = {perm}});
        });
    };
    EXPECT_EQ(sentenceOf(turned({.name = "perm", .integers = {0, 1, 2}})), "");
    EXPECT_THAT(sentenceOf(turned({.name = "perm", .integer = 0, .integers = {0, 1, 2}})),
                HasSubstr("node Transpose turn: its attribute perm is of another kind than ONNX's"));
}

TEST(Onnx, ThatReadsOneStepWithoutAStateIsRefused)
{
    const auto withoutStates = [](const onnx::Value::Axis& steps) {
        return changed([&](onnx::Graph& graph) {
            graph.inputs.front().axes.front() = steps;
            for (onnx::Node& node : graph.nodes) {
                node.inputs.resize(node.type == "LSTM" ? 4 : node.inputs.size());
            }
        });
    };
    EXPECT_EQ(sentenceOf(withoutStates({.word = "steps"})), "");
    EXPECT_THAT(sentenceOf(withoutStates({.extent = 1})), HasSubstr("it reads one step and starts from zeros at each"));
}

TEST(Onnx, WhoseGemmHasItsBiasAsARowIsRead)
{
    const PortableNet net = readOnnx(changed([](onnx::Graph& graph) {
        onnx::Node& product = firstOf(graph, "MatMul");
        const std::string in = std::exchange(product.inputs.at(0), "rows");
        const auto place = graph.nodes.begin() + (&product - graph.nodes.data());
        product.type = "Gemm";
        product.inputs.emplace_back("row");
        graph.constants.push_back({"row", {1, 7}, {1, 2, 3, 4, 5, 6, 7}});
        graph.constants.push_back({.name = "two", .shape = {2}, .integers = {-1, 2}});
        (place + 1)->type = "Identity"; // in place of Add
        (place + 1)->inputs.pop_back();
        graph.nodes.insert(place, {.type = "Reshape", .name = "flat", .inputs = {in, "two"}, .outputs = {"rows"}});
    }));
    EXPECT_EQ(net.weights.back().values, (std::vector<float>{1, 2, 3, 4, 5, 6, 7}));
}

/// The first LSTM has these functions.
std::string withFunctions(std::vector<std::string> functions)
{
    return changed([&](onnx::Graph& graph) {
        firstOf(graph, "LSTM").attributes.push_back({.name = "activations", .texts = std::move(functions)});
    });
}

TEST(Onnx, WhoseFunctionsAreNamedInAnyCaseIsRead)
{
    EXPECT_THAT(missingWeights(readOnnx(withFunctions({"Sigmoid", "Tanh", "Tanh"}))), IsEmpty());
    EXPECT_THAT(missingWeights(readOnnx(withFunctions({"sigmoid", "tanh", "TANH"}))), IsEmpty());
    EXPECT_THAT(sentenceOf(withFunctions({"Sigmoid", "Relu", "Tanh"})),
                HasSubstr("found activations Sigmoid, Relu, Tanh; wanted is"));
    EXPECT_THAT(sentenceOf(withFunctions({"Sigmoid", "Tanh"})),
                HasSubstr("found activations Sigmoid, Tanh; wanted is"));
}

TEST(Onnx, WhoseMetadataTellAnotherNetIsRefused)
{
    onnx::Graph graph = graphOf(sampleFile(1));
    putBefore(graph, "MatMul", {.type = "Tanh", .name = "curb", .inputs = {}, .outputs = {"curbed"}});
    EXPECT_THAT(sentenceOf(onnx::print(graph)), HasSubstr("node Tanh curb: the net in the metadata has MatMul"));
}

TEST(Onnx, OfHamnetIsReadWithOtherNamesOfNodesAndAnotherOrderOfConstants)
{
    onnx::Graph graph = graphOf(sampleFile(2));
    for (onnx::Node& node : graph.nodes) {
        node.name += "_renamed";
    }
    std::ranges::reverse(graph.constants);
    EXPECT_EQ(sortedByName(readOnnx(onnx::print(graph)).weights), sortedByName(sampleNet(2).weights));
    graph.constants.push_back({"spare", {1}, {1}});
    EXPECT_THAT(sentenceOf(onnx::print(graph)), HasSubstr(" constants, but the net in its metadata has "));
}

TEST(Onnx, TellsWhereAGivenModelIsAnotherNet)
{
    const PortableNet net =
        readOnnx(changed([](onnx::Graph& graph) {
                     putBefore(graph, "MatMul", {.type = "Tanh", .name = "curb", .inputs = {}, .outputs = {"curbed"}});
                 }),
                 {.model = sampleModel(2), .vocabulary = {}});
    EXPECT_THAT(missingWeights(net), IsEmpty());
    EXPECT_THAT(net.report.notes, testing::Contains(HasSubstr("it has INNERPRODUCT where the file has TANH")));
}

TEST(Onnx, TellsOfABiasThatAGivenModelHasNot)
{
    Model model = sampleModel(1);
    model.layers[3].params["bias_term"] = false;
    const TransferReport report = readOnnx(sampleFile(1), {.model = model, .vocabulary = {}}).report;
    EXPECT_THAT(report.notes, testing::Contains(HasSubstr("weight letters/b was added into each row")));
    EXPECT_THAT(report.skipped, ElementsAre("weight scores/W 7×2 was not found: the file has no decoder.weight 7×2",
                                            "tensor decoder.weight 7×2 was left out: the model has no place for it",
                                            "tensor decoder.bias 7 was left out: the model has no place for it"));
}

TEST(Onnx, LeavesABiasThatTheGraphHasNotAtZero)
{
    PortableNet without{.model = sampleModel(1)};
    without.model.layers[1].params["bias_term"] = without.model.layers[3].params["bias_term"] = false;
    without.weights = sampleWeights(without.model);
    TransferReport report;
    onnx::Graph graph = graphOf(printOnnx(without, report));
    graph.metadata.clear();
    const PortableNet net = readOnnx(onnx::print(graph), {.model = sampleModel(1), .vocabulary = {}});
    EXPECT_THAT(missingWeights(net), IsEmpty());
    EXPECT_EQ(findTensor(net.weights, "lstm/Wx")->values, findTensor(without.weights, "lstm/Wx")->values);
    EXPECT_EQ(findTensor(net.weights, "scores/b")->values, std::vector<float>(7));
}

/// With an INNERPRODUCT beside the scores, before them in the file, that only training uses.
PortableNet netWithTwoHeads()
{
    PortableNet net = sampleNet(1);
    Layer head = net.model.layers[3];
    head.name = "early";
    head.tops = {"early"};
    Layer loss = net.model.layers[4];
    loss.name = "early_loss";
    loss.bottoms[0] = "early";
    loss.tops = {"early_loss"};
    net.model.layers.insert(net.model.layers.begin() + 3, {head, loss});
    net.weights = sampleWeights(net.model);
    return net;
}

TEST(Onnx, GivesTheWeightsOfTheScoresBackWhereTheNetHasAnotherHead)
{
    const PortableNet net = netWithTwoHeads();
    TransferReport report;
    const PortableNet back = readOnnx(printOnnx(net, report));
    EXPECT_THAT(report.skipped, ElementsAre(HasSubstr("weight early/W 7×2 was left out"), HasSubstr("weight early/b")));
    EXPECT_THAT(missingWeights(back), ElementsAre("early/W", "early/b"));
    EXPECT_EQ(findTensor(back.weights, "scores/W")->values, findTensor(net.weights, "scores/W")->values);
}

TEST(Onnx, OfANetWhoseReshapeKeepsStepsAndStreamsTakesAnyStreams)
{
    PortableNet net = sampleNet(1);
    Layer reshape = layerFrom("one RESHAPE vectors -> one", {{"shape", std::vector<std::int64_t>{-1, 1, 3}}});
    net.model.layers.insert(net.model.layers.begin() + 2, reshape);
    net.model.layers[3].bottoms[0] = "one";
    net.model.layers[0].params["batch_size"] = std::int64_t{1};
    TransferReport report;
    const std::string file = printOnnx(net, report);
    EXPECT_THAT(report.notes, IsEmpty());
    EXPECT_EQ(graphOf(file).inputs.at(0).axes.at(1).word, "streams");
    EXPECT_EQ(sortedByName(readOnnx(file).weights), sortedByName(net.weights));
}

TEST(Onnx, ThatComputesWhatHamnetLacksIsRefused)
{
    const auto after = [](void (*change)(onnx::Graph&)) { return sentenceOf(changed(change)); };
    EXPECT_THAT(after([](onnx::Graph& graph) {
                    firstOf(graph, "LSTM").attributes.push_back({.name = "layout", .integer = 1});
                }),
                HasSubstr("found layout 1; wanted is"));
    EXPECT_THAT(after([](onnx::Graph& graph) {
                    graph.constants.push_back({"P", {1, 6}, std::vector<float>(6, 1)});
                    firstOf(graph, "LSTM").inputs.push_back("P");
                }),
                HasSubstr("found P P; wanted is"));
    EXPECT_THAT(after([](onnx::Graph& graph) {
                    graph.nodes.push_back({.type = "Gelu", .name = "strange", .inputs = {"logits"}, .outputs = {"y"}});
                }),
                HasSubstr("node Gelu strange: Hamnet has no such layer"));
    EXPECT_THAT(after([](onnx::Graph& graph) { graph.nodes.resize(70'000); }), HasSubstr("has more than 65536 parts"));
}

TEST(Onnx, RefusesLayersThatHaveNoPlaceInIt)
{
    PortableNet net = sampleNet(1);
    Layer sum = layerFrom("sum REDUCTION");
    sum.bottoms = {"memory"};
    sum.tops = {"sum"};
    net.model.layers.insert(net.model.layers.begin() + 3, sum);
    net.model.layers[4].bottoms[0] = "sum";
    TransferReport report;
    EXPECT_THROW(printOnnx(net, report), Error);
}

} // namespace
} // namespace engine
