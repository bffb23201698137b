// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/shape.h"

#include <functional>
#include <numeric>

namespace engine {

std::int64_t Shape::count(std::size_t first, std::size_t last) const
{
    return std::accumulate(m_extents.begin() + static_cast<std::ptrdiff_t>(first),
                           m_extents.begin() + static_cast<std::ptrdiff_t>(last), std::int64_t{1}, std::multiplies<>());
}

std::string toString(const Shape& shape)
{
    if (shape.axes() == 0) {
        return "scalar";
    }
    std::string text;
    for (std::size_t axis = 0; axis < shape.axes(); ++axis) {
        text += (axis ? "×" : "") + std::to_string(shape[axis]);
    }
    return text;
}

} // namespace engine
