// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sentence.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/fused/cell_layer.h"

namespace engine {
namespace {

/// On a CPU FUSED runs typed cells alone: the others are oneDNN's.
class FusedCpuEngine final : public Engine {
public:
    std::string_view name() const override { return "FUSED"; }

    std::optional<Sentence> refusal(const LayerSetup& layer) const override
    {
        const std::optional<RecurrentStack> stack = recurrentStack(*layer.type, layer.params);
        if (!stack || !stack->cell->typed) {
            return say(ENGINE_TEXT("Sentences", "has no kernel for %1"), layer.type->name);
        }
        return std::nullopt;
    }

    bool multipliesIn(Precision precision) const override { return precision == Precision::Float32; }

    std::unique_ptr<Kernel> makeKernel(const LayerSetup& layer) const override { return fused::makeCellLayer(layer); }

    LayerMemory kernelMemory(const LayerSetup& layer) const override { return fused::cellLayerMemory(layer); }
};

} // namespace

const Engine& fusedCpuEngine()
{
    static const FusedCpuEngine engine;
    return engine;
}

} // namespace engine
