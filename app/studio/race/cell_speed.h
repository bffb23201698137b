// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/equations/cell_check.h"
#include "engine/graph/go_on.h"

#include <string>

namespace studio {

/// Trains a small net with the cell on every engine here that takes it, each in a process of its own. Takes seconds;
/// any thread. Throws engine::Error where the cell does not fit or no engine takes it, CancelledError where it is not
/// to go on.
editor::CellSpeeds cellSpeeds(const std::string& equations, const engine::GoOn& goOn);

} // namespace studio
