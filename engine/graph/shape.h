// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace engine {

/// The extent of each axis, outermost first. A scalar has no axes and a count of 1.
class Shape {
public:
    Shape() = default;
    Shape(std::initializer_list<std::int64_t> extents) : m_extents(extents) {}
    explicit Shape(std::vector<std::int64_t> extents) : m_extents(std::move(extents)) {}

    std::size_t axes() const { return m_extents.size(); }
    std::int64_t operator[](std::size_t axis) const { return m_extents[axis]; }
    const std::vector<std::int64_t>& extents() const { return m_extents; }

    /// The number of elements of the axes [first, last); of all axes without arguments.
    std::int64_t count(std::size_t first, std::size_t last) const;
    std::int64_t count(std::size_t first = 0) const { return count(first, axes()); }

    bool operator==(const Shape&) const = default;

private:
    std::vector<std::int64_t> m_extents;
};

/// "5×2×8"; "scalar" where there are no axes.
std::string toString(const Shape& shape);

} // namespace engine
