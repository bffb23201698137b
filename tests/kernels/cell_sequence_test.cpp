// SPDX-License-Identifier: GPL-3.0-or-later
// FUSED's cells on the CPU against their reference in double precision.
#include "engine/cells/library.h"
#include "engine/devices/cpu/thread_pool.h"
#include "engine/kernels/fused/cell_sequence.h"
#include "tests/cells/cell_problem.h"
#include "tests/kernels/near.h"
#include "tests/support/night.h"

#include <gtest/gtest.h>

namespace engine::fused {
namespace {

using cells::test::Doubles, cells::test::Floats, cells::test::Problem, cells::test::floats, cells::test::turned,
    cells::test::turnedBack;

template <typename Number>
std::vector<Number*> places(std::vector<Floats>& tensors)
{
    std::vector<Number*> all;
    for (Floats& tensor : tensors) {
        all.push_back(tensor.data());
    }
    return all;
}

void expectNear(const Floats& found, const Doubles& wanted, double tolerance, const std::string& what)
{
    ASSERT_TRUE(engine::test::allNearBySize(found, wanted, tolerance)) << what;
}

void expectAsReference(const cells::Definition& cell, const Problem& problem, bool reversed, double tolerance)
{
    const cells::CellRun& run = problem.run;
    Problem inOrder = reversed ? turned(problem) : problem;
    inOrder.solve(cell);
    const cells::CellResult& wanted = inOrder.result;
    const cells::CellGradients& gradients = inOrder.gradients;

    CellSequence sequence(cell, {run.steps, run.streams, run.sizes, true, reversed});
    Floats memory(static_cast<std::size_t>(sequence.floats()));
    sequence.take(memory.data());
    Floats x = floats(run.x), cont = floats(run.cont), y(problem.arriving.h.size()), dy = floats(problem.arriving.h),
           dx(x.size());
    std::vector<Floats> learned = floats(run.learned), before = floats(run.states), after = before,
                        dAfter = floats(problem.arriving.states), dBefore = before;
    for (int pass = 0; pass < 2; ++pass) { // the second finds what the first left
        std::vector<Floats> dLearned = learned;
        for (Floats& one : dLearned) {
            std::ranges::fill(one, 0.0f);
        }
        sequence.forward({.x = {x.data(), run.sizes.width, 0},
                          .cont = cont.data(),
                          .before = places<const float>(before),
                          .after = places<float>(after),
                          .y = {y.data(), run.sizes.units, 0}},
                         places<const float>(learned));
        sequence.backward({.cont = cont.data(),
                           .dy = {dy.data(), run.sizes.units, 0},
                           .after = places<const float>(dAfter),
                           .before = places<float>(dBefore),
                           .dx = {dx.data(), run.sizes.width, 0}});
        sequence.addGradients(places<float>(dLearned));
        expectNear(reversed ? turnedBack(y, run.steps) : y, wanted.h, tolerance, "h");
        expectNear(reversed ? turnedBack(dx, run.steps) : dx, gradients.x, tolerance, "gradient by x");
        for (std::size_t state = 0; state < before.size(); ++state) {
            expectNear(after[state], wanted.states[state], tolerance, cell.states[state].name);
            expectNear(dBefore[state], gradients.states[state], tolerance, "gradient by " + cell.states[state].name);
        }
        for (std::size_t tensor = 0; tensor < learned.size(); ++tensor) {
            expectNear(dLearned[tensor], gradients.learned[tensor], tolerance,
                       "gradient by " + cell.learned[tensor].name);
        }
    }
    // Without a backward pass less is kept.
    CellSequence reading(cell, {run.steps, run.streams, run.sizes, false, reversed});
    Floats less(static_cast<std::size_t>(reading.floats()));
    reading.take(less.data());
    EXPECT_LT(less.size(), memory.size());
    Floats again(y.size());
    reading.forward({.x = {x.data(), run.sizes.width, 0},
                     .cont = cont.data(),
                     .before = places<const float>(before),
                     .after = places<float>(after),
                     .y = {again.data(), run.sizes.units, 0}},
                    places<const float>(learned));
    EXPECT_EQ(again, y);
}

class LibraryCells : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, LibraryCells, testing::ValuesIn([] {
                             std::vector<std::string> names;
                             for (const cells::LibraryCell& cell : cells::libraryCells()) {
                                 names.emplace_back(cell.name);
                             }
                             return names;
                         }()),
                         [](const auto& one) { return one.param; });

TEST_P(LibraryCells, AreThoseOfTheReference)
{
    const cells::Definition cell = cells::define(cells::libraryCell(GetParam()));
    for (const bool reversed : {false, true}) {
        expectAsReference(cell, Problem(cell, 3, {.width = 5, .units = 8}, 1), reversed, 2e-5);
        expectAsReference(cell, Problem(cell, 1, {.width = 200, .units = 150}, 2), reversed, 2e-5);
    }
}

/// Gradients that pass an equation unchanged, and states that are others before them.
TEST(PlainEquations, AreThoseOfTheReference)
{
    for (const char* text : {"c = 0.9 * c[t-1] + W x\nh = tanh(U c[t-1] + b)", "c = U h[t-1]\nh = tanh(W x + c[t-1])",
                             "h = tanh(W x + U p[t-1] + b)\np = h[t-1]", "p = h[t-1]\nh = tanh(W x + U p[t-1] + b)",
                             "a = b[t-1]\nb = a[t-1] + W x\nh = a * b", "c = tanh(W x + U c[t-1])\nh = V c", "h = W x",
                             "c = h[t-1] + x\nh = U c + b", "h = c[t-1]\nc = x * h[t-1] + V h"}) {
        SCOPED_TRACE(text);
        const cells::Definition cell = cells::define(text);
        for (const bool reversed : {false, true}) {
            expectAsReference(cell, Problem(cell, 3, {.width = 8, .units = 8}, 3), reversed, 2e-5);
        }
    }
}

/// Where no gradient arrives, none is wanted, or a weight is frozen.
TEST(Gradients, MayBeLeftOut)
{
    const cells::Definition cell = cells::define("c = tanh(W x + U c[t-1])\nh = V c");
    Problem problem(cell, 2, {.width = 3, .units = 4}, 4);
    std::ranges::fill(problem.arriving.h, 0);
    problem.solve(cell);
    CellSequence sequence(cell, {problem.run.steps, 2, problem.run.sizes, true, false});
    Floats memory(static_cast<std::size_t>(sequence.floats()));
    sequence.take(memory.data());
    Floats x = floats(problem.run.x), cont = floats(problem.run.cont), y(problem.arriving.h.size());
    std::vector<Floats> learned = floats(problem.run.learned), before = floats(problem.run.states),
                        arriving = floats(problem.arriving.states);
    Floats dU(learned[1].size());
    sequence.forward({.x = {x.data(), 3, 0},
                      .cont = cont.data(),
                      .before = places<const float>(before),
                      .after = std::vector<float*>{nullptr},
                      .y = {y.data(), 4, 0}},
                     places<const float>(learned));
    const std::vector<float*> gradients = {nullptr, dU.data(), nullptr};
    sequence.backward({.cont = cont.data(),
                       .dy = {},
                       .after = places<const float>(arriving),
                       .before = std::vector<float*>{nullptr},
                       .dx = {}});
    sequence.addGradients(gradients);
    expectNear(dU, problem.gradients.learned[1], 2e-5, "gradient by U");
}

TEST(RandomCells, AreThoseOfTheReference)
{
    int cellsSeen = 0;
    const std::uint32_t seeds = atNight() ? 400 : 20;
    for (std::uint32_t seed = 0; seed < seeds && !HasFatalFailure(); ++seed) {
        if (const std::optional<cells::test::RandomCell> random = cells::test::randomCell(seed)) {
            SCOPED_TRACE(random->text);
            expectAsReference(random->cell, random->problem, seed % 2 == 1, 1e-3); // some magnify what floats lose
            ++cellsSeen;
        }
    }
    EXPECT_GT(cellsSeen, static_cast<int>(seeds / 4));
}

} // namespace
} // namespace engine::fused
