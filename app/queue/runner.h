// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/run_queue.h"
#include "app/queue/train_run.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace queue {

/// How one works on a queue.
struct Work {
    std::string device = {};               ///< in place of the runs' own; empty: those
    std::optional<std::int64_t> only = {}; ///< this run alone
    std::stop_token stop = {};             ///< the run under way saves and goes back
    std::function<void(const QueuedRun&)> begins = {};
    std::function<void(const QueuedRun&, const TrainingEnd&)> ends = {};
};

enum class WorkEnd { Empty, Stopped };

/// Trains one run after the other until none waits and none runs, so that what a runner that dies gives back is done
/// too. Throws Error as RunQueue and train() do; the run under way then waits again.
WorkEnd work(RunQueue& queue, const Work& work);

} // namespace queue
