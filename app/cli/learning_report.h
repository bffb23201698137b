// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/cli/table.h"
#include "app/contest/comparison.h"

/// How nets learned on several engines, with several cells or batches, as `hamnet compare` shows it.
namespace cli {

/// A row for each net; those that could not be trained say why in the last column.
Table learningTable(const contest::Comparison& comparison);

/// All of it: "rows" with every epoch's numbers, "refused", "verdict" with its sentences.
Json learningJson(const contest::Comparison& comparison);

} // namespace cli
