// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/contest/comparison.h"
#include "engine/graph/report.h"

#include <string>
#include <vector>

/// A comparison as `hamnet compare` shows it. Those that could not be measured say why in a table's last column.
namespace cli {

/// Adds the row of what cannot be measured: its names, the reason in a last column "why not", and nothing between.
void addRefusal(engine::Report& report, std::vector<engine::ReportCell> names, const std::string& reason);

// Of engines: a row for each; "engines", "refused", "loss_difference", "verdict".
engine::Report enginesTable(const contest::Comparison& comparison);
Json enginesJson(const contest::Comparison& comparison);

/// What they wrote, a column each, in so many columns of a terminal.
engine::Report textsOf(const contest::Results& results, int columns);
std::string whereTextsPart(const contest::Results& results); ///< a sentence

// Of nets that learned for epochs: a row for each; "rows" with every epoch's numbers, "refused", "verdict".
engine::Report learningTable(const contest::Comparison& comparison);
Json learningJson(const contest::Comparison& comparison);

} // namespace cli
