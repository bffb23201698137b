// SPDX-License-Identifier: GPL-3.0-or-later
// Typed cells as CAFFE runs them on the CPU, unrolled, against values from elsewhere and against their reference.
#include "engine/backends/cpu_backend.h"
#include "engine/cells/library.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/kernels/cpu_engines.h"
#include "tests/cells/cell_problem.h"
#include "tests/kernels/layer_run.h"
#include "tests/kernels/near.h"
#include "tests/support/night.h"

#include <gtest/gtest.h>

namespace engine::test {
namespace {

using cells::test::layerOf;

void expectProblem(const std::string& equations, const cells::test::Problem& wanted, double tolerance)
{
    CpuDevice device(cpuBackend(), 2);
    LayerRun run(layerOf(equations, wanted), caffeCpuEngine(), device);
    run.forward(0);
    run.backward();
    const auto expectNear = [&](const std::vector<float>& found, const std::vector<double>& numbers,
                                const std::string& what) {
        ASSERT_TRUE(allNearBySize(found, numbers, tolerance)) << what;
    };
    expectNear(run.output(0), wanted.result.h, "h");
    expectNear(run.inputGradient(0), wanted.gradients.x, "gradient by x");
    for (std::size_t state = 0; state < wanted.run.states.size(); ++state) {
        const std::string which = "state " + std::to_string(state);
        expectNear(run.output(1 + state), wanted.result.states[state], which);
        expectNear(run.inputGradient(2 + state), wanted.gradients.states[state], "gradient by " + which);
    }
    for (std::size_t tensor = 0; tensor < wanted.run.learned.size(); ++tensor) {
        expectNear(run.weightGradient(tensor), wanted.gradients.learned[tensor],
                   "gradient by tensor " + std::to_string(tensor));
    }
}

class UnrolledCell : public testing::TestWithParam<cells::LibraryCell> {};

TEST_P(UnrolledCell, FollowsTheGoldenValues)
{
    const std::string text(GetParam().text);
    const cells::Definition cell = cells::define(text);
    expectProblem(text, cells::test::goldenProblem(std::string(GetParam().name), cell), 2e-5);
}

INSTANTIATE_TEST_SUITE_P(Library, UnrolledCell, testing::ValuesIn(cells::libraryCells()),
                         [](const auto& cell) { return std::string(cell.param.name); });

/// What the forms of a cell's equations ask of the net: names that it has itself, x element by element, equations that
/// only the next step reads or that read nothing, one tensor twice, an input that nobody reads.
TEST(UnrolledCells, OfAnyFormAreThoseOfTheReference)
{
    for (const char* text :
         {"cont = W x\nback_h = cont + h[t-1]\nh = tanh(U back_h + back_h[t-1])", "h = tanh(x * h[t-1] + V x)",
          "g = sigmoid(W x)\nh = tanh(W x + U g[t-1])", "a = 0.5 * b\nh = a + U h[t-1]", "h = tanh(U h[t-1] + b)",
          "h = W x", "h = layernorm(V layernorm(W x)) + x", "c = 1\nh = W x * c[t-1]",
          "h = U[2] (b * h[t-1]) + U[2] (b * h[t-1]) - layernorm(x - h[t-1])", "p1 = W x\nh = p1 * (q - U p1) / 2",
          "h = -(-(W x)) - (x - -h[t-1]) / (2 / (3 + x)) * 4", "c = h[t-1]\nh = W x + c[t-1]", "h = 2 * h[t-1]"}) {
        SCOPED_TRACE(text);
        const cells::Definition cell = cells::define(text);
        cells::test::Problem problem(cell, 3, {.width = 6, .units = 6}, 1);
        problem.solve(cell);
        expectProblem(text, problem, 2e-5);
    }
}

/// Nothing arrives at c, so that neither x nor the first c, nor W, leads to anything.
TEST(UnrolledCells, GiveZerosWhereNoGradientLeads)
{
    const char* const text = "c = c[t-1] + W x\nh = tanh(U h[t-1])";
    const cells::Definition cell = cells::define(text);
    Problem problem = layerOf(text, cells::test::Problem(cell, 3, {.width = 4, .units = 4}, 1));
    problem.outputGradients.at(1).clear();
    CpuDevice device(cpuBackend(), 2);
    LayerRun run(problem, caffeCpuEngine(), device);
    run.forward(0);
    run.backward();
    const auto isZero = [](const std::vector<float>& numbers) {
        return std::ranges::all_of(numbers, [](float number) { return number == 0; });
    };
    EXPECT_TRUE(isZero(run.inputGradient(0))) << "x";
    EXPECT_TRUE(isZero(run.inputGradient(2))) << "c";
    EXPECT_FALSE(isZero(run.inputGradient(3))) << "h";
    EXPECT_TRUE(isZero(run.weightGradient(0))) << "W";
}

TEST(UnrolledCells, TellWhatTheyHold)
{
    for (const cells::LibraryCell& one : cells::libraryCells()) {
        SCOPED_TRACE(one.name);
        cells::test::Problem given(cells::define(one.text), 3, {.width = 5, .units = 8}, 1);
        for (const std::int64_t steps : {5, 40}) {
            for (std::vector<double>* numbers : {&given.run.x, &given.run.cont, &given.arriving.h}) {
                numbers->resize(
                    numbers->size() / static_cast<std::size_t>(given.run.steps) * static_cast<std::size_t>(steps), 1);
            }
            given.run.steps = steps;
            const Problem problem = layerOf(std::string(one.text), given);
            CpuDevice device(cpuBackend(), 1);
            const LayerRun run(problem, caffeCpuEngine(), device);
            const LayerMemory told = caffeCpuEngine().memory(setupWithoutMemory(problem, device));
            const auto held = static_cast<double>(run.workspaceBytes());
            EXPECT_NEAR(static_cast<double>(told.kept + told.workspace), held, 0.04 * held) << steps << " steps";
        }
    }
}

TEST(UnrolledCells, ByASeedAreThoseOfTheReference)
{
    const int wanted = atNight() ? 200 : 10;
    int seen = 0;
    for (std::uint32_t seed = 0; seen < wanted; ++seed) {
        const std::optional<cells::test::RandomCell> random = cells::test::randomCell(seed);
        if (!random) {
            continue;
        }
        SCOPED_TRACE(random->text);
        ++seen;
        expectProblem(random->text, random->problem, 1e-3); // some magnify what floats lose
        if (HasFatalFailure()) {
            return;
        }
    }
}

} // namespace
} // namespace engine::test
