// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_constants.h"

#include <algorithm>
#include <numeric>

namespace engine::onnx {
namespace {

using Settings = std::span<const Sizes* const>;

/// The numbers [first, last) of an axis.
Tensor cut(const Tensor& tensor, std::size_t axis, std::int64_t first, std::int64_t last)
{
    const std::int64_t outer = tensor.shape.count(0, axis), inner = tensor.shape.count(axis + 1);
    std::vector<std::int64_t> extents = tensor.shape.extents();
    const std::int64_t before = extents[axis];
    extents[axis] = last - first;
    Tensor result{.name = tensor.name, .shape = Shape(std::move(extents))};
    for (std::int64_t block = 0; block < outer; ++block) {
        const auto from = tensor.values.begin() + (block * before + first) * inner;
        result.values.insert(result.values.end(), from, from + (last - first) * inner);
    }
    return result;
}

std::optional<Tensor> sliced(const CheckedNode& node, const Tensor& tensor, Settings settings)
{
    const std::optional<std::vector<SliceRange>> parts = partsOf(node, settings, tensor.shape.axes());
    if (!parts) {
        return std::nullopt;
    }
    std::optional<Tensor> result;
    for (const SliceRange& part : *parts) {
        const Tensor& from = result ? *result : tensor;
        const auto axis = static_cast<std::size_t>(part.axis);
        const auto [first, last] = bounds(part, from.shape[axis]);
        if (first == last) {
            return std::nullopt;
        }
        result = cut(from, axis, first, last);
    }
    return result;
}

std::optional<Tensor> joined(const CheckedNode& node, std::span<const Tensor* const> tensors)
{
    const Shape& first = tensors.front()->shape;
    const std::optional<std::size_t> axis =
        node.has("axis") ? axisFrom(node.integer("axis", 0), first.axes()) : std::nullopt;
    if (!axis) {
        return std::nullopt;
    }
    std::int64_t sum = 0;
    for (const Tensor* tensor : tensors) {
        const Shape& shape = tensor->shape;
        if (shape.axes() != first.axes() || shape.count(0, *axis) != first.count(0, *axis) ||
            shape.count(*axis + 1) != first.count(*axis + 1)) {
            return std::nullopt;
        }
        sum += shape[*axis];
    }
    std::vector<std::int64_t> extents = first.extents();
    extents[*axis] = sum;
    Tensor result{.name = tensors.front()->name, .shape = Shape(std::move(extents))};
    for (std::int64_t block = 0; block < first.count(0, *axis); ++block) {
        for (const Tensor* tensor : tensors) {
            const std::int64_t each = tensor->shape.count(*axis);
            const auto from = tensor->values.begin() + block * each;
            result.values.insert(result.values.end(), from, from + each);
        }
    }
    return result;
}

std::optional<Tensor> turned(const CheckedNode& node, const Tensor& tensor)
{
    const std::size_t rank = tensor.shape.axes();
    std::vector<std::int64_t> order(rank);
    std::iota(order.rbegin(), order.rend(), std::int64_t{0});
    order = node.integers("perm").value_or(order);
    Layout places{.axes = std::vector<Axis>(rank)};
    if (rank > mostLayoutAxes || !transposed(places, order)) {
        return std::nullopt;
    }
    std::vector<std::int64_t> extents, strides;
    for (const std::int64_t axis : order) {
        extents.push_back(tensor.shape[static_cast<std::size_t>(axis)]);
        strides.push_back(tensor.shape.count(static_cast<std::size_t>(axis) + 1));
    }
    Tensor result{.name = tensor.name, .shape = Shape(extents)};
    result.values.reserve(tensor.values.size());
    std::vector<std::int64_t> index(rank);
    std::int64_t from = 0;
    while (result.values.size() < tensor.values.size()) {
        result.values.push_back(tensor.values[static_cast<std::size_t>(from)]);
        for (std::size_t axis = rank; axis-- > 0;) { // counts up from the last axis
            from += strides[axis];
            if (++index[axis] < extents[axis]) {
                break;
            }
            from -= strides[axis] * extents[axis];
            index[axis] = 0;
        }
    }
    return result;
}

using Extents = std::vector<std::int64_t>;

std::optional<Extents> reshapedExtents(const Extents& extents, Extents target, std::int64_t count)
{
    std::int64_t left = count;
    for (std::size_t place = 0; place < target.size(); ++place) {
        if (target[place] == 0 && place < extents.size()) {
            target[place] = extents[place];
        }
        if (target[place] != -1 && (target[place] < 1 || left % target[place] != 0)) {
            return std::nullopt;
        }
        left /= target[place] == -1 ? 1 : target[place];
    }
    const auto open = std::find(target.begin(), target.end(), -1);
    if (open != target.end()) {
        *open = left;
        left = 1;
    }
    const bool fits = left == 1 && std::find(target.begin(), target.end(), -1) == target.end();
    return fits ? std::optional(target) : std::nullopt;
}

std::optional<Extents> squeezedExtents(Extents extents, const Extents& axes)
{
    const std::optional<std::vector<std::size_t>> gone = axesFrom(axes, extents.size());
    if (!gone) {
        return std::nullopt;
    }
    for (auto place = gone->rbegin(); place != gone->rend(); ++place) {
        if (extents[*place] != 1) {
            return std::nullopt;
        }
        extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(*place));
    }
    return extents;
}

std::optional<Extents> unsqueezedExtents(Extents extents, const Extents& axes)
{
    const std::size_t rank = extents.size() + axes.size();
    const std::optional<std::vector<std::size_t>> fresh = rank > mostLayoutAxes ? std::nullopt : axesFrom(axes, rank);
    if (!fresh) {
        return std::nullopt;
    }
    for (const std::size_t place : *fresh) {
        extents.insert(extents.begin() + static_cast<std::ptrdiff_t>(place), 1);
    }
    return extents;
}

/// The same numbers in the same order under other extents.
std::optional<Tensor> reshapedConstant(const CheckedNode& node, const Tensor& tensor, Settings settings)
{
    const Sizes* const setting = settings.size() > 1 ? settings[1] : nullptr;
    const Extents& extents = tensor.shape.extents();
    const bool byShape = node.type() == "Reshape";
    const std::optional<Extents> given = !byShape             ? axesOf(node, setting)
                                         : setting != nullptr ? plain(*setting)
                                                              : std::nullopt;
    const bool zeros = given && std::find(given->begin(), given->end(), 0) != given->end();
    if (!given || (byShape && zeros && node.integer("allowzero", 0) != 0)) {
        return std::nullopt;
    }
    const std::optional<Extents> found = byShape ? reshapedExtents(extents, *given, tensor.shape.count())
                                         : node.type() == "Squeeze" ? squeezedExtents(extents, *given)
                                                                    : unsqueezedExtents(extents, *given);
    return found ? std::optional(Tensor{.name = tensor.name, .shape = Shape(*found), .values = tensor.values})
                 : std::nullopt;
}

} // namespace

bool hasFloats(const Tensor& tensor)
{
    return tensor.known && !tensor.values.empty() &&
           tensor.values.size() == static_cast<std::size_t>(tensor.shape.count());
}

std::optional<float> commonOf(const Tensor& tensor)
{
    const bool same = hasFloats(tensor) && std::all_of(tensor.values.begin(), tensor.values.end(),
                                                       [&](float number) { return number == tensor.values.front(); });
    return same ? std::optional(tensor.values.front()) : std::nullopt;
}

std::optional<Tensor> folded(const CheckedNode& node, std::span<const Tensor* const> tensors, Settings settings)
{
    const std::string& type = node.type();
    if (type == "Concat") {
        return joined(node, tensors);
    }
    if (tensors.size() != 1) {
        return std::nullopt;
    }
    if (type == "Transpose") {
        return turned(node, *tensors.front());
    }
    if (type == "Slice") {
        return sliced(node, *tensors.front(), settings);
    }
    return type == "Reshape" || type == "Squeeze" || type == "Unsqueeze"
               ? reshapedConstant(node, *tensors.front(), settings)
               : std::nullopt;
}

} // namespace engine::onnx
