// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/parts.h"

#include "engine/cuda/caffe/arrays.h"
#include "engine/kernels/pieces.h"

namespace engine::cuda::caffe {

void copyWholeToParts(CudaDevice& device, const Tensor& whole, std::span<const Tensor> parts)
{
    forEachPiece(whole, parts, [&](const Piece& piece, std::int64_t stride) {
        copyRows(device, {whole.data + piece.offset, stride}, {piece.part.data, piece.width}, piece.rows, piece.width);
    });
}

void copyPartsToWhole(CudaDevice& device, std::span<const Tensor> parts, const Tensor& whole)
{
    forEachPiece(whole, parts, [&](const Piece& piece, std::int64_t stride) {
        copyRows(device, {piece.part.data, piece.width}, {whole.data + piece.offset, stride}, piece.rows, piece.width);
    });
}

void copyGradientToParts(CudaDevice& device, const Tensor& whole, std::span<const Tensor> parts)
{
    forEachPiece(whole, parts, [&](const Piece& piece, std::int64_t stride) {
        const Rows part{piece.part.gradient, piece.width};
        if (part.first == nullptr) {
            return;
        }
        if (whole.gradient) {
            copyRows(device, {whole.gradient + piece.offset, stride}, part, piece.rows, piece.width);
        } else {
            clearRows(device, part, piece.rows, piece.width);
        }
    });
}

void copyGradientToWhole(CudaDevice& device, std::span<const Tensor> parts, const Tensor& whole)
{
    if (whole.gradient == nullptr) {
        return;
    }
    forEachPiece(whole, parts, [&](const Piece& piece, std::int64_t stride) {
        const Rows place{whole.gradient + piece.offset, stride};
        if (piece.part.gradient) {
            copyRows(device, {piece.part.gradient, piece.width}, place, piece.rows, piece.width);
        } else {
            clearRows(device, place, piece.rows, piece.width);
        }
    });
}

} // namespace engine::cuda::caffe
