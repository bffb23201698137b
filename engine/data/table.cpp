// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table.h"

#include "engine/data/csv_rows.h"
#include "engine/data/data_memory.h"
#include "engine/data/text_file.h"
#include "engine/data/text_scan.h"
#include "engine/graph/characters.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace engine {
namespace {

/// Different texts and their numbers, in the order in which they come.
class TextCodes {
public:
    std::int32_t codeOf(std::string_view text)
    {
        if (m_last >= 0 && m_names[static_cast<std::size_t>(m_last)] == text) {
            return m_last; // neighbours are often the same
        }
        auto found = m_codes.find(text);
        if (found == m_codes.end()) {
            m_names.emplace_back(text);
            found = m_codes.emplace(text, static_cast<std::int32_t>(m_names.size() - 1)).first;
        }
        return m_last = found->second;
    }
    std::vector<std::string>& names() { return m_names; }

private:
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> m_codes;
    std::vector<std::string> m_names;
    std::int32_t m_last = -1;
};

/// What should stand there in place of a text.
Sentence wantedFor(const TableOutline& outline, std::size_t index, std::string_view text)
{
    const TimeForm form = outline.forms[index];
    if (outline.kinds[index] == ColumnKind::Time) {
        return isNoDay(text, form)
                   ? say(ENGINE_TEXT("Sentences", "a day and an hour that exist, as %1"), exampleOf(form))
                   : say(ENGINE_TEXT("Sentences", "a time as in the first rows, %1"), exampleOf(form));
    }
    const bool isComma = outline.format.decimal == DecimalMark::Comma;
    if (!isGrouped(text)) {
        return say(ENGINE_TEXT("Sentences", "a number with the decimal mark %1, if any; decimal of SEQUENCEDATA (or "
                                            "--decimal) sets it"),
                   std::string_view(isComma ? "','" : "'.'"));
    }
    const bool hasComma = text[text.find_first_of(".,")] == ',';
    double number = 0;
    if (!readNumber(text, hasComma ? DecimalMark::Comma : DecimalMark::Point, number) ||
        (hasComma == isComma ? !outline.maybeGrouped[index] : outline.hasDecimals)) {
        return ENGINE_TEXT("Sentences", "a number without marks between its thousands");
    }
    return say(ENGINE_TEXT("Sentences", "a number without marks between its thousands, or decimal: %1 of SEQUENCEDATA "
                                        "(or --decimal) where the mark is a decimal one"),
               std::string_view(hasComma ? "COMMA" : "POINT"));
}

/// How rows without a number or a time are read.
Sentence remedyOfGaps(const Column& column)
{
    return say(
        ENGINE_TEXT("Sentences", "%1: gaps: %2 of SEQUENCEDATA (or --gaps) leaves them out%3"),
        counted(column.gaps, ENGINE_TEXT("Sentences", "1 row has none"), ENGINE_TEXT("Sentences", "%1 rows have none")),
        quotedList({column.name + "=SKIP"}),
        column.kind == ColumnKind::Time ? Sentence() : say(ENGINE_TEXT("Sentences", ", CARRY keeps the last value")));
}

/// What is found out while a column is read.
struct Reading {
    TextCodes texts = {};
    std::int64_t gapRow = 0; ///< the first without a value, as a program for tables numbers it
    std::string gapText = {};
    bool isEmpty = true;
};

bool takeTime(Column& column, TimeForm form, std::string_view text)
{
    const std::optional<Instant> time = readTime(text, form);
    column.times.push_back(time ? time->microseconds : noTime);
    if (form.hasOffset) {
        column.offsets.push_back(time ? time->offset : std::int16_t{0});
    }
    return time.has_value();
}

/// Reads a table row by row, each strictly by its outline.
class TableReader {
public:
    TableReader(std::string_view text, const TableOutline& outline, Table& table)
        : m_outline(outline),
          m_table(table),
          m_rows(text.substr(outline.begin), outline.format.delimiter),
          m_readings(outline.names.size())
    {
        for (std::size_t index = 0; index < outline.names.size(); ++index) {
            m_table.columns.push_back({.name = outline.names[index],
                                       .kind = outline.kinds[index],
                                       .problem = outline.questions[index].sentence});
        }
    }

    void read(const GoOn& goOn, const std::function<void()>& beforeRows)
    {
        constexpr std::int64_t looked = 1024; // rows between two looks around
        bool inHeader = m_outline.format.header == HeaderRow::Yes;
        while (m_rows.next()) {
            if (m_table.rows % looked == 0) {
                if (!goesOn(goOn)) {
                    throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: cancelled"), m_table.name));
                }
                beforeRows();
            }
            if (!std::exchange(inHeader, false)) {
                takeRow(m_rows.fields());
            }
        }
        if (m_rows.isMisquoted()) {
            throw Error(misquoted(m_table.name, m_rows.number()));
        }
        if (m_table.rows == 0) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: found a header and no rows, wanted at least one"), m_table.name));
        }
        for (std::size_t index = 0; index < m_readings.size(); ++index) {
            finish(index);
        }
    }

private:
    bool hasNames(std::size_t index) const
    {
        return m_outline.kinds[index] == ColumnKind::Text || m_outline.named[index];
    }

    void takeRow(const std::vector<std::string_view>& fields)
    {
        const std::size_t wanted = m_readings.size();
        const auto hasValue = [](std::string_view field) { return !field.empty(); };
        if (fields.size() < wanted || fields.size() > maxColumns ||
            std::any_of(fields.begin() + std::ssize(m_readings), fields.end(), hasValue)) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1, row %2: found %3, wanted %4, as in the first row"), m_table.name,
                    m_rows.number(),
                    counted(fields.size(), ENGINE_TEXT("Sentences", "1 field"), ENGINE_TEXT("Sentences", "%1 fields")),
                    wanted));
        }
        for (std::size_t index = 0; index < wanted; ++index) {
            takeField(index, fields[index]);
        }
        ++m_table.rows;
    }

    void takeField(std::size_t index, std::string_view text)
    {
        Column& column = m_table.columns[index];
        Reading& reading = m_readings[index];
        bool isRead = true;
        if (column.kind == ColumnKind::Number) {
            double number = std::numeric_limits<double>::quiet_NaN();
            isRead = !(m_outline.maybeGrouped[index] && isGrouped(text)) &&
                     readNumber(text, m_outline.format.decimal, number);
            column.numbers.push_back(number);
        } else if (column.kind == ColumnKind::Time) {
            isRead = takeTime(column, m_outline.forms[index], text);
        }
        const bool isNothing = !isRead && isGap(text);
        reading.isEmpty = reading.isEmpty && (isNothing || text.empty());
        if (hasNames(index)) {
            const std::size_t before = reading.texts.names().size();
            column.codes.push_back(reading.texts.codeOf(isNothing ? std::string_view() : text));
            if (reading.texts.names().size() > before && column.problem.empty() && !isUtf8(text)) {
                refuse(column, text, say(ENGINE_TEXT("Sentences", "a text in UTF-8%1"), remedyOfLetters));
            }
        }
        if (!isRead && !isNothing && column.problem.empty()) {
            refuse(column, text, wantedFor(m_outline, index, text));
        } else if (isNothing && column.gaps++ == 0) {
            reading.gapRow = m_rows.number();
            reading.gapText = text;
        }
    }

    /// Of the first field that is not as it should be.
    void refuse(Column& column, std::string_view text, const Sentence& wanted) const
    {
        column.problem = say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted %5"), m_table.name,
                             m_rows.number(), shown(column.name), shown(text), wanted);
    }

    void finish(std::size_t index)
    {
        Column& column = m_table.columns[index];
        Reading& reading = m_readings[index];
        column.names = std::move(reading.texts.names());
        if (reading.isEmpty) {
            column.problem = say(ENGINE_TEXT("Sentences", "%1: the column %2 is empty, wanted values"), m_table.name,
                                 shown(column.name));
        } else if (!column.problem.empty()) {
            column.gaps = 0;
        } else if (column.gaps > 0) {
            column.problem = say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted %5; %6"),
                                 m_table.name, reading.gapRow, shown(column.name),
                                 reading.gapText.empty() ? say(ENGINE_TEXT("Sentences", "nothing"))
                                                         : say("%1", shown(reading.gapText)),
                                 column.kind == ColumnKind::Time ? say(ENGINE_TEXT("Sentences", "a time"))
                                                                 : say(ENGINE_TEXT("Sentences", "a number")),
                                 remedyOfGaps(column));
        }
    }

    const TableOutline& m_outline;
    Table& m_table;
    CsvRows m_rows;
    std::vector<Reading> m_readings; ///< of each column
};

/// What a table takes of the memory while it is read and cut into windows, by the length of its first rows. Names are
/// kept in a list and a hash table.
std::int64_t bytesToRead(std::string_view text, const TableOutline& outline)
{
    constexpr std::size_t looked = 1 << 20;
    const std::string_view start = text.substr(0, looked);
    const auto lines = static_cast<double>(std::ranges::count(start, '\n') + 1);
    const double size = static_cast<double>(text.size()), rows = size / static_cast<double>(start.size()) * lines;
    double ofRow = 67; // where a window starts, its answer and the last one before, twice
    bool hasNames = false;
    for (std::size_t index = 0; index < outline.kinds.size(); ++index) {
        const bool isText = outline.kinds[index] == ColumnKind::Text;
        hasNames = hasNames || isText || outline.named[index];
        ofRow += isText ? sizeof(std::int32_t) : 2 * sizeof(double); // a vector grows to twice its size
    }
    return static_cast<std::int64_t>(rows * ofRow + (hasNames ? size : 0));
}

Table read(std::string_view text, const std::string& name, const TableFormat& format, const NamedColumns& named,
           const GoOn& goOn, const std::function<void()>& beforeRows)
{
    const TableOutline outline = outlineOf(text, format, named, name);
    requireDataMemory(bytesToRead(text, outline), name);
    Table table{.name = name, .format = outline.format};
    TableReader(text, outline, table).read(goOn, beforeRows);
    if (!outline.hasDecimals && format.decimal == DecimalMark::Auto) {
        table.format.decimal = DecimalMark::Auto; // whole numbers tell nothing of another file
    }
    return table;
}

} // namespace

bool Column::lacks(std::int64_t row) const
{
    return !codes.empty()             ? names[at(codes[at(row)])].empty()
           : kind == ColumnKind::Time ? times[at(row)] == noTime
                                      : std::isnan(numbers[at(row)]);
}

bool Column::hasNames() const
{
    return std::ranges::any_of(names, [](const std::string& one) { return !one.empty(); });
}

double Column::sizeOf(std::int64_t row) const
{
    const bool areNames = kind == ColumnKind::Text || (!codes.empty() && !problem.empty() && gaps == 0);
    return areNames                     ? codes[at(row)]
           : kind == ColumnKind::Number ? numbers[at(row)]
                                        : static_cast<double>(times[at(row)]);
}

const Column& Table::find(std::string_view wanted) const
{
    std::vector<std::string_view> names;
    for (const Column& one : columns) {
        if (one.name == wanted) {
            return one;
        }
        names.push_back(one.name);
    }
    const Sentence remedy =
        columns.size() == 1
            ? say(ENGINE_TEXT("Sentences", "; delimiter of SEQUENCEDATA (or --delimiter) says what parts the columns"))
        : format.header == HeaderRow::No
            ? say(ENGINE_TEXT("Sentences",
                              "; header: NAMES of SEQUENCEDATA (or --header) takes the first row for names"))
            : Sentence();
    throw Error(
        say(ENGINE_TEXT("Sentences", "%1: found no column named %2, wanted one of its %3%4%5"), name, shown(wanted),
            counted(columns.size(), ENGINE_TEXT("Sentences", "1 column"), ENGINE_TEXT("Sentences", "%1 columns")),
            hint(wanted, names), remedy));
}

const Column& Table::column(std::string_view wanted, Gaps gaps) const
{
    const Column& found = find(wanted);
    const bool hasGapsOnly = found.gaps > 0 && found.gaps < rows;
    if (!found.problem.empty() && (gaps == Gaps::Refused || !hasGapsOnly)) {
        throw Error(found.problem);
    }
    return found;
}

const Column& Table::namedColumn(std::string_view wanted) const
{
    const Column& found = find(wanted);
    assert(!found.codes.empty());
    return found.hasNames() && std::ranges::all_of(found.names, isUtf8) ? found : column(wanted);
}

const Column& Table::numberColumn(std::string_view wanted, Gaps gaps) const
{
    const Column& found = column(wanted, gaps);
    if (found.kind != ColumnKind::Number) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted a column of numbers"), name,
                        rowInFile(0), shown(wanted), shown(text(found, 0))));
    }
    return found;
}

std::string Table::text(const Column& column, std::int64_t row) const
{
    if (!column.codes.empty()) {
        return column.names[at(column.codes[at(row)])];
    }
    if (column.kind == ColumnKind::Time) {
        return isoTime(column.times[at(row)]);
    }
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, column.numbers[at(row)]);
    assert(error == std::errc());
    return {digits, end};
}

Table readTable(const std::filesystem::path& file, const TableFormat& format, const NamedColumns& named,
                const GoOn& goOn)
{
    const TextFile opened(file, file.string(), goOn);
    return read(opened.bytes(), file.string(), format, named, goOn, [&] { opened.checkedAge(); });
}

Table readTableText(std::string_view text, const std::string& name, const TableFormat& format,
                    const NamedColumns& named, const GoOn& goOn)
{
    return read(text, name, format, named, goOn, [] {});
}

} // namespace engine
