// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cells/known_problem.h"

#include "tests/cells/random_cell.h"
#include "tests/support/paths.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

namespace engine::cells::test {
namespace {

using nlohmann::json;
using Numbers = std::vector<double>;

Numbers drawn(std::mt19937& generator, std::int64_t count, double size)
{
    std::uniform_real_distribution<float> number(static_cast<float>(-size), static_cast<float>(size));
    Numbers all(static_cast<std::size_t>(count));
    std::ranges::generate(all, [&] { return static_cast<double>(number(generator)); });
    return all;
}

bool isTame(const Numbers& numbers)
{
    return std::ranges::all_of(numbers, [](double number) { return std::abs(number) < 1e3; });
}

} // namespace

CellProblem goldenProblem(const std::string& name, const Definition& cell)
{
    std::ifstream stream(sourceRoot() / "tests/golden" / ("cell_" + name + ".json"));
    const json file = json::parse(stream);
    const auto numbers = [](const json& tensor) { return tensor.at("data").get<Numbers>(); };
    CellProblem golden{.run = {.steps = file.at("T"),
                               .streams = file.at("N"),
                               .sizes = {.width = file.at("I"), .units = file.at("H")},
                               .x = numbers(file.at("x")),
                               .cont = numbers(file.at("cont")),
                               .learned = {},
                               .states = {}},
                       .result = {.h = numbers(file.at("y")), .states = {}},
                       .arriving = {.h = numbers(file.at("dy")), .states = {}},
                       .gradients = {.x = numbers(file.at("dx")), .learned = {}, .states = {}}};
    for (const Learned& learned : cell.learned) {
        const json& weight = file.at("weights").at(learned.name);
        golden.run.learned.push_back(numbers(weight.at("value")));
        golden.gradients.learned.push_back(numbers(weight.at("gradient")));
        EXPECT_EQ(weight.at("value").at("shape").get<std::vector<std::int64_t>>(),
                  shapeOf(learned, golden.run.sizes).extents())
            << learned.name;
    }
    EXPECT_EQ(file.at("weights").size(), cell.learned.size());
    EXPECT_EQ(file.at("state").size(), cell.states.size());
    for (const State& state : cell.states) {
        const json& tensor = file.at("state").at(state.name);
        golden.run.states.push_back(numbers(tensor.at("before")));
        golden.result.states.push_back(numbers(tensor.at("after")));
        golden.gradients.states.push_back(numbers(tensor.at("gradient")));
        golden.arriving.states.emplace_back(golden.run.states.back().size());
    }
    return golden;
}

CellProblem drawnProblem(const Definition& cell, std::int64_t streams, CellSizes sizes, std::uint32_t seed)
{
    CellProblem problem{
        .run = {.steps = 5, .streams = streams, .sizes = sizes, .x = {}, .cont = {}, .learned = {}, .states = {}},
        .result = {},
        .arriving = {},
        .gradients = {}};
    CellRun& run = problem.run;
    std::mt19937 generator(seed);
    const std::int64_t rows = run.steps * streams;
    run.x = drawn(generator, rows * sizes.width, 1);
    for (std::int64_t row = 0; row < rows; ++row) {
        run.cont.push_back(row % 4 == 3 ? 0 : 1);
    }
    for (const Learned& learned : cell.learned) {
        run.learned.push_back(drawn(generator, shapeOf(learned, sizes).count(), 0.5));
    }
    problem.arriving.h = drawn(generator, rows * sizes.units, 1);
    for (std::size_t state = 0; state < cell.states.size(); ++state) {
        run.states.push_back(drawn(generator, streams * sizes.units, 0.25));
        for (double& number : run.states.back()) {
            number += 0.75; // some cells divide by one
        }
        problem.arriving.states.push_back(drawn(generator, streams * sizes.units, 1));
    }
    return problem;
}

std::optional<RandomCell> randomCell(std::uint32_t seed)
{
    const CellSizes sizes{.width = 4, .units = 4};
    RandomCell made{.text = textOf(randomEquations(seed)), .cell = {}, .problem = {}};
    try {
        made.cell = define(made.text);
        checkSizes(made.cell, sizes);
    } catch (const CellError&) {
        return std::nullopt;
    }
    CellProblem& problem = made.problem = drawnProblem(made.cell, 2, sizes, seed);
    Reference reference(made.cell);
    problem.result = reference.forward(problem.run);
    problem.gradients = reference.backward(problem.run, problem.arriving);
    const bool tame = isTame(problem.result.h) && isTame(problem.gradients.x) &&
                      std::ranges::all_of(problem.gradients.learned, isTame);
    return tame ? std::optional(std::move(made)) : std::nullopt;
}

} // namespace engine::cells::test
