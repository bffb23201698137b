// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/onnx/onnx_graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// What nodes do that only cut, join, turn or reshape: to constants, and to the axes of a text.
namespace engine::onnx {

using Extents = std::vector<std::int64_t>;

/// The inputs of a node as far as they are constants: null for one that is left out, unknownTensor for any other.
using Inputs = std::span<const Tensor* const>;
extern const Tensor unknownTensor;

bool hasFloats(const Tensor& tensor); ///< floats of this file, as many as its shape says, at least one
bool isWhole(const Tensor& tensor);   ///< whole numbers, or numbers that follow from shapes in a way that is not known
/// What all its numbers are equal to, if they are floats of this file.
std::optional<float> commonOf(const Tensor& tensor);

/// How many of the node's inputs give its numbers: all of a Concat, else the first.
std::size_t dataInputs(const Node& node);

/// The constant that the node makes of others, weights or the small whole numbers of shapes. Nothing where it computes
/// otherwise.
std::optional<Tensor> folded(const Node& node, Inputs inputs);

/// Places of a text that belong together on an axis: those along the ids' first or second axis, the numbers of each
/// character, or the directions that these are from while nothing has put them beside each other.
struct Factor {
    enum class Of : std::uint8_t { First, Second, Width, Direction };
    Of of;
    std::int64_t extent; ///< more than 1

    bool operator==(const Factor&) const = default;
};

using Axis = std::vector<Factor>; ///< the outermost first; empty: the axis has an extent of 1
using Layout = std::vector<Axis>; ///< the axes of a value; each factor occurs once at most

/// In place of the extents of the ids' first and second axis, where these may be any: no file has such numbers in its
/// shapes, so that only what is right for any extents fits.
inline constexpr std::int64_t freeExtents[] = {1'048'583, 1'048'589};

/// Nothing where there are more numbers than can be counted.
std::optional<Extents> extentsOf(const Layout& layout);

/// How many numbers each character has, where they lie on the last axis, alone; else 0.
std::int64_t widthOf(const Layout& layout);

/// The axes of a text behind the node. Nothing where the node does not give all of the same numbers or may mix those of
/// several characters.
std::optional<Layout> arranged(const Node& node, const Layout& layout, Inputs inputs);

/// `axis` from 0 to axes - 1, where negative ones count from the end; nothing where there is no such axis.
std::optional<std::size_t> axisFrom(std::int64_t axis, std::size_t axes);

/// A place on an axis, where negative ones count from the end: from 0 to `extent`.
std::int64_t placeWithin(std::int64_t place, std::int64_t extent);

} // namespace engine::onnx
