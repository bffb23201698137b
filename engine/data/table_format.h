// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// More columns than anyone has given a name to; the limit of a row, too.
inline constexpr std::size_t maxColumns = 8192;

enum class ColumnKind { Number, Text, Time };
enum class HeaderRow { Auto, Yes, No };
enum class DecimalMark { Auto, Point, Comma };
enum class DateOrder { Auto, DayFirst, MonthFirst };

/// How a table's file is written. What is left to Auto is told once, by its first rows; then every row is read by it,
/// and what does not fit is an error. A checkpoint keeps it, so another table is read as the one that was learned.
struct TableFormat {
    char delimiter = '\0'; ///< 0: Auto; a tab, a semicolon, a bar or a comma
    HeaderRow header = HeaderRow::Auto;
    DecimalMark decimal = DecimalMark::Auto;
    DateOrder dates = DateOrder::Auto; ///< of 01/02/2020; stays Auto where a table has no such dates

    bool operator==(const TableFormat&) const = default;
};

/// The words by which SEQUENCEDATA and the options of commands know a format, by the keys "delimiter", "decimal",
/// "date_order" and "header"; "AUTO" for what is left to Auto. In formatOf() another word is as good as that.
std::map<std::string, std::string> wordsOf(const TableFormat& format);
TableFormat formatOf(const std::function<std::string(const char* key)>& wordOf);

/// The format, with what it leaves to Auto as another one has it.
TableFormat filledBy(const TableFormat& format, const TableFormat& other);

/// The mark by which numbers are read: where nothing tells, a comma between semicolons.
DecimalMark markOf(const TableFormat& format);

/// How a column writes its times: a date, and behind it, after "T" or a space, perhaps a time of day, 18:30, 18:30:00
/// or 18:30:00.25. ISO 8601 has a month alone, too: 1981-01.
struct TimeForm {
    enum class Dates : std::uint8_t { Iso, DayDots, DaySlashes, MonthSlashes };

    Dates dates = Dates::Iso;
    bool hasOffset = false; ///< each time ends with its own: "Z", "+01:00", "+0100" or "+01"
};

/// 1981-01-31, 31.01.1981, 31/01/1981 or 01/31/1981 as letters: "DD/MM/YYYY".
std::string exampleOf(TimeForm form);

struct Instant {
    std::int64_t microseconds = 0; ///< since 1970-01-01 00:00 UTC; without an offset in the zone of the file
    std::int16_t offset = 0;       ///< in minutes: what the clock of the file shows is later by it
};

/// Nothing where the text is no time of that form, or of a day that does not exist.
std::optional<Instant> readTime(std::string_view text, TimeForm form);

/// Whether it is written in that form, but there is no such day or hour: 2021-02-30.
bool isNoDay(std::string_view text, TimeForm form);

/// A moment as ISO 8601 has it, at midnight without a clock: "1981-01-31 18:30:00".
std::string isoTime(std::int64_t microseconds);

/// Reads a finite number with a sign of either kind, spaces around it and nothing between its thousands.
std::optional<double> readNumber(std::string_view text, DecimalMark decimal);

/// Whether the digits of a number have marks between their thousands, or may have: 1,234.5 and 1.234.
bool isGrouped(std::string_view text);

/// Whether a field among numbers holds no value: nothing, or what other programs write for it (NA, NaN, null, ...).
bool isGap(std::string_view text);

/// What becomes of a row in which a column has no value:
///  - Refuse: it is an error.
///  - Skip: the row is left out.
///  - Carry: the last value before it stays.
enum class GapRule { Refuse, Skip, Carry };

/// By column; under an empty name that of all others.
using GapRules = std::map<std::string, GapRule>;

/// SEQUENCEDATA's "gaps": rules that stand alone, for all columns, or behind a column's name and an equals sign, as
/// "wind=SKIP". Throws Error for another rule.
GapRules gapRules(const std::vector<std::string>& entries);
std::vector<std::string> gapEntries(const GapRules& rules);

/// The rule of the column, or that of all; Refuse where there is none.
GapRule ruleFor(const std::string& column, const GapRules& rules);

/// Names of columns, or their rules for gaps, as SEQUENCEDATA lists them: separated by commas, those with a comma in
/// quotes.
std::string columnList(const std::vector<std::string>& entries);

/// The same as a setting's value or an option's: "a, b", or in single quotes where it has quotes of its own.
std::string quotedList(const std::vector<std::string>& entries);

/// The rows of a CSV text (RFC 4180). Blank lines are no rows. Spaces around a field without quotes are none of it. The
/// text outlives it.
class CsvRows {
public:
    CsvRows(std::string_view text, char delimiter) : m_text(text), m_rest(text), m_delimiter(delimiter) {}

    /// Goes to the next row; false at the end, and at a row that has a quote in a wrong place. Of a row with more than
    /// maxColumns fields it gives one more than that, and the rest as another row.
    bool next();

    const std::vector<std::string_view>& fields() const { return m_fields; } ///< unquoted; gone with the next row
    std::int64_t number() const { return m_number; } ///< of the row, as a program for tables counts it: from 1
    bool isMisquoted() const { return m_isMisquoted; }
    std::size_t position() const { return m_text.size() - m_rest.size(); } ///< behind the row

private:
    bool endsField(char letter) const { return letter == m_delimiter || letter == '\n' || letter == '\r'; }
    void skipBlanks()
    {
        m_rest.remove_prefix(std::min(m_rest.find_first_not_of(m_delimiter == '\t' ? " " : " \t"), m_rest.size()));
    }
    std::string_view takePlain();
    std::string_view takeQuoted();

    std::string_view m_text, m_rest;
    char m_delimiter;
    std::vector<std::string_view> m_fields;
    std::deque<std::string> m_unquoted; ///< fields of the row that have quotes within
    std::int64_t m_number = 0;
    bool m_isMisquoted = false;
};

/// The sentence for a row that has a quote in a wrong place.
Sentence misquoted(const std::string& owner, std::int64_t row);

} // namespace engine
