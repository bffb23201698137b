// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace engine {

struct TableSettings;

/// Rows of one group, [begin, end) of the ordered rows.
struct RowRun {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// The rows of a table by group, where there is one, and within a group by time, where a time is chosen, else as they
/// lie. Without those in which a column has no value, where its rule in `gaps` leaves them out (SKIP) or no row of the
/// group before has one (CARRY).
struct RowOrder {
    std::vector<std::int64_t> rowOf;     ///< [rows]: the row of the table
    std::vector<std::int64_t> groupEnds; ///< the first row behind each group, ascending; the last one is `rows`
    /// [rows] of a column whose gaps keep the last value, by its name: the row of the table that has the value.
    std::map<std::string, std::vector<std::int64_t>> carried;

    std::int64_t rows() const { return std::ssize(rowOf); }
    std::vector<RowRun> groups() const;
    const std::vector<std::int64_t>& rowsOf(const Column& column) const; ///< [rows]: that have the column's values
};

/// Rows that are equal keep their order; where all rows lie newest first, equal ones are turned round with the others.
/// `read` are the columns whose gaps matter. Each of them that has some and a rule gets a sentence in `remarks`.
/// Throws Error for columns that are not there, a time that is a text, a group without a name, times that are to be
/// filled, and where no row is left.
RowOrder orderOf(const Table& table, const TableSettings& settings, const std::set<std::string>& read,
                 std::vector<Sentence>& remarks);

/// What is odd about the times, as a sentence: of a chosen column that times come twice, and gaps; without one that
/// another column holds times.
std::vector<Sentence> remarksOnTime(const Table& table, const TableSettings& settings, const RowOrder& order);

} // namespace engine
