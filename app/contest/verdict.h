// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace contest {

/// What one contender came to.
struct Figures {
    std::string name;
    double stepSeconds = 0;     ///< of a training step that is typical of it
    std::int64_t bytes = 0;     ///< of memory where it trains
    std::vector<double> losses; ///< of its iterations, from the first
};

/// The fastest against the slowest.
struct Verdict {
    std::string fastest, slowest;
    double speed = 1;            ///< the fastest trains so many times as fast
    double memory = 1;           ///< and takes so many times the slowest's memory
    double difference = 0;       ///< the largest distance between losses of one iteration; NaN where one is none
    std::int64_t iterations = 0; ///< that all of them made
};

/// Of two contenders or more; nothing where there are fewer.
std::optional<Verdict> verdictOf(std::span<const Figures> contenders);

/// The largest distance of a loss from the first one's at the same iteration; NaN where one is none.
double largestDifference(std::span<const Figures> contenders);

/// What sentenceOf() fills: %1 fastest, %2 speed, %3 slowest, %4 memory, %5 difference, %6 iterations. A text of the
/// context "Compare".
extern const char* const verdictPattern;

/// Of each %1 to %6 in verdictPattern, the number in English.
std::string sentenceOf(const Verdict& verdict);

/// The verdict on the contenders, or which one alone was measured. There is at least one.
std::string sentenceOf(std::span<const Figures> contenders);

} // namespace contest
