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

/// What lies in memory while a part runs over some rows.
struct PartMemory {
    std::int64_t rows;
    std::vector<std::vector<double>> tensors; ///< as in Part::tensors
    std::vector<std::vector<double>> scales;  ///< of each norm, a row each
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
    void forwardStep(const CellRun& run, std::int64_t step, CellResult& result);
    void backwardStep(const CellRun& run, std::int64_t step, CellGradients& all,
                      std::vector<std::vector<double>>& given);

    Definition m_cell;
    Schedule m_schedule;
    PartMemory m_atOnce;
    std::vector<PartMemory> m_steps; ///< of each step: inputs, outputs and what is kept
};

} // namespace engine::cells
