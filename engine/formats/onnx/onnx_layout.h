// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Which of a text's axes lies on which axis of a value of a graph: what tells steps, streams and width apart when a
/// node moves, joins or parts them.
namespace engine::onnx {

/// A whole number that a graph computes from its input's shape: `number` times so many times the extents of the ids'
/// first and second axis, where those may be any.
struct Extent {
    std::int64_t number = 1;
    std::uint8_t first = 0, second = 0;

    bool operator==(const Extent&) const = default;
};

/// Nothing where it overflows, or does not divide.
std::optional<Extent> product(const Extent& a, const Extent& b);
std::optional<Extent> quotient(const Extent& a, const Extent& b);

/// What is counted along an axis: steps or streams, which are the ids' axes, or the numbers of each character: those
/// of one direction each, where a node reads in both and nothing has put them beside each other yet.
enum class Factor : std::uint8_t { First, Second, Width, Direction };
inline constexpr std::size_t factorCount = 4;

/// Nothing (an extent of 1), one factor, or several that were joined into one axis, the outermost first.
class Axis {
public:
    Axis() = default;
    explicit Axis(Factor factor) : m_factors{factor}, m_count(1) {}

    std::span<const Factor> factors() const { return {m_factors.data(), m_count}; }
    bool isOne() const { return m_count == 0; }
    bool is(Factor factor) const { return m_count == 1 && m_factors[0] == factor; }
    void append(const Axis& inner);

    bool operator==(const Axis& other) const;

private:
    std::array<Factor, factorCount> m_factors = {};
    std::uint8_t m_count = 0;
};

/// The axes of a value. Each factor occurs once at most; steps or streams that are always 1 do not occur.
struct Layout {
    std::vector<Axis> axes;
    std::array<Extent, factorCount> extents = {}; ///< of each factor

    Extent& of(Factor factor) { return extents[static_cast<std::size_t>(factor)]; }
    const Extent& of(Factor factor) const { return extents[static_cast<std::size_t>(factor)]; }
    std::optional<Extent> extentOf(const Axis& axis) const; ///< nothing where it overflows
    bool has(Factor factor) const;
    /// Whether each character's numbers, all of them, lie on the last axis.
    bool endsWithWidth() const { return !axes.empty() && axes.back().is(Factor::Width) && !has(Factor::Direction); }
};

/// With the two directions as one width, where they lie beside each other on one axis, the forward one first.
Layout joined(Layout layout);

inline constexpr std::size_t mostLayoutAxes = 8;

/// `axis` from 0 to axes - 1, where negative ones count from the end; nothing where there is no such axis.
std::optional<std::size_t> axisFrom(std::int64_t axis, std::size_t axes);

/// All of them, sorted; nothing where there is no such axis or one is named twice.
std::optional<std::vector<std::size_t>> axesFrom(std::span<const std::int64_t> axes, std::size_t rank);

// The same numbers in the same order under other axes: nothing where it is none of that. `axes` and `target` are as
// ONNX's nodes have them.
std::optional<Layout> squeezed(const Layout& layout, std::span<const std::int64_t> axes);
std::optional<Layout> unsqueezed(const Layout& layout, std::span<const std::int64_t> axes);
std::optional<Layout> flattened(const Layout& layout, std::int64_t axis);
std::optional<Layout> reshaped(const Layout& layout, std::vector<Extent> target);

/// The axes in another order; nothing where `order` is none.
std::optional<Layout> transposed(const Layout& layout, std::span<const std::int64_t> order);

} // namespace engine::onnx
