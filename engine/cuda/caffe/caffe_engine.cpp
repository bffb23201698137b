// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/caffe_engine.h"

#include "engine/cuda/caffe/kernels.h"

#include <algorithm>
#include <cassert>

namespace engine::cuda {
namespace {

struct KernelMaker {
    std::string_view type; ///< LayerType::name
    std::unique_ptr<Kernel> (*make)(const LayerSetup&);
};

/// Every layer that computes. INPUT and TEXTDATA have no kernel: the net feeds them.
constexpr KernelMaker makers[] = {
    {"ACCURACY", caffe::makeAccuracy},
    {"CONCAT", caffe::makeConcat},
    {"DROPOUT", caffe::makeDropout},
    {"ELTWISE", caffe::makeEltwise},
    {"EMBED", caffe::makeEmbed},
    {"GRU", caffe::makeRecurrent},
    {"GRU_UNIT", caffe::makeGruUnit},
    {"INNERPRODUCT", caffe::makeInnerProduct},
    {"LSTM", caffe::makeRecurrent},
    {"LSTM_SIMPLE", caffe::makeLstmSimple},
    {"LSTM_UNIT", caffe::makeLstmUnit},
    {"REDUCTION", caffe::makeReduction},
    {"RELU", caffe::makeRelu},
    {"RESHAPE", caffe::makeReshape},
    {"RNN", caffe::makeRecurrent},
    {"SCALE", caffe::makeScale},
    {"SIGMOID", caffe::makeSigmoid},
    {"SILENCE", caffe::makeSilence},
    {"SLICE", caffe::makeSlice},
    {"SOFTMAX", caffe::makeSoftmax},
    {"SOFTMAXWITHLOSS", caffe::makeSoftmaxWithLoss},
    {"SPLIT", caffe::makeSplit},
    {"TANH", caffe::makeTanh},
};

const KernelMaker* findMaker(std::string_view type)
{
    const auto* const found = std::ranges::find(makers, type, &KernelMaker::type);
    return found == std::end(makers) ? nullptr : found;
}

class CaffeCudaEngine final : public Engine {
public:
    std::string_view name() const override { return "CAFFE"; }

    std::optional<std::string> refusal(const LayerSetup& layer) const override
    {
        if (findMaker(layer.type->name) == nullptr) {
            return "has no kernel for " + std::string(layer.type->name);
        }
        return layer.type->name == "ELTWISE" ? caffe::eltwiseRefusal(layer) : std::nullopt;
    }

    std::unique_ptr<Kernel> make(const LayerSetup& layer) const override
    {
        assert(layer.device->kind() == DeviceKind::Cuda);
        return findMaker(layer.type->name)->make(layer);
    }
};

} // namespace

const Engine& caffeCudaEngine()
{
    static const CaffeCudaEngine engine;
    return engine;
}

} // namespace engine::cuda
