// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sentence.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/onednn/kernels.h"
#include "engine/kernels/onednn/library.h"

namespace engine {
namespace {

bool isProduct(const LayerSetup& layer)
{
    return layer.type->name == "INNERPRODUCT" && intParam(layer.params, "heads") == 1;
}

/// oneDNN's recurrent primitives, and in bf16 its products. What they do no better than CAFFE's loops is left to CAFFE.
class OnednnEngine final : public Engine {
public:
    std::string_view name() const override { return "ONEDNN"; }

    std::optional<Sentence> refusal(const LayerSetup& layer) const override
    {
        if (isProduct(layer) && layer.precision() == Precision::Bfloat16) {
            return std::nullopt;
        }
        const std::optional<RecurrentStack> stack = recurrentStack(*layer.type, layer.params);
        if (!stack || stack->rows) {
            return say(ENGINE_TEXT("Sentences", "has no kernel for %1"), layer.type->name);
        }
        if (!onednn::runsCell(*stack->cell)) {
            return say(ENGINE_TEXT("Sentences", "has no kernel for the cell %1"), stack->cell->name);
        }
        return std::nullopt;
    }

    std::unique_ptr<Kernel> makeKernel(const LayerSetup& layer) const override
    {
        return isProduct(layer) ? onednn::makeInnerProduct(layer) : onednn::makeRecurrent(layer);
    }

    LayerMemory kernelMemory(const LayerSetup& layer) const override
    {
        return isProduct(layer) ? onednn::innerProductMemory(layer) : onednn::recurrentMemory(layer);
    }
};

} // namespace

const Engine& onednnEngine()
{
    static const OnednnEngine engine;
    return engine;
}

bool cpuMultipliesBfloat16()
{
    return onednn::multipliesBfloat16();
}

} // namespace engine
