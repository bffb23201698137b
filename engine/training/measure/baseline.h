// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"
#include "engine/graph/sentence.h"
#include "engine/training/measure/metrics.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// What is right without having learned anything, to compare a net with.
struct Baseline {
    Sentence name;               ///< "as the last value"
    std::vector<Metric> metrics; ///< named as those of a SampleReport: "accuracy", or "mae", "rmse", "r2"
};

/// Of numbers: the last value of the target that was known when a sequence was read, and, where the series has a
/// period, the value of a period ago. Of classes: the one that is most frequent in the training part, or among `chosen`
/// where there is no such part. Measured over those of `chosen` whose answer is known; nothing where no such value or
/// answer is.
std::vector<Baseline> baselinesOf(const Samples& samples, std::span<const std::int32_t> chosen);

} // namespace engine
