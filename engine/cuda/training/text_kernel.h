// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/training/cuda_sampler.h"
#include "engine/training/plain_text_net.h"

#include <memory>

namespace engine::cuda {

/// Where a sampler's draws read and write, in the GPU's memory.
struct SamplerPlaces {
    SamplerState* state;
    float *scores, *data, *clip; ///< [V], [1], [1]; clip may be null
    std::uint64_t* ring;
};

/// Writes `characters` (2 or more) with a plain net by one kernel, whose blocks keep the weights in their shared memory
/// and hand on what they have made through L2. The state, the scores and the data are left as the net's passes would
/// leave them. Null where the net is too large for it, or the GPU cannot run its blocks all at once.
std::unique_ptr<Recording> makeTextKernel(CudaDevice& device, const PlainTextNet& net, const SamplerPlaces& places,
                                          std::int32_t characters);

} // namespace engine::cuda
