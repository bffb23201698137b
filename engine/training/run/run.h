// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/batches.h"
#include "engine/data/corpus.h"
#include "engine/data/read_samples.h"
#include "engine/devices/device_wish.h"
#include "engine/graph/model.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/net.h"
#include "engine/training/run/events.h"
#include "engine/training/write/text_generator.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// How a model wants its text in a phase: what that phase's TEXTDATA layer says; a net with INPUT layers reads bytes,
/// as streams where it was written for BVLC Caffe and as windows where it was written for MyCaffe, with a tenth held
/// out.
struct DataSettings {
    std::string source; ///< a file; empty where the model names none
    Encoding encoding = Encoding::Bytes;
    BatchOrder order = BatchOrder::Streams;
    SplitFractions fractions;
};
DataSettings dataSettings(const Model& model, Phase phase = Phase::Train);

/// The text that the phase TEST names for itself; empty where it names none, or the one of TRAIN. A run does not read
/// it.
std::string validationSource(const Model& model);

/// How a model wants its sequences: what its SEQUENCEDATA says, and what the loss takes; a net with INPUT layers takes
/// those of its shapes, with a tenth held out.
SampleSettings sampleSettings(const Model& model);

/// The file or folder that its SEQUENCEDATA names, as it stands there; empty where it names none.
std::string sequenceSource(const Model& model);

/// What the data settle of a model's sizes, see withSamples(); with the characters of lines of text, else 0.
SampleSizes sizesOf(const SampleFacts& facts, std::int64_t vocabulary);

/// The model with another value of a parameter of SEQUENCEDATA. Throws Error where it has no such layer.
Model withTableSetting(const Model& model, const char* key, const std::string& value);

/// The same with other rules for gaps, as SEQUENCEDATA has them. Throws Error for what is none, too.
Model withGaps(const Model& model, const std::string& rules);

/// What the settings of a run come to. But for engine, device and seed nothing of it changes a number.
struct RunSettings {
    RunLimits limits = {};
    std::int64_t reportEvery = 100; ///< iterations between TrainEvents
    std::int64_t averageLoss = 0;   ///< iterations that smoothedLoss is the mean of; 0: since the last report
    std::int64_t validateEvery = 0; ///< 0: only at the end
    bool validateFirst = false;     ///< also before the first iteration of all
    std::int64_t sampleEvery = 0;   ///< 0: never
    SamplingSettings sample = {};   ///< of the samples on the way
    /// That the program adds; empty: none is written. The best goes to bestCheckpoint() of it.
    std::filesystem::path checkpoint = {};
    std::int64_t checkpointEvery = 0; ///< 0: at each validation that is due, and at the end
    /// Checkpoints: the newest and those saved before it. Not given: one, and those that a resumed run has kept before.
    std::optional<std::int64_t> keepLast = {};
    std::optional<std::int64_t> keepBest = {}; ///< the same of the best one and those that were the best before it
    bool checkpointAtEnd = true;            ///< also when all iterations are done; a run that is stopped saves always
    bool checkpointAtPause = false;         ///< see RunControl
    std::filesystem::path tensorboard = {}; ///< the folder for TensorBoard's files; empty: none are written
    DeviceWish device = {};
    EngineWish engine = {};
    std::uint64_t seed = 1;
    bool operator==(const RunSettings&) const = default;
};

/// Iterations whose mean training loss is held against a target.
inline constexpr std::int64_t targetWindow = 100;

/// "net.hamnet" -> "net.best.hamnet"
std::filesystem::path bestCheckpoint(const std::filesystem::path& checkpoint);

} // namespace engine
