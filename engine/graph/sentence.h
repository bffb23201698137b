// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/shape.h"

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
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

/// A sentence in English that remembers how it was made, so that a window can say it in another language: the words of
/// the source with %1, %2, ... for what was put between them, which may be sentences themselves.
class Sentence : public std::string {
public:
    Sentence() = default;
    Sentence(std::string text) : std::string(std::move(text)) {}
    Sentence(const char* text) : std::string(text) {}

    /// One that was made before, with its pattern and parts, as a file has it.
    static Sentence restored(std::string text, std::string pattern, std::vector<Sentence> parts, bool isName)
    {
        Sentence made(std::move(text));
        made.m_pattern = std::move(pattern);
        made.m_parts = std::move(parts);
        made.m_isName = isName;
        return made;
    }

    /// "input x is %1, but must be %2"; the sentence itself where nothing was put into it.
    const std::string& pattern() const { return m_parts.empty() ? *this : m_pattern; }
    const std::vector<Sentence>& parts() const { return m_parts; } ///< for %1, %2, ...

    /// A number, a shape or a text that was put into a sentence, such as a layer's name: words are literals or
    /// sentences.
    bool isName() const { return m_isName; }

    /// A string literal belongs to the pattern, all else is a part.
    template <typename Part>
    void put(const Part& part)
    {
        if constexpr (std::is_array_v<Part>) {
            append(part);
            m_pattern.append(part);
        } else {
            Sentence made;
            if constexpr (std::derived_from<Part, Sentence>) {
                made = part;
            } else {
                appendPart(made, part);
                made.m_isName = !std::is_same_v<Part, const char*>;
            }
            append(made);
            m_pattern += '%' + std::to_string(m_parts.size() + 1);
            m_parts.push_back(std::move(made));
        }
    }

    template <typename Part>
    void operator+=(const Part&) = delete; // the pattern would not know of it

private:
    std::string m_pattern;
    std::vector<Sentence> m_parts;
    bool m_isName = false;
};

/// Words, numbers and shapes in a row: sentence("input x is ", shape, ", but ...").
template <typename... Parts>
Sentence sentence(const Parts&... parts)
{
    Sentence made;
    (made.put(parts), ...);
    return made;
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
Sentence listed(std::span<const std::string_view> names, std::string_view conjunction = "or");

/// Lower case and without underscores: how names of types and choices are compared.
std::string folded(std::string_view name);

/// The candidates that `wanted` may have been meant for, the nearest first, at most three; none above 64 letters.
std::vector<std::string_view> nearestNames(std::string_view wanted, std::span<const std::string_view> candidates);

/// " (did you mean a or b?)" where there are near names, else nothing.
Sentence hint(std::string_view wanted, std::span<const std::string_view> candidates);

} // namespace engine
