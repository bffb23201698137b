// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/report_mailbox.h"
#include "app/studio/session/training_request.h"
#include "engine/training/run/run_control.h"

#include <stop_token>

namespace studio {

/// One training from its start to its end, on the thread that calls: device, net, solver and trainer are made, used and
/// destroyed in it. Never throws: failures are reports. A failure of the disk, of a checkpoint or of the corpus, pauses
/// the run, so that nothing is lost and it can go on once that is mended.
void train(const TrainingRequest& request, const std::stop_token& stop, engine::RunControl& control,
           ReportMailbox& mailbox);

} // namespace studio
