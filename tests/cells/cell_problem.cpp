// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cells/cell_problem.h"

#include "engine/graph/catalog.h"
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

/// Numbers that are floats, too.
Doubles drawn(std::mt19937& generator, std::size_t count, double size)
{
    std::uniform_real_distribution<float> number(static_cast<float>(-size), static_cast<float>(size));
    Doubles all(count);
    std::ranges::generate(all, [&] { return static_cast<double>(number(generator)); });
    return all;
}

} // namespace

Floats floats(const Doubles& numbers)
{
    return {numbers.begin(), numbers.end()};
}

std::vector<Floats> floats(const std::vector<Doubles>& tensors)
{
    std::vector<Floats> all;
    for (const Doubles& tensor : tensors) {
        all.push_back(floats(tensor));
    }
    return all;
}

Problem::Problem(const Definition& cell, std::int64_t streams, CellSizes sizes, std::uint32_t seed, double weights,
                 std::int64_t steps)
    : run{.steps = steps, .streams = streams, .sizes = sizes, .x = {}, .cont = {}, .learned = {}, .states = {}}
{
    std::mt19937 generator(seed);
    const auto rows = static_cast<std::size_t>(run.steps * streams);
    const auto units = static_cast<std::size_t>(sizes.units);
    run.x = drawn(generator, rows * static_cast<std::size_t>(sizes.width), 1);
    for (std::size_t row = 0; row < rows; ++row) {
        run.cont.push_back(row % 4 == 3 ? 0 : 1);
    }
    for (const Learned& learned : cell.learned) {
        run.learned.push_back(drawn(generator, static_cast<std::size_t>(shapeOf(learned, sizes).count()), weights));
    }
    arriving.h = drawn(generator, rows * units, 1);
    for (std::size_t state = 0; state < cell.states.size(); ++state) {
        run.states.push_back(drawn(generator, static_cast<std::size_t>(streams) * units, 0.25));
        for (double& number : run.states.back()) {
            number += 0.75; // some cells divide by one
        }
        arriving.states.push_back(drawn(generator, static_cast<std::size_t>(streams) * units, 1));
    }
}

void Problem::solve(const Definition& cell)
{
    Reference reference(cell);
    result = reference.forward(run);
    gradients = reference.backward(run, arriving);
}

Problem goldenProblem(const std::string& name, const Definition& cell)
{
    std::ifstream stream(sourceRoot() / "tests/golden" / ("cell_" + name + ".json"));
    const nlohmann::json file = nlohmann::json::parse(stream);
    const auto numbers = [](const nlohmann::json& tensor) { return tensor.at("data").get<Doubles>(); };
    Problem golden(cell, file.at("N"), {.width = file.at("I"), .units = file.at("H")}, 1, 1, file.at("T"));
    golden.run.x = numbers(file.at("x"));
    golden.run.cont = numbers(file.at("cont"));
    golden.result.h = numbers(file.at("y"));
    golden.arriving.h = numbers(file.at("dy"));
    golden.gradients.x = numbers(file.at("dx"));
    golden.run.learned.clear();
    golden.run.states.clear();
    golden.arriving.states.clear();
    for (const Learned& learned : cell.learned) {
        const nlohmann::json& weight = file.at("weights").at(learned.name);
        golden.run.learned.push_back(numbers(weight.at("value")));
        golden.gradients.learned.push_back(numbers(weight.at("gradient")));
        EXPECT_EQ(weight.at("value").at("shape").get<std::vector<std::int64_t>>(),
                  shapeOf(learned, golden.run.sizes).extents())
            << learned.name;
    }
    EXPECT_EQ(file.at("weights").size(), cell.learned.size());
    EXPECT_EQ(file.at("state").size(), cell.states.size());
    for (const State& state : cell.states) {
        const nlohmann::json& tensor = file.at("state").at(state.name);
        golden.run.states.push_back(numbers(tensor.at("before")));
        golden.result.states.push_back(numbers(tensor.at("after")));
        golden.gradients.states.push_back(numbers(tensor.at("gradient")));
        golden.arriving.states.emplace_back(golden.run.states.back().size());
    }
    return golden;
}

std::optional<RandomCell> randomCell(std::uint32_t seed)
{
    const CellSizes sizes{.width = 4, .units = 4};
    const std::string text = textOf(randomEquations(seed));
    try {
        const Definition cell = define(text);
        checkSizes(cell, sizes);
        Problem problem(cell, 2, sizes, seed);
        problem.solve(cell);
        const auto isTame = [](const Doubles& numbers) {
            return std::ranges::all_of(numbers, [](double number) { return std::abs(number) < 1e3; });
        };
        const bool tame = isTame(problem.result.h) && isTame(problem.gradients.x) &&
                          std::ranges::all_of(problem.gradients.learned, isTame);
        return tame ? std::optional(RandomCell{text, cell, problem}) : std::nullopt;
    } catch (const CellError&) {
        return std::nullopt;
    }
}

engine::test::Problem layerOf(const std::string& equations, const Problem& given)
{
    const CellRun& run = given.run;
    engine::test::Problem problem{.type = &layerType("CELL")};
    problem.params = completeParams(
        problem.type->params, {{"equations", equations}, {"num_output", run.sizes.units}, {"expose_hidden", true}},
        Dialect::Bvlc, "layer");
    problem.inputShapes = {{run.steps, run.streams, run.sizes.width}, {run.steps, run.streams}};
    problem.inputShapes.resize(2 + run.states.size(), {1, run.streams, run.sizes.units});
    problem.sizes = problem.type->infer({"layer", problem.params, problem.inputShapes, 1 + run.states.size()});
    problem.inputs = {run.x, run.cont};
    problem.inputs.insert(problem.inputs.end(), run.states.begin(), run.states.end());
    problem.weights = run.learned;
    problem.outputGradients = {given.arriving.h};
    problem.outputGradients.insert(problem.outputGradients.end(), given.arriving.states.begin(),
                                   given.arriving.states.end());
    return problem;
}

Problem turned(const Problem& problem)
{
    Problem other = problem;
    const auto turn = [&](const Doubles& from, Doubles& to, std::int64_t width) {
        for (std::int64_t step = 0; step < problem.run.steps; ++step) {
            std::copy_n(from.begin() + step * width, width, to.begin() + (problem.run.steps - 1 - step) * width);
        }
    };
    turn(problem.run.x, other.run.x, problem.run.streams * problem.run.sizes.width);
    turn(problem.arriving.h, other.arriving.h, problem.run.streams * problem.run.sizes.units);
    for (std::int64_t index = 0; index < problem.run.steps; ++index) {
        for (std::int64_t row = 0; row < problem.run.streams; ++row) {
            const auto at = [&](std::int64_t step) {
                return static_cast<std::size_t>(step * problem.run.streams + row);
            };
            other.run.cont[at(index)] = index == 0 ? 1 : problem.run.cont[at(problem.run.steps - index)];
        }
    }
    return other;
}

Floats turnedBack(const Floats& numbers, std::int64_t steps)
{
    Floats all(numbers.size());
    const auto width = static_cast<std::ptrdiff_t>(numbers.size()) / steps;
    for (std::int64_t step = 0; step < steps; ++step) {
        std::copy_n(numbers.begin() + step * width, width, all.begin() + (steps - 1 - step) * width);
    }
    return all;
}

} // namespace engine::cells::test
