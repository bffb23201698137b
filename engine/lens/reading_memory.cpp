// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/reading_memory.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"
#include "engine/graph/tensor_plan.h"
#include "engine/lens/part_reading.h"

#include <algorithm>
#include <iterator>

namespace engine {
namespace {

/// Of the layer that makes h [T, 1, D·H].
void addUnits(ReadingMemory& memory, const RecurrentStack& stack, std::int64_t hidden)
{
    const std::int64_t gates = stack.cell->gateCount(), states = std::ssize(stack.cell->shownStates());
    const std::int64_t T = std::max<std::int64_t>(1, memory.characters), units = hidden / T / stack.directions;
    memory.ofText += floatBytes(stack.parts() * T * (gates + states) * units);
    memory.ofNet += floatBytes(stack.parts() * partReadingFloats(stack, units));
    if (stack.isBidirectional() && stack.layers > 1) {
        memory.ofText += floatBytes(hidden); // of the layer below, both directions side by side
    }
}

} // namespace

ReadingMemory readingMemory(const Model& model)
{
    const Model split = withSplits(model);
    const std::vector<LayerSizes> sizes = inferSizes(split);
    const TensorPlan plan = planTensors({.model = split, .sizes = sizes, .phase = Phase::Run});
    ReadingMemory memory{.ofText = floatBytes(plan.total)};
    for (std::size_t layer = 0; layer < sizes.size(); ++layer) {
        const Layer& described = split.layers[layer];
        if (const std::optional<RecurrentStack> stack =
                recurrentStack(layerType(described.type), completeParams(described, model.dialect))) {
            memory.characters = sizes[layer].inputs.at(0)[0];
            addUnits(memory, *stack, sizes[layer].sizes.outputs.at(0).count());
        }
    }
    return memory;
}

void requireRoom(const ReadingMemory& memory, std::int64_t available)
{
    if (memory.total() <= available) {
        return;
    }
    const double share = static_cast<double>(available - memory.ofNet) / static_cast<double>(memory.ofText);
    const auto fitting = static_cast<std::int64_t>(share * static_cast<double>(memory.characters));
    throw Error(say(
        ENGINE_TEXT("Sentences", "reading %1 characters with this net needs %2 of memory, but only %3 are free: %4"),
        memory.characters, bytesInWords(memory.total()), bytesInWords(available),
        fitting > 0 ? say(ENGINE_TEXT("Sentences", "%1 characters would fit"), fitting)
                    : ENGINE_TEXT("Sentences", "not one would fit")));
}

} // namespace engine
