// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/batch_formula.h"

#include <cstdint>
#include <functional>
#include <span>

namespace engine {

/// What batches that are cut on a device are made from.
struct DeviceBatchPlan {
    BatchFormula formula;
    std::int64_t vocabulary = 0;

    /// Reads the part's characters one after the other, as many at a time as are asked for. Called while the batches
    /// are made, for all of them once.
    std::function<void(std::span<std::int32_t> ids)> read;

    /// Where a batch goes, [T, N] each, in the device's memory; null where the net has no such input.
    float* ids = nullptr;
    float* marks = nullptr;
    float* targets = nullptr;
};

/// The text of a run on a device, and the batches that are cut from it there: those of `Batches`, number for number.
/// All of this returns at once.
class DeviceBatches {
public:
    virtual ~DeviceBatches() = default;

    /// Cuts the next batch. May be recorded: which batch it is follows from a count that the device keeps.
    virtual void next() = 0;

    /// Goes on with batch number `batch`, as the training pass `pass` of the run.
    virtual void seek(std::uint64_t batch, std::uint64_t pass) = 0;

    /// The training pass of the batch that was cut last, in the device's memory: see Pass::counter.
    virtual const std::uint64_t* pass() const = 0;
};

} // namespace engine
