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

LayerCase layer(const char* type, Params params, std::vector<Shape> inputs, std::size_t outputs = 1)
{
    return {.type = type, .params = std::move(params), .inputs = std::move(inputs), .outputs = outputs};
}

std::vector<Refusal> recurrent()
{
    const std::vector<Shape> fine = {{5, 2, 3}, {5, 2}};
    return {
        {"LstmWithoutContinuation", layer("LSTM", lstm, {{5, 2, 3}}),
         "it has 1 bottom, but must have 2 to 4 (x, cont, [h0], [c0])"},
        {"LstmOfAVector", layer("LSTM", lstm, {{5}, {5, 2}}), "input x is 5, but must be steps × streams × width"},
        {"LstmWithOtherContinuation", layer("LSTM", lstm, {{5, 2, 3}, {5, 3}}),
         "input cont is 5×3, but must be 5×2 (steps × streams of x)"},
        {"GruWithoutAllOfItsState", layer("GRU", with(lstm, "expose_hidden", true), {{5, 2, 3}, {5, 2}, {2, 2, 4}}),
         "input h0 is 2×2×4, but must be 1×2×4 (layers × streams × units)"},
        {"LstmOfBothDirectionsWithOneDirectionsState",
         layer("LSTM", with(with(lstm, "expose_hidden", true), "bidirectional", true),
               {{5, 2, 3}, {5, 2}, {1, 2, 4}, {1, 2, 4}}),
         "input h0 is 1×2×4, but must be 2×2×4 (2·layers × streams × units)"},
        {"GruUnitWithSumsOfAnotherWidth", layer("GRU_UNIT", {}, {{1, 2, 4}, {1, 2, 12}, {1, 2, 16}}),
         "input h_gates is 1×2×16, but must be 1×2×12 (1 × streams × 3·units)"},
        {"LstmWithStaticInput", layer("LSTM", lstm, {{5, 2, 3}, {5, 2}, {2, 9}}),
         "it has 3 bottoms, but without expose_hidden only x and cont are read (a static input is not supported)"},
        {"LstmWithHalfAState", layer("LSTM", with(lstm, "expose_hidden", true), {{5, 2, 3}, {5, 2}, {1, 2, 4}}),
         "it has 3 bottoms, but h0 and c0 must be given together (a static input is not supported)"},
        {"LstmWithOtherState", layer("LSTM", with(lstm, "expose_hidden", true), {{5, 2, 3}, {5, 2}, {1, 2, 4}, {2, 4}}),
         "input c0 is 2×4, but must be 1×2×4 (layers × streams × units)"},
        {"LstmWithTopsTooMany", layer("LSTM", lstm, fine, 3),
         "it has 3 tops, but without expose_hidden only h is made"},
        {"LstmWithHalfALastState", layer("LSTM", with(lstm, "expose_hidden", true), fine, 2),
         "it has 2 tops, but hT and cT must be taken together"},
        {"CellWithoutACell", layer("CELL", lstm, fine), "neither cell nor equations is given"},
        {"CellWithTwoCells",
         layer("CELL", with(with(lstm, "cell", std::string("janet")), "equations", std::string("h = tanh(W x)")), fine),
         "cell is 'janet', and equations are given, but only one of the two can be"},
        {"CellThatDoesNotRead", layer("CELL", with(lstm, "equations", std::string("h = tanh(W x")), fine),
         "line 1, column 13: the line ends, but there must be \")\""},
        {"CellWhoseHeadsDoNotDivideTheUnits",
         layer("CELL", with(lstm, "equations", std::string("h = tanh(W x + U[3] h[t-1])")), fine),
         "line 1: \"U\" has 3 heads, which do not divide the 4 units"},
        {"CellWithNothingToDrop",
         layer("CELL", with(with(lstm, "equations", std::string("h = W x + h[t-1]")), "weight_dropout", 0.5), fine),
         "weight_dropout is 0.5, but must be 0: the cell has no matrix that multiplies units, so that nothing would be "
         "dropped"},
        {"CellWithNoStateToDrop",
         layer("CELL", with(with(lstm, "cell", std::string("mingru")), "state_dropout", 0.25), fine),
         "state_dropout is 0.25, but must be 0: the cell has no matrix that multiplies units, so that nothing would be "
         "dropped"},
        {"CellUnitWithTwoEquations", layer("CELL_UNIT", {{"equation", std::string("a = p\nb = a")}}, {{1, 2, 4}}),
         "the text has 2 equations and 0 first values, but must be one equation"},
        {"CellUnitWithAMatrix", layer("CELL_UNIT", unit("f = tanh(W p)", "p"), {{1, 2, 4}}),
         "line 1, column 10: a matrix, layernorm and [t-1] cannot stand in an equation that works element by element"},
        {"CellUnitThatNamesTooFewInputs", layer("CELL_UNIT", unit("f = p + q", "p"), {{1, 2, 4}, {1, 2, 4}}),
         "reads names 1 tensors, but the layer has 2 bottoms"},
        {"CellUnitThatNamesAnInputTwice", layer("CELL_UNIT", unit("f = p", "p p"), {{1, 2, 4}, {1, 2, 4}}),
         "reads names \"p\" twice"},
        {"CellUnitWithInputsOfOtherShapes", layer("CELL_UNIT", unit("f = p + q", "p q"), {{1, 2, 4}, {1, 2, 5}}),
         "input 2 is 1×2×5, but must be 1×2×4 as the first"},
        {"CellUnitOfASingleNumber", layer("CELL_UNIT", unit("f = p", "p"), {Shape{}}),
         "input 1 is a single number, but must have an axis of units"},
        {"LayerNormOfASingleNumber", layer("LAYERNORM", {}, {Shape{}}),
         "input x is a single number, but must have an axis of units"},
        {"CellWithMorePortsThanStates",
         layer("CELL", with(with(lstm, "cell", std::string("janet")), "expose_hidden", true),
               {{5, 2, 3}, {5, 2}, {1, 2, 4}, {1, 2, 4}}),
         "it has ports for 2 states before and 0 after, but its cell has 1"},
        {"LstmWithoutUnits", layer("LSTM", {}, fine), "num_output is not set, but must lie between 1 and 65536"},
        {"SimpleOfAScalar", layer("LSTM_SIMPLE", lstm, {{}}),
         "input x is a scalar, but must be (steps·streams) × width"},
        {"SimpleOfOddRows", layer("LSTM_SIMPLE", with(lstm, "batch_size", whole(4)), {{10, 3}}),
         "input x is 10×3, but its first axis must be a multiple of batch_size 4"},
        {"SimpleWithShortClip", layer("LSTM_SIMPLE", lstm, {{10, 3}, {9}}),
         "input clip is 9, but must hold 10 marks, one for each row of x"},
        {"UnitOfAMatrix", layer("LSTM_UNIT", {}, {{2, 4}, {1, 2, 16}, {1, 2}}, 2),
         "input c is 2×4, but must be 1 × streams × units"},
        {"UnitOfSeveralSteps", layer("LSTM_UNIT", {}, {{2, 2, 4}, {1, 2, 16}, {1, 2}}, 2),
         "input c is 2×2×4, but must be 1 × streams × units"},
        {"UnitWithOtherGates", layer("LSTM_UNIT", {}, {{1, 2, 4}, {1, 2, 8}, {1, 2}}, 2),
         "input gates is 1×2×8, but must be 1×2×16 (1 × streams × 4·units)"},
        {"UnitWithOtherCont", layer("LSTM_UNIT", {}, {{1, 2, 4}, {1, 2, 16}, {1, 3}}, 2),
         "input cont is 1×3, but must be 1×2 (1 × streams)"},
    };
}

std::vector<Refusal> shapes()
{
    return {
        {"InputWithoutShape", layer("INPUT", {}, {}, 2),
         "shape is given 0 times, but there must be one for all tops or one for each of the 2"},
        {"InputOfNothing", layer("INPUT", {{"shape", std::vector<Shape>{{75, 0}}}}, {}),
         "shape is 75×0, but every extent must lie between 1 and 1099511627776"},
        {"InputTooLarge", layer("INPUT", {{"shape", std::vector<Shape>{{1'099'511'627'776, 1'099'511'627'776}}}}, {}),
         "output 1 is 1099511627776×1099511627776, but must not have more than 1099511627776 elements"},
        {"TextAllHeldOut", layer("TEXTDATA", {{"validation", 0.5}, {"test", 0.5}}, {}),
         "validation and test together are 1, but must leave some of the text for training"},
        {"EmbedTooLarge", layer("EMBED", {{"num_output", whole(1'048'576)}, {"input_dim", whole(16'777'216)}}, {{1}}),
         "weight W is 16777216×1048576, but must not have more than 1099511627776 elements"},
        {"ReshapeOfTwoUnknowns", layer("RESHAPE", {{"shape", list({-1, -1})}}, {{2, 3}}),
         "shape is -1×-1, but only one extent may be -1"},
        {"ReshapeThatDoesNotDivide", layer("RESHAPE", {{"shape", list({-1, 4})}}, {{2, 3}}),
         "shape is -1×4, but the 6 elements of the input 2×3 do not divide into rows of 4"},
        {"ReshapeToAnotherCount", layer("RESHAPE", {{"shape", list({2, 4})}}, {{2, 3}}),
         "shape gives 2×4 with 8 elements, but the input 2×3 has 6"},
        {"ReshapeThatCopiesNothing", layer("RESHAPE", {{"shape", list({2, 3, 0})}}, {{2, 3}}),
         "shape is 2×3×0 with 0 in place 3, but the input 2×3 has no axis there to copy"},
        {"ReshapeOfTooManyAxes", layer("RESHAPE", {{"shape", list({6})}, {"num_axes", whole(3)}}, {{2, 3}}),
         "num_axes is 3 from axis 0, but the input has 2 axes (2×3)"},
        {"ReshapeFromNowhere", layer("RESHAPE", {{"shape", list({6})}, {"axis", whole(4)}}, {{2, 3}}),
         "axis is 4, but the input has 2 axes (2×3)"},
        {"SliceThatDoesNotDivide", layer("SLICE", {}, {{2, 5}}, 2),
         "the axis to cut is 5 long, but must divide by the 2 tops where no slice_point is given"},
        {"SliceWithFewCuts", layer("SLICE", {{"slice_point", list({1})}}, {{2, 5}}, 3),
         "slice_point is given 1 times, but 3 tops need 2"},
        {"SliceOutside", layer("SLICE", {{"slice_point", list({3, 3})}}, {{2, 5}}, 3),
         "slice_point is 3, but must lie between 4 and 4"},
        {"SliceAtTheEnd", layer("SLICE", {{"slice_point", list({5})}}, {{2, 5}}, 2),
         "slice_point is 5, but must lie between 1 and 4"},
        {"ConcatOfUnlikes", layer("CONCAT", {}, {{2, 5}, {3, 5}}),
         "input 2 is 3×5, but must equal the first, 2×5, in all axes but axis 1"},
        {"ConcatOfOtherAxes", layer("CONCAT", {}, {{2, 5}, {2, 5, 1}}),
         "input 2 is 2×5×1, but must equal the first, 2×5, in all axes but axis 1"},
    };
}

std::vector<Refusal> common()
{
    return {
        {"ProductOfTooFewAxes", layer("INNERPRODUCT", {{"num_output", whole(3)}, {"axis", whole(2)}}, {{2, 5}}),
         "axis is 2, but the input has 2 axes (2×5)"},
        {"ProductOfHeadsThatDoNotDivide",
         layer("INNERPRODUCT", {{"num_output", whole(6)}, {"heads", whole(3)}}, {{2, 8}}),
         "heads is 3, which does not divide both the 8 inputs and the 6 outputs"},
        {"TransposedProductOfHeads",
         layer("INNERPRODUCT", {{"num_output", whole(6)}, {"heads", whole(2)}, {"transpose", true}}, {{2, 8}}),
         "heads is 2, but with transpose only 1 is supported"},
        {"DropoutSameOverOneAxis", layer("DROPOUT", {{"same_over", std::string("STEPS")}}, {{7}}),
         "input x is 7, but same_over STEPS needs steps × ... × numbers"},
        {"ScaleByAnotherShape", layer("SCALE", {{"axis", whole(0)}}, {{1, 25, 8}, {1, 24}}),
         "input factor is 1×24, but must equal the axes of x (1×25×8) from axis 0 on"},
        {"ScaleByMoreAxes", layer("SCALE", {{"axis", whole(0)}}, {{1, 25}, {1, 25, 8}}),
         "input factor is 1×25×8, but must equal the axes of x (1×25) from axis 0 on"},
        {"ScaleOfTooManyAxes", layer("SCALE", {{"num_axes", whole(3)}}, {{1, 25}}),
         "num_axes is 3 from axis 1, but input x has 2 axes (1×25)"},
        {"EltwiseOfOne", layer("ELTWISE", {}, {{2}}), "it has 1 bottom, but needs 2 or more"},
        {"EltwiseOfUnlikes", layer("ELTWISE", {}, {{2}, {2}, {3}}), "input 3 is 3, but must be 2 as the first"},
        {"EltwiseWithFewCoefficients", layer("ELTWISE", {{"coeff", std::vector<double>{1}}}, {{2}, {2}}),
         "coeff has 1 numbers, but must have one for each of the 2 bottoms"},
        {"EltwiseProductWithCoefficients",
         layer("ELTWISE", {{"coeff", std::vector<double>{1, 1}}, {"operation", std::string("PROD")}}, {{2}, {2}}),
         "coeff is set, but only SUM has coefficients and operation is PROD"},
        {"LossWithFewLabels", layer("SOFTMAXWITHLOSS", {}, {{1875, 65}, {75, 24}}),
         "input label is 75×24 with 1800 elements, but the scores 1875×65 with classes along axis 1 need 1875"},
        {"LossOfAVector", layer("SOFTMAXWITHLOSS", {}, {{65}, {1}}), "axis is 1, but the input has 1 axis (65)"},
        {"AccuracyWithFewLabels", layer("ACCURACY", {}, {{1875, 65}, {75}}),
         "input label is 75 with 75 elements, but the scores 1875×65 with classes along axis 1 need 1875"},
        {"AccuracyOfMoreThanAll", layer("ACCURACY", {{"top_k", whole(66)}}, {{1875, 65}, {1875}}),
         "top_k is 66, but must not exceed the 65 classes"},
        {"SequenceDataThatHoldsOutAll", layer("SEQUENCEDATA", {{"validation", 0.5}, {"test", 0.5}}, {}),
         "validation and test together are 1, but must leave some of the data for training"},
        {"LastOfOneAxis", layer("LAST", {}, {{28}}),
         "input h is 28, but must be steps × streams, or steps × streams × width"},
        {"LastWithFewLengths", layer("LAST", {}, {{28, 32, 8}, {28}}),
         "input length is 28, but must have one number for each of the 32 streams of h 28×32×8"},
        {"LastOfAnOddBidirectionalWidth", layer("LAST", {{"bidirectional", true}}, {{28, 32, 7}}),
         "input h is 28×32×7, but of a bidirectional layer it must be steps × streams × an even width"},
        {"NumberLossWithFewTargets", layer("EUCLIDEANLOSS", {}, {{32, 2}, {32}}),
         "input target is 32 with 32 elements, but the prediction 32×2 has 64"},
        {"SilenceWithATop", layer("SILENCE", {}, {{2}}, 1), "it has 1 top, but must have 0 (none)"},
        {"SourceWithABottom", layer("TEXTDATA", {}, {{2}}, 1), "it has 1 bottom, but must have 0 (none)"},
        {"SplitWithoutTop", layer("SPLIT", {}, {{2}}, 0), "it has 0 tops, but must have 1 or more (y ...)"},
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
    EXPECT_EQ(GetParam().layer.refusal(), std::string("layer it: ") + GetParam().sentence);
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
