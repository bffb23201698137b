// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/net/net.h"
#include "engine/solvers/device_update.h"

#include <vector>

namespace engine {

/// The losses that a net minimises, with the share of each in the loss that a run reports. That is the nats per
/// character of the text's loss, the one whose scores the net writes with, whatever its loss_weight and normalization;
/// the others have no share. A net without such a loss reports its objective. Of a net that has a share of the batch,
/// what it adds to the loss of the whole.
struct ReportedLoss {
    std::vector<LossTensor> tensors;
    bool perCharacter; ///< nats per character; else the objective
};
ReportedLoss reportedLoss(const Net& net);

} // namespace engine
