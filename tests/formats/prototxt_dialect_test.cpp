// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

#include <gmock/gmock.h>

#include <string>

namespace engine {

namespace {

std::string reason(const std::string& text)
{
    return detectDialect(text, "net.prototxt").reason;
}

} // namespace

TEST(PrototxtDialect, IsMyCaffesWhereTheTextShowsIt)
{
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"layer { name: 'l' type: 'LSTM'\n recurrent_param { engine: CUDNN } }", "line 2 has engine: 'CUDNN'"},
        {"layer { name: 'l' type: 'TanH' exclude { phase: RUN } }", "line 1 has phase: 'RUN'"},
        {"layer { name: 'l' type: 'TanH' exclude { phase: NONE } }", "line 1 has phase: 'NONE'"},
        {"layer { name: 'l' type: TanH }", "line 1 has type: 'TanH'"},
        {"layer { name: l type: 'TanH' }", "line 1 has name: 'l'"},
        {"layer { name: 'l' type: 'Lstm' }", "line 1 has type: 'Lstm'"},
        {"layer { name: 'l' type: 'TanH' freeze_learning: True }", "line 1 has freeze_learning: 'True'"},
        {"layer { name: 'l' type: 'LSTM_SIMPLE' lstm_simple_param { num_output: 8 } }", "line 1 has lstm_simple_param"},
        {"base_lr: 0.05\ntype: SGD", "line 2 has type: 'SGD'"},
        {"lr_policy: fixed", "line 1 has lr_policy: 'fixed'"},
        {"custom_trainer: \"RNN.SIMPLE\"", "line 1 has custom_trainer: 'RNN.SIMPLE'"},
    };
    for (const auto& [text, sign] : cases) {
        const DialectFinding finding = detectDialect(text, "net.prototxt");
        EXPECT_EQ(finding.dialect, Dialect::MyCaffe) << text;
        EXPECT_EQ(finding.reason, "read as MyCaffe's dialect, since " + sign + ", as only MyCaffe writes it");
    }
}

TEST(PrototxtDialect, IsBvlcsWhereNothingIsMyCaffesAlone)
{
    for (const char* text :
         {"", "name: \"n\"", "layer { name: \"l\" type: \"LSTM\" recurrent_param { debug_info: False } }",
          "layer { name: \"r\" type: \"ReLU\" relu_param { engine: CUDNN } }",
          "layer { name: \"l\" type: \"LSTM\" recurrent_param { engine: ONEDNN num_layers: 2 forget_bias: 1 } }",
          "layer { name: \"l\" type: \"TEXTDATA\" }", "type: \"SGD\" lr_policy: \"fixed\" solver_mode: GPU"}) {
        EXPECT_EQ(detectDialect(text, "net.prototxt").dialect, Dialect::Bvlc) << text << ": " << reason(text);
    }
}

TEST(PrototxtDialect, IsWhatALineAtTheHeadSays)
{
    EXPECT_EQ(detectDialect("# dialect: BVLC\nlayer { name: l type: Lstm }", "f").dialect, Dialect::Bvlc);
    EXPECT_EQ(detectDialect("# About it.\n#Dialect:  mycaffe\n\nname: \"n\"", "f").dialect, Dialect::MyCaffe);
    EXPECT_EQ(detectDialect("# dialect: MyCaffe", "f").dialect, Dialect::MyCaffe);
    EXPECT_EQ(detectDialect("name: \"n\"\n# dialect: MyCaffe\nlayer { name: \"l\" type: \"TanH\" }", "f").dialect,
              Dialect::Bvlc)
        << "only at the head";
    EXPECT_EQ(detectDialect("# dialect: British\nname: \"n\"", "f").dialect, Dialect::Bvlc);
}

TEST(PrototxtDialect, LineIsNoPartOfTheComment)
{
    const Model model = readModel("# dialect: MyCaffe\n# About it.\n\nname: \"n\"", "f");
    EXPECT_EQ(model.dialect, Dialect::MyCaffe);
    EXPECT_EQ(model.comment, "About it.");
}

TEST(PrototxtDialect, LineMayStandAtTheFirstLayersComment)
{
    const Model model = readModel("# dialect: MyCaffe\n# of a\nlayer { name: \"a\" type: \"TanH\" }", "f");
    EXPECT_EQ(model.comment, "");
    EXPECT_EQ(model.layers.at(0).comment, "of a");
}

TEST(PrototxtDialect, ThatIsAskedForWins)
{
    EXPECT_EQ(readModel("# dialect: BVLC\nname: \"n\"", "f", Dialect::MyCaffe).dialect, Dialect::MyCaffe);
    EXPECT_EQ(readModel("layer { name: l type: Lstm }", "f", Dialect::Bvlc).dialect, Dialect::Bvlc);
    EXPECT_EQ(readSolver("type: SGD", "f", Dialect::Bvlc).dialect, Dialect::Bvlc);
}

TEST(PrototxtDialect, OfMyCaffeIsNoted)
{
    std::vector<engine::Sentence> notes;
    readSolver("type: SGD", "f", std::nullopt, &notes);
    EXPECT_THAT(notes, testing::ElementsAre(
                           "read as MyCaffe's dialect, since line 1 has type: 'SGD', as only MyCaffe writes it"));
    notes.clear();
    readSolver("type: \"SGD\"", "f", std::nullopt, &notes);
    EXPECT_TRUE(notes.empty());
}

TEST(PrototxtDialect, SettlesTheDefaultsOfLayers)
{
    const std::string text = "layer { name: \"l\" type: \"LSTM\" recurrent_param { num_output: 8 } }";
    const Model bvlc = readModel(text, "f", Dialect::Bvlc), myCaffe = readModel(text, "f", Dialect::MyCaffe);
    EXPECT_EQ(fillerParam(completeParams(bvlc.layers[0], bvlc.dialect), "weight_filler").type, "constant");
    EXPECT_EQ(fillerParam(completeParams(myCaffe.layers[0], myCaffe.dialect), "weight_filler").type, "xavier");
    EXPECT_EQ(fillerParam(completeParams(bvlc.layers[0], bvlc.dialect), "bias_filler").value, 0);
    EXPECT_EQ(fillerParam(completeParams(myCaffe.layers[0], myCaffe.dialect), "bias_filler").value, 0.1);
}

TEST(PrototxtDialect, SettlesTheTypeOfAFillerThatNamesNone)
{
    const std::string text = "layer { name: \"l\" type: \"LSTM\" recurrent_param { weight_filler { std: 0.5 } } }";
    EXPECT_EQ(readModel(text, "f", Dialect::Bvlc).layers[0].params.at("weight_filler"),
              ParamValue(Filler{.type = "constant", .std = 0.5}));
    EXPECT_EQ(readModel(text, "f", Dialect::MyCaffe).layers[0].params.at("weight_filler"),
              ParamValue(Filler{.type = "gaussian", .std = 0.5}));
}

TEST(PrototxtDialect, SettlesTheDefaultsOfSolvers)
{
    const Params bvlc = completeParams(readSolver("base_lr: 0.05", "f", Dialect::Bvlc));
    const Params myCaffe = completeParams(readSolver("base_lr: 0.05", "f", Dialect::MyCaffe));
    EXPECT_EQ(floatParam(bvlc, "weight_decay"), 0);
    EXPECT_EQ(floatParam(myCaffe, "weight_decay"), 0.0005);
    EXPECT_EQ(floatParam(bvlc, "rms_decay"), 0.99);
    EXPECT_EQ(floatParam(myCaffe, "rms_decay"), 0.95);
    EXPECT_EQ(intParam(bvlc, "max_iter"), 0);
    EXPECT_EQ(intParam(myCaffe, "max_iter"), 500'000);
    EXPECT_EQ(textParam(myCaffe, "lr_policy"), "step");
}

} // namespace engine
