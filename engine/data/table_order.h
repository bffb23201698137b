// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table_windows.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine {

/// Rows of one group, [begin, end) of the ordered rows.
struct RowRun {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// How a column goes from row to row, within each group.
struct Trend {
    std::int64_t rises = 0, falls = 0;
    std::int64_t firstFall = -1; ///< a row of the table, the lower one of the two

    bool runsBackwards() const { return falls > rises; }
};

/// The rows of a table by group, where there is one, and within a group by time, where a time is chosen, else as they
/// lie.
struct RowOrder {
    std::vector<std::int64_t> rowOf; ///< [rows] of the table
    std::vector<RowRun> groups;
    Trend time = {}; ///< of the chosen time, as the rows lie in the file
};

/// A column's value as the key of a group or a class: of a named column that of its name, else its size.
double keyOf(const Column& column, std::int64_t row);

/// Throws Error where a row has no name in the column, but `wanted`.
void requireNames(const Table& table, const Column& column, const Sentence& wanted);

/// Rows that are equal keep their order; where all rows lie newest first, equal ones are turned round with the others.
/// Throws Error for columns that are not there, and for a time that is a text.
RowOrder orderOf(const Table& table, const TableSettings& settings);

/// What is odd about the times, as sentences: of a chosen column that rows do not lie in its order, that times come
/// twice, and gaps; without one that another column holds times, or runs backwards.
std::vector<Sentence> remarksOnTime(const Table& table, const TableSettings& settings, const RowOrder& order);

/// The same for a net that is trained, whose settings stay.
std::vector<Sentence> remarksOnLearnedTime(const Table& table, const TableSettings& settings, const RowOrder& order);

} // namespace engine
