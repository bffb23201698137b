// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/number_marks.h"
#include "engine/data/time_form.h"
#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

enum class ColumnKind { Number, Text, Time };

/// Where a value comes from: the file, or fillGaps(), by the value before the gap or also by the one behind it.
enum class ValueSource : std::uint8_t { File, Before, Between };

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
    std::vector<double> numbers;
    std::vector<std::int64_t> wholes =
        {};                          ///< the same exactly, where all are whole and a double holds not each of them
    std::vector<std::int32_t> codes; ///< of a text, or a column that is named: an index into `names`
    std::vector<std::string>
        names; ///< the different texts, in the order in which they come; of numbers and times by size
    std::vector<std::int64_t> times; ///< microseconds since 1970-01-01, see TimeForm
    TimeForm form = {};              ///< of the times
    std::vector<std::uint8_t> offsetOf =
        {}; ///< of times whose offsets differ, as with summer time: an index into those
    std::vector<std::string> offsets = {};

    /// Why the column's values cannot be used: a sentence with file, row and column. Empty where they can. So a gap in
    /// an unused column is no error.
    Sentence problem;
    Sentence remedy;              ///< what mends it, as the end of that sentence; empty where no setting does
    Sentence problemOfNames = {}; ///< the same of `names`, of which any text is one
    bool hasMarks = false;        ///< numbers that the other decimal mark would make others of, or none
    /// Rows without a number or a time, where nothing else is wrong with the column: NaN among `numbers`, noTime among
    /// `times`.
    std::int64_t gaps = 0;
    std::vector<ValueSource> sources = {}; ///< of each row, where gaps were filled; empty: all are of the file
    Sentence thousands = {}; ///< of a mark that looks like a decimal one, but is read as between thousands; or empty

    std::string_view offsetAt(std::int64_t row) const ///< of a time
    {
        return offsets.empty() ? form.offset() : offsets[offsetOf[static_cast<std::size_t>(row)]];
    }
    ValueSource sourceOf(std::int64_t row) const
    {
        return sources.empty() ? ValueSource::File : sources[static_cast<std::size_t>(row)];
    }
};

/// The value as a number that compares as the values do, which a long double holds exactly; of texts in the order in
/// which they come.
long double sizeInColumn(const Column& column, std::int64_t row);

enum class HeaderRow { Auto, Yes, No };

/// What a table is read as; what is left to Auto is found out from the first rows.
struct TableFormat {
    char delimiter = '\0'; ///< 0: found out, of tab, semicolon, bar and comma
    HeaderRow header = HeaderRow::Auto;
    DecimalMark decimal = DecimalMark::Auto;
    DateOrder dates = DateOrder::Auto; ///< of 01/02/2020; what is left to Auto is found out from the whole column
    std::map<std::string, ColumnKind> kinds = {}; ///< by the column's name, instead of what its first rows look like

    /// Columns whose values are names, such as groups and classes: their texts are kept too where they look like
    /// numbers or times, as 007 is another name than 7.
    std::set<std::string> named = {};
    bool lastIsNamed = false; ///< the last column too

    bool operator==(const TableFormat&) const = default;
};

/// A CSV file as columns.
struct Table {
    std::string name;   ///< of the file; starts the sentences
    TableFormat format; ///< what was given, with what was found out
    std::int64_t rows = 0;
    std::int64_t linesBefore = 0; ///< before the header or the first row: 1 where a line tells the delimiter
    std::vector<Column> columns = {};
    std::vector<std::int64_t> rowNumbers = {}; ///< of the rows that were not left out; empty: all are there
    bool seemsHeadless = false;                ///< no header was found where none was told
    Sentence oneColumn = {}; ///< what makes more columns of the only one, as the end of a sentence; or nothing

    /// The column with this name. Throws Error with the names that are near, and the column's problem with its remedy
    /// where it has one.
    const Column& column(std::string_view wanted) const;
    /// The same of numbers only.
    const Column& numberColumn(std::string_view wanted) const;
    /// The same of a column whose values are used as names: where it has `codes`, no text is a problem.
    const Column& namedColumn(std::string_view wanted) const;

    /// The value as the file has it; a number in its shortest form, unless it is a name.
    std::string text(const Column& column, std::int64_t row) const;
    /// The row as a program for tables numbers it: from 1, the header among them. (Exact where no line is blank.)
    std::int64_t rowInFile(std::int64_t row) const
    {
        const std::int64_t behind = std::max<std::int64_t>(row - std::ssize(rowNumbers) + 1, 0);
        const std::int64_t number =
            rowNumbers.empty() ? row : rowNumbers[static_cast<std::size_t>(row - behind)] + behind;
        return linesBefore + number + (format.header == HeaderRow::Yes ? 2 : 1);
    }

private:
    const Column& find(std::string_view wanted) const;
};

/// Reads a CSV file (RFC 4180: fields may be quoted, and then hold delimiters, line ends and doubled quotes; line ends
/// of any system; blank lines and a UTF-8 byte-order mark are skipped) on all cores. A first line "sep=;", as Excel
/// writes and reads it, tells the delimiter. What is looked at to find out its
/// format is the first 200 rows: a column is of numbers, or of times, where more than half of what stands there is.
/// Numbers may have marks between their thousands; which mark is the decimal one is told by all rows (number_marks.h).
/// A header is taken for one where none of its fields is a number or a time. Columns without a name are called "column
/// 3"; those that have no value either are left out, as delimiters at the end of the rows make them.
///
/// Throws Error for a file that cannot be read or is no text (text_file.h), has no rows, has rows of different lengths
/// or a quote in a wrong place, or names a column twice. What is wrong with a single column is its `problem`: text,
/// nothing, NaN or an infinity among numbers, marks that may be decimal or not, a time of another form, dates of which
/// nothing tells the day from the month, text that is no UTF-8, or no value at all. CancelledError.
Table readTable(const std::filesystem::path& file, const TableFormat& format = {}, const GoOn& goOn = {});

/// The same of a text in memory; `name` starts the sentences.
Table readTableText(std::string_view text, const std::string& name, const TableFormat& format = {},
                    const GoOn& goOn = {});

} // namespace engine
