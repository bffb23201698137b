// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "app/cli/learning_comparison.h"
#include "app/cli/learning_verdict.h"
#include "app/cli/table.h"

#include <optional>
#include <string>
#include <vector>

namespace cli {

/// A row for each learner; those that could not be trained say why in the last column.
Table tableOf(const LearningComparison& comparison);

/// "Does it cost accuracy?" and the sentences that answer it.
struct Answer {
    std::string question;
    std::vector<std::string> sentences;
    std::optional<Table> numbers = {}; ///< that the sentences rest on, where they do not say all of them
};

/// The questions that these results answer, without those that they do not.
std::vector<Answer> answersOf(const LearningComparison& comparison, const std::optional<BatchProbe>& probe);

/// All of it: "rows" with every epoch's numbers, "refused", "answers".
Json toJson(const LearningComparison& comparison, const std::optional<BatchProbe>& probe);

/// "CUDA:0: NVIDIA H200, ...", each once.
std::vector<std::string> devicesOf(const LearningComparison& comparison);

} // namespace cli
