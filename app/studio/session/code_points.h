// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace studio {

/// A character that could have stood at a place of a text, and the probability that the net gave to it.
struct Candidate {
    char32_t character = 0; ///< a code point, or a byte
    float probability = 0;  ///< at temperature 1, before top-k and top-p

    bool operator==(const Candidate&) const = default;
};

/// The likeliest characters at one place of a text, the likeliest first; none where they are not known. Of fixed size,
/// since a long text has many of them.
struct Candidates {
    static constexpr std::size_t most = 10;

    std::array<Candidate, most> all = {};
    std::uint8_t count = 0;
    engine::Encoding encoding = engine::Encoding::Utf8; ///< what `character` is

    bool empty() const { return count == 0; }
    std::span<const Candidate> known() const { return std::span(all).first(count); }

    bool operator==(const Candidates&) const = default;
};

/// Some characters of a text as UTF-8, each with the bits by which it surprised the net.
struct WrittenCharacters {
    std::string text;
    std::vector<float> bits;                 ///< one for each code point of `text`; NaN where the net has no say
    std::vector<Candidates> candidates = {}; ///< likewise, or empty

    bool operator==(const WrittenCharacters&) const = default;
};

/// Makes code points of what a net writes, which may be single bytes. The bits of a code point are the sum of its
/// bytes' bits, and its candidates are those of its first byte. Bytes that make no code point become U+FFFD.
class CodePoints {
public:
    /// One character of a vocabulary: a byte or a whole code point.
    void add(std::string_view character, float bits, const Candidates& candidates, WrittenCharacters& to);

    /// The text is over: what is not a whole code point by now will not be one.
    void finish(WrittenCharacters& to);

private:
    void addByte(char byte, float bits, const Candidates& candidates, WrittenCharacters& to);
    void put(std::string_view text, WrittenCharacters& to);

    std::string m_open;      ///< the first bytes of a code point
    float m_bits = 0;        ///< of them
    Candidates m_candidates; ///< of the first of them
};

/// The same without candidates for a text that is there as a whole; `bits` has one for each character of the
/// vocabulary, or is empty.
WrittenCharacters codePoints(std::string_view text, const std::vector<float>& bits, engine::Encoding encoding);

} // namespace studio
