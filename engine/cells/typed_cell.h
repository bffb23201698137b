// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"
#include "engine/cells/schedule.h"
#include "engine/cells/work.h"
#include "engine/graph/recurrent.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine::cells {

/// A cell by its equations, with what layers, sizes and engines ask of it.
struct TypedCell {
    std::string text;
    Definition definition;
    Schedule schedule;
    Work forward, backward;
    std::int64_t keptVectors;                           ///< see the function of this name
    Cell cell;                                          ///< of Kind::Typed; its names point into the definition
    std::vector<std::string_view> gates, states, shown; ///< see Cell
    std::vector<std::string> firstStates, lastStates;   ///< the names of ports: "c0", "cT"

    /// Whether the output is a state, too, and which.
    std::optional<std::size_t> outputState() const;
};

/// The cell that is read from the text. Each text is read once, and its cell stays until the program ends: a Cell is
/// pointed at from nets that live on in other threads. Throws CellError.
const TypedCell& typedCell(std::string_view text);

} // namespace engine::cells
