// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <cstdint>

namespace engine {

/// A tensor seen as outer × extent × inner around one axis, or a run of them.
struct AxisView {
    std::int64_t outer, extent, inner;
};

inline AxisView viewAround(const Shape& shape, std::size_t firstAxis, std::size_t lastAxis)
{
    return {shape.count(0, firstAxis), shape.count(firstAxis, lastAxis), shape.count(lastAxis)};
}

inline AxisView viewAround(const Shape& shape, std::int64_t axis)
{
    const auto index = static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(shape.axes()) : axis);
    return viewAround(shape, index, index + 1);
}

/// The axes of its input that a SCALE covers.
AxisView scaledAxes(const LayerSetup& layer);

} // namespace engine
