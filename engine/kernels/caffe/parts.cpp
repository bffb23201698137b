// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/parts.h"

#include "engine/kernels/caffe/arrays.h"

namespace engine::caffe {
namespace {

/// The axis along which the parts follow each other: the one whose extent differs. With one part alone any axis will
/// do.
std::size_t cutAxis(const Shape& whole, const Shape& part)
{
    std::size_t axis = 0;
    while (axis + 1 < whole.axes() && whole[axis] == part[axis]) {
        ++axis;
    }
    return axis;
}

/// A part's rows and where they begin in the whole's rows.
struct Piece {
    const Tensor& part;
    std::int64_t rows, width, offset;
};

/// body(Piece, stride of the whole's rows) for every part.
template <typename Body>
void forEachPiece(const Tensor& whole, std::span<const Tensor> parts, const Body& body)
{
    const std::size_t axis = cutAxis(whole.shape, parts[0].shape);
    const std::int64_t rows = whole.shape.count(0, axis), stride = whole.shape.count(axis);
    std::int64_t offset = 0;
    for (const Tensor& part : parts) {
        const std::int64_t width = part.shape.count(axis);
        body(Piece{part, rows, width, offset}, stride);
        offset += width;
    }
}

} // namespace

void copyWholeToParts(const Tensor& whole, std::span<const Tensor> parts)
{
    forEachPiece(whole, parts, [&](const Piece& piece, std::int64_t stride) {
        copyRows({whole.data + piece.offset, stride}, {piece.part.data, piece.width}, piece.rows, piece.width);
    });
}

void copyPartsToWhole(std::span<const Tensor> parts, const Tensor& whole)
{
    forEachPiece(whole, parts, [&](const Piece& piece, std::int64_t stride) {
        copyRows({piece.part.data, piece.width}, {whole.data + piece.offset, stride}, piece.rows, piece.width);
    });
}

void copyGradientToParts(const Tensor& whole, std::span<const Tensor> parts)
{
    forEachPiece(whole, parts, [&](const Piece& piece, std::int64_t stride) {
        const Rows part{piece.part.gradient, piece.width};
        if (part.first == nullptr) {
            return;
        }
        if (whole.gradient) {
            copyRows({whole.gradient + piece.offset, stride}, part, piece.rows, piece.width);
        } else {
            clearRows(part, piece.rows, piece.width);
        }
    });
}

void copyGradientToWhole(std::span<const Tensor> parts, const Tensor& whole)
{
    if (whole.gradient == nullptr) {
        return;
    }
    forEachPiece(whole, parts, [&](const Piece& piece, std::int64_t stride) {
        const Rows place{whole.gradient + piece.offset, stride};
        if (piece.part.gradient) {
            copyRows({piece.part.gradient, piece.width}, place, piece.rows, piece.width);
        } else {
            clearRows(place, piece.rows, piece.width);
        }
    });
}

} // namespace engine::caffe
