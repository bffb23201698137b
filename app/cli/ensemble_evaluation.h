// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cli {

/// Which nets are measured on what.
struct EnsembleWish {
    std::vector<std::string> checkpoints; ///< two or more
    std::string data, split;              ///< the split may be empty: the usual one
    std::optional<std::int64_t> characters;
    std::int64_t window = 0; ///< 0: none; else measured in windows of so many characters, too
    const FormatOptions* table;
    const MachineOptions* machine;
    bool json = false;
};

/// Measures each net and all of them as one, which predicts the mean of their probabilities. Throws Error where they do
/// not predict the same thing, or did not hold out the same part.
void evaluateEnsemble(Console& console, const EnsembleWish& wish, const Interrupt& interrupt);

} // namespace cli
