// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// This and the .cuh files that include it alone are also put, as text, before kernels that are compiled at run time:
// they include nothing else.

/// How a cluster of blocks holds a layer; see cluster_exchange.cuh. A layer's units are filled up to a `room`.
namespace engine::cuda::fused::clusters {

inline constexpr int tileRows = 8; ///< streams of one product of the tensor cores
inline constexpr int unitsOfWarp = 4;

inline constexpr int maxUnits = 768;
inline constexpr int maxUnitsInRegisters = 512; ///< whose weights all lie in registers
inline constexpr int roomStep = 128;            ///< of those

/// A room for 1 to maxUnits units.
constexpr int roomFor(int units)
{
    return units > maxUnitsInRegisters ? maxUnits : (units + roomStep - 1) / roomStep * roomStep;
}
constexpr bool isWide(int room)
{
    return room > maxUnitsInRegisters;
}

/// Most tiles of a group.
constexpr int maxTiles(int room)
{
    return isWide(room) ? 1 : 5;
}
constexpr int unitsOfBlock(int room)
{
    return isWide(room) ? 48 : 32;
}
constexpr int blocksOf(int room)
{
    return room / unitsOfBlock(room);
}
constexpr int warpsOf(int room)
{
    return unitsOfBlock(room) / unitsOfWarp;
}
constexpr int threadsOf(int room)
{
    return warpsOf(room) * 32;
}

/// Products of 16 rows by 16 columns that a warp makes of its weights in a step, forward and backward.
constexpr int forwardProducts(int room)
{
    return room / 16;
}
constexpr int backwardProducts(int room, int gates)
{
    return room / warpsOf(room) / 16 * gates * unitsOfBlock(room) / 16;
}
/// Of how many of them a thread holds the weights in registers, four each. A thread of a wide layer has 168 registers:
/// with 20 products forward and 28 backward some had no room, and a step took longer.
constexpr int heldForward(int room)
{
    constexpr int most = 18;
    return isWide(room) && forwardProducts(room) > most ? most : forwardProducts(room);
}
constexpr int heldBackward(int room, int gates)
{
    constexpr int most = 24;
    const int products = backwardProducts(room, gates);
    return isWide(room) && products > most ? most : products;
}

/// What a block hands another, of a tile.
constexpr int sliceElements(int room)
{
    return tileRows * unitsOfBlock(room);
}
/// From source to source of the slices that parts of dh are: without bank conflicts.
constexpr int partsStride(int room)
{
    return sliceElements(room) + 32;
}
/// From row to row of a block's own gradients, of so many a unit, in elements: so that lanes that read side by side
/// have no bank conflict.
constexpr int ownStride(int room, int gradients)
{
    return unitsOfBlock(room) * gradients + (gradients % 2 == 0 ? unitsOfBlock(room) : 0);
}

/// Elements of shared memory of a block besides weights, forward and backward.
constexpr int forwardElements(int room, int tiles)
{
    return 2 * tiles * (blocksOf(room) + 1) * sliceElements(room);
}
constexpr int backwardElements(int room, int tiles, int gradients)
{
    return 2 * tiles * (blocksOf(room) * partsStride(room) + tileRows * ownStride(room, gradients));
}
constexpr int weightBytes(int room, int products)
{
    constexpr int bytesOfProduct = 16 * 16 * 2;
    return warpsOf(room) * products * bytesOfProduct;
}
constexpr int forwardBytes(int room, int tiles)
{
    return 2 * forwardElements(room, tiles) + weightBytes(room, forwardProducts(room) - heldForward(room));
}
constexpr int backwardBytes(int room, int tiles, int gates, int gradients)
{
    return 2 * backwardElements(room, tiles, gradients) +
           weightBytes(room, backwardProducts(room, gates) - heldBackward(room, gates));
}

} // namespace engine::cuda::fused::clusters
