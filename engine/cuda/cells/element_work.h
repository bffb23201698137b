// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"
#include "engine/cells/schedule.h"

#include <vector>

namespace engine::cuda::cells {

namespace notation = engine::cells; ///< what a cell is, beside how CUDA runs it

/// The element-wise part of a stage as a kernel has it: a program whose loads and stores say how memory is used.
struct ElementWork {
    enum class How {
        Memory,
        Once,    ///< one row for all
        IfAny,   ///< 0 where there is no such tensor
        Carry,   ///< from the step before, times the factor between the two; 0 where there is no such tensor
        Product, ///< of this step, which the kernel multiplies itself
        Left     ///< in a register, by the elements before the product, in a cluster
    };
    /// Where the numbers of several tensors lie side by side, of a unit or of a thread, as one load or store has them.
    struct Lanes {
        int group = -1; ///< of tensors; -1: it lies in rows of its own
        int count = 1;  ///< 1, 2 or 4
        int lane = 0;   ///< which of them

        bool any() const { return group >= 0; }
    };
    struct Read {
        int tensor;
        How how;
        int state = -1;      ///< of How::Carry; of How::Product: which of `products`, or of a cluster's gates
        int parts = 1;       ///< whose sum it is
        Lanes byThread = {}; ///< its floats lie as the threads of a cluster have them
        Lanes byUnit = {};   ///< as a product of all rows gives them
    };
    struct Write {
        int source; ///< a register
        int tensor;
        bool floats = false, factors = false; ///< as what it is stored
        Lanes byThread = {};                  ///< as Read::byThread
    };
    /// Gives a register to the next step: to a tensor, times the factor between the two, or in a walk to its own state.
    struct Carry {
        int source, tensor, state;
    };
    struct Sum {
        int source;
        int place; ///< among the sums of all stages of a part
    };
    /// A register that the elements after the product read.
    struct Left {
        int source, tensor;
    };

    std::vector<notation::Instruction> instructions = {}; ///< a load's `a` is a place in `reads`
    std::vector<Read> reads = {};
    std::vector<Write> writes = {};
    std::vector<Carry> carries = {};
    std::vector<Sum> sums = {};
    std::vector<Left> left = {};
    std::vector<int> products = {}; ///< tensors that the kernel multiplies itself
    bool finishes = false;          ///< in a cluster: the elements after the product of a backward step

    bool isEmpty() const { return writes.empty() && carries.empty() && sums.empty(); }
    int views() const { return static_cast<int>(reads.size() + writes.size() + carries.size()); }

    /// visit(tensor) in the order of the kernel's views.
    template <typename Visit>
    void forEachView(const Visit& visit) const
    {
        for (const Read& read : reads) {
            visit(read.tensor);
        }
        for (const Write& write : writes) {
            visit(write.tensor);
        }
        for (const Carry& carry : carries) {
            visit(carry.tensor);
        }
    }
};

} // namespace engine::cuda::cells
