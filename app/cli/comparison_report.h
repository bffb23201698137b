// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/cli/table.h"
#include "app/contest/comparison.h"

#include <cstddef>
#include <string>
#include <vector>

/// A comparison as `hamnet compare` shows it. Those that could not be measured say why in a table's last column.
namespace cli {

/// The row of what cannot be measured: its name, the reason in the last column, and nothing between.
std::vector<std::string> rowOf(const contest::Refusal& refusal, std::size_t columns);

// Of engines: a row for each; "engines", "refused", "loss_difference", "verdict".
Table enginesTable(const contest::Comparison& comparison);
Json enginesJson(const contest::Comparison& comparison);

/// What they wrote, a column each, in so many columns of a terminal.
Table textsOf(const contest::Results& results, int columns);
std::string whereTextsPart(const contest::Results& results); ///< a sentence

// Of nets that learned for epochs: a row for each; "rows" with every epoch's numbers, "refused", "verdict".
Table learningTable(const contest::Comparison& comparison);
Json learningJson(const contest::Comparison& comparison);

} // namespace cli
