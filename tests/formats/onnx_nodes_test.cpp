// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_graph.h"
#include "tests/formats/net_run.h"
#include "tests/support/paths.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <span>
#include <string>
#include <vector>

// ONNX's own node cases for LSTM, GRU and RNN (peers/onnx_node_cases.py writes them as numbers), each as the cell of a
// net that reads a text: the rows of an embedding are the case's X, and the scores are what the cell gives.

namespace engine {
namespace {

using testing::HasSubstr;

const nlohmann::json& nodeCases()
{
    static const nlohmann::json file = [] {
        std::ifstream stream(sourceRoot() / "tests/formats/onnx_node_cases.json");
        return nlohmann::json::parse(stream);
    }();
    return file.at("cases");
}

struct Numbers {
    Shape shape;
    std::vector<float> values;
};

Numbers numbersOf(const nlohmann::json& tensor)
{
    Numbers numbers{.shape = {}, .values = tensor.at("values").get<std::vector<float>>()};
    numbers.shape = Shape(tensor.at("shape").get<std::vector<std::int64_t>>());
    return numbers;
}

onnx::Attribute attributeOf(const std::string& name, const nlohmann::json& value)
{
    onnx::Attribute attribute{.name = name};
    if (value.is_string()) {
        attribute.text = value.get<std::string>();
    } else {
        attribute.integer = value.get<std::int64_t>();
    }
    return attribute;
}

std::vector<float> unitMatrix(std::int64_t size)
{
    std::vector<float> values(static_cast<std::size_t>(size * size));
    for (std::int64_t row = 0; row < size; ++row) {
        values[static_cast<std::size_t>(row * (size + 1))] = 1;
    }
    return values;
}

/// X [T, N, I] of one case, by the axes' meaning of layout 0.
struct NodeCase {
    explicit NodeCase(const nlohmann::json& json)
        : name(json.at("name")),
          x(numbersOf(json.at("inputs").at("X"))),
          directions(numbersOf(json.at("inputs").at("W")).shape[0]),
          units(json.at("attributes").at("hidden_size")),
          m_json(&json)
    {}

    std::int64_t steps() const { return x.shape[0]; }
    std::int64_t streams() const { return x.shape[1]; }
    std::int64_t width() const { return directions * units; }

    /// ids [T, N] -> rows of X [T, N, I] -> the case's node -> [T, N, D·H] -> the same as scores
    std::string file() const
    {
        onnx::Graph graph;
        graph.name = name;
        graph.inputs.push_back(
            {.name = "ids", .element = onnx::int64Type, .axes = {{.word = "steps"}, {.word = "streams"}}});
        graph.constants.push_back({.name = "rows", .shape = {steps() * streams(), x.shape[2]}, .values = x.values});
        graph.nodes.push_back({.type = "Gather", .name = "embed", .inputs = {"rows", "ids"}, .outputs = {"X"}});
        onnx::Node cell{.type = m_json->at("type"), .name = "cell", .inputs = {"X"}, .outputs = {"Y"}};
        for (const char* input : {"W", "R", "B", "sequence_lens", "initial_h", "initial_c", "P"}) {
            cell.inputs.push_back(m_json->at("inputs").contains(input) ? input : "");
            if (!cell.inputs.back().empty()) {
                const Numbers numbers = numbersOf(m_json->at("inputs").at(input));
                graph.constants.push_back({.name = input, .shape = numbers.shape, .values = numbers.values});
            }
        }
        while (cell.inputs.back().empty()) {
            cell.inputs.pop_back();
        }
        for (const auto& [key, value] : m_json->at("attributes").items()) {
            cell.attributes.push_back(attributeOf(key, value));
        }
        graph.nodes.push_back(cell);
        graph.nodes.push_back({.type = "Transpose",
                               .name = "turn",
                               .inputs = {"Y"},
                               .outputs = {"turned"},
                               .attributes = {{.name = "perm", .integers = {0, 2, 1, 3}}}});
        graph.constants.push_back({.name = "joined", .shape = {3}, .integers = {0, 0, -1}});
        graph.nodes.push_back({.type = "Reshape", .name = "join", .inputs = {"turned", "joined"}, .outputs = {"h"}});
        graph.constants.push_back({.name = "unit", .shape = {width(), width()}, .values = unitMatrix(width())});
        graph.nodes.push_back({.type = "MatMul", .name = "scores", .inputs = {"h", "unit"}, .outputs = {"logits"}});
        graph.outputs.push_back(
            {.name = "logits", .axes = {{.word = "steps"}, {.word = "streams"}, {.extent = width()}}});
        return onnx::print(graph);
    }

    PortableNet read() const
    {
        const std::string bytes = file();
        return parseOnnx(std::as_bytes(std::span(bytes)), name, {});
    }

    std::string sentence() const
    {
        return ::sentenceOf([&] { read(); });
    }

    /// What our net gives for X: [T, N, D·H].
    std::vector<float> given() const
    {
        return logitsOf(read(), {.steps = steps(), .streams = streams(), .idAt = [this](auto step, auto stream) {
                                     return step * streams() + stream;
                                 }});
    }

    /// What the case wants: "Y_h" [D, N, H], the state after the last step of each direction, and where it says so "Y"
    /// [T, D, N, H], after each step.
    bool wants(const char* output) const { return m_json->at("outputs").contains(output); }
    Numbers wanted(const char* output) const { return numbersOf(m_json->at("outputs").at(output)); }

    /// The step that the direction reads last.
    std::int64_t lastStep(std::int64_t direction) const
    {
        const bool reverse = m_json->at("attributes").value("direction", "forward") == "reverse";
        return reverse || direction == 1 ? 0 : steps() - 1;
    }

    std::string name;
    Numbers x;
    std::int64_t directions, units;

private:
    const nlohmann::json* m_json;
};

/// Compares the rows [N, H] of a step, one direction's part of what was given [T, N, D·H].
void expectRows(const NodeCase& one, std::span<const float> given, std::int64_t step, std::int64_t direction,
                std::span<const float> wanted)
{
    for (std::int64_t stream = 0; stream < one.streams(); ++stream) {
        for (std::int64_t unit = 0; unit < one.units; ++unit) {
            const std::int64_t row = step * one.streams() + stream;
            const auto place = static_cast<std::size_t>(row * one.width() + direction * one.units + unit);
            EXPECT_NEAR(given[place], wanted[static_cast<std::size_t>(stream * one.units + unit)], 1e-6)
                << "step " << step << ", direction " << direction << ", stream " << stream << ", unit " << unit;
        }
    }
}

/// Compares the last step of each direction, and all steps where the case has them.
void expectOutputs(const NodeCase& one)
{
    const std::vector<float> given = one.given();
    const Numbers last = one.wanted("Y_h");
    ASSERT_EQ(last.shape, (Shape{one.directions, one.streams(), one.units}));
    const auto rows = static_cast<std::size_t>(one.streams() * one.units);
    const auto piece = [&](const Numbers& numbers, std::int64_t place) {
        return std::span(numbers.values).subspan(static_cast<std::size_t>(place) * rows, rows);
    };
    for (std::int64_t direction = 0; direction < one.directions; ++direction) {
        expectRows(one, given, one.lastStep(direction), direction, piece(last, direction));
    }
    if (!one.wants("Y")) {
        return;
    }
    const Numbers all = one.wanted("Y");
    ASSERT_EQ(all.shape, (Shape{one.steps(), one.directions, one.streams(), one.units}));
    for (std::int64_t place = 0; place < one.steps() * one.directions; ++place) {
        expectRows(one, given, place / one.directions, place % one.directions, piece(all, place));
    }
}

/// Why a case is not read; empty where it must be.
std::string refusalOf(const nlohmann::json& one)
{
    const nlohmann::json& attributes = one.at("attributes");
    if (attributes.value("layout", 0) == 1) {
        return " cell: found layout 1; wanted is";
    }
    if (one.at("type") == "GRU" && attributes.value("linear_before_reset", 0) == 0) {
        return "node GRU cell: found linear_before_reset 0; wanted is";
    }
    return one.at("inputs").contains("P") ? "node LSTM cell: found P P; wanted is" : "";
}

TEST(OnnxNodeCases, GiveTheExpectedOutputsOrAreRefusedByName)
{
    std::map<std::string, int> read, refused;
    int withAllSteps = 0;
    for (const nlohmann::json& json : nodeCases()) {
        const NodeCase one(json);
        SCOPED_TRACE(one.name);
        const std::string refusal = refusalOf(json);
        ++(refusal.empty() ? read : refused)[json.at("type")];
        if (refusal.empty()) {
            withAllSteps += one.wants("Y") ? 1 : 0;
            expectOutputs(one);
        } else {
            EXPECT_THAT(one.sentence(), HasSubstr(refusal));
        }
    }
    EXPECT_EQ(read, (std::map<std::string, int>{{"GRU", 5}, {"LSTM", 4}, {"RNN", 5}}));
    EXPECT_EQ(refused, (std::map<std::string, int>{{"GRU", 7}, {"LSTM", 2}, {"RNN", 1}}));
    EXPECT_EQ(withAllSteps, 2) << "the others have only the last step";
}

} // namespace
} // namespace engine
