// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"
#include "engine/kernels/caffe/accuracy.h"
#include "engine/kernels/caffe/activation.h"
#include "engine/kernels/caffe/cell_unit.h"
#include "engine/kernels/caffe/dropout.h"
#include "engine/kernels/caffe/eltwise.h"
#include "engine/kernels/caffe/embed.h"
#include "engine/kernels/caffe/gru_unit.h"
#include "engine/kernels/caffe/inner_product.h"
#include "engine/kernels/caffe/layer_norm.h"
#include "engine/kernels/caffe/lstm_simple.h"
#include "engine/kernels/caffe/lstm_unit.h"
#include "engine/kernels/caffe/number_loss.h"
#include "engine/kernels/caffe/over_steps.h"
#include "engine/kernels/caffe/parts.h"
#include "engine/kernels/caffe/reduction.h"
#include "engine/kernels/caffe/relu.h"
#include "engine/kernels/caffe/reshape.h"
#include "engine/kernels/caffe/scale.h"
#include "engine/kernels/caffe/silence.h"
#include "engine/kernels/caffe/softmax.h"
#include "engine/kernels/caffe/softmax_with_loss.h"
#include "engine/kernels/caffe/split.h"
#include "engine/kernels/unrolled_recurrent.h"

#include <algorithm>
#include <iterator>

namespace engine::caffe {

struct KernelMaker {
    std::string_view type; ///< LayerType::name
    std::unique_ptr<Kernel> (*make)(const LayerSetup&);
};

template <typename LayerKernel>
std::unique_ptr<Kernel> make(const LayerSetup& layer)
{
    return std::make_unique<LayerKernel>(layer);
}

/// Every layer that computes. INPUT, TEXTDATA and SEQUENCEDATA have no kernel: the net feeds them.
template <typename Operations>
constexpr KernelMaker makers[] = {
    {"ACCURACY", make<AccuracyKernel<Operations>>},
    {"CELL_UNIT", make<CellUnitKernel<Operations>>},
    {"CONCAT", make<ConcatKernel<Operations>>},
    {"DROPOUT", make<DropoutKernel<Operations>>},
    {"ELTWISE", makeEltwise<Operations>},
    {"EMBED", make<EmbedKernel<Operations>>},
    {"EUCLIDEANLOSS", make<EuclideanLossKernel<Operations>>},
    {"GRU_UNIT", make<GruUnitKernel<Operations>>},
    {"HUBERLOSS", make<HuberLossKernel<Operations>>},
    {"INNERPRODUCT", make<InnerProductKernel<Operations>>},
    {"LAST", make<LastKernel<Operations>>},
    {"LAYERNORM", make<LayerNormKernel<Operations>>},
    {"LSTM_SIMPLE", make<LstmSimpleKernel<Operations>>},
    {"LSTM_UNIT", make<LstmUnitKernel<Operations>>},
    {"MEANOVERSTEPS", make<MeanOverStepsKernel<Operations>>},
    {"REDUCTION", make<ReductionKernel<Operations>>},
    {"RELU", make<ReluKernel<Operations>>},
    {"RESHAPE", make<ReshapeKernel<Operations>>},
    {"SCALE", make<ScaleKernel<Operations>>},
    {"SIGMOID", make<SigmoidKernel<Operations>>},
    {"SIGMOIDCROSSENTROPYLOSS", make<SigmoidCrossEntropyLossKernel<Operations>>},
    {"SILENCE", make<SilenceKernel<Operations>>},
    {"SLICE", make<SliceKernel<Operations>>},
    {"SOFTMAX", make<SoftmaxKernel<Operations>>},
    {"SOFTMAXWITHLOSS", make<SoftmaxWithLossKernel<Operations>>},
    {"SPLIT", make<SplitKernel<Operations>>},
    {"TANH", make<TanhKernel<Operations>>},
};

/// CAFFE on the device of `Operations`: every layer; any cell over a sequence unrolled, step by step.
template <typename Operations>
class CaffeEngine : public Engine {
public:
    std::string_view name() const override { return "CAFFE"; }

    std::optional<Sentence> refusal(const LayerSetup& layer) const override
    {
        if (makerOf(*layer.type) == nullptr && !recurrentStack(*layer.type, layer.params)) {
            return say(ENGINE_TEXT("Sentences", "has no kernel for %1"), layer.type->name);
        }
        return std::nullopt;
    }

    std::unique_ptr<Kernel> makeKernel(const LayerSetup& layer) const override
    {
        const KernelMaker* const maker = makerOf(*layer.type);
        return maker != nullptr ? maker->make(layer) : makeUnrolledRecurrent(layer, *this);
    }

    LayerMemory kernelMemory(const LayerSetup& layer) const override
    {
        return makerOf(*layer.type) != nullptr ? Engine::kernelMemory(layer) : unrolledMemory(layer);
    }

private:
    static const KernelMaker* makerOf(const LayerType& type)
    {
        const auto* const found = std::ranges::find(makers<Operations>, type.name, &KernelMaker::type);
        return found != std::end(makers<Operations>) ? found : nullptr;
    }
};

} // namespace engine::caffe
