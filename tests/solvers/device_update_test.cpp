// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/graph/error.h"
#include "engine/solvers/cpu_update.h"
#include "engine/solvers/solver.h"
#include "tests/solvers/small_store.h"
#include "tests/support/gpu.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

namespace engine {
namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

/// Eight weights in one place, moved by plain SGD, and one loss.
struct Bench {
    alignas(64) std::array<float, 8> values{}, gradients{}, history{};
    float loss = 0;
    DeviceUpdatePlan plan;

    Bench()
    {
        plan.settings.rule = UpdateRule::Sgd;
        plan.settings.iterSize = 2;
        plan.schedule.base = 1;
        plan.weights = {{.first = 0, .count = 8, .lrMult = 1, .decayMult = 1}};
        plan.values = values.data();
        plan.gradients = gradients.data();
        plan.first = history.data();
        plan.losses = {{.values = &loss, .count = 1, .weight = 2}};
    }
};

TEST(CpuUpdate, TellsTheWeightedMeanOfTheLosses)
{
    Bench bench;
    CpuUpdate update(bench.plan);
    bench.loss = 3;
    update.addLosses();
    bench.loss = 5;
    update.addLosses();
    update.update();
    EXPECT_EQ(update.take()->loss, 8);
    update.update();
    EXPECT_EQ(update.take()->loss, 0) << "each update starts from zero";
}

TEST(CpuUpdate, TellsTheLossByItsShareAndTheObjectiveByItsWeight)
{
    Bench bench;
    bench.plan.losses.front().share = 0.5;
    CpuUpdate update(bench.plan);
    bench.loss = 4;
    update.addLosses();
    update.addLosses();
    update.update();
    const std::optional<DeviceUpdate::Record> record = update.take();
    ASSERT_TRUE(record);
    EXPECT_EQ(record->loss, 2);
    EXPECT_EQ(record->objective, 8);
}

TEST(CpuUpdate, HandsOutRecordsInTheirOrderOnceEach)
{
    Bench bench;
    CpuUpdate update(bench.plan);
    for (int count = 0; count < 300; ++count) {
        update.update();
        update.update();
        EXPECT_EQ(update.take()->iteration, 2 * count);
        EXPECT_EQ(update.take()->iteration, 2 * count + 1);
        EXPECT_FALSE(update.take());
    }
}

TEST(CpuUpdate, DoesNothingBehindALossThatIsNotFiniteUntilItSeeks)
{
    Bench bench;
    bench.gradients.fill(2);
    CpuUpdate update(bench.plan);
    update.update();
    bench.loss = notANumber;
    update.addLosses();
    update.update();
    bench.loss = 1;
    update.update();
    EXPECT_TRUE(update.take()->finite);
    const std::optional<DeviceUpdate::Record> bad = update.take();
    ASSERT_TRUE(bad);
    EXPECT_FALSE(bad->finite);
    EXPECT_EQ(bad->iteration, 1);
    EXPECT_FALSE(update.take()) << "what follows is not told";
    EXPECT_EQ(bench.values[0], -1);

    update.seek(1, 0.5);
    update.update();
    EXPECT_EQ(update.take()->learningRate, 0.5);
    EXPECT_EQ(bench.values[0], -1.5F);
}

/// What a solver does on a GPU, against what it does on the CPU.
struct GpuCase {
    const char* name;
    const char* type;
    Params settings;
};

const std::vector<GpuCase> gpuCases{
    {"Sgd", "SGD", {{"momentum", 0.9}, {"weight_decay", 0.01}}},
    {"SgdL1", "SGD", {{"weight_decay", 0.01}, {"regularization_type", std::string("L1")}, {"clip_values", 0.5}}},
    {"Nesterov", "Nesterov", {{"momentum", 0.9}, {"lr_policy", std::string("inv")}, {"gamma", 0.1}, {"power", 0.75}}},
    {"AdaGrad", "AdaGrad", {{"lr_policy", std::string("exp")}, {"gamma", 0.9}}},
    {"RmsProp", "RMSProp", {{"lr_policy", std::string("step")}, {"gamma", 0.5}, {"stepsize", std::int64_t{2}}}},
    {"AdaDelta", "AdaDelta", {{"momentum", 0.95}, {"delta", 1e-6}}},
    {"Adam", "Adam", {{"clip_gradients", 2.0}, {"iter_size", std::int64_t{3}}}},
    {"AdamMultistep",
     "Adam",
     {{"lr_policy", std::string("multistep")}, {"gamma", 0.5}, {"stepvalue", std::vector<std::int64_t>{2, 4}}}},
    {"SgdAveraged", "SGD", {{"momentum", 0.9}, {"average_weights", 0.3}}},
    {"AdamAveraged", "Adam", {{"average_weights", 0.999}}},
    {"AdamPoly", "Adam", {{"lr_policy", std::string("poly")}, {"power", 2.0}, {"max_iter", std::int64_t{6}}}},
    {"AdamSigmoid", "Adam", {{"lr_policy", std::string("sigmoid")}, {"gamma", -0.5}, {"stepsize", std::int64_t{3}}}},
    {"AdamWCosine",
     "AdamW",
     {{"weight_decay", 0.1},
      {"lr_policy", std::string("cosine")},
      {"max_iter", std::int64_t{8}},
      {"warmup_iter", std::int64_t{3}}}},
};

/// Sizes that fill no piece and no four: 3 · 1367 and 3, the second with settings of its own; and one that is frozen.
Model oddModel()
{
    Layer input{.name = "data", .type = "INPUT", .tops = {"data"}};
    input.params["shape"] = std::vector<Shape>{{1, 1367}};
    Layer product{.name = "ip", .type = "INNERPRODUCT", .bottoms = {"data"}, .tops = {"ip"}};
    product.params["num_output"] = std::int64_t{3};
    product.weights = {{.lrMult = 1, .decayMult = 1}, {.lrMult = 2, .decayMult = 0}};
    Layer frozen{.name = "still", .type = "INNERPRODUCT", .bottoms = {"ip"}, .tops = {"out"}};
    frozen.params["num_output"] = std::int64_t{5};
    frozen.weights = {{.lrMult = 0}, {.lrMult = 0}};
    return {.name = "odd", .layers = {input, product, frozen}};
}

/// The same gradients on every device, other ones at each step.
void setGradients(WeightStore& store, unsigned step)
{
    std::mt19937 random(step);
    std::normal_distribution<float> normal;
    for (const WeightStore::Weight& weight : store.weights()) {
        std::vector<float> values(static_cast<std::size_t>(weight.spec.shape.count()));
        std::ranges::generate(values, [&] { return normal(random); });
        if (!weight.frozen()) {
            store.device().toDevice(values, store.gradients().data() + weight.offset);
        }
    }
}

SolverSettings settingsOf(const GpuCase& one)
{
    SolverSettings settings;
    settings.params = one.settings;
    settings.params["type"] = std::string(one.type);
    settings.params["base_lr"] = 0.01;
    settings.params.try_emplace("lr_policy", std::string("fixed"));
    return settings;
}

class CudaUpdates : public testing::TestWithParam<GpuCase> {
protected:
    void SetUp() override { HAMNET_NEEDS_GPU(); }
};

TEST_P(CudaUpdates, MoveWeightsAsTheCpuDoes)
{
    CpuDevice cpu(cpuBackend(), 1);
    WeightStore here(oddModel(), cpu, 7), there(oddModel(), test::sharedGpu(), 7);
    Solver onCpu(settingsOf(GetParam()), here), onGpu(settingsOf(GetParam()), there);
    for (unsigned step = 0; step < 6; ++step) {
        setGradients(here, step);
        setGradients(there, step);
        const DeviceUpdate::Record expected = onCpu.update(), found = onGpu.update();
        EXPECT_NEAR(found.learningRate, expected.learningRate, 1e-14);
        EXPECT_NEAR(found.gradientNorm, expected.gradientNorm, 1e-10 * expected.gradientNorm);
    }
    EXPECT_EQ(onGpu.iteration(), 6);
    for (const auto& [expected, found] :
         {std::pair{here.read(), there.read()}, std::pair{onCpu.history(), onGpu.history()},
          std::pair{onCpu.weights(), onGpu.weights()}}) {
        for (std::size_t tensor = 0; tensor < expected.size(); ++tensor) {
            EXPECT_THAT(found[tensor].values, testing::Pointwise(testing::FloatNear(2e-5F), expected[tensor].values))
                << expected[tensor].name;
        }
    }
}

TEST_P(CudaUpdates, AreTheSameWhenTheyAreRecorded)
{
    Device& gpu = test::sharedGpu();
    WeightStore plain(oddModel(), gpu, 7), recorded(oddModel(), gpu, 7);
    Solver one(settingsOf(GetParam()), plain), other(settingsOf(GetParam()), recorded);
    setGradients(plain, 1);
    setGradients(recorded, 1);
    one.update();
    other.update(); // a kernel is loaded when it runs first, which must not happen while work is recorded
    const std::unique_ptr<Recording> recording = gpu.record([&] { other.askForUpdate(); });
    for (int step = 0; step < 5; ++step) {
        recording->run();
    }
    gpu.finish();
    for (int step = 0; step < 5; ++step) {
        const DeviceUpdate::Record report = one.update();
        const std::optional<DeviceUpdate::Record> record = other.take();
        ASSERT_TRUE(record);
        EXPECT_EQ(record->iteration, step + 1);
        EXPECT_EQ(record->learningRate, report.learningRate);
        EXPECT_EQ(record->gradientNorm, report.gradientNorm);
    }
    EXPECT_FALSE(other.take());
    EXPECT_EQ(plain.read(), recorded.read());
    EXPECT_EQ(one.history(), other.history());
}

INSTANTIATE_TEST_SUITE_P(Rules, CudaUpdates, testing::ValuesIn(gpuCases),
                         [](const auto& one) { return std::string(one.param.name); });

using CudaUpdate = CudaUpdates;

TEST_P(CudaUpdate, DoesNothingBehindAGradientThatIsNotFiniteUntilItIsForgotten)
{
    Device& gpu = test::sharedGpu();
    WeightStore store(oddModel(), gpu, 7);
    Solver solver(settingsOf(GetParam()), store);
    setGradients(store, 1);
    solver.update();
    const std::vector<NamedTensor> before = store.read();
    gpu.toDevice(std::array{notANumber}, store.gradients().data() + 5);
    solver.askForUpdate();
    setGradients(store, 2);
    solver.askForUpdate();
    gpu.finish();
    const std::optional<DeviceUpdate::Record> bad = solver.take();
    ASSERT_TRUE(bad);
    EXPECT_FALSE(bad->finite);
    EXPECT_TRUE(std::isnan(bad->gradientNorm));
    EXPECT_FALSE(solver.take());
    EXPECT_EQ(store.read(), before);
    EXPECT_EQ(solver.iteration(), 1);

    solver.forgetAsked();
    solver.update();
    EXPECT_EQ(solver.iteration(), 2);
    EXPECT_NE(store.read(), before);
}

INSTANTIATE_TEST_SUITE_P(Divergence, CudaUpdate, testing::Values(gpuCases.front()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(CudaLosses, AreWeightedAndAveraged)
{
    HAMNET_NEEDS_GPU();
    Device& gpu = test::sharedGpu();
    WeightStore store(oddModel(), gpu, 7);
    const std::vector<float> many(1000, 0.25F);
    const Buffer one = gpu.allocate(1), other = gpu.allocate(1000);
    gpu.toDevice(std::array{3.0F}, one.data());
    gpu.toDevice(many, other.data());
    SolverSettings settings = settingsOf(gpuCases.front());
    settings.params["iter_size"] = std::int64_t{2};
    Solver solver(settings, store, {{one.data(), 1, 1, 0.25}, {other.data(), 1000, 0.5, 0}});
    solver.addLosses();
    gpu.toDevice(std::array{5.0F}, one.data());
    solver.addLosses();
    solver.askForUpdate();
    gpu.finish();
    const std::optional<DeviceUpdate::Record> record = solver.take();
    ASSERT_TRUE(record);
    EXPECT_DOUBLE_EQ(record->objective, (3 + 5) / 2.0 + 0.5 * 250);
    EXPECT_DOUBLE_EQ(record->loss, 0.25 * (3 + 5) / 2.0);
}

} // namespace
} // namespace engine
