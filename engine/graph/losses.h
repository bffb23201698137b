// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"

namespace engine {

/// Whether anything counts in what the net of a phase minimises: see lossWeight().
bool hasLoss(const Model& model, Phase phase);

} // namespace engine
