// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/batch_formula.h"
#include "engine/data/samples.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace engine {

class Batches;
class Device;
struct BatchCursor;

/// What the batches of a run are made from. It need not outlive the call that makes them; the corpus does.
struct DeviceBatchPlan {
    BatchFormula formula;
    std::int64_t vocabulary = 0;

    /// The same batches as the host cuts them, for a device that has no way of its own.
    const Batches* onHost = nullptr;

    /// Reads the part's characters one after the other, as many at a time as are asked for. Called while the batches
    /// are made, for all of them once; by a device that keeps the text.
    std::function<void(std::span<std::int32_t> ids)> read;

    /// Where a batch goes, [T, N] each, in the device's memory; null where the net has no such input.
    float* ids = nullptr;
    float* cont = nullptr;
    float* targets = nullptr;
};

/// The same for sequences with an answer each.
struct SampleBatchPlan {
    const Samples& samples;

    /// Those that batches are made of, by number, as the formula counts them. They need not outlive the call; the
    /// samples do. The last ones may be emptyPlace.
    std::span<const std::int32_t> members;
    SampleFormula formula;

    /// A place of a batch without a sample: zeros, with a missing answer.
    static constexpr std::int32_t emptyPlace = -1;

    /// Where a batch goes, in the device's memory; null where the net has no such input: [T, N, I], [T, N], [N], [N].
    float* values = nullptr;
    float* cont = nullptr;
    float* answers = nullptr;
    float* lengths = nullptr;
};

/// The batches of a run in a device's memory: those that its host knows, number for number. A device that works
/// ahead keeps the data and cuts them there, so that all of this returns at once; for others the host reads them.
class DeviceBatches {
public:
    virtual ~DeviceBatches() = default;

    /// Reads the next `count` batches, where the host does that: all of a step's before anything is computed with the
    /// first. Throws Error where the text cannot be read; then nothing has changed.
    virtual void prepare(std::int64_t count) { static_cast<void>(count); }

    /// Cuts the next of the batches that are prepared. May be recorded: which batch it is follows from a count that the
    /// device keeps.
    virtual void next() = 0;

    /// Goes on with batch number `batch`, as the training pass `pass` of the run.
    virtual void seek(std::uint64_t batch, std::uint64_t pass) = 0;

    /// The training pass of the batch that was cut last, in the device's memory: see Pass::counter. Null where the host
    /// counts passes.
    virtual const std::uint64_t* pass() const = 0;

    /// Where the batch after those that are prepared starts, if the host knows it without a look into the text, which
    /// may be gone. Null: only its number is known.
    virtual const BatchCursor* cursor() const { return nullptr; }
};

/// Batches that the host cuts and copies to the device, which outlives them, as do the corpus and the samples.
std::unique_ptr<DeviceBatches> makeHostBatches(Device& device, const DeviceBatchPlan& plan);
std::unique_ptr<DeviceBatches> makeHostBatches(Device& device, const SampleBatchPlan& plan);

} // namespace engine
