// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace engine {

/// Bytes of the UTF-8 character that `text` starts with; 0 where it starts with none. `text` is not empty.
std::size_t characterBytes(std::string_view text);

/// Whether all of it is well-formed UTF-8.
bool isUtf8(std::string_view text);

} // namespace engine
