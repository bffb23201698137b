// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/cpu_device.h"
#include "engine/net/net.h"
#include "engine/solvers/solver.h"
#include "tests/golden/golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace engine {
namespace {

/// Of losses and norms, relative, and of weights, absolute: what single precision loses over 40 iterations.
constexpr double tolerance = 1e-4;

/// A golden run with the engines' kernels and the solver's vector loops, in single precision.
class FloatRun {
public:
    explicit FloatRun(const GoldenRun& run)
        : m_run(run), m_device(2), m_store(modelOf(run), m_device, 1), m_solver(run.solver, m_store)
    {
        m_store.write(asWeights(run.initial));
    }

    Net netOf(const std::string& engine) { return {modelOf(m_run), Phase::Train, m_store, engine, 1}; }

    /// One iteration; holds loss and norm against the golden ones.
    void step(Net& net)
    {
        const auto iteration = static_cast<std::size_t>(m_solver.iteration());
        const GoldenBatch batch = batchOf(m_run, m_solver.iteration());
        m_store.clearGradients();
        net.feed(batch.ids, batch.marks, batch.targets);
        net.forward({.number = iteration});
        net.backward();
        EXPECT_NEAR(net.loss(), m_run.losses[iteration], tolerance * m_run.losses[iteration]) << "at " << iteration;
        const double norm = m_solver.update().gradientNorm;
        EXPECT_NEAR(norm, m_run.gradientNorms[iteration], tolerance * m_run.gradientNorms[iteration])
            << "at " << iteration;
    }

    void expectFinalWeights() const
    {
        const std::vector<NamedTensor> found = m_store.read();
        for (const NamedTensor& expected : asWeights(m_run.final)) {
            const auto tensor = std::find_if(found.begin(), found.end(),
                                             [&](const NamedTensor& one) { return one.name == expected.name; });
            ASSERT_NE(tensor, found.end()) << expected.name;
            for (std::size_t i = 0; i < expected.values.size(); ++i) {
                ASSERT_NEAR(tensor->values[i], expected.values[i], tolerance) << expected.name << ", element " << i;
            }
        }
    }

private:
    const GoldenRun& m_run;
    CpuDevice m_device;
    WeightStore m_store;
    Solver m_solver;
};

class GoldenRunInFloat : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(GoldenRunInFloat, FollowsLossesNormsAndWeights)
{
    const auto& [file, engine] = GetParam();
    const GoldenRun run = readGoldenRun(file);
    FloatRun floatRun(run);
    Net net = floatRun.netOf(engine);
    for (std::int64_t iteration = 0; iteration < run.iterations; ++iteration) {
        floatRun.step(net);
    }
    floatRun.expectFinalWeights();
}

std::string testName(const std::string& file)
{
    std::string name = file.substr(0, file.find('.'));
    std::erase(name, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Runs, GoldenRunInFloat,
                         testing::Combine(testing::ValuesIn(goldenRunFiles()), testing::Values("CAFFE", "ONEDNN")),
                         [](const auto& run) { return testName(std::get<0>(run.param)) + std::get<1>(run.param); });

class GoldenRunOnTwoEngines : public testing::TestWithParam<std::string> {};

TEST_P(GoldenRunOnTwoEngines, TakingTurnsFollowsToo)
{
    const GoldenRun run = readGoldenRun(GetParam());
    FloatRun floatRun(run);
    Net caffe = floatRun.netOf("CAFFE"), onednn = floatRun.netOf("ONEDNN");
    for (std::int64_t iteration = 0; iteration < run.iterations; ++iteration) {
        Net& now = iteration % 2 == 0 ? caffe : onednn;
        Net& next = iteration % 2 == 0 ? onednn : caffe;
        floatRun.step(now);
        next.setState(now.state());
    }
    floatRun.expectFinalWeights();
}

INSTANTIATE_TEST_SUITE_P(Runs, GoldenRunOnTwoEngines, testing::ValuesIn(goldenRunFiles()),
                         [](const auto& file) { return testName(file.param); });

} // namespace
} // namespace engine
