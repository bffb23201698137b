// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/train_plan.h"

#include <cstdint>

namespace cli {

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
