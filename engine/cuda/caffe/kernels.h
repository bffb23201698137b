// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>
#include <optional>
#include <string>

/// The kernels of the CAFFE engine on CUDA, each in the file of its layer. What each computes stands in the file of the
/// same name in engine/kernels/caffe.
namespace engine::cuda::caffe {

std::unique_ptr<Kernel> makeAccuracy(const LayerSetup& layer);
std::unique_ptr<Kernel> makeConcat(const LayerSetup& layer);
std::unique_ptr<Kernel> makeDropout(const LayerSetup& layer);
std::unique_ptr<Kernel> makeEltwise(const LayerSetup& layer);
std::unique_ptr<Kernel> makeEmbed(const LayerSetup& layer);
std::unique_ptr<Kernel> makeGruUnit(const LayerSetup& layer);
std::unique_ptr<Kernel> makeInnerProduct(const LayerSetup& layer);
std::unique_ptr<Kernel> makeLstmSimple(const LayerSetup& layer);
std::unique_ptr<Kernel> makeLstmUnit(const LayerSetup& layer);
std::unique_ptr<Kernel> makeReduction(const LayerSetup& layer);
std::unique_ptr<Kernel> makeRelu(const LayerSetup& layer);
std::unique_ptr<Kernel> makeReshape(const LayerSetup& layer);
std::unique_ptr<Kernel> makeScale(const LayerSetup& layer);
std::unique_ptr<Kernel> makeSigmoid(const LayerSetup& layer);
std::unique_ptr<Kernel> makeSilence(const LayerSetup& layer);
std::unique_ptr<Kernel> makeSlice(const LayerSetup& layer);
std::unique_ptr<Kernel> makeSoftmax(const LayerSetup& layer);
std::unique_ptr<Kernel> makeSoftmaxWithLoss(const LayerSetup& layer);
std::unique_ptr<Kernel> makeSplit(const LayerSetup& layer);
std::unique_ptr<Kernel> makeTanh(const LayerSetup& layer);

/// Why a layer cannot be run, as the end of a sentence; nothing if it can.
std::optional<std::string> eltwiseRefusal(const LayerSetup& layer);

} // namespace engine::cuda::caffe
