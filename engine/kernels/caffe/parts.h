// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/pieces.h"

#include <vector>

namespace engine::caffe {

// A tensor that is cut along one axis into parts, or made of them. Parts that lie inside the whole are not copied: the
// Sequence places them so where the axis is the outermost. Gradients that are null count as zero where they are read,
// and are left out where they are written.

/// The outputs are the input's parts along one axis.
template <typename Operations>
class SliceKernel final : public Kernel {
public:
    explicit SliceKernel(const LayerSetup& layer)
        : m_operations(layer), m_whole(layer.inputs.at(0)), m_parts(layer.outputs)
    {}

    void forward(const Pass&) override
    {
        forEachPiece(m_whole, m_parts, [&](const TensorPiece& piece, std::int64_t stride) {
            m_operations.copyRows({m_whole.data + piece.offset, stride}, {piece.part.data, piece.width}, piece.rows,
                                  piece.width);
        });
    }

    void backward() override
    {
        if (m_whole.gradient == nullptr) {
            return;
        }
        forEachPiece(m_whole, m_parts, [&](const TensorPiece& piece, std::int64_t stride) {
            const Rows place{m_whole.gradient + piece.offset, stride};
            if (piece.part.gradient) {
                m_operations.copyRows({piece.part.gradient, piece.width}, place, piece.rows, piece.width);
            } else {
                m_operations.clearRows(place, piece.rows, piece.width);
            }
        });
    }

private:
    Operations m_operations;
    Tensor m_whole;
    std::vector<Tensor> m_parts;
};

/// The output is the inputs one after the other along one axis.
template <typename Operations>
class ConcatKernel final : public Kernel {
public:
    explicit ConcatKernel(const LayerSetup& layer)
        : m_operations(layer), m_parts(layer.inputs), m_whole(layer.outputs.at(0))
    {}

    void forward(const Pass&) override
    {
        forEachPiece(m_whole, m_parts, [&](const TensorPiece& piece, std::int64_t stride) {
            m_operations.copyRows({piece.part.data, piece.width}, {m_whole.data + piece.offset, stride}, piece.rows,
                                  piece.width);
        });
    }

    void backward() override
    {
        forEachPiece(m_whole, m_parts, [&](const TensorPiece& piece, std::int64_t stride) {
            const Rows part{piece.part.gradient, piece.width};
            if (part.first == nullptr) {
                return;
            }
            if (m_whole.gradient) {
                m_operations.copyRows({m_whole.gradient + piece.offset, stride}, part, piece.rows, piece.width);
            } else {
                m_operations.clearRows(part, piece.rows, piece.width);
            }
        });
    }

private:
    Operations m_operations;
    std::vector<Tensor> m_parts;
    Tensor m_whole;
};

} // namespace engine::caffe
