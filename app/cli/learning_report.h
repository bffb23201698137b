// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/cli/learning_comparison.h"
#include "app/cli/table.h"

#include <string>
#include <vector>

namespace cli {

/// A row for each learner; those that could not be trained say why in the last column.
Table tableOf(const LearningComparison& comparison);

/// All of it: "rows" with every epoch's numbers, "refused", "verdict" with its sentences.
Json toJson(const LearningComparison& comparison);

/// "CUDA:0: NVIDIA H200, ...", each once.
std::vector<std::string> devicesOf(const LearningComparison& comparison);

} // namespace cli
