// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/net/net.h"
#include "engine/solvers/device_update.h"

#include <vector>

namespace engine {

/// The losses that a net minimises, with the share that each has in the loss that a run reports: nats per character of
/// the text's loss, the one whose scores the net writes with, whatever its loss_weight and its normalization. The
/// others have no share. A net that minimises no such loss reports its objective.
struct ReportedLoss {
    std::vector<LossTensor> tensors;
    bool perCharacter; ///< nats per character; else the objective
};
ReportedLoss reportedLoss(const Net& net);

} // namespace engine
