// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <cstdint>
#include <span>

namespace engine {

/// A part of a tensor that is cut along one axis: its rows, and where they begin in the whole's rows.
struct TensorPiece {
    const Tensor& part;
    std::int64_t rows, width, offset;
};

/// The axis along which the parts follow each other: the one whose extent differs. With one part alone any axis will
/// do.
inline std::size_t cutAxis(const Shape& whole, const Shape& part)
{
    std::size_t axis = 0;
    while (axis + 1 < whole.axes() && whole[axis] == part[axis]) {
        ++axis;
    }
    return axis;
}

/// body(Piece, stride of the whole's rows) for every part.
template <typename Body>
void forEachPiece(const Tensor& whole, std::span<const Tensor> parts, const Body& body)
{
    const std::size_t axis = cutAxis(whole.shape, parts[0].shape);
    const std::int64_t rows = whole.shape.count(0, axis), stride = whole.shape.count(axis);
    std::int64_t offset = 0;
    for (const Tensor& part : parts) {
        const std::int64_t width = part.shape.count(axis);
        body(TensorPiece{part, rows, width, offset}, stride);
        offset += width;
    }
}

} // namespace engine
