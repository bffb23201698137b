// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// More columns than anyone has given a name to; the limit of a row, too.
inline constexpr std::size_t mostColumns = 8192;

/// What became of a field that should be a number.
enum class NumberState { Finite, Gap, NotFinite, TooLarge, Text };

/// Reads a number, with a sign of either kind and spaces around it. `number` is written where the state is Finite.
NumberState readNumber(std::string_view text, DecimalMark decimal, double& number);

/// What the first rows of a CSV text tell about all of it.
struct TableOutline {
    TableFormat format;             ///< nothing left to Auto
    std::vector<std::string> names; ///< of the columns
    std::vector<ColumnKind> kinds;
    std::vector<IsoForm> forms;                      ///< of the columns of times
    std::vector<std::vector<std::string>> firstRows; ///< some, without the header; perhaps of other lengths
};

/// Throws Error where there is no row, or a column has the name of another; `owner` starts the sentence.
TableOutline outlineOf(std::string_view text, const TableFormat& given, const std::string& owner);

} // namespace engine
