// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/queued_run.h"
#include "app/queue/run_folder.h"

#include <functional>
#include <string>

namespace queue {

/// Who trains a run, and what is done beside it.
struct Training {
    std::string device = {};                     ///< in place of the run's own; empty: that one
    std::function<bool()> isToStop;              ///< asked a few times a second
    std::function<void(const Result&)> progress; ///< after validations and saves, once a second at most
};

struct TrainingEnd {
    RunState state; ///< Done, Diverged, Failed; Waiting where it was stopped and has saved
    Result result;
};

/// The result with the iteration and the seconds of the run's checkpoint, which are newer than what was reported, or
/// older where the run was killed, and the loss of its best one; as it is where there is none that can be read.
Result asSaved(Result result, const RunFolder& folder);

/// Trains a run in a process of its own, from its checkpoint where there is one. Waits until what a killed runner has
/// left behind does not write there any more. Throws Error where no process can be started.
TrainingEnd train(const QueuedRun& run, const RunFolder& folder, const Training& training);

} // namespace queue
