// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// This and the .cuh files that include it alone are also put, as text, before kernels that are compiled at run time:
// they include nothing else.

/// How a cluster of blocks holds a layer; see cluster_exchange.cuh.
namespace engine::cuda::fused::clusters {

inline constexpr int unitsOfBlock = 32;
inline constexpr int tileRows = 8;  ///< streams of one product of the tensor cores
inline constexpr int mostTiles = 5; ///< of a group
inline constexpr int mostUnits = 512;
inline constexpr int roomStep = 128; ///< units are filled up to a multiple of it
inline constexpr int unitsOfWarp = 4;
inline constexpr int warps = unitsOfBlock / unitsOfWarp;
inline constexpr int threads = warps * 32;

/// From row to row of a block's own gradients, of so many a unit, in elements: so that eight lanes that read 16 bytes
/// each have no bank conflict.
constexpr int ownStride(int gradients)
{
    return unitsOfBlock * gradients + (gradients % 2 == 0 ? unitsOfBlock : 0);
}

inline constexpr int sliceElements = tileRows * unitsOfBlock; ///< what a block hands another, of a tile
inline constexpr int partsStride = sliceElements + 32;        ///< from source to source: without bank conflicts

/// Elements of shared memory of a block, forward and backward.
constexpr int forwardElements(int room, int tiles)
{
    return 2 * tiles * (room / unitsOfBlock + 1) * sliceElements;
}
constexpr int backwardElements(int room, int tiles, int gradients)
{
    return 2 * tiles * (room / unitsOfBlock * partsStride + tileRows * ownStride(gradients));
}

} // namespace engine::cuda::fused::clusters
