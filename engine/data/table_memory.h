// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table_format.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace engine {

/// A table is read in chunks of so many bytes, each of which has its own part of every column.
inline constexpr std::size_t chunkBytes = 1 << 20;

/// Of such a part, besides its values.
inline constexpr std::size_t maxBytesOfPart = 512;

/// What a table takes of the memory while it is read and cut into windows: an estimate by what is stored of each row
/// and of each different text, as pieces spread over the text have them, and not a measurement.
std::int64_t bytesToRead(std::string_view text, const TableOutline& outline);

} // namespace engine
