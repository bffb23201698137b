// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/curves.h"
#include "app/contest/field.h"

#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace contest {

/// How fast one engine trains one net and uses it.
struct Pace {
    std::string net, engine; ///< names
    Loaded loaded = {};
    std::vector<double> stepSeconds = {};
    std::vector<double> useSeconds = {}; ///< of a character written or a sequence answered; empty where it does neither
    Memory memory = {};

    double step() const { return median(stepSeconds); }
    double use() const { return median(useSeconds); }
    double trainedPerSecond() const { return static_cast<double>(loaded.batchUnits) / step(); }
    double stepGflops() const { return static_cast<double>(loaded.flops) / step() / 1e9; }
    bool isUsed() const { return !useSeconds.empty(); }
    double usedPerSecond() const { return 1 / use(); }
    double useGflops() const { return static_cast<double>(loaded.flopsOfOne) / use() / 1e9; }
};

struct Paces {
    std::vector<Pace> rows;
    std::vector<std::pair<std::string, Refusal>> refusals; ///< with the name of the net
    std::exception_ptr firstFailure = {};                  ///< null where none failed
};

/// Adds a row for each engine of one net, or why there is none: it trains for so many seconds, in turns with the
/// others, and writes or answers for half of that. Throws CancelledError.
void addPaces(const std::string& net, std::vector<Entrant> entrants, double seconds, Paces& paces);

} // namespace contest
