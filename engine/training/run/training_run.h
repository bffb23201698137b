// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_gauge.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/curve.h"
#include "engine/graph/sentence.h"
#include "engine/solvers/solver.h"
#include "engine/training/run/pacer.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_clock.h"
#include "engine/training/run/run_control.h"
#include "engine/training/run/run_saver.h"
#include "engine/training/run/time_limit.h"
#include "engine/training/run/training_steps.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

namespace engine {

class Trainer;
struct TrainingRecord;

/// Runs a trainer: how long it goes on, what is due at which iteration, requests, what is saved, also when it fails.
/// Used on the trainer's thread. The trainer outlives it.
class Run {
public:
    /// `gauge` tells energy and temperature of the device and outlives this; null: nothing is known of them.
    explicit Run(Trainer& trainer, DeviceGauge* gauge = nullptr);

    StartEvent startEvent() const; ///< what it tells as it begins; before go() without its limits

    /// Makes and tries all that a run with these settings will need: evaluator and generator with their first batch and
    /// character, the files that it saves to. Changes no number of the run. Throws Error for what would end it later.
    void prepare(const RunSettings& settings);

    /// Trains until the first of: the settings' limits, early stop, divergence, a request to stop (after the step under
    /// way). Always writes the checkpoint that the settings name, and ends with an EndEvent.
    /// With a `control` it also handles the requests made through that, and a stop ends a running validation or sample,
    /// which the resumed run does first. Pauses do not count as time of the run.
    /// Prepares first, if that was not done. Whatever fails later (evaluation, sampling, saving, reading the text, the
    /// sink) is thrown after the run was saved; the sentence of an Error then says where. May be called again, also
    /// after an Error that left the trainer whole.
    EndReason go(const RunSettings& settings, std::stop_token stop, const EventSink& sink,
                 RunControl* control = nullptr);

private:
    /// What was trained since the last report.
    struct Report {
        double seconds = 0; ///< of training
        std::int64_t characters = 0;
    };

    /// How far one call of go() is.
    struct Progress {
        Progress(const RunSettings& settings, std::stop_token stop, const EventSink& sink, RunControl* control,
                 RunClock& clock);

        std::stop_token stop;
        const EventSink& sink;
        RunControl* control; ///< may be null
        RunClock& clock;
        RunClock::TimePoint start; ///< of the run, later by its pauses
        Report report = {};
        TimeLimit limit;
        bool isCut = false;                  ///< the limit left no time for a validation that was due
        std::int64_t validated = -1;         ///< the last iteration that was
        double stepSeconds = 0;              ///< of training, since the last validation
        std::int64_t steps = 0;              ///< likewise
        std::int64_t saved = -1;             ///< the last iteration that was, if nothing was noted since
        std::optional<Checkpoint> good = {}; ///< the last copy, to fall back to after a divergence
        RunClock::TimePoint goodTaken;
        bool reached = false;   ///< the target loss
        bool diverged = false;  ///< the state is no longer worth saving
        std::int64_t begun = 0; ///< the iteration where it began
        std::optional<Pacer> pacer = {};
        double pacedSeconds = 0;
        RunClock::TimePoint metersTold;
        std::vector<Vitals> vitalsBefore = {};   ///< of each device, at its start
        std::optional<double> joulesBefore = {}; ///< what the gauge showed at its start, and what pauses added to that
        bool followsFailure = false;             ///< the call before ended by an error

        RunSaver::Told told() const;
        bool asksSomething() const { return stop.stop_requested() || (control != nullptr && control->asks()); }
        bool restIsDue() { return pacer && pacer->restIsDue(); }
        double seconds() const { return clock.secondsSince(start); }
        bool timeIsUp() const { return !limit.mayStep(seconds()); }
        bool copyIsDue() const;
    };

    // Before it.
    void tryValidation();
    void trySample(const SamplingSettings& settings);
    void tryFiles(const RunSettings& settings);
    std::int64_t lastIteration(const RunLimits& limits) const;

    // On its way.
    EndReason train();
    EndEvent endEvent(EndReason reason, const Sentence& detail) const;
    CurvePoint keep(const TrainingSteps::Step& step);
    void note(const TrainingSteps::Step& step);
    bool handleRequests(RunControl::Place place);
    void change(const RunLimits& limits, Sentence refusal = {});
    std::int64_t nextSyncIteration();
    std::int64_t checkpointEvery() const;
    bool runDueChecks();
    bool noteValidation();
    void sample();
    void saveNow();
    void saveBest();

    // What ends it, and when it fails.
    std::int64_t countWithoutGain() const;
    bool patienceIsOver() const;
    bool hasReachedTarget() const;
    bool hasDiverged(const TrainingSteps::Step& step) const;
    Sentence whereItDiverged(const TrainingSteps::Step& step);
    bool drain();
    Sentence rescue();

    // The device.
    void beginWatching();
    void watchTemperature();
    void rest();
    void tellMeters();
    std::optional<double> joulesNow() const;

    // What was noted.
    std::int64_t lastInCurve() const { return m_curve.iteration(m_curve.size() - 1); }
    double sumOfLast(std::int64_t losses) const;
    double smoothedLoss() const;
    double epochs() const;

    Trainer& m_trainer;
    DeviceGauge* m_gauge; ///< may be null

    // Parts of the trainer.
    const Solver& m_solver;
    TrainingSteps& m_steps;
    RunClock& m_clock;
    TrainingRecord& m_record;
    Curve& m_curve;

    std::optional<double> m_abortLoss; ///< above it the run has diverged; nothing where the loss has no scale
    RunSettings m_settings;            ///< of the last call; limits may have been changed since
    std::optional<Progress> m_now;     ///< of the call under way
    std::optional<RunSaver> m_saver;   ///< where it saves
    bool m_hasTriedValidation = false;
    bool m_hasFailed = false;                            ///< the last call ended by an error
    std::optional<SamplingSettings> m_tried;             ///< what the generator was tried with
    double m_validationEstimate = 0, m_saveEstimate = 0; ///< seconds, by what was tried before
};

} // namespace engine
