// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table_format.h"
#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <filesystem>
#include <limits>
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

/// A column of a table. Only the vectors of its kind are filled, one value per row.
struct Column {
    std::string name;
    ColumnKind kind = ColumnKind::Number;
    std::vector<double> numbers = {};       ///< NaN where none is read
    std::vector<std::int32_t> codes = {};   ///< of a text, or a column that is named: an index into `names`
    std::vector<std::string> names = {};    ///< the different texts, in the order in which they come
    std::vector<std::int64_t> times = {};   ///< microseconds since 1970-01-01; noTime where none is read
    std::vector<std::int16_t> offsets = {}; ///< of times that tell theirs, see Instant

    /// Why the column's values cannot be used: a sentence with file, row, column, what was found and wanted. Empty
    /// where they can. So a gap in an unused column is no error.
    Sentence problem = {};
    std::int64_t gaps = 0; ///< rows without a number or a time, where nothing else is wrong with the column

    bool lacks(std::int64_t row) const; ///< it has no value in that row
    bool hasNames() const;              ///< `names` has one, not only "" for a gap
    /// The value as a number that compares as the values do, a microsecond apart; of texts, and of a column of names
    /// with a problem, in the order in which they come.
    double sizeOf(std::int64_t row) const;
};

/// Whether a column may have rows without a value.
enum class Gaps { Refused, Allowed };

/// A CSV file as columns.
struct Table {
    std::string name;   ///< of the file; starts the sentences
    TableFormat format; ///< what was given, with what was found out: no decimal mark where all numbers are whole
    std::int64_t rows = 0;
    std::vector<Column> columns = {};

    /// The column with this name. Throws Error with the names that are near, and the column's problem where it has one
    /// besides gaps that may be there.
    const Column& column(std::string_view wanted, Gaps gaps = Gaps::Refused) const;
    /// The same of numbers only.
    const Column& numberColumn(std::string_view wanted, Gaps gaps = Gaps::Refused) const;
    /// The same of a column whose values are used as names: any text is one.
    const Column& namedColumn(std::string_view wanted) const;

    /// The value as the file has it where the column is named; else a number in its shortest form, a time as ISO 8601
    /// has it.
    std::string text(const Column& column, std::int64_t row) const;
    /// The row as a program for tables numbers it: from 1, the header among them. (Exact where no line is blank.)
    std::int64_t rowInFile(std::int64_t row) const { return row + (format.header == HeaderRow::Yes ? 2 : 1); }

private:
    const Column& find(std::string_view wanted) const;
};

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
