// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/onednn/kernels.h"

namespace engine {
namespace {

/// oneDNN's fused primitives. What they do no better than CAFFE's loops is left to CAFFE.
class OnednnEngine final : public Engine {
public:
    std::string_view name() const override { return "ONEDNN"; }

    std::optional<std::string> refusal(const LayerSetup& layer) const override
    {
        const std::optional<RecurrentStack> stack = recurrentStack(*layer.type, layer.params);
        if (!stack || stack->rows) {
            return "has no kernel for " + std::string(layer.type->name);
        }
        if (!onednn::runsCell(*stack->cell)) {
            return "has no kernel for the cell " + std::string(stack->cell->name);
        }
        return std::nullopt;
    }

    std::unique_ptr<Kernel> makeKernel(const LayerSetup& layer) const override { return onednn::makeRecurrent(layer); }

    LayerMemory kernelMemory(const LayerSetup& layer) const override { return onednn::recurrentMemory(layer); }
};

} // namespace

const Engine& onednnEngine()
{
    static const OnednnEngine engine;
    return engine;
}

} // namespace engine
