// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// What counts as one character of a text.
enum class Encoding { Bytes, Utf8 };

/// The characters that a model knows and their numbers. Made from a text they are in the order of their code; the
/// order that another program gave them is kept.
class Vocabulary {
public:
    Vocabulary() = default;

    /// Throws Error where a character comes twice, or is no byte or no code point.
    Vocabulary(Encoding encoding, std::vector<char32_t> characters);

    Encoding encoding() const { return m_encoding; }
    std::int64_t size() const { return static_cast<std::int64_t>(m_characters.size()); }
    const std::vector<char32_t>& characters() const { return m_characters; } ///< bytes or code points

    std::optional<std::int32_t> idOf(char32_t character) const
    {
        if (character < m_ids.size() && m_ids[character] != absent) {
            return m_ids[character];
        }
        return std::nullopt;
    }
    std::string textOf(std::int32_t id) const; ///< one byte, or the code point as UTF-8

    /// The ids of a text. Characters that the vocabulary lacks are left out and, once each, appended to `unknown`.
    /// Throws Error for invalid UTF-8, with the byte's position.
    std::vector<std::int32_t> encode(std::string_view text, std::vector<std::string>* unknown = nullptr) const;
    std::string decode(const std::vector<std::int32_t>& ids) const;

    bool operator==(const Vocabulary& other) const
    {
        return m_encoding == other.m_encoding && m_characters == other.m_characters;
    }

private:
    static constexpr std::int32_t absent = -1;

    Encoding m_encoding = Encoding::Bytes;
    std::vector<char32_t> m_characters;
    std::vector<std::int32_t> m_ids; ///< by character, up to the highest
};

/// The vocabulary that a text lists: each character once, in the order of their numbers. Throws Error for one that
/// comes twice and for invalid UTF-8; `owner` starts its sentence.
Vocabulary listedVocabulary(std::string_view text, Encoding encoding, std::string_view owner);

/// A character as a sentence names it: "'é'", "U+000A", "byte 0xE9".
Sentence nameOf(char32_t character, Encoding encoding);

} // namespace engine
