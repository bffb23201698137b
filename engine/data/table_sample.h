// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table.h"
#include "engine/graph/params.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// More columns than anyone has given a name to; the limit of a row, too.
inline constexpr std::size_t mostColumns = 8192;

/// What became of a field that should be a number.
enum class NumberState { Finite, Gap, NotFinite, TooLarge, Text };

/// Reads a number, with a sign of either kind and spaces around it, perhaps with marks between its thousands. `number`
/// is written where the state is Finite.
NumberState readNumber(std::string_view text, DecimalMark decimal, double& number);

bool isNumber(std::string_view text, DecimalMark decimal); ///< a finite one

/// What the first rows of a CSV text tell about all of it.
struct TableOutline {
    TableFormat format;             ///< nothing left to Auto
    std::vector<std::string> names; ///< of the columns
    std::vector<bool> used;         ///< whether the column has a name in the header, or a value in the first rows
    std::vector<ColumnKind> kinds;
    std::vector<bool> named;                         ///< see TableFormat
    std::vector<MarkCounts> marks;                   ///< of the first rows
    std::vector<std::vector<TimeForm>> forms;        ///< of the columns of times: those that fit the most rows
    std::vector<std::vector<std::string>> firstRows; ///< some, without the header; perhaps of other lengths
};

/// Throws Error where there is no row, or a column has the name of another; `owner` starts the sentence.
TableOutline outlineOf(std::string_view text, const TableFormat& given, const std::string& owner);

/// Takes the columns out that are not used.
void leaveOutUnused(TableOutline& outline);

/// How many rows behind the header seem to belong to it, as they have no values where the others do: names or units.
std::size_t rowsOfHeader(const TableOutline& outline);

/// What mends rows of different lengths, as the end of a sentence; empty where nothing is known to.
Sentence remedyOfRagged(std::string_view text, const TableOutline& outline);

/// Of a text that is read as one column: what makes more of it, as the end of a sentence; empty where nothing is known
/// to.
Sentence remedyOfOneColumn(std::string_view text, const TableOutline& outline);

} // namespace engine
