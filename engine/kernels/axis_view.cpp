// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/axis_view.h"

namespace engine {

AxisView scaledAxes(const LayerSetup& layer)
{
    const Shape& input = layer.inputs[0].shape;
    const auto axes = static_cast<std::int64_t>(input.axes());
    const std::int64_t given = intParam(layer.params, "axis");
    const std::int64_t first = given < 0 ? given + axes : given;
    const bool learned = layer.inputs.size() == 1;
    const std::int64_t numAxes = intParam(layer.params, "num_axes");
    const std::int64_t covered =
        learned ? (numAxes < 0 ? axes - first : numAxes) : static_cast<std::int64_t>(layer.inputs[1].shape.axes());
    return viewAround(input, static_cast<std::size_t>(first), static_cast<std::size_t>(first + covered));
}

} // namespace engine
