// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/contest/comparison.h"
#include "engine/graph/report.h"

#include <string>
#include <vector>

namespace cli {

/// With a row for each that could not be measured: its names, the reason in a last column, and nothing between.
engine::Report withRefusals(engine::Report report, const std::vector<contest::Refusal>& refusals);

// A comparison as `hamnet compare` shows it, of engines or of nets that learned for epochs.

engine::Report comparisonTable(const contest::Comparison& comparison);
Json comparisonJson(const contest::Comparison& comparison); ///< "engines", or "rows" with every epoch's numbers

/// What they wrote, a column each, in so many columns of a terminal.
engine::Report textsOf(const contest::Results& results, int columns);
std::string whereTextsPart(const contest::Results& results); ///< a sentence

} // namespace cli
