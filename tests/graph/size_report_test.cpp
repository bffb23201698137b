// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/graph/sample_models.h"
#include "tests/support/slowdown.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace engine;
using namespace engine::test;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

/// One LSTM after the other, `layers` of them.
Model tower(int layers)
{
    Model model{.layers = {inputLayer({"x", "clip"}, {{50, 32, 128}, {50, 32}})}};
    std::string below = "x";
    for (int layer = 0; layer < layers; ++layer) {
        const std::string name = "lstm" + std::to_string(layer);
        model.layers.push_back(lstmLayer(name, below, 128));
        below = name;
    }
    return model;
}

} // namespace

TEST(SizeReportOf, CharRnnHasTheParametersThatAreKnown)
{
    EXPECT_EQ(sizeReport(charRnn(62)).parameters, 3'213'295);
    EXPECT_EQ(sizeReport(charRnn(65)).parameters, 3'214'879);
    EXPECT_EQ(sizeReport(charRnn(128)).parameters, 3'248'143);
}

TEST(SizeReportOf, CharRnnHasTheShapesThatAreKnown)
{
    const SizeReport report = sizeReport(charRnn());
    const std::vector<LayerSizes>& layers = report.layers;
    EXPECT_TRUE(report.fits());
    ASSERT_EQ(layers.size(), charRnn().layers.size()) << "without the splits";
    EXPECT_EQ(layers[2].name, "lstm1") << "in the model's order";
    EXPECT_EQ(layers[2].type, "LSTM");
    EXPECT_EQ(layers[2].sizes.state.size(), 2u);
    EXPECT_EQ(layers[2].problem, "");
    EXPECT_EQ(sizesNamed(layers, "EmbedLayer").sizes.outputs[0], (Shape{75, 25, 15}));
    EXPECT_EQ(sizesNamed(layers, "lstm2").sizes.outputs[0], (Shape{75, 25, 512}));
    EXPECT_EQ(sizesNamed(layers, "Reshape_lstm2").sizes.outputs[0], (Shape{1875, 1, 512}));
    EXPECT_EQ(sizesNamed(layers, "ip1").sizes.outputs[0], (Shape{1875, 65}));
    EXPECT_EQ(sizesNamed(layers, "Loss").sizes.outputs[0], Shape{});
    EXPECT_EQ(sizesNamed(layers, "lstm1").parameters, 1'081'344);
    EXPECT_EQ(sizesNamed(layers, "lstm1").inputs[1], (Shape{75, 25}));
}

TEST(SizeReportOf, CharRnnAddsUpTheFlops)
{
    const SizeReport report = sizeReport(charRnn());
    std::int64_t forward = 0, backward = 0;
    for (const LayerSizes& layer : report.layers) {
        forward += layer.sizes.flopsForward;
        backward += layer.sizes.flopsBackward;
    }
    EXPECT_EQ(report.flopsForward, forward);
    EXPECT_EQ(report.flopsBackward, backward);
    const double cells = 75 * 25, products = 2 * cells * 2048 * (15 + 512 + 512 + 512) + 2 * cells * 512 * 65;
    EXPECT_NEAR(static_cast<double>(forward), products, 0.01 * products);
    EXPECT_NEAR(static_cast<double>(backward), 2 * products, 0.02 * products);
}

TEST(SizeReportOf, AWireSaysWhereItRunsAndHowLargeItIs)
{
    const SizeReport report = sizeReport(charRnn());
    ASSERT_EQ(report.wires.size(), 11u) << "one for each bottom";
    const WireSizes& wire = report.wires[4];
    EXPECT_EQ(wire.blob, "lstm1_drop");
    EXPECT_EQ(wire.from, "Drop1");
    EXPECT_EQ(wire.to, "lstm2");
    EXPECT_EQ(wire.input, 0u);
    EXPECT_TRUE(wire.known);
    EXPECT_EQ(wire.shape, (Shape{75, 25, 512}));
    EXPECT_EQ(wire.bytes, 75 * 25 * 512 * 4);
    EXPECT_EQ(report.wires[5].blob, "clip");
    EXPECT_EQ(report.wires[5].from, "Input") << "end to end, without the split";
    EXPECT_EQ(report.wires[5].output, 1u);
    EXPECT_EQ(report.wires[5].input, 1u);
}

TEST(SizeReportOf, APhaseHasItsLayers)
{
    const SizeReport report = sizeReport(charRnn(), {.phase = Phase::Run});
    EXPECT_EQ(report.layers.back().name, "ip1");
    EXPECT_TRUE(report.fits());
}

TEST(SizeReportOf, SharedWeightsCountOnce)
{
    Model model = charRnn();
    const std::int64_t alone = sizeReport(model).parameters;
    Layer twin = layerNamed(model, "lstm2");
    twin.name = twin.tops[0] = "lstm3";
    model.layers.push_back(twin);
    EXPECT_EQ(sizeReport(model).parameters, alone + 2'099'200);
    for (const char* name : {"lstm2", "lstm3"}) {
        layerNamed(model, name).weights = {{.name = "Wx"}, {.name = "b"}, {.name = "Wh"}};
    }
    EXPECT_EQ(sizeReport(model).parameters, alone);
}

TEST(SizeReportOf, BytesOfALayerAreItsOutputsAndWhatItKeeps)
{
    const std::vector<LayerSizes> layers = sizeReport(charRnn()).layers;
    const std::int64_t drop = 75 * 25 * 512;
    EXPECT_EQ(sizesNamed(layers, "Drop1").activationBytes, 4 * drop + drop) << "a float and a byte of mask each";
    EXPECT_EQ(sizesNamed(layers, "Drop1").gradientBytes, 4 * drop);
    EXPECT_EQ(sizesNamed(layers, "Reshape_lstm2").activationBytes, 0) << "it lies in its input";
    EXPECT_EQ(sizesNamed(layers, "ip1").gradientBytes, 4 * (1875 * 65 + 65 * 512 + 65));
    EXPECT_EQ(sizesNamed(layers, "Input").gradientBytes, 0);
}

// Four times as much must not take sixteen times as long.

TEST(SizeReportOf, TakesTimeByTheNumberOfLayers)
{
    const Model few = tower(125), many = tower(500);
    EXPECT_TRUE(sizeReport(many).fits());
    EXPECT_EQ(sizeReport(many).parameters, 500 * (2 * 4 * 128 * 128 + 4 * 128));
    EXPECT_LT(slowdown([&] { sizeReport(few); }, [&] { sizeReport(many); }, 8), 8);
}

TEST(SizeReportOf, TakesTimeByTheNumberOfLayersInTheWrongOrder)
{
    Model few = tower(125), many = tower(500);
    for (Model* model : {&few, &many}) {
        std::reverse(model->layers.begin(), model->layers.end());
    }
    EXPECT_EQ(sizeReport(many).problems.size(), 1000u) << "each LSTM lacks both of its bottoms";
    EXPECT_LT(slowdown([&] { sizeReport(few); }, [&] { sizeReport(many); }, 8), 8);
}

TEST(SizeReportOf, TakesTimeByTheNumberOfTensors)
{
    const auto sliced = [](std::int64_t parts) {
        Model model{.layers = {inputLayer({"x"}, {{parts, 3}}), {.name = "slice", .type = "SLICE", .bottoms = {"x"}}}};
        Layer concat{.name = "concat", .type = "CONCAT", .tops = {"y"}};
        for (std::int64_t number = 0; number < parts; ++number) {
            const std::string top = "t" + std::to_string(number);
            model.layers[1].tops.push_back(top);
            concat.bottoms.insert(concat.bottoms.end(), {top, top}); // each goes through a split
        }
        concat.params["axis"] = model.layers[1].params["axis"] = std::int64_t{0};
        model.layers.push_back(concat);
        return model;
    };
    const Model few = sliced(5'000), many = sliced(20'000);
    EXPECT_THAT(sizeReport(many).problems, IsEmpty());
    EXPECT_LT(slowdown([&] { sizeReport(few); }, [&] { sizeReport(many); }, 8), 8);
}

TEST(SizeReportOf, CountlessProblemsHasNoHintsForTheLastOnes)
{
    Model model{.layers = {inputLayer({"data"}, {{4, 2}})}};
    for (int layer = 0; layer < 200; ++layer) {
        const std::string number = std::to_string(layer);
        model.layers.push_back(dropoutLayer("drop" + number, "dato", "top" + number));
    }
    const std::vector<Sentence> problems = sizeReport(model).problems;
    ASSERT_EQ(problems.size(), 200u);
    EXPECT_THAT(problems.front(), HasSubstr("\"dato\" is made by no layer (did you mean data"));
    EXPECT_EQ(problems.back(), "layer drop199: its bottom \"dato\" is not made before it is read");
}

TEST(SizeReportOf, AHugeModelStaysAtTheLargestSum)
{
    Model model{.layers = {inputLayer({"x", "clip"}, {{4096, 4096, 65'536}, {4096, 4096}})}};
    for (int layer = 0; layer < 100; ++layer) {
        model.layers.push_back(lstmLayer("lstm" + std::to_string(layer), "x", 65'536));
    }
    const SizeReport report = sizeReport(model);
    EXPECT_TRUE(report.fits());
    EXPECT_EQ(report.flopsForward, std::int64_t{1} << 60); // so that both may be added
    EXPECT_EQ(report.flopsBackward, std::int64_t{1} << 60);
    EXPECT_GT(report.memory.total(), std::int64_t{1} << 50);
}
