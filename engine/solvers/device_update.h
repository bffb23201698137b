// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/learning_rate.h"
#include "engine/solvers/update_settings.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

/// One of the tensors whose weighted sum is minimised.
struct LossTensor {
    const float* values; ///< in the device's memory
    std::int64_t count;
    double weight;         ///< in what is minimised, the objective
    double share = weight; ///< in the loss that is reported
};

/// All that updates on one device need to know. What it points to lies in the device's memory, but for the schedule's
/// list, and outlives the updates.
struct DeviceUpdatePlan {
    struct Weight {
        std::int64_t first, count; ///< elements of the blocks; `first` is a multiple of 4
        double lrMult, decayMult;
    };

    UpdateSettings settings;
    RateSchedule schedule;
    std::vector<Weight> weights = {}; ///< those that learn
    float* values = nullptr;
    const float* gradients = nullptr;
    float* first = nullptr;   ///< history
    float* second = nullptr;  ///< history; null for the rules that remember one number
    float* average = nullptr; ///< the running mean of the values; null where none is kept
    std::vector<LossTensor> losses = {};
};

/// Losses and updates on one device. On an asynchronous device, calls return at once and may be recorded: the learning
/// rate and everything else that changes from update to update is computed from a count that the device keeps itself.
class DeviceUpdate {
public:
    /// What one update did.
    struct Record {
        std::int64_t iteration; ///< updates finished before it
        double loss;            ///< as the shares of the loss tensors say; mean over the iter_size batches
        double objective;       ///< as their weights say, which is what is minimised
        double learningRate;
        double gradientNorm; ///< of all gradients together, L2, before clipping, over the mean of the batches
        bool finite;         ///< false: objective, norm or rate was not; then nothing was updated
    };

    /// Of updates whose records were not taken.
    static constexpr std::int64_t maxAhead = 128;

    virtual ~DeviceUpdate() = default;

    /// Adds the loss tensors, as they are now, to the loss of the update to come.
    virtual void addLosses() = 0;

    /// Loss and objective of the update to come, so far: two numbers in the device's memory.
    virtual double* lossSums() = 0;

    /// Reads the gradients (the sum over iter_size batches), writes the values, counts one iteration. Where loss,
    /// gradients or rate are not finite, weights, history and count stay as they were, and so they do in all updates
    /// after that one until seek().
    virtual void update() = 0;

    /// The record of the oldest update that was not taken; nothing where it is not there yet. Never waits. Updates that
    /// follow one that was not finite leave none.
    virtual std::optional<Record> take() = 0;

    /// How many records take() would give now. Never waits.
    virtual std::int64_t ready() const = 0;

    /// Waits, drops the records that were not taken, and continues after `iteration` updates, with `rateScale` as a
    /// factor of the learning rate.
    virtual void seek(std::int64_t iteration, double rateScale) = 0;
};

} // namespace engine
