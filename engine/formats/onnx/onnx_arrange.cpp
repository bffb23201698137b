// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_arrange.h"

#include "engine/formats/exchange/weight_places.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace engine::onnx {
namespace {

constexpr std::size_t maxAxes = 8, maxSizes = 16; ///< of a text; of whole numbers that are computed with

const Tensor* at(Inputs inputs, std::size_t place)
{
    return place < inputs.size() ? inputs[place] : nullptr;
}

std::int64_t extentOf(const Axis& axis)
{
    return std::transform_reduce(axis.begin(), axis.end(), std::int64_t{1}, std::multiplies<>(),
                                 [](const Factor& factor) { return factor.extent; });
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

/// All of them; nothing where there is no such axis or one is named twice.
std::optional<std::set<std::size_t>> axesFrom(const Extents& axes, std::size_t rank)
{
    std::set<std::size_t> found;
    for (const std::int64_t axis : axes) {
        const std::optional<std::size_t> place = axisFrom(axis, rank);
        if (!place || !found.insert(*place).second) {
            return std::nullopt;
        }
    }
    return found;
}

/// An attribute in old files, an input since; nothing where it is not known.
std::optional<Extents> settingOf(const Node& node, Inputs inputs, std::size_t place, const char* name)
{
    const Attribute* const attribute = node.attribute(name);
    return attribute != nullptr ? std::optional(attribute->integers) : numbersIn(at(inputs, place));
}

// Views
// -----------------------------------------------------------------------------------------------------------------

/// Keeps `count` places of an axis from `begin` on. False where that is no view.
bool keep(View& view, std::size_t axis, std::int64_t begin, std::int64_t count)
{
    Axis& factors = view.layout[axis];
    if (count == extentOf(factors)) {
        return true;
    }
    if (factors.size() != 1 || count < 1) {
        return false;
    }
    const std::int64_t stride = factors.front().stride;
    view.first += begin * stride;
    view.isAll = false;
    factors = axisOf(count, stride);
    return true;
}

std::optional<View> sliced(const Node& node, View view, Inputs inputs)
{
    constexpr std::int64_t any = 0x7FFFFFFF; // and more: how all of an axis is written that may have any extent
    const std::optional<Extents> begins = settingOf(node, inputs, 1, "starts"),
                                 ends = settingOf(node, inputs, 2, "ends");
    const std::size_t count = begins ? begins->size() : 0, rank = view.layout.size();
    Extents all(count), ones(count, 1);
    std::iota(all.begin(), all.end(), std::int64_t{0});
    const bool hasAxes = at(inputs, 3) != nullptr || node.attribute("axes") != nullptr;
    const std::optional<Extents> axes = hasAxes ? settingOf(node, inputs, 3, "axes") : all,
                                 steps = at(inputs, 4) != nullptr ? numbersIn(inputs[4]) : ones;
    if (!begins || !ends || ends->size() != count || !axes || axes->size() != count || !axesFrom(*axes, rank) ||
        steps != ones) {
        return std::nullopt;
    }
    for (std::size_t index = 0; index < count; ++index) {
        const std::size_t axis = *axisFrom((*axes)[index], rank);
        const std::int64_t extent = extentOf(view.layout[axis]), begin = (*begins)[index], end = (*ends)[index];
        const std::int64_t first = begin < 0 ? begin + extent : begin;
        const std::int64_t last = end < 0 ? end + extent : (end < any ? end : extent);
        if (first < 0 || last > extent || !keep(view, axis, first, last - first)) {
            return std::nullopt;
        }
    }
    return view;
}

/// One place of an axis; the axis goes where the place is no list.
std::optional<View> gathered(const Node& node, View view, const Tensor* places)
{
    const std::optional<Extents> wanted = numbersIn(places);
    const std::optional<std::size_t> axis = axisFrom(node.integer("axis", 0), view.layout.size());
    if (!wanted || wanted->size() != 1 || !axis) {
        return std::nullopt;
    }
    const std::int64_t extent = extentOf(view.layout[*axis]);
    const std::int64_t place = wanted->front() < 0 ? wanted->front() + extent : wanted->front();
    if (place < 0 || place >= extent || !keep(view, *axis, place, 1)) {
        return std::nullopt;
    }
    if (places->shape.axes() == 0) {
        view.layout.erase(view.layout.begin() + static_cast<std::ptrdiff_t>(*axis));
    }
    return view;
}

/// The extents that a Reshape asks for: 0 is the one that is there, -1 what is left.
std::optional<Extents> targetOf(const Node& node, const Extents& extents, Extents target)
{
    std::int64_t* open = nullptr;
    for (std::size_t place = 0; place < target.size(); ++place) {
        std::int64_t& extent = target[place];
        if (extent == 0 && node.integer("allowzero", 0) == 0 && place < extents.size()) {
            extent = extents[place];
        } else if (extent == -1 && open == nullptr) {
            open = &extent;
            extent = 1;
        }
        if (extent < 1) {
            return std::nullopt;
        }
    }
    const std::optional<std::int64_t> all = productOf(extents), known = productOf(target);
    if (!all || !known || *all % *known != 0 || (open == nullptr && all != known)) {
        return std::nullopt;
    }
    if (open != nullptr) {
        *open = *all / *known;
    }
    return target;
}

/// The factors of all axes one behind the other.
Axis allOf(const Layout& layout)
{
    Axis all;
    for (const Axis& axis : layout) {
        all.insert(all.end(), axis.begin(), axis.end());
    }
    return all;
}

/// As many numbers in the same order under other extents: these cut factors, or put several on one axis.
std::optional<View> regrouped(const Layout& layout, const Extents& target)
{
    Axis all = allOf(layout);
    auto next = all.begin();
    View view;
    for (std::int64_t extent : target) {
        Axis& axis = view.layout.emplace_back();
        while (extent > 1) {
            const std::int64_t part = std::min(extent, next->extent), inner = next->extent / part;
            const bool cutsRows = inner > 1 && std::ranges::count(rowStrides, next->stride) > 0; // they stay whole
            if (cutsRows || extent % part != 0 || next->extent % part != 0) {
                return std::nullopt;
            }
            const std::int64_t stride = next->stride * inner;
            if (!axis.empty() && axis.back().stride == stride * part) { // they lie beside each other
                axis.back() = {axis.back().extent * part, stride};
            } else {
                axis.push_back({part, stride});
            }
            extent /= part;
            next->extent = inner;
            next += inner == 1 ? 1 : 0;
        }
    }
    return view;
}

// Constants
// -----------------------------------------------------------------------------------------------------------------

/// The numbers of a view, as a tensor.
Tensor taken(const Tensor& tensor, const View& view)
{
    Extents places = {view.first};
    for (const Factor& factor : allOf(view.layout)) {
        Extents more;
        for (const std::int64_t place : places) {
            for (std::int64_t index = 0; index < factor.extent; ++index) {
                more.push_back(place + index * factor.stride);
            }
        }
        places = std::move(more);
    }
    Tensor result{.name = tensor.name, .shape = Shape(extentsOf(view.layout))};
    for (const std::int64_t place : places) {
        const auto index = static_cast<std::size_t>(place);
        if (tensor.values.empty()) {
            result.integers.push_back(tensor.integers[index]);
        } else {
            result.values.push_back(tensor.values[index]);
        }
    }
    return result;
}

std::optional<Tensor> joined(const Node& node, Inputs tensors)
{
    const Shape& first = tensors.front()->shape;
    const std::optional<std::size_t> axis = axisFrom(node.integer("axis", 0), first.axes());
    if (!axis || node.attribute("axis") == nullptr) {
        return std::nullopt;
    }
    std::int64_t extent = 0;
    for (const Tensor* tensor : tensors) {
        const Shape& shape = tensor->shape;
        if (shape.axes() != first.axes() || shape != withExtent(first, *axis, shape[*axis])) {
            return std::nullopt;
        }
        extent += shape[*axis];
    }
    Tensor result{.name = tensors.front()->name, .shape = withExtent(first, *axis, extent)};
    const auto join = [&](auto Tensor::*numbers) {
        for (std::int64_t block = 0; block < first.count(0, *axis); ++block) {
            for (const Tensor* tensor : tensors) {
                const std::int64_t each = (tensor->*numbers).empty() ? 0 : tensor->shape.count(*axis);
                const auto from = (tensor->*numbers).begin() + block * each;
                (result.*numbers).insert((result.*numbers).end(), from, from + each);
            }
        }
    };
    join(&Tensor::values);
    join(&Tensor::integers);
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
    const bool isList = a.shape.axes() + other->shape.axes() > 0;
    Tensor result{.name = a.name, .shape = isList ? Shape{static_cast<std::int64_t>(count)} : Shape()};
    for (std::size_t index = 0; index < count; ++index) {
        const long double x = a.integers[countA == 1 ? 0 : index], y = (*b)[countB == 1 ? 0 : index];
        const long double number = type == "Add" ? x + y : type == "Sub" ? x - y : type == "Mul" ? x * y : x / y;
        constexpr long double most = std::int64_t{1} << 62;
        if (!(std::abs(number) < most) || std::trunc(number) != number) {
            return std::nullopt;
        }
        result.integers.push_back(static_cast<std::int64_t>(number));
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

std::optional<Extents> numbersIn(const Tensor* tensor)
{
    const bool known = tensor != nullptr && tensor->known && tensor->values.empty() && tensor->shape.axes() < 2;
    return known ? std::optional(tensor->integers) : std::nullopt;
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
    if (isWhole(first) && (type == "Add" || type == "Sub" || type == "Mul" || type == "Div")) {
        return elementwise(type, first, at(inputs, 1));
    }
    Layout layout;
    for (std::size_t axis = 0; axis < first.shape.axes(); ++axis) {
        layout.push_back(axisOf(first.shape[axis], first.shape.count(axis + 1)));
    }
    const std::optional<View> view = arranged(node, layout, inputs);
    return view ? std::optional(taken(first, *view)) : std::nullopt;
}

// Axes
// -----------------------------------------------------------------------------------------------------------------

std::optional<std::size_t> axisFrom(std::int64_t axis, std::size_t axes)
{
    const auto count = static_cast<std::int64_t>(axes);
    if (axis < -count || axis >= count) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

Axis axisOf(std::int64_t extent, std::int64_t stride)
{
    return extent == 1 ? Axis() : Axis{{extent, stride}};
}

Extents extentsOf(const Layout& layout)
{
    Extents extents;
    std::ranges::transform(layout, std::back_inserter(extents), extentOf);
    return extents;
}

std::optional<View> arranged(const Node& node, const Layout& layout, Inputs inputs)
{
    const std::string& type = node.type;
    const std::size_t rank = layout.size();
    View view{.layout = layout};
    if (type == "Identity" || (type == "Concat" && inputs.size() == 1 && node.attribute("axis") != nullptr &&
                               axisFrom(node.integer("axis", 0), rank))) {
        return view;
    }
    if (type == "Slice") {
        return sliced(node, std::move(view), inputs);
    }
    if (type == "Gather") {
        return gathered(node, std::move(view), at(inputs, 1));
    }
    const Attribute* const order = node.attribute("perm");
    if (type == "Transpose" && order == nullptr) {
        std::ranges::reverse(view.layout);
        return view;
    }
    const std::optional<Extents> setting = type == "Transpose" ? order->integers : settingOf(node, inputs, 1, "axes");
    if (!setting || setting->size() > maxAxes) {
        return std::nullopt;
    }
    if (type == "Reshape") {
        const std::optional<Extents> target = targetOf(node, extentsOf(layout), *setting);
        return target ? regrouped(layout, *target) : std::nullopt;
    }
    const bool adds = type == "Unsqueeze", turns = type == "Transpose";
    const std::optional<std::set<std::size_t>> axes = axesFrom(*setting, adds ? rank + setting->size() : rank);
    if (!axes || (!adds && !turns && type != "Squeeze") || (turns && axes->size() != rank)) {
        return std::nullopt;
    }
    std::size_t kept = 0; // of the axes that were there
    view.layout.clear();
    for (std::size_t axis = 0; axis < rank + (adds ? axes->size() : 0); ++axis) {
        if (turns) {
            view.layout.push_back(layout[*axisFrom((*setting)[axis], rank)]);
        } else if (!axes->contains(axis)) {
            view.layout.push_back(layout[kept++]);
        } else if (adds) {
            view.layout.emplace_back();
        } else if (!layout[kept++].empty()) {
            return std::nullopt;
        }
    }
    return view;
}

} // namespace engine::onnx
