// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/results.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace contest {

/// What one contender came to.
struct Figures {
    std::string name;
    double stepSeconds = 0; ///< of a training step that is typical of it
    std::int64_t bytes = 0; ///< of memory where it trains; 0: not known
};

/// The fastest against the slowest, and how near the losses of all are; or which one alone was measured. There is at
/// least one.
engine::Sentence sentenceOf(std::span<const Figures> contenders, const LossAgreement& losses);

/// The same of results, by their typical steps and the losses of the first seed.
std::string sentenceOf(const Results& results);

/// Of nets that learned for epochs, a few sentences: the fastest against the slowest; whether engines with the same net
/// differ by more than seeds do; where nets or batches differ, which is best after the same time.
std::vector<std::string> learningSentences(const Results& results);

/// The losses that a net came to with one cell, a value for each seed.
struct CellLosses {
    std::string cell;
    Spread losses;
};

/// Which cell has the lowest mean loss, and whether the next one's lies farther off than seeds make losses differ.
/// There are two cells at least, each with a value.
engine::Sentence bestCell(std::span<const CellLosses> cells);

} // namespace contest
