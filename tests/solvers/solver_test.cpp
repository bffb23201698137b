// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/error.h"
#include "engine/solvers/solver.h"
#include "tests/random/reference_solver.h"
#include "tests/solvers/small_store.h"
#include "tests/support/allocations.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

namespace engine {
namespace {

using testing::FloatEq;
using testing::FloatNear;
using testing::HasSubstr;
using testing::Pointwise;

constexpr std::array types{"SGD", "Nesterov", "AdaGrad", "RMSProp", "AdaDelta", "Adam", "AdamW"};

/// Weights (1, -2) with the gradients (1/2, -1), (1/4, 1/2), (-1/2, 1); the weights after each step were worked out
/// apart from the program, with the formulas as the papers and Caffe's manual give them.
struct WorkedExample {
    const char* type;
    Params settings;
    std::array<std::array<float, 2>, 3> weights;
};

const std::vector<WorkedExample> workedExamples{
    // h: .05 -.1; .07 -.04; .013 .064
    {"SGD", {{"momentum", 0.9}}, {{{0.95F, -1.9F}, {0.88F, -1.86F}, {0.867F, -1.924F}}}},
    // 1.9 h - 0.9 h': .095 -.19; .088 .014; -.0383 .1576
    {"Nesterov", {{"momentum", 0.9}}, {{{0.905F, -1.81F}, {0.817F, -1.824F}, {0.8553F, -1.9816F}}}},
    // h: 1/4 1; 5/16 5/4; 9/16 9/4
    {"AdaGrad",
     {{"delta", 1e-3}},
     {{{0.900199601F, -1.9000999F}, {0.855558098F, -1.944781295F}, {0.922135995F, -2.011403547F}}}},
    // h: 1/16 1/4; 1/16 1/4; 7/64 7/16
    {"RMSProp",
     {{"rms_decay", 0.75}, {"delta", 1e-3}},
     {{{0.800796813F, -1.800399202F}, {0.701195219F, -1.900199601F}, {0.851925244F, -2.051157164F}}}},
    {"AdaDelta",
     {{"momentum", 0.75}, {"delta", 1e-3}},
     {{{0.993725442F, -1.993688056F}, {0.989306162F, -1.998146827F}, {0.996407499F, -2.005300504F}}}},
    // m: 1/4 -1/2; 1/4 0; -1/8 1/2      v: 1/16 1/4; 1/16 1/4; 7/64 7/16      correction: 1; .8819; .8690
    {"Adam",
     {{"momentum", 0.5}, {"momentum2", 0.75}, {"delta", 1e-3}},
     {{{0.900398406F, -1.900199601F}, {0.812558057F, -1.900199601F}, {0.845302877F, -1.965788101F}}}},
    {"AdamW",
     {{"momentum", 0.5}, {"momentum2", 0.75}, {"delta", 1e-3}, {"adamw_decay", 0.25}},
     {{{0.875398406F, -1.850199601F}, {0.765673097F, -1.803944611F}, {0.779276089F, -1.824434496F}}}},
};

class SolverRule : public testing::TestWithParam<WorkedExample> {};

TEST_P(SolverRule, GivesTheWeightsOfTheWorkedExample)
{
    const std::vector<std::vector<float>> gradients{{0.5F, -1.0F}, {0.25F, 0.5F}, {-0.5F, 1.0F}};
    SmallStore weights(2);
    weights.setWeight("ip/W", {1, -2});
    Solver solver(solverSettings(GetParam().type, 0.1, GetParam().settings), weights.store());
    for (std::size_t step = 0; step < gradients.size(); ++step) {
        weights.setGradient("ip/W", gradients[step]);
        solver.update();
        EXPECT_THAT(weights.weight("ip/W"), Pointwise(FloatNear(1e-6F), GetParam().weights[step])) << "step " << step;
    }
}

INSTANTIATE_TEST_SUITE_P(Types, SolverRule, testing::ValuesIn(workedExamples),
                         [](const auto& example) { return std::string(example.param.type); });

TEST(Solver, RaisesTheVersionOfTheWeightsAndItsIterationByEachUpdate)
{
    SmallStore weights(2);
    const Sizes sizes{.outputs = {}, .weights = {{"W", {1, 2}, ""}, {"b", {1}, ""}}};
    const CanonicalWeights canonical = weights.store().of("ip", sizes);
    Solver solver(solverSettings("SGD", 0.1), weights.store());
    const std::uint64_t before = *canonical.version;
    solver.update();
    EXPECT_GT(*canonical.version, before);
    solver.update();
    EXPECT_EQ(solver.iteration(), 2);
}

/// One update of ip/W by hand.
struct OneUpdate {
    const char* name;
    WeightSettings weight;
    SolverSettings solver;
    std::vector<float> before, gradient;
    double norm; ///< of all gradients, before clipping
    std::vector<float> after;
};

TEST(Solver, MovesAWeightByRateDecayAndClippedGradient)
{
    const Params L1{{"weight_decay", 0.25}, {"regularization_type", std::string("L1")}},
        sums{{"clip_gradients", 4.0}, {"iter_size", std::int64_t{2}}};
    const WeightSettings plain, half{.name = "", .lrMult = {}, .decayMult = 0.5};
    const OneUpdate updates[] = {
        {"lr_mult", {.name = "", .lrMult = 3.0, .decayMult = {}}, solverSettings("SGD", 0.125), {1}, {1}, 1, {0.625F}},
        {"no rate",
         {.name = "", .lrMult = 0.0, .decayMult = {}},
         solverSettings("SGD", 0.1, {{"weight_decay", 0.5}}),
         {1},
         {1},
         0,
         {1}},
        {"L2",
         half,
         solverSettings("SGD", 0.5, {{"weight_decay", 0.25}}),
         {2, -4},
         {0, 0},
         0,
         {2 - 0.125F, -4 + 0.25F}},
        {"L1 by the sign",
         half,
         solverSettings("SGD", 0.5, L1),
         {2, -4, 0},
         {0, 0, 0},
         0,
         {2 - 0.0625F, -4 + 0.0625F, 0}},
        {"decoupled", half, solverSettings("AdamW", 0.5, {{"adamw_decay", 0.25}}), {2}, {0}, 0, {2 - 0.125F}},
        {"below the limits",
         plain,
         solverSettings("SGD", 1, {{"clip_gradients", 5.5}, {"clip_values", 4.5}}),
         {0, 0},
         {3, 4},
         5,
         {-3, -4}},
        {"each element after the norm", // which halves them
         plain,
         solverSettings("SGD", 1, {{"clip_gradients", 3.5}, {"clip_values", 1.25}}),
         {0, 0, 0},
         {2, -3, 6},
         7,
         {-1, 1.25F, -1.25F}},
        {"decay is not clipped",
         plain,
         solverSettings("SGD", 1, {{"clip_gradients", 0.5}, {"weight_decay", 0.25}}),
         {8},
         {1},
         1,
         {8 - 0.5F - 2.0F}},
        {"the sum before the mean, as Caffe", plain, solverSettings("SGD", 1, sums), {0}, {8}, 4, {-2}},
    };
    for (const OneUpdate& one : updates) {
        SmallStore weights(std::ssize(one.before), {one.weight});
        weights.setWeight("ip/W", one.before);
        weights.setGradient("ip/W", one.gradient);
        Solver solver(one.solver, weights.store());
        EXPECT_DOUBLE_EQ(solver.update().gradientNorm, one.norm) << one.name;
        EXPECT_THAT(weights.weight("ip/W"), Pointwise(FloatEq(), one.after)) << one.name;
    }
}

TEST(Solver, MultipliesTheRateByItsScale)
{
    SmallStore weights(1);
    weights.setWeight("ip/W", {1});
    weights.setGradient("ip/W", {1});
    Solver solver(solverSettings("SGD", 0.125), weights.store());
    solver.setRateScale(2);
    EXPECT_EQ(solver.update().learningRate, 0.25);
    EXPECT_THAT(weights.weight("ip/W"), Pointwise(FloatEq(), {0.75F}));
}

TEST(Solver, TakesAdamWsWeightDecayBesideTheGradientUnlessItsOwnDecayIsGiven)
{
    SmallStore own(1), common(1);
    own.setWeight("ip/W", {2});
    common.setWeight("ip/W", {2});
    own.setGradient("ip/W", {0.5});
    common.setGradient("ip/W", {0.5});
    Solver(solverSettings("AdamW", 0.5, {{"adamw_decay", 0.25}}), own.store()).update();
    Solver(solverSettings("AdamW", 0.5, {{"weight_decay", 0.25}}), common.store()).update();
    EXPECT_EQ(own.weight("ip/W"), common.weight("ip/W"));
}

TEST(Solver, ClipsAllGradientsByTheirCommonNorm)
{
    SmallStore weights(2);
    weights.setWeight("ip/W", {0, 0});
    weights.setWeight("ip/b", {0});
    weights.setGradient("ip/W", {2, 3});
    weights.setGradient("ip/b", {6});
    Solver solver(solverSettings("SGD", 1, {{"clip_gradients", 3.5}}), weights.store());
    EXPECT_DOUBLE_EQ(solver.update().gradientNorm, 7);
    EXPECT_THAT(weights.weight("ip/W"), Pointwise(FloatEq(), {-1.0F, -1.5F}));
    EXPECT_THAT(weights.weight("ip/b"), Pointwise(FloatEq(), {-3.0F}));
}

TEST(Solver, SumOverIterSizeBatchesEqualsOneBigBatch)
{
    SmallStore big(2), parts(2);
    big.setWeight("ip/W", {1, -2});
    parts.setWeight("ip/W", {1, -2});
    Solver bigSolver(solverSettings("Adam", 0.1, {{"weight_decay", 0.5}}), big.store());
    Solver partsSolver(solverSettings("Adam", 0.1, {{"weight_decay", 0.5}, {"iter_size", std::int64_t{4}}}),
                       parts.store());
    big.setGradient("ip/W", {0.5F, -0.25F});
    parts.setGradient("ip/W", {2.0F, -1.0F}); // the sum of four such batches
    const double bigNorm = bigSolver.update().gradientNorm;
    EXPECT_DOUBLE_EQ(partsSolver.update().gradientNorm, bigNorm);
    EXPECT_EQ(parts.weight("ip/W"), big.weight("ip/W"));
    EXPECT_EQ(partsSolver.batchesPerUpdate(), 4);
}

struct RefusedSettings {
    const char* name;
    SolverSettings settings;
    const char* sentence;
};

class SolverSettingsThatDivideByZero : public testing::TestWithParam<RefusedSettings> {};

TEST_P(SolverSettingsThatDivideByZero, AreRefused)
{
    SmallStore weights(2);
    EXPECT_THAT(sentenceOf([&] { Solver(GetParam().settings, weights.store()); }), HasSubstr(GetParam().sentence));
}

INSTANTIATE_TEST_SUITE_P(Cases, SolverSettingsThatDivideByZero,
                         testing::Values(RefusedSettings{"Momentum", solverSettings("Adam", 0.1, {{"momentum", 1.0}}),
                                                         "momentum is 1, but Adam needs less than 1"},
                                         RefusedSettings{"Momentum2",
                                                         solverSettings("AdamW", 0.1, {{"momentum2", 1.0}}),
                                                         "momentum2 is 1, but AdamW needs less than 1"},
                                         RefusedSettings{"Delta", solverSettings("AdaGrad", 0.1, {{"delta", 0.0}}),
                                                         "delta is 0, but AdaGrad needs more than 0"}),
                         [](const auto& refused) { return std::string(refused.param.name); });

class NotFinite : public testing::TestWithParam<float> {};

TEST_P(NotFinite, GradientChangesNothingAndIsReported)
{
    SmallStore weights(2);
    weights.setWeight("ip/W", {1, 2});
    Solver solver(solverSettings("Adam", 0.1, {{"weight_decay", 0.5}}), weights.store());
    weights.setGradient("ip/W", {1, 1});
    solver.update();
    const std::vector<float> values = weights.weight("ip/W");
    const std::vector<NamedTensor> history = solver.history();
    weights.setGradient("ip/W", {1, GetParam()});
    EXPECT_FALSE(std::isfinite(solver.update().gradientNorm));
    EXPECT_EQ(weights.weight("ip/W"), values);
    EXPECT_EQ(solver.history(), history);
    EXPECT_EQ(solver.iteration(), 1);
}

INSTANTIATE_TEST_SUITE_P(Gradients, NotFinite,
                         testing::Values(std::numeric_limits<float>::quiet_NaN(),
                                         std::numeric_limits<float>::infinity(),
                                         -std::numeric_limits<float>::infinity()));

TEST(Solver, NormDoesNotOverflow)
{
    SmallStore weights(64);
    weights.setGradient("ip/W", std::vector<float>(64, 3e30F)); // squares that no float holds
    Solver solver(solverSettings("SGD", 0, {{"clip_gradients", 1.0}}), weights.store());
    EXPECT_NEAR(solver.update().gradientNorm, 2.4e31, 1e25);
}

/// Gradients that look like noise but are the same each time.
std::vector<float> noise(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<float> values(count);
    for (float& value : values) {
        value = static_cast<float>(random()) / 2147483648.0F - 1.0F;
    }
    return values;
}

/// Steps [first, last) of a run whose gradients follow from the step.
void run(Solver& solver, SmallStore& weights, std::int64_t first, std::int64_t last)
{
    const std::size_t width = weights.weight("ip/W").size();
    for (std::int64_t step = first; step < last; ++step) {
        weights.setGradient("ip/W", noise(width, static_cast<unsigned>(step)));
        weights.setGradient("ip/b", {0.25F});
        solver.update();
    }
}

class SolverOfType : public testing::TestWithParam<const char*> {
protected:
    SolverSettings settings() const
    {
        return solverSettings(GetParam(), 0.01, {{"momentum", 0.9}, {"weight_decay", 0.01}, {"clip_gradients", 5.0}});
    }
};

TEST_P(SolverOfType, ResumesBitForBit)
{
    SmallStore undisturbed(1001), resumed(1001);
    Solver solver(settings(), undisturbed.store());
    run(solver, undisturbed, 0, 5);
    Solver fresh(settings(), resumed.store());
    resumed.store().write(undisturbed.store().read());
    fresh.restore(solver.history(), solver.iteration());
    run(solver, undisturbed, 5, 9);
    run(fresh, resumed, 5, 9);
    EXPECT_EQ(fresh.iteration(), 9);
    EXPECT_EQ(resumed.store().read(), undisturbed.store().read());
    EXPECT_EQ(fresh.history(), solver.history());
}

TEST_P(SolverOfType, DoesNotDependOnTheNumberOfThreads)
{
    constexpr std::int64_t width = 100'003; // several pieces, and a rest
    SmallStore one(width, {}, 1);
    Solver oneSolver(settings(), one.store());
    run(oneSolver, one, 0, 3);
    const std::vector<NamedTensor> alone = one.store().read();
    SmallStore three(width, {}, 3);
    Solver threeSolver(settings(), three.store());
    run(threeSolver, three, 0, 3);
    EXPECT_TRUE(three.store().read() == alone);
}

TEST_P(SolverOfType, GivesEachElementWhatTheFormulasGiveInDoublePrecision)
{
    constexpr std::size_t width = 33'019; // three pieces; no multiple of a vector
    SmallStore weights(width);
    const std::vector<float> start = noise(width, 99), gradient = noise(width, 7);
    weights.setWeight("ip/W", start);
    std::vector<test::ReferenceWeight> wanted = {
        {.name = "ip/W", .shape = {1, width}, .values = {start.begin(), start.end()}}};
    test::ReferenceSolver reference(completeParams(settings()));
    test::Rounding exact;
    Solver solver(settings(), weights.store());
    for (int step = 0; step < 3; ++step) {
        weights.setGradient("ip/W", gradient);
        const double norm = reference.update(wanted, {{gradient.begin(), gradient.end()}}, exact).norm;
        EXPECT_NEAR(solver.update().gradientNorm, norm, 1e-9 * norm);
    }
    const std::vector<float> found = weights.weight("ip/W");
    for (std::size_t i = 0; i < width; ++i) {
        // Steps are some 1e-2 long; where gradient and decay nearly cancel, single precision has few digits left of
        // one.
        ASSERT_NEAR(found[i], wanted[0].values[i], 1e-4) << "element " << i;
    }
}

TEST_P(SolverOfType, AllocatesNothingInAnUpdate)
{
    SmallStore weights(50'000, {}, 2);
    Solver solver(settings(), weights.store());
    solver.update(); // the pool of threads starts with the first
    const std::int64_t before = test::allocations();
    solver.update();
    EXPECT_EQ(test::allocations(), before);
}

TEST_P(SolverOfType, RemembersAsManyNumbersAsTheMemoryReportSays)
{
    SmallStore weights(2);
    const Solver solver(settings(), weights.store());
    EXPECT_EQ(solver.history().size(), static_cast<std::size_t>(2 * historyTensors(settings()))); // of W and of b
}

INSTANTIATE_TEST_SUITE_P(All, SolverOfType, testing::ValuesIn(types),
                         [](const auto& type) { return std::string(type.param); });

/// Adam with a running mean of the weights.
SolverSettings averaging(double share)
{
    return solverSettings("Adam", 0.05, {{"momentum", 0.9}, {"average_weights", share}});
}

std::vector<float> valuesOf(const std::vector<NamedTensor>& tensors, const std::string& name)
{
    return std::ranges::find(tensors, name, &NamedTensor::name)->values;
}

TEST(SolverAverages, AreARunningMeanThatForgetsItsBeginning)
{
    constexpr std::int64_t width = 33'019; // three pieces; no multiple of a vector
    SmallStore weights(width);
    Solver solver(averaging(0.6), weights.store());
    const std::vector<float> start = weights.weight("ip/W");
    EXPECT_EQ(valuesOf(solver.weights(), "ip/W"), start);
    std::vector<double> wanted(start.begin(), start.end());
    for (int step = 0; step < 25; ++step) {
        run(solver, weights, step, step + 1);
        const double share = std::min(0.6, step / (step + 9.0));
        const std::vector<float> now = weights.weight("ip/W");
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            wanted[i] = share * wanted[i] + (1 - share) * static_cast<double>(now[i]);
        }
        if (step == 0) {
            EXPECT_THAT(valuesOf(solver.weights(), "ip/W"), Pointwise(FloatNear(1e-6F), now)) << "one is its mean";
        }
    }
    const std::vector<float> found = valuesOf(solver.weights(), "ip/W"), last = weights.weight("ip/W");
    double apart = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        ASSERT_NEAR(found[i], wanted[i], 1e-6) << "element " << i;
        apart = std::max(apart, std::abs(wanted[i] - static_cast<double>(last[i])));
    }
    EXPECT_GT(apart, 1e-2);
}

TEST(SolverAverages, DoNotChangeTheTraining)
{
    SmallStore plain(1001), averaged(1001);
    Solver one(averaging(0), plain.store()), other(averaging(0.9), averaged.store());
    run(one, plain, 0, 9);
    run(other, averaged, 0, 9);
    EXPECT_EQ(averaged.store().read(), plain.store().read());
    EXPECT_EQ(one.weights(), plain.store().read());
}

TEST(SolverAverages, LieInTheStoreWhileTheyAreUsed)
{
    SmallStore weights(1001);
    Solver solver(averaging(0.9), weights.store());
    run(solver, weights, 0, 9);
    const std::vector<NamedTensor> raw = weights.store().read(), averages = solver.weights(),
                                   history = solver.history();
    const auto requireUse = [&] {
        EXPECT_EQ(weights.store().read(), averages);
        EXPECT_EQ(solver.weights(), averages) << "whoever saves now saves the same";
        EXPECT_EQ(solver.history(), history);
    };
    solver.withAverages([&] {
        requireUse();
        solver.withAverages(requireUse);
        requireUse();
    });
    EXPECT_EQ(weights.store().read(), raw);
    EXPECT_NE(raw, averages);
    EXPECT_THROW(solver.withAverages([] { throw Error("stopped"); }), Error);
    EXPECT_EQ(weights.store().read(), raw);
    EXPECT_EQ(solver.weights(), averages);
}

TEST(SolverAverages, ResumeBitForBit)
{
    SmallStore undisturbed(1001), resumed(1001);
    Solver solver(averaging(0.9), undisturbed.store());
    run(solver, undisturbed, 0, 5);
    Solver fresh(averaging(0.9), resumed.store());
    resumed.store().write(solver.weights());
    fresh.restore(solver.history(), solver.iteration());
    EXPECT_EQ(fresh.weights(), solver.weights());
    run(solver, undisturbed, 5, 15);
    run(fresh, resumed, 5, 15);
    EXPECT_EQ(resumed.store().read(), undisturbed.store().read());
    EXPECT_EQ(fresh.weights(), solver.weights());
    EXPECT_EQ(fresh.history(), solver.history());
}

TEST(SolverAverages, AreOneTensorMoreInTheMemoryReport)
{
    SmallStore weights(2);
    EXPECT_EQ(historyTensors(averaging(0.9)), 3);
    EXPECT_EQ(ruleTensors(averaging(0.9)), 2) << "that Caffe's files have";
    EXPECT_EQ(Solver(averaging(0.9), weights.store()).history().size(), 6u);
}

TEST(SolverAverages, StayBehindAGradientThatIsNotFinite)
{
    SmallStore weights(64);
    Solver solver(averaging(0.9), weights.store());
    run(solver, weights, 0, 3);
    const std::vector<NamedTensor> before = solver.weights();
    weights.setGradient("ip/b", {std::numeric_limits<float>::infinity()});
    solver.update();
    EXPECT_EQ(solver.weights(), before);
}

TEST(SolverRestore, RefusesAHistoryThatDoesNotFit)
{
    SmallStore two(2), three(3);
    Solver adam(solverSettings("Adam", 0.1), two.store()), sgd(solverSettings("SGD", 0.1), two.store()),
        wider(solverSettings("SGD", 0.1), three.store());
    std::vector<NamedTensor> twice = sgd.history();
    twice.push_back(twice.front());
    const auto refusal = [](Solver& solver, const std::vector<NamedTensor>& history) {
        return sentenceOf([&] { solver.restore(history, 1); });
    };
    EXPECT_THAT(refusal(sgd, adam.history()), HasSubstr("there are 4 tensors, but SGD keeps 2"));
    EXPECT_THAT(refusal(adam, sgd.history()), HasSubstr("history1/ip/W is missing"));
    EXPECT_THAT(refusal(sgd, wider.history()), HasSubstr("is 1×3, but the weight is 1×2"));
    EXPECT_THAT(refusal(sgd, twice), HasSubstr("comes twice"));
}

TEST(SolverRestore, ChangesNothingWhereItRefuses)
{
    SmallStore weights(2);
    Solver solver(solverSettings("SGD", 0.1, {{"momentum", 0.9}}), weights.store());
    weights.setGradient("ip/W", {1, 2});
    solver.update();
    const std::vector<NamedTensor> before = solver.history();
    std::vector<NamedTensor> history = before;
    history.front().values = {7, 7};
    history.pop_back();
    EXPECT_THROW(solver.restore(history, 5), Error);
    EXPECT_EQ(solver.history(), before);
    EXPECT_EQ(solver.iteration(), 1);
}

} // namespace
} // namespace engine
