// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/held_unit.h"
#include "engine/training/write/unit_state.h"

#include <QString>

namespace studio {

QString stateWords(const engine::UnitState& state); ///< "lstm1 · layer 2 · cell state c"

/// "lstm1 · unit 17 · h = 0.5 from here on", seen from a place of the text.
QString heldWords(const engine::HeldUnit& unit, std::int64_t place);

QString characterWords(const std::string& character); ///< "“e”", "a line's end"

} // namespace studio
