// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/batches.h"
#include "engine/data/corpus.h"
#include "engine/data/device_batches.h"
#include "engine/data/samples.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/net.h"
#include "engine/training/measure/metrics.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// The batches that a run trains on, in their order, as the host knows them.
class TrainingBatches {
public:
    virtual ~TrainingBatches() = default;

    /// The same in the memory of a device, where the net's data layers want them. These batches outlive them.
    virtual std::unique_ptr<DeviceBatches> onDevice(Device& device, const Net& net) const = 0;

    /// Where the batch comes from that is `batches` behind the one that seek() named last.
    virtual BatchCursor cursor(std::uint64_t batches = 0) const = 0;

    /// Throws Error for a cursor that does not fit the data.
    virtual void seek(const BatchCursor& cursor) = 0;

    virtual std::int64_t unitsInBatch() const = 0; ///< characters, or sequences
    virtual double batchesPerEpoch() const = 0;    ///< a whole number where each epoch is read through in batches
    virtual bool startOnlyFirst() const = 0;       ///< see Pass::startsOnlyFirst
};

/// What a net does on data that it was not trained on.
struct ValidationReport {
    double loss = 0;                  ///< nats per character, or what the phase TEST minimises, mean over the sequences
    std::int64_t units = 0;           ///< characters or sequences that were measured
    std::int64_t ofUnits = 0;         ///< that are held out
    std::vector<Metric> metrics = {}; ///< of text "bits_per_char" and "accuracy"

    /// "loss" and the same metrics of as many sequences of the training part, spread evenly over it, measured in the
    /// same way; empty of text.
    std::vector<Metric> training = {};
};

/// Measures a net on what a run's data hold out.
class Validation {
public:
    virtual ~Validation() = default;

    /// Asks before each batch whether to go on; nothing where it was not to.
    virtual std::optional<ValidationReport> measure(const GoOn& goOn) = 0;

    virtual std::int64_t batches() const = 0; ///< of one measurement, to estimate its time

    virtual std::vector<std::string> metricNames() const = 0; ///< of ValidationReport::metrics
};

/// How much data there are.
struct DataSize {
    std::int64_t units = 0, learned = 0; ///< characters or sequences, and those of the training part
    std::string words = {};              ///< "65 different ones", of sequences "28 steps of 28 numbers, 10 classes"
};

/// What a run learns from: a text, or sequences with an answer each. It tells the sizes that settle a model, cuts the
/// batches of a run, and measures on what it holds out.
class BatchSource {
public:
    virtual ~BatchSource() = default;

    virtual const DataKind& kind() const = 0;
    virtual std::string file() const = 0; ///< or the folder, or the name of made data

    /// The characters that it knows; none where a step is numbers.
    virtual const Vocabulary& vocabulary() const = 0;

    virtual DataSize size(const Model& model) const = 0;

    /// The model with the sizes that the data set; each change is one sentence in `notes`. Throws Error where a run
    /// cannot feed the model.
    virtual Model settled(const Model& model, std::vector<Sentence>& notes) const = 0;

    /// For a net of a settled model. Throws Error where the data do not fill one batch.
    virtual std::unique_ptr<TrainingBatches> batches(const Net& net, const Model& model, std::uint64_t seed) const = 0;

    /// Null where nothing is held out. This and the store outlive it.
    virtual std::unique_ptr<Validation> validation(const Model& model, const SolverSettings& solver, WeightStore& store,
                                                   const EngineWish& wish) const = 0;
    virtual bool holdsOut(const Model& model) const = 0; ///< whether validation() makes something

    /// A training loss above which a run does not recover; nothing where the loss has no scale.
    virtual std::optional<double> abortLoss() const = 0;

    /// Writes what identifies the data to a resumed run: see requireSame.
    virtual void describe(Checkpoint& checkpoint, const Model& model) const = 0;

    /// Throws Error if these are not the checkpoint's data.
    virtual void requireSame(const Checkpoint& checkpoint) const = 0;

    virtual const Corpus* text() const { return nullptr; }     ///< null where it reads sequences
    virtual const Samples* samples() const { return nullptr; } ///< null where it reads a text
};

/// The path by which a file is found from any folder: a checkpoint keeps that of its data.
std::filesystem::path fromAnywhere(const std::filesystem::path& file);

/// Why a run of the model cannot learn from these sequences: no loss takes their answers, or they fill no batch. A
/// sentence; nothing: it can, as far as widths allow.
std::optional<Sentence> whyNotLearned(const Samples& samples, const Model& model);

std::unique_ptr<BatchSource> textSource(Corpus corpus);
std::unique_ptr<BatchSource> sampleSource(Samples samples, const GoOn& goOn = {});

} // namespace engine
