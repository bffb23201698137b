// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the library against values and gradients that were computed elsewhere by automatic differentiation.
#include "engine/cells/library.h"
#include "engine/cells/reference.h"
#include "tests/support/paths.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace engine::cells {
namespace {

using nlohmann::json;
using Numbers = std::vector<double>;

constexpr double tolerance = 1e-9;

struct Golden {
    CellRun run;
    CellResult result, arriving; ///< what comes out; the gradients of the loss by it
    CellGradients gradients;
};

Golden read(const std::string& name, const Definition& cell)
{
    std::ifstream stream(sourceRoot() / "tests/golden" / ("cell_" + name + ".json"));
    const json file = json::parse(stream);
    const auto numbers = [](const json& tensor) { return tensor.at("data").get<Numbers>(); };
    Golden golden{.run = {.steps = file.at("T"),
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

void expectNear(const Numbers& found, const Numbers& wanted, const std::string& what)
{
    ASSERT_EQ(found.size(), wanted.size()) << what;
    for (std::size_t element = 0; element < found.size(); ++element) {
        EXPECT_NEAR(found[element], wanted[element], tolerance) << what << ", element " << element;
    }
}

std::vector<std::string> names()
{
    std::vector<std::string> all;
    for (const LibraryCell& cell : libraryCells()) {
        all.emplace_back(cell.name);
    }
    return all;
}

class GoldenCell : public testing::TestWithParam<std::string> {};

TEST_P(GoldenCell, HasTheseValuesAndGradients)
{
    const Definition cell = define(libraryCell(GetParam()));
    const Golden golden = read(GetParam(), cell);
    Reference reference(cell);
    const CellResult result = reference.forward(golden.run);
    expectNear(result.h, golden.result.h, "h");
    const CellGradients gradients = reference.backward(golden.run, golden.arriving);
    expectNear(gradients.x, golden.gradients.x, "gradient by x");
    for (std::size_t state = 0; state < cell.states.size(); ++state) {
        const std::string& name = cell.states[state].name;
        expectNear(result.states[state], golden.result.states[state], name + " after the last step");
        expectNear(gradients.states[state], golden.gradients.states[state], "gradient by the first " + name);
    }
    for (std::size_t learned = 0; learned < cell.learned.size(); ++learned) {
        expectNear(gradients.learned[learned], golden.gradients.learned[learned],
                   "gradient by " + cell.learned[learned].name);
    }
}

INSTANTIATE_TEST_SUITE_P(Library, GoldenCell, testing::ValuesIn(names()),
                         [](const auto& instance) { return instance.param; });

} // namespace
} // namespace engine::cells
