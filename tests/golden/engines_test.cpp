// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/backend.h"
#include "engine/graph/error.h"
#include "engine/net/net.h"
#include "engine/solvers/solver.h"
#include "tests/golden/golden.h"
#include "tests/kernels/engines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <tuple>

namespace engine {
namespace {

/// Of losses and norms, relative, and of weights, absolute: what single precision loses over 40 iterations.
constexpr double tolerance = 1e-4;

/// What weights may differ by on CUDA, where that is more than `tolerance`. These solvers divide by the size of a
/// gradient: where all of it is rounding, the step is as long as any other, and its direction is the rounding's.
/// cuDNN's quick exponentials are off by up to 5e-5. Measured on an H200: AdaGrad 4.3e-4, Adam and AdamW 1.4e-4; losses
/// and norms stay within `tolerance` all the same.
double toleranceOnCuda(const std::string& solver)
{
    if (solver == "AdaGrad") {
        return 1e-3;
    }
    return solver == "Adam" || solver == "AdamW" ? 3e-4 : tolerance;
}

/// A golden run by one engine on its device, with the solver there, in single precision.
class FloatRun {
public:
    /// Throws UnavailableError where the engine refuses the run's LSTM.
    FloatRun(const GoldenRun& run, const test::NamedEngine& engine)
        : m_run(run),
          m_device(test::deviceOf(engine)),
          m_store(modelOf(run), *m_device, 1),
          m_solver(run.solver, m_store),
          m_net(modelOf(run), Phase::Train, m_store, engine.name, 1)
    {
        m_store.write(asWeights(run.initial));
    }

    /// One iteration; holds loss and norm against the golden ones.
    void step()
    {
        const auto iteration = static_cast<std::size_t>(m_solver.iteration());
        const GoldenBatch batch = batchOf(m_run, m_solver.iteration());
        m_store.clearGradients();
        m_net.feed(batch.ids, batch.cont, batch.targets);
        m_net.forward({.number = iteration});
        m_net.backward();
        EXPECT_NEAR(m_net.loss(), m_run.losses[iteration], tolerance * m_run.losses[iteration]) << "at " << iteration;
        const double norm = m_solver.update().gradientNorm;
        EXPECT_NEAR(norm, m_run.gradientNorms[iteration], tolerance * m_run.gradientNorms[iteration])
            << "at " << iteration;
    }

    /// Goes on where the other is: with its weights, the history of its solver and its state.
    void takeOver(const FloatRun& other)
    {
        m_store.write(other.m_store.read());
        m_solver.restore(other.m_solver.history(), other.m_solver.iteration());
        m_net.setState(other.m_net.state());
    }

    std::string recurrentEngine() const { return m_net.recurrentEngine(); }

    void expectFinalWeights() const
    {
        const bool onCuda = m_store.device().backend().name() == "CUDA";
        const double within = onCuda ? toleranceOnCuda(textParam(completeParams(m_run.solver), "type")) : tolerance;
        const std::vector<NamedTensor> found = m_store.read();
        for (const NamedTensor& expected : asWeights(m_run.final)) {
            const auto tensor = std::find_if(found.begin(), found.end(),
                                             [&](const NamedTensor& one) { return one.name == expected.name; });
            ASSERT_NE(tensor, found.end()) << expected.name;
            for (std::size_t i = 0; i < expected.values.size(); ++i) {
                ASSERT_NEAR(tensor->values[i], expected.values[i], within) << expected.name << ", element " << i;
            }
        }
    }

private:
    const GoldenRun& m_run;
    std::shared_ptr<Device> m_device;
    WeightStore m_store;
    Solver m_solver;
    Net m_net;
};

using EngineOfRun = std::tuple<std::string, test::NamedEngine>; // file, engine

class GoldenRunInFloat : public testing::TestWithParam<EngineOfRun> {};

TEST_P(GoldenRunInFloat, FollowsLossesNormsAndWeights)
{
    const auto& [file, engine] = GetParam();
    const GoldenRun run = readGoldenRun(file);
    FloatRun floatRun(run, engine);
    EXPECT_EQ(floatRun.recurrentEngine(), engine.name);
    for (std::int64_t iteration = 0; iteration < run.iterations; ++iteration) {
        floatRun.step();
    }
    floatRun.expectFinalWeights();
}

std::string runName(const std::string& file)
{
    std::string name = file.substr(0, file.find('.'));
    std::erase(name, '_');
    return name;
}

std::string engineRunName(const testing::TestParamInfo<EngineOfRun>& one)
{
    return runName(std::get<0>(one.param)) + std::get<1>(one.param).name;
}

INSTANTIATE_TEST_SUITE_P(Cpu, GoldenRunInFloat,
                         testing::Combine(testing::ValuesIn(goldenRunFiles()),
                                          testing::ValuesIn(test::enginesForSmallNets(test::DeviceKind::Cpu))),
                         engineRunName);
INSTANTIATE_TEST_SUITE_P(Cuda, GoldenRunInFloat,
                         testing::Combine(testing::ValuesIn(goldenRunFiles()),
                                          testing::ValuesIn(test::enginesForSmallNets(test::DeviceKind::Cuda))),
                         engineRunName);

class GoldenRunOnEveryEngine : public testing::TestWithParam<std::string> {};

/// The runs of all engines of this machine, on the CPU and on a GPU.
std::vector<std::unique_ptr<FloatRun>> runsOf(const GoldenRun& run)
{
    std::vector<std::unique_ptr<FloatRun>> found;
    for (const test::DeviceKind kind : {test::DeviceKind::Cpu, test::DeviceKind::Cuda}) {
        for (const test::NamedEngine& engine : test::enginesForSmallNets(kind)) {
            found.push_back(std::make_unique<FloatRun>(run, engine));
        }
    }
    return found;
}

/// Each engine hands weights, solver and state to the next one after `iterations`, round and round.
void relay(const GoldenRun& run, std::int64_t iterations)
{
    const std::vector<std::unique_ptr<FloatRun>> runs = runsOf(run);
    ASSERT_GE(runs.size(), 2u);
    std::size_t turn = 0;
    for (std::int64_t iteration = 0; iteration < run.iterations; ++iteration) {
        if (iteration > 0 && iteration % iterations == 0) {
            const FloatRun& before = *runs[turn];
            turn = (turn + 1) % runs.size();
            runs[turn]->takeOver(before);
        }
        runs[turn]->step();
    }
    runs[turn]->expectFinalWeights();
}

TEST_P(GoldenRunOnEveryEngine, TakingTurnsFollowsToo)
{
    relay(readGoldenRun(GetParam()), 1);
}

TEST_P(GoldenRunOnEveryEngine, HandingOverAfterTenIterationsFollowsToo)
{
    relay(readGoldenRun(GetParam()), 10);
}

INSTANTIATE_TEST_SUITE_P(Runs, GoldenRunOnEveryEngine, testing::ValuesIn(goldenRunFiles()),
                         [](const auto& file) { return runName(file.param); });

} // namespace
} // namespace engine
