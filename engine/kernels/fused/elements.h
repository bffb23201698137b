// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/stages.h"
#include "engine/devices/cpu/parallel.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine::fused {

/// Rows in memory; a stride of 0: one row for all.
struct RowsView {
    float* data = nullptr;
    std::int64_t stride = 0; ///< from one row to the next
    std::int64_t step = 0;   ///< from the first row of a step to that of the next; 0: one step alone is held

    RowsView at(std::int64_t index) const { return {data + index * step, stride, step}; }
};

/// The element-wise part of a stage, interpreted: each instruction is a loop over a block of units of one row, which
/// the processor runs as vector code, so that finding the next instruction costs little beside it.
class Elements {
public:
    /// Over rows of so many units.
    Elements(const cells::Program& program, std::int64_t units);

    bool isEmpty() const { return m_steps.empty() && m_sums.empty() && m_copies.empty(); }

    /// `tensors` by the numbers of Part::tensors; `sums` by those of Definition::learned, of H numbers each. All rows
    /// of a block of units are one thread's, so that sums do not depend on the number of threads.
    void run(std::span<const RowsView> tensors, std::int64_t rows, std::span<float* const> sums);

private:
    /// Where a value is: in a tensor, or in scratch memory.
    struct Operand {
        int tensor = -1, scratch = -1;
    };
    using Apply = void (*)(const float* a, const float* b, float* to, std::int64_t count);
    struct Step {
        Apply apply;
        Operand a, b, to;
    };
    struct Copy {
        Operand from;
        int tensor;
    };
    struct Sum {
        Operand from;
        int vector;
    };

    /// Units of all rows; scratch memory that no other block uses meanwhile.
    void runBlock(std::span<const RowsView> tensors, std::int64_t rows, IndexRange block, std::span<float* const> sums,
                  float* scratch) const;

    std::vector<Step> m_steps;
    std::vector<Copy> m_copies; ///< of values that more than one tensor takes, or that are none of the program's own
    std::vector<Sum> m_sums;
    std::vector<float> m_constants; ///< in the first places of the scratch memory
    int m_scratch = 0;              ///< values in scratch memory
    std::int64_t m_units;
    std::vector<float> m_memory; ///< [units, values]: each range of units has its own, whatever thread runs it
};

} // namespace engine::fused
