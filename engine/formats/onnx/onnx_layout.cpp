// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_layout.h"

#include <algorithm>

namespace engine::onnx {
namespace {

constexpr int mostPower = 8;

/// The product of the layout's extents.
std::optional<Extent> sizeOf(const Layout& layout)
{
    std::optional<Extent> size = Extent{};
    for (const Axis& axis : layout.axes) {
        const std::optional<Extent> extent = layout.extentOf(axis);
        size = size && extent ? product(*size, *extent) : std::nullopt;
    }
    return size;
}

/// Puts in the extents that 0 (as it was) and -1 (what is left) stand for.
std::optional<std::vector<Extent>> resolved(const Layout& layout, std::vector<Extent> target)
{
    const Extent open{.number = -1};
    std::optional<Extent> left = sizeOf(layout);
    for (std::size_t place = 0; place < target.size(); ++place) {
        if (target[place] == Extent{.number = 0}) {
            const std::optional<Extent> kept =
                place < layout.axes.size() ? layout.extentOf(layout.axes[place]) : std::nullopt;
            if (!kept) {
                return std::nullopt;
            }
            target[place] = *kept;
        }
        if (target[place] != open) {
            left = left ? quotient(*left, target[place]) : std::nullopt;
        }
    }
    const auto where = std::find(target.begin(), target.end(), open);
    if (!left || (where != target.end() && std::count(target.begin(), target.end(), open) != 1)) {
        return std::nullopt;
    }
    if (where != target.end()) {
        *where = *left;
    }
    return target;
}

} // namespace

std::optional<Extent> product(const Extent& a, const Extent& b)
{
    Extent result;
    const int first = a.first + b.first, second = a.second + b.second;
    if (__builtin_mul_overflow(a.number, b.number, &result.number) || first > mostPower || second > mostPower) {
        return std::nullopt;
    }
    result.first = static_cast<std::uint8_t>(first);
    result.second = static_cast<std::uint8_t>(second);
    return result;
}

std::optional<Extent> quotient(const Extent& a, const Extent& b)
{
    if (b.number <= 0 || a.number % b.number != 0 || a.first < b.first || a.second < b.second) {
        return std::nullopt;
    }
    return Extent{.number = a.number / b.number,
                  .first = static_cast<std::uint8_t>(a.first - b.first),
                  .second = static_cast<std::uint8_t>(a.second - b.second)};
}

void Axis::append(const Axis& inner)
{
    for (const Factor factor : inner.factors()) {
        if (m_count < m_factors.size()) {
            m_factors[m_count++] = factor;
        }
    }
}

bool Axis::operator==(const Axis& other) const
{
    return std::ranges::equal(factors(), other.factors());
}

std::optional<Extent> Layout::extentOf(const Axis& axis) const
{
    std::optional<Extent> extent = Extent{};
    for (const Factor factor : axis.factors()) {
        extent = extent ? product(*extent, of(factor)) : std::nullopt;
    }
    return extent;
}

bool Layout::has(Factor factor) const
{
    return std::any_of(axes.begin(), axes.end(), [&](const Axis& axis) {
        const std::span<const Factor> factors = axis.factors();
        return std::find(factors.begin(), factors.end(), factor) != factors.end();
    });
}

Layout joined(Layout layout)
{
    constexpr std::array both = {Factor::Direction, Factor::Width};
    for (Axis& axis : layout.axes) {
        const std::vector<Factor> factors(axis.factors().begin(), axis.factors().end());
        const auto where = std::search(factors.begin(), factors.end(), both.begin(), both.end());
        const std::optional<Extent> width = product(layout.of(Factor::Direction), layout.of(Factor::Width));
        if (where == factors.end() || !width) {
            continue;
        }
        axis = Axis();
        for (auto factor = factors.begin(); factor != factors.end(); ++factor) {
            if (factor != where) {
                axis.append(Axis(*factor));
            }
        }
        layout.of(Factor::Width) = *width;
        layout.of(Factor::Direction) = {};
    }
    return layout;
}

std::optional<std::size_t> axisFrom(std::int64_t axis, std::size_t axes)
{
    const auto count = static_cast<std::int64_t>(axes);
    if (axis < -count || axis >= count) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

std::optional<std::vector<std::size_t>> axesFrom(std::span<const std::int64_t> axes, std::size_t rank)
{
    std::vector<std::size_t> found;
    for (const std::int64_t axis : axes) {
        const std::optional<std::size_t> place = axisFrom(axis, rank);
        if (!place || std::find(found.begin(), found.end(), *place) != found.end()) {
            return std::nullopt;
        }
        found.push_back(*place);
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::optional<Layout> squeezed(const Layout& layout, std::span<const std::int64_t> axes)
{
    const std::optional<std::vector<std::size_t>> gone = axesFrom(axes, layout.axes.size());
    if (!gone) {
        return std::nullopt;
    }
    Layout result = layout;
    for (auto place = gone->rbegin(); place != gone->rend(); ++place) {
        if (!layout.axes[*place].isOne()) {
            return std::nullopt;
        }
        result.axes.erase(result.axes.begin() + static_cast<std::ptrdiff_t>(*place));
    }
    return result;
}

std::optional<Layout> unsqueezed(const Layout& layout, std::span<const std::int64_t> axes)
{
    const std::size_t rank = layout.axes.size() + axes.size();
    const std::optional<std::vector<std::size_t>> fresh = rank > mostLayoutAxes ? std::nullopt : axesFrom(axes, rank);
    if (!fresh) {
        return std::nullopt;
    }
    Layout result = layout;
    for (const std::size_t place : *fresh) {
        result.axes.insert(result.axes.begin() + static_cast<std::ptrdiff_t>(place), Axis());
    }
    return result;
}

std::optional<Layout> flattened(const Layout& layout, std::int64_t axis)
{
    const std::size_t rank = layout.axes.size();
    const std::optional<std::size_t> from = axis == static_cast<std::int64_t>(rank) ? rank : axisFrom(axis, rank);
    if (!from) {
        return std::nullopt;
    }
    Layout result{.axes = {Axis(), Axis()}, .extents = layout.extents};
    for (std::size_t place = 0; place < rank; ++place) {
        result.axes[place < *from ? 0 : 1].append(layout.axes[place]);
    }
    return result;
}

std::optional<Layout> reshaped(const Layout& layout, std::vector<Extent> target)
{
    const std::optional<std::vector<Extent>> wanted =
        target.size() > mostLayoutAxes ? std::nullopt : resolved(layout, std::move(target));
    if (!wanted) {
        return std::nullopt;
    }
    // Any axis of 1 will do for a width of 1, but not for one of two directions, which lies behind theirs.
    const bool narrow = layout.of(Factor::Width) == Extent{} && !layout.has(Factor::Direction);
    Axis all;
    for (const Axis& axis : layout.axes) {
        if (!narrow || !axis.is(Factor::Width)) {
            all.append(axis);
        }
    }
    Layout result{.axes = {}, .extents = layout.extents};
    std::span<const Factor> left = all.factors();
    for (const Extent& extent : *wanted) {
        Axis axis;
        while (layout.extentOf(axis) != extent) {
            if (left.empty()) {
                return std::nullopt;
            }
            axis.append(Axis(left.front()));
            left = left.subspan(1);
        }
        result.axes.push_back(axis);
    }
    while (!left.empty() && !result.axes.empty() && layout.of(left.front()) == Extent{}) {
        result.axes.back().append(Axis(left.front()));
        left = left.subspan(1);
    }
    if (layout.has(Factor::Width) && narrow && !result.axes.empty() && result.axes.back().isOne()) {
        result.axes.back() = Axis(Factor::Width);
    }
    return left.empty() && layout.has(Factor::Width) == result.has(Factor::Width) ? std::optional(result)
                                                                                  : std::nullopt;
}

std::optional<Layout> transposed(const Layout& layout, std::span<const std::int64_t> order)
{
    if (order.size() != layout.axes.size() || !axesFrom(order, order.size()) ||
        std::any_of(order.begin(), order.end(), [](std::int64_t axis) { return axis < 0; })) {
        return std::nullopt;
    }
    Layout result = layout;
    for (std::size_t place = 0; place < order.size(); ++place) {
        result.axes[place] = layout.axes[static_cast<std::size_t>(order[place])];
    }
    return result;
}

} // namespace engine::onnx
