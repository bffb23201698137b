// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/onnx/onnx_layout.h"
#include "engine/formats/onnx/onnx_node.h"

/// The arithmetic of shapes in a graph: exporters compute the axes of a Reshape and the state's shape from the input's.
namespace engine::onnx {

/// Whole numbers that follow from the shape of the graph's input and from constants alone.
struct Sizes {
    bool known = false;               ///< whether `numbers` are all of them; else they are empty
    bool scalar = false;              ///< one number without an axis, else a list
    std::vector<Extent> numbers = {}; ///< mostSizes at most
    std::optional<Extent> every = {}; ///< what each of them is, where they are known to be alike
};

inline constexpr std::size_t mostSizes = 16;

Sizes listOf(std::vector<Extent> numbers);
Sizes sizesOf(const Tensor& tensor); ///< unknown but of int64 or int32 with few elements

/// As plain numbers; nothing where one depends on the ids.
std::optional<std::vector<std::int64_t>> plain(const Sizes& sizes);

/// What a node makes of such numbers; unknown where it is none of the usual. Null stands for an input that is left out.
Sizes computed(const CheckedNode& node, std::span<const Sizes* const> inputs);

/// The axes that a Squeeze or Unsqueeze names, which are an attribute before opset 13 and an input from then on, and
/// the parts that a Slice takes, from opset 10 on by inputs. Nothing where they are left out or not known.
std::optional<std::vector<std::int64_t>> axesOf(const CheckedNode& node, const Sizes* input);

struct SliceRange {
    std::int64_t axis, begin, end; ///< as they are written: negative ones count from the end
};
std::optional<std::vector<SliceRange>> partsOf(const CheckedNode& node, std::span<const Sizes* const> inputs,
                                               std::size_t rank);

/// [first, last) of an axis, held to its extent as ONNX does it.
std::pair<std::int64_t, std::int64_t> bounds(const SliceRange& part, std::int64_t extent);

} // namespace engine::onnx
