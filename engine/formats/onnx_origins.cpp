// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx_origins.h"

#include <algorithm>
#include <set>
#include <vector>

namespace engine::onnx {
namespace {

/// What all numbers are equal to.
template <typename Number>
std::optional<double> commonOf(const std::vector<Number>& numbers)
{
    const bool same = !numbers.empty() && std::all_of(numbers.begin(), numbers.end(),
                                                      [&](Number number) { return number == numbers.front(); });
    return same ? std::optional(static_cast<double>(numbers.front())) : std::nullopt;
}

Origin originOf(std::string_view name, const Tensor& tensor)
{
    return {.kind = Origin::Kind::Constant,
            .constant = name,
            .every = tensor.values.empty() ? commonOf(tensor.integers) : commonOf(tensor.values)};
}

/// Whether the node only cuts, repeats or reshapes its first input.
bool keepsNumbers(const std::string& type)
{
    static const std::set<std::string> types = {"Identity",  "Expand", "Slice",   "Split",     "Squeeze",
                                                "Unsqueeze", "Tile",   "Reshape", "Transpose", "Cast",
                                                "Flatten",   "Gather", "Dropout"};
    return types.contains(type);
}

/// Of numbers from both: theirs, where they come from the same kind of place and are alike.
Origin together(const Origin& first, const Origin& second)
{
    const bool alike = first.kind == second.kind && first.kind != Origin::Kind::Computed &&
                       (first.kind != Origin::Kind::Constant || (first.every && first.every == second.every));
    return alike ? first : Origin{.kind = Origin::Kind::Computed};
}

} // namespace

void Origins::addConstant(const std::string& name, const Tensor& tensor)
{
    m_origins.emplace(name, originOf(name, tensor));
}

void Origins::add(const Node& node)
{
    Origin origin{.kind = Origin::Kind::Computed, .node = &node};
    if (node.type == "Shape") {
        origin = {.kind = Origin::Kind::Extents};
    } else if (node.type == "ConstantOfShape" && !node.outputs.empty()) {
        const Attribute* const value = node.attribute("value"); // 0 where it is left out
        const bool given = value != nullptr && value->tensor;
        origin = originOf(node.outputs[0], given ? *value->tensor : Tensor{.name = {}, .shape = {1}, .values = {0}});
    } else if (keepsNumbers(node.type) && !node.inputs.empty()) {
        origin = of(node.inputs[0]);
    } else if (node.type == "Concat" && !node.inputs.empty()) { // such as the states of stacked LSTMs
        Origin joined = of(node.inputs[0]);
        for (const std::string& input : node.inputs) {
            joined = together(joined, of(input));
        }
        origin = joined.kind == Origin::Kind::Computed ? origin : joined;
    }
    for (const std::string& output : node.outputs) {
        m_origins.emplace(output, origin);
    }
}

Origin Origins::of(const std::string& value) const
{
    const auto found = m_origins.find(value);
    return value.empty() || found == m_origins.end() ? Origin()
                                                     : found->second; // an empty name is for what is left out
}

} // namespace engine::onnx
