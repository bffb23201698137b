// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/cudnn_engine.h"

#include "engine/cuda/cudnn/edges.h"
#include "engine/cuda/cudnn/library.h"
#include "engine/cuda/cudnn/memory.h"
#include "engine/cuda/cudnn/recurrent.h"
#include "engine/cuda/cudnn/rnn.h"
#include "engine/cuda/recurrent/recurrent_step.h"
#include "engine/graph/sentence.h"

#include <limits>

namespace engine::cuda {
namespace {

constexpr std::int64_t maxSteps = 65'535; ///< the library fails beyond

/// cuDNN's fused calls, and a kernel of our own for generating text, where each call is one step. Layers that they run
/// no faster than CAFFE's kernels are left to CAFFE.
class CudnnEngine final : public Engine {
public:
    std::string_view name() const override { return "CUDNN"; }

    std::optional<Sentence> refusal(const LayerSetup& layer) const override
    {
        const std::optional<RecurrentStack> stack = recurrentStack(*layer.type, layer.params);
        if (!stack || stack->rows) {
            return say(ENGINE_TEXT("Sentences", "has no kernel for %1"), layer.type->name);
        }
        if (std::optional<Sentence> refusal = cudnnRefusal()) {
            return refusal;
        }
        if (!cudnn::knows(*stack->cell)) {
            return say(ENGINE_TEXT("Sentences", "has no kernel for the cell %1"), stack->cell->name);
        }
        const Shape& x = layer.inputs.at(0).shape;
        const Shape& h = layer.outputs.at(0).shape;
        if (x[0] > maxSteps) {
            return say(ENGINE_TEXT("Sentences", "takes %1 steps at most, but x is %2"), maxSteps, x);
        }
        constexpr std::int64_t maxNumbers = std::numeric_limits<std::int32_t>::max();
        if (h.count(1) > maxNumbers || x.count(2) > maxNumbers) {
            return say(ENGINE_TEXT("Sentences", "takes %1 numbers a step at most, but x is %2 and h is %3"), maxNumbers,
                       x, h);
        }
        return std::nullopt;
    }

    std::unique_ptr<Kernel> makeKernel(const LayerSetup& layer) const override
    {
        return isRecurrentStep(layer) ? makeRecurrentStep(layer) : cudnn::makeRecurrent(layer);
    }

    LayerMemory kernelMemory(const LayerSetup& layer) const override { return cudnn::recurrentMemory(layer); }
};

} // namespace

const Engine& cudnnEngine()
{
    static const CudnnEngine engine;
    return engine;
}

} // namespace engine::cuda
