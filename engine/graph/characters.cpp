// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/characters.h"

#include "engine/graph/utf8.h"

#include <algorithm>

namespace engine {
namespace {

/// Of the character that `text` starts with.
char32_t codePoint(std::string_view text)
{
    std::int64_t end = 0;
    return decodeNext(text, end);
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

std::size_t characterBytes(std::string_view text)
{
    std::int64_t end = 0;
    return decodeNext(text, end) == malformed ? 0 : static_cast<std::size_t>(end);
}

bool isUtf8(std::string_view text)
{
    bool is = true;
    for (std::int64_t position = 0; is && position < std::ssize(text);) {
        is = decodeNext(text, position) != malformed;
    }
    return is;
}

std::size_t unfinishedBytes(std::string_view text)
{
    const std::string_view end = text.substr(text.size() - std::min<std::size_t>(text.size(), U8_MAX_LENGTH));
    auto whole = static_cast<std::int32_t>(end.size());
    U8_TRUNCATE_IF_INCOMPLETE(end.data(), 0, whole);
    return end.size() - static_cast<std::size_t>(whole);
}

std::string octal(char byte)
{
    const auto code = static_cast<unsigned char>(byte);
    return {'\\', static_cast<char>('0' + (code >> 6)), static_cast<char>('0' + (code >> 3 & 7)),
            static_cast<char>('0' + (code & 7))};
}

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
