// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/report.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Numbers as a person reads them.
namespace cli {

using engine::bytesInWords, engine::countInWords, engine::grouped;
std::string amountInWords(double amount);    ///< three figures: "0.0412", "12.3", "4,120"
std::string scoreInWords(double score);      ///< a loss or a metric: "0.9712", "1,234"
std::string lossInWords(double loss);        ///< "0.9712"
std::string shareInWords(double share);      ///< "97.12 %", of 0.9712
std::string timeInWords(double seconds);     ///< "412 µs", "0.380 ms", "12.3 s"
std::string durationInWords(double seconds); ///< "0.42 s", "1:05", "2:03:09"
std::string clockInWords(double seconds);    ///< "0:09", "2:03:09"
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");
std::string_view plural(std::int64_t count, std::string_view one, std::string_view many);

std::vector<std::string> linesIn(const std::string& text);

/// Columns that a text takes on a terminal, each code point counted as one.
int columnsOf(std::string_view text);

/// The text cut to at most so many columns, with "…" where something is missing.
std::string shortened(std::string_view text, int columns);

/// A text in one line and without what a terminal would obey: "\n" for a line's end, "\x1b" for an escape. See
/// engine::visible.
std::string oneLine(std::string_view text);

/// The same, but line ends and tabs stay.
std::string harmless(std::string_view text);

} // namespace cli
