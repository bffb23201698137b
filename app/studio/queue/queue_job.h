// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/sweep.h"
#include "app/studio/session/run_record.h"
#include "engine/training/run/run_description.h"

#include <string>

namespace studio {

/// The run, of a project of that title, as another process trains it; without the data: see readData(). Throws
/// engine::Error for a run without an end, after which no other of the queue would come.
queue::SweepBase sweepBaseOf(const engine::RunDescription& run, const std::string& title);

/// Reads the data, which settle sizes and tell whether a part is held out. Takes a while; any thread. Throws
/// engine::Error as engine::openSource() does.
void readData(queue::SweepBase& base);

/// The record that the run would have, as far as its settings go.
RunRecord recordOf(const queue::Job& job);

} // namespace studio
