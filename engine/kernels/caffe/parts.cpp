// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/parts.h"

#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/pieces.h"

namespace engine::caffe {
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
