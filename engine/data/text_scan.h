// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"
#include "engine/graph/characters.h"
#include "engine/graph/params.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct XXH3_state_s;

namespace engine {

/// XXH3, 64 bits, of bytes that come in pieces.
class Digest {
public:
    Digest();
    void add(std::string_view bytes);
    std::string hexadecimal() const; ///< 16 digits, as `xxhsum -H3` prints them

private:
    using Release = void (*)(XXH3_state_s*);
    std::unique_ptr<XXH3_state_s, Release> m_state;
};

/// Finds characters of a UTF-8 text by their number, though their widths differ: it knows how many start before each
/// block of the text and counts inside of one. Takes a five-hundredth of the text's size.
class CharacterIndex {
public:
    static constexpr std::int64_t blockBytes = 4096;

    /// Says how many characters start before the block; once for each block, in order, further times without effect.
    void startBlock(std::int64_t block, std::int64_t charactersBefore);

    /// How many characters start before `byte`, which is at most the text's size.
    std::int64_t charactersBefore(std::string_view text, std::int64_t byte) const;

    /// The byte where the character with this number starts; the text's size for the number after the last.
    std::int64_t byteOf(std::string_view text, std::int64_t character) const;

private:
    std::vector<std::int64_t> m_before; ///< by block
};

/// Finds out in one pass over a text which characters it has, how many, where they are and what its digest is.
class TextScan {
public:
    /// For an error: `owner` starts the sentence, and `skipped` bytes of the file come before the text.
    TextScan(std::string_view text, Encoding encoding, Sentence owner, std::int64_t skipped);

    /// Goes on up to `end`. Throws Error for invalid UTF-8, with the byte's position.
    void advance(std::int64_t end);

    std::int64_t characters() const { return m_characters; }
    std::vector<char32_t> different() const; ///< in the order of their code
    const CharacterIndex& index() const { return m_index; }
    std::string digest() const { return m_digest.hexadecimal(); }

private:
    void advanceBytes(std::int64_t end);
    void advanceUtf8(std::int64_t end);
    void advanceOther();

    std::string_view m_text;
    Encoding m_encoding;
    Sentence m_owner;
    std::int64_t m_skipped;
    std::int64_t m_position = 0; ///< behind the last whole character
    std::int64_t m_digested = 0;
    std::int64_t m_characters = 0;
    bool m_low[256] = {};     ///< bytes, or the characters of ASCII, that were seen
    std::vector<char> m_high; ///< likewise the other code points; empty until there is one
    CharacterIndex m_index;
    Digest m_digest;
};

/// What mends letters that are no UTF-8 in most files of Western languages, as the end of a sentence.
inline constexpr const char* remedyOfLetters =
    ENGINE_TEXT("Sentences", "; iconv -f WINDOWS-1252 -t UTF-8 makes one of most");

/// The first byte of the text that is no UTF-8; nothing where all of it is.
std::optional<std::int64_t> firstNoUtf8(std::string_view text);

/// The sentence for a text that is no UTF-8 from `position` on; `skipped` as in TextScan.
Sentence notUtf8(const Sentence& owner, std::string_view text, std::int64_t position, std::int64_t skipped = 0);

} // namespace engine
