// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/batches.h"
#include "engine/data/corpus.h"
#include "engine/data/read_samples.h"
#include "engine/devices/group/process_group.h"
#include "engine/devices/monitor/device_reading.h"
#include "engine/graph/model.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/net.h"
#include "engine/training/measure/metrics.h"
#include "engine/training/write/text_generator.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
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

/// Names of columns as SEQUENCEDATA's "inputs" has them: separated by commas, those with a comma in quotes.
std::string columnList(const std::vector<std::string>& names);

/// The file or folder that its SEQUENCEDATA names, as it stands there; empty where it names none.
std::string sequenceSource(const Model& model);

/// What the data settle of a model's sizes, see withSamples(); with the characters of lines of text, else 0.
SampleSizes sizesOf(const SampleFacts& facts, std::int64_t vocabulary);

/// The model with another target column, or with another time column. Throws Error where it has no SEQUENCEDATA to name
/// one.
Model withTarget(const Model& model, const std::string& column);
Model withTime(const Model& model, const std::string& column);

/// The same with other rules for gaps, as SEQUENCEDATA has them. Throws Error for what is none, too.
Model withGaps(const Model& model, const std::string& rules);

/// What is trained: a value. With the corpus it settles every number of a run.
struct TrainingJob {
    Model model;
    SolverSettings solver;
    EngineWish engine;
    std::uint64_t seed = 1;
    std::vector<NamedTensor> firstWeights = {}; ///< in place of what the fillers draw; empty, or all of them
    EnginesBefore enginesBefore = {};           ///< of the run that goes on
    ProcessGroup* group = nullptr; ///< that trains it together, see Trainer::join; null: this process alone
};

/// Limits of a run that may be changed while it goes on.
struct RunLimits {
    std::int64_t iterations = 0; ///< in all, also after a resume; 0: the solver's max_iter, or where the epochs end
    std::optional<std::int64_t> epochs = {}; ///< ends the run when the training part was read through so often
    std::optional<double> seconds = {};      ///< of this run, from its start, pauses left out
    /// Nats per character: ends the run when the mean of the last targetWindow has reached it.
    std::optional<double> targetLoss = {};
    /// °C of the device that trains: above it the run rests between steps. Needs a gauge, see Run.
    std::optional<double> maxTemperature = {};
    bool operator==(const RunLimits&) const = default;

    /// Calls `visit` with the key in runSpecs() and the value of each limit that a run may have or not: all but the
    /// iterations.
    template <typename Limits, typename Visit>
    static void each(Limits& limits, const Visit& visit)
    {
        visit("epochs", limits.epochs);
        visit("seconds", limits.seconds);
        visit("target_loss", limits.targetLoss);
        visit("max_temperature", limits.maxTemperature);
    }
};

/// How long a run goes on and what it reports. None of it changes a number.
struct RunSettings {
    RunLimits limits = {};
    std::int64_t reportEvery = 100;        ///< iterations between TrainEvents
    std::int64_t averageLoss = 0;          ///< iterations that smoothedLoss is the mean of; 0: since the last report
    std::int64_t validateEvery = 0;        ///< 0: only at the end
    bool validateFirst = false;            ///< also before the first iteration of all
    std::int64_t sampleEvery = 0;          ///< 0: never
    SamplingSettings sample = {};          ///< of the samples on the way
    std::filesystem::path checkpoint = {}; ///< empty: none is written; the best goes to bestCheckpoint() of it
    std::int64_t checkpointEvery = 0;      ///< 0: at each validation that is due, and at the end
    /// Checkpoints: the newest and those saved before it. Not given: one, and those that a resumed run has kept before.
    std::optional<std::int64_t> keepLast = {};
    std::optional<std::int64_t> keepBest = {}; ///< the same of the best one and those that were the best before it
    bool checkpointAtEnd = true;    ///< also when all iterations are done; a run that is stopped saves always
    bool checkpointAtPause = false; ///< see RunControl
    bool operator==(const RunSettings&) const = default;
};

/// The iterations of a run that has no end of its own.
inline constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

/// Iterations whose mean training loss is held against a target.
inline constexpr std::int64_t targetWindow = 100;

/// "net.hamnet" -> "net.best.hamnet"
std::filesystem::path bestCheckpoint(const std::filesystem::path& checkpoint);

enum class EndReason { Iterations, TimeLimit, EarlyStop, Stopped, Diverged, TargetLoss };
std::string_view toString(EndReason reason); ///< "iterations", "time limit", ...

/// What a run is, said once as it begins.
struct StartEvent {
    std::int64_t parameters = 0, vocabulary = 0;
    std::string engine = {}; ///< what runs the recurrent layers
    std::string method = {}; ///< how, where the engine knows several ways: "STANDARD"; else empty
    std::string device = {};
    std::string precision = {}; ///< "bf16"
    std::string busId = {};     ///< of the GPU that trains; empty on the processor
    std::uint64_t seed = 0;
    std::int64_t iteration = 0, iterations = 0; ///< where it starts, where it will end; endless: see hasEnd()
    std::int64_t batchCharacters = 0;           ///< of one iteration: T · N · iter_size; of sequences N · iter_size
    double stepsPerEpoch = 0;                   ///< iterations in which the training part is read through
    bool readsText = true;                      ///< false: sequences
    std::string holdsOutNothing = {};           ///< see Trainer::holdsOutNothing()
    std::string model = {}, solver = {};        ///< prototxt, as they are trained
    std::string data = {};                      ///< the file, or the name of made data
    std::vector<Sentence> notes = {};           ///< sentences: the vocabulary's size that flowed into the model, ...

    bool hasEnd() const { return iterations != endless; }
};
struct TrainEvent {
    std::int64_t iteration;
    double loss;         ///< nats per character of this iteration; the objective where the net has no such loss
    double objective;    ///< what is minimised: the weighted sum of all losses, each divided as its normalization says
    double smoothedLoss; ///< mean over the iterations since the last report, or over RunSettings::averageLoss of them
    double learningRate;
    double gradientNorm;
    double epoch;          ///< how often the training part was read through
    double charsPerSecond; ///< of training, since the last report; sequences where the run learns from those
    double seconds;        ///< of training, over all its resumes
};
struct ValidationEvent {
    std::int64_t iteration;
    double epoch;                 ///< how often the training part was read through
    double loss;                  ///< nats per character, or what the phase TEST minimises, mean over the sequences
    std::vector<Metric> metrics;  ///< of text "bits_per_char" and "accuracy"; see ValidationReport
    std::vector<Metric> training; ///< of a part of what the net learned from; see ValidationReport
    std::int64_t units, ofUnits;  ///< characters or sequences that were measured, and that are held out
    bool best;
    double stepSeconds = 0; ///< of training, mean since the last validation; 0 where no step was made since
};
struct SampleEvent {
    std::int64_t iteration;
    std::uint64_t seed;
    std::string text;
    std::vector<float> bits = {}; ///< surprise of each character of the vocabulary in `text`
};
struct CheckpointEvent {
    std::int64_t iteration;
    std::filesystem::path file;
    bool best;
};
/// The device is too warm, and the run rests between its steps; or that is over.
struct PacingEvent {
    std::int64_t iteration;
    bool paced;
    double celsius, limit;
    std::string place; ///< "GPU", "processor"
};
/// What the devices of this machine that train are doing, told every few seconds where that is known.
struct MetersEvent {
    std::int64_t iteration;
    std::vector<Vitals> devices; ///< the energy is what each took since the run's start, pauses too
};
/// The run has other limits from here on, see RunControl::change.
struct ChangeEvent {
    std::int64_t iteration;
    std::int64_t iterations; ///< where it will end now
    RunLimits limits;
    Sentence refusal = {}; ///< which of the limits that were asked for cannot be held
};
struct EndEvent {
    std::int64_t iterations;
    double seconds; ///< of this run
    EndReason reason;
    Sentence detail;                                        ///< where it diverged; empty otherwise
    double pacedSeconds = 0;                                ///< rested to cool, not in `seconds`
    std::optional<double> joules = {};                      ///< what the device took in this run, pauses left out
    std::optional<double> joulesPerThousandCharacters = {}; ///< of those that it learned from
};
using Event = std::variant<StartEvent, TrainEvent, ValidationEvent, SampleEvent, CheckpointEvent, PacingEvent,
                           MetersEvent, ChangeEvent, EndEvent>;
using EventSink = std::function<void(const Event&)>;

} // namespace engine
