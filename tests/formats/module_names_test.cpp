// SPDX-License-Identifier: GPL-3.0-or-later
// Which module of a file of PyTorch's goes to which layer: only what the file tells, else a refusal.
#include "engine/formats/exchange/torch_weights.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

#include <gmock/gmock.h>

namespace engine {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

using Names = std::vector<std::string>;

/// LSTMs of 2 units, all of one shape.
Model recurrentNet(const Names& layers)
{
    std::string text = R"(layer { name: "in" type: "Input" top: "x" top: "clip"
  input_param { shape { dim: 4 dim: 1 dim: 2 } shape { dim: 4 dim: 1 } } })";
    std::string bottom = "x";
    for (const std::string& name : layers) {
        text += "layer { name: '" + name + "' type: 'LSTM' bottom: '" + bottom + "' bottom: 'clip' top: '" + name +
                "' recurrent_param { num_output: 2 } }\n";
        bottom = name;
    }
    return readModel(text, "net");
}

/// INNERPRODUCTs [2, 2], one behind the other.
Model denseNet(const Names& layers)
{
    std::string text = R"(layer { name: "in" type: "Input" top: "x" input_param { shape { dim: 1 dim: 2 } } })";
    std::string bottom = "x";
    for (const std::string& name : layers) {
        text += "layer { name: '" + name + "' type: 'InnerProduct' bottom: '" + bottom + "' top: '" + name +
                "' inner_product_param { num_output: 2 } }\n";
        bottom = name;
    }
    return readModel(text, "net");
}

void add(TensorFile& file, const std::string& name, const Shape& shape, float value)
{
    file.tensors.push_back({name, shape, std::vector<float>(static_cast<std::size_t>(shape.count()), value)});
}

/// Modules that hold 0, 1, 2, ... everywhere.
TensorFile recurrentFile(const Names& modules, const std::string& level = "_l0")
{
    TensorFile file;
    float value = 0;
    for (const std::string& module : modules) {
        add(file, module + ".weight_ih" + level, {8, 2}, value);
        add(file, module + ".weight_hh" + level, {8, 2}, value);
        add(file, module + ".bias_ih" + level, {8}, value);
        add(file, module + ".bias_hh" + level, {8}, 0);
        ++value;
    }
    return file;
}

TensorFile denseFile(const Names& modules)
{
    TensorFile file;
    float value = 0;
    for (const std::string& module : modules) {
        add(file, module + ".weight", {2, 2}, value++);
        add(file, module + ".bias", {2}, 0);
    }
    return file;
}

/// The numbers that the layers have got, in the model's order: "1 0", "- 1"; or why the file was refused.
std::string placesOf(const TensorFile& file, const Model& model)
{
    try {
        TransferReport report;
        const std::vector<NamedTensor> found = fromTorch(file, model, report);
        std::string places;
        for (const LayerPlaces& layer : weightPlaces(model)) {
            const NamedTensor* const tensor = findTensor(found, layer.weights.front().name);
            places += (places.empty() ? "" : " ") +
                      (tensor != nullptr ? std::to_string(static_cast<int>(tensor->values.front())) : "-");
        }
        return places;
    } catch (const Error& error) {
        return error.what();
    }
}

std::string recurrentPlacesOf(const Names& modules, const Names& layers)
{
    return placesOf(recurrentFile(modules), recurrentNet(layers));
}

std::string densePlacesOf(const Names& modules, const Names& layers)
{
    return placesOf(denseFile(modules), denseNet(layers));
}

TEST(ModuleNames, MatchAllOrNoneSoThatOneThatIsTheSameByAccidentTakesNoPlace)
{
    for (const auto& places : {recurrentPlacesOf, densePlacesOf}) {
        EXPECT_EQ(places({"lstm1", "lstm2"}, {"lstm1", "lstm2"}), "0 1");
        EXPECT_EQ(places({"lstm2", "lstm1"}, {"lstm1", "lstm2"}), "1 0");
        EXPECT_EQ(places({"lstm0", "lstm1"}, {"lstm1", "lstm2"}), "0 1");
        EXPECT_EQ(places({"lstm1", "lstm2"}, {"lstm0", "lstm1"}), "0 1");
        EXPECT_EQ(places({"net.a", "net.b"}, {"b", "a"}), "1 0") << "all begin with net.";
        EXPECT_EQ(places({"net.a", "net.net_a"}, {"a", "net_a"}), "0 1") << "net.a is net_a, too";
        EXPECT_THAT(places({"lstm#2", "lstm1#"}, {"lstm1", "lstm2"}), StartsWith("the file does not tell"))
            << "the numbers stand in different places";
        EXPECT_EQ(places({"lstm#2", "lstm#1"}, {"lstm1", "lstm2"}), "1 0");
        EXPECT_THAT(places({"one", "lstm1"}, {"lstm1", "lstm2"}), StartsWith("the file does not tell"));
        EXPECT_THAT(places({"lstm0", "lstm1", "lstm2"}, {"lstm1", "lstm2"}), StartsWith("the file does not tell"));
    }
}

TEST(ModuleNames, WithNumbersCompareAsNumbersFromZeroOrFromOne)
{
    Names modules, layers;
    std::string wanted;
    for (int number = 0; number < 12; ++number) {
        modules.push_back("net.cells." + std::to_string(number));
        layers.push_back("lstm" + std::to_string(number + 1));
        wanted += (number > 0 ? " " : "") + std::to_string(number);
    }
    EXPECT_EQ(recurrentPlacesOf(modules, layers), wanted) << "10 is not before 2";
    EXPECT_EQ(densePlacesOf(modules, layers), wanted);
    EXPECT_THAT(recurrentPlacesOf({"enc0", "dec0", "enc1", "dec1"}, {"enc1", "enc2", "dec1", "dec2"}),
                StartsWith("the file does not tell"))
        << "they differ in more than numbers";
    EXPECT_EQ(densePlacesOf({"lstm1", "lstm01"}, {"first", "second"}).substr(0, 8), "the file") << "the same number";
}

TEST(ModuleNames, OfSequentialAreNumbersWithGaps)
{
    for (const auto& places : {recurrentPlacesOf, densePlacesOf}) {
        EXPECT_EQ(places({"10", "2", "7"}, {"layer1", "layer2", "layer3"}), "1 2 0");
        EXPECT_THAT(places({"0", "2"}, {"first", "second"}), StartsWith("the file does not tell"));
        EXPECT_EQ(places({"net.4", "net.2"}, {"rnn2", "rnn1"}), "0 1") << "the layers' own numbers count first";
    }
    TensorFile file; // nn.Sequential(Embedding(2, 2), Linear(2, 2, bias=False), Linear(2, 2))
    add(file, "0.weight", {2, 2}, 0);
    add(file, "1.weight", {2, 2}, 1);
    add(file, "2.weight", {2, 2}, 2);
    add(file, "2.bias", {2}, 0);
    const Model net = readModel(R"(
layer { name: "in" type: "Input" top: "ids" input_param { shape { dim: 4 dim: 1 } } }
layer { name: "layer1" type: "Embed" bottom: "ids" top: "x" embed_param { input_dim: 2 num_output: 2 bias_term: false } }
layer { name: "layer2" type: "InnerProduct" bottom: "x" top: "one" inner_product_param { num_output: 2 axis: 2 bias_term: false } }
layer { name: "two" type: "InnerProduct" bottom: "one" top: "two" inner_product_param { num_output: 2 axis: 2 } })",
                                "net");
    EXPECT_EQ(placesOf(file, net), "0 1 2");
}

TEST(ModuleNames, ThatTellNoOrderAreRefusedWithBothSides)
{
    for (const auto& places : {recurrentPlacesOf, densePlacesOf}) {
        EXPECT_THAT(places({"one", "three", "two"}, {"lstm1", "lstm2", "lstm3"}),
                    AllOf(HasSubstr("one, three and two"), HasSubstr("lstm1, lstm2 and lstm3"),
                          HasSubstr("name the layers in the net's prototxt as the modules are called")));
        EXPECT_EQ(places({"one", "three", "two"}, {"one", "two", "three"}), "0 2 1") << "the remedy works";
        EXPECT_THAT(places({"only"}, {"lstm1", "lstm2"}), StartsWith("the file does not tell")) << "which of the two";
        EXPECT_EQ(places({"only"}, {"lstm"}), "0");
        EXPECT_THAT(places({"lstm1"}, {"lstm1", "lstm2"}), StartsWith("the file does not tell"));
        EXPECT_THAT(places({"lstm1", "lstm2", "more"}, {"lstm1", "lstm2"}), StartsWith("the file does not tell"));
    }
}

TEST(ModuleNames, AreOfModulesThatAreTakenWhole)
{
    TensorFile stack = recurrentFile({"memory"});
    for (const NamedTensor& tensor : recurrentFile({"memory"}, "_l1").tensors) {
        stack.tensors.push_back(tensor);
    }
    EXPECT_EQ(placesOf(stack, recurrentNet({"first", "second"})), "- -");
    Model both = recurrentNet({"stack"});
    both.layers.back().params["num_layers"] = std::int64_t{2};
    EXPECT_EQ(placesOf(stack, both), "0");
    EXPECT_EQ(placesOf(recurrentFile({"cells.1", "cells.0"}, ""), both), "-");
}

TEST(ModuleNames, OfARnnHaveTheActivationThatTheFileTells)
{
    const auto net = [](const std::string& name, const std::string& activation) {
        return readModel(R"(layer { name: "in" type: "Input" top: "x" top: "clip"
  input_param { shape { dim: 4 dim: 1 dim: 2 } shape { dim: 4 dim: 1 } } }
layer { name: ")" + name + R"(" type: "RNN" bottom: "x" bottom: "clip" top: "h"
  recurrent_param { num_output: 2 activation: )" +
                             activation + " } }",
                         "net");
    };
    TensorFile file;
    file.metadata["hamnet.model"] = writeModel(net("plain", "RELU"));
    add(file, "rnn.weight_ih_l0", {2, 2}, 3);
    add(file, "rnn.weight_hh_l0", {2, 2}, 3);
    EXPECT_EQ(placesOf(file, net("memory", "RELU")), "3");
    EXPECT_THAT(placesOf(file, net("memory", "TANH")), StartsWith("layer memory has the cell"));
}

TEST(ModuleNames, OfCellsHaveNoLevels)
{
    EXPECT_EQ(placesOf(recurrentFile({"cell"}, ""), recurrentNet({"lstm"})), "0");
    EXPECT_EQ(placesOf(recurrentFile({"cells.0", "cells.1"}, ""), recurrentNet({"lstm1", "lstm2"})), "0 1");
}

TEST(ModuleNames, WithAProjectionTakeNoPlace)
{
    TensorFile file = recurrentFile({"rnn"});
    file.tensors.at(1).shape = {8, 1};
    file.tensors.at(1).values.resize(8);
    add(file, "rnn.weight_hr_l0", {1, 2}, 0);
    EXPECT_EQ(placesOf(file, recurrentNet({"lstm"})), "-");
}

TEST(ModuleNames, OfAMatrixWithoutABiasAreNoLinearWithOne)
{
    TensorFile tied; // the rows of an embedding are the decoder's, too
    add(tied, "encoder.weight", {2, 2}, 0);
    add(tied, "head.weight", {2, 2}, 1);
    add(tied, "head.bias", {2}, 0);
    const std::string net = R"(
layer { name: "in" type: "Input" top: "ids" input_param { shape { dim: 4 dim: 1 } } }
layer { name: "letters" type: "Embed" bottom: "ids" top: "x" embed_param { input_dim: 2 num_output: 2 } }
layer { name: "scores" type: "InnerProduct" bottom: "x" top: "y" inner_product_param { num_output: 2 axis: 2 BIAS } })";
    const auto with = [&](const char* bias) {
        return readModel(std::string(net).replace(net.find("BIAS"), 4, bias), "net");
    };
    EXPECT_EQ(placesOf(tied, with("bias_term: true")), "0 1");
    EXPECT_THAT(placesOf(tied, with("bias_term: false")), StartsWith("the file does not tell"));
}

} // namespace
} // namespace engine
