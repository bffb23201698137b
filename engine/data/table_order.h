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

/// The rows of a table by group, where there is one, and within a group by time, where a time is chosen, else as they
/// lie.
struct RowOrder {
    std::vector<std::int64_t> rowOf; ///< [rows] of the table
    std::vector<RowRun> groups;
};

/// Throws Error where a row has no name in the column, but `wanted`.
void requireNames(const Table& table, const Column& column, const Sentence& wanted);

/// Rows that are equal keep their order; where all rows lie newest first, equal ones are turned round with the others.
/// Throws Error for columns that are not there, and for a time that is a text.
RowOrder orderOf(const Table& table, const TableSettings& settings);

/// What is odd about the times, as a sentence: of a chosen column that times come twice, and gaps; without one that
/// another column holds times.
std::vector<Sentence> remarksOnTime(const Table& table, const TableSettings& settings, const RowOrder& order);

} // namespace engine
