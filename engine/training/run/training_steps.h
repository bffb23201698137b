// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/device_batches.h"
#include "engine/devices/group/process_group.h"
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
/// On an asynchronous device, steps are queued before the results of earlier ones are known. The first step runs
/// without a recording, while kernels allocate memory and libraries choose their algorithms; then one step is recorded
/// and replayed, or several short ones as one recording. As many are queued as keep the device busy, but no more than
/// finish in a moment, so that a stop does not have to wait. On a synchronous device each step is done when it is asked
/// for.
///
/// The state of net, weights, solver and cursor is that of iteration() only while no step is queued.
class TrainingSteps {
public:
    /// What steps are made of; all of it outlives them.
    struct Parts {
        Net& net;
        WeightStore& store;
        Solver& solver;
        std::unique_ptr<TrainingBatches> batches;
        ProcessGroup* group = nullptr; ///< that trains together, each process with a share of each batch; null: alone
    };

    /// Throws Error where the data do not fit on the device.
    explicit TrainingSteps(Parts parts);
    ~TrainingSteps();
    TrainingSteps(const TrainingSteps&) = delete;
    TrainingSteps& operator=(const TrainingSteps&) = delete;

    struct Step : DeviceUpdate::Record { ///< the loss is in nats per character, see ReportedLoss
        double seconds;                  ///< that it took

        /// Of one that diverged: which of its numbers was too large or none.
        Sentence divergence(std::int64_t iteration) const;
    };

    /// The result of the next iteration. Queues steps, at most up to iteration `last` (greater than the solver's), and
    /// waits for one. Does not allocate after the first two. Throws Error if a kernel found invalid numbers.
    Step next(std::int64_t last);

    /// From here on each step adds up the gradients of the group's processes. Called by all of them at once.
    void addUpWith(std::unique_ptr<GradientSum> sum) { m_sum = std::move(sum); }

    /// On others than rank 0, which has asked for so many: queues them, and takes the results that are there.
    void follow(std::int64_t steps);

    /// Waits for all steps that are queued, and takes their results.
    void takeAll();

    /// The next step to be queued runs without a recording and calls the observer, which must exist until then.
    void observeNext(StepObserver& observer) { m_observer = &observer; }

    /// Whether no step is queued.
    bool idle() const { return m_underWay == 0; }

    /// After an Error: whether net, weights, solver and cursor are still those of an iteration. True if a text could
    /// not be read, which ends a step before it changes anything; false if the step failed later.
    bool isWhole() const { return m_whole; }

    /// Cancels the queued steps after a divergence: waits, and restores that step's batch in the net. If the step was
    /// finite, later steps may have changed the weights.
    void giveUp();

    RunClock& clock() { return m_clock; } ///< of training and of a run's limit

    std::int64_t unitsInBatch() const { return m_batches->unitsInBatch(); } ///< characters, or sequences
    double batchesPerEpoch() const { return m_batches->batchesPerEpoch(); }

    BatchCursor cursor() const; ///< of the next step's batch; while idle
    /// Throws Error for a cursor that does not fit the data. After the solver was put to its iteration.
    void seek(const BatchCursor& cursor);

private:
    std::int64_t stepsToAsk(std::int64_t last) const;
    Step take();
    void ask(std::int64_t steps);
    void work(std::int64_t ahead);
    void runBatch(const Pass& pass, int batch);
    void afterForward(int batch);
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
    ProcessGroup* m_group;                      ///< null: alone
    std::unique_ptr<GradientSum> m_sum;         ///< likewise, and before addUpWith()
    std::uint64_t m_done = 0;                   ///< batches behind m_batches whose results were taken

    std::unique_ptr<Recording> m_recording;          ///< of one step; null before the second
    std::unique_ptr<Recording> m_recordingOfSeveral; ///< null where steps are not short
    bool m_startsAsOne = false;  ///< whether the device launches a recording as a whole, and not call by call
    bool m_warm = false;         ///< the first step's result was taken
    std::int64_t m_underWay = 0; ///< queued steps whose results were not taken yet
    std::int64_t m_most = 1;     ///< of them
    std::int64_t m_measured = 0; ///< results that are there and whose time is known, m_seconds each
    double m_seconds = 0;
    bool m_whole = true;                ///< see isWhole()
    StepObserver* m_observer = nullptr; ///< of the next step; mostly null
    RunClock m_clock;
    RunClock::TimePoint m_lastSeen; ///< when results were seen last, or the first queued step was queued
};

} // namespace engine
