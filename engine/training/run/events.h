// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_reading.h"
#include "engine/devices/precision_choice.h"
#include "engine/formats/checkpoint/curve.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/fields.h"
#include "engine/graph/sentence.h"
#include "engine/training/measure/metrics.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

/// What a run tells as it trains. Each event lists its fields once, in fields() beside it: the lines of a log and of
/// `hamnet train --json` are made and read by that list. A new number is a member and a line in fields().
namespace engine {

/// The iterations of a run that has no end of its own.
inline constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

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
};

/// The limits that a run may have or not, all but the iterations, under their keys in runSpecs().
template <IsA<RunLimits> Limits>
void fields(Limits& limits, auto&& visit)
{
    visit("epochs", limits.epochs);
    visit("seconds", limits.seconds);
    visit("target_loss", limits.targetLoss);
    visit("max_temperature", limits.maxTemperature);
}

template <IsA<Vitals> Device>
void fields(Device& device, auto&& visit)
{
    visit("name", device.name);
    visit("utilisation_percent", device.utilisationPercent);
    visit("used_memory", device.usedBytes);
    visit("memory", device.totalBytes);
    visit("celsius", device.celsius);
    visit("watts", device.watts);
    visit("joules", device.joules);
}

/// The engine of a recurrent layer.
struct LayerEngine {
    std::string layer;
    std::string engine; ///< "FUSED"; empty: none there can

    /// Why no engine that DEFAULT asks before it: "FUSED multiplies in bf16, but the run's precision is tf32"; where
    /// none can, the whole sentence. Empty where it is the first that is asked, or was asked for by name.
    Sentence why;
};
template <IsA<LayerEngine> Layer>
void fields(Layer& layer, auto&& visit)
{
    visit("name", layer.layer);
    visit("engine", layer.engine);
    visit("why", layer.why);
}

enum class EndReason { Iterations, TimeLimit, EarlyStop, Stopped, Diverged, TargetLoss };
std::string_view toString(EndReason reason); ///< "iterations", "time limit", ...

/// What a run is, said once as it begins.
struct StartEvent {
    static constexpr std::string_view name = "start";
    std::int64_t parameters = 0, vocabulary = 0;
    std::string engine = {};              ///< what runs the recurrent layers
    std::string method = {};              ///< how, where the engine knows several ways: "STANDARD"; else empty
    std::vector<LayerEngine> layers = {}; ///< of each recurrent layer, by a program that asked
    std::string device = {}, deviceDescription = {};
    Precision precision = Precision::Float32;
    PrecisionFrom precisionFrom = PrecisionFrom::Auto;
    std::string busId = {}; ///< of the GPU that trains; empty on the processor
    std::uint64_t seed = 0;
    std::int64_t iteration = 0, iterations = 0; ///< where it starts, where it will end; endless: see hasEnd()
    std::int64_t batchUnits = 0; ///< characters of one iteration, T · N · iter_size; of sequences N · iter_size
    double stepsPerEpoch = 0;    ///< iterations in which the training part is read through
    const DataKind* kind = &kinds::text; ///< what it reads
    bool writesText = false;
    std::string dataWords = {}; ///< "65 different ones", of sequences "28 steps of 28 numbers, 10 classes"
    std::int64_t units = 0, learned = 0, heldOut = 0; ///< characters or sequences of the data and of its parts
    std::string holdsOutNothing = {};                 ///< see Trainer::holdsOutNothing()
    std::string model = {}, solver = {};              ///< prototxt, as they are trained
    std::string modelName = {};                       ///< as people call it: "char_rnn (char_rnn.prototxt)"
    std::string solverWords = {};                     ///< "Adam, learning rate 0.002 (cosine), from ..."
    std::string data = {};                            ///< the file, or the name of made data
    std::string dataOrigin = {};                      ///< who named it
    std::int64_t memory = 0;                          ///< bytes that the size report foresees
    std::string checkpoint = {};                      ///< empty: none is written
    std::string firstWeights = {};                    ///< the file that it begins with; empty: none
    RunLimits limits = {};
    double time = 0;                  ///< when it began: seconds since 1970
    std::vector<Sentence> notes = {}; ///< sentences: the vocabulary's size that flowed into the model, ...

    bool hasEnd() const { return iterations != endless; }
};
/// All but the bus of a GPU and the prototxt.
template <IsA<StartEvent> Event>
void fields(Event& event, auto&& visit)
{
    visit("parameters", event.parameters);
    visit("engine", event.engine);
    visit("method", event.method);
    visit("layers", event.layers);
    visit("device", event.device);
    visit("device_description", event.deviceDescription);
    visit("precision", event.precision);
    visit("precision_from", event.precisionFrom);
    visit("seed", event.seed);
    visit("vocabulary", event.vocabulary);
    visit("model", event.modelName);
    visit("solver", event.solverWords);
    visit("data", event.data);
    visit("data_origin", event.dataOrigin);
    visit("kind", event.kind);
    visit("writes_text", event.writesText);
    visit("data_words", event.dataWords);
    visit("units", event.units);
    visit("trained_on", event.learned);
    visit("held_out", event.heldOut);
    visit("holds_out_nothing", event.holdsOutNothing);
    visit("iteration", event.iteration);
    visit("iterations", event.iterations);
    visit("batch_units", event.batchUnits);
    visit("steps_per_epoch", event.stepsPerEpoch);
    visit("memory", event.memory);
    visit("checkpoint", event.checkpoint);
    visit("first_weights", event.firstWeights);
    visit("limits", event.limits);
    visit("time", event.time);
    visit("notes", event.notes);
}

/// With the numbers of its iteration; those of the curve stand in the log as in a checkpoint.
struct TrainEvent : CurvePoint {
    static constexpr std::string_view name = "train";
    double objective = 0; ///< what is minimised: the weighted sum of all losses, each divided as its normalization says
    double smoothedLoss = 0; ///< mean over the iterations since the last report, or RunSettings::averageLoss of them
    double epoch = 0;        ///< how often the training part was read through
    double perSecond = 0;    ///< characters or sequences, of training, since the last report
};
template <IsA<TrainEvent> Event>
void fields(Event& event, auto&& visit)
{
    visit("iteration", event.iteration);
    for (const CurveField& field : curveFields) {
        visit(field.key, event.*field.number);
    }
    visit("objective", event.objective);
    visit("smoothed_loss", event.smoothedLoss);
    visit("epoch", event.epoch);
    visit("per_second", event.perSecond);
}

struct ValidationEvent {
    static constexpr std::string_view name = "validation";
    std::int64_t iteration = 0;
    double epoch = 0;                 ///< how often the training part was read through
    double loss = 0;                  ///< nats per character, or what the phase TEST minimises, mean over the sequences
    std::vector<Metric> metrics = {}; ///< of text "bits_per_char" and "accuracy"; see ValidationReport
    std::vector<Metric> training = {};   ///< of a part of what the net learned from; see ValidationReport
    std::int64_t units = 0, ofUnits = 0; ///< characters or sequences that were measured, and that are held out
    bool best = false;
    double stepSeconds = 0; ///< of training, mean since the last validation; 0 where no step was made since
};
template <IsA<ValidationEvent> Event>
void fields(Event& event, auto&& visit)
{
    visit("iteration", event.iteration);
    visit("epoch", event.epoch);
    visit("loss", event.loss);
    visit("metrics", event.metrics);
    visit("training", event.training);
    visit("units", event.units);
    visit("of_units", event.ofUnits);
    visit("best", event.best);
    visit("step_seconds", event.stepSeconds);
}

struct SampleEvent {
    static constexpr std::string_view name = "sample";
    std::int64_t iteration = 0;
    std::uint64_t seed = 0;
    std::string text = {};
    std::vector<float> bits = {}; ///< surprise of each character of the vocabulary in `text`; in no line

    // What it was written with, see SamplingSettings.
    std::string prompt = {};
    std::int64_t length = 0;
    double temperature = 1;
    std::int64_t topK = 0;
    double topP = 1;
};
template <IsA<SampleEvent> Event>
void fields(Event& event, auto&& visit)
{
    visit("iteration", event.iteration);
    visit("seed", event.seed);
    visit("text", event.text);
    visit("prompt", event.prompt);
    visit("length", event.length);
    visit("temperature", event.temperature);
    visit("top_k", event.topK);
    visit("top_p", event.topP);
}

struct CheckpointEvent {
    static constexpr std::string_view name = "checkpoint";
    std::int64_t iteration = 0;
    std::string file = {};
    bool best = false;
};
template <IsA<CheckpointEvent> Event>
void fields(Event& event, auto&& visit)
{
    visit("iteration", event.iteration);
    visit("file", event.file);
    visit("best", event.best);
}

/// The run pauses, or that is over.
struct PauseEvent {
    static constexpr std::string_view name = "pause";
    std::int64_t iteration = 0;
    bool paused = false;
};
template <IsA<PauseEvent> Event>
void fields(Event& event, auto&& visit)
{
    visit("iteration", event.iteration);
    visit("paused", event.paused);
}

/// The device is too warm, and the run rests between its steps; or that is over.
struct PacingEvent {
    static constexpr std::string_view name = "pacing";
    std::int64_t iteration = 0;
    bool paced = false;
    double celsius = 0, limit = 0;
    std::string place = {}; ///< "GPU", "processor"
};
template <IsA<PacingEvent> Event>
void fields(Event& event, auto&& visit)
{
    visit("iteration", event.iteration);
    visit("paced", event.paced);
    visit("celsius", event.celsius);
    visit("limit", event.limit);
    visit("place", event.place);
}

/// What the devices of this machine that train are doing, told every few seconds where that is known.
struct MetersEvent {
    static constexpr std::string_view name = "meters";
    std::int64_t iteration = 0;
    std::vector<Vitals> devices = {}; ///< the energy is what each took since the run's start, pauses too
};
template <IsA<MetersEvent> Event>
void fields(Event& event, auto&& visit)
{
    visit("iteration", event.iteration);
    visit("devices", event.devices);
}

/// The run has other limits from here on, see RunControl::change.
struct ChangeEvent {
    static constexpr std::string_view name = "change";
    std::int64_t iteration = 0;
    std::int64_t iterations = 0; ///< where it will end now
    RunLimits limits = {};
    Sentence refusal = {}; ///< which of the limits that were asked for cannot be held
};
template <IsA<ChangeEvent> Event>
void fields(Event& event, auto&& visit)
{
    visit("iteration", event.iteration);
    visit("iterations", event.iterations);
    visit("limits", event.limits);
    visit("refusal", event.refusal);
}

struct EndEvent {
    static constexpr std::string_view name = "end";
    std::int64_t iterations = 0;
    double seconds = 0; ///< of this run
    EndReason reason = EndReason::Stopped;
    Sentence detail = {};                         ///< where it diverged; empty otherwise
    std::string verdict = {};                     ///< what became of it, a sentence; empty where too little is known
    double pacedSeconds = 0;                      ///< rested to cool, not in `seconds`
    std::optional<double> joules = {};            ///< what the device took in this run, pauses left out
    std::optional<double> joulesPerThousand = {}; ///< characters or sequences that it learned from
};
template <IsA<EndEvent> Event>
void fields(Event& event, auto&& visit)
{
    visit("verdict", event.verdict);
    visit("iterations", event.iterations);
    visit("seconds", event.seconds);
    visit("reason", event.reason);
    visit("detail", event.detail);
    visit("paced_seconds", event.pacedSeconds);
    visit("joules", event.joules);
    visit("joules_per_1000", event.joulesPerThousand);
}

using Event = std::variant<StartEvent, TrainEvent, ValidationEvent, SampleEvent, CheckpointEvent, PauseEvent,
                           PacingEvent, MetersEvent, ChangeEvent, EndEvent>;
using EventSink = std::function<void(const Event&)>;

} // namespace engine
