// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "tests/support/sentence_of.h"
#include "tests/support/slowdown.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace engine {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Model readNoting(const std::string& text, std::vector<engine::Sentence>* notes = nullptr)
{
    return readModel(text, "net.prototxt", std::nullopt, notes);
}

/// A net of one layer with these fields.
Layer readLayer(const std::string& fields)
{
    return readNoting("layer { " + fields + " }").layers.at(0);
}

} // namespace

TEST(PrototxtNet, HasItsNameAndItsLayersInOrder)
{
    const Model model =
        readNoting("name: \"Char-RNN\"\nlayer { name: \"a\" type: \"TanH\" }\nlayer { name: \"b\" type: \"ReLU\" }");
    EXPECT_EQ(model.name, "Char-RNN");
    ASSERT_EQ(model.layers.size(), 2u);
    EXPECT_EQ(model.layers[0].name, "a");
    EXPECT_EQ(model.layers[1].name, "b");
    EXPECT_EQ(model.layers[1].line, 3);
}

TEST(PrototxtNet, MayBeEmpty)
{
    EXPECT_EQ(readNoting(""), Model());
    EXPECT_EQ(readNoting("# only a comment").comment, "only a comment");
}

TEST(PrototxtLayer, KnowsATypeInAnySpelling)
{
    for (const char* spelling : {"\"LSTM_SIMPLE\"", "\"LstmSimple\"", "LstmSimple", "lstm_simple", "\"Lstm_Simple\""}) {
        EXPECT_EQ(readLayer(std::string("name: 'l' type: ") + spelling).type, "LSTM_SIMPLE") << spelling;
    }
    EXPECT_EQ(readLayer("name: 'l' type: 'InnerProduct'").type, "INNERPRODUCT");
    EXPECT_EQ(readLayer("name: 'l' type: 'Lstm_Unit'").type, "LSTM_UNIT");
}

TEST(PrototxtLayer, KeepsAnUnknownTypeAsItIsSpelled)
{
    std::vector<engine::Sentence> notes;
    const Model model =
        readNoting("layer {\n name: \"c\"\n type: \"Convolution\"\n convolution_param { num_output: 20 }\n}", &notes);
    EXPECT_EQ(model.layers[0].type, "Convolution");
    EXPECT_EQ(model.layers[0].unknown, "convolution_param {\n  num_output: 20\n}\n");
    EXPECT_THAT(notes, ElementsAre("line 1: layer c has the type Convolution, which is not known here: it is kept, and "
                                   "cannot run"));
}

TEST(PrototxtLayer, OfAnyCellIsRead)
{
    const Layer gru = readLayer("name: 'g' type: 'gru' recurrent_param { num_output: 3 num_layers: 2 dropout_ratio: "
                                "0.5 bidirectional: true bias_filler { type: 'constant' } }");
    EXPECT_EQ(gru.type, "GRU");
    EXPECT_EQ(gru.params.at("bidirectional"), ParamValue(true));
    EXPECT_EQ(gru.unknown, "");
    const Layer rnn = readLayer("name: 'r' type: 'Rnn' recurrent_param { num_output: 3 activation: RELU }");
    EXPECT_EQ(rnn.type, "RNN");
    EXPECT_EQ(rnn.params.at("activation"), ParamValue(std::string("RELU")));
}

TEST(PrototxtLayer, OfCaffesOwnRnnIsRefusedAtItsType)
{
    EXPECT_EQ(sentenceOf([&] {
                  readNoting("layer {\n  name: \"r\"\n  type: \"RNN\"\n  recurrent_param { num_output: 3 }\n}");
              }),
              "net.prototxt:3:9: found layer r of the type 'RNN' without activation, which is Caffe's own RNN "
              "with a second product behind h; expected activation: TANH or activation: RELU in its "
              "recurrent_param, as Hamnet's plain RNN has it");
}

TEST(PrototxtLayer, HasSettingsOfEveryKind)
{
    const Layer lstm = readLayer("name: 'l' type: 'LSTM' recurrent_param { num_output: 512 forget_bias: 1 "
                                 "engine: cudnn expose_hidden: True debug_info: f "
                                 "weight_filler { type: 'uniform' min: -0.01 max: 1e-2f } }");
    EXPECT_EQ(lstm.params.at("num_output"), ParamValue(std::int64_t{512}));
    EXPECT_EQ(lstm.params.at("engine"), ParamValue(std::string("CUDNN")));
    EXPECT_EQ(lstm.params.at("forget_bias"), ParamValue(1.0));
    EXPECT_EQ(lstm.params.at("expose_hidden"), ParamValue(true));
    EXPECT_EQ(lstm.params.at("debug_info"), ParamValue(false));
    EXPECT_EQ(lstm.params.at("weight_filler"), ParamValue(Filler{.type = "uniform", .min = -0.01, .max = 0.01}));
    EXPECT_FALSE(lstm.params.contains("num_layers")) << "only what was given";

    const Layer input =
        readLayer("name: 'i' type: 'Input' input_param { shape { dim: 75 dim: 25 } shape: { dim: [5, 1] } }");
    EXPECT_EQ(input.params.at("shape"), ParamValue(std::vector<Shape>{{75, 25}, {5, 1}}));
    const Layer reshape = readLayer("name: 'r' type: 'Reshape' reshape_param { shape { dim: -1 dim: 1 } axis: 0 }");
    EXPECT_EQ(reshape.params.at("shape"), ParamValue(std::vector<std::int64_t>{-1, 1}));
    const Layer eltwise = readLayer("name: 'e' type: 'Eltwise' eltwise_param { operation: SUM coeff: 1 coeff: -0.5 }");
    EXPECT_EQ(eltwise.params.at("coeff"), ParamValue(std::vector<double>{1, -0.5}));
    EXPECT_EQ(eltwise.params.at("operation"), ParamValue(std::string("SUM")));
    const Layer slice = readLayer("name: 's' type: 'Slice' slice_param { slice_point: 2 slice_point: 4 }");
    EXPECT_EQ(slice.params.at("slice_point"), ParamValue(std::vector<std::int64_t>{2, 4}));
}

TEST(PrototxtLayer, HasSettingsInSeveralMessages)
{
    const Layer loss =
        readLayer("name: 'l' type: 'SoftmaxWithLoss' softmax_param { axis: 2 } loss_param { ignore_label: 3 "
                  "normalization: BATCH_SIZE }");
    EXPECT_EQ(loss.params.at("axis"), ParamValue(std::int64_t{2}));
    EXPECT_EQ(loss.params.at("ignore_label"), ParamValue(std::int64_t{3}));
    EXPECT_EQ(loss.params.at("normalization"), ParamValue(std::string("BATCH_SIZE")));
}

TEST(PrototxtLayer, HasPhaseRulesWithLevelsAndStages)
{
    const Layer layer =
        readLayer("name: 'l' type: 'TanH' include { phase: TEST min_level: 1 max_level: 3 stage: 'a' stage: 'b' "
                  "not_stage: 'c' } include { phase: train } exclude: { phase: RUN } exclude { phase: NONE }");
    ASSERT_EQ(layer.include.size(), 2u);
    EXPECT_EQ(layer.include[0], (PhaseRule{Phase::Test, 1, 3, {"a", "b"}, {"c"}}));
    EXPECT_EQ(layer.include[1].phase, Phase::Train);
    ASSERT_EQ(layer.exclude.size(), 2u);
    EXPECT_EQ(layer.exclude[0].phase, Phase::Run);
    EXPECT_EQ(layer.exclude[1].phase, std::nullopt);
}

TEST(PrototxtLayer, HasTensorsAndNamesAndPacesOfItsWeights)
{
    const Layer layer =
        readLayer("name: 'l' type: 'InnerProduct' param { name: 'w' lr_mult: 1 decay_mult: 0.5 } param { lr_mult: 2 } "
                  "loss_weight: 1 loss_weight: 0.5 propagate_down: true propagate_down: 0 bottom: 'x' bottom: 'y' "
                  "top: 'x'");
    EXPECT_THAT(layer.bottoms, ElementsAre("x", "y"));
    EXPECT_THAT(layer.tops, ElementsAre("x"));
    EXPECT_THAT(layer.weights, ElementsAre(WeightSettings{"w", 1, 0.5}, WeightSettings{"", 2, std::nullopt}));
    EXPECT_THAT(layer.lossWeights, ElementsAre(1, 0.5));
    EXPECT_THAT(layer.propagateDown, ElementsAre(true, false));
}

TEST(PrototxtComments, BelongToTheFileOrToTheLayerBelowThem)
{
    const Model model = readNoting(
        "# The head\n#  of the file\nname: \"n\" # its name\n\n# of a\nlayer { # first\n  name: \"a\" # called a\n"
        "  type: \"LSTM\"\n  recurrent_param {\n    # wide\n    num_output: 8 # units\n  }\n}\n"
        "layer { name: \"b\" type: \"TanH\" }\n# the end\n");
    EXPECT_EQ(model.comment, "The head\n of the file\nname: its name");
    EXPECT_EQ(model.layers[0].comment, "of a\nfirst\nname: called a\nwide\nnum_output: units");
    EXPECT_EQ(model.layers[1].comment, "");
    EXPECT_EQ(model.unknown, "# the end\n");
}

TEST(PrototxtComments, BeforeTheFirstLayerArePartedByABlankLine)
{
    const Model both = readNoting("# head\n\n# of a\nlayer { name: \"a\" type: \"TanH\" }");
    EXPECT_EQ(both.comment, "head");
    EXPECT_EQ(both.layers[0].comment, "of a");
    const Model own = readNoting("# of a\nlayer { name: \"a\" type: \"TanH\" }");
    EXPECT_EQ(own.comment, "");
    EXPECT_EQ(own.layers[0].comment, "of a");
}

TEST(PrototxtUnknown, FieldsAreKeptWithTheMessagesTheyCameIn)
{
    std::vector<engine::Sentence> notes;
    const Model model = readNoting(
        "force_backward: true\nstate { phase: TEST }\n"
        "layer { name: \"l\" type: \"LSTM\" phase: TEST new_param { a: 1 }\n"
        "  param { lr_mult: 1 } param { share_mode: PERMISSIVE }\n"
        "  recurrent_param { num_output: 8 weight_filler { type: \"xavier\" sparse: 3 } unheard_of: \"x\" } }",
        &notes);
    EXPECT_EQ(model.unknown, "force_backward: true\nstate {\n  phase: TEST\n}\n");
    EXPECT_EQ(model.layers[0].unknown,
              "param {\n}\nparam {\n  share_mode: PERMISSIVE\n}\n"
              "recurrent_param {\n  weight_filler {\n    sparse: 3\n  }\n  unheard_of: \"x\"\n}\n"
              "phase: TEST\nnew_param {\n  a: 1\n}\n");
    EXPECT_THAT(notes,
                ElementsAre("line 4: layer l: param.share_mode is not known; it is kept and has no effect",
                            "line 5: layer l: recurrent_param.weight_filler.sparse is not known; it is kept and has no "
                            "effect",
                            "line 5: layer l: recurrent_param.unheard_of is not known; it is kept and has no effect",
                            "line 3: layer l: phase is not known; it is kept and has no effect",
                            "line 3: layer l: new_param is not known; it is kept and has no effect",
                            "line 1: the net: force_backward is not known; it is kept and has no effect",
                            "line 2: the net: state is not known; it is kept and has no effect"));
    EXPECT_EQ(readNoting("inputs_note: 1").unknown, "inputs_note: 1\n") << "no input of Caffe's first versions";
}

TEST(PrototxtUnknown, FieldsAreInTheOrderInWhichTheyAreWritten)
{
    const Model model = readModel(R"(
layer { name: "l" type: "Embed" new_param: 1
  embed_param { novelty: 2 input_dim: 5 } })",
                                  "a.prototxt");
    EXPECT_EQ(model.layers[0].unknown, "embed_param {\n  novelty: 2\n}\nnew_param: 1\n");
    EXPECT_EQ(readModel(writeModel(model), "again").layers[0].unknown, model.layers[0].unknown);
}

TEST(PrototxtUnknown, FieldsAreToldWithTheNameThatMayBeMeant)
{
    std::vector<engine::Sentence> notes;
    readSolver("base_lr: 1\nclip_gradient: 5 # a slip\nlearning_rate: 3\nseed: 4\ncustom_trainer: \"x\"", "s",
               std::nullopt, &notes);
    EXPECT_THAT(
        notes, ElementsAre(testing::StartsWith("read as MyCaffe's dialect"),
                           "line 2: the solver: clip_gradient is not known (did you mean clip_gradients?); it is kept "
                           "and has no effect",
                           "line 3: the solver: learning_rate is not known (did you mean base_lr?); it is kept and has "
                           "no effect",
                           "line 4: the solver: seed is not known (did you mean random_seed?); it is kept and has no "
                           "effect",
                           "line 5: the solver: custom_trainer is MyCaffe's own and has no effect here; it is kept"));
}

TEST(PrototxtUnknown, SettingsOfALayerAreLookedForInItsOtherMessages)
{
    std::vector<engine::Sentence> notes;
    readNoting("layer { name: \"l\" type: \"LSTM\" num_output: 5 botom: \"x\" recurrent_params { num_output: 5 }\n"
               "  recurrent_param { num_outputs: 8 units: 3 } }",
               &notes);
    const auto meant = [](const char* name) { return testing::HasSubstr(std::string("(did you mean ") + name + "?)"); };
    EXPECT_THAT(notes,
                testing::UnorderedElementsAre(meant("recurrent_param.num_output"), meant("bottom"),
                                              meant("recurrent_param"), meant("num_output"), meant("num_output")));
}

TEST(PrototxtUnknown, FieldsWithoutMeasureMakeAFewNotes)
{
    std::string text = "layer { name: \"l\" type: \"TanH\" ";
    for (int number = 100; number < 200; ++number) {
        text += "f" + std::to_string(number) + ": 1 ";
    }
    std::vector<engine::Sentence> notes;
    readNoting(text + "}", &notes);
    ASSERT_EQ(notes.size(), 7u);
    EXPECT_EQ(notes.front(), "line 1: layer l: f100 is not known; it is kept and has no effect");
    EXPECT_EQ(notes.back(), "layer l: 94 more fields are not known; they are kept and have no effect");
}

TEST(PrototxtNumbers, AreDecimal)
{
    for (const std::string text : {"012", "0x1F", "00", "-07"}) {
        EXPECT_THAT(
            ::sentenceOf([&] { readLayer("name: 'l' type: 'LSTM' recurrent_param { num_output: " + text + " }"); }),
            HasSubstr("expected a decimal number without leading zeros"));
    }
    EXPECT_EQ(readLayer("name: 'l' type: 'TanH' novelty: 012").unknown, "novelty: 012\n");
}

TEST(PrototxtNet, IsTheSameInMyCaffesSpelling)
{
    const char* bvlc = "name: \"n\"\nlayer { name: \"lstm1\" type: \"LSTM\" bottom: \"x\" top: \"h\"\n"
                       "  recurrent_param { num_output: 8 debug_info: false weight_filler { type: \"xavier\" } } }";
    const char* myCaffe = "name: n\nlayer\n{\n  name: lstm1\n  type: Lstm\n  bottom: x\n  top: h\n"
                          "  recurrent_param\n  {\n    num_output: 8;\n    debug_info: False;\n    weight_filler: { "
                          "type: xavier }\n  }\n}\n";
    Model expected = readNoting(bvlc), found = readNoting(myCaffe);
    EXPECT_EQ(found.dialect, Dialect::MyCaffe);
    found.dialect = expected.dialect;
    EXPECT_EQ(found, expected);
}

TEST(PrototxtNet, SaysWhereItCannotBeRead)
{
    const auto plain = [](const std::string& fields) { return "layer { name: 'l' type: 'TanH' " + fields + " }"; };
    const auto lstm = [](const std::string& settings) {
        return "layer { name: 'l' type: 'LSTM' recurrent_param { " + settings + " } }";
    };
    const auto dropout = [](const std::string& setting) {
        return "layer { name: 'd' type: 'Dropout' dropout_param { " + setting + " } }";
    };
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"layer: 5", "1:8: found '5', expected '{' after layer"},
        {"layer { type: 'LSTM' }", "1:1: found a layer without a name, expected one such as name: \"lstm1\""},
        {"layer { name: '' type: 'LSTM' }", "1:15: found an empty text, expected a name for name"},
        {"\n layer { name: 'l' }", "2:2: layer l has no type, expected one such as type: \"LSTM\""},
        {"layer { name: 'l' name: 'm' type: 'TanH' }",
         "1:19: found name a second time, expected it once, as on line 1"},
        {"layer { name: { } type: 'TanH' }", "1:15: found '{', expected text for name"},
        {"layer { name: 'l' type: 'TanH' bottom: '' }", "1:40: found an empty text, expected a name for bottom"},
        {"layer { name: 'l' type: 'LSTM' recurrent_param: 5 }", "1:49: found '5', expected '{' after recurrent_param"},
        {lstm("num_output: 'x'"), "1:62: found '\"x\"', expected a whole number for num_output of layer l"},
        {lstm("num_output: 1.5"), "1:62: found '1.5', expected a whole number for num_output of layer l"},
        {dropout("dropout_ratio: 00.5"),
         "1:66: found '00.5', expected a decimal number without leading zeros for dropout_ratio of layer d"},
        {lstm("num_output { }"), "1:61: found '{', expected a whole number for num_output of layer l"},
        {lstm("num_output: 99999999999999999999"),
         "1:62: found '99999999999999999999', expected a whole number of less than 64 bits for num_output of layer l"},
        {lstm("num_output: 0"), "1:62: layer l: num_output is 0, but must lie between 1 and 65536"},
        {"layer { name: 'l' type: 'LSTM'\n recurrent_param { num_output: 1000000000000 } }",
         "2:32: layer l: num_output is 1000000000000, but must lie between 1 and 65536"},
        {lstm("num_output: 1 num_output: 2"), "1:64: found num_output a second time, expected it once, as on line 1"},
        {"layer { name: 'l' type: 'LSTM' recurrent_param { } recurrent_param { } }",
         "1:52: found recurrent_param a second time, expected it once, as on line 1"},
        {lstm("engine: TURBO"),
         "1:58: layer l: engine is \"TURBO\", but must be DEFAULT, CAFFE, CUDNN, FUSED or ONEDNN"},
        {lstm("expose_hidden: maybe"), "1:65: found 'maybe', expected true or false for expose_hidden of layer l"},
        {dropout("dropout_ratio: nan"), "1:66: found 'nan', expected a number for dropout_ratio of layer d"},
        {dropout("dropout_ratio: 1e999"),
         "1:66: found '1e999', expected a number from 1e-308 to 1e308 for dropout_ratio of layer d"},
        {dropout("dropout_ratio: 1"), "1:66: layer d: dropout_ratio is 1, but must lie between 0 and 0.999"},
        {lstm("weight_filler { type: 'orthogonal' }"), "1:72: layer l: weight_filler has the type \"orthogonal\", but "
                                                       "must be constant, uniform, gaussian, xavier or msra"},
        {lstm("weight_filler: 'xavier'"), "1:65: found '\"xavier\"', expected '{' after weight_filler"},
        {lstm("weight_filler { type: 'uniform' min: 2 }"),
         "1:64: layer l: weight_filler has min 2 and max 1, but min must not exceed max"},
        {"layer { name: 'i' type: 'Input' input_param { shape { dim: 0 } } }",
         "1:53: layer i: shape is 0, but every extent must lie between 1 and 1099511627776"},
        {"layer { name: 'i' type: 'Input' input_param { shape { size: 5 } } }",
         "1:55: found 'size', expected dim in shape"},
        {"layer { name: 'i' type: 'Input' input_param { shape: 5 } }", "1:54: found '5', expected '{' after shape"},
        {plain("include { phase: EVAL }"), "1:49: found 'EVAL', expected TRAIN, TEST or RUN for phase of layer l"},
        {plain("include { phases: TRAIN }"),
         "1:42: found 'phases', expected phase, min_level, max_level, stage or not_stage in include"},
        {plain("include { min_level: 5000000000 }"),
         "1:53: found '5000000000', expected a number of at most 32 bits for min_level of layer l"},
        {plain("param { lr_mult: fast }"), "1:49: found 'fast', expected a number for lr_mult of layer l"},
        {"layers { name: 'l' type: TANH }",
         "1:1: found layers, the form of Caffe's first versions, expected layer { name: ... type: \"InnerProduct\" ... "
         "}: Caffe's upgrade_net_proto_text converts such files"},
        {"input_dim: 5",
         "1:1: found input_dim, the form of Caffe's first versions, expected layer { name: ... type: \"InnerProduct\" "
         "... }: Caffe's upgrade_net_proto_text converts such files"},
        {plain("param { decay: 1 }"), "1:40: found 'decay', expected name, lr_mult or decay_mult in param"},
        {lstm("weight_filler { typ: 3 }"),
         "1:66: found 'typ', expected type, value, min, max, mean, std or variance_norm in weight_filler"},
        {"base_lr: 0.1", "1:1: found base_lr, a setting of a solver, expected a net with layer { ... }"},
        {lstm("engine: " + std::string(5000, 'X')), "1:58: layer l: engine is \"" + std::string(40, 'X') +
                                                        "...\", but must be DEFAULT, CAFFE, CUDNN, FUSED or ONEDNN"},
        {"layer { name: '" + std::string(257, 'x') + "' type: 'LSTM' }",
         "1:15: found a text of 257 bytes, expected a name of at most 256 for name"},
        {"layer { name: 'l' type: 'TanH' top: '" + std::string(257, 'x') + "' }",
         "1:37: found a text of 257 bytes, expected a name of at most 256 for top"},
        {"layer { name: '\\n" + std::string(200, 'x') + "' type: 'LSTM' recurrent_param { num_output: 0 } }",
         "1:263: layer \\x0a" + std::string(39, 'x') + "...: num_output is 0, but must lie between 1 and 65536"},
        {"name: 'a' name: 'b'", "1:11: found name a second time, expected it once, as on line 1"},
    };
    for (const auto& [text, wanted] : cases) {
        try {
            readNoting(text);
            ADD_FAILURE() << "reads: " << text;
        } catch (const ParseError& error) {
            EXPECT_EQ(error.what(), "net.prototxt:" + wanted);
        }
    }
}

TEST(PrototxtSolver, HasItsSettings)
{
    const SolverSettings solver =
        readSolver("# quick\nnet: \"net.prototxt\"\ntype: \"Adam\"\nbase_lr: 2e-3 # high\nlr_policy: \"multistep\"\n"
                   "stepvalue: 100\nstepvalue: 200\nmax_iter: 300\nsnapshot_format: HDF5\nnovelty: 1\n",
                   "solver.prototxt");
    EXPECT_EQ(solver.params, (Params{{"net", std::string("net.prototxt")},
                                     {"type", std::string("Adam")},
                                     {"base_lr", 0.002},
                                     {"lr_policy", std::string("multistep")},
                                     {"stepvalue", std::vector<std::int64_t>{100, 200}},
                                     {"max_iter", std::int64_t{300}},
                                     {"snapshot_format", std::string("HDF5")}}));
    EXPECT_EQ(solver.comment, "quick\nbase_lr: high");
    EXPECT_EQ(solver.unknown, "novelty: 1\n");
    EXPECT_EQ(solver.dialect, Dialect::Bvlc);
}

TEST(PrototxtSolver, UnderstandsMyCaffesSlipOfThePen)
{
    EXPECT_EQ(readSolver("ransom_seed: 17", "s").params.at("random_seed"), ParamValue(std::int64_t{17}));
    EXPECT_EQ(readSolver("solver_type: ADAM", "s").params.at("type"), ParamValue(std::string("Adam")));
}

TEST(PrototxtSolver, SaysWhereItCannotBeRead)
{
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"type: \"Lion\"",
         "solver.prototxt:1:7: solver: type is \"Lion\", but must be SGD, Nesterov, AdaGrad, RMSProp, AdaDelta, Adam "
         "or AdamW"},
        {"base_lr: -1", "solver.prototxt:1:10: solver: base_lr is -1, but must lie between 0 and 1000000"},
        {"max_iter: many", "solver.prototxt:1:11: found 'many', expected a whole number for max_iter of solver"},
        {"layer { name: 'a' }",
         "solver.prototxt:1:1: found a layer, expected a solver's settings such as base_lr: 0.05"},
        {"base_lr: 1\nbase_lr: 2", "solver.prototxt:2:1: found base_lr a second time, expected it once, as on line 1"},
    };
    for (const auto& [text, wanted] : cases) {
        try {
            readSolver(text, "solver.prototxt");
            ADD_FAILURE() << "reads: " << text;
        } catch (const ParseError& error) {
            EXPECT_EQ(error.what(), wanted);
        }
    }
}

TEST(PrototxtFile, ThatIsNotThereOrNoFileIsOneSentence)
{
    EXPECT_EQ(::sentenceOf([] { readModelFile("/nowhere/net.prototxt"); }),
              "/nowhere/net.prototxt: cannot be read: No such file or directory");
    EXPECT_EQ(::sentenceOf([] { readSolverFile("/tmp"); }), "/tmp: cannot be read: it is a folder");
}

TEST(PrototxtFile, IsReadWhole)
{
    const auto file = std::filesystem::path(testing::TempDir()) / "prototxt_file_test.prototxt";
    std::ofstream(file) << "name: \"n\"\n# " << std::string(200'000, 'x') << "\nlayer { name: \"l\" type: \"TanH\" }\n";
    EXPECT_EQ(readModelFile(file).layers.at(0).line, 3);
    std::filesystem::remove(file);
}

TEST(PrototxtCheck, SaysTheLineOfTheLayerThatDoesNotFit)
{
    const Model model =
        readNoting("layer { name: \"data\" type: \"Input\" top: \"x\" input_param { shape { dim: 5 dim: 2 } } }\n"
                   "layer { name: \"l\" type: \"LSTM\" bottom: \"x\" bottom: \"clp\" top: \"h\"\n"
                   "  recurrent_param { num_output: 8 } }\n"
                   "layer { name: \"c\" type: \"Convolution\" bottom: \"x\" top: \"y\" }\n"
                   "layer { name: \"data\" type: \"TanH\" bottom: \"x\" top: \"z\" }\n"
                   "layer { name: \"u\" type: \"TanH\" bottom: \"v\" top: \"w\" }\n"
                   "layer { name: \"v\" type: \"TanH\" bottom: \"w\" top: \"v\" }\n");
    const std::vector<engine::Sentence> problems = checkModel(model, "net.prototxt");
    ASSERT_EQ(problems.size(), 4u) << testing::PrintToString(problems);
    EXPECT_THAT(problems[0], testing::StartsWith("net.prototxt:2: layer l: its bottom \"clp\" is made by no layer"));
    EXPECT_THAT(problems[1], testing::StartsWith("net.prototxt:4: layer c: its type is \"Convolution\""));
    EXPECT_THAT(problems[2], testing::StartsWith("net.prototxt:5: layer data: "));
    EXPECT_THAT(problems[3], testing::StartsWith("net.prototxt:6: layer u: "));
    EXPECT_THAT(problems[3], HasSubstr("cycle"));
}

TEST(PrototxtCheck, SaysTheLineOfEachProblemOfALayer)
{
    const Model model = readNoting("\nlayer { name: \"a\" type: \"Eltwise\" bottom: \"b\" bottom: \"c\" top: \"d\" }");
    const std::vector<engine::Sentence> problems = checkModel(model, "f");
    ASSERT_EQ(problems.size(), 2u) << testing::PrintToString(problems);
    EXPECT_THAT(problems[0], testing::StartsWith("f:2: layer a: its bottom \"b\""));
    EXPECT_THAT(problems[1], testing::StartsWith("f:2: layer a: its bottom \"c\""));
}

TEST(PrototxtCheck, KnowsLayersWhoseNamesHaveColons)
{
    const Model model = readNoting("layer { name: \"a\" type: \"TanH\" bottom: \"x\" top: \"y\" }\n"
                                   "layer { name: \"a: b\" type: \"Eltwise\" bottom: \"u\" bottom: \"v\" top: \"z\" }");
    const std::vector<engine::Sentence> problems = checkModel(model, "f");
    ASSERT_EQ(problems.size(), 3u) << testing::PrintToString(problems);
    EXPECT_THAT(problems[0], testing::StartsWith("f:1: layer a: "));
    EXPECT_THAT(problems[2], testing::StartsWith("f:2: layer a: b: its bottom \"v\""));
}

/// Each of so many layers, tops and bottoms has a problem.
TEST(PrototxtCheck, TakesTimeByWhatIsThere)
{
    const auto net = [](int many) {
        std::string tops, bottoms, layers;
        for (int number = 0; number < many; ++number) {
            const std::string tensor = "'t" + std::to_string(number) + "' ";
            tops += "top: " + tensor;
            bottoms += "bottom: " + tensor;
            layers += "layer { name: 'x' type: 'TanH' top: 'x' }\n";
        }
        return readNoting("layer { name: 'a' type: 'Input' " + tops +
                          " input_param { shape { dim: 2 } } }\n" + // of one shape
                          "layer { name: 'b' type: 'Concat' " + bottoms + tops + "}\n" + layers);
    };
    const Model few = net(2'000), many = net(8'000);
    EXPECT_GT(checkModel(many, "f").size(), 16'000u);
    EXPECT_LT(slowdown([&] { checkModel(few, "f"); }, [&] { checkModel(many, "f"); }, 8), 8)
        << "16 where each is compared with each";
}

TEST(PrototxtCheck, HasNothingToSayOfANetThatFits)
{
    EXPECT_TRUE(
        checkModel(readNoting("layer { name: \"data\" type: \"Input\" top: \"x\" input_param { shape { dim: 5 } } }"),
                   "f")
            .empty());
}

TEST(PrototxtRead, ASolverNamesTheStatesOfItsNets)
{
    const SolverSettings solver = readSolver(
        "base_lr: 1\ntrain_state { phase: TRAIN stage: \"big\" stage: \"other\" }\ntest_state { level: -2 }\n", "s");
    EXPECT_EQ(solver.trainState, (NetState{.stages = {"big", "other"}}));
    EXPECT_EQ(solver.testState, (NetState{.level = -2}));
    EXPECT_EQ(readSolver(writeSolver(solver), "s"), solver);
    const SolverSettings plain = readSolver("base_lr: 1 train_state { }", "s");
    EXPECT_EQ(readSolver(writeSolver(plain), "s"), plain);
    const auto refusal = [](const std::string& text) -> std::string {
        return ::sentenceOf([&] { readSolver(text, "solver.prototxt"); });
    };
    EXPECT_THAT(refusal("train_state { phase: TEST }"), HasSubstr("1:22: found 'TEST', expected TRAIN for phase"));
    EXPECT_THAT(refusal("test_state { stages: \"x\" }"), HasSubstr("found 'stages', expected level, stage or phase"));
    EXPECT_THAT(refusal("test_state { level: 1.5 }"), HasSubstr("a whole number"));
    EXPECT_THAT(refusal("test_state { } test_state { }"), HasSubstr("found test_state a second time"));
}

TEST(PrototxtRead, TypographicQuotesAreRefusedWhereTheyStand)
{
    const auto refusal = [](const std::string& text) -> std::string { return ::sentenceOf([&] { readNoting(text); }); };
    EXPECT_THAT(refusal("layer {\n  name: “lstm1”\n  type: \"LSTM\" }"),
                HasSubstr("net.prototxt:2:9: found the typographic quotation mark “, expected a plain"));
    for (const std::string mark : {"”", "„", "‘", "’", "«", "»", "‹", "＂"}) {
        EXPECT_THAT(refusal("name: x" + mark), HasSubstr("1:8: found the typographic quotation mark " + mark));
    }
    EXPECT_EQ(refusal("name: größe layer { name: a type: Silence bottom: données }"), "") << "MyCaffe writes no quotes";
    EXPECT_EQ(refusal("name: \"“quoted”\" layer { name: \"a\" type: \"Silence\" } # “remark”"), "");
}

TEST(PrototxtRead, NumbersAreThoseOfProtobuf)
{
    const auto rate = [](const std::string& number) {
        return readSolver("base_lr: " + number, "s").params.at("base_lr");
    };
    for (const auto& [text, number] : {std::pair(".08F", 0.08), std::pair("0.5f", 0.5), std::pair("5F", 5.0),
                                       std::pair("1.", 1.0), std::pair("2.5e-1F", 0.25), std::pair(".5E0", 0.5)}) {
        EXPECT_EQ(rate(text), ParamValue(number)) << text;
    }
    EXPECT_EQ(readLayer("name: \"a\" type: \"Lrn\" loss_weight: -.08F").lossWeights, (std::vector<double>{-0.08}));
    for (const char* text : {"F", "-F", "inF", "INF", "1FF", "0x1F"}) {
        EXPECT_THROW(rate(text), Error) << text;
    }
}

} // namespace engine
