// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn/algorithm.h"
#include "engine/cuda/cudnn/cudnn_engine.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "tests/gpu/gpu_of_test.h"
#include "tests/kernels/cases.h"
#include "tests/kernels/layer_run.h"
#include "tests/kernels/near.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

// What is particular to CUDNN: algorithms, precisions, dropout by the library's own generators, recordings. What every
// engine must do stands in tests/kernels.

namespace engine::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct LstmSizes {
    std::int64_t steps = 12, streams = 8, width = 16, units = 64, layers = 2;
    double dropout = 0;
    double weights = 0.1; ///< their deviation
};

/// A recurrent layer of some cell, in one direction or both.
struct Form {
    std::string type;
    Params params = {};

    std::string name() const
    {
        return type + (params.contains("activation") ? " RELU" : "") +
               (params.contains("bidirectional") ? " bidirectional" : "");
    }
};

const std::vector<Form>& forms()
{
    const ParamValue relu = std::string("RELU");
    static const std::vector<Form> all = {
        {"LSTM"},
        {"GRU"},
        {"RNN"},
        {"RNN", {{"activation", relu}}},
        {"LSTM", {{"bidirectional", true}}},
        {"GRU", {{"bidirectional", true}}},
        {"RNN", {{"bidirectional", true}}},
        {"RNN", {{"activation", relu}, {"bidirectional", true}}},
    };
    return all;
}

/// Every stream starts at the first step and nowhere else. Weights are as small as those of nets, so that no gate
/// sticks.
Problem problemOfForm(const Form& form, const LstmSizes& sizes, Phase phase = Phase::Train)
{
    const StackSizes stack{sizes.steps, sizes.streams, sizes.width, sizes.units, sizes.layers, sizes.dropout};
    Problem problem = problemOf(stackOf(form.type, form.params, stack, sizes.weights), phase);
    std::ranges::fill(problem.inputs[1], 1.0);
    std::fill_n(problem.inputs[1].begin(), sizes.streams, 0.0);
    return problem;
}

Problem lstmProblem(const LstmSizes& sizes, Phase phase = Phase::Train)
{
    return problemOfForm({"LSTM"}, sizes, phase);
}

/// So that every sum stays above 0: a bfloat16 that falls on the other side of a RELU's kink has another slope.
Problem awayFromTheKink(Problem problem)
{
    for (std::size_t index = 0; index < problem.weights.size(); ++index) {
        const bool isBias = problem.sizes.weights[index].shape.axes() == 1;
        for (double& value : problem.weights[index]) {
            value = static_cast<float>(value / 5 + (isBias ? 3 : 0));
        }
    }
    return problem;
}

/// Some sequences start inside the batch.
Problem startingInside(Problem problem)
{
    const auto streams = static_cast<std::size_t>(problem.inputShapes[1][1]);
    problem.inputs[1][2 * streams + 1] = 0;
    problem.inputs[1][3 * streams + 2] = 0;
    return problem;
}

constexpr Pass promised{.startsOnlyFirst = true};

/// Which cuDNN's persistent algorithm takes.
constexpr LstmSizes halfSizes{.steps = 12, .streams = 16, .width = 128, .units = 256, .layers = 1};

/// Whether the largest difference is at most `tolerance` of the largest wanted number.
template <typename Wanted>
::testing::AssertionResult allNearLargest(const std::vector<float>& found, const Wanted& wanted, double tolerance)
{
    double largest = 0, difference = 0;
    for (std::size_t index = 0; index < found.size(); ++index) {
        largest = std::max(largest, std::abs(static_cast<double>(wanted[index])));
        const double one = std::abs(static_cast<double>(found[index]) - static_cast<double>(wanted[index]));
        difference = std::isnan(one) ? one : std::max(difference, one);
    }
    if (difference <= tolerance * largest) {
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure() << "they differ by " << difference << ", and the largest number is "
                                         << largest;
}

class Cudnn : public GpuTest {
protected:
    static const Engine& engine() { return cuda::cudnnEngine(); }

    /// What the reference makes of a problem.
    struct Wanted {
        Answer<double> answer;
        Gradients gradients;

        explicit Wanted(const Problem& problem)
            : answer(engine::test::answer(problem)), gradients(engine::test::gradients(problem))
        {}
    };

    /// Runs there and back and compares all that comes of it with the reference.
    void expectNearReference(LayerRun& run, const Problem& problem, double tolerance, const Pass& pass = promised)
    {
        expectNear(run, problem, Wanted(problem), tolerance, pass);
    }

    void expectNear(LayerRun& run, const Problem& problem, const Wanted& wanted, double tolerance, const Pass& pass)
    {
        run.step(pass);
        EXPECT_TRUE(allNearLargest(run.output(0), wanted.answer.outputs[0], tolerance)) << "h";
        EXPECT_TRUE(allNearLargest(run.inputGradient(0), wanted.gradients.inputs[0], tolerance)) << "slopes by x";
        for (std::size_t index = 0; index < wanted.answer.state.size(); ++index) {
            EXPECT_TRUE(allNearLargest(run.state(index), wanted.answer.state[index], tolerance))
                << problem.sizes.state[index].name;
        }
        for (std::size_t index = 0; index < wanted.gradients.weights.size(); ++index) {
            EXPECT_TRUE(allNearLargest(run.weightGradient(index), wanted.gradients.weights[index], tolerance))
                << "slopes by " << problem.sizes.weights[index].name;
        }
    }

    /// In every precision, with what each may be off by.
    void expectNearInEveryPrecision(const Form& form, const Problem& problem, const Pass& pass)
    {
        const auto expect = [&](const Problem& one, Precision precision, double tolerance) {
            SCOPED_TRACE(form.name() + " by precision " + std::to_string(static_cast<int>(precision)));
            LayerRun run(one, engine(), device(precision));
            expectNearReference(run, one, tolerance, pass);
            EXPECT_TRUE(run.marksStand());
        };
        expect(problem, Precision::Float32, 1e-4);
        expect(problem, Precision::Tf32, 3e-3);
        expect(form.params.contains("activation") ? awayFromTheKink(problem) : problem, Precision::Bfloat16, 4e-2);
    }

    void expectEveryAlgorithmIsRight(const Problem& problem)
    {
        const Wanted wanted(problem);
        for (const cuda::cudnn::Algorithm& algorithm : cuda::cudnn::algorithms) {
            ::setenv("HAMNET_CUDNN_ALGORITHM", std::string(algorithm.name).c_str(), 1);
            try {
                LayerRun run(problem, engine(), device());
                EXPECT_EQ(run.kernel().method(), algorithm.name);
                expectNear(run, problem, wanted, 1e-4, promised);
            } catch (const Error& error) {
                EXPECT_NE(algorithm.name, "STANDARD") << error.what();
                EXPECT_THAT(error.what(), HasSubstr("which does not run here: cuDNN: "));
                std::printf("does not apply: %s\n", error.what());
            }
        }
    }

    std::vector<float> dropoutOf(LayerRun& run)
    {
        const std::vector<Kernel::PrivateState> state = run.kernel().privateState();
        std::vector<float> values(state.at(0).values.size());
        device().toHost(state.at(0).values.data(), values);
        return values;
    }

    void setDropout(LayerRun& run, const std::vector<float>& values)
    {
        device().toDevice(values, run.kernel().privateState().at(0).values.data());
    }

    /// h of a pass from the problem's first state.
    static std::vector<float> heard(LayerRun& run, const Problem& problem)
    {
        run.setState(problem.state);
        run.forward(promised);
        return run.output(0);
    }
};

TEST_F(Cudnn, Tf32IsNearTheReference)
{
    const Problem problem = lstmProblem({});
    LayerRun run(problem, engine(), device(Precision::Tf32));
    expectNearReference(run, problem, 2e-3);
}

TEST_F(Cudnn, Bfloat16IsNearTheReference)
{
    for (const LstmSizes& sizes : {LstmSizes{}, LstmSizes{.steps = 7, .streams = 5, .width = 15, .units = 33}}) {
        const Problem problem = lstmProblem(sizes);
        LayerRun run(problem, engine(), device(Precision::Bfloat16));
        expectNearReference(run, problem, 3e-2);
        EXPECT_TRUE(run.marksStand());
    }
}

/// cuDNN has no quick algorithm for few units in bfloat16, but one in TF32, which is as quick and finer.
TEST_F(Cudnn, FewUnitsMayRunInTf32WhereBf16IsWanted)
{
    ::setenv("HAMNET_CUDNN_ALGORITHM", "PERSIST_STATIC_SMALL_H_TF32", 1);
    const Problem problem = lstmProblem({.steps = 7, .streams = 8, .width = 64, .units = 128});
    LayerRun run(problem, engine(), device(Precision::Bfloat16));
    EXPECT_EQ(run.kernel().method(), "PERSIST_STATIC_SMALL_H_TF32");
    expectNearReference(run, problem, 2e-3, promised);
    LayerRun inPieces(problem, engine(), device(Precision::Bfloat16));
    expectNearReference(inPieces, problem, 2e-3, Pass{});
    EXPECT_THROW(LayerRun(problem, engine(), device(Precision::Tf32)), Error);
}

TEST_F(Cudnn, BothDirectionsOfFewUnitsMayRunInTf32WhereBf16IsWanted)
{
    ::setenv("HAMNET_CUDNN_ALGORITHM", "PERSIST_STATIC_SMALL_H_TF32", 1);
    const Form form{"LSTM", {{"bidirectional", true}}};
    const Problem problem = problemOfForm(form, {.steps = 6, .streams = 8, .width = 64, .units = 128});
    LayerRun run(problem, engine(), device(Precision::Bfloat16));
    expectNearReference(run, problem, 2e-3, promised);
    LayerRun apart(startingInside(problem), engine(), device(Precision::Bfloat16));
    expectNearReference(apart, startingInside(problem), 2e-3, Pass{});
}

/// cuDNN's persistent algorithm is one of half precision alone.
TEST_F(Cudnn, OneLayerMayRunInHalfPrecisionWhereBf16IsWanted)
{
    ::setenv("HAMNET_CUDNN_ALGORITHM", "PERSIST_STATIC_FP16", 1);
    for (const Form& form : {Form{"LSTM"}, Form{"GRU"}, Form{"RNN"}}) {
        SCOPED_TRACE(form.name());
        const Problem problem = problemOfForm(form, halfSizes);
        LayerRun run(problem, engine(), device(Precision::Bfloat16));
        EXPECT_EQ(run.kernel().method(), "PERSIST_STATIC_FP16");
        expectNearReference(run, problem, 5e-3, promised);
        EXPECT_TRUE(run.marksStand());
        LayerRun inPieces(startingInside(problem), engine(), device(Precision::Bfloat16));
        expectNearReference(inPieces, startingInside(problem), 5e-3, Pass{});
        EXPECT_THROW(LayerRun(problem, engine(), device(Precision::Tf32)), Error);
    }
}

/// Half precision has no number below 6e-8 and none above 65,504.
TEST_F(Cudnn, GradientsOfAnySizeComeThroughHalfPrecision)
{
    ::setenv("HAMNET_CUDNN_ALGORITHM", "PERSIST_STATIC_FP16", 1);
    for (const double size : {1e-30, 1e-9, 1e6}) {
        SCOPED_TRACE(size);
        Problem problem = lstmProblem(halfSizes);
        for (double& gradient : problem.outputGradients[0]) {
            gradient = static_cast<float>(size * gradient);
        }
        LayerRun run(problem, engine(), device(Precision::Bfloat16));
        expectNearReference(run, problem, 5e-3, promised);
    }
}

/// Large inputs, whose weights are zeros: the gradient by these weights is a sum that half precision does not hold.
TEST_F(Cudnn, AnOverflowOfHalfPrecisionLeavesAPassOutAndLowersTheScale)
{
    ::setenv("HAMNET_CUDNN_ALGORITHM", "PERSIST_STATIC_FP16", 1);
    Problem problem = lstmProblem(halfSizes);
    std::ranges::fill(problem.inputs[0], 3e4);
    std::ranges::fill(problem.weights[0], 0.0);
    std::ranges::fill(problem.outputGradients[0], 1.0);
    const std::vector<float> zeros(problem.weights[0].size());
    LayerRun run(problem, engine(), device(Precision::Bfloat16));
    run.step(promised);
    EXPECT_EQ(run.weightGradient(0), zeros);
    EXPECT_EQ(run.inputGradient(0), std::vector<float>(problem.inputs[0].size()));
    constexpr int maxPasses = 6;
    for (int pass = 1; pass < maxPasses && run.weightGradient(0) == zeros; ++pass) {
        run.fill(problem);
        run.setState(problem.state);
        run.step(promised);
    }
    const Wanted wanted(problem);
    for (std::size_t index = 0; index < problem.weights.size(); ++index) {
        EXPECT_TRUE(allNearLargest(run.weightGradient(index), wanted.gradients.weights[index], 5e-3)) << index;
    }
}

/// As a run that was resumed has it.
TEST_F(Cudnn, TheScaleOfHalfPrecisionIsPrivateState)
{
    ::setenv("HAMNET_CUDNN_ALGORITHM", "PERSIST_STATIC_FP16", 1);
    LayerRun run(lstmProblem(halfSizes), engine(), device(Precision::Bfloat16));
    const std::vector<Kernel::PrivateState> state = run.kernel().privateState();
    ASSERT_EQ(state.size(), 1);
    EXPECT_EQ(state[0].name, "gradient_scale");
}

TEST_F(Cudnn, EveryFormIsNearTheReferenceInEveryPrecision)
{
    for (const Form& form : forms()) {
        expectNearInEveryPrecision(form, problemOfForm(form, {.steps = 7, .streams = 5, .width = 15, .units = 33}),
                                   promised);
    }
}

TEST_F(Cudnn, EveryFormHonoursContInsideABatchInEveryPrecision)
{
    for (const Form& form : forms()) {
        expectNearInEveryPrecision(form, startingInside(problemOfForm(form, {.steps = 6, .streams = 4, .units = 33})),
                                   Pass{});
    }
}

TEST_F(Cudnn, BothDirectionsApartDrawTheMasksOfEveryEngine)
{
    Problem problem = startingInside(problemOfForm(
        {"GRU", {{"bidirectional", true}}}, {.steps = 6, .streams = 4, .units = 33, .layers = 3, .dropout = 0.4}));
    problem.pass = 7;
    LayerRun run(problem, engine(), device());
    expectNearReference(run, problem, 1e-4, Pass{.number = 7});
}

TEST_F(Cudnn, BothDirectionsGoBetweenOneCallAndCallsApart)
{
    const Problem whole = problemOfForm({"LSTM", {{"bidirectional", true}}}, {.steps = 6, .streams = 4});
    const Problem parted = startingInside(whole);
    LayerRun run(whole, engine(), device());
    for (const Problem* problem : {&whole, &parted, &whole, &parted}) {
        run.fill(*problem);
        run.setState(problem->state);
        expectNearReference(run, *problem, 1e-4, problem == &whole ? promised : Pass{});
    }
}

TEST_F(Cudnn, ARecordedPassGivesTheBitsOfAPlainOneWithoutThePromiseToo)
{
    ASSERT_TRUE(cudaDevice(device()).settings().graphs);
    for (const Form& form : forms()) {
        const Problem whole = problemOfForm(form, {.steps = 6, .streams = 4, .layers = 2});
        for (const Problem& problem : {whole, startingInside(whole)}) {
            LayerRun plain(problem, engine(), device()), recorded(problem, engine(), device());
            for (LayerRun* run : {&plain, &recorded}) {
                run->forward(Pass{});
                run->backward();
            }
            recorded.fill(problem); // clears the gradients
            recorded.setState(problem.state);
            const std::unique_ptr<Recording> recording = device().record([&] {
                recorded.forward(Pass{});
                recorded.backward();
            });
            recording->run();
            EXPECT_EQ(recorded.output(0), plain.output(0)) << form.name();
            EXPECT_EQ(recorded.inputGradient(0), plain.inputGradient(0)) << form.name();
            for (std::size_t weight = 0; weight < problem.weights.size(); ++weight) {
                EXPECT_EQ(recorded.weightGradient(weight), plain.weightGradient(weight)) << form.name() << weight;
            }
        }
    }
}

TEST_F(Cudnn, EveryAlgorithmThatAppliesGivesTheReferencesNumbers)
{
    expectEveryAlgorithmIsRight(lstmProblem({.steps = 6, .streams = 16, .width = 32, .units = 128}));
    for (const Form& form : forms()) {
        expectEveryAlgorithmIsRight(problemOfForm(form, {.steps = 4, .streams = 8, .width = 32, .units = 64}));
    }
}

TEST_F(Cudnn, RefusesAnAlgorithmThatThereIsNot)
{
    ::setenv("HAMNET_CUDNN_ALGORITHM", "FASTEST", 1);
    EXPECT_EQ(sentenceOf([&] { LayerRun run(lstmProblem({}), engine(), device()); }),
              "layer layer: HAMNET_CUDNN_ALGORITHM is FASTEST, but must be STANDARD, "
              "PERSIST_STATIC, PERSIST_DYNAMIC, PERSIST_STATIC_SMALL_H, "
              "PERSIST_STATIC_SMALL_H_TF32 or PERSIST_STATIC_FP16");
}

TEST_F(Cudnn, FindsTheAlgorithmOfTheLastTime)
{
    const Problem problem = lstmProblem({});
    LayerRun first(problem, engine(), device());
    const std::filesystem::path file = std::filesystem::path(cacheFolder()) / "hamnet" / "cudnn_algorithms.json";
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_THAT(text, HasSubstr("12 steps, 8 streams, width 16, 2 x 64 units, LSTM\""));
    LayerRun second(problem, engine(), device());
    EXPECT_EQ(second.kernel().method(), first.kernel().method());
    EXPECT_THAT(second.kernel().notes(), IsEmpty());
}

TEST_F(Cudnn, RemembersTheAlgorithmOfEachForm)
{
    for (const Form& form : forms()) {
        const LayerRun run(problemOfForm(form, {}), engine(), device());
    }
    std::ifstream stream(std::filesystem::path(cacheFolder()) / "hamnet" / "cudnn_algorithms.json");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_THAT(text, HasSubstr("2 x 64 units, LSTM\""));
    EXPECT_THAT(text, HasSubstr("2 x 64 units, GRU\""));
    EXPECT_THAT(text, HasSubstr("2 x 64 units, RNN with TANH\""));
    EXPECT_THAT(text, HasSubstr("2 x 64 units, RNN with RELU, bidirectional\""));
}

TEST_F(Cudnn, IgnoresACorruptListOfAlgorithms)
{
    const std::filesystem::path folder = std::filesystem::path(cacheFolder()) / "hamnet";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "cudnn_algorithms.json") << "{\"format\": \"hamnet-cud";
    const Problem problem = lstmProblem({});
    LayerRun run(problem, engine(), device());
    EXPECT_THAT(run.kernel().notes(), ElementsAre(HasSubstr("is not a whole list")));
    expectNearReference(run, problem, 1e-4);
    LayerRun next(problem, engine(), device());
    EXPECT_THAT(next.kernel().notes(), IsEmpty());
}

/// A pass that is not promised that sequences start only at step 0 runs in pieces, whose products the library may add
/// up in another order.
TEST_F(Cudnn, ReadingContChangesNoMoreThanRoundingWhereNoSequenceStarts)
{
    for (const Form& form : forms()) {
        const Problem problem = problemOfForm(form, {});
        LayerRun run(problem, engine(), device());
        const std::vector<float> unseen = heard(run, problem);
        run.setState(problem.state);
        run.forward(Pass{});
        EXPECT_THAT(run.output(0), testing::Pointwise(testing::FloatNear(2e-5F), unseen)) << form.name();
    }
}

TEST_F(Cudnn, ARecordingPacksTheWeightsOfItsTime)
{
    Problem problem = lstmProblem({});
    LayerRun run(problem, engine(), device());
    run.forward(promised);
    run.backward();
    const std::unique_ptr<Recording> recording = device().record([&] {
        run.forward(promised);
        run.backward();
    });
    for (double& value : problem.weights[0]) {
        value = static_cast<float>(-value);
    }
    run.fill(problem);
    run.setState(problem.state);
    recording->run();
    EXPECT_TRUE(allNearLargest(run.output(0), answer(problem).outputs[0], 1e-4));
    EXPECT_TRUE(allNearLargest(run.weightGradient(1), gradients(problem).weights[1], 1e-4));
}

TEST_F(Cudnn, DropoutHasNoPrivateStateWhereNothingDrops)
{
    LayerRun none(lstmProblem({}), engine(), device());
    EXPECT_THAT(none.kernel().privateState(), IsEmpty());
    LayerRun testing(lstmProblem({.dropout = 0.5}, Phase::Test), engine(), device());
    EXPECT_THAT(testing.kernel().privateState(), IsEmpty());
    LayerRun single(lstmProblem({.layers = 1, .dropout = 0.5}), engine(), device());
    EXPECT_THAT(single.kernel().privateState(), IsEmpty());
}

TEST_F(Cudnn, DropoutDrawsNewMasksInEachPass)
{
    const Problem problem = lstmProblem({.dropout = 0.5});
    LayerRun run(problem, engine(), device());
    const std::vector<float> first = heard(run, problem);
    EXPECT_NE(heard(run, problem), first);
}

TEST_F(Cudnn, DropoutDrawsNewMasksEachTimeARecordingRuns)
{
    const Problem problem = lstmProblem({.dropout = 0.5});
    LayerRun run(problem, engine(), device());
    run.forward(promised);
    const std::unique_ptr<Recording> recording = device().record([&] { run.forward(promised); });
    std::vector<std::vector<float>> outputs;
    for (int time = 0; time < 3; ++time) {
        run.setState(problem.state);
        recording->run();
        outputs.push_back(run.output(0));
    }
    EXPECT_NE(outputs[0], outputs[1]);
    EXPECT_NE(outputs[1], outputs[2]);
}

TEST_F(Cudnn, DropoutGoesOnExactlyFromItsPrivateState)
{
    const Problem problem = lstmProblem({.dropout = 0.5});
    LayerRun run(problem, engine(), device());
    heard(run, problem);
    const std::vector<float> saved = dropoutOf(run);
    const std::vector<float> second = heard(run, problem), third = heard(run, problem);

    LayerRun resumed(problem, engine(), device());
    setDropout(resumed, saved);
    EXPECT_EQ(heard(resumed, problem), second);
    EXPECT_EQ(heard(resumed, problem), third);
}

TEST_F(Cudnn, DropoutWithoutItsPrivateStateStartsFromThePass)
{
    const Problem problem = lstmProblem({.dropout = 0.5});
    LayerRun one(problem, engine(), device()), other(problem, engine(), device());
    heard(one, problem);
    one.kernel().restartPrivateState(70);
    other.kernel().restartPrivateState(70);
    const std::vector<float> h = heard(one, problem);
    EXPECT_EQ(heard(other, problem), h);
    other.kernel().restartPrivateState(71);
    EXPECT_NE(heard(other, problem), h);
}

TEST_F(Cudnn, DropoutKeepsTheSumOfWhatItLeaves)
{
    // What the upper layer says is nearly linear in what it hears, as weights are small.
    const Problem problem = lstmProblem({.steps = 1, .streams = 2000, .width = 8, .units = 64, .dropout = 0.5});
    const Problem whole = lstmProblem({.steps = 1, .streams = 2000, .width = 8, .units = 64});
    LayerRun run(problem, engine(), device()), undropped(whole, engine(), device());
    const std::vector<float> thinned = heard(run, problem), full = heard(undropped, whole);
    EXPECT_NE(thinned, full);
    const double sum = std::accumulate(full.begin(), full.end(), 0.0);
    const double size =
        std::accumulate(full.begin(), full.end(), 0.0, [](double a, float b) { return a + std::abs(b); });
    EXPECT_NEAR(std::accumulate(thinned.begin(), thinned.end(), 0.0), sum, 0.02 * size);
}

TEST_F(Cudnn, BackwardIsTheSlopeOfForwardUnderOneMask)
{
    Problem problem = lstmProblem({.steps = 4, .streams = 3, .width = 5, .units = 12, .dropout = 0.5, .weights = 0.5});
    LayerRun run(problem, engine(), device());
    const std::vector<float> mask = dropoutOf(run);
    run.forward(promised);
    run.backward();
    const std::vector<float> slopes = run.inputGradient(0);
    const auto loss = [&](const Problem& at) {
        run.fill(at);
        setDropout(run, mask);
        const std::vector<float> h = heard(run, at);
        return std::inner_product(h.begin(), h.end(), at.outputGradients[0].begin(), 0.0);
    };
    constexpr double step = 1e-2;
    EXPECT_GT(std::abs(*std::ranges::max_element(slopes)), 0.2); // against which the errors below are small
    for (const std::size_t element : {std::size_t{0}, std::size_t{17}, std::size_t{59}}) {
        Problem above = problem, below = problem;
        above.inputs[0][element] += step;
        below.inputs[0][element] -= step;
        EXPECT_NEAR(slopes[element], (loss(above) - loss(below)) / (2 * step), 5e-3) << "element " << element;
    }
}

TEST_F(Cudnn, TellsOfMemoryThatIsNotThere)
{
    const Problem small = lstmProblem({.steps = 2, .streams = 2, .width = 4, .units = 6, .layers = 1});
    LayerSetup setup = setupWithoutMemory(small, device());
    setup.inputs[0].shape = {60'000, 4096, 4096}; // four terabytes
    setup.weights.values.assign(3, {});
    EXPECT_THAT(sentenceOf([&] { engine().make(setup); }), HasSubstr("a block of 3.7 TiB is needed, but "));
}

TEST(CudnnEngine, SaysBeforehandWhatItDoesNotRun)
{
    CpuDevice cpu(cpuBackend(), 1);
    const auto refusal = [&](const Problem& problem) {
        return cuda::cudnnEngine().refusal(setupWithoutMemory(problem, cpu));
    };
    for (const Form& form : forms()) {
        EXPECT_EQ(refusal(problemOfForm(form, {})), std::nullopt) << form.name();
    }
    EXPECT_EQ(refusal(problemOf({.name = "Tanh", .inputs = {{{3}}}, .type = "TANH"})), "has no kernel for TANH");
    Problem longest = lstmProblem({.steps = 1, .streams = 1, .width = 1, .units = 1, .layers = 1});
    longest.inputShapes[0] = {65'535, 1, 1};
    EXPECT_EQ(refusal(longest), std::nullopt);
    longest.inputShapes[0] = {65'536, 1, 1};
    EXPECT_EQ(refusal(longest), "takes 65535 steps at most, but x is 65536×1×1");
}

} // namespace
} // namespace engine::test
