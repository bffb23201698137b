// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/recurrent.h"

#include <cstdint>

namespace engine {

/// One step of `count` of a cell's H units, from `first` on.
struct CellRows {
    std::int64_t units, first, count; ///< H; the run
    float* a;                         ///< [G·H], sums of the input, overwritten by the gates after their activation
    const float* u;                   ///< [G, count], sums of the state of those units alone
    const float *hBefore, *cBefore;   ///< [H]; cBefore is null in a cell of one state, as is c
    float *h, *c;                     ///< [H]
};

using CellRowsStep = void (*)(const CellRows&);

/// How a cell computes. Null: a cell that this engine does not know.
CellRowsStep cellRowsOf(const Cell& cell);

} // namespace engine
