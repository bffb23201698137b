// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/train_plan.h"
#include "app/watch/log_writer.h"
#include "app/watch/run_folder.h"
#include "app/watch/run_request.h"
#include "app/watch/tensorboard_log.h"
#include "engine/backends/start_run.h"
#include "engine/training/run/events.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_control.h"

#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace cli {

/// Where --run-folder, --resume or --detach have a run written to.
struct RunPlace {
    watch::RunFolder folder;
    bool isContinued = false; ///< the run that the folder has
    bool isMade = false;      ///< the folder was not there, and got a name of ours
};

/// The folder of a run, if it has one, which is there then; `options` save to its checkpoint and resume from that.
/// Throws Error where it cannot be made, or where it has another run that may not be overwritten.
std::optional<RunPlace> takeRunFolder(TrainOptions& options);

/// Makes a folder of that name, or with -2, -3, ... behind it the first that is not there. Throws Error where it
/// cannot.
std::filesystem::path makeUnusedFolder(const std::string& name);

/// A run of `train`: as it was asked for, where it is written to, and what is trained.
struct PlannedRun {
    TrainOptions options = {};
    std::optional<RunPlace> place = {}; ///< nothing: it has no folder
    TrainPlan plan = {};
};

/// Writes the description of a new run to its folder, unless it was read from there.
void writeDown(const PlannedRun& run);

/// Which of a run's TrainEvents a reader gets, where the run reports more than that.
class Thinning {
public:
    Thinning() = default; ///< ten a second, and the last
    explicit Thinning(std::int64_t every)
        : m_every(every) {} ///< each of so many iterations, and the last; 0: that alone

    bool takes(const engine::Event& event); ///< of other events all

private:
    std::optional<std::int64_t> m_every;
    std::int64_t m_last = engine::endless; ///< iteration of the run
    std::chrono::steady_clock::time_point m_next = {};
};

/// Where the events of a run go while it trains: to the log of its folder, where what is asked reaches the run, to
/// TensorBoard's files, and to a reader.
class RunOutput {
public:
    struct Reader {
        engine::EventSink show;     ///< as often as the options say
        std::function<void()> stop; ///< asks the run to stop, from any thread: it was asked for in the folder, or the
                                    ///< log cannot be written any more
        bool wantsAll = false;      ///< of each iteration
    };

    /// `run` and `started` must outlive it. Throws Error where the log cannot be begun.
    RunOutput(const PlannedRun& run, const engine::StartedRun& started, Reader reader);

    const engine::RunSettings& settings() const { return m_settings; } ///< for the run, with where it saves
    engine::RunControl* control();                                     ///< for the run; null: it has no folder
    std::int64_t every() const { return m_every; } ///< the iterations between those that a reader is to hear of

    void show(const engine::Event& event);
    void finish(); ///< waits until all is written; throws Error where that failed

private:
    /// The folder.
    struct Record {
        Record(const RunPlace& place, const std::function<void()>& stop);

        watch::LogWriter log;
        engine::RunControl control;
        watch::RequestListener listener; // last: it uses the control
    };

    const TrainPlan* m_plan;
    const engine::StartedRun* m_started;
    Reader m_reader;
    engine::RunSettings m_settings;
    std::int64_t m_every;
    Thinning m_shown, m_logged;
    std::unique_ptr<Record> m_record;
    std::unique_ptr<watch::TensorBoardLog> m_board; ///< null: not asked for
};

/// Shows as long as the output is read. When that fails the work is asked to stop, so that it still saves, and the
/// failure waits until then. Of any thread.
class Showing {
public:
    explicit Showing(Interrupt& interrupt) : m_interrupt(&interrupt) {}

    void operator()(const std::function<void()>& show);

    /// Throws what kept the output from being written, but not that it was no longer read.
    void finish() const;

private:
    Interrupt* m_interrupt;
    std::mutex m_mutex;
    std::exception_ptr m_failure; ///< guarded by m_mutex
};

/// Starts this command line once more in a session of its own, which writes to the folder, and returns as soon as its
/// run has begun; tells where it is. Where the run ends before that, its sentence and its exit code are ours.
/// Throws Error where no process can be started.
ExitCode detach(Console& console, const PlannedRun& run);

/// Of a run that is one of several side by side, which differ in their seed alone.
struct SeedsFacts {
    std::uint64_t first = 0, last = 0;
    std::int64_t nets = 0;
    int atOnce = 1;          ///< that train at the same time
    std::string folder = {}; ///< of the checkpoints of all; empty: none are written
};

/// Shows a run as it happens. Its methods throw ReaderGone and Error, as Output does.
class RunView {
public:
    virtual ~RunView() = default;
    virtual void show(const engine::Event& event) = 0;
    virtual void remark(const std::string& sentence) = 0; ///< of who watches, among the lines
};

/// The event as JSON on a line, with the seed of a run that is not alone.
void printEvent(Console& console, const engine::Event& event, std::optional<std::uint64_t> seed = {});

/// One line an event; on a terminal, of a run that is alone, above a progress line, which wants to hear of every
/// iteration: of those each `lineEvery` leaves a line as well, with 0 none does.
std::unique_ptr<RunView> makeRunView(Console& console, std::int64_t lineEvery,
                                     const std::optional<SeedsFacts>& seeds = {});

/// What the shell is told of a run that has ended so; where it diverged, its user too.
ExitCode exitCodeOf(Console& console, const engine::EndEvent& end);

/// Which nets are trained side by side: those of as many seeds, from that of the options on, or, with --resume FOLDER,
/// those whose runs are there.
struct SeedsWish {
    std::int64_t seeds = 0;  ///< 0: those of the folder
    std::int64_t atOnce = 0; ///< see engine::togetherPlan
};

/// Trains them in this process, each in a run's folder of its own in one folder, and shows the mean of all with their
/// standard deviation. Throws Error as a single run does, and what kept a net from its end once all others are there.
ExitCode trainSeeds(Console& console, Interrupt& interrupt, const TrainOptions& options, const SeedsWish& wish);

} // namespace cli
