// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace studio {

// Places in a text that is UTF-8.

std::int64_t codePointsOf(std::string_view utf8);

/// The byte where a code point begins; the text's size where there are not as many.
std::size_t byteOf(std::string_view utf8, std::int64_t codePoint);

/// The end of a text, as long as the prompt of a continuation may be, not begun within a character.
std::string endOf(const std::string& text);

} // namespace studio
