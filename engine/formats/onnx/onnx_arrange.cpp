// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_arrange.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace engine::onnx {
namespace {

constexpr std::size_t maxAxes = 8, maxSizes = 16; ///< of a text; of whole numbers that are computed with

const Tensor* at(Inputs inputs, std::size_t place)
{
    return place < inputs.size() ? inputs[place] : nullptr;
}

/// Nothing where they are not known.
std::optional<Extents> numbersIn(const Tensor* tensor)
{
    const bool known = tensor != nullptr && tensor->known && tensor->values.empty() && tensor->shape.axes() < 2;
    return known ? std::optional(tensor->integers) : std::nullopt;
}

std::optional<std::int64_t> productOf(const Extents& extents)
{
    std::int64_t product = 1;
    for (const std::int64_t extent : extents) {
        if (__builtin_mul_overflow(product, extent, &product)) {
            return std::nullopt;
        }
    }
    return product;
}

/// All of them, sorted; nothing where there is no such axis or one is named twice.
std::optional<std::vector<std::size_t>> axesFrom(const Extents& axes, std::size_t rank)
{
    std::vector<std::size_t> found;
    for (const std::int64_t axis : axes) {
        const std::optional<std::size_t> place = axisFrom(axis, rank);
        if (!place || std::ranges::find(found, *place) != found.end()) {
            return std::nullopt;
        }
        found.push_back(*place);
    }
    std::ranges::sort(found);
    return found;
}

// Settings of nodes
// -----------------------------------------------------------------------------------------------------------------

/// An attribute in old files, an input since; nothing where it is not known.
std::optional<Extents> settingOf(const Node& node, Inputs inputs, std::size_t place, const char* name)
{
    const Attribute* const attribute = node.attribute(name);
    return attribute != nullptr ? std::optional(attribute->integers) : numbersIn(at(inputs, place));
}

std::optional<Extents> reshaped(const Node& node, const Extents& extents, Extents target)
{
    const bool copiesZeros = node.integer("allowzero", 0) == 0;
    std::optional<std::int64_t> left = productOf(extents);
    std::int64_t* open = nullptr;
    for (std::size_t place = 0; place < target.size(); ++place) {
        std::int64_t& extent = target[place];
        if (extent == 0 && copiesZeros && place < extents.size()) {
            extent = extents[place];
        }
        if (extent == -1 && open == nullptr) {
            open = &extent;
        } else if (extent < 1 || !left || *left % extent != 0) {
            return std::nullopt;
        } else {
            *left /= extent;
        }
    }
    if (open != nullptr && left) {
        *open = std::exchange(*left, 1);
    }
    return left == 1 ? std::optional(target) : std::nullopt;
}

/// The extents behind a node that gives the same numbers in the same order; nothing where it is no such node.
std::optional<Extents> extentsBehind(const Node& node, const Extents& extents, Inputs inputs)
{
    const std::string& type = node.type;
    const std::size_t rank = extents.size();
    const std::optional<Extents> setting = settingOf(node, inputs, 1, "axes");
    if (!setting || setting->size() > maxAxes) {
        return std::nullopt;
    }
    if (type == "Reshape") {
        return reshaped(node, extents, *setting);
    }
    if (type != "Squeeze" && type != "Unsqueeze") {
        return std::nullopt;
    }
    const bool adds = type == "Unsqueeze";
    const std::optional<std::vector<std::size_t>> axes = axesFrom(*setting, adds ? rank + setting->size() : rank);
    Extents result = extents;
    for (std::size_t index = 0; axes && index < axes->size(); ++index) {
        if (adds) {
            result.insert(result.begin() + static_cast<std::ptrdiff_t>((*axes)[index]), 1);
        } else if (const std::size_t axis = (*axes)[axes->size() - 1 - index]; extents[axis] == 1) {
            result.erase(result.begin() + static_cast<std::ptrdiff_t>(axis));
        } else {
            return std::nullopt;
        }
    }
    return axes && result.size() <= maxAxes ? std::optional(result) : std::nullopt;
}

/// The order that a Transpose gives the axes; any other node leaves them as they are.
std::optional<std::vector<std::size_t>> orderOf(const Node& node, std::size_t rank)
{
    Extents order(rank);
    std::iota(order.begin(), order.end(), std::int64_t{0});
    if (const Attribute* const given = node.attribute("perm"); node.type == "Transpose" && given != nullptr) {
        order = given->integers;
    } else if (node.type == "Transpose") {
        std::ranges::reverse(order);
    }
    const bool fits = order.size() == rank && rank <= maxAxes && axesFrom(order, rank) &&
                      std::ranges::none_of(order, [](std::int64_t axis) { return axis < 0; });
    return fits ? std::optional(std::vector<std::size_t>(order.begin(), order.end())) : std::nullopt;
}

using Range = std::pair<std::int64_t, std::int64_t>; ///< [first, last)

/// What a Slice keeps of each axis; any other node keeps all.
std::optional<std::vector<Range>> rangesOf(const Node& node, const Extents& extents, Inputs inputs)
{
    std::vector<Range> ranges;
    for (const std::int64_t extent : extents) {
        ranges.emplace_back(0, extent);
    }
    if (node.type != "Slice") {
        return ranges;
    }
    const std::optional<Extents> begins = settingOf(node, inputs, 1, "starts"),
                                 ends = settingOf(node, inputs, 2, "ends");
    if (!begins || !ends || begins->size() != ends->size()) {
        return std::nullopt;
    }
    const Extents ones(begins->size(), 1);
    Extents all = ones;
    std::iota(all.begin(), all.end(), std::int64_t{0});
    const bool hasAxes = at(inputs, 3) != nullptr || node.attribute("axes") != nullptr;
    const std::optional<Extents> axes = hasAxes ? settingOf(node, inputs, 3, "axes") : all;
    if (!axes || axes->size() != all.size() || !axesFrom(*axes, extents.size()) ||
        (at(inputs, 4) != nullptr && numbersIn(inputs[4]) != ones)) {
        return std::nullopt;
    }
    for (std::size_t index = 0; index < all.size(); ++index) {
        Range& range = ranges[*axisFrom((*axes)[index], extents.size())];
        const std::int64_t first = placeWithin((*begins)[index], range.second);
        range = {first, std::max(first, placeWithin((*ends)[index], range.second))};
    }
    return ranges;
}

// Constants
// -----------------------------------------------------------------------------------------------------------------

/// What a Transpose or a Slice gives.
std::optional<Tensor> picked(const Node& node, const Tensor& tensor, Inputs inputs)
{
    const std::optional<std::vector<std::size_t>> order = orderOf(node, tensor.shape.axes());
    const std::optional<std::vector<Range>> ranges = rangesOf(node, tensor.shape.extents(), inputs);
    Extents extents, strides;
    std::int64_t first = 0;
    for (std::size_t place = 0; order && ranges && place < order->size(); ++place) {
        const std::size_t axis = (*order)[place];
        const auto [begin, end] = (*ranges)[axis];
        extents.push_back(end - begin);
        strides.push_back(tensor.shape.count(axis + 1));
        first += begin * strides.back();
    }
    if (!order || !ranges || productOf(extents) < 1) {
        return std::nullopt;
    }
    Tensor result{.name = tensor.name, .shape = Shape(extents)};
    const auto pick = [&](const auto& from, auto& into) {
        Extents index(extents.size());
        std::int64_t place = first;
        for (std::int64_t count = from.empty() ? 0 : result.shape.count(); count > 0; --count) {
            into.push_back(from[static_cast<std::size_t>(place)]);
            for (std::size_t axis = extents.size(); axis-- > 0;) { // counts up from the last axis
                place += strides[axis];
                if (++index[axis] < extents[axis]) {
                    break;
                }
                place -= strides[axis] * extents[axis];
                index[axis] = 0;
            }
        }
    };
    pick(tensor.values, result.values);
    pick(tensor.integers, result.integers);
    return result;
}

std::optional<Tensor> joined(const Node& node, Inputs tensors)
{
    const Shape& first = tensors.front()->shape;
    const std::size_t none = first.axes();
    const std::size_t axis =
        node.attribute("axis") != nullptr ? axisFrom(node.integer("axis", 0), none).value_or(none) : none;
    if (axis == none) {
        return std::nullopt;
    }
    Extents extents = first.extents();
    extents[axis] = 0;
    for (const Tensor* tensor : tensors) {
        const Shape& shape = tensor->shape;
        if (shape.axes() != first.axes() || shape.count(0, axis) != first.count(0, axis) ||
            shape.count(axis + 1) != first.count(axis + 1)) {
            return std::nullopt;
        }
        extents[axis] += shape[axis];
    }
    Tensor result{.name = tensors.front()->name, .shape = Shape(std::move(extents))};
    const auto join = [&](auto Tensor::*numbers) {
        for (std::int64_t block = 0; block < first.count(0, axis); ++block) {
            for (const Tensor* tensor : tensors) {
                const std::int64_t each = (tensor->*numbers).empty() ? 0 : tensor->shape.count(axis);
                const auto from = (tensor->*numbers).begin() + block * each;
                (result.*numbers).insert((result.*numbers).end(), from, from + each);
            }
        }
    };
    join(&Tensor::values);
    join(&Tensor::integers);
    return result;
}

/// Of a list of whole numbers: one, or a list of some.
std::optional<Tensor> gathered(const Node& node, const Tensor& list, const Tensor* places)
{
    const std::optional<Extents> wanted = numbersIn(places);
    if (!wanted || list.shape.axes() != 1 || axisFrom(node.integer("axis", 0), 1) != std::size_t{0}) {
        return std::nullopt;
    }
    Tensor result{.name = list.name, .shape = places->shape};
    for (const std::int64_t place : *wanted) {
        const std::optional<std::size_t> found = axisFrom(place, list.integers.size());
        if (!found) {
            return std::nullopt;
        }
        result.integers.push_back(list.integers[*found]);
    }
    return result;
}

/// Element by element; one number goes with each of the other input.
std::optional<Tensor> elementwise(const std::string& type, const Tensor& a, const Tensor* other)
{
    const std::optional<Extents> b = numbersIn(other);
    const std::size_t countA = a.integers.size(), countB = b ? b->size() : 0, count = std::max(countA, countB);
    if (countB == 0 || count > maxSizes || (countA != count && countA != 1) || (countB != count && countB != 1)) {
        return std::nullopt;
    }
    Tensor result{.name = a.name, .shape = a.shape.axes() > other->shape.axes() ? a.shape : other->shape};
    result.shape = result.shape.axes() == 0 ? Shape() : Shape{static_cast<std::int64_t>(count)};
    for (std::size_t index = 0; index < count; ++index) {
        const std::int64_t x = a.integers[countA == 1 ? 0 : index], y = (*b)[countB == 1 ? 0 : index];
        std::int64_t number = 0;
        const bool lost = type == "Add"   ? __builtin_add_overflow(x, y, &number)
                          : type == "Sub" ? __builtin_sub_overflow(x, y, &number)
                          : type == "Mul" ? __builtin_mul_overflow(x, y, &number)
                                          : x < 0 || y <= 0 || x % y != 0;
        if (lost) {
            return std::nullopt;
        }
        result.integers.push_back(type == "Div" ? x / y : number);
    }
    return result;
}

} // namespace

const Tensor unknownTensor{.name = {}, .shape = {}, .known = false};

bool hasFloats(const Tensor& tensor)
{
    return tensor.known && !tensor.values.empty() &&
           tensor.values.size() == static_cast<std::size_t>(tensor.shape.count());
}

bool isWhole(const Tensor& tensor)
{
    return !tensor.known || !tensor.integers.empty();
}

std::optional<float> commonOf(const Tensor& tensor)
{
    const bool same = hasFloats(tensor) &&
                      std::ranges::all_of(tensor.values, [&](float number) { return number == tensor.values.front(); });
    return same ? std::optional(tensor.values.front()) : std::nullopt;
}

std::size_t dataInputs(const Node& node)
{
    const std::size_t all = node.inputs.size();
    return node.type == "Concat" ? all : std::min<std::size_t>(all, 1);
}

std::optional<Tensor> folded(const Node& node, Inputs inputs)
{
    const std::string& type = node.type;
    const Inputs data = inputs.first(dataInputs(node));
    const auto isOf = [&](bool (*kind)(const Tensor&)) {
        return std::ranges::all_of(data, [&](const Tensor* one) {
            return one != nullptr && one->known && kind(*one) && (hasFloats(*one) || one->integers.size() <= maxSizes);
        });
    };
    if (data.empty() || (!isOf(hasFloats) && !isOf(isWhole))) {
        return std::nullopt;
    }
    const Tensor& first = *data.front();
    if (type == "Concat") {
        return joined(node, data);
    }
    if (type == "Transpose" || type == "Slice") {
        return picked(node, first, inputs);
    }
    const bool whole = isWhole(first);
    if (whole && type == "Gather") {
        return gathered(node, first, at(inputs, 1));
    }
    if (whole && (type == "Add" || type == "Sub" || type == "Mul" || type == "Div")) {
        return elementwise(type, first, at(inputs, 1));
    }
    if (const std::optional<Extents> extents = extentsBehind(node, first.shape.extents(), inputs)) {
        return Tensor{.name = first.name, .shape = Shape(*extents), .values = first.values, .integers = first.integers};
    }
    return std::nullopt;
}

// Texts
// -----------------------------------------------------------------------------------------------------------------

namespace {

/// The same places under other extents: the two directions become one width where they lie beside each other on one
/// axis, the forward one first.
std::optional<Layout> under(const Extents& extents, const Layout& layout)
{
    Axis all;
    for (const Axis& axis : layout) {
        all.insert(all.end(), axis.begin(), axis.end());
    }
    auto next = all.begin();
    Layout result;
    for (const std::int64_t extent : extents) {
        Axis axis;
        std::int64_t size = 1;
        for (; size < extent && next != all.end(); ++next) {
            size *= next->extent;
            if (!axis.empty() && axis.back().of == Factor::Of::Direction && next->of == Factor::Of::Width) {
                axis.back() = {Factor::Of::Width, axis.back().extent * next->extent};
            } else {
                axis.push_back(*next);
            }
        }
        if (size != extent) {
            return std::nullopt;
        }
        result.push_back(std::move(axis));
    }
    return next == all.end() ? std::optional(result) : std::nullopt;
}

} // namespace

std::optional<std::size_t> axisFrom(std::int64_t axis, std::size_t axes)
{
    const auto count = static_cast<std::int64_t>(axes);
    if (axis < -count || axis >= count) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

std::int64_t placeWithin(std::int64_t place, std::int64_t extent)
{
    return std::clamp<std::int64_t>(place < 0 ? place + extent : place, 0, extent);
}

std::optional<Extents> extentsOf(const Layout& layout)
{
    Extents extents, all;
    for (const Axis& axis : layout) {
        for (const Factor& factor : axis) {
            all.push_back(factor.extent);
        }
    }
    if (!productOf(all)) {
        return std::nullopt;
    }
    for (const Axis& axis : layout) {
        extents.push_back(1);
        for (const Factor& factor : axis) {
            extents.back() *= factor.extent;
        }
    }
    return extents;
}

std::int64_t widthOf(const Layout& layout)
{
    std::int64_t width = 1;
    bool alone = !layout.empty() && layout.back().size() < 2;
    for (const Axis& axis : layout) {
        for (const Factor& factor : axis) {
            width = factor.of == Factor::Of::Width ? factor.extent : width;
            alone = alone && factor.of != Factor::Of::Direction;
        }
    }
    const Axis wanted = width == 1 ? Axis() : Axis{{Factor::Of::Width, width}};
    return alone && layout.back() == wanted ? width : 0;
}

std::optional<Layout> arranged(const Node& node, const Layout& layout, Inputs inputs)
{
    const std::string& type = node.type;
    const std::optional<Extents> extents = extentsOf(layout);
    if (!extents) {
        return std::nullopt;
    }
    if (type == "Transpose") {
        const std::optional<std::vector<std::size_t>> order = orderOf(node, layout.size());
        Layout result;
        for (std::size_t place = 0; order && place < order->size(); ++place) {
            result.push_back(layout[(*order)[place]]);
        }
        return order ? std::optional(result) : std::nullopt;
    }
    bool same = type == "Identity";
    if (type == "Concat") {
        same =
            inputs.size() == 1 && node.attribute("axis") != nullptr && axisFrom(node.integer("axis", 0), layout.size());
    } else if (type == "Slice") {
        constexpr std::int64_t any = 0x7FFFFFFF; // and more: how all of an axis is written that may have any extent
        Extents longest;
        std::vector<Range> whole;
        for (const std::int64_t extent : *extents) {
            longest.push_back(extent < freeExtents[0] ? extent : any);
            whole.emplace_back(0, longest.back());
        }
        same = rangesOf(node, longest, inputs) == whole;
    } else if (const std::optional<Extents> behind = extentsBehind(node, *extents, inputs)) {
        return under(*behind, layout);
    }
    return same ? std::optional(layout) : std::nullopt;
}

} // namespace engine::onnx
