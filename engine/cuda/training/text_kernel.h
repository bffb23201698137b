// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/training/cuda_sampler.h"
#include "engine/training/write/plain_text_net.h"

#include <memory>

namespace engine::cuda {

/// Where a sampler reads and writes, in the GPU's memory.
struct SamplerPlaces {
    SamplerState* state;
    float *scores, *data, *clip; ///< [V], [1], [1]; clip may be null
    std::uint64_t* ring;
};

/// Writes `characters` (2 or more) with a plain net by one kernel, whose blocks keep the weights in their shared memory
/// and exchange states and scores through L2. Afterwards state, scores and data are as the net's own passes would leave
/// them. Null where
///
///     - no kernel is compiled for the net's cell (LSTM, GRU, RNN with TANH or RELU are there),
///     - the net has more than 8 layers, or so many units that a block has more than 512 sums of gates,
///     - the states, or V scores of 20 bytes, do not fit a block's shared memory,
///     - the packed weights would take more than a quarter of the free memory,
///     - the GPU cannot run all blocks at the same time.
std::unique_ptr<Recording> makeTextKernel(CudaDevice& device, const PlainTextNet& net, const SamplerPlaces& places,
                                          std::int32_t characters);

} // namespace engine::cuda
