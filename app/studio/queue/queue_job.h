// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/sweep.h"
#include "app/studio/session/run_record.h"
#include "app/studio/session/training_request.h"
#include "engine/graph/go_on.h"
#include "engine/graph/params.h"

#include <filesystem>
#include <string>

namespace studio {

/// What F5 would start, for a queue.
struct RunForQueue {
    TrainingRequest request;
    engine::Params given = {}; ///< settings that the user has given, see engine::runSpecs()
    std::string title = {};    ///< what the project is called
};

/// The run as another process trains it. Throws engine::Error for settings out of range.
queue::Job jobOf(const RunForQueue& run);

/// Without the data: see readData(). Throws engine::Error as jobOf(), and for a run without an end, after which no
/// other of the queue would come.
queue::SweepBase sweepBaseOf(const RunForQueue& run);

/// Reads the data, which settle sizes and tell whether a part is held out. Takes a while; any thread. Throws
/// engine::Error as engine::openSource() does.
void readData(queue::SweepBase& base);

/// The record that the run would have, as far as its settings go.
RunRecord recordOf(const queue::Job& job);

} // namespace studio
