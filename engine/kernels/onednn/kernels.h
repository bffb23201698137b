// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

/// The kernels of the ONEDNN engine, each in a file of its own.
namespace engine::onednn {

/// Which gradients a kernel works out by its first input and its first weight, and whether those by its first output
/// arrive: all of them where it is only asked what it will hold.
struct Slopes {
    bool byInput = true, byWeight = true, arrive = true;
};
inline Slopes slopesOf(const LayerSetup& layer)
{
    const auto& weights = layer.weights.gradients;
    return {.byInput = layer.inputs[0].gradient != nullptr,
            .byWeight = !weights.empty() && !weights[0].empty(),
            .arrive = layer.outputs[0].gradient != nullptr};
}

/// Whether the library has this cell; CAFFE runs any.
bool runsCell(const Cell& cell);

/// LSTM, GRU and RNN: any cell that it has, stacked, in one direction or in both.
std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer);

/// What that holds in training where x and h have gradients: see Engine::memory. Asks the library, some tenths of a
/// millisecond for each part of the stack.
LayerMemory recurrentMemory(const LayerSetup& layer);

/// INNERPRODUCT with factors in bf16.
std::unique_ptr<Kernel> makeInnerProduct(const LayerSetup& layer);

/// What that holds in training where x and y have gradients.
LayerMemory innerProductMemory(const LayerSetup& layer);

} // namespace engine::onednn
