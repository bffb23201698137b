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

/// Marks English text that the editor shows and translates; the engine itself stays without Qt.
#define ENGINE_TEXT(context, text) text

inline std::string partText(std::string_view part)
{
    return std::string(part);
}
inline std::string partText(const Shape& shape)
{
    return toString(shape);
}
inline std::string partText(double number)
{
    return toText(number);
}
template <std::integral Number>
std::string partText(Number number)
{
    return std::to_string(number);
}

/// A sentence in English that remembers how it was made, so that a window can say it in another language: a pattern
/// with %1, %2, ... for what was put into it, which may be sentences themselves. say() makes it.
class Sentence : public std::string {
public:
    Sentence() = default;
    Sentence(std::string text) : std::string(std::move(text)) {}
    Sentence(const char* text) : std::string(text) {}
    Sentence(std::string_view pattern, std::vector<Sentence> parts);

    /// One that was made before, with its pattern and parts, as a file has it.
    static Sentence restored(std::string text, std::string pattern, std::vector<Sentence> parts, bool isName)
    {
        Sentence made(std::move(text));
        made.m_pattern = std::move(pattern);
        made.m_parts = std::move(parts);
        made.m_isName = isName;
        return made;
    }

    /// What is put into another one. A literal is a word, which is translated; a std::string is a name, which is not.
    template <typename Part>
    static Sentence part(const Part& part)
    {
        if constexpr (std::derived_from<Part, Sentence>) {
            return part;
        } else {
            Sentence made(partText(part));
            made.m_isName = !std::is_convertible_v<Part, const char*>;
            return made;
        }
    }

    /// "input x is %1, but must be %2"; the sentence itself where nothing was put into it.
    const std::string& pattern() const { return m_parts.empty() ? *this : m_pattern; }
    const std::vector<Sentence>& parts() const { return m_parts; } ///< for %1, %2, ...

    /// A number, a shape or a text that was put into a sentence, such as a layer's name.
    bool isName() const { return m_isName; }

    template <typename Part>
    void operator+=(const Part&) = delete; // the pattern would not know of it

private:
    std::string m_pattern;
    std::vector<Sentence> m_parts;
    bool m_isName = false;
};

/// The pattern with the texts in the places of %1, %2, ...; a % without the number of a text stays.
std::string filled(std::string_view pattern, std::span<const Sentence> texts);

/// How many texts a pattern wants: the highest number behind a %.
constexpr std::size_t placesOf(std::string_view pattern)
{
    std::size_t most = 0;
    for (std::size_t at = 0; at + 1 < pattern.size(); ++at) {
        std::size_t number = 0;
        for (std::size_t digit = at + 1; pattern[at] == '%' && digit < pattern.size(); ++digit) {
            if (pattern[digit] < '0' || pattern[digit] > '9') {
                break;
            }
            number = 10 * number + static_cast<std::size_t>(pattern[digit] - '0');
        }
        most = number > most ? number : most;
    }
    return most;
}

/// A literal with a place for each part; any other does not compile.
template <typename... Parts>
struct Pattern {
    template <std::size_t size>
    consteval Pattern(const char (&literal)[size]) : text(literal, size - 1)
    {
        if (placesOf(text) != sizeof...(Parts)) {
            throw "the pattern has not as many places as parts are given"; // NOLINT
        }
    }

    std::string_view text;
};

/// say(ENGINE_TEXT("Sentences", "input x is %1, but must be %2"), shape, wanted): what is marked is translated; a name
/// or another text without words is not: say("%1:%2", file, line).
template <typename... Parts>
Sentence say(Pattern<std::type_identity_t<Parts>...> pattern, const Parts&... parts)
{
    return Sentence(pattern.text, {Sentence::part(parts)...});
}

/// A count with its noun, as a sentence of its own: "1 thread", "%1 threads".
template <std::integral Number>
Sentence counted(Number count, const char* one, Pattern<std::type_identity_t<Number>> many)
{
    return count == 1 ? Sentence(one) : say(many, count);
}

Sentence bytesInWords(std::int64_t bytes); ///< "824 bytes", "12.3 MiB"

// Words out of a file or from a command line may have any length and any bytes. What is said of them goes through
// these: printable() for one name or value, shortSentence() for all that a sentence was made of.

/// At most 40 characters of it, without control characters; what is no UTF-8 as \x and its digits.
std::string printable(std::string_view text);
std::string shown(std::string_view text); ///< the same in single quotes

/// The maximum length of a sentence in bytes: enforced by Error, and by code that shows a note.
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
