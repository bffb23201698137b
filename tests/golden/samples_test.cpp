// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs on sequences with an answer each, computed elsewhere: every engine follows them in single precision, and
// the references of the layers in double precision.
#include "engine/net/net.h"
#include "engine/solvers/solver.h"
#include "tests/golden/double_run.h"
#include "tests/kernels/engines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace engine {
namespace {

SolverSettings solverOf(const GoldenSamples& run)
{
    SolverSettings settings;
    settings.params["type"] = std::string("SGD");
    settings.params["lr_policy"] = std::string("fixed");
    settings.params["base_lr"] = run.rate;
    settings.params["momentum"] = run.momentum;
    return settings;
}

/// Each batch begins from zero states.
std::vector<double> contOf(const GoldenSamples& run)
{
    std::vector<double> cont(static_cast<std::size_t>(run.steps * run.streams), 1);
    std::fill_n(cont.begin(), run.streams, 0.0);
    return cont;
}

std::string nameOf(const std::string& file)
{
    return file.substr(0, file.find('.'));
}

class SamplesInDouble : public testing::TestWithParam<std::string> {};

TEST_P(SamplesInDouble, FollowsLossesAndWeights)
{
    const GoldenSamples run = readGoldenSamples(GetParam());
    DoubleRun reference(modelOf(run), {.ids = "x", .cont = "clip", .label = "label"}, solverOf(run));
    reference.begin(asWeights(run, run.initial), run.initial);
    for (std::size_t iteration = 0; iteration < run.losses.size(); ++iteration) {
        const SampleBatch batch = batchOf(run, static_cast<std::int64_t>(iteration));
        const double loss = reference.step({.ids = batch.x, .cont = contOf(run), .labels = batch.answers}).loss;
        ASSERT_NEAR(loss, run.losses[iteration], DoubleRun::tolerance) << "iteration " << iteration;
    }
    reference.expectWeights(asWeights(run, run.final), run.final);
}

INSTANTIATE_TEST_SUITE_P(All, SamplesInDouble, testing::ValuesIn(goldenSamplesFiles()),
                         [](const auto& file) { return nameOf(file.param); });

using Case = std::tuple<std::string, test::NamedEngine>;

class SamplesOn : public testing::TestWithParam<Case> {};

TEST_P(SamplesOn, FollowsLossesAndWeights)
{
    const auto& [file, engine] = GetParam();
    const GoldenSamples run = readGoldenSamples(file);
    const std::shared_ptr<Device> device = test::deviceOf(engine);
    const Model model = modelOf(run);
    WeightStore store(model, *device, 1);
    store.write(asWeights(run, run.initial));
    Solver solver(solverOf(run), store);
    Net net(model, Phase::Train, store, engine.name, 1);
    ASSERT_TRUE(net.wiring().problems.empty()) << net.wiring().problems.front().sentence;
    const auto feed = [&](const std::string& name, const std::vector<double>& values) {
        const std::vector<float> floats(values.begin(), values.end());
        device->toDevice(floats, net.tensor(name).data);
    };
    feed(net.wiring().cont, contOf(run));
    for (std::size_t iteration = 0; iteration < run.losses.size(); ++iteration) {
        const SampleBatch batch = batchOf(run, static_cast<std::int64_t>(iteration));
        feed(net.wiring().values, batch.x);
        feed(net.wiring().answers, batch.answers);
        store.clearGradients();
        net.forward({.number = iteration, .startsOnlyFirst = true});
        net.backward();
        EXPECT_NEAR(net.loss(), run.losses[iteration], 1e-4) << "iteration " << iteration;
        solver.update();
    }
    const std::vector<NamedTensor> found = store.read(), wanted = asWeights(run, run.final);
    for (const NamedTensor& expected : wanted) {
        const auto tensor = std::ranges::find(found, expected.name, &NamedTensor::name);
        ASSERT_NE(tensor, found.end()) << expected.name;
        for (std::size_t i = 0; i < expected.values.size(); ++i) {
            ASSERT_NEAR(tensor->values[i], expected.values[i], 1e-4) << expected.name << ", element " << i;
        }
    }
}

std::string caseName(const testing::TestParamInfo<Case>& info)
{
    return nameOf(std::get<0>(info.param)) + "_" + std::get<1>(info.param).name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SamplesOn);
INSTANTIATE_TEST_SUITE_P(Cpu, SamplesOn,
                         testing::Combine(testing::ValuesIn(goldenSamplesFiles()),
                                          testing::ValuesIn(test::enginesForSmallNets(test::DeviceKind::Cpu))),
                         caseName);
INSTANTIATE_TEST_SUITE_P(Cuda, SamplesOn,
                         testing::Combine(testing::ValuesIn(goldenSamplesFiles()),
                                          testing::ValuesIn(test::enginesForSmallNets(test::DeviceKind::Cuda))),
                         caseName);

} // namespace
} // namespace engine
