// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/fused/fused_engine.h"

#include "engine/cells/typed_cell.h"
#include "engine/cuda/cells/cell_layer.h"
#include "engine/cuda/cells/cell_sequence.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/fused/recurrence.h"
#include "engine/cuda/recurrent/recurrent_step.h"
#include "engine/graph/sentence.h"

#include <algorithm>

namespace engine::cuda {
namespace {

/// H, the units of one direction.
std::int64_t unitsOf(const LayerSetup& layer, const RecurrentStack& stack)
{
    return layer.outputs.at(0).shape[2] / stack.directions;
}

bool isTyped(const LayerSetup& layer)
{
    return recurrentStack(*layer.type, layer.params)->cell->typed != nullptr;
}

/// Why the layer cannot be run, by its type and cell.
std::optional<Sentence> refusalOfLayer(const LayerSetup& layer)
{
    const std::optional<RecurrentStack> stack = recurrentStack(*layer.type, layer.params);
    if (!stack || stack->rows) {
        return say(ENGINE_TEXT("Sentences", "has no kernel for %1"), layer.type->name);
    }
    if (!stack->cell->typed && !fused::knows(*stack->cell)) {
        return say(ENGINE_TEXT("Sentences", "has no kernel for the cell %1"), stack->cell->name);
    }
    return std::nullopt;
}

std::optional<Sentence> refusalOfPrecision(const LayerSetup& layer)
{
    const std::optional<Precision> precision = layer.precision();
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const std::int64_t units = unitsOf(layer, stack), streams = layer.outputs.at(0).shape[1];
    const bool isInBlock = stack.cell->typed
                               ? cells::CellSequence::canGoInBlocks(stack.cell->typed->definition, units, streams)
                               : fused::roomInBlock(units) > 0;
    if (precision && *precision != Precision::Bfloat16 && !isInBlock) {
        return say(ENGINE_TEXT("Sentences", "multiplies in bf16, but the run's precision is %1"), nameOf(*precision));
    }
    return std::nullopt;
}

std::optional<Sentence> refusalOfDevice(const CudaDevice& device)
{
    if (device.properties().major < 8) {
        return say(ENGINE_TEXT("Sentences", "needs a GPU of compute capability 8.0 or later, but this one has %1.%2"),
                   device.properties().major, device.properties().minor);
    }
    return std::nullopt;
}

class FusedEngine final : public Engine {
public:
    std::string_view name() const override { return "FUSED"; }

    std::optional<Sentence> refusal(const LayerSetup& layer) const override
    {
        if (const std::optional<Sentence> refusal = refusalOfLayer(layer)) {
            return refusal;
        }
        if (isRecurrentStep(layer)) {
            return std::nullopt;
        }
        if (const std::optional<Sentence> refusal = refusalOfPrecision(layer)) {
            return refusal;
        }
        const auto* const device = dynamic_cast<const CudaDevice*>(layer.device); // null where nothing is to run yet
        return device == nullptr ? std::nullopt : refusalOfDevice(*device);
    }

    std::unique_ptr<Kernel> makeKernel(const LayerSetup& layer) const override
    {
        if (isTyped(layer)) {
            return cells::makeCellLayer(layer);
        }
        return isRecurrentStep(layer) ? makeRecurrentStep(layer) : fused::makeRecurrent(layer);
    }

    LayerMemory kernelMemory(const LayerSetup& layer) const override
    {
        return isTyped(layer) ? cells::cellLayerMemory(layer) : fused::recurrentMemory(layer);
    }
};

} // namespace

bool fusedIsQuickest(const LayerSetup& layer)
{
    if (refusalOfLayer(layer) || isRecurrentStep(layer)) {
        return false;
    }
    if (isTyped(layer)) {
        return true;
    }
    const Shape& h = layer.outputs.at(0).shape;
    const auto* const device = dynamic_cast<const CudaDevice*>(layer.device);
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    if (device == nullptr) {
        return h[1] * unitsOf(layer, stack) <= fused::maxCellsThroughCache;
    }
    constexpr std::int64_t maxStreamsInClusters = 256;
    const fused::RecurrencePlan plan = fused::planFor(layer, *device);
    switch (plan.way) {
    case fused::Way::InClusters:
        return h[1] * stack.directions <= maxStreamsInClusters;
    case fused::Way::InBlock:
    case fused::Way::ThroughCache:
        return true;
    case fused::Way::StepByStep:
        return plan.stepIsOneKernel;
    }
    return false;
}

const Engine& fusedEngine()
{
    static const FusedEngine engine;
    return engine;
}

} // namespace engine::cuda
