// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <string>

namespace engine {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Model readText(const std::string& text)
{
    return readModel(text, "net.prototxt");
}

std::string strict(const std::string& text, std::vector<engine::Sentence>* dropped = nullptr)
{
    return writeModel(readText(text), WriteStyle::StrictBvlc, dropped);
}

const char* const written = R"(# A net.
# Its second line.

name: "n"
force_backward: true
layer {
  name: "data"
  type: "Input"
  top: "x"
  top: "clip"
  input_param {
    shape { dim: 5 dim: 2 dim: 3 }
    shape { dim: 5 dim: 2 }
  }
}
# The memory.
# unheard_of: nobody knows
layer {
  name: "lstm1"
  type: "LSTM"
  bottom: "x"
  bottom: "clip"
  top: "h"
  loss_weight: 0.5
  propagate_down: true
  propagate_down: false
  include {
    phase: TRAIN
    min_level: 0
    stage: "big"
  }
  param {
    name: "w"
    lr_mult: 1
    decay_mult: 0.0005
  }
  param {
    share_mode: PERMISSIVE
  }
  recurrent_param {
    num_output: 512
    weight_filler {
      type: "uniform"
      min: -0.01
      max: 0.01
      sparse: 3
    }
    bias_filler {
      type: "constant"
      value: 0
    }
    engine: ONEDNN
    num_layers: 2
    expose_hidden: false
    unheard_of: "x"
  }
  future_param {
    a: 1
  }
}
layer {
  name: "shape"
  type: "Reshape"
  bottom: "h"
  top: "y"
  reshape_param {
    shape { dim: -1 dim: 1 dim: 512 }
  }
}
# the end
)";

} // namespace

TEST(PrototxtWriter, WritesOneFieldALineAsPeopleDo)
{
    EXPECT_EQ(writeModel(readText(written)), written);
}

TEST(PrototxtWriter, WritesAMarkerOnlyWhereTheTextWouldBeTakenForTheOtherDialect)
{
    Model model = readText("layer { name: \"l\" type: \"TanH\" }");
    EXPECT_THAT(writeModel(model), Not(HasSubstr("dialect")));
    model.dialect = Dialect::MyCaffe;
    EXPECT_THAT(writeModel(model), testing::StartsWith("# dialect: MyCaffe\n\nlayer {\n"));
    model.layers[0].exclude = {
        PhaseRule{.phase = Phase::Run, .minLevel = {}, .maxLevel = {}, .stages = {}, .notStages = {}}};
    EXPECT_THAT(writeModel(model), Not(HasSubstr("dialect")));
    model.dialect = Dialect::Bvlc;
    EXPECT_THAT(writeModel(model), testing::StartsWith("# dialect: BVLC\n\n"));
}

TEST(PrototxtWriter, DoesNotTakeACommentForAMarker)
{
    Model model = readText("layer { name: \"l\" type: \"TanH\" }");
    model.comment = "dialect: MyCaffe\nThis line is about dialects.";
    EXPECT_EQ(readText(writeModel(model)).comment, model.comment);
    EXPECT_EQ(readText(writeModel(model)).dialect, Dialect::Bvlc);
    const Model twice = readText("# dialect: MyCaffe\n# dialect: MyCaffe\nnovelty { a { phase: RUN } }");
    EXPECT_EQ(readText(writeModel(twice)), twice);
}

TEST(PrototxtWriter, WritesNumbersAsPeopleDo)
{
    const std::vector<std::pair<double, std::string>> cases = {
        {0.05, "0.05"},
        {0.0005, "0.0005"},
        {1e-8, "1e-08"},
        {1, "1"},
        {-3, "-3"},
        {0.1, "0.1"},
        {100'000, "100000"},
        {1e20, "1e+20"},
        {1.0 / 3, "0.3333333333333333"},
    };
    for (const auto& [number, text] : cases) {
        SolverSettings solver;
        solver.params = {{"gamma", number}};
        EXPECT_EQ(writeSolver(solver), "gamma: " + text + "\n");
        EXPECT_EQ(readSolver(writeSolver(solver), "s").params.at("gamma"), ParamValue(number));
    }
}

TEST(PrototxtWriter, QuotesTextsAndLeavesEnumerationsBare)
{
    SolverSettings solver;
    solver.params = {{"type", std::string("Adam")},
                     {"snapshot_format", std::string("HDF5")},
                     {"net", std::string("a \"b\"")},
                     {"lr_policy", std::string("fixed")}};
    EXPECT_EQ(writeSolver(solver),
              "type: \"Adam\"\nlr_policy: \"fixed\"\nsnapshot_format: HDF5\nnet: \"a \\\"b\\\"\"\n");
}

TEST(PrototxtWriter, WritesATextOfSeveralLinesBelowEachOther)
{
    const char* const text = R"(layer {
  name: "l"
  type: "CELL"
  recurrent_param {
    num_output: 3
    equations: "f = sigmoid(Wf x + bf)\n"
               "\n"
               "h = f # \"all\""
  }
}
)";
    const Model model = readText(text);
    EXPECT_EQ(textParam(model.layers[0].params, "equations"), "f = sigmoid(Wf x + bf)\n\nh = f # \"all\"");
    EXPECT_EQ(writeModel(model), text);
    EXPECT_EQ(textParam(readText(writeModel(model, WriteStyle::MyCaffe)).layers[0].params, "equations"),
              textParam(model.layers[0].params, "equations"));
}

TEST(PrototxtWriter, RefusesASettingThatTheTypeDoesNotHave)
{
    Model model = readText("layer { name: \"l\" type: \"TanH\" }");
    model.layers[0].params = {{"num_output", std::int64_t{5}}};
    EXPECT_EQ(sentenceOf([&] { writeModel(model); }),
              "layer l: there is no setting 'num_output' that could be written");
}

TEST(PrototxtMyCaffe, HasMyCaffesSpelling)
{
    Model model = readText("layer { name: \"l\" type: \"LSTM\" recurrent_param { num_output: 8 debug_info: true } "
                           "propagate_down: false }\n"
                           "layer { name: \"s\" type: \"LSTM_SIMPLE\" }\nlayer { name: \"u\" type: \"LSTMUnit\" }\n"
                           "layer { name: \"i\" type: \"InnerProduct\" inner_product_param { num_output: 2 } }\n");
    const std::string text = writeModel(model, WriteStyle::MyCaffe);
    for (const char* part : {"type: \"Lstm\"", "debug_info: True", "propagate_down: False", "type: \"LstmSimple\"",
                             "type: \"LstmUnit\"", "type: \"InnerProduct\""}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
    SolverSettings solver;
    solver.params = {{"type", std::string("SGD")}, {"lr_policy", std::string("fixed")}};
    EXPECT_THAT(writeSolver(solver, WriteStyle::MyCaffe), HasSubstr("type: SGD\n"));
    EXPECT_THAT(writeSolver(solver, WriteStyle::MyCaffe), HasSubstr("lr_policy: fixed\n"));
}

TEST(PrototxtMyCaffe, SaysWhatBvlcsDefaultsWouldHaveBeen)
{
    const SolverSettings solver = readSolver("base_lr: 0.1", "s");
    const SolverSettings solverBack = readSolver(writeSolver(solver, WriteStyle::MyCaffe), "s");
    EXPECT_EQ(solverBack.dialect, Dialect::MyCaffe);
    Params expected = completeParams(solver);
    expected["test_iter"] = std::vector<std::int64_t>{0}; // the same as none, which MyCaffe would read as 300
    EXPECT_EQ(completeParams(solverBack), expected);
}

TEST(PrototxtStrict, SaysWhatMyCaffesDefaultsWouldHaveBeen)
{
    const Model model =
        readModel("layer { name: \"l\" type: \"LSTM\" recurrent_param { num_output: 8 } }", "f", Dialect::MyCaffe);
    const Model back = readText(writeModel(model, WriteStyle::StrictBvlc));
    EXPECT_EQ(back.dialect, Dialect::Bvlc);
    EXPECT_EQ(completeParams(back.layers[0], back.dialect), completeParams(model.layers[0], model.dialect));

    const SolverSettings solver = readSolver("base_lr: 0.1", "s", Dialect::MyCaffe);
    Params found = completeParams(readSolver(writeSolver(solver, WriteStyle::StrictBvlc), "s"));
    Params expected = completeParams(solver);
    for (Params* params : {&found, &expected}) {
        params->erase("adamw_decay"); // BVLC Caffe has no AdamW
    }
    EXPECT_EQ(found, expected);
}

TEST(PrototxtStrict, LeavesOutWhatBvlcCaffeDoesNotHaveAndSaysSo)
{
    std::vector<engine::Sentence> dropped;
    const std::string text =
        strict("layer { name: \"l\" type: \"LSTM\" bottom: \"x\" bottom: \"clip\" top: \"h\" group_start: True\n"
               "  recurrent_param { num_output: 8 engine: CUDNN forget_bias: 1 num_layers: 1 "
               "use_cudnn_rnn8_if_supported: False } }\n"
               "layer { name: \"s\" type: \"Softmax\" bottom: \"h\" top: \"p\" softmax_param { engine: ONEDNN } }\n"
               "layer { name: \"loss\" type: \"Silence\" bottom: \"p\" exclude { phase: RUN } }\n"
               "layer { name: \"r\" type: \"Silence\" bottom: \"p\" include { phase: RUN } }",
               &dropped);
    EXPECT_THAT(dropped,
                ElementsAre("layer l: engine CUDNN was left out, since BVLC Caffe does not have it",
                            "layer l: forget_bias 1 was left out, since BVLC Caffe does not have it",
                            "layer l: group_start was left out, since only MyCaffe has it",
                            "layer l: use_cudnn_rnn8_if_supported was left out, since only MyCaffe has it",
                            "layer s: engine ONEDNN became DEFAULT, since BVLC Caffe does not have it",
                            "layer loss: its exclude { phase: RUN } was left out, since BVLC Caffe has no phase RUN",
                            "layer r: it was left out, since BVLC Caffe has no phase RUN"));
    for (const char* part :
         {"CUDNN", "forget_bias", "num_layers", "group_start", "rnn8", "ONEDNN", "RUN", "\"r\"", "dialect"}) {
        EXPECT_THAT(text, Not(HasSubstr(part)));
    }
}

TEST(PrototxtStrict, SaysThatDropoutOfRecurrentWeightsAndSharedMasksAreLost)
{
    std::vector<engine::Sentence> dropped;
    const std::string net =
        "layer { name: \"l\" type: \"LSTM\" bottom: \"x\" bottom: \"clip\" top: \"h\"\n"
        "  recurrent_param { num_output: 8 weight_dropout: 0.3 state_dropout: 0 } }\n"
        "layer { name: \"d\" type: \"Dropout\" bottom: \"h\" top: \"t\" dropout_param { same_over: STEPS } }";
    EXPECT_THAT(strict(net, &dropped), Not(AnyOf(HasSubstr("_dropout"), HasSubstr("same_over"))));
    EXPECT_THAT(dropped, ElementsAre("layer l: weight_dropout 0.3 was left out, since BVLC Caffe does not have it",
                                     "layer d: same_over STEPS was left out, since BVLC Caffe does not have it"));
}

TEST(PrototxtStrict, RefusesHamnetsOrderOfTheGatesOfAnLstmUnit)
{
    const std::string unit =
        "layer { name: \"u\" type: \"LSTMUnit\" bottom: \"c0\" bottom: \"a\" bottom: \"cont\" top: "
        "\"c\" top: \"h\" lstm_unit_param { gate_order: IFGO } }";
    EXPECT_THAT(writeModel(readText(unit)), HasSubstr("gate_order: IFGO"));
    EXPECT_THROW(strict(unit), engine::Error);
}

TEST(PrototxtStrict, LeavesOutPhasesOfMyCaffesWhereverTheyAre)
{
    std::vector<engine::Sentence> dropped;
    const std::string text =
        strict("state { phase: RUN level: 1 }\nlayer { name: \"l\" type: \"TanH\" phase: RUN }", &dropped);
    EXPECT_THAT(dropped, ElementsAre("the net: phase RUN was left out, since only MyCaffe has it",
                                     "layer l: phase RUN was left out, since only MyCaffe has it"));
    EXPECT_THAT(text, testing::AllOf(HasSubstr("level: 1"), Not(HasSubstr("RUN"))));
}

TEST(PrototxtStrict, KeepsWhatMayBeBvlcs)
{
    EXPECT_THAT(strict("layer { name: \"c\" type: \"Convolution\" convolution_param { num_output: 20 } }"),
                HasSubstr("convolution_param {\n    num_output: 20\n  }"));
}

TEST(PrototxtStrict, MakesSingleLayersOfStackedOnes)
{
    std::vector<engine::Sentence> dropped;
    const Model model = readText(strict(
        "layer { name: \"lstm1\" type: \"LSTM\" bottom: \"x\" bottom: \"clip\" top: \"h\" include { phase: TEST }\n"
        "  param { lr_mult: 1 } param { lr_mult: 2 } param { lr_mult: 3 } param { lr_mult: 4 }\n"
        "  recurrent_param { num_output: 8 num_layers: 3 dropout_ratio: 0.3 dropout_seed: 5 } }",
        &dropped));
    ASSERT_EQ(model.layers.size(), 5u);
    const auto wires = [&](std::size_t index) {
        return model.layers[index].bottoms[0] + " -> " + model.layers[index].tops[0];
    };
    EXPECT_EQ(wires(0), "x -> lstm1_1");
    EXPECT_EQ(wires(1), "lstm1_1 -> lstm1_drop1");
    EXPECT_EQ(wires(2), "lstm1_drop1 -> lstm1_2");
    EXPECT_EQ(wires(3), "lstm1_2 -> lstm1_drop2");
    EXPECT_EQ(wires(4), "lstm1_drop2 -> h");
    EXPECT_EQ(model.layers[1].type, "DROPOUT");
    EXPECT_EQ(model.layers[1].params, (Params{{"dropout_ratio", 0.3}}));
    for (const std::size_t lstm : {0, 2, 4}) {
        EXPECT_EQ(model.layers[lstm].type, "LSTM");
        EXPECT_EQ(model.layers[lstm].bottoms.at(1), "clip");
        EXPECT_EQ(model.layers[lstm].params.at("num_output"), ParamValue(std::int64_t{8}));
    }
    for (const Layer& layer : model.layers) {
        EXPECT_EQ(layer.include.size(), 1u) << layer.name;
    }
    EXPECT_EQ(model.layers[0].weights.size(), 3u);
    EXPECT_THAT(model.layers[2].weights, ElementsAre(WeightSettings{"", 4, std::nullopt}));
    EXPECT_THAT(
        dropped,
        ElementsAre(
            "layer lstm1: its 3 stacked layers became the layers lstm1_1 to lstm1_3, since BVLC Caffe stacks none"));
}

TEST(PrototxtStrict, StacksWithoutDropoutWhereThereIsNone)
{
    const Model model =
        readText(strict("layer { name: \"l\" type: \"LSTM\" bottom: \"x\" bottom: \"clip\" top: \"l_1\" "
                        "recurrent_param { num_output: 8 num_layers: 2 } }"));
    ASSERT_EQ(model.layers.size(), 2u);
    EXPECT_EQ(model.layers[0].name, "l_1_") << "l_1 is a tensor already";
    EXPECT_EQ(model.layers[1].bottoms[0], model.layers[0].tops[0]);
    EXPECT_EQ(model.layers[1].tops[0], "l_1");
}

TEST(PrototxtStrict, TurnsATextSourceIntoAnInput)
{
    std::vector<engine::Sentence> dropped;
    const Model model =
        readText(strict("layer { name: \"text\" type: \"TextData\" top: \"data\" top: \"clip\" top: \"label\" "
                        "text_data_param { time_steps: 5 batch_size: 2 } }",
                        &dropped));
    EXPECT_EQ(model.layers.at(0).type, "INPUT");
    EXPECT_EQ(model.layers[0].params, (Params{{"shape", std::vector<Shape>{{5, 2}, {5, 2}, {10}}}}));
    EXPECT_THAT(dropped,
                ElementsAre("layer text: TEXTDATA became an INPUT of the same shapes, since BVLC Caffe has no such "
                            "source: whoever runs the net must fill it"));
}

TEST(PrototxtStrict, SaysWhyATextSourceCannotBecomeAnInput)
{
    std::vector<engine::Sentence> dropped;
    strict("layer { name: \"text\" type: \"TextData\" }", &dropped);
    ASSERT_FALSE(dropped.empty());
    EXPECT_EQ(dropped[0],
              "layer text: it has 0 tops, but must have 1 to 3 (data, [clip], [label]); so it could not become an "
              "INPUT of the same shapes");
}

TEST(PrototxtWriter, AlwaysWritesTheActivationOfAnRnn)
{
    Model model;
    model.layers.resize(1);
    model.layers[0].name = "r";
    model.layers[0].type = "RNN";
    model.layers[0].params = {{"num_output", std::int64_t{3}}};
    for (const WriteStyle style : {WriteStyle::Hamnet, WriteStyle::MyCaffe}) {
        const std::string text = writeModel(model, style);
        EXPECT_THAT(text, HasSubstr("activation: TANH"));
        EXPECT_EQ(readText(text).layers.at(0).type, "RNN");
    }
}

TEST(PrototxtStrict, RefusesCellsAndDirectionsThatBvlcCaffeWouldMisread)
{
    const auto refusal = [](const std::string& fields) {
        return ::sentenceOf(
            [&] { strict("layer { name: \"r\" bottom: \"x\" bottom: \"clip\" top: \"h\" " + fields + " }"); });
    };
    EXPECT_THAT(refusal("type: \"GRU\" recurrent_param { num_output: 3 }"),
                testing::StartsWith("layer r: GRU has no form in BVLC Caffe"));
    EXPECT_THAT(refusal("type: \"RNN\" recurrent_param { num_output: 3 activation: RELU }"),
                testing::StartsWith("layer r: RNN with RELU has no form in BVLC Caffe"));
    EXPECT_THAT(refusal("type: \"LSTM\" recurrent_param { num_output: 3 bidirectional: true }"),
                testing::StartsWith("layer r: a bidirectional LSTM has no form in BVLC Caffe"));
    EXPECT_THAT(refusal("type: \"CELL\" recurrent_param { num_output: 3 cell: \"janet\" }"),
                testing::StartsWith("layer r: CELL has no form in BVLC Caffe"));
    EXPECT_THAT(refusal("type: \"CELL\" recurrent_param { num_output: 3 cell: \"jane\" }"),
                testing::StartsWith("layer r: CELL has no form in BVLC Caffe"));
    EXPECT_EQ(refusal("type: \"LSTM\" recurrent_param { num_output: 3 bidirectional: false }"), "");
}

TEST(PrototxtStrict, SaysWhichTypesBvlcCaffeDoesNotHave)
{
    std::vector<engine::Sentence> dropped;
    const std::string text =
        strict("layer { name: \"l\" type: \"LstmSimple\" lstm_simple_param { num_output: 8 } }", &dropped);
    EXPECT_THAT(dropped,
                ElementsAre("layer l: its type LSTM_SIMPLE stays without settings, since BVLC Caffe does not have it"));
    EXPECT_THAT(text, Not(HasSubstr("lstm_simple_param")));
}

TEST(PrototxtStrict, SolverHasNoMeanOverNothing)
{
    std::vector<engine::Sentence> dropped;
    SolverSettings solver;
    solver.params = {{"base_lr", 0.1}, {"average_loss", std::int64_t{0}}};
    EXPECT_EQ(writeSolver(solver, WriteStyle::StrictBvlc, &dropped), "base_lr: 0.1\nlr_policy: \"fixed\"\n");
    EXPECT_THAT(dropped, ElementsAre("solver: average_loss 0 was left out, since BVLC Caffe wants 1 or more"));
    solver.params["average_loss"] = std::int64_t{20};
    EXPECT_THAT(writeSolver(solver, WriteStyle::StrictBvlc, &dropped), HasSubstr("average_loss: 20"));
}

TEST(PrototxtStrict, SolverHasWhatBvlcCaffeCannotRunWithout)
{
    std::vector<engine::Sentence> dropped;
    SolverSettings solver;
    solver.params = {{"type", std::string("AdamW")},
                     {"lr_policy", std::string("cosine")},
                     {"warmup_iter", std::int64_t{5}},
                     {"min_lr", 0.0}};
    EXPECT_EQ(writeSolver(solver, WriteStyle::StrictBvlc, &dropped),
              "type: \"SGD\"\nbase_lr: 0.01\nlr_policy: \"fixed\"\n");
    EXPECT_THAT(dropped, ElementsAre("solver: type AdamW became SGD, since BVLC Caffe does not have it",
                                     "solver: lr_policy cosine became fixed, since BVLC Caffe does not have it",
                                     "solver: warmup_iter 5 was left out, since BVLC Caffe does not have it"));
}

} // namespace engine
