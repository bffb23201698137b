// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_scan.h"

#include "engine/graph/error.h"
#include "engine/graph/utf8.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <utility>

namespace engine {
namespace {

constexpr std::size_t codePoints = 0x110000;

/// How many of the eight bytes from `bytes` on start a character: all but those with the upper bits 10.
std::int64_t startsInEight(const char* bytes)
{
    constexpr std::uint64_t lowBits = 0x0101'0101'0101'0101u;
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    const std::uint64_t trails = (word >> 7) & ~(word >> 6) & lowBits;
    return 8 - static_cast<std::int64_t>((trails * lowBits) >> 56);
}

/// Whether the eight bytes from `bytes` on are ASCII.
bool eightOfAscii(const char* bytes)
{
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return (word & 0x8080'8080'8080'8080u) == 0;
}

} // namespace

Digest::Digest() : m_state(XXH3_createState(), [](XXH3_state_s* state) { XXH3_freeState(state); })
{
    if (!m_state || XXH3_64bits_reset(m_state.get()) != XXH_OK) {
        throw std::bad_alloc();
    }
}

void Digest::add(std::string_view bytes)
{
    XXH3_64bits_update(m_state.get(), bytes.data(), bytes.size());
}

std::string Digest::hexadecimal() const
{
    return fmt::format("{:016x}", XXH3_64bits_digest(m_state.get()));
}

void CharacterIndex::startBlock(std::int64_t block, std::int64_t charactersBefore)
{
    assert(block <= static_cast<std::int64_t>(m_before.size()));
    if (block == static_cast<std::int64_t>(m_before.size())) {
        m_before.push_back(charactersBefore);
    }
}

std::int64_t CharacterIndex::charactersBefore(std::string_view text, std::int64_t byte) const
{
    const std::int64_t block = std::min(byte / blockBytes, static_cast<std::int64_t>(m_before.size()) - 1);
    std::int64_t characters = m_before[static_cast<std::size_t>(block)];
    std::int64_t position = block * blockBytes;
    for (; position + 8 <= byte; position += 8) {
        characters += startsInEight(text.data() + position);
    }
    for (; position < byte; ++position) {
        characters += isTrail(text[static_cast<std::size_t>(position)]) ? 0 : 1;
    }
    return characters;
}

std::int64_t CharacterIndex::byteOf(std::string_view text, std::int64_t character) const
{
    // Every block has the start of a character, so the last one with no more than `character` before it holds this one.
    const auto after = std::upper_bound(m_before.begin(), m_before.end(), character);
    const std::int64_t block = after - m_before.begin() - 1;
    const std::int64_t size = static_cast<std::int64_t>(text.size());
    std::int64_t left = character - m_before[static_cast<std::size_t>(block)];
    std::int64_t position = block * blockBytes;
    while (position + 8 <= size) {
        const std::int64_t starts = startsInEight(text.data() + position);
        if (starts > left) {
            break;
        }
        left -= starts;
        position += 8;
    }
    for (; position < size; ++position) {
        if (!isTrail(text[static_cast<std::size_t>(position)]) && left-- == 0) {
            break;
        }
    }
    return position;
}

TextScan::TextScan(std::string_view text, Encoding encoding, Sentence owner, std::int64_t skipped)
    : m_text(text), m_encoding(encoding), m_owner(std::move(owner)), m_skipped(skipped)
{}

void TextScan::advance(std::int64_t end)
{
    m_digest.add(m_text.substr(static_cast<std::size_t>(m_digested), static_cast<std::size_t>(end - m_digested)));
    m_digested = end;
    if (m_encoding == Encoding::Bytes) {
        advanceBytes(end);
        return;
    }
    while (m_position < end) {
        const std::int64_t block = m_position / CharacterIndex::blockBytes;
        m_index.startBlock(block, m_characters);
        advanceUtf8(std::min(end, (block + 1) * CharacterIndex::blockBytes));
    }
}

void TextScan::advanceBytes(std::int64_t end)
{
    for (const char byte :
         m_text.substr(static_cast<std::size_t>(m_position), static_cast<std::size_t>(end - m_position))) {
        m_low[static_cast<std::uint8_t>(byte)] = true;
    }
    m_characters += end - m_position;
    m_position = end;
}

/// Takes the characters that start before `end`.
void TextScan::advanceUtf8(std::int64_t end)
{
    const char* bytes = m_text.data();
    while (m_position < end) {
        if (m_position + 8 <= end && eightOfAscii(bytes + m_position)) {
            for (int offset = 0; offset < 8; ++offset) {
                m_low[static_cast<std::uint8_t>(bytes[m_position + offset])] = true;
            }
            m_position += 8;
            m_characters += 8;
        } else {
            advanceOther();
        }
    }
}

void TextScan::advanceOther()
{
    const std::int64_t start = m_position;
    const char32_t character = decodeNext(m_text, m_position);
    if (character == malformed) {
        throw Error(say("%1%2", notUtf8(m_owner, m_text, start, m_skipped), remedyOfLetters));
    }
    ++m_characters;
    if (character < 0x80) {
        m_low[character] = true;
        return;
    }
    if (m_high.empty()) {
        m_high.resize(codePoints);
    }
    m_high[character] = true;
}

std::vector<char32_t> TextScan::different() const
{
    std::vector<char32_t> found;
    for (char32_t character = 0; character < 0x100; ++character) {
        if (m_low[character]) {
            found.push_back(character);
        }
    }
    for (std::size_t character = 0; character < m_high.size(); ++character) {
        if (m_high[character]) {
            found.push_back(static_cast<char32_t>(character));
        }
    }
    return found;
}

std::optional<std::int64_t> firstNoUtf8(std::string_view text)
{
    for (std::int64_t position = 0; position < std::ssize(text);) {
        const std::int64_t start = position;
        if (decodeNext(text, position) == malformed) {
            return start;
        }
    }
    return std::nullopt;
}

Sentence notUtf8(const Sentence& owner, std::string_view text, std::int64_t position, std::int64_t skipped)
{
    const std::string_view before = text.substr(0, static_cast<std::size_t>(position));
    const auto byte = static_cast<std::uint8_t>(text[static_cast<std::size_t>(position)]);
    return say(
        ENGINE_TEXT("Sentences", "%1 is not UTF-8: found the byte %2 at offset %3 (line %4), wanted a character"),
        owner, fmt::format("0x{:02X}", byte), skipped + position, 1 + std::count(before.begin(), before.end(), '\n'));
}

} // namespace engine
