// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/parallel.h"
#include "engine/lens/cell_rows.h"
#include "engine/lens/packed_rows.h"
#include "engine/lens/unit_values.h"

#include <array>
#include <cstdint>
#include <vector>

namespace engine {

/// The weights of one direction of one stacked layer.
struct PartWeights {
    const float *Wx, *Wh, *b, *bh; ///< bh is null in a cell without one
};

/// The state before the first step, [H] each; null: zero.
using FirstState = std::array<const float*, 2>;

/// One direction of one stacked layer over a whole text, some steps at a time. Steps are numbered in the direction of
/// reading: number 0 of a backward direction is the text's last character.
class PartReading {
public:
    /// cont [T] or null: a sequence starts at step 0 alone. `before` is that of the direction's first step. Takes
    /// memory for the gates and states of `values`, which outlive it, as all that it is given does.
    PartReading(UnitValues& values, const PartWeights& weights, const float* cont, const FirstState& before);

    /// The sums of the input for the steps with these numbers, on all threads; x [T, I] needs to be there for these.
    void takeInput(IndexRange numbers, const float* x, std::int64_t width);

    /// Gates and states of the next steps, whose input was taken, on the calling thread.
    void read(IndexRange numbers);

private:
    void readStep(std::int64_t number);
    std::int64_t characterOf(std::int64_t number) const;

    UnitValues& m_values;
    PartWeights m_weights;
    CellRowsStep m_step;
    const float* m_cont;
    FirstState m_before;
    std::vector<float> m_zeros; ///< [H]
    PackedRows m_rows;
};

} // namespace engine
