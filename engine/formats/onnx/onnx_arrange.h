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
/// A list of whole numbers, or one; nothing where they are not known.
std::optional<Extents> numbersIn(const Tensor* tensor);

/// How many of the node's inputs give its numbers: all of a Concat, else the first.
std::size_t dataInputs(const Node& node);

/// The constant that the node makes of others, weights or the small whole numbers of shapes. Nothing where it computes
/// otherwise.
std::optional<Tensor> folded(const Node& node, Inputs inputs);

/// Numbers at equal distances in the array that they come from.
struct Factor {
    std::int64_t extent; ///< more than 1
    std::int64_t stride;

    bool operator==(const Factor&) const = default;
};

using Axis = std::vector<Factor>; ///< the outermost first; empty: the axis has an extent of 1
using Layout = std::vector<Axis>; ///< the axes of a value

Axis axisOf(std::int64_t extent, std::int64_t stride = 1);

/// How the ids' first and second axis lie in a text, so far apart that nothing else looks like them. The numbers of
/// each character lie beside each other.
inline constexpr std::int64_t rowStrides[] = {std::int64_t{1} << 41, std::int64_t{1} << 20};

/// In place of the extents of the ids' first and second axis, where these may be any: no file has such numbers in its
/// shapes, so that only what is right for any extents fits. Fixed ones are smaller.
inline constexpr std::int64_t freeExtents[] = {1'048'583, 1'048'589};

Extents extentsOf(const Layout& layout);

/// Numbers of an array under other axes, the first of them at place `first`.
struct View {
    Layout layout;
    std::int64_t first = 0;
    bool isAll = true; ///< false where some of the array's were left out
};

/// What a node that keeps the order of numbers, or turns or cuts axes, gives of an array; nothing for any other.
std::optional<View> arranged(const Node& node, const Layout& layout, Inputs inputs);

/// `axis` from 0 to axes - 1, where negative ones count from the end; nothing where there is no such axis.
std::optional<std::size_t> axisFrom(std::int64_t axis, std::size_t axes);

} // namespace engine::onnx
