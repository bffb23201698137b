// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {

/// What counts as one character of a text.
enum class Encoding { Bytes, Utf8 };

/// The characters that a model knows and their numbers, in the order of their code.
class Vocabulary {
public:
    Vocabulary() = default;
    Vocabulary(Encoding encoding, std::vector<char32_t> characters); ///< Throws Error where one comes twice.

    Encoding encoding() const { return m_encoding; }
    std::int64_t size() const { return static_cast<std::int64_t>(m_characters.size()); }
    const std::vector<char32_t>& characters() const { return m_characters; } ///< bytes or code points

    std::optional<std::int32_t> idOf(char32_t character) const;
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
    Encoding m_encoding = Encoding::Bytes;
    std::vector<char32_t> m_characters;
    std::unordered_map<char32_t, std::int32_t> m_ids;
};

} // namespace engine
