// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/recurrent.h"
#include "engine/lens/unit_values.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace engine {

/// The cell by its equations: a built-in one has gates of the same names in the same order.
const cells::TypedCell& equationsOf(const Cell& cell);

/// What one direction of one stacked layer reads.
struct PartInput {
    const float* x; ///< [T, I]
    std::int64_t width;
    const float* cont;                 ///< [T] or null: a sequence starts at step 0 alone
    std::vector<const float*> learned; ///< as in cells::Definition::learned
    std::vector<const float*> before;  ///< by state [H]; null: zero
};

/// Gates and states of all steps of `values`, which takes the memory for them. Calls `ask` now and then, which may
/// throw.
void readPart(UnitValues& values, const PartInput& part, const std::function<void()>& ask);

/// The memory that such a reading takes besides.
std::int64_t partReadingFloats(const RecurrentStack& stack, std::int64_t units);

} // namespace engine
