// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/device_batches.h"
#include "engine/net/net.h"
#include "engine/solvers/solver.h"
#include "engine/training/measure/step_observer.h"
#include "engine/training/run/batch_source.h"
#include "engine/training/run/run_clock.h"

#include <cstdint>
#include <memory>

namespace engine {

/// The steps of a run: each is iter_size batches forward and backward and one update.
///
/// Where the device works ahead, steps are asked for before the results of those before them are known: the first one
/// plainly, while kernels take their memory and libraries look for their fastest way; then one step is recorded and run
/// again and again, or several as one where they are short. As many are asked for as keep the device at work, and no
/// more than are done in a moment, so that who wants to stop does not wait. Elsewhere a step is asked for and done at
/// once.
///
/// The state of net, weights, solver and cursor is that of iteration() only while nothing is under way.
class TrainingSteps {
public:
    /// What steps are made of; all of it outlives them.
    struct Parts {
        Net& net;
        WeightStore& store;
        Solver& solver;
        std::unique_ptr<TrainingBatches> batches;
        RunClock& clock; ///< of the seconds that steps take
    };

    /// Throws Error where the data do not fit on the device.
    explicit TrainingSteps(Parts parts);
    ~TrainingSteps();
    TrainingSteps(const TrainingSteps&) = delete;
    TrainingSteps& operator=(const TrainingSteps&) = delete;

    struct Step {
        double loss;      ///< nats per character (see ReportedLoss), mean over the batches
        double objective; ///< what was minimised: the weighted sum of all losses, mean over the batches
        UpdateReport update;
        bool finite;    ///< false: nothing was updated
        double seconds; ///< that it took
    };

    /// The result of the next iteration. Asks for steps up to iteration `last` (more than the solver's) as far as that
    /// is wise, and waits. Does not allocate after the first two. Throws Error for what a kernel found wrong.
    Step next(std::int64_t last);

    /// What a step asks of the device; nothing before the second step, or where the device does not tell.
    std::optional<RecordedWork> recorded() const { return m_recording ? m_recording->work() : std::nullopt; }

    /// The next step that is asked for is computed plainly, with calls of the observer in it. It must live until then.
    void observeNext(StepObserver& observer) { m_observer = &observer; }

    /// Whether no step is under way.
    bool idle() const { return m_underWay == 0; }

    /// After an Error: whether net, weights, solver and cursor are still those of an iteration. A text that cannot be
    /// read ends a step before it has changed anything; what fails in the midst of it does not.
    bool isWhole() const { return m_whole; }

    /// Gives up what is under way, behind a step that diverged: waits, and puts the batch of that step into the net
    /// again. Where the step was finite, the weights may have moved on.
    void giveUp();

    std::int64_t unitsInBatch() const { return m_batches->unitsInBatch(); } ///< characters, or sequences
    double batchesPerEpoch() const { return m_batches->batchesPerEpoch(); }

    BatchCursor cursor() const; ///< of the next step's batch; while idle
    /// Throws Error for a cursor that does not fit the data. After the solver was put to its iteration.
    void seek(const BatchCursor& cursor);

private:
    std::int64_t stepsToAsk(std::int64_t last) const;
    void ask(std::int64_t steps);
    void work(std::int64_t ahead);
    void observed(const Pass& pass);
    Pass nextBatch(std::int64_t ahead, int batch);
    void waitForResults();
    void measure(std::int64_t results);
    std::uint64_t pass() const;

    Net& m_net;
    WeightStore& m_store;
    Solver& m_solver;
    Device& m_device;
    std::unique_ptr<TrainingBatches> m_batches; ///< at the batch that the run began or went on with
    std::unique_ptr<DeviceBatches> m_onDevice;  ///< the same in the device's memory
    std::uint64_t m_done = 0;                   ///< batches behind m_batches whose results were taken

    std::unique_ptr<Recording> m_recording;          ///< of one step; null before the second
    std::unique_ptr<Recording> m_recordingOfSeveral; ///< null where steps are not short
    bool m_startsAsOne = false;  ///< whether the device starts a recording as a whole, and not call by call
    bool m_warm = false;         ///< the first step's result was taken
    std::int64_t m_underWay = 0; ///< steps that were asked for and whose results were not taken
    std::int64_t m_most = 1;     ///< of them
    std::int64_t m_measured = 0; ///< results that are there and whose time is known, m_seconds each
    double m_seconds = 0;
    bool m_whole = true;                ///< see isWhole()
    StepObserver* m_observer = nullptr; ///< of the next step; mostly null
    RunClock& m_clock;
    RunClock::TimePoint m_lastSeen; ///< when results were seen last, or the first of those under way was asked for
};

} // namespace engine
