// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/schedule.h"

#include <cstdint>
#include <vector>

namespace engine::cells {

/// A cell over a sequence, and all numbers that go into it: T steps, N streams, I wide input, H units.
struct CellRun {
    std::int64_t steps, streams;
    CellSizes sizes;
    std::vector<double> x;                    ///< [T, N, I]
    std::vector<double> cont;                 ///< [T, N], by which the states before a step are multiplied
    std::vector<std::vector<double>> learned; ///< as in Definition::learned
    std::vector<std::vector<double>> states;  ///< before the first step, [N, H] each
};

/// What the cell makes of it.
struct CellResult {
    std::vector<double> h;                   ///< [T, N, H]
    std::vector<std::vector<double>> states; ///< after the last step
};

/// The gradients of a loss.
struct CellGradients {
    std::vector<double> x;
    std::vector<std::vector<double>> learned, states;
};

/// Computes a cell in double precision by its stages, plainly: what engines are compared with, and what checks a cell
/// before it is trained.
class Reference {
public:
    explicit Reference(const Definition& cell) : m_cell(cell), m_schedule(scheduleOf(cell)) {}

    /// Throws CellError where the cell cannot have these sizes.
    CellResult forward(const CellRun& run);

    /// From the gradients by what forward() gave last; `run` is the same.
    CellGradients backward(const CellRun& run, const CellResult& gradients);

private:
    /// The tensors of a part, by the numbers of Part::tensors, and the scales of its norms.
    struct Memory {
        std::vector<std::vector<double>> tensors, scales;
    };
    static Memory memoryOf(const Part& part, const CellRun& run, const std::vector<std::vector<double>>& inputs);

    Definition m_cell;
    Schedule m_schedule;
    Memory m_atOnce;
    std::vector<Memory> m_steps; ///< of each step: inputs, outputs and what is kept
};

} // namespace engine::cells
