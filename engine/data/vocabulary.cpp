// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/vocabulary.h"

#include "engine/data/text_scan.h"
#include "engine/graph/error.h"
#include "engine/graph/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace engine {
namespace {

bool isCharacter(char32_t character, Encoding encoding)
{
    return encoding == Encoding::Bytes ? character <= 0xFF : utf8Length(character) > 0;
}

/// The character at `position`, which moves behind it. Throws Error for invalid UTF-8; `owner` starts its sentence.
char32_t takeCharacter(std::string_view text, std::int64_t& position, Encoding encoding, const Sentence& owner)
{
    const std::int64_t start = position;
    const char32_t character = encoding == Encoding::Bytes
                                   ? static_cast<std::uint8_t>(text[static_cast<std::size_t>(position++)])
                                   : decodeNext(text, position);
    if (character == malformed) {
        throw Error(notUtf8(owner, text, start));
    }
    return character;
}

} // namespace

Vocabulary::Vocabulary(Encoding encoding, std::vector<char32_t> characters)
    : m_encoding(encoding), m_characters(std::move(characters))
{
    for (const char32_t character : m_characters) {
        if (!isCharacter(character, encoding)) {
            throw Error(say(ENGINE_TEXT("Sentences", "vocabulary: found the code %1, wanted %2"),
                            static_cast<std::uint32_t>(character),
                            encoding == Encoding::Bytes
                                ? ENGINE_TEXT("Sentences", "bytes, 0 to 255")
                                : ENGINE_TEXT("Sentences", "Unicode's code points, 0 to 1114111 without surrogates")));
        }
    }
    if (!m_characters.empty()) {
        m_ids.resize(std::size_t{*std::max_element(m_characters.begin(), m_characters.end())} + 1, absent);
    }
    std::int32_t id = 0;
    for (const char32_t character : m_characters) {
        if (m_ids[character] != absent) {
            throw Error(
                say(ENGINE_TEXT("Sentences",
                                "vocabulary: %1 has the numbers %2 and %3, wanted one number for each character"),
                    nameOf(character, encoding), m_ids[character], id));
        }
        m_ids[character] = id++;
    }
}

std::string Vocabulary::textOf(std::int32_t id) const
{
    const char32_t character = m_characters.at(static_cast<std::size_t>(id));
    return m_encoding == Encoding::Bytes ? std::string(1, static_cast<char>(character)) : toUtf8(character);
}

std::vector<std::int32_t> Vocabulary::encode(std::string_view text, std::vector<std::string>* unknown) const
{
    std::vector<std::int32_t> ids;
    ids.reserve(text.size());
    std::vector<char32_t> lacking;
    const Sentence owner = say(ENGINE_TEXT("Sentences", "the text"));
    for (std::int64_t position = 0; position < std::ssize(text);) {
        const char32_t character = takeCharacter(text, position, m_encoding, owner);
        if (const auto id = idOf(character)) {
            ids.push_back(*id);
        } else if (std::find(lacking.begin(), lacking.end(), character) == lacking.end()) {
            lacking.push_back(character);
        }
    }
    if (unknown) {
        for (const char32_t character : lacking) {
            unknown->push_back(m_encoding == Encoding::Bytes ? std::string(1, static_cast<char>(character))
                                                             : toUtf8(character));
        }
    }
    return ids;
}

std::string Vocabulary::decode(const std::vector<std::int32_t>& ids) const
{
    std::string text;
    text.reserve(ids.size());
    for (const std::int32_t id : ids) {
        text += textOf(id);
    }
    return text;
}

Vocabulary listedVocabulary(std::string_view text, Encoding encoding, std::string_view owner)
{
    std::vector<char32_t> characters;
    const Sentence name = std::string(owner);
    for (std::int64_t position = 0; position < std::ssize(text);) {
        characters.push_back(takeCharacter(text, position, encoding, name));
    }
    return {encoding, std::move(characters)};
}

Sentence nameOf(char32_t character, Encoding encoding)
{
    const auto code = static_cast<std::uint32_t>(character);
    const bool printable = code > 0x20 && !(code >= 0x7F && code < 0xA1);
    if (encoding == Encoding::Bytes) {
        return printable && code < 0x7F ? say("%1", fmt::format("'{}'", static_cast<char>(code)))
                                        : say(ENGINE_TEXT("Sentences", "byte %1"), fmt::format("0x{:02X}", code));
    }
    return say("%1", printable ? fmt::format("'{}'", toUtf8(character)) : fmt::format("U+{:04X}", code));
}

} // namespace engine
