// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/net_snapshot.h"
#include "app/studio/session/run_record.h"
#include "engine/graph/sentence.h"
#include "engine/training/measure/look_inside.h"
#include "engine/training/run/run.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace studio {

/// How far a run is. What cannot be told is empty.
struct TrainingProgress {
    std::int64_t iteration = 0, iterations = 0; ///< iterations: 0 where the run has no end
    double loss = 0;                            ///< mean over the last 100 iterations; in nats per character of a text
    std::optional<double> validationLoss, bestValidationLoss;
    std::vector<engine::Metric> metrics;   ///< of the last validation
    double epoch = 0;                      ///< how often the training part was read through
    double epochs = 0;                     ///< the same at the end; 0 where the run has none
    double secondsPerEpoch = 0;            ///< at the speed of the last seconds; 0: not known
    double charsPerSecond = 0;             ///< of training, over the last seconds; sequences where it learns from those
    double millisecondsPerStep = 0;        ///< the same
    double elapsed = 0;                    ///< seconds since the start, pauses left out
    std::optional<double> secondsLeft;     ///< until the iterations or the time end
    std::optional<double> secondsToTarget; ///< until the target loss, where the trend leads there
};

/// All that has happened on the training thread since the last poll.
struct TrainingReports {
    std::vector<engine::Event> events; ///< all but TrainEvents
    engine::Curve curve;               ///< of every iteration, from the first on; empty: nothing new
    std::vector<std::shared_ptr<const NetSnapshot>> snapshots; ///< that were asked for; shared with who generates
    std::shared_ptr<const engine::NetLook> look;               ///< the newest; shared with all who show it
    std::vector<engine::Sentence> troubles;                    ///< sentences: failures that paused the run
    std::optional<engine::Sentence> failure;                   ///< a sentence
    std::shared_ptr<const NetSnapshot> last;                   ///< the net as the run left it, once it is over
    bool over = false;                                         ///< device, net and solver are gone; nothing follows
};

} // namespace studio
