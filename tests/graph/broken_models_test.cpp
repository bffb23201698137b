// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/graph/sample_models.h"
#include "tests/support/layer_from.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

using namespace engine;
using namespace engine::test;
using ::testing::Contains;
using ::testing::ElementsAre;

namespace {

std::vector<Sentence> problems(const Model& model)
{
    return sizeReport(model).problems;
}

Layer relu(const std::string& name, const std::string& bottom, const std::string& top)
{
    return {.name = name, .type = "RELU", .bottoms = {bottom}, .tops = {top}};
}

} // namespace

TEST(BrokenModels, AreNamedByTheLayerWithWhatWasFoundAndWanted)
{
    const auto changed = [](const char* layer, const std::function<void(Layer&)>& change) {
        Model model = charRnn();
        change(layerNamed(model, layer));
        return model;
    };
    const std::pair<Model, const char*> cases[] = {
        {{.layers = {relu("first", "c", "a"), relu("second", "a", "b"), relu("third", "b", "c")}},
         "layer first: its bottom \"c\" comes from layer third, which itself depends on first, but a net must have no "
         "cycle"},
        {{.layers = {relu("only", "a", "a")}},
         "layer only: its bottom \"a\" comes from layer only, which itself depends on only, but a net must have no "
         "cycle"},
        {{.layers = {relu("early", "x", "y"), inputLayer({"x"}, {{4}})}},
         "layer early: its bottom \"x\" is made by layer Input further down, but must be made before it is read"},
        {changed("lstm2", [](Layer& layer) { layer.bottoms[0] = "inputVector"; }),
         "layer lstm2: its bottom \"inputVector\" is made by no layer (did you mean inputVectors?)"},
        {changed("lstm2", [](Layer& layer) { layer.bottoms[0] = "elephant"; }),
         "layer lstm2: its bottom \"elephant\" is made by no layer"},
        {changed("lstm2", [](Layer& layer) { layer.name = "lstm1"; }),
         "layer lstm1: layers 3 and 5 both have this name, but names must differ"},
        {changed("lstm1", [](Layer& layer) { layer.name = ""; }),
         "layer 3 of type LSTM: it has no name, but needs one"},
        {{.layers = {inputLayer({"x"}, {{4, 2}}), layerFrom("ip INNERPRODUCT x -> x", {{"num_output", whole(2)}})}},
         "layer ip: its top \"x\" is its bottom as well, but INNERPRODUCT cannot work in place"},
        {changed("lstm1", [](Layer& layer) { layer.type = "LSTN"; }),
         "layer lstm1: its type is \"LSTN\", but no layer of that type is known (did you mean LSTM or LAST?)"},
        {changed("Input",
                 [](Layer& layer) {
                     layer.params["shape"] = std::vector<Shape>{{75, 25}, {75, 24}, {1875, 1}};
                 }),
         "layer lstm1: input cont is 75×24, but must be 75×25 (steps × streams of x)"},
        {changed("ip1", [](Layer& layer) { layer.params["num_output"] = whole(1'000'000'000'000); }),
         "layer ip1: num_output is 1000000000000, but must lie between 1 and 16777216"},
        {{}, "the model has no layers in the phase TRAIN"},
    };
    for (const auto& [model, problem] : cases) {
        EXPECT_THAT(problems(model), ElementsAre(problem));
    }
    EXPECT_THAT(
        problems(changed("Drop2", [](Layer& layer) { layer.tops[0] = "lstm1_drop"; })),
        Contains("layer Drop2: its top \"lstm1_drop\" is already made by layer Drop1, but a tensor must be made once"));
}

TEST(BrokenModels, ANameMayComeTwiceInDifferentPhases)
{
    Model model = charRnn();
    Layer other = model.layers[0];
    model.layers[0].include = {{.phase = Phase::Train}};
    other.include = {{.phase = Phase::Test}};
    model.layers.insert(model.layers.begin() + 1, other);
    EXPECT_TRUE(sizeReport(model).fits());
    EXPECT_TRUE(sizeReport(model, {.phase = Phase::Test}).fits());
}

TEST(BrokenModels, AreNoneWithLayersInPlaceWhoseReadersReadWhatTheyMade)
{
    const Model model{.layers = {inputLayer({"x"}, {{4, 2}}), relu("relu", "x", "x"), relu("again", "x", "x"),
                                 relu("last", "x", "y")}};
    EXPECT_TRUE(sizeReport(model).fits());
    EXPECT_EQ(sizeReport(model).wires.back().from, "again");
}

TEST(BrokenModels, EachProblemIsSaidOnce)
{
    Model model = charRnn();
    layerNamed(model, "lstm1").params["num_output"] = whole(0);
    layerNamed(model, "ip1").params["num_output"] = whole(0);
    EXPECT_THAT(problems(model), ElementsAre("layer lstm1: num_output is 0, but must lie between 1 and 65536",
                                             "layer ip1: num_output is 0, but must lie between 1 and 16777216"));
    EXPECT_EQ(sentenceOf([&] { inferSizes(model); }), "layer lstm1: num_output is 0, but must lie between 1 and 65536");
}

TEST(BrokenModels, HaveSizesBeforeTheProblemAndSayWhatTheRestWaitsFor)
{
    Model model = charRnn();
    layerNamed(model, "lstm2").params["num_output"] = whole(0);
    const SizeReport report = sizeReport(model);
    EXPECT_EQ(sizesNamed(report.layers, "lstm1").sizes.outputs[0], (Shape{75, 25, 512}));
    EXPECT_EQ(sizesNamed(report.layers, "lstm1").problem, "");
    EXPECT_GT(report.memory.total(), 0);
    EXPECT_EQ(sizesNamed(report.layers, "Drop2").problem,
              "layer Drop2: its sizes follow from layer lstm2, which has none yet");
    EXPECT_TRUE(sizesNamed(report.layers, "Drop2").sizes.outputs.empty());
    for (const WireSizes& wire : report.wires) {
        const bool behind =
            wire.from == "lstm2" || wire.from == "Drop2" || wire.from == "Reshape_lstm2" || wire.from == "ip1";
        EXPECT_EQ(wire.known, !behind) << wire.blob;
    }
}

TEST(BrokenModels, AWireFromNowhereHasNoStart)
{
    Model model = charRnn();
    layerNamed(model, "lstm2").bottoms[0] = "nothing";
    const SizeReport report = sizeReport(model);
    const auto wire = std::find_if(report.wires.begin(), report.wires.end(),
                                   [](const WireSizes& candidate) { return candidate.blob == "nothing"; });
    ASSERT_NE(wire, report.wires.end());
    EXPECT_EQ(wire->from, "");
    EXPECT_FALSE(wire->known);
}

namespace {

/// Two products, whose weights are shared by name.
Model sharers(const WeightSettings& first, const WeightSettings& second, std::int64_t outputs = 3)
{
    const auto product = [](const char* name, const char* bottom, const WeightSettings& weight, std::int64_t units) {
        return Layer{.name = name,
                     .type = "INNERPRODUCT",
                     .bottoms = {bottom},
                     .tops = {name},
                     .params = {{"num_output", units}},
                     .weights = {weight}};
    };
    return {.layers = {inputLayer({"x"}, {{2, 3}}), product("a", "x", first, 3), product("b", "a", second, outputs)}};
}

} // namespace

TEST(BrokenModels, WhoSharesAWeightAgreesOnHowItLearnsAndOnItsShape)
{
    EXPECT_THAT(problems(sharers({.name = "W", .lrMult = 2}, {.name = "W", .lrMult = 2, .decayMult = 0})),
                ElementsAre());
    EXPECT_THAT(problems(sharers({.name = "W"}, {.name = "W", .lrMult = 5})), ElementsAre()) << "one says it for all";
    EXPECT_THAT(problems(sharers({.name = "W", .lrMult = 1}, {.name = "W", .lrMult = 5})),
                ElementsAre("layer b: it shares the weight 'W' with lr_mult 5, but layer a gives it 1: all who share a "
                            "weight must agree"));
    EXPECT_THAT(
        problems(sharers({.name = "W", .decayMult = 0}, {.name = "W", .decayMult = 1})),
        ElementsAre("layer b: it shares the weight 'W' with decay_mult 1, but layer a gives it 0: all who share "
                    "a weight must agree"));
    EXPECT_THAT(problems(sharers({.name = "W"}, {.name = "W"}, 4)),
                ElementsAre("layer b: it shares the weight 'W' as 4×3, but layer a has it as 3×3"));
}

TEST(BrokenModels, NeverThrow)
{
    const std::vector<std::string> types = {"LSTM", "SLICE", "CONCAT", "SPLIT", "SILENCE", "RESHAPE", "NOSUCH", ""};
    for (const std::string& type : types) {
        for (std::size_t bottoms = 0; bottoms < 4; ++bottoms) {
            for (std::size_t tops = 0; tops < 4; ++tops) {
                Layer layer{.name = "it", .type = type};
                layer.bottoms.resize(bottoms, "x");
                for (std::size_t top = 0; top < tops; ++top) {
                    layer.tops.push_back(top == 3 ? "y0" : "y" + std::to_string(top));
                }
                const Model model{.layers = {inputLayer({"x"}, {{4, 2}}), layer, relu("last", "y0", "z")}};
                EXPECT_NO_THROW(sizeReport(model)) << type << " " << bottoms << " " << tops;
            }
        }
    }
}
