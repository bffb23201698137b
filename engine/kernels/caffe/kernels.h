// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

/// The kernels of the CAFFE engine on the CPU, each in the file of its layer.
namespace engine::caffe {

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

} // namespace engine::caffe
