// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table.h"

#include "engine/data/data_memory.h"
#include "engine/data/text_file.h"
#include "engine/data/text_scan.h"
#include "engine/graph/characters.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

namespace engine {
namespace {

/// The numbers of a column's names, in the order in which they come.
using TextCodes = std::unordered_map<std::string, std::int32_t>;

/// What should stand there in place of a text.
Sentence wantedFor(const Column& column, const TableFormat& format, std::string_view text)
{
    if (column.kind == ColumnKind::Time) {
        return isNoDay(text, column.form)
                   ? say(ENGINE_TEXT("Sentences", "a day and an hour that exist, as %1"), exampleOf(column.form))
                   : say(ENGINE_TEXT("Sentences", "a time as in the first rows, %1"), exampleOf(column.form));
    }
    const bool isComma = markOf(format) == DecimalMark::Comma;
    if (!isGrouped(text)) {
        return say(ENGINE_TEXT("Sentences", "a number with the decimal mark %1, if any; decimal of SEQUENCEDATA (or "
                                            "--decimal) sets it"),
                   std::string_view(isComma ? "','" : "'.'"));
    }
    const bool hasComma = text[text.find_first_of(".,")] == ',';
    const bool isUnproven = hasComma == isComma ? column.mayBeGrouped : format.decimal == DecimalMark::Auto;
    if (!isUnproven || !readNumber(text, hasComma ? DecimalMark::Comma : DecimalMark::Point)) {
        return ENGINE_TEXT("Sentences", "a number without marks between its thousands");
    }
    return say(ENGINE_TEXT("Sentences", "a number without marks between its thousands, or decimal: %1 of SEQUENCEDATA "
                                        "(or --decimal) where the mark is a decimal one"),
               std::string_view(hasComma ? "COMMA" : "POINT"));
}

/// Takes a field of a row of that number; `codes` are those of the column's names.
void takeField(const Table& table, Column& column, TextCodes& codes, std::string_view text, std::int64_t row)
{
    bool isRead = true;
    if (column.kind == ColumnKind::Number) {
        const std::optional<double> number = readNumber(text, markOf(table.format));
        isRead = number && !(column.mayBeGrouped && isGrouped(text));
        column.numbers.push_back(isRead ? *number : std::numeric_limits<double>::quiet_NaN());
    } else if (column.kind == ColumnKind::Time) {
        const std::optional<Instant> time = readTime(text, column.form);
        isRead = time.has_value();
        column.times.push_back(isRead ? time->microseconds : noTime);
        if (column.form.hasOffset) {
            column.offsets.push_back(isRead ? time->offset : std::int16_t{0});
        }
    }
    const bool isNothing = isRead ? text.empty() : isGap(text);
    bool isLegible = true;
    if (column.isNamed) {
        const std::string name(isNothing ? std::string_view() : text);
        const auto [code, isNew] = codes.try_emplace(name, static_cast<std::int32_t>(codes.size()));
        column.codes.push_back(code->second);
        if (isNew) {
            column.names.push_back(name);
            isLegible = isUtf8(name);
        }
    }
    if (isNothing) {
        column.firstGap = column.gaps++ == 0 ? row : column.firstGap;
    } else if ((!isRead || !isLegible) && column.problem.empty()) { // the first field that is not as it should be
        column.problem = misfit(table.name, row, column, shown(text),
                                isLegible ? wantedFor(column, table.format, text)
                                          : say(ENGINE_TEXT("Sentences", "a text in UTF-8%1"), remedyOfLetters));
    }
}

/// Reads the rows of a table, each strictly by its outline.
void readRows(std::string_view text, Table& table, const GoOn& goOn)
{
    constexpr std::int64_t looked = 1024; // rows between two looks around
    CsvRows rows(text, table.format.delimiter);
    std::vector<TextCodes> codes(table.columns.size());
    const auto hasValue = [](std::string_view field) { return !field.empty(); };
    if (table.format.header == HeaderRow::Yes) {
        rows.next();
    }
    for (; rows.next(); ++table.rows) {
        if (table.rows % looked == 0 && !goesOn(goOn)) {
            throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: cancelled"), table.name));
        }
        const std::vector<std::string_view>& fields = rows.fields();
        if (fields.size() < codes.size() || fields.size() > maxColumns ||
            std::any_of(fields.begin() + std::ssize(codes), fields.end(), hasValue)) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1, row %2: found %3, wanted %4, as in the first row"), table.name,
                    rows.number(),
                    counted(fields.size(), ENGINE_TEXT("Sentences", "1 field"), ENGINE_TEXT("Sentences", "%1 fields")),
                    codes.size()));
        }
        for (std::size_t index = 0; index < codes.size(); ++index) {
            takeField(table, table.columns[index], codes[index], fields[index], rows.number());
        }
    }
    if (rows.isMisquoted()) {
        throw Error(misquoted(table.name, rows.number()));
    }
    if (table.rows == 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found a header and no rows, wanted at least one"), table.name));
    }
    for (Column& column : table.columns) {
        if (column.gaps == table.rows) {
            column.problem = say(ENGINE_TEXT("Sentences", "%1: the column %2 is empty, wanted values"), table.name,
                                 shown(column.name));
        } else if (!column.isNamed && !column.problem.empty()) {
            column.gaps = 0; // no rule for gaps mends a wrong value
        }
    }
}

/// What a table takes of the memory while it is read and cut into windows, by the length of its first rows. Names are
/// kept in a list and a hash table.
std::int64_t bytesToRead(std::string_view text, const Table& outline)
{
    constexpr std::size_t looked = 1 << 20;
    const std::string_view start = text.substr(0, looked);
    const auto lines = static_cast<double>(std::ranges::count(start, '\n') + 1);
    const double size = static_cast<double>(text.size()), rows = size / static_cast<double>(start.size()) * lines;
    double ofRow = 67; // where a window starts, its answer and the last one before, twice
    for (const Column& column : outline.columns) {
        ofRow += column.kind == ColumnKind::Text ? sizeof(std::int32_t)
                                                 : 2 * sizeof(double); // a vector grows to twice its size
    }
    const bool hasNames = std::ranges::any_of(outline.columns, &Column::isNamed);
    return static_cast<std::int64_t>(rows * ofRow + (hasNames ? size : 0));
}

} // namespace

Sentence misfit(const std::string& owner, std::int64_t row, const Column& column, const Sentence& found,
                const Sentence& wanted)
{
    return say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted %5"), owner, row, shown(column.name),
               found, wanted);
}

bool Column::lacks(std::int64_t row) const
{
    return !codes.empty()             ? names[at(codes[at(row)])].empty()
           : kind == ColumnKind::Time ? times[at(row)] == noTime
                                      : std::isnan(numbers[at(row)]);
}

double Column::sizeOf(std::int64_t row) const
{
    return !hasSizes()                  ? codes[at(row)]
           : kind == ColumnKind::Number ? numbers[at(row)]
                                        : static_cast<double>(times[at(row)]);
}

const Column* Table::find(std::string_view wanted) const
{
    const auto found = std::ranges::find(columns, wanted, &Column::name);
    return found == columns.end() ? nullptr : &*found;
}

const Column& Table::required(std::string_view wanted) const
{
    if (const Column* const found = find(wanted)) {
        return *found;
    }
    std::vector<std::string_view> names(columns.size());
    std::ranges::transform(columns, names.begin(), &Column::name);
    const char* const remedy =
        columns.size() == 1
            ? ENGINE_TEXT("Sentences", "; delimiter of SEQUENCEDATA (or --delimiter) says what parts the columns")
        : format.header == HeaderRow::No
            ? ENGINE_TEXT("Sentences", "; header: NAMES of SEQUENCEDATA (or --header) takes the first row for names")
            : "";
    throw Error(
        say(ENGINE_TEXT("Sentences", "%1: found no column named %2, wanted one of its %3%4%5"), name, shown(wanted),
            counted(columns.size(), ENGINE_TEXT("Sentences", "1 column"), ENGINE_TEXT("Sentences", "%1 columns")),
            hint(wanted, names), remedy));
}

Sentence Table::obstacleOf(const Column& column, GapRule rule) const
{
    const bool isRead = column.gaps == 0 || rule != GapRule::Refuse || column.kind == ColumnKind::Text;
    return isRead || !column.problem.empty() ? column.problem : gapsOf(column);
}

Sentence Table::gapsOf(const Column& column) const
{
    const bool mayCarry = column.kind == ColumnKind::Number && !column.isNamed;
    return misfit(name, column.firstGap, column, ENGINE_TEXT("Sentences", "no value"),
                  say(ENGINE_TEXT("Sentences", "one in each row; rows without: %1; gaps: %2 of SEQUENCEDATA (or "
                                               "--gaps) leaves them out%3"),
                      column.gaps, quotedList({column.name + "=SKIP"}),
                      mayCarry ? ENGINE_TEXT("Sentences", ", CARRY keeps the last value") : ""));
}

const Column& Table::column(std::string_view wanted, GapRule rule) const
{
    const Column& found = required(wanted);
    if (const Sentence obstacle = obstacleOf(found, rule); !obstacle.empty()) {
        throw Error(obstacle);
    }
    return found;
}

const Column& Table::namedColumn(std::string_view wanted) const
{
    const Column& found = required(wanted);
    assert(found.isNamed);
    return found.gaps < rows && std::ranges::all_of(found.names, isUtf8) ? found : column(wanted);
}

const Column& Table::numberColumn(std::string_view wanted, GapRule rule, const Sentence& remedy) const
{
    const Column& found = column(wanted, rule);
    if (found.kind != ColumnKind::Number) {
        throw Error(misfit(name, rowInFile(0), found, shown(text(found, 0)),
                           say(ENGINE_TEXT("Sentences", "a column of numbers%1"), remedy)));
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
    return readTableText(opened.bytes(), file.string(), format, named, [&] {
        opened.checkedAge();
        return goesOn(goOn);
    });
}

Table readTableText(std::string_view text, const std::string& name, const TableFormat& format,
                    const NamedColumns& named, const GoOn& goOn)
{
    Table table = outlineOf(text, name, format, named);
    requireDataMemory(bytesToRead(text, table), name);
    text.remove_prefix(text.starts_with(byteOrderMark) ? byteOrderMark.size() : 0);
    readRows(text, table, goOn);
    return table;
}

} // namespace engine
