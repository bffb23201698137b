// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/memory.h"

#include "engine/cuda/cudnn/rnn.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <functional>

namespace engine::cuda::cudnn {
namespace {

using SizesOf = std::function<SpaceSizes(const StackSizes&)>;

/// h and c of all parts, for a batch of `pieces`: after the last piece and before each, and the gradients by two of
/// them.
std::int64_t stateBytes(const StackSizes& s, Elements elements, std::int64_t pieces)
{
    return (1 + pieces + 2) * s.stack.cell->stateCount() * s.stack.parts() * s.streams * s.units * bytesOf(elements);
}

StackSizes ofSteps(StackSizes sizes, std::int64_t steps)
{
    sizes.steps = steps;
    return sizes;
}

/// What DirectionsApart holds where every step is a piece.
std::int64_t bytesApart(const StackSizes& s, Elements elements, const SizesOf& sizesOf)
{
    const std::int64_t cells = s.steps * s.streams;
    const auto sequence = [&](std::int64_t width) { return cells * width * bytesOf(elements); };
    const std::int64_t widest = s.stack.layers > 1 ? std::max(s.width, 2 * s.units) : s.width;
    const std::int64_t between = s.stack.layers > 1 ? sequence(2 * s.units) : 0;
    std::int64_t bytes = cells * std::int64_t{sizeof(float)} + 2 * sequence(s.units) + 2 * sequence(widest) + between;
    for (std::int64_t layer = 0; layer < s.stack.layers; ++layer) {
        const StackSizes part{.stack = {.cell = s.stack.cell},
                              .steps = 1,
                              .streams = s.streams,
                              .width = s.stack.widthOf(layer, s.width, s.units),
                              .units = s.units};
        const SpaceSizes one = sizesOf(part);
        bytes += 2 * (2 * one.weights + s.steps * one.kept + one.work + stateBytes(part, elements, s.steps));
        bytes += 2 * sequence(s.units) + sequence(part.width) + (layer + 1 < s.stack.layers ? between : 0);
    }
    return bytes;
}

/// What one piece for each step needs beyond a single piece.
std::int64_t bytesInPieces(const StackSizes& s, Elements elements, const SpaceSizes& whole, const SizesOf& sizesOf)
{
    if (s.steps == 1) {
        return 0;
    }
    if (s.stack.isBidirectional()) {
        return bytesApart(s, elements, sizesOf);
    }
    const std::int64_t kept = s.steps * sizesOf(ofSteps(s, 1)).kept;
    return std::max<std::int64_t>(kept - whole.kept, 0) + stateBytes(s, elements, s.steps) - stateBytes(s, elements, 1);
}

StackSizes sizesOf(const LayerSetup& layer)
{
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const Shape& x = layer.inputs.at(0).shape;
    return {.stack = stack,
            .steps = x[0],
            .streams = x[1],
            .width = x.count(2),
            .units = layer.outputs.at(0).shape[2] / stack.directions,
            .dropout = stack.layers > 1 ? floatParam(layer.params, "dropout_ratio") : 0};
}

/// The kernel's memory around what `ask` says of the library: x, h and their gradients where they are rounded, both
/// weight spaces, the states, and what the library wants.
LayerMemory memoryBy(const StackSizes& s, Elements elements, const SizesOf& ask)
{
    const SpaceSizes whole = ask(s);
    const bool rounded = elements != Elements::Float;
    const std::int64_t edges =
        rounded ? s.steps * s.streams * (s.width + s.stack.directions * s.units) * bytesOf(elements) : 0;
    return {.kept = whole.kept + edges,
            .workspace = 2 * whole.weights + whole.work + whole.generators + stateBytes(s, elements, 1) + edges,
            .inPieces = bytesInPieces(s, elements, whole, ask)};
}

LayerMemory memoryWith(const Algorithm& algorithm, const LayerSetup& layer, CudaDevice& device)
{
    try {
        return memoryBy(sizesOf(layer), algorithm.elementsIn(device.precision()),
                        [&](const StackSizes& sizes) { return askedSizes(sizes, device, algorithm); });
    } catch (const Error&) {
        if (&algorithm == &standard) {
            throw;
        }
        return {}; // the search skips it too
    }
}

LayerMemory larger(const LayerMemory& one, const LayerMemory& other)
{
    return one.kept + one.workspace < other.kept + other.workspace ? other : one;
}

} // namespace

SpaceSizes formulaSizes(const StackSizes& s, Elements elements)
{
    const Cell& cell = *s.stack.cell;
    const std::int64_t rows = cell.gateCount() * s.units, element = bytesOf(elements);
    SpaceSizes sizes;
    for (std::int64_t layer = 0; layer < s.stack.layers; ++layer) {
        const std::int64_t width = s.stack.widthOf(layer, s.width, s.units);
        sizes.weights += s.stack.directions * rows * (width + s.units + 2) * element;
    }
    const std::int64_t sequence = s.steps * s.streams * s.units * element, directions = s.stack.directions;
    const std::int64_t ofPart = (cell.recurrentBias ? 2 : 1) * cell.gateCount() + cell.stateCount() - 1;
    sizes.kept = (ofPart * s.stack.parts() + (s.stack.layers - 1) * directions) * sequence;
    constexpr std::int64_t mebibyte = std::int64_t{1} << 20, ofDirection = 16 * mebibyte, generators = 6 * mebibyte;
    const std::int64_t sequences = cell.gateCount() + 7 * (directions - 1);
    sizes.work = directions * ofDirection + sizes.weights + sequences * sequence;
    sizes.generators = s.dropout > 0 ? generators : 0;
    return sizes;
}

SpaceSizes askedSizes(const StackSizes& s, CudaDevice& device, const Algorithm& algorithm)
{
    const Dropout dropout(device, s.dropout, 0);
    const Rnn rnn({.device = &device,
                   .algorithm = &algorithm,
                   .dropout = &dropout,
                   .purpose = Purpose::Training,
                   .stack = s.stack,
                   .streams = s.streams,
                   .width = s.width,
                   .units = s.units});
    const Rnn::Spaces spaces = rnn.spacesFor(s.steps);
    return {.weights = spaces.weights,
            .kept = spaces.kept,
            .work = spaces.work,
            .generators = dropout.states().count() * std::int64_t{sizeof(float)}};
}

LayerMemory recurrentMemory(const LayerSetup& layer)
{
    auto* const device = dynamic_cast<CudaDevice*>(layer.device); // null where nothing is to run yet
    if (device == nullptr) {
        return recurrentMemoryByFormula(layer);
    }
    LayerMemory memory = memoryWith(standard, layer, *device);
    for (const Algorithm& algorithm : algorithms) {
        if (algorithm.finer && algorithm.isFor(device->precision(), sizesOf(layer).stack)) {
            memory = larger(memory, memoryWith(algorithm, layer, *device));
        }
    }
    return memory;
}

LayerMemory recurrentMemoryByFormula(const LayerSetup& layer)
{
    const Elements elements = elementsOf(layer.precision().value_or(Precision::Tf32));
    return memoryBy(sizesOf(layer), elements, [&](const StackSizes& sizes) { return formulaSizes(sizes, elements); });
}

} // namespace engine::cuda::cudnn
