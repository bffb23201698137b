// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/batches.h"
#include "engine/data/corpus.h"
#include "engine/data/samples.h"
#include "engine/data/vocabulary.h"
#include "engine/formats/checkpoint/curve.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/named_tensor.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// The text that a run learns from, and how it is cut.
struct CorpusIdentity {
    std::string file;   ///< path as the run opened it
    std::string digest; ///< Corpus::digest
    std::int64_t bytes = 0;
    SplitFractions fractions = {};
    BatchOrder order = BatchOrder::Streams;

    bool operator==(const CorpusIdentity&) const = default;
};

/// What a validation measured beside the loss: one point of a curve of that name.
struct MetricPoint {
    std::int64_t iteration = 0;
    std::string name; ///< "accuracy", "mae"
    double value = 0;

    bool operator==(const MetricPoint&) const = default;
};

/// A text that the net wrote on the way.
struct TextSample {
    std::int64_t iteration = 0;
    std::uint64_t seed = 0;
    std::string text;

    bool operator==(const TextSample&) const = default;
};

/// All that exact resume needs, and what the run has shown so far.
struct Checkpoint {
    std::string model;     ///< prototxt
    std::string solver;    ///< prototxt
    Vocabulary vocabulary; ///< empty where the run learns from sequences of numbers; `corpus` is for each kind of them
    CorpusIdentity corpus;
    std::string engine;                              ///< the wish: "DEFAULT", "CAFFE", ...; empty: as the model says
    std::map<std::string, std::string> engines = {}; ///< that ran each recurrent layer
    std::string device;                              ///< that it was trained on last, "CPU"
    std::string precision = {};                      ///< of that device, "fp32"; empty where no run made it
    std::int64_t threads = 0;                        ///< of that device; 0 on a GPU
    std::uint64_t seed = 0;

    std::vector<NamedTensor> weights;
    std::vector<NamedTensor> history;
    std::vector<NamedTensor> state;             ///< recurrent; none: all zero
    std::vector<NamedTensor> privateState = {}; ///< see Net::privateState
    std::int64_t iteration = 0;
    double rateScale = 1;
    BatchCursor cursor;

    double seconds = 0;            ///< of training
    double bestValidationLoss = 0; ///< NaN where nothing was validated
    std::int64_t bestIteration = 0;
    std::int64_t validationsWithoutGain = 0;
    Curve curve;
    std::vector<TextSample> samples;

    SampleFacts sequences = {};              ///< what the run learns from where that is no text; else empty
    std::vector<std::uint64_t> learned = {}; ///< digests of the sequences of the training part (samples.h);
                                             ///< empty of texts
    std::vector<MetricPoint> metrics = {};   ///< in the order of the iterations
};

/// What its run learned from.
const DataKind& dataKindOf(const Checkpoint& checkpoint);

/// What a list of checkpoints shows, read without the tensors.
struct CheckpointSummary {
    std::string modelName;
    std::int64_t iteration = 0;
    std::int64_t parameters = 0;
    std::int64_t vocabulary = 0;
    double seconds = 0;
    double bestValidationLoss = 0;
};

/// Writes the file whole or not at all: temporary in the same folder, synced, read back as loadCheckpoint reads it,
/// renamed. Throws Error with the system's words, or for what no reader would take; then the file that was there before
/// is as it was.
void saveCheckpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Whether the file is there and is no checkpoint that can be opened.
bool isNoCheckpoint(const std::filesystem::path& file);

/// Tries all that it takes to save to these files of one folder, and leaves nothing behind; see tryContainers.
/// Throws Error as saveCheckpoint does.
void trySaving(std::span<const std::filesystem::path> files, const Checkpoint& checkpoint);

// What a checkpoint holds besides the tensors' elements, as a Boost.Serialization archive with class versions. Of each
// tensor the archive has name and shape only.

std::string toArchive(const Checkpoint& checkpoint);
std::string toArchive(const CheckpointSummary& summary);

/// Throws Error for bytes that are no such archive, and for one of another class version. Takes no more memory than a
/// small multiple of the bytes, whatever these say.
void fromArchive(std::span<const std::byte> bytes, Checkpoint& checkpoint);

/// Throws Error for a file that is none of ours, truncated, altered, or of another version.
Checkpoint loadCheckpoint(const std::filesystem::path& file);

/// The same without the tensors' values, and without looking for damage in them.
Checkpoint loadStructure(const std::filesystem::path& file);
CheckpointSummary readSummary(const std::filesystem::path& file);

} // namespace engine
