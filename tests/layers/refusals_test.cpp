// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/layers/layer_case.h"

#include <gtest/gtest.h>

#include <ostream>
#include <utility>

using namespace engine;
using namespace engine::test;

namespace {

struct Refusal {
    std::string what;
    LayerCase layer;
    std::string sentence;
};

std::ostream& operator<<(std::ostream& stream, const Refusal& refusal)
{
    return stream << refusal.what;
}

class Refusals : public ::testing::TestWithParam<Refusal> {};

const Params lstm = {{"num_output", whole(4)}};

Params with(Params params, const std::string& key, ParamValue value)
{
    params[key] = std::move(value);
    return params;
}

Params unit(const char* equation, const char* reads)
{
    return {{"equation", std::string(equation)}, {"reads", std::string(reads)}};
}

std::vector<Refusal> recurrent()
{
    const std::vector<Shape> fine = {{5, 2, 3}, {5, 2}};
    return {
        {"LstmWithoutContinuation",
         {.type = "LSTM", .params = lstm, .inputs = {{5, 2, 3}}},
         "layer it: it has 1 bottom, but must have 2 to 4 (x, cont, [h0], [c0])"},
        {"LstmOfAVector",
         {.type = "LSTM", .params = lstm, .inputs = {{5}, {5, 2}}},
         "layer it: input x is 5, but must be steps × streams × width"},
        {"LstmWithOtherContinuation",
         {.type = "LSTM", .params = lstm, .inputs = {{5, 2, 3}, {5, 3}}},
         "layer it: input cont is 5×3, but must be 5×2 (steps × streams of x)"},
        {"GruWithoutAllOfItsState",
         {.type = "GRU", .params = with(lstm, "expose_hidden", true), .inputs = {{5, 2, 3}, {5, 2}, {2, 2, 4}}},
         "layer it: input h0 is 2×2×4, but must be 1×2×4 (layers × streams × units)"},
        {"LstmOfBothDirectionsWithOneDirectionsState",
         {.type = "LSTM",
          .params = with(with(lstm, "expose_hidden", true), "bidirectional", true),
          .inputs = {{5, 2, 3}, {5, 2}, {1, 2, 4}, {1, 2, 4}}},
         "layer it: input h0 is 1×2×4, but must be 2×2×4 (2·layers × streams × units)"},
        {"GruUnitWithSumsOfAnotherWidth",
         {.type = "GRU_UNIT", .inputs = {{1, 2, 4}, {1, 2, 12}, {1, 2, 16}}},
         "layer it: input h_gates is 1×2×16, but must be 1×2×12 (1 × streams × 3·units)"},
        {"LstmWithStaticInput",
         {.type = "LSTM", .params = lstm, .inputs = {{5, 2, 3}, {5, 2}, {2, 9}}},
         "layer it: it has 3 bottoms, but without expose_hidden only x and cont are read (a static input is not "
         "supported)"},
        {"LstmWithHalfAState",
         {.type = "LSTM", .params = with(lstm, "expose_hidden", true), .inputs = {{5, 2, 3}, {5, 2}, {1, 2, 4}}},
         "layer it: it has 3 bottoms, but h0 and c0 must be given together (a static input is not supported)"},
        {"LstmWithOtherState",
         {.type = "LSTM",
          .params = with(lstm, "expose_hidden", true),
          .inputs = {{5, 2, 3}, {5, 2}, {1, 2, 4}, {2, 4}}},
         "layer it: input c0 is 2×4, but must be 1×2×4 (layers × streams × units)"},
        {"LstmWithTopsTooMany",
         {.type = "LSTM", .params = lstm, .inputs = fine, .outputs = 3},
         "layer it: it has 3 tops, but without expose_hidden only h is made"},
        {"LstmWithHalfALastState",
         {.type = "LSTM", .params = with(lstm, "expose_hidden", true), .inputs = fine, .outputs = 2},
         "layer it: it has 2 tops, but hT and cT must be taken together"},
        {"CellWithoutACell",
         {.type = "CELL", .params = lstm, .inputs = fine},
         "layer it: neither cell nor equations is given"},
        {"CellWithTwoCells",
         {.type = "CELL",
          .params = with(with(lstm, "cell", std::string("janet")), "equations", std::string("h = tanh(W x)")),
          .inputs = fine},
         "layer it: cell is 'janet', and equations are given, but only one of the two can be"},
        {"CellThatDoesNotRead",
         {.type = "CELL", .params = with(lstm, "equations", std::string("h = tanh(W x")), .inputs = fine},
         "layer it: line 1, column 13: the line ends, but there must be \")\""},
        {"CellWhoseHeadsDoNotDivideTheUnits",
         {.type = "CELL",
          .params = with(lstm, "equations", std::string("h = tanh(W x + U[3] h[t-1])")),
          .inputs = fine},
         "layer it: line 1: \"U\" has 3 heads, which do not divide the 4 units"},
        {"CellWithNothingToDrop",
         {.type = "CELL",
          .params = with(with(lstm, "equations", std::string("h = W x + h[t-1]")), "weight_dropout", 0.5),
          .inputs = fine},
         "layer it: weight_dropout is 0.5, but must be 0: the cell has no matrix that multiplies units, so that "
         "nothing "
         "would be dropped"},
        {"CellWithNoStateToDrop",
         {.type = "CELL",
          .params = with(with(lstm, "cell", std::string("mingru")), "state_dropout", 0.25),
          .inputs = fine},
         "layer it: state_dropout is 0.25, but must be 0: the cell has no matrix that multiplies units, so that "
         "nothing "
         "would be dropped"},
        {"CellUnitWithTwoEquations",
         {.type = "CELL_UNIT", .params = {{"equation", std::string("a = p\nb = a")}}, .inputs = {{1, 2, 4}}},
         "layer it: the text has 2 equations and 0 first values, but must be one equation"},
        {"CellUnitWithAMatrix",
         {.type = "CELL_UNIT", .params = unit("f = tanh(W p)", "p"), .inputs = {{1, 2, 4}}},
         "layer it: line 1, column 10: a matrix, layernorm and [t-1] cannot stand in an equation that works element by "
         "element"},
        {"CellUnitThatNamesTooFewInputs",
         {.type = "CELL_UNIT", .params = unit("f = p + q", "p"), .inputs = {{1, 2, 4}, {1, 2, 4}}},
         "layer it: reads names 1 tensors, but the layer has 2 bottoms"},
        {"CellUnitThatNamesAnInputTwice",
         {.type = "CELL_UNIT", .params = unit("f = p", "p p"), .inputs = {{1, 2, 4}, {1, 2, 4}}},
         "layer it: reads names \"p\" twice"},
        {"CellUnitWithInputsOfOtherShapes",
         {.type = "CELL_UNIT", .params = unit("f = p + q", "p q"), .inputs = {{1, 2, 4}, {1, 2, 5}}},
         "layer it: input 2 is 1×2×5, but must be 1×2×4 as the first"},
        {"CellUnitOfASingleNumber",
         {.type = "CELL_UNIT", .params = unit("f = p", "p"), .inputs = {Shape{}}},
         "layer it: input 1 is a single number, but must have an axis of units"},
        {"LayerNormOfASingleNumber",
         {.type = "LAYERNORM", .inputs = {Shape{}}},
         "layer it: input x is a single number, but must have an axis of units"},
        {"CellWithMorePortsThanStates",
         {.type = "CELL",
          .params = with(with(lstm, "cell", std::string("janet")), "expose_hidden", true),
          .inputs = {{5, 2, 3}, {5, 2}, {1, 2, 4}, {1, 2, 4}}},
         "layer it: it has ports for 2 states before and 0 after, but its cell has 1"},
        {"LstmWithoutUnits",
         {.type = "LSTM", .inputs = fine},
         "layer it: num_output is not set, but must lie between 1 and 65536"},
        {"LstmOfNoUnits",
         {.type = "LSTM", .params = {{"num_output", whole(0)}}, .inputs = fine},
         "layer it: num_output is 0, but must lie between 1 and 65536"},
        {"LstmOfABillionUnits",
         {.type = "LSTM", .params = {{"num_output", whole(1'000'000'000'000)}}, .inputs = fine},
         "layer it: num_output is 1000000000000, but must lie between 1 and 65536"},
        {"SimpleOfAScalar",
         {.type = "LSTM_SIMPLE", .params = lstm, .inputs = {{}}},
         "layer it: input x is a scalar, but must be (steps·streams) × width"},
        {"SimpleOfOddRows",
         {.type = "LSTM_SIMPLE", .params = with(lstm, "batch_size", whole(4)), .inputs = {{10, 3}}},
         "layer it: input x is 10×3, but its first axis must be a multiple of batch_size 4"},
        {"SimpleWithShortClip",
         {.type = "LSTM_SIMPLE", .params = lstm, .inputs = {{10, 3}, {9}}},
         "layer it: input clip is 9, but must hold 10 marks, one for each row of x"},
        {"UnitOfAMatrix",
         {.type = "LSTM_UNIT", .inputs = {{2, 4}, {1, 2, 16}, {1, 2}}, .outputs = 2},
         "layer it: input c is 2×4, but must be 1 × streams × units"},
        {"UnitOfSeveralSteps",
         {.type = "LSTM_UNIT", .inputs = {{2, 2, 4}, {1, 2, 16}, {1, 2}}, .outputs = 2},
         "layer it: input c is 2×2×4, but must be 1 × streams × units"},
        {"UnitWithOtherGates",
         {.type = "LSTM_UNIT", .inputs = {{1, 2, 4}, {1, 2, 8}, {1, 2}}, .outputs = 2},
         "layer it: input gates is 1×2×8, but must be 1×2×16 (1 × streams × 4·units)"},
        {"UnitWithOtherCont",
         {.type = "LSTM_UNIT", .inputs = {{1, 2, 4}, {1, 2, 16}, {1, 3}}, .outputs = 2},
         "layer it: input cont is 1×3, but must be 1×2 (1 × streams)"},
    };
}

std::vector<Refusal> shapes()
{
    return {
        {"InputWithoutShape",
         {.type = "INPUT", .outputs = 2},
         "layer it: shape is given 0 times, but there must be one for all tops or one for each of the 2"},
        {"InputOfNothing",
         {.type = "INPUT", .params = {{"shape", std::vector<Shape>{{75, 0}}}}},
         "layer it: shape is 75×0, but every extent must lie between 1 and 1099511627776"},
        {"InputTooLarge",
         {.type = "INPUT", .params = {{"shape", std::vector<Shape>{{1'099'511'627'776, 1'099'511'627'776}}}}},
         "layer it: output 1 is 1099511627776×1099511627776, but must not have more than 1099511627776 elements"},
        {"TextAllHeldOut",
         {.type = "TEXTDATA", .params = {{"validation", 0.5}, {"test", 0.5}}},
         "layer it: validation and test together are 1, but must leave some of the text for training"},
        {"EmbedTooLarge",
         {.type = "EMBED",
          .params = {{"num_output", whole(1'048'576)}, {"input_dim", whole(16'777'216)}},
          .inputs = {{1}}},
         "layer it: weight W is 16777216×1048576, but must not have more than 1099511627776 elements"},
        {"ReshapeOfTwoUnknowns",
         {.type = "RESHAPE", .params = {{"shape", list({-1, -1})}}, .inputs = {{2, 3}}},
         "layer it: shape is -1×-1, but only one extent may be -1"},
        {"ReshapeThatDoesNotDivide",
         {.type = "RESHAPE", .params = {{"shape", list({-1, 4})}}, .inputs = {{2, 3}}},
         "layer it: shape is -1×4, but the 6 elements of the input 2×3 do not divide into rows of 4"},
        {"ReshapeToAnotherCount",
         {.type = "RESHAPE", .params = {{"shape", list({2, 4})}}, .inputs = {{2, 3}}},
         "layer it: shape gives 2×4 with 8 elements, but the input 2×3 has 6"},
        {"ReshapeThatCopiesNothing",
         {.type = "RESHAPE", .params = {{"shape", list({2, 3, 0})}}, .inputs = {{2, 3}}},
         "layer it: shape is 2×3×0 with 0 in place 3, but the input 2×3 has no axis there to copy"},
        {"ReshapeOfTooManyAxes",
         {.type = "RESHAPE", .params = {{"shape", list({6})}, {"num_axes", whole(3)}}, .inputs = {{2, 3}}},
         "layer it: num_axes is 3 from axis 0, but the input has 2 axes (2×3)"},
        {"ReshapeFromNowhere",
         {.type = "RESHAPE", .params = {{"shape", list({6})}, {"axis", whole(4)}}, .inputs = {{2, 3}}},
         "layer it: axis is 4, but the input has 2 axes (2×3)"},
        {"SliceThatDoesNotDivide",
         {.type = "SLICE", .inputs = {{2, 5}}, .outputs = 2},
         "layer it: the axis to cut is 5 long, but must divide by the 2 tops where no slice_point is given"},
        {"SliceWithFewCuts",
         {.type = "SLICE", .params = {{"slice_point", list({1})}}, .inputs = {{2, 5}}, .outputs = 3},
         "layer it: slice_point is given 1 times, but 3 tops need 2"},
        {"SliceOutside",
         {.type = "SLICE", .params = {{"slice_point", list({3, 3})}}, .inputs = {{2, 5}}, .outputs = 3},
         "layer it: slice_point is 3, but must lie between 4 and 4"},
        {"SliceAtTheEnd",
         {.type = "SLICE", .params = {{"slice_point", list({5})}}, .inputs = {{2, 5}}, .outputs = 2},
         "layer it: slice_point is 5, but must lie between 1 and 4"},
        {"ConcatOfUnlikes",
         {.type = "CONCAT", .inputs = {{2, 5}, {3, 5}}},
         "layer it: input 2 is 3×5, but must equal the first, 2×5, in all axes but axis 1"},
        {"ConcatOfOtherAxes",
         {.type = "CONCAT", .inputs = {{2, 5}, {2, 5, 1}}},
         "layer it: input 2 is 2×5×1, but must equal the first, 2×5, in all axes but axis 1"},
    };
}

std::vector<Refusal> common()
{
    return {
        {"ProductOfTooFewAxes",
         {.type = "INNERPRODUCT", .params = {{"num_output", whole(3)}, {"axis", whole(2)}}, .inputs = {{2, 5}}},
         "layer it: axis is 2, but the input has 2 axes (2×5)"},
        {"ProductOfHeadsThatDoNotDivide",
         {.type = "INNERPRODUCT", .params = {{"num_output", whole(6)}, {"heads", whole(3)}}, .inputs = {{2, 8}}},
         "layer it: heads is 3, which does not divide both the 8 inputs and the 6 outputs"},
        {"TransposedProductOfHeads",
         {.type = "INNERPRODUCT",
          .params = {{"num_output", whole(6)}, {"heads", whole(2)}, {"transpose", true}},
          .inputs = {{2, 8}}},
         "layer it: heads is 2, but with transpose only 1 is supported"},
        {"ProductOfNothing",
         {.type = "INNERPRODUCT", .params = {{"num_output", whole(0)}}, .inputs = {{2, 5}}},
         "layer it: num_output is 0, but must lie between 1 and 16777216"},
        {"DropoutOfAll",
         {.type = "DROPOUT", .params = {{"dropout_ratio", 1.0}}, .inputs = {{2}}},
         "layer it: dropout_ratio is 1, but must lie between 0 and 0.999"},
        {"DropoutSameOverOneAxis",
         {.type = "DROPOUT", .params = {{"same_over", std::string("STEPS")}}, .inputs = {{7}}},
         "layer it: input x is 7, but same_over STEPS needs steps × ... × numbers"},
        {"ScaleByAnotherShape",
         {.type = "SCALE", .params = {{"axis", whole(0)}}, .inputs = {{1, 25, 8}, {1, 24}}},
         "layer it: input factor is 1×24, but must equal the axes of x (1×25×8) from axis 0 on"},
        {"ScaleByMoreAxes",
         {.type = "SCALE", .params = {{"axis", whole(0)}}, .inputs = {{1, 25}, {1, 25, 8}}},
         "layer it: input factor is 1×25×8, but must equal the axes of x (1×25) from axis 0 on"},
        {"ScaleOfTooManyAxes",
         {.type = "SCALE", .params = {{"num_axes", whole(3)}}, .inputs = {{1, 25}}},
         "layer it: num_axes is 3 from axis 1, but input x has 2 axes (1×25)"},
        {"EltwiseOfOne", {.type = "ELTWISE", .inputs = {{2}}}, "layer it: it has 1 bottom, but needs 2 or more"},
        {"EltwiseOfUnlikes",
         {.type = "ELTWISE", .inputs = {{2}, {2}, {3}}},
         "layer it: input 3 is 3, but must be 2 as the first"},
        {"EltwiseWithFewCoefficients",
         {.type = "ELTWISE", .params = {{"coeff", std::vector<double>{1}}}, .inputs = {{2}, {2}}},
         "layer it: coeff has 1 numbers, but must have one for each of the 2 bottoms"},
        {"EltwiseProductWithCoefficients",
         {.type = "ELTWISE",
          .params = {{"coeff", std::vector<double>{1, 1}}, {"operation", std::string("PROD")}},
          .inputs = {{2}, {2}}},
         "layer it: coeff is set, but only SUM has coefficients and operation is PROD"},
        {"LossWithFewLabels",
         {.type = "SOFTMAXWITHLOSS", .inputs = {{1875, 65}, {75, 24}}},
         "layer it: input label is 75×24 with 1800 elements, but the scores 1875×65 with classes along axis 1 need "
         "1875"},
        {"LossOfAVector",
         {.type = "SOFTMAXWITHLOSS", .inputs = {{65}, {1}}},
         "layer it: axis is 1, but the input has 1 axis (65)"},
        {"AccuracyWithFewLabels",
         {.type = "ACCURACY", .inputs = {{1875, 65}, {75}}},
         "layer it: input label is 75 with 75 elements, but the scores 1875×65 with classes along axis 1 need 1875"},
        {"AccuracyOfMoreThanAll",
         {.type = "ACCURACY", .params = {{"top_k", whole(66)}}, .inputs = {{1875, 65}, {1875}}},
         "layer it: top_k is 66, but must not exceed the 65 classes"},
        {"SequenceDataThatHoldsOutAll",
         {.type = "SEQUENCEDATA", .params = {{"validation", 0.5}, {"test", 0.5}}, .inputs = {}},
         "layer it: validation and test together are 1, but must leave some of the data for training"},
        {"LastOfOneAxis",
         {.type = "LAST", .inputs = {{28}}},
         "layer it: input h is 28, but must be steps × streams, or steps × streams × width"},
        {"LastWithFewLengths",
         {.type = "LAST", .inputs = {{28, 32, 8}, {28}}},
         "layer it: input length is 28, but must have one number for each of the 32 streams of h 28×32×8"},
        {"LastOfAnOddBidirectionalWidth",
         {.type = "LAST", .params = {{"bidirectional", true}}, .inputs = {{28, 32, 7}}},
         "layer it: input h is 28×32×7, but of a bidirectional layer it must be steps × streams × an even width"},
        {"NumberLossWithFewTargets",
         {.type = "EUCLIDEANLOSS", .inputs = {{32, 2}, {32}}},
         "layer it: input target is 32 with 32 elements, but the prediction 32×2 has 64"},
        {"SilenceWithATop",
         {.type = "SILENCE", .inputs = {{2}}, .outputs = 1},
         "layer it: it has 1 top, but must have 0 (none)"},
        {"SourceWithABottom",
         {.type = "TEXTDATA", .inputs = {{2}}, .outputs = 1},
         "layer it: it has 1 bottom, but must have 0 (none)"},
        {"SplitWithoutTop",
         {.type = "SPLIT", .inputs = {{2}}, .outputs = 0},
         "layer it: it has 0 tops, but must have 1 or more (y ...)"},
    };
}

std::vector<Refusal> all()
{
    std::vector<Refusal> cases;
    for (const std::vector<Refusal>& part : {recurrent(), shapes(), common()}) {
        cases.insert(cases.end(), part.begin(), part.end());
    }
    return cases;
}

} // namespace

TEST_P(Refusals, SayTheThingWhatWasFoundAndWhatWasWanted)
{
    EXPECT_EQ(GetParam().layer.refusal(), GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(OfLayers, Refusals, ::testing::ValuesIn(all()),
                         [](const auto& one) { return one.param.what; });

TEST(HugeSizes, AreRefusedAndNeverOverflow)
{
    const std::int64_t most = std::int64_t{1} << 40;
    const std::vector<LayerCase> layers = {
        {.type = "EMBED", .params = {{"num_output", whole(1 << 20)}, {"input_dim", whole(2)}}, .inputs = {{most}}},
        {.type = "INNERPRODUCT", .params = {{"num_output", whole(1 << 24)}}, .inputs = {{1, most}}},
        {.type = "LSTM",
         .params = {{"num_output", whole(65'536)}, {"num_layers", whole(16)}},
         .inputs = {{most, 1, 1}, {most, 1}}},
        {.type = "LSTM_SIMPLE", .params = {{"num_output", whole(65'536)}}, .inputs = {{most, 1}}},
        {.type = "CONCAT", .params = {{"axis", whole(0)}}, .inputs = {{most}, {most}}},
    };
    for (const LayerCase& layer : layers) {
        EXPECT_NE(layer.refusal().find("but must not have more than 1099511627776 elements"), std::string::npos)
            << layer.type << ": " << layer.refusal();
    }
}

TEST(HugeSizes, OfFlopsStayAtTheLargestNumber)
{
    const LayerCase lstm{.type = "LSTM",
                         .params = {{"num_output", whole(65'536)}},
                         .inputs = {{1 << 12, 1 << 12, 1 << 12}, {1 << 12, 1 << 12}}};
    EXPECT_GT(lstm.sizes().flopsForward, std::int64_t{1} << 50);
    EXPECT_GT(lstm.sizes().flopsBackward, lstm.sizes().flopsForward);
    LayerCase stacked = lstm;
    stacked.params["num_layers"] = whole(16);
    EXPECT_EQ(stacked.sizes().flopsForward, std::int64_t{1} << 60);
    EXPECT_EQ(stacked.sizes().flopsBackward, std::int64_t{1} << 60);
}
