// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/learning_comparison.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What the numbers of a comparison mean, in sentences. Nothing is said that was not measured.
namespace cli {

/// "0.9712", "1,234": a loss or a metric as a person reads it.
std::string scoreInWords(double score);

/// "0.380 ms", "12.3 s"
std::string timeInWords(double seconds);

/// "0.9712 ± 0.0021", the second where there are several seeds; "-" of no values.
std::string inWords(const Spread& spread);

/// The fastest against the slowest; nothing of one row.
std::optional<std::string> speedVerdict(const std::vector<LearningResult>& results);

/// Does it cost accuracy? A sentence for each engine beside the first that trained the same net: whether the means lie
/// farther apart than the seeds' standard deviation.
std::vector<std::string> accuracyVerdicts(const std::vector<LearningResult>& results);

/// Which of several nets or batches is best after the same epochs, and after the same time.
std::vector<std::string> bestVerdicts(const std::vector<LearningResult>& results);

/// The same net and engine with another batch, to see what of a step does not depend on the batch.
struct BatchProbe {
    std::string name; ///< of the row that it belongs to
    std::int64_t streams = 0, otherStreams = 0;
    double seconds = 0, otherSeconds = 0; ///< of a step

    /// The share of a step with `streams` that no batch changes, by a straight line through both: 0 to 1.
    double fixedShare() const;
};

/// By the rows of the quickest engine that has several batches, on a GPU where one was measured; else by a few steps
/// with four times the batch, or a quarter of it where the data are too few for that. Nothing where neither can be.
std::optional<BatchProbe> probeBatch(const std::vector<LearningResult>& results, const Measurement& common);

/// "Why is my GPU slower?" in at most two sentences: how a GPU's quickest row stands beside the processor's, by its
/// launches, how much of the GPU they fill and its bytes; and what helps, by the probe. Or that no GPU was measured and
/// what the processor's steps tell.
std::vector<std::string> gpuVerdicts(const std::vector<LearningResult>& results,
                                     const std::optional<BatchProbe>& probe);

} // namespace cli
