// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/train_options.h"
#include "app/cli/train_plan.h"
#include "app/watch/log_writer.h"
#include "app/watch/run_folder.h"
#include "app/watch/run_request.h"
#include "engine/training/run/events.h"
#include "engine/training/run/run_control.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
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

/// Writes the description of a new run to its folder, unless it was read from there.
void writeDown(const TrainPlan& plan, const RunPlace& place);

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

/// The folder of a run while it trains: its events go to the log, and what is asked there reaches the run.
class RecordedRun {
public:
    /// `stop` asks the run to stop, from any thread: it was asked for, or the log cannot be written any more. Throws
    /// Error where it cannot be begun.
    RecordedRun(const RunPlace& place, const Thinning& thinning, const std::function<void()>& stop);

    engine::RunControl& control() { return m_control; } ///< for the run
    void show(const engine::Event& event);
    void finish() { m_log.finish(); } ///< waits until all is written; throws Error where that failed

private:
    Thinning m_thinning;
    watch::LogWriter m_log;
    engine::RunControl m_control;
    watch::RequestListener m_listener; // last: it uses the control
};

} // namespace cli
