// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/stages.h"

#include <vector>

namespace engine::cells {

/// What a run of the cell wants to see of each step.
enum class Seen {
    States, ///< the output and the states
    All     ///< what all other equations give, too
};

/// How a cell runs over a sequence of T steps and N streams.
struct Schedule {
    /// Over all T·N rows at once: what does not depend on a state and has to be whole before something else, that is
    /// the products with x, layernorm of them, and what such products and norms read. Its input is x.
    Part atOnce;

    /// Over the N rows of a step, step by step: the rest. The inputs are the states before the step, in their order,
    /// then the outputs of `atOnce`; the outputs are h, the states after the step, and with Seen::All the values of
    /// Definition::gates().
    Part perStep;

    /// Whether no step has to wait for a product: nothing that comes from a state is multiplied by a matrix.
    bool hasNoProductPerStep() const;
};

Schedule scheduleOf(const Definition& cell, Seen seen = Seen::States);

} // namespace engine::cells
