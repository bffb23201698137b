// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/text_places.h"

#include <algorithm>

namespace studio {

namespace {

constexpr std::size_t longestPrompt = 4'000; ///< bytes

bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

} // namespace

std::int64_t codePointsOf(std::string_view utf8)
{
    return std::count_if(utf8.begin(), utf8.end(), startsCharacter);
}

std::size_t byteOf(std::string_view utf8, std::int64_t codePoint)
{
    std::size_t byte = 0;
    for (; byte < utf8.size(); ++byte) {
        if (startsCharacter(utf8[byte]) && codePoint-- == 0) {
            break;
        }
    }
    return byte;
}

std::string endOf(const std::string& text)
{
    std::size_t first = text.size() - std::min(text.size(), longestPrompt);
    while (first < text.size() && !startsCharacter(text[first])) {
        ++first;
    }
    return text.substr(first);
}

} // namespace studio
