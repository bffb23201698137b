// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/caffe_engine.h"

#include "engine/cuda/caffe/kernels.h"
#include "engine/kernels/unrolled_recurrent.h"

#include <algorithm>

namespace engine::cuda {
namespace {

using Maker = std::unique_ptr<Kernel> (*)(const LayerSetup&);

struct KernelMaker {
    std::string_view type; ///< LayerType::name
    Maker make;
};

/// Every layer that computes. INPUT and TEXTDATA have no kernel: the net feeds them.
constexpr KernelMaker makers[] = {
    {"ACCURACY", caffe::makeAccuracy},
    {"CONCAT", caffe::makeConcat},
    {"DROPOUT", caffe::makeDropout},
    {"ELTWISE", caffe::makeEltwise},
    {"EMBED", caffe::makeEmbed},
    {"GRU_UNIT", caffe::makeGruUnit},
    {"INNERPRODUCT", caffe::makeInnerProduct},
    {"LSTM_SIMPLE", caffe::makeLstmSimple},
    {"LSTM_UNIT", caffe::makeLstmUnit},
    {"REDUCTION", caffe::makeReduction},
    {"RELU", caffe::makeRelu},
    {"RESHAPE", caffe::makeReshape},
    {"SCALE", caffe::makeScale},
    {"SIGMOID", caffe::makeSigmoid},
    {"SILENCE", caffe::makeSilence},
    {"SLICE", caffe::makeSlice},
    {"SOFTMAX", caffe::makeSoftmax},
    {"SOFTMAXWITHLOSS", caffe::makeSoftmaxWithLoss},
    {"SPLIT", caffe::makeSplit},
    {"TANH", caffe::makeTanh},
};

/// Null where there is no kernel of its own.
Maker makerOf(const LayerType& type)
{
    const auto* const found = std::ranges::find(makers, type.name, &KernelMaker::type);
    return found == std::end(makers) ? nullptr : found->make;
}

/// Any cell over a sequence without a kernel of its own runs unrolled.
class CaffeCudaEngine final : public Engine {
public:
    std::string_view name() const override { return "CAFFE"; }

    std::optional<std::string> refusal(const LayerSetup& layer) const override
    {
        if (makerOf(*layer.type) == nullptr && !layer.type->recurrent) {
            return "has no kernel for " + std::string(layer.type->name);
        }
        return layer.type->name == "ELTWISE" ? caffe::eltwiseRefusal(layer) : std::nullopt;
    }

    std::unique_ptr<Kernel> make(const LayerSetup& layer) const override
    {
        const Maker maker = makerOf(*layer.type);
        return maker == nullptr ? makeUnrolledRecurrent(layer, *this) : maker(layer);
    }
};

} // namespace

const Engine& caffeCudaEngine()
{
    static const CaffeCudaEngine engine;
    return engine;
}

} // namespace engine::cuda
