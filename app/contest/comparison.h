// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/field.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// Nets on engines, trained from the same weights in turns: how fast they are, what they take, and how well they learn.

namespace contest {

enum class Order { InTurns, AtOnce };

/// What all entrants do.
struct Trial {
    std::optional<std::int64_t> epochs = {}; ///< each is validated; nothing: the iterations are trained in five turns
    std::optional<std::int64_t> iterations = {}; ///< in place of that many epochs
    std::uint64_t firstSeed = 1;                 ///< the others follow it
    std::int64_t seeds = 1;
    Order order = Order::InTurns;
    std::int64_t textLength = 0;                       ///< characters that each writes after its iterations
    double seconds = 0;                                ///< of training after that, for utilisation and energy; 0: none
    std::function<void(const std::string&)> tell = {}; ///< hears what is trained; may be empty
};

/// Trains them all. Those that cannot be trained are refusals, and so are those that diverge while they learn for
/// epochs. Throws Error with what was wrong with the first where none is left, where equal nets did not start from the
/// same weights, and where two are to work at once on one device; CancelledError.
Comparison compare(const std::vector<Entrant>& entrants, const Trial& trial, const engine::GoOn& goOn);

/// How fast engines train a net and use it: each trains for so many seconds, in turns with the others, and writes or
/// answers for half of that. Throws CancelledError.
Comparison measurePaces(const std::vector<Entrant>& entrants, double seconds, const engine::GoOn& goOn);

} // namespace contest
