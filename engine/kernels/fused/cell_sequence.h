// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/schedule.h"
#include "engine/kernels/fused/part_runner.h"

#include <cstdint>
#include <span>

namespace engine::fused {

struct SequenceExtents {
    std::int64_t steps, streams; ///< T, N
    cells::CellSizes sizes;      ///< I, H
    bool training, reversed;     ///< reversed: from the last step to the first
    cells::Seen seen = cells::Seen::States;
};

/// A cell over a sequence: one direction of one stacked layer, on a processor. As cells::Reference, but in float, and
/// with products of all gates as one. x and dy lie in the same places in each pass.
class CellSequence {
public:
    CellSequence(const cells::Definition& cell, const SequenceExtents& extents);
    CellSequence(const CellSequence&) = delete;
    CellSequence& operator=(const CellSequence&) = delete;

    std::int64_t floats() const { return m_floats; } ///< that it wants
    void take(float* memory);                        ///< so many, zeros

    /// Lists are the caller's, and are read in the pass alone.
    struct Forward {
        RowsView x;                           ///< [T·N, I]
        const float* cont;                    ///< [T, N]
        std::span<const float* const> before; ///< by state [N, H]; null: zeros
        std::span<float* const> after;        ///< likewise; null: not wanted
        RowsView y;                           ///< [T·N, H]
        bool weightsChanged = true;           ///< since the pass before; else they are as they were
        std::span<const RowsView> seen = {};  ///< [T·N, H]: the states after each step, then with Seen::All the gates
    };
    void forward(const Forward& work, std::span<const float* const> learned);

    struct Backward {
        const float* cont;
        RowsView dy;                         ///< [T·N, H]; without data: zeros
        std::span<const float* const> after; ///< gradients by the states after; null: zeros
        std::span<float* const> before;      ///< by those before; null: not wanted
        RowsView dx;                         ///< [T·N, I]; without data: not wanted
    };
    void backward(const Backward& work);
    /// Of weights, to what is there: after the backward pass, and before the next.
    void addGradients(std::span<float* const> learned);

private:
    std::int64_t state() const { return m_extents.streams * m_extents.sizes.units; }
    std::int64_t timeOf(std::int64_t index) const { return m_extents.reversed ? m_extents.steps - 1 - index : index; }
    /// Of all states: what lies in the memory from `first` on, so many steps of each.
    float* place(std::int64_t first, std::size_t state, std::int64_t steps, std::int64_t step) const
    {
        return m_memory + first + (static_cast<std::int64_t>(state) * steps + step) * this->state();
    }
    void bindInputs(const RowsView& x);
    void bindGradients(const RowsView& dy);
    void giveInputGradient(const RowsView& dx, std::int64_t rows) const;
    void setBefore(const Forward& work, std::int64_t index);
    void multiplyByCont(const float* cont, std::int64_t index, const RowsView& from, float* to) const;

    cells::Definition m_cell;
    cells::Schedule m_schedule;
    std::size_t m_states;
    SequenceExtents m_extents;
    PartRunner m_atOnce, m_perStep;
    std::int64_t m_keptSteps; ///< of the states before a step: all, or two in turns without a backward pass
    // Places in the memory: the states before each step, times cont; in the backward pass the gradients by the states
    // after each step and by those before the first; a dy of zeros.
    std::int64_t m_floats = 0, m_before = 0, m_gradients = 0, m_first = 0, m_zeros = 0;
    float* m_memory = nullptr;
    RowsView m_x, m_dy;
};

} // namespace engine::fused
