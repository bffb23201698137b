// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table_format.h"
#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// In place of a time that is not there, see Column::gaps.
inline constexpr std::int64_t noTime = std::numeric_limits<std::int64_t>::min();

/// A row as an index of a vector.
inline std::size_t at(std::int64_t row)
{
    return static_cast<std::size_t>(row);
}

/// Columns whose values are names, such as groups and classes: their texts are kept too where they look like numbers
/// or times, as 007 is another name than 7. An empty one is the last column.
using NamedColumns = std::set<std::string>;

/// A column of a table. Only the vectors of its kind are filled, one value per row.
struct Column {
    std::string name = {};
    ColumnKind kind = ColumnKind::Number;
    TimeForm form = {};        ///< of times
    bool isNamed = false;      ///< a text, or see NamedColumns
    bool mayBeGrouped = false; ///< of numbers: nothing tells whether the mark of 1.234 would be a decimal one
    /// Of dates that may have the day or the month first: the first texts, three at most, that are another day then.
    std::vector<std::string> examples = {};

    std::vector<double> numbers = {};       ///< NaN where none is read
    std::vector<std::int32_t> codes = {};   ///< of names: an index into `names`
    std::vector<std::string> names = {};    ///< the different texts, in the order in which they come; "" for a gap
    std::vector<std::int64_t> times = {};   ///< microseconds since 1970-01-01; noTime where none is read
    std::vector<std::int16_t> offsets = {}; ///< of times that tell theirs, see Instant

    /// Why the column's values cannot be used, gaps aside: a sentence with file, row, column, what was found and
    /// wanted. Empty where they can. So what is wrong with an unused column is no error.
    Sentence problem = {};
    std::int64_t gaps = 0;     ///< rows without a value; 0 of numbers or times of which one is wrong
    std::int64_t firstGap = 0; ///< the first of them, as a program for tables numbers it

    bool lacks(std::int64_t row) const; ///< it has no value in that row
    /// Its values are numbers or times, all of them.
    bool hasSizes() const { return kind != ColumnKind::Text && (!isNamed || problem.empty()); }
    /// The value as a number that compares as the values do, a microsecond apart; without sizes in the order in which
    /// they come.
    double sizeOf(std::int64_t row) const;
};

/// A CSV file as columns.
struct Table {
    std::string name;        ///< of the file; starts the sentences
    TableFormat format = {}; ///< what was given, with what was found out; the rest is left to Auto
    std::int64_t rows = 0;
    std::vector<Column> columns = {};
    std::vector<std::vector<std::string>> firstRows = {}; ///< some, without the header; perhaps of other lengths

    /// Why the column cannot be used: its problem, or its gaps where their rule is to refuse them. Empty where it can.
    Sentence obstacleOf(const Column& column, GapRule rule = GapRule::Refuse) const;
    Sentence gapsOf(const Column& column) const; ///< where they begin, and how rows without a value are read

    const Column* find(std::string_view wanted) const; ///< null where there is none

    /// The column with this name. Throws Error with the names that are near, and for an obstacle.
    const Column& column(std::string_view wanted, GapRule rule = GapRule::Refuse) const;
    /// The same of numbers only; `remedy` ends the sentence about a text.
    const Column& numberColumn(std::string_view wanted, GapRule rule = GapRule::Refuse,
                               const Sentence& remedy = {}) const;
    /// The same of a column whose values are used as names: any text is one.
    const Column& namedColumn(std::string_view wanted) const;

    /// The value as the file has it where the column is named; else a number in its shortest form, a time as ISO 8601
    /// has it.
    std::string text(const Column& column, std::int64_t row) const;
    /// The row as a program for tables numbers it: from 1, the header among them. (Exact where no line is blank.)
    std::int64_t rowInFile(std::int64_t row) const { return row + (format.header == HeaderRow::Yes ? 2 : 1); }

private:
    const Column& required(std::string_view wanted) const;
};

/// "days.csv, row 3, column 'wind': found 'x', wanted a number".
Sentence misfit(const std::string& owner, std::int64_t row, const Column& column, const Sentence& found,
                const Sentence& wanted);

/// What the first 1,000 rows of a CSV text tell about all of it: a table without values. A column is of numbers, or of
/// times, where more than half of what stands there is. A header is taken for one where none of its fields is a number
/// or a time. There are as many columns as the first row has fields, without empty ones at its end; one without a name
/// is called "column 3". A byte-order mark is no part of the text.
///
/// Throws Error where there is no row, or a column has the name of another; `name` starts the sentence. In
/// table_format.cpp.
Table outlineOf(std::string_view text, const std::string& name, const TableFormat& given = {},
                const NamedColumns& named = {});

/// Reads a CSV file (RFC 4180: fields may be quoted, and then hold delimiters, line ends and doubled quotes; line ends
/// of any system; blank lines and a UTF-8 byte-order mark are skipped): the format by its first rows (see outlineOf),
/// then each row strictly by that.
///
/// Throws Error for a file that cannot be read or is no text (text_file.h), has no rows, has a row of another length, a
/// quote in a wrong place or a name that is no UTF-8, or names a column twice. What is wrong with a single column is
/// its `problem`: a field that is not written as its format has it, a text that is no UTF-8, nothing among numbers, a
/// format that has to be told first, or no value at all. CancelledError.
Table readTable(const std::filesystem::path& file, const TableFormat& format = {}, const NamedColumns& named = {},
                const GoOn& goOn = {});

/// The same of a text in memory; `name` starts the sentences.
Table readTableText(std::string_view text, const std::string& name, const TableFormat& format = {},
                    const NamedColumns& named = {}, const GoOn& goOn = {});

} // namespace engine
