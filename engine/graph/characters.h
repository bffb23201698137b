// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace engine {

inline constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF"; ///< of UTF-8; a text after it counts as one without

/// Bytes of the UTF-8 character that `text` starts with; 0 where it starts with none. `text` is not empty.
std::size_t characterBytes(std::string_view text);

/// Whether all of it is well-formed UTF-8.
bool isUtf8(std::string_view text);

/// Bytes that `text` ends with and that may be the beginning of a UTF-8 character; 0 where its last character is whole.
std::size_t unfinishedBytes(std::string_view text);

std::string octal(char byte); ///< as C and shells write it: "\012"

/// Whether a terminal obeys the character instead of showing it, so that a name or a text could move the cursor or look
/// like another one: control characters (C0, DELETE, C1), separators of lines, and all marks that change the direction
/// of writing (Unicode's Bidi_Control). `character` is one, whole.
bool isControl(std::string_view character);

/// A text from outside as a terminal may show it: for each control character, and for what is no UTF-8, stands how it
/// is written in C: "\n", "\x1b", "\u202e". Those in `kept` stay, and where a line's end does, also the "\r" before it.
std::string visible(std::string_view text, std::string_view kept = {});

} // namespace engine
