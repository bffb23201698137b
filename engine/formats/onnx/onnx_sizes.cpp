// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_sizes.h"

#include <algorithm>
#include <functional>
#include <map>

namespace engine::onnx {
namespace {

using Inputs = std::span<const Sizes* const>;

const Sizes* at(Inputs inputs, std::size_t place)
{
    return place < inputs.size() ? inputs[place] : nullptr;
}

bool isKnown(const Sizes* sizes)
{
    return sizes != nullptr && sizes->known;
}

Sizes made(std::vector<Extent> numbers, bool scalar)
{
    if (numbers.size() > mostSizes) {
        return {};
    }
    Sizes sizes{.known = true, .scalar = scalar, .numbers = std::move(numbers)};
    const std::vector<Extent>& all = sizes.numbers;
    if (!all.empty() && std::equal(all.begin() + 1, all.end(), all.begin())) {
        sizes.every = all.front();
    }
    return sizes;
}

bool isPlain(const Extent& extent)
{
    return extent.first == 0 && extent.second == 0;
}

std::optional<Extent> added(const Extent& a, const Extent& b, int sign)
{
    Extent sum;
    std::int64_t second = 0;
    const bool fits = isPlain(a) && isPlain(b) && !__builtin_mul_overflow(b.number, sign, &second) &&
                      !__builtin_add_overflow(a.number, second, &sum.number);
    return fits ? std::optional(sum) : std::nullopt;
}

std::optional<Extent> combined(const std::string& type, const Extent& a, const Extent& b)
{
    return type == "Mul" ? product(a, b) : type == "Div" ? quotient(a, b) : added(a, b, type == "Add" ? 1 : -1);
}

/// Element by element; a scalar, or a list of one, goes with each element of the other.
Sizes elementwise(const CheckedNode& node, Inputs inputs)
{
    if (inputs.size() != 2 || !isKnown(inputs[0]) || !isKnown(inputs[1])) {
        return {};
    }
    const std::vector<Extent>&a = inputs[0]->numbers, &b = inputs[1]->numbers;
    if (a.empty() || b.empty() || (a.size() != b.size() && a.size() != 1 && b.size() != 1)) {
        return {};
    }
    std::vector<Extent> numbers;
    for (std::size_t index = 0; index < std::max(a.size(), b.size()); ++index) {
        const std::optional<Extent> number =
            combined(node.type(), a[a.size() == 1 ? 0 : index], b[b.size() == 1 ? 0 : index]);
        if (!number) {
            return {};
        }
        numbers.push_back(*number);
    }
    return made(std::move(numbers), inputs[0]->scalar && inputs[1]->scalar);
}

Sizes gathered(const CheckedNode& node, Inputs inputs)
{
    const std::optional<std::vector<std::int64_t>> places = isKnown(at(inputs, 1)) ? plain(*inputs[1]) : std::nullopt;
    if (inputs.size() != 2 || !isKnown(inputs[0]) || inputs[0]->scalar || !places ||
        axisFrom(node.integer("axis", 0), 1) != std::size_t{0}) {
        return {};
    }
    std::vector<Extent> numbers;
    for (const std::int64_t place : *places) {
        const std::optional<std::size_t> found = axisFrom(place, inputs[0]->numbers.size());
        if (!found) {
            return {};
        }
        numbers.push_back(inputs[0]->numbers[*found]);
    }
    return made(std::move(numbers), inputs[1]->scalar);
}

Sizes joined(const CheckedNode& node, Inputs inputs)
{
    std::vector<Extent> numbers;
    for (const Sizes* input : inputs) {
        if (!isKnown(input) || input->scalar || numbers.size() > mostSizes) {
            return {};
        }
        numbers.insert(numbers.end(), input->numbers.begin(), input->numbers.end());
    }
    return axisFrom(node.integer("axis", -2), 1) == std::size_t{0} ? made(std::move(numbers), false) : Sizes{};
}

Sizes cut(const CheckedNode& node, Inputs inputs)
{
    const std::optional<std::vector<SliceRange>> parts = partsOf(node, inputs, 1);
    if (!isKnown(at(inputs, 0)) || inputs[0]->scalar || !parts || parts->size() != 1) {
        return {};
    }
    const std::vector<Extent>& all = inputs[0]->numbers;
    const auto [first, last] = bounds(parts->front(), static_cast<std::int64_t>(all.size()));
    return made({all.begin() + first, all.begin() + last}, false);
}

/// One number as a list of one or without an axis; any list by Identity or as it is.
Sizes reshapedSizes(const CheckedNode& node, Inputs inputs)
{
    const Sizes* const given = at(inputs, 0);
    const std::string& type = node.type();
    if (!isKnown(given)) {
        return {};
    }
    const bool one = given->numbers.size() == 1;
    const std::optional<std::vector<std::int64_t>> shape =
        type == "Reshape" && isKnown(at(inputs, 1)) ? plain(*inputs[1]) : std::nullopt;
    if (type == "Identity" || (type == "Reshape" && shape == std::vector<std::int64_t>{-1})) {
        return made(given->numbers, type == "Identity" && given->scalar);
    }
    if (type == "Unsqueeze" && given->scalar) {
        return made(given->numbers, false);
    }
    return type == "Squeeze" && one && !given->scalar ? made(given->numbers, true) : Sizes{};
}

Sizes castSizes(const CheckedNode& node, Inputs inputs)
{
    return at(inputs, 0) != nullptr && isInteger(node.integer("to", 0)) ? *inputs[0] : Sizes{};
}

/// The same numbers more often.
Sizes repeated(const CheckedNode&, Inputs inputs)
{
    return at(inputs, 0) != nullptr ? Sizes{.every = inputs[0]->every} : Sizes{};
}

} // namespace

Sizes listOf(std::vector<Extent> numbers)
{
    return made(std::move(numbers), false);
}

Sizes sizesOf(const Tensor& tensor)
{
    if (!tensor.known || tensor.integers.empty()) {
        return {};
    }
    const bool alike = std::equal(tensor.integers.begin() + 1, tensor.integers.end(), tensor.integers.begin());
    const std::optional<Extent> every = alike ? std::optional(Extent{.number = tensor.integers.front()}) : std::nullopt;
    if (tensor.integers.size() > mostSizes || tensor.shape.axes() > 1) {
        return {.every = every};
    }
    std::vector<Extent> numbers;
    for (const std::int64_t number : tensor.integers) {
        numbers.push_back({.number = number});
    }
    return made(std::move(numbers), tensor.shape.axes() == 0);
}

std::optional<std::vector<std::int64_t>> plain(const Sizes& sizes)
{
    if (!sizes.known || !std::all_of(sizes.numbers.begin(), sizes.numbers.end(), isPlain)) {
        return std::nullopt;
    }
    std::vector<std::int64_t> numbers;
    for (const Extent& extent : sizes.numbers) {
        numbers.push_back(extent.number);
    }
    return numbers;
}

Sizes computed(const CheckedNode& node, Inputs inputs)
{
    using Rule = Sizes (*)(const CheckedNode&, Inputs);
    static const std::map<std::string_view, Rule> rules = {{"Add", elementwise},
                                                           {"Sub", elementwise},
                                                           {"Mul", elementwise},
                                                           {"Div", elementwise},
                                                           {"Gather", gathered},
                                                           {"Concat", joined},
                                                           {"Slice", cut},
                                                           {"Identity", reshapedSizes},
                                                           {"Reshape", reshapedSizes},
                                                           {"Squeeze", reshapedSizes},
                                                           {"Unsqueeze", reshapedSizes},
                                                           {"Cast", castSizes},
                                                           {"Expand", repeated},
                                                           {"Tile", repeated}};
    const auto rule = rules.find(node.type());
    return rule == rules.end() || inputs.size() < node.node().inputs.size() ? Sizes{} : rule->second(node, inputs);
}

std::optional<std::vector<std::int64_t>> axesOf(const CheckedNode& node, const Sizes* input)
{
    if (input != nullptr) {
        return plain(*input);
    }
    return node.integers("axes");
}

std::optional<std::vector<SliceRange>> partsOf(const CheckedNode& node, Inputs inputs, std::size_t rank)
{
    using List = std::optional<std::vector<std::int64_t>>;
    const bool byInputs = at(inputs, 1) != nullptr;
    const auto given = [&](std::size_t place, const char* attribute) {
        return byInputs ? (at(inputs, place) == nullptr ? List() : plain(*inputs[place])) : node.integers(attribute);
    };
    const bool hasAxes = byInputs ? at(inputs, 3) != nullptr : node.has("axes");
    const bool hasSteps = byInputs && at(inputs, 4) != nullptr;
    const List begins = given(1, "starts"), ends = given(2, "ends"), axes = given(3, "axes"), steps = given(4, "steps");
    if (!begins || !ends || begins->size() != ends->size() || begins->size() > rank || (hasAxes && !axes) ||
        (axes && axes->size() != begins->size()) || (hasSteps && !steps)) {
        return std::nullopt;
    }
    if (steps && (steps->size() != begins->size() ||
                  std::any_of(steps->begin(), steps->end(), [](std::int64_t step) { return step != 1; }))) {
        return std::nullopt;
    }
    std::vector<SliceRange> parts;
    for (std::size_t index = 0; index < begins->size(); ++index) {
        const std::optional<std::size_t> axis =
            axisFrom(axes ? (*axes)[index] : static_cast<std::int64_t>(index), rank);
        if (!axis) {
            return std::nullopt;
        }
        parts.push_back({static_cast<std::int64_t>(*axis), (*begins)[index], (*ends)[index]});
    }
    return parts;
}

std::pair<std::int64_t, std::int64_t> bounds(const SliceRange& part, std::int64_t extent)
{
    const auto held = [&](std::int64_t place) {
        return std::clamp<std::int64_t>(place < 0 ? place + extent : place, 0, extent);
    };
    const std::int64_t first = held(part.begin);
    return {first, std::max(first, held(part.end))};
}

} // namespace engine::onnx
