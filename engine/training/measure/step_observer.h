// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace engine {

/// Reads what is in a net while one step is computed: of several batches a step, the last one. Must change nothing, and
/// must not throw but for what the device throws anyway.
class StepObserver {
public:
    virtual ~StepObserver() = default;

    /// The batch and the state before it are in the net. `iteration` is the number that the step will have.
    /// `batchSeconds`: how long a batch takes without an observer, including its share of the update; 0: not known yet.
    virtual void beforeForward(std::int64_t iteration, double batchSeconds) = 0;
    virtual void afterForward() = 0; ///< all activations are there, and none afterwards

    /// The gradients by the outputs of this layer (of the net's sequence) are there, and none afterwards.
    virtual void beforeBackward(std::size_t layer) = 0;
    virtual void afterBackward() = 0; ///< the weights' gradients are there, and the weights as they were
};

} // namespace engine
