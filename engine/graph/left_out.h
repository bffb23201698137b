// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"

#include <map>
#include <string>

namespace engine {

std::string_view phaseName(Phase phase); ///< "TRAIN"

/// By tensor, why the layer that makes it is not in the net of the phase: "layer lstm, which
/// is not in the net of the phase TRAIN: ..."
std::map<std::string, Sentence> leftOutOf(const Model& model, Phase phase);

/// Throws Error where a layer of the phase reads what only a layer makes that is not in its net.
void requireMakers(const Model& model, Phase phase);

} // namespace engine
