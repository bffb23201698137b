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

/// Cases of a type of layer, which are called after it: `name`, or `name`_Wide.
std::vector<Case> of(const std::string& type, const std::string& name, std::vector<Case> samples)
{
    for (Case& one : samples) {
        one.type = type;
        one.name = one.name.empty() ? name : name + "_" + one.name;
    }
    return samples;
}

std::vector<Case> joined(std::initializer_list<std::vector<Case>> all)
{
    std::vector<Case> found;
    for (const std::vector<Case>& some : all) {
        found.insert(found.end(), some.begin(), some.end());
    }
    return found;
}

/// Losses of numbers: each with every normalization, with targets of another shape, and with more than one task's.
std::vector<Case> numberLossCases()
{
    std::vector<Case> all;
    const std::pair<const char*, InputSample (*)(const Shape&)> losses[] = {
        {"EUCLIDEANLOSS", targets}, {"HUBERLOSS", targets}, {"SIGMOIDCROSSENTROPYLOSS", shares}};
    for (const auto& [type, answers] : losses) {
        std::vector<Case> some = {{"", {any({9, 1}), answers({9})}},
                                  {"Wide", {any({3, 4, 5}), answers({3, 20})}},
                                  {"Large", {any({50, 200}), answers({50, 200})}}};
        for (const char* normalization : {"VALID", "FULL", "NONE"}) {
            some.push_back({normalization, {any({6, 3}), answers({6, 3})}, {{"normalization", word(normalization)}}});
        }
        all = joined({all, of(type, type, some)});
    }
    return joined({all, of("HUBERLOSS", "HUBERLOSS", {{"Delta", {any({40, 2}), targets({40, 2})}, {{"delta", 0.3}}}})});
}

/// What makes one vector of a sequence.
std::vector<Case> overStepsCases()
{
    std::vector<Case> all;
    for (const char* type : {"LAST", "MEANOVERSTEPS"}) {
        all = joined({all, of(type, type,
                              {{"", {any({5, 3, 4})}},
                               {"Lengths", {any({7, 6, 5}), lengths({6}, 7)}},
                               {"OneStep", {any({1, 3, 4}), lengths({3, 1}, 1)}},
                               {"Scalars", {any({5, 40}), lengths({40}, 5)}}})});
    }
    return joined(
        {all, of("LAST", "LAST", {{"Bidirectional", {any({7, 6, 8}), lengths({6}, 7)}, {{"bidirectional", true}}}})});
}

std::vector<Case> lossCases()
{
    return joined({
        of("ACCURACY", "Accuracy",
           {
               {"", {any({40, 3}), ids({40}, 3)}},
               {"OfEachClass", {any({40, 3}), ids({40}, 3)}, {}, 2},
               {"TopTwoInside", {any({5, 4, 6}), labels({5, 6}, 4)}, {{"top_k", whole(2)}}},
               {"LastAxis", {any({5, 6, 4}), labels({5, 6}, 4)}, {{"axis", whole(-1)}}},
           }),
        of("SOFTMAX", "Softmax",
           {
               {"", {any({9, 5})}},
               {"Wide", {any({3, 70})}},
               {"Inside", {any({3, 7, 5})}},
               {"LastAxis", {any({3, 5, 20})}, {{"axis", whole(-1)}}},
           }),
        of("LAYERNORM", "LayerNorm",
           {
               {"", {any({2, 3, 5})}},
               {"Wide", {any({3, 1500})}},
           }),
        of("SOFTMAXWITHLOSS", "SoftmaxWithLoss",
           {
               {"", {any({9, 5}), ids({9}, 5)}},
               {"Wide", {any({6, 65}), ids({6, 1}, 65)}},
               {"Missing", {any({30, 5}), labels({30}, 5)}},
               {"IgnoredClass", {any({30, 5}), ids({30}, 5)}, {{"ignore_label", whole(3)}}},
               {"Full", {any({4, 5, 6}), labels({4, 6}, 5)}, {{"normalization", word("FULL")}}},
               {"BatchSize", {any({4, 5, 6}), labels({4, 6}, 5)}, {{"normalization", word("BATCH_SIZE")}}},
               {"OldBatchSize", {any({4, 5, 6}), labels({4, 6}, 5)}, {{"normalize", false}}},
               {"Sum", {any({4, 6, 5}), labels({4, 6}, 5)}, {{"normalization", word("NONE")}, {"axis", whole(2)}}},
               {.name = "Chances", .inputs = {any({9, 5}), ids({9}, 5)}, .outputs = 2, .outputsWithGradient = 1},
           }),
    });
}

std::vector<Case> shapeCases()
{
    return joined({
        of("CONCAT", "Concat",
           {
               {"", {any({2, 3, 4}), any({2, 1, 4}), any({2, 5, 4})}},
               {"Outermost", {any({2, 3}), any({4, 3})}, {{"axis", whole(0)}}},
               {"One", {any({2, 3})}},
           }),
        of("RESHAPE", "Reshape", {{"", {any({2, 3, 4})}, {{"shape", IntList{0, -1}}}}}),
        of("SILENCE", "Silence", {{"", {any({2, 3}), any({4})}, {}, 0}}),
        of("SLICE", "Slice",
           {
               {"", {any({2, 6, 4})}, {}, 3},
               {"AtPoints", {any({2, 6, 4})}, {{"slice_point", IntList{1, 4}}}, 3},
               {"Outermost", {any({6, 4})}, {{"axis", whole(0)}}, 2},
               {.name = "OneGradientMissing", .inputs = {any({2, 6, 4})}, .outputs = 3, .outputsWithGradient = 2},
           }),
        of("SPLIT", "Split",
           {
               {"", {any({5, 3})}, {}, 3},
               {.name = "OneGradientMissing", .inputs = {any({5, 3})}, .outputs = 3, .outputsWithGradient = 2},
           }),
    });
}

std::vector<Case> commonCases()
{
    const InputSample x = any({3, 4, 5});
    return joined({
        of("DROPOUT", "Dropout",
           {
               {"", {any({7, 5, 31})}, {{"dropout_ratio", 0.4}}},
               {"OwnSeed", {any({200})}, {{"dropout_ratio", 0.9}, {"seed", whole(42)}}},
               {"SameOverSteps", {any({7, 5, 31})}, {{"dropout_ratio", 0.4}, {"same_over", word("STEPS")}}},
               {"SameOverUnits", {any({9, 5, 7})}, {{"dropout_ratio", 0.4}, {"same_over", word("UNITS")}}},
               {"None", {any({50})}, {{"dropout_ratio", 0.0}}},
               {"Inactive", {any({50})}, {{"active", false}}},
           }),
        of("ELTWISE", "Eltwise",
           {
               {"Sum", {x, x}},
               {"WeighedSum", {x, x, x}, {{"coeff", FloatList{0.5, -2, 1}}}},
               {"Product", {x, x, x}, {{"operation", word("PROD")}}},
               {"Maximum", {x, x, x}, {{"operation", word("MAX")}}},
               {"ProductOfTwo", {x, x}, {{"operation", word("PROD")}}},
               {"MaximumOfTwo", {x, x}, {{"operation", word("MAX")}}},
               {"SumOfFive", {x, x, x, x, x}, {{"coeff", FloatList{0.5, -2, 1, 3, -1}}}},
               {"ProductOfFive", {x, x, x, x, x}, {{"operation", word("PROD")}}},
               {"MaximumOfFive", {x, x, x, x, x}, {{"operation", word("MAX")}}},
           }),
        of("EMBED", "Embed",
           {
               {"", {ids({6, 4}, 7)}, {{"num_output", whole(5)}, {"input_dim", whole(7)}}},
               {"WideWithoutBias",
                {ids({50}, 3)},
                {{"num_output", whole(40)}, {"input_dim", whole(3)}, {"bias_term", false}}},
           }),
        of("INNERPRODUCT", "InnerProduct",
           {
               {"", {any({6, 4})}, {{"num_output", whole(5)}}},
               {"OneRow", {any({1, 37})}, {{"num_output", whole(50)}}},
               {"FewRows", {any({3, 130})}, {{"num_output", whole(50)}, {"bias_term", false}}},
               {"Transposed", {any({6, 2, 4})}, {{"num_output", whole(5)}, {"transpose", true}}},
               {"TransposedOneRow", {any({1, 33})}, {{"num_output", whole(17)}, {"transpose", true}}},
               {"LastAxis", {any({5, 3, 8})}, {{"num_output", whole(9)}, {"axis", whole(2)}}},
               {"Heads", {any({5, 3, 8})}, {{"num_output", whole(12)}, {"axis", whole(2)}, {"heads", whole(4)}}},
               {"HeadsWithoutBias",
                {any({7, 30})},
                {{"num_output", whole(20)}, {"heads", whole(2)}, {"bias_term", false}}},
               {"Large", {any({70, 40})}, {{"num_output", whole(90)}}},
           }),
        of("REDUCTION", "Reduction",
           {
               {"Sum", {x}},
               {"SizesByRow", {x}, {{"operation", word("ASUM")}, {"axis", whole(1)}, {"coeff", -2.0}}},
               {"Squares", {x}, {{"operation", word("SUMSQ")}, {"axis", whole(2)}}},
               {"Mean", {x}, {{"operation", word("MEAN")}, {"axis", whole(-1)}}},
           }),
        of("RELU", "Relu",
           {
               {"", {x}},
               {"Leaky", {x}, {{"negative_slope", 0.1}}},
               {"Folding", {x}, {{"negative_slope", -0.5}}},
           }),
        of("SCALE", "Scale",
           {
               {"ByStreams", {any({1, 4, 6}), any({1, 4})}, {{"axis", whole(0)}}},
               {"ByScalar", {x, any(Shape{})}},
               {"Inside", {x, any({4})}, {{"bias_term", true}}},
               {"Learned", {x}},
               {"LearnedWithBias", {x}, {{"num_axes", whole(-1)}, {"bias_term", true}}},
           }),
        of("SIGMOID", "Sigmoid", {{"", {any({3, 41})}}}),
        of("TANH", "Tanh", {{"", {any({3, 41})}}}),
    });
}

/// Sizes at which a GPU's kernels share the work otherwise: sums in parts, several rounds, more threads at one place.
std::vector<Case> largeCases()
{
    constexpr double ofLongSums = 2e-4; ///< whose terms cancel each other
    return joined({
        of("ACCURACY", "Accuracy", {{"ManyClasses", {any({40, 1500}), ids({40}, 1500)}}}),
        of("EMBED", "Embed",
           {
               {.name = "LongText",
                .inputs = {ids({5000}, 7)},
                .params = {{"num_output", whole(8)}, {"input_dim", whole(7)}},
                .tolerance = ofLongSums},
               {"ManyWords",
                {ids({3000}, 5000)},
                {{"num_output", whole(4)}, {"input_dim", whole(5000)}, {"bias_term", false}}},
               {"VeryWide", {ids({20}, 3)}, {{"num_output", whole(1100)}, {"input_dim", whole(3)}}},
           }),
        of("INNERPRODUCT", "InnerProduct",
           {{.name = "ManyRows",
             .inputs = {any({3000, 3})},
             .params = {{"num_output", whole(5)}},
             .tolerance = ofLongSums}}),
        of("REDUCTION", "Reduction",
           {{.name = "WideRows", .inputs = {any({3, 1500})}, .params = {{"axis", whole(1)}}, .tolerance = ofLongSums}}),
        of("SCALE", "Scale",
           {{.name = "ManyUnderOne",
             .inputs = {any({40, 3, 30})},
             .params = {{"bias_term", true}},
             .tolerance = ofLongSums}}),
        of("SOFTMAX", "Softmax", {{"ManyClasses", {any({3, 1500})}}}),
        of("SOFTMAXWITHLOSS", "SoftmaxWithLoss",
           {
               {"ManyClasses", {any({5, 1500}), labels({5}, 1500)}},
               {"ManyPlaces", {any({3000, 3}), labels({3000}, 3)}},
           }),
        of("SPLIT", "Split", {{"Many", {any({5, 3})}, {}, 10}}),
    });
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
    std::vector<Case> all = of(
        std::string(own.cell->layer), own.name,
        {
            {"", sequence, with({})},
            {"OneStep", {any({1, 3, 4}), cont({1, 3})}, with({})},
            {"OneStream", {any({6, 1, 4}), cont({6, 1})}, with({{"num_output", units(17)}})},
            {"FlattenedInput", {any({4, 2, 2, 3}), cont({4, 2})}, with({{"num_output", units(33)}})},
            {"TwoLayers", sequence, with({{"num_layers", whole(2)}})},
            {"ThreeLayersWithDropout", sequence, with({{"num_layers", whole(3)}, {"dropout_ratio", 0.3}})},
            {"DropoutSeed", sequence,
             with({{"num_layers", whole(2)}, {"dropout_ratio", 0.5}, {"dropout_seed", whole(9)}})},
            {"WeightDropout", sequence, with({{"weight_dropout", 0.5}, {"num_layers", whole(2)}})},
            {.name = "StateDropout",
             .inputs = {any({6, 2, 4}), cont({6, 2})},
             .params = with({{"state_dropout", 0.4}, {"num_output", units(17)}, {"dropout_seed", whole(9)}}),
             .tolerance = 5e-5}, // what stays of Wh is larger
            {"BothWeightAndStateDropout", sequence,
             with(
                 {{"bidirectional", true}, {"num_layers", whole(2)}, {"weight_dropout", 0.3}, {"state_dropout", 0.3}})},
            {"StateOut", sequence, with({{"expose_hidden_output", true}, {"num_layers", whole(2)}}), 1 + states},
            {"StateInAndOut", withStates(sequence, {2, 3, 6}),
             with({{"expose_hidden", true}, {"num_layers", whole(2)}}), 1 + states},
            {"StateIn", withStates({any({4, 2, 3}), cont({4, 2})}, {1, 2, 6}), with({{"expose_hidden_input", true}})},
            {"Both", sequence, with({{"bidirectional", true}})},
            {"BothOneStep", {any({1, 3, 4}), cont({1, 3})}, with({{"bidirectional", true}})},
            {"BothTwoLayersWithDropout", sequence,
             with({{"bidirectional", true}, {"num_layers", whole(2)}, {"dropout_ratio", 0.3}})},
            {"BothStateInAndOut", withStates(sequence, {4, 3, 6}),
             with({{"bidirectional", true}, {"expose_hidden", true}, {"num_layers", whole(2)}}), 1 + states},
        });
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
    return joined({
        of("LSTM_SIMPLE", "LstmSimple",
           {
               {"", {any({15, 4}), cont({15})}, {{"num_output", units}, {"batch_size", whole(3)}}},
               {"WithoutClip", {any({15, 4})}, {{"num_output", units}, {"batch_size", whole(3)}}},
               {.name = "CutGradients",
                .inputs = {any({15, 4}), cont({15, 1})},
                .params = {{"num_output", units}, {"batch_size", whole(3)}, {"clipping_threshold", 0.05}},
                .slopesAreExact = false},
           }),
        of("GRU_UNIT", "GruUnit",
           {
               {"", {any({1, 3, 7}), any({1, 3, 21}), any({1, 3, 21})}},
               {"Wide", {any({1, 2, 600}), any({1, 2, 1800}), any({1, 2, 1800})}},
           }),
        of("CELL_UNIT", "CellUnit",
           {
               {"",
                {any({1, 3, 7}), any({1, 3, 7})},
                {{"equation", word("f = sigmoid(p1 + w * p2 + bf)")}, {"reads", word("p1 p2")}}},
               {"EveryOperation",
                {any({4, 2, 40}), any({4, 2, 40})},
                {{"equation", word("f = max(tanh(a), b) / (1 + exp(-min(a, v))) - softplus(b) * log(1 + square(a)) "
                                   "+ sqrt(2 + abs(b)) * relu(a - u)")},
                 {"reads", word("a b")}}},
               {"OneRead", {any({1, 2, 5}), any({1, 2, 5})}, {{"equation", word("g = a")}, {"reads", word("a b")}}},
               {"NoneRead", {any({1, 2, 5})}, {{"equation", word("g = 0.5 * v")}, {"reads", word("a")}}},
               {.name = "Wide",
                .inputs = {any({1, 70, 600}), any({1, 70, 600})},
                .params = {{"equation", word("c = a * b + tanh(v * a)")}, {"reads", word("a b")}},
                .tolerance = 5e-5}, // sums of 70 rows
           }),
        of("LSTM_UNIT", "LstmUnit",
           {
               {"", {any({1, 3, 7}), any({1, 3, 28}), cont({1, 3})}, {}, 2},
               {"InOurOrder",
                {any({1, 3, 7}), any({1, 3, 28}), cont({1, 3})},
                {{"gate_order", std::string("IFGO")}},
                2},
               {.name = "OnlyH",
                .inputs = {any({1, 3, 600}), any({1, 3, 2400}), cont({1, 3})},
                .outputs = 2,
                .outputsWithGradient = 1},
           }),
    });
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

Case stackOf(const std::string& type, Params params, const StackSizes& sizes, double weights)
{
    params["num_output"] = whole(sizes.units);
    params["num_layers"] = whole(sizes.layers);
    params["dropout_ratio"] = sizes.dropout;
    return {.name = type,
            .inputs = {any({sizes.steps, sizes.streams, sizes.width}), cont({sizes.steps, sizes.streams})},
            .params = std::move(params),
            .weights = weights,
            .type = type};
}

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
    static const std::vector<Case> all = joined({lossCases(), numberLossCases(), overStepsCases(), shapeCases(),
                                                 commonCases(), largeCases(), sequenceCases(), recurrentCases()});
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

const std::vector<CellForm>& cellForms()
{
    static const std::vector<CellForm> forms = [] {
        std::vector<CellForm> all;
        for (const bool isBoth : {false, true}) {
            for (const CellCase& cell : cellCases()) {
                if (headsOf(*cell.cell) > 1) {
                    continue; // the sizes of tests are odd
                }
                CellForm& form =
                    all.emplace_back(CellForm{cell.name, std::string(cell.cell->layer), cell.params, cell.tolerance});
                if (isBoth) {
                    form.name += "Both";
                    form.params.emplace("bidirectional", true);
                }
            }
        }
        return all;
    }();
    return forms;
}

Problem formProblem(const CellForm& form, const StackSizes& sizes, Phase phase)
{
    const double weights = form.type == "LSTM" ? 1 : form.type == "GRU" ? 0.3 : 0.1;
    return problemOf(stackOf(form.type, form.params, sizes, weights), phase);
}

} // namespace engine::test
