// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/code_points.h"

#include "engine/graph/utf8.h"

#include <limits>
#include <utility>

namespace studio {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

/// Bytes of the code point that starts with this one; 0: none does.
std::size_t lengthBy(char lead)
{
    const auto byte = static_cast<unsigned char>(lead);
    return byte < 0x80 ? 1 : byte < 0xC2 ? 0 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 0;
}

} // namespace

void CodePoints::add(std::string_view character, float bits, const Candidates& candidates, WrittenCharacters& to)
{
    if (character.size() == 1) {
        addByte(character[0], bits, candidates, to);
        return;
    }
    finish(to);
    m_bits = bits;
    m_candidates = candidates;
    put(character, to);
}

void CodePoints::put(std::string_view text, WrittenCharacters& to)
{
    to.text += text;
    to.bits.push_back(std::exchange(m_bits, 0.0f));
    if (!m_candidates.empty() || !to.candidates.empty()) {
        to.candidates.resize(to.bits.size() - 1);
        to.candidates.push_back(std::exchange(m_candidates, {}));
    }
}

void CodePoints::addByte(char byte, float bits, const Candidates& candidates, WrittenCharacters& to)
{
    if (!m_open.empty() && !engine::isTrail(byte)) {
        finish(to);
    }
    if (m_open.empty()) {
        m_candidates = candidates;
    }
    m_open += byte;
    m_bits += bits;
    const std::size_t length = lengthBy(m_open[0]);
    if (m_open.size() < length) {
        return;
    }
    std::int64_t position = 0;
    if (length == 0 || engine::decodeNext(m_open, position) == engine::malformed) {
        finish(to);
        return;
    }
    put(std::exchange(m_open, {}), to);
}

void CodePoints::finish(WrittenCharacters& to)
{
    if (!m_open.empty()) {
        m_open.clear();
        put(replacement, to);
    }
}

WrittenCharacters codePoints(std::string_view text, const std::vector<float>& bits, engine::Encoding encoding)
{
    WrittenCharacters characters;
    CodePoints joiner;
    std::int64_t position = 0;
    for (std::size_t index = 0; position < static_cast<std::int64_t>(text.size()); ++index) {
        const std::int64_t first = position;
        if (encoding == engine::Encoding::Bytes) {
            ++position;
        } else {
            engine::decodeNext(text, position);
        }
        joiner.add(text.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(position - first)),
                   index < bits.size() ? bits[index] : std::numeric_limits<float>::quiet_NaN(), {}, characters);
    }
    joiner.finish(characters);
    if (bits.empty()) {
        characters.bits.clear();
    }
    return characters;
}

} // namespace studio
