// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/fused/fused_engine.h"

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

/// Whether the kernels for every GPU can have the layer, and not only those in clusters.
bool goesThroughCache(const LayerSetup& layer, const RecurrentStack& stack)
{
    constexpr int manyMultiprocessors = 1 << 20;
    return stack.cell->kind == Cell::Kind::Lstm && !stack.isBidirectional() && !fused::hasPorts(layer) &&
           fused::planRecurrence(unitsOf(layer, stack), 1, manyMultiprocessors);
}

/// What the layer itself asks for; a GPU of any size is thought of.
std::optional<std::string> refusalOfLayer(const LayerSetup& layer)
{
    const std::optional<RecurrentStack> stack = recurrentStack(*layer.type, layer.params);
    if (!stack || stack->rows) {
        return "has no kernel for " + std::string(layer.type->name);
    }
    if (!fused::knows(*stack->cell)) {
        return "has no kernel for the cell " + std::string(stack->cell->name);
    }
    if (unitsOf(layer, *stack) > fused::clusters::mostUnits && !goesThroughCache(layer, *stack)) {
        return sentence("has kernels for up to ", fused::clusters::mostUnits, " units, and for up to ",
                        fused::mostUnitsThroughCache,
                        " of an LSTM in one direction without states by wires, but there are ", unitsOf(layer, *stack));
    }
    return std::nullopt;
}

std::optional<std::string> refusalOfPrecision(const LayerSetup& layer)
{
    const std::optional<Precision> precision = layer.precision();
    if (precision && *precision != Precision::Bfloat16) {
        return sentence("multiplies in bf16, but the run's precision is ", nameOf(*precision));
    }
    return std::nullopt;
}

std::optional<std::string> refusalOfDevice(const LayerSetup& layer, const CudaDevice& device)
{
    if (device.properties().major < 8) {
        return sentence("needs a GPU of compute capability 8.0 or later, but this one has ", device.properties().major,
                        ".", device.properties().minor);
    }
    if (fused::planFor(layer, device)) {
        return std::nullopt;
    }
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const std::int64_t units = unitsOf(layer, stack);
    if (!goesThroughCache(layer, stack)) {
        return sentence("needs clusters of blocks, as GPUs of compute capability 9.0 have them, for this layer (",
                        stack.cell->name, stack.isBidirectional() ? ", bidirectional" : "", ", ", units,
                        " units), but this one has ", device.properties().major, ".", device.properties().minor);
    }
    return sentence("cannot hold ", units, " units and ", layer.outputs[0].shape[1], " streams in the ",
                    device.multiprocessors(), " multiprocessors of this GPU at once");
}

class FusedEngine final : public Engine {
public:
    std::string_view name() const override { return "FUSED"; }

    std::optional<std::string> refusal(const LayerSetup& layer) const override
    {
        if (const std::optional<std::string> refusal = refusalOfLayer(layer)) {
            return refusal;
        }
        if (isRecurrentStep(layer)) {
            return std::nullopt;
        }
        if (const std::optional<std::string> refusal = refusalOfPrecision(layer)) {
            return refusal;
        }
        const auto* const device = dynamic_cast<const CudaDevice*>(layer.device); // null where nothing is to run yet
        return device == nullptr ? std::nullopt : refusalOfDevice(layer, *device);
    }

    std::unique_ptr<Kernel> makeKernel(const LayerSetup& layer) const override
    {
        return isRecurrentStep(layer) ? makeRecurrentStep(layer) : fused::makeRecurrent(layer);
    }

    LayerMemory kernelMemory(const LayerSetup& layer) const override { return fused::recurrentMemory(layer); }
};

} // namespace

bool fusedIsQuickest(const LayerSetup& layer)
{
    if (!layer.type->recurrent || isRecurrentStep(layer)) {
        return false;
    }
    constexpr std::int64_t maxCells = 48 * 1024, maxStreamsInClusters = 256;
    const Shape& h = layer.outputs.at(0).shape;
    if (h.axes() != 3) {
        return false;
    }
    const auto* const device = dynamic_cast<const CudaDevice*>(layer.device);
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const std::int64_t units = unitsOf(layer, stack);
    const bool inClusters = device != nullptr && device->properties().major >= 9 && units <= fused::clusters::mostUnits;
    return inClusters ? h[1] * stack.directions <= maxStreamsInClusters : h[1] * units <= maxCells;
}

const Engine& fusedEngine()
{
    static const FusedEngine engine;
    return engine;
}

} // namespace engine::cuda
