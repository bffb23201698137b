// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/character_index.h"

#include "engine/data/utf8.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace engine {
namespace {

/// How many of the eight bytes from `bytes` on start a character: all but those with the upper bits 10.
std::int64_t startsInEight(const char* bytes)
{
    constexpr std::uint64_t lowBits = 0x0101'0101'0101'0101u;
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    const std::uint64_t trails = (word >> 7) & ~(word >> 6) & lowBits;
    return 8 - static_cast<std::int64_t>((trails * lowBits) >> 56);
}

} // namespace

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

} // namespace engine
