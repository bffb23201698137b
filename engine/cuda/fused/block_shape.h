// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// As cluster_shape.h, also put as text before kernels that are compiled at run time.

/// How a block holds a layer of up to `room` units, a multiple of 16; see block_products.cuh.
namespace engine::cuda::fused {

inline constexpr int lanes = 2; ///< threads of a unit; four took longer at 24 and 40 units than two at 32 and 48
constexpr int threadsInBlock(int room)
{
    return lanes * room;
}

/// How many steps ahead memory is read. A step of more units takes longer.
constexpr int stepsAhead(int room)
{
    return room > 32 ? 4 : 8;
}

} // namespace engine::cuda::fused
