// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/sweep.h"
#include "app/studio/session/run_record.h"
#include "engine/training/run/run_description.h"

#include <string>

namespace studio {

/// What F5 would start, for a queue.
struct RunForQueue {
    engine::RunDescription run; ///< with the settings that the user has given, and a seed
    std::string title = {};     ///< what the project is called
};

/// The run as another process trains it.
queue::Job jobOf(const RunForQueue& run);

/// Without the data: see readData(). Throws engine::Error for a run without an end, after which no other of the queue
/// would come.
queue::SweepBase sweepBaseOf(const RunForQueue& run);

/// Reads the data, which settle sizes and tell whether a part is held out. Takes a while; any thread. Throws
/// engine::Error as engine::openSource() does.
void readData(queue::SweepBase& base);

/// The record that the run would have, as far as its settings go.
RunRecord recordOf(const queue::Job& job);

} // namespace studio
