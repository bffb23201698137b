// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unicode/utf8.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace engine {

/// What decodeNext() gives where no well-formed character starts.
inline constexpr char32_t malformed = 0xFFFF'FFFF;

/// The code point that starts at `position`, which moves behind it; behind what is damaged where it is malformed.
inline char32_t decodeNext(std::string_view text, std::int64_t& position)
{
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    const std::int64_t size = static_cast<std::int64_t>(text.size());
    UChar32 character = 0;
    U8_NEXT(bytes, position, size, character);
    return character < 0 ? malformed : static_cast<char32_t>(character);
}

/// Whether the byte is the second or a later one of a character.
inline bool isTrail(char byte)
{
    return U8_IS_TRAIL(static_cast<std::uint8_t>(byte));
}

/// Bytes of the code point; 0 where it is a surrogate or beyond U+10FFFF.
inline int utf8Length(char32_t character)
{
    return U8_LENGTH(character);
}

/// `character` has a length.
inline std::string toUtf8(char32_t character)
{
    std::string bytes(static_cast<std::size_t>(utf8Length(character)), '\0');
    std::size_t end = 0;
    U8_APPEND_UNSAFE(bytes, end, static_cast<std::uint32_t>(character));
    return bytes;
}

} // namespace engine
