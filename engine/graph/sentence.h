// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/shape.h"

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A number as a person writes it: "0.05", "1e-08".
std::string toText(double number);

std::string bytesInWords(std::int64_t bytes); ///< "824 bytes", "12.3 MiB"

inline void appendPart(std::string& text, std::string_view part)
{
    text += part;
}
inline void appendPart(std::string& text, const Shape& shape)
{
    text += toString(shape);
}
inline void appendPart(std::string& text, double number)
{
    text += toText(number);
}
template <std::integral Number>
void appendPart(std::string& text, Number number)
{
    text += std::to_string(number);
}

/// Words, numbers and shapes in a row: sentence("input x is ", shape, ", but ...").
template <typename... Parts>
std::string sentence(const Parts&... parts)
{
    std::string text;
    (appendPart(text, parts), ...);
    return text;
}

// Words out of a file or from a command line may have any length and any bytes. What is said of them goes through
// these: printable() for one name or value, shortSentence() for all that a sentence was made of.

/// At most 40 characters of it, without control characters; what is no UTF-8 as \x and its digits.
std::string printable(std::string_view text);
std::string shown(std::string_view text); ///< the same in single quotes

/// No sentence is longer, in bytes: Error sees to it, and so does whoever shows a note.
inline constexpr std::size_t longestSentence = 2000;

/// The text; where it is longer than that, its beginning and its end with " ... " between.
std::string shortSentence(const std::string& text);

/// "a, b or c".
std::string listed(std::span<const std::string_view> names, std::string_view conjunction = "or");

/// Lower case and without underscores: how names of types and choices are compared.
std::string folded(std::string_view name);

/// The candidates that `wanted` may have been meant for, the nearest first, at most three; none above 64 letters.
std::vector<std::string_view> nearestNames(std::string_view wanted, std::span<const std::string_view> candidates);

/// " (did you mean a or b?)" where there are near names, else nothing.
std::string hint(std::string_view wanted, std::span<const std::string_view> candidates);

} // namespace engine
