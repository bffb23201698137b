// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/start_run.h"
#include "engine/graph/go_on.h"

namespace engine {

/// The same as startRun(), but a new run that is to last a minute or longer and leaves the device open ("auto") first
/// tries some steps on one GPU and on it with all others that nobody uses, and takes what is clearly quicker. A note
/// says which, with the time of a step each way. A resumed run stays on one.
StartedRun startWhereItPays(const RunDescription& run, const StartPlace& place = {}, const GoOn& goOn = {});

/// What the two times of a step come to: several devices have to be worth having.
bool severalPay(double secondsOnOne, double secondsOnSeveral);

} // namespace engine
