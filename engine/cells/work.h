// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/schedule.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine::cells {

/// What one pass over one step of one stream takes.
struct Work {
    std::int64_t inputProducts = 0; ///< with matrices [H, I]
    std::vector<int> heads = {};    ///< of each product with a matrix [H, H/heads]
    std::int64_t operations = 0;    ///< on elements, for each of the H units
    std::int64_t norms = 0;         ///< layernorm of H units, or its gradient

    /// A multiplication and an addition are 2. Stays at 2^60 where the number is larger.
    std::int64_t flops(CellSizes sizes) const;

    /// How that is worked out: "2·(4·H·I + 4·H·H) + 17·H".
    std::string arithmetic() const;
};

Work forwardWork(const Schedule& schedule, const Definition& cell);
Work backwardWork(const Schedule& schedule, const Definition& cell);

/// How many vectors of H numbers are held for each step and stream until the backward pass: the output, the states, and
/// what else it reads besides x.
std::int64_t keptVectors(const Schedule& schedule);

} // namespace engine::cells
