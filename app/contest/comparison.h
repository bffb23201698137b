// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/results.h"
#include "engine/graph/go_on.h"

#include <exception>
#include <string>
#include <vector>

// Nets on engines, trained from the same weights in turns: how fast they are, what they take, and how well they learn.

namespace contest {

/// What was to be measured and cannot be.
struct Refusal {
    std::string net, name; ///< of the entrant
    std::string reason;    ///< a sentence
};

struct Comparison {
    Results results = {};
    std::vector<Refusal> refusals = {};
    std::exception_ptr firstFailure = {}; ///< null where none failed

    void add(Comparison&& more);
    void requireAny() const; ///< throws the first failure where nothing has a result
};

/// Measures them all, each in a process of its own. One that fails, as those do that diverge while they learn or do not
/// start from the weights of an equal net before them, is a refusal with the reason, and the others go on; one whose
/// engine is not here, and was not asked for by name, is passed over. Throws Error where two are to work at once on one
/// device; CancelledError.
Comparison compare(const std::vector<Entrant>& entrants, const Trial& trial, const engine::GoOn& goOn);

} // namespace contest
