// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace engine::cells::test {

struct RandomEquation {
    std::string name, value;
};

/// Equations drawn by a seed, with no more parentheses than the notation asks for: many are cells, some are wrong.
std::vector<RandomEquation> randomEquations(std::uint64_t seed);

std::string textOf(const std::vector<RandomEquation>& equations);

} // namespace engine::cells::test
