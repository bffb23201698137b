// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/cli/table.h"
#include "app/contest/comparison.h"

#include <cstddef>
#include <string>
#include <vector>

/// A comparison of engines as `hamnet compare` shows it.
namespace cli {

/// The row of what cannot be measured: its name, the reason in the last column, and nothing between.
std::vector<std::string> rowOf(const contest::Refusal& refusal, std::size_t columns);

Json toJson(const std::vector<contest::Refusal>& refusals);

/// A row for each engine; those that could not be measured say why in the last column.
Table tableOf(const contest::Comparison& comparison);

/// "engines", "refused", "loss_difference", "verdict".
Json toJson(const contest::Comparison& comparison);

/// What they wrote, a column each, in so many columns of a terminal.
Table textsOf(const contest::Results& results, int columns);
std::string whereTextsPart(const contest::Results& results); ///< a sentence

} // namespace cli
