// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/cases.h"

#include "engine/cells/library.h"
#include "engine/cells/typed_cell.h"
#include "engine/graph/catalog.h"
#include "engine/layers/layers.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <utility>

namespace engine::test {
namespace {

using IntList = std::vector<std::int64_t>;
using FloatList = std::vector<double>;

ParamValue whole(std::int64_t value)
{
    return value;
}
ParamValue word(const char* value)
{
    return std::string(value);
}

InputSample any(const Shape& shape)
{
    return {shape, Numbers::Any, 0};
}
InputSample ids(const Shape& shape, std::int64_t below)
{
    return {shape, Numbers::Ids, below};
}
InputSample labels(const Shape& shape, std::int64_t below)
{
    return {shape, Numbers::Labels, below};
}
InputSample cont(const Shape& shape)
{
    return {shape, Numbers::Cont, 0};
}

InputSample lengths(const Shape& shape, std::int64_t most)
{
    return {shape, Numbers::Lengths, most};
}
InputSample targets(const Shape& shape)
{
    return {shape, Numbers::Targets, 0};
}
InputSample shares(const Shape& shape)
{
    return {shape, Numbers::Shares, 0};
}

/// Losses of numbers: each with every normalization, with targets of another shape, and with more than one task's.
std::vector<Case> numberLossCases()
{
    std::vector<Case> all;
    const std::pair<const char*, InputSample (*)(const Shape&)> losses[] = {
        {"EUCLIDEANLOSS", targets}, {"HUBERLOSS", targets}, {"SIGMOIDCROSSENTROPYLOSS", shares}};
    for (const auto& [type, answers] : losses) {
        const std::string name(type);
        all.push_back({.name = name, .type = type, .inputs = {any({9, 1}), answers({9})}});
        all.push_back({.name = name + "_Wide", .type = type, .inputs = {any({3, 4, 5}), answers({3, 20})}});
        all.push_back({.name = name + "_Large", .type = type, .inputs = {any({50, 200}), answers({50, 200})}});
        for (const char* normalization : {"VALID", "FULL", "NONE"}) {
            all.push_back({.name = name + "_" + normalization,
                           .type = type,
                           .inputs = {any({6, 3}), answers({6, 3})},
                           .params = {{"normalization", word(normalization)}}});
        }
    }
    all.push_back({.name = "HUBERLOSS_Delta",
                   .type = "HUBERLOSS",
                   .inputs = {any({40, 2}), targets({40, 2})},
                   .params = {{"delta", 0.3}}});
    return all;
}

/// What makes one vector of a sequence.
std::vector<Case> overStepsCases()
{
    std::vector<Case> all;
    for (const char* type : {"LAST", "MEANOVERSTEPS"}) {
        const std::string name(type);
        all.push_back({.name = name, .type = type, .inputs = {any({5, 3, 4})}});
        all.push_back({.name = name + "_Lengths", .type = type, .inputs = {any({7, 6, 5}), lengths({6}, 7)}});
        all.push_back({.name = name + "_OneStep", .type = type, .inputs = {any({1, 3, 4}), lengths({3, 1}, 1)}});
        all.push_back({.name = name + "_Scalars", .type = type, .inputs = {any({5, 40}), lengths({40}, 5)}});
    }
    all.push_back({.name = "LAST_Bidirectional",
                   .type = "LAST",
                   .inputs = {any({7, 6, 8}), lengths({6}, 7)},
                   .params = {{"bidirectional", true}}});
    return all;
}

std::vector<Case> lossCases()
{
    return {
        {.name = "Accuracy", .type = "ACCURACY", .inputs = {any({40, 3}), ids({40}, 3)}},
        {.name = "Accuracy_OfEachClass", .type = "ACCURACY", .inputs = {any({40, 3}), ids({40}, 3)}, .outputs = 2},
        {.name = "Accuracy_TopTwoInside",
         .type = "ACCURACY",
         .inputs = {any({5, 4, 6}), labels({5, 6}, 4)},
         .params = {{"top_k", whole(2)}}},
        {.name = "Accuracy_LastAxis",
         .type = "ACCURACY",
         .inputs = {any({5, 6, 4}), labels({5, 6}, 4)},
         .params = {{"axis", whole(-1)}}},
        {.name = "Softmax", .type = "SOFTMAX", .inputs = {any({9, 5})}},
        {.name = "Softmax_Wide", .type = "SOFTMAX", .inputs = {any({3, 70})}},
        {.name = "Softmax_Inside", .type = "SOFTMAX", .inputs = {any({3, 7, 5})}},
        {.name = "Softmax_LastAxis", .type = "SOFTMAX", .inputs = {any({3, 5, 20})}, .params = {{"axis", whole(-1)}}},
        {.name = "LayerNorm", .type = "LAYERNORM", .inputs = {any({2, 3, 5})}},
        {.name = "LayerNorm_Wide", .type = "LAYERNORM", .inputs = {any({3, 1500})}},
        {.name = "SoftmaxWithLoss", .type = "SOFTMAXWITHLOSS", .inputs = {any({9, 5}), ids({9}, 5)}},
        {.name = "SoftmaxWithLoss_Wide", .type = "SOFTMAXWITHLOSS", .inputs = {any({6, 65}), ids({6, 1}, 65)}},
        {.name = "SoftmaxWithLoss_Missing", .type = "SOFTMAXWITHLOSS", .inputs = {any({30, 5}), labels({30}, 5)}},
        {.name = "SoftmaxWithLoss_IgnoredClass",
         .type = "SOFTMAXWITHLOSS",
         .inputs = {any({30, 5}), ids({30}, 5)},
         .params = {{"ignore_label", whole(3)}}},
        {.name = "SoftmaxWithLoss_Full",
         .type = "SOFTMAXWITHLOSS",
         .inputs = {any({4, 5, 6}), labels({4, 6}, 5)},
         .params = {{"normalization", word("FULL")}}},
        {.name = "SoftmaxWithLoss_BatchSize",
         .type = "SOFTMAXWITHLOSS",
         .inputs = {any({4, 5, 6}), labels({4, 6}, 5)},
         .params = {{"normalization", word("BATCH_SIZE")}}},
        {.name = "SoftmaxWithLoss_OldBatchSize",
         .type = "SOFTMAXWITHLOSS",
         .inputs = {any({4, 5, 6}), labels({4, 6}, 5)},
         .params = {{"normalize", false}}},
        {.name = "SoftmaxWithLoss_Sum",
         .type = "SOFTMAXWITHLOSS",
         .inputs = {any({4, 6, 5}), labels({4, 6}, 5)},
         .params = {{"normalization", word("NONE")}, {"axis", whole(2)}}},
        {.name = "SoftmaxWithLoss_Chances",
         .type = "SOFTMAXWITHLOSS",
         .inputs = {any({9, 5}), ids({9}, 5)},
         .outputs = 2,
         .outputsWithGradient = 1},
    };
}

std::vector<Case> shapeCases()
{
    return {
        {.name = "Concat", .type = "CONCAT", .inputs = {any({2, 3, 4}), any({2, 1, 4}), any({2, 5, 4})}},
        {.name = "Concat_Outermost",
         .type = "CONCAT",
         .inputs = {any({2, 3}), any({4, 3})},
         .params = {{"axis", whole(0)}}},
        {.name = "Concat_One", .type = "CONCAT", .inputs = {any({2, 3})}},
        {.name = "Reshape", .type = "RESHAPE", .inputs = {any({2, 3, 4})}, .params = {{"shape", IntList{0, -1}}}},
        {.name = "Silence", .type = "SILENCE", .inputs = {any({2, 3}), any({4})}, .outputs = 0},
        {.name = "Slice", .type = "SLICE", .inputs = {any({2, 6, 4})}, .outputs = 3},
        {.name = "Slice_AtPoints",
         .type = "SLICE",
         .inputs = {any({2, 6, 4})},
         .params = {{"slice_point", IntList{1, 4}}},
         .outputs = 3},
        {.name = "Slice_Outermost",
         .type = "SLICE",
         .inputs = {any({6, 4})},
         .params = {{"axis", whole(0)}},
         .outputs = 2},
        {.name = "Slice_OneGradientMissing",
         .type = "SLICE",
         .inputs = {any({2, 6, 4})},
         .outputs = 3,
         .outputsWithGradient = 2},
        {.name = "Split", .type = "SPLIT", .inputs = {any({5, 3})}, .outputs = 3},
        {.name = "Split_OneGradientMissing",
         .type = "SPLIT",
         .inputs = {any({5, 3})},
         .outputs = 3,
         .outputsWithGradient = 2},
    };
}

std::vector<Case> commonCases()
{
    const InputSample x = any({3, 4, 5});
    return {
        {.name = "Dropout", .type = "DROPOUT", .inputs = {any({7, 5, 31})}, .params = {{"dropout_ratio", 0.4}}},
        {.name = "Dropout_OwnSeed",
         .type = "DROPOUT",
         .inputs = {any({200})},
         .params = {{"dropout_ratio", 0.9}, {"seed", whole(42)}}},
        {.name = "Dropout_SameOverSteps",
         .type = "DROPOUT",
         .inputs = {any({7, 5, 31})},
         .params = {{"dropout_ratio", 0.4}, {"same_over", word("STEPS")}}},
        {.name = "Dropout_SameOverUnits",
         .type = "DROPOUT",
         .inputs = {any({9, 5, 7})},
         .params = {{"dropout_ratio", 0.4}, {"same_over", word("UNITS")}}},
        {.name = "Dropout_None", .type = "DROPOUT", .inputs = {any({50})}, .params = {{"dropout_ratio", 0.0}}},
        {.name = "Dropout_Inactive", .type = "DROPOUT", .inputs = {any({50})}, .params = {{"active", false}}},
        {.name = "Eltwise_Sum", .type = "ELTWISE", .inputs = {x, x}},
        {.name = "Eltwise_WeighedSum",
         .type = "ELTWISE",
         .inputs = {x, x, x},
         .params = {{"coeff", FloatList{0.5, -2, 1}}}},
        {.name = "Eltwise_Product", .type = "ELTWISE", .inputs = {x, x, x}, .params = {{"operation", word("PROD")}}},
        {.name = "Eltwise_Maximum", .type = "ELTWISE", .inputs = {x, x, x}, .params = {{"operation", word("MAX")}}},
        {.name = "Eltwise_ProductOfTwo", .type = "ELTWISE", .inputs = {x, x}, .params = {{"operation", word("PROD")}}},
        {.name = "Eltwise_MaximumOfTwo", .type = "ELTWISE", .inputs = {x, x}, .params = {{"operation", word("MAX")}}},
        {.name = "Eltwise_SumOfFive",
         .type = "ELTWISE",
         .inputs = {x, x, x, x, x},
         .params = {{"coeff", FloatList{0.5, -2, 1, 3, -1}}}},
        {.name = "Eltwise_ProductOfFive",
         .type = "ELTWISE",
         .inputs = {x, x, x, x, x},
         .params = {{"operation", word("PROD")}}},
        {.name = "Eltwise_MaximumOfFive",
         .type = "ELTWISE",
         .inputs = {x, x, x, x, x},
         .params = {{"operation", word("MAX")}}},
        {.name = "Embed",
         .type = "EMBED",
         .inputs = {ids({6, 4}, 7)},
         .params = {{"num_output", whole(5)}, {"input_dim", whole(7)}}},
        {.name = "Embed_WideWithoutBias",
         .type = "EMBED",
         .inputs = {ids({50}, 3)},
         .params = {{"num_output", whole(40)}, {"input_dim", whole(3)}, {"bias_term", false}}},
        {.name = "InnerProduct", .type = "INNERPRODUCT", .inputs = {any({6, 4})}, .params = {{"num_output", whole(5)}}},
        {.name = "InnerProduct_OneRow",
         .type = "INNERPRODUCT",
         .inputs = {any({1, 37})},
         .params = {{"num_output", whole(50)}}},
        {.name = "InnerProduct_FewRows",
         .type = "INNERPRODUCT",
         .inputs = {any({3, 130})},
         .params = {{"num_output", whole(50)}, {"bias_term", false}}},
        {.name = "InnerProduct_Transposed",
         .type = "INNERPRODUCT",
         .inputs = {any({6, 2, 4})},
         .params = {{"num_output", whole(5)}, {"transpose", true}}},
        {.name = "InnerProduct_TransposedOneRow",
         .type = "INNERPRODUCT",
         .inputs = {any({1, 33})},
         .params = {{"num_output", whole(17)}, {"transpose", true}}},
        {.name = "InnerProduct_LastAxis",
         .type = "INNERPRODUCT",
         .inputs = {any({5, 3, 8})},
         .params = {{"num_output", whole(9)}, {"axis", whole(2)}}},
        {.name = "InnerProduct_Heads",
         .type = "INNERPRODUCT",
         .inputs = {any({5, 3, 8})},
         .params = {{"num_output", whole(12)}, {"axis", whole(2)}, {"heads", whole(4)}}},
        {.name = "InnerProduct_HeadsWithoutBias",
         .type = "INNERPRODUCT",
         .inputs = {any({7, 30})},
         .params = {{"num_output", whole(20)}, {"heads", whole(2)}, {"bias_term", false}}},
        {.name = "InnerProduct_Large",
         .type = "INNERPRODUCT",
         .inputs = {any({70, 40})},
         .params = {{"num_output", whole(90)}}},
        {.name = "Reduction_Sum", .type = "REDUCTION", .inputs = {x}},
        {.name = "Reduction_SizesByRow",
         .type = "REDUCTION",
         .inputs = {x},
         .params = {{"operation", word("ASUM")}, {"axis", whole(1)}, {"coeff", -2.0}}},
        {.name = "Reduction_Squares",
         .type = "REDUCTION",
         .inputs = {x},
         .params = {{"operation", word("SUMSQ")}, {"axis", whole(2)}}},
        {.name = "Reduction_Mean",
         .type = "REDUCTION",
         .inputs = {x},
         .params = {{"operation", word("MEAN")}, {"axis", whole(-1)}}},
        {.name = "Relu", .type = "RELU", .inputs = {x}},
        {.name = "Relu_Leaky", .type = "RELU", .inputs = {x}, .params = {{"negative_slope", 0.1}}},
        {.name = "Relu_Folding", .type = "RELU", .inputs = {x}, .params = {{"negative_slope", -0.5}}},
        {.name = "Scale_ByStreams",
         .type = "SCALE",
         .inputs = {any({1, 4, 6}), any({1, 4})},
         .params = {{"axis", whole(0)}}},
        {.name = "Scale_ByScalar", .type = "SCALE", .inputs = {x, any(Shape{})}},
        {.name = "Scale_Inside", .type = "SCALE", .inputs = {x, any({4})}, .params = {{"bias_term", true}}},
        {.name = "Scale_Learned", .type = "SCALE", .inputs = {x}},
        {.name = "Scale_LearnedWithBias",
         .type = "SCALE",
         .inputs = {x},
         .params = {{"num_axes", whole(-1)}, {"bias_term", true}}},
        {.name = "Sigmoid", .type = "SIGMOID", .inputs = {any({3, 41})}},
        {.name = "Tanh", .type = "TANH", .inputs = {any({3, 41})}},
    };
}

/// Sizes at which a GPU's kernels share the work otherwise: sums in parts, several rounds, more threads at one place.
std::vector<Case> largeCases()
{
    constexpr double ofLongSums = 2e-4; ///< whose terms cancel each other
    return {
        {.name = "Accuracy_ManyClasses", .type = "ACCURACY", .inputs = {any({40, 1500}), ids({40}, 1500)}},
        {.name = "Embed_LongText",
         .type = "EMBED",
         .inputs = {ids({5000}, 7)},
         .params = {{"num_output", whole(8)}, {"input_dim", whole(7)}},
         .tolerance = ofLongSums},
        {.name = "Embed_ManyWords",
         .type = "EMBED",
         .inputs = {ids({3000}, 5000)},
         .params = {{"num_output", whole(4)}, {"input_dim", whole(5000)}, {"bias_term", false}}},
        {.name = "Embed_VeryWide",
         .type = "EMBED",
         .inputs = {ids({20}, 3)},
         .params = {{"num_output", whole(1100)}, {"input_dim", whole(3)}}},
        {.name = "InnerProduct_ManyRows",
         .type = "INNERPRODUCT",
         .inputs = {any({3000, 3})},
         .params = {{"num_output", whole(5)}},
         .tolerance = ofLongSums},
        {.name = "Reduction_WideRows",
         .type = "REDUCTION",
         .inputs = {any({3, 1500})},
         .params = {{"axis", whole(1)}},
         .tolerance = ofLongSums},
        {.name = "Scale_ManyUnderOne",
         .type = "SCALE",
         .inputs = {any({40, 3, 30})},
         .params = {{"bias_term", true}},
         .tolerance = ofLongSums},
        {.name = "Softmax_ManyClasses", .type = "SOFTMAX", .inputs = {any({3, 1500})}},
        {.name = "SoftmaxWithLoss_ManyClasses",
         .type = "SOFTMAXWITHLOSS",
         .inputs = {any({5, 1500}), labels({5}, 1500)}},
        {.name = "SoftmaxWithLoss_ManyPlaces",
         .type = "SOFTMAXWITHLOSS",
         .inputs = {any({3000, 3}), labels({3000}, 3)}},
        {.name = "Split_Many", .type = "SPLIT", .inputs = {any({5, 3})}, .outputs = 10},
    };
}

/// "RNN" -> "Rnn"
std::string capitalised(std::string_view word)
{
    std::string name(word);
    std::ranges::transform(name.begin() + 1, name.end(), name.begin() + 1,
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return name;
}

/// Whether the cell has a matrix that multiplies a vector of units.
bool multipliesUnits(const Cell& cell)
{
    using cells::Learned;
    return !cell.typed || std::ranges::count(cell.typed->definition.learned, Learned::Kind::Matrix, &Learned::kind) > 0;
}

/// The state that h is divided by, in cells that have one: as in a run it is above 0.
bool isNorm(const std::string& state)
{
    return state == "n" || state.ends_with(".n");
}

/// Where h is divided by a state, which makes much of how it is rounded.
constexpr double ofQuotients = 5e-3;

/// What every layer over sequences has to do, for one of them. Larger weights would make a cell without gates, or with
/// exponential ones, chaotic: it would make much of what its sums are rounded by.
std::vector<Case> casesOf(const CellCase& own)
{
    const std::string name = own.name, type(own.cell->layer);
    const std::int64_t heads = headsOf(*own.cell);
    const auto units = [heads](std::int64_t count) { return whole((count + heads - 1) / heads * heads); };
    const std::size_t states = own.cell->states.size();
    const auto with = [&](Params params) {
        params.insert(own.params.begin(), own.params.end());
        params.emplace("num_output", whole(6));
        return params;
    };
    const auto withStates = [&](std::vector<InputSample> inputs, const Shape& shape) {
        inputs.insert(inputs.end(), states, any(shape));
        return inputs;
    };
    const std::vector<InputSample> sequence = {any({5, 3, 4}), cont({5, 3})};
    std::vector<Case> all = {
        {.name = name, .type = type, .inputs = sequence, .params = with({})},
        {.name = name + "_OneStep", .type = type, .inputs = {any({1, 3, 4}), cont({1, 3})}, .params = with({})},
        {.name = name + "_OneStream",
         .type = type,
         .inputs = {any({6, 1, 4}), cont({6, 1})},
         .params = with({{"num_output", units(17)}})},
        {.name = name + "_FlattenedInput",
         .type = type,
         .inputs = {any({4, 2, 2, 3}), cont({4, 2})},
         .params = with({{"num_output", units(33)}})},
        {.name = name + "_TwoLayers", .type = type, .inputs = sequence, .params = with({{"num_layers", whole(2)}})},
        {.name = name + "_ThreeLayersWithDropout",
         .type = type,
         .inputs = sequence,
         .params = with({{"num_layers", whole(3)}, {"dropout_ratio", 0.3}})},
        {.name = name + "_DropoutSeed",
         .type = type,
         .inputs = sequence,
         .params = with({{"num_layers", whole(2)}, {"dropout_ratio", 0.5}, {"dropout_seed", whole(9)}})},
        {.name = name + "_WeightDropout",
         .type = type,
         .inputs = sequence,
         .params = with({{"weight_dropout", 0.5}, {"num_layers", whole(2)}})},
        {.name = name + "_StateDropout",
         .type = type,
         .inputs = {any({6, 2, 4}), cont({6, 2})},
         .params = with({{"state_dropout", 0.4}, {"num_output", units(17)}, {"dropout_seed", whole(9)}}),
         .tolerance = 5e-5}, // what stays of Wh is larger
        {.name = name + "_BothWeightAndStateDropout",
         .type = type,
         .inputs = sequence,
         .params = with(
             {{"bidirectional", true}, {"num_layers", whole(2)}, {"weight_dropout", 0.3}, {"state_dropout", 0.3}})},
        {.name = name + "_StateOut",
         .type = type,
         .inputs = sequence,
         .params = with({{"expose_hidden_output", true}, {"num_layers", whole(2)}}),
         .outputs = 1 + states},
        {.name = name + "_StateInAndOut",
         .type = type,
         .inputs = withStates(sequence, {2, 3, 6}),
         .params = with({{"expose_hidden", true}, {"num_layers", whole(2)}}),
         .outputs = 1 + states},
        {.name = name + "_StateIn",
         .type = type,
         .inputs = withStates({any({4, 2, 3}), cont({4, 2})}, {1, 2, 6}),
         .params = with({{"expose_hidden_input", true}})},
        {.name = name + "_Both", .type = type, .inputs = sequence, .params = with({{"bidirectional", true}})},
        {.name = name + "_BothOneStep",
         .type = type,
         .inputs = {any({1, 3, 4}), cont({1, 3})},
         .params = with({{"bidirectional", true}})},
        {.name = name + "_BothTwoLayersWithDropout",
         .type = type,
         .inputs = sequence,
         .params = with({{"bidirectional", true}, {"num_layers", whole(2)}, {"dropout_ratio", 0.3}})},
        {.name = name + "_BothStateInAndOut",
         .type = type,
         .inputs = withStates(sequence, {4, 3, 6}),
         .params = with({{"bidirectional", true}, {"expose_hidden", true}, {"num_layers", whole(2)}}),
         .outputs = 1 + states},
    };
    std::erase_if(all, [&](const Case& one) { // refused where there is nothing to drop
        return !multipliesUnits(*own.cell) &&
               (one.params.contains("weight_dropout") || one.params.contains("state_dropout"));
    });
    for (Case& one : all) {
        one.tolerance = std::max(one.tolerance, own.tolerance);
        const bool isFarFromPoles = one.inputs.size() == 2 && !one.params.contains("bidirectional"); // no drawn state
        one.slopesAreExact = own.tolerance < ofQuotients || isFarFromPoles;
        one.weights = own.cell->typed || own.cell->gateCount() == 1 ? 0.2 : 1;
    }
    return all;
}

std::vector<Case> sequenceCases()
{
    std::vector<Case> all;
    for (const CellCase& cell : cellCases()) {
        std::ranges::move(casesOf(cell), std::back_inserter(all));
    }
    return all;
}

std::vector<Case> recurrentCases()
{
    const ParamValue units = whole(6);
    return {
        {.name = "LstmSimple",
         .type = "LSTM_SIMPLE",
         .inputs = {any({15, 4}), cont({15})},
         .params = {{"num_output", units}, {"batch_size", whole(3)}}},
        {.name = "LstmSimple_WithoutClip",
         .type = "LSTM_SIMPLE",
         .inputs = {any({15, 4})},
         .params = {{"num_output", units}, {"batch_size", whole(3)}}},
        {.name = "LstmSimple_CutGradients",
         .type = "LSTM_SIMPLE",
         .inputs = {any({15, 4}), cont({15, 1})},
         .params = {{"num_output", units}, {"batch_size", whole(3)}, {"clipping_threshold", 0.05}},
         .slopesAreExact = false},
        {.name = "GruUnit", .type = "GRU_UNIT", .inputs = {any({1, 3, 7}), any({1, 3, 21}), any({1, 3, 21})}},
        {.name = "GruUnit_Wide",
         .type = "GRU_UNIT",
         .inputs = {any({1, 2, 600}), any({1, 2, 1800}), any({1, 2, 1800})}},
        {.name = "CellUnit",
         .type = "CELL_UNIT",
         .inputs = {any({1, 3, 7}), any({1, 3, 7})},
         .params = {{"equation", word("f = sigmoid(p1 + w * p2 + bf)")}, {"reads", word("p1 p2")}}},
        {.name = "CellUnit_EveryOperation",
         .type = "CELL_UNIT",
         .inputs = {any({4, 2, 40}), any({4, 2, 40})},
         .params = {{"equation", word("f = max(tanh(a), b) / (1 + exp(-min(a, v))) - softplus(b) * log(1 + square(a)) "
                                      "+ sqrt(2 + abs(b)) * relu(a - u)")},
                    {"reads", word("a b")}}},
        {.name = "CellUnit_OneRead",
         .type = "CELL_UNIT",
         .inputs = {any({1, 2, 5}), any({1, 2, 5})},
         .params = {{"equation", word("g = a")}, {"reads", word("a b")}}},
        {.name = "CellUnit_NoneRead",
         .type = "CELL_UNIT",
         .inputs = {any({1, 2, 5})},
         .params = {{"equation", word("g = 0.5 * v")}, {"reads", word("a")}}},
        {.name = "CellUnit_Wide",
         .type = "CELL_UNIT",
         .inputs = {any({1, 70, 600}), any({1, 70, 600})},
         .params = {{"equation", word("c = a * b + tanh(v * a)")}, {"reads", word("a b")}},
         .tolerance = 5e-5}, // sums of 70 rows
        {.name = "LstmUnit",
         .type = "LSTM_UNIT",
         .inputs = {any({1, 3, 7}), any({1, 3, 28}), cont({1, 3})},
         .outputs = 2},
        {.name = "LstmUnit_InOurOrder",
         .type = "LSTM_UNIT",
         .inputs = {any({1, 3, 7}), any({1, 3, 28}), cont({1, 3})},
         .params = {{"gate_order", std::string("IFGO")}},
         .outputs = 2},
        {.name = "LstmUnit_OnlyH",
         .type = "LSTM_UNIT",
         .inputs = {any({1, 3, 600}), any({1, 3, 2400}), cont({1, 3})},
         .outputs = 2,
         .outputsWithGradient = 1},
    };
}

/// A number as a float holds it, so that the engines start from the same ones.
double rounded(double value)
{
    return static_cast<float>(value);
}

std::vector<double> drawn(RandomSequence& random, const InputSample& sample)
{
    std::vector<double> values;
    for (std::int64_t index = 0; index < sample.shape.count(); ++index) {
        const auto id = [&] { return static_cast<double>(random.next() % static_cast<std::uint32_t>(sample.below)); };
        switch (sample.numbers) {
        case Numbers::Any:
            values.push_back(rounded(random.gaussian()));
            break;
        case Numbers::Ids:
            values.push_back(id());
            break;
        case Numbers::Labels:
            values.push_back(random.uniform01() < 0.25 ? -1 : id());
            break;
        case Numbers::Cont:
            values.push_back(random.uniform01() < 0.3 ? 0 : 1);
            break;
        case Numbers::Lengths:
            values.push_back(1 + id());
            break;
        case Numbers::Targets:
            values.push_back(random.uniform01() < 0.25 ? std::nan("") : rounded(random.gaussian()));
            break;
        case Numbers::Shares:
            values.push_back(random.uniform01() < 0.25 ? -1 : rounded(random.uniform01()));
            break;
        }
    }
    return values;
}

bool gradientArrives(const LayerType& type, std::size_t output)
{
    return type.outputs[std::min(output, type.outputs.size() - 1)].gradient == GradientFlow::Passes;
}

} // namespace

std::int64_t headsOf(const Cell& cell)
{
    std::int64_t most = 1;
    for (std::size_t number = 0; cell.typed && number < cell.typed->definition.learned.size(); ++number) {
        most = std::max<std::int64_t>(most, cell.typed->definition.learned[number].heads);
    }
    return most;
}

const std::vector<CellCase>& cellCases()
{
    static const std::vector<CellCase> all = [] {
        std::vector<CellCase> found;
        for (const Cell* const cell : recurrentCells()) {
            CellCase& one = found.emplace_back(CellCase{.name = capitalised(cell->layer), .cell = cell});
            if (found.size() > 1 && found[found.size() - 2].cell->layer == cell->layer) {
                one.name += capitalised(cell->choice->value);
                one.params.emplace(cell->choice->key, std::string(cell->choice->value));
            }
        }
        for (const cells::LibraryCell& cell : cells::libraryCells()) {
            found.push_back({.name = "Cell_" + std::string(cell.name),
                             .cell = &cells::typedCell(cell.text).cell,
                             .params = {{"cell", std::string(cell.name)}},
                             .tolerance = cell.name.starts_with("slstm") ? ofQuotients : 2e-5});
        }
        return found;
    }();
    return all;
}

const std::vector<Case>& cases()
{
    static const std::vector<Case> all = [] {
        std::vector<Case> joined;
        for (const std::vector<Case>& some : {lossCases(), numberLossCases(), overStepsCases(), shapeCases(),
                                              commonCases(), largeCases(), sequenceCases(), recurrentCases()}) {
            joined.insert(joined.end(), some.begin(), some.end());
        }
        return joined;
    }();
    return all;
}

Problem emptyProblemOf(const Case& sample, Phase phase)
{
    Problem problem{.type = &layerType(sample.type), .phase = phase, .random = {.seed = 5, .stream = 3}, .pass = 7};
    problem.params = completeParams(problem.type->params, sample.params, Dialect::Bvlc, sample.name);
    for (const InputSample& input : sample.inputs) {
        problem.inputShapes.push_back(input.shape);
    }
    problem.sizes = problem.type->infer({sample.name, problem.params, problem.inputShapes, sample.outputs});
    return problem;
}

Problem problemOf(const Case& sample, Phase phase, std::uint64_t seed)
{
    RandomSequence random({.seed = seed, .stream = 17});
    Problem problem = emptyProblemOf(sample, phase);
    for (const InputSample& input : sample.inputs) {
        problem.inputs.push_back(drawn(random, input));
    }
    const auto draw = [&](const Shape& shape) { return drawn(random, any(shape)); };
    for (const WeightSpec& weight : problem.sizes.weights) {
        std::vector<double>& values = problem.weights.emplace_back(draw(weight.shape));
        std::ranges::transform(values, values.begin(), [&](double value) { return rounded(value * sample.weights); });
    }
    for (const StateSpec& state : problem.sizes.state) {
        std::vector<double>& values = problem.state.emplace_back(draw(state.shape));
        if (isNorm(state.name)) {
            std::ranges::transform(values, values.begin(), [](double value) { return rounded(std::abs(value) + 0.5); });
        }
    }
    for (std::size_t output = 0; output < sample.outputs; ++output) {
        const bool arrives = output < sample.outputsWithGradient && gradientArrives(*problem.type, output);
        problem.outputGradients.push_back(arrives ? draw(problem.sizes.outputs[output]) : std::vector<double>());
    }
    return problem;
}

} // namespace engine::test
