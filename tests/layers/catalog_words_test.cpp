// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/solver_settings.h"
#include "tests/layers/layer_case.h"
#include "tests/support/sentence_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace engine;
using namespace engine::test;

namespace {

void checkSettings(std::string_view owner, std::span<const ParamSpec> specs)
{
    std::set<std::string_view> keys, labels;
    for (const ParamSpec& spec : specs) {
        EXPECT_TRUE(keys.insert(spec.key).second) << owner << " has " << spec.key << " twice";
        EXPECT_TRUE(labels.insert(spec.label).second) << owner << " shows " << spec.label << " twice";
        EXPECT_FALSE(spec.help.empty() || spec.label.empty()) << owner << "." << spec.key;
    }
}

} // namespace

TEST(Catalog, ExplainsEveryLayerPortAndSetting)
{
    checkSettings("solver", solverSpecs());
    for (const LayerType& type : catalog()) {
        checkSettings(type.name, type.params);
        EXPECT_TRUE(
            std::ranges::all_of(type.params, [](const ParamSpec& spec) { return spec.message.ends_with("_param"); }))
            << type.name << " has a setting in no message of Caffe's";
        EXPECT_FALSE(type.help.empty()) << type.name;
        EXPECT_NE(type.formula.find("->"), std::string_view::npos) << type.name;
        for (const std::vector<Port>& ports : {type.inputs, type.outputs}) {
            for (std::size_t port = 0; port < ports.size(); ++port) {
                EXPECT_FALSE(ports[port].help.empty()) << type.name << "." << ports[port].name;
                EXPECT_TRUE(ports[port].presence != Presence::Repeated || port + 1 == ports.size())
                    << type.name << ": only the last port may be repeated";
            }
        }
    }
}

TEST(Catalog, NamesAreUniqueInAnySpelling)
{
    std::set<const LayerType*> found;
    for (const LayerType& type : catalog()) {
        EXPECT_EQ(findLayerType(type.name), &type);
        EXPECT_EQ(findLayerType(type.caffeName), &type);
        found.insert(&type);
    }
    EXPECT_EQ(found.size(), catalog().size());
}

TEST(Catalog, FindsTypesInEverySpellingOrSuggestsTheNearest)
{
    for (const char* name : {"Lstm", "LSTM", "lstm"}) {
        EXPECT_EQ(layerType(name).name, "LSTM") << name;
    }
    for (const char* name : {"LstmSimple", "LSTM_SIMPLE", "lstm_simple"}) {
        EXPECT_EQ(layerType(name).name, "LSTM_SIMPLE") << name;
    }
    EXPECT_EQ(layerType("LSTMUnit").name, "LSTM_UNIT");
    EXPECT_EQ(layerType("Lstm_Unit").name, "LSTM_UNIT");
    EXPECT_EQ(layerType("SoftmaxWithLoss").name, "SOFTMAXWITHLOSS");
    EXPECT_EQ(layerType("TanH").name, "TANH");
    EXPECT_EQ(findLayerType("Convolution"), nullptr);
    EXPECT_EQ(sentenceOf([&] { layerType("LSTN"); }), "there is no layer type \"LSTN\" (did you mean LSTM or LAST?)");
}

TEST(EngineSetting, ParsesEveryEngineOfBothCaffesAndOurs)
{
    for (const char* engine : {"DEFAULT", "CAFFE", "CUDNN", "ONEDNN", "cudnn"}) {
        const Layer lstm{
            .name = "it", .type = "LSTM", .params = {{"num_output", whole(4)}, {"engine", std::string(engine)}}};
        EXPECT_NO_THROW(completeParams(lstm, Dialect::Bvlc)) << engine;
    }
}

TEST(Defaults, OfTheTwoDialectsDifferWhereTheFilesSaySo)
{
    const auto filler = [](const char* type, const char* key, Dialect dialect) {
        Layer layer{.name = "it", .type = type, .params = {{"num_output", whole(4)}}};
        if (layer.type == "EMBED") {
            layer.params["input_dim"] = whole(9);
        }
        return fillerParam(completeParams(layer, dialect), key);
    };
    for (const char* type : {"LSTM", "EMBED", "INNERPRODUCT"}) {
        EXPECT_EQ(filler(type, "weight_filler", Dialect::Bvlc).type, "constant") << type;
        EXPECT_EQ(filler(type, "bias_filler", Dialect::Bvlc).value, 0) << type;
        EXPECT_EQ(filler(type, "weight_filler", Dialect::MyCaffe).type, "xavier") << type;
        EXPECT_EQ(filler(type, "bias_filler", Dialect::MyCaffe).value, 0.1) << type;
    }
}
