// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

namespace engine {

/// What a unit may follow in a text.
enum class TextPattern {
    InsideQuotes, ///< from a double quotation mark to the next one, or from an opening to its closing one: “ ” „ “ « »
    PositionInLine, ///< how many characters of the line came before
    LineStart,      ///< the first word of a line
    UpperCase,
    Spaces, ///< blanks and line ends
    Digits,
    Punctuation,
    PositionInWord, ///< how many characters of the word came before; 0 between words
};

/// The pattern at each code point: 0 or 1, or a count. What is a letter, a digit, upper case or punctuation is as
/// Unicode has it.
std::vector<float> patternSeries(TextPattern pattern, std::span<const char32_t> text);

/// Whether the pattern tells characters of the text apart: it is not the same at all of them.
bool occurs(TextPattern pattern, std::span<const char32_t> text);

} // namespace engine
