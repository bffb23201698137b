// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"
#include "engine/cells/reference.h"

#include <cstdint>
#include <vector>

namespace engine::cells::test {

using Doubles = std::vector<double>;
using Floats = std::vector<float>;

Floats floats(const Doubles& numbers);
std::vector<Floats> floats(const std::vector<Doubles>& tensors);

/// A run with sequences that start inside it, and the gradients that arrive. Weights are up to `weights`.
struct Problem {
    CellRun run;
    CellResult arriving;

    Problem(const Definition& cell, std::int64_t streams, CellSizes sizes, std::uint32_t seed, double weights = 0.5,
            std::int64_t steps = 5);
};

/// The same problem with its steps in the other order, as a direction that reads backward takes it: cont[t] is then
/// between steps t - 1 and t, and nothing is between the ports and the last step.
Problem turned(const Problem& problem);

/// Rows of so many steps in the other order.
Floats turnedBack(const Floats& numbers, std::int64_t steps);

} // namespace engine::cells::test
