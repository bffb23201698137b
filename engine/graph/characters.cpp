// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/characters.h"

#include <algorithm>

namespace engine {

std::size_t characterBytes(std::string_view text)
{
    const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) {
        return 1;
    }
    const std::size_t length = lead >= 0xF5 ? 0 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
    if (length == 0 || text.size() < length) {
        return 0;
    }
    for (std::size_t index = 1; index < length; ++index) {
        if ((byte(index) & 0xC0) != 0x80) {
            return 0;
        }
    }
    const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
    const bool surrogate = lead == 0xED && byte(1) > 0x9F;
    const bool beyond = lead == 0xF4 && byte(1) > 0x8F;
    return overlong || surrogate || beyond ? 0 : length;
}

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t length = characterBytes(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

std::size_t unfinishedBytes(std::string_view text)
{
    constexpr std::size_t longest = 4;
    for (std::size_t count = 1; count <= std::min(longest, text.size()); ++count) {
        const auto byte = static_cast<unsigned char>(text[text.size() - count]);
        if ((byte & 0xC0) != 0x80) {
            const std::size_t wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
            return byte < 0xF5 && count < wanted ? count : 0;
        }
    }
    return 0;
}

namespace {

/// Of a whole character.
char32_t codePoint(std::string_view character)
{
    const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(character[index]); };
    if (character.size() == 1) {
        return byte(0);
    }
    char32_t code = byte(0) & (0xFFU >> (character.size() + 1));
    for (std::size_t index = 1; index < character.size(); ++index) {
        code = code << 6 | (byte(index) & 0x3FU);
    }
    return code;
}

std::string hexadecimal(char32_t code, int places)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int place = places - 1; place >= 0; --place) {
        text += digits[code >> (4 * place) & 15U];
    }
    return text;
}

} // namespace

bool isControl(std::string_view character)
{
    const char32_t code = codePoint(character);
    const auto isBetween = [&](char32_t first, char32_t last) { return code >= first && code <= last; };
    return code < 0x20 || isBetween(0x7F, 0x9F) || code == 0x061C || isBetween(0x200E, 0x200F) ||
           isBetween(0x2028, 0x202E) || isBetween(0x2066, 0x2069);
}

std::string visible(std::string_view text, std::string_view kept)
{
    const auto stays = [&](char byte) { return kept.find(byte) != std::string_view::npos; };
    std::string safe;
    while (!text.empty()) {
        const std::size_t length = characterBytes(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        const char byte = text.front();
        const auto code = static_cast<unsigned char>(byte);
        if (length == 0) {
            safe += "\\x" + hexadecimal(code, 2);
        } else if (!isControl(character) || stays(byte) || (text.starts_with("\r\n") && stays('\n'))) {
            safe += character;
        } else if (byte == '\n' || byte == '\t') {
            safe += byte == '\n' ? "\\n" : "\\t";
        } else {
            safe += code < 0x20 ? "\\x" + hexadecimal(code, 2) : "\\u" + hexadecimal(codePoint(character), 4);
        }
        text.remove_prefix(character.size());
    }
    return safe;
}

} // namespace engine
