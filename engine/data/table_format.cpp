// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_format.h"

#include "engine/data/table.h"
#include "engine/data/text_scan.h"
#include "engine/graph/characters.h"
#include "engine/graph/error.h"

#include <fmt/chrono.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <iomanip>
#include <span>
#include <sstream>
#include <system_error>
#include <utility>

namespace engine {
namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Times --------------------------------------------------------------------------------------------------------------

struct Moment {
    int year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, microsecond = 0;
    int offset = 0; ///< in minutes

    std::chrono::year_month_day date() const
    {
        return {std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                std::chrono::day(static_cast<unsigned>(day))};
    }
    bool exists() const { return date().ok() && hour < 24 && minute < 60 && second < 60; }
};

std::size_t digitsIn(std::string_view text)
{
    return std::min(text.find_first_not_of("0123456789"), text.size());
}

/// Takes the beginning of a text off by a pattern, or nothing: 1 is a number of one digit or two, 2, 3 and 4 are
/// numbers of so many, anything else is itself.
bool take(std::string_view& text, std::string_view pattern, std::initializer_list<int*> numbers = {})
{
    std::string_view rest = text;
    const auto* number = numbers.begin();
    for (const char wanted : pattern) {
        const std::size_t fewest = wanted >= '0' && wanted <= '9' ? static_cast<std::size_t>(wanted - '0') : 0;
        const std::size_t count = fewest == 0 ? 1 : std::min(digitsIn(rest), std::max<std::size_t>(fewest, 2));
        if (fewest == 0 ? !rest.starts_with(wanted) : count < fewest) {
            return false;
        }
        if (fewest > 0) {
            std::from_chars(rest.data(), rest.data() + count, **number++);
        }
        rest.remove_prefix(count);
    }
    text = rest;
    return true;
}

bool takeDate(std::string_view& text, TimeForm::Dates dates, Moment& moment)
{
    int *const year = &moment.year, *const month = &moment.month, *const day = &moment.day;
    return dates == TimeForm::Dates::Iso ? take(text, "4-2-2", {year, month, day}) || take(text, "4-2", {year, month})
           : dates == TimeForm::Dates::DayDots    ? take(text, "1.1.4", {day, month, year})
           : dates == TimeForm::Dates::DaySlashes ? take(text, "1/1/4", {day, month, year})
                                                  : take(text, "1/1/4", {month, day, year});
}

bool takeClock(std::string_view& text, Moment& moment)
{
    if (!take(text, "1:2:2", {&moment.hour, &moment.minute, &moment.second})) {
        return take(text, "1:2", {&moment.hour, &moment.minute});
    }
    if (!take(text, ".")) {
        return true;
    }
    std::string decimals(text.substr(0, std::min<std::size_t>(digitsIn(text), 6)));
    text.remove_prefix(decimals.size());
    const bool isThere = !decimals.empty();
    decimals.resize(6, '0');
    std::from_chars(decimals.data(), decimals.data() + decimals.size(), moment.microsecond);
    return isThere;
}

bool takeOffset(std::string_view& text, Moment& moment)
{
    if (take(text, "Z")) {
        return true;
    }
    take(text, " ");
    const int sign = take(text, "+") ? 1 : take(text, "-") ? -1 : 0;
    int hours = 0, minutes = 0;
    const bool isRead =
        take(text, "2:2", {&hours, &minutes}) || take(text, "22", {&hours, &minutes}) || take(text, "2", {&hours});
    moment.offset = sign * (60 * hours + minutes);
    return isRead && sign != 0 && hours < 24 && minutes < 60;
}

std::optional<Moment> momentIn(std::string_view text, TimeForm form)
{
    Moment moment;
    const bool isRead = takeDate(text, form.dates, moment) &&
                        ((!take(text, "T") && !take(text, " ")) || takeClock(text, moment)) &&
                        (!form.hasOffset || takeOffset(text, moment)) && text.empty();
    return isRead ? std::optional(moment) : std::nullopt;
}

// The first rows -----------------------------------------------------------------------------------------------------

using Row = std::vector<std::string>;
using Dates = TimeForm::Dates;

constexpr std::size_t sampledRows = 1000;
constexpr std::ptrdiff_t shownRows = 4;       ///< of Table::firstRows
constexpr std::size_t sampledBytes = 1 << 20; ///< ends a sample

/// Without the empty ones at its end, but at least one.
std::size_t fieldsOf(const auto& row)
{
    const auto last = std::find_if(row.rbegin(), row.rend(), [](const auto& field) { return !field.empty(); });
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(row.rend() - last, 1));
}

bool isNumber(std::string_view text)
{
    return readNumber(text, DecimalMark::Point) || readNumber(text, DecimalMark::Comma) || isGrouped(text);
}

/// The delimiter that cuts the first two rows alike, of several the one that leaves the most numbers in the second, the
/// comma as the last one, as it may be a decimal mark, too; where none does, the one that cuts the first row most
/// often.
char delimiterOf(std::string_view text, DecimalMark decimal)
{
    const bool mayCutNumbers = decimal == DecimalMark::Comma && text.find('"') == std::string_view::npos;
    std::pair<std::size_t, char> most = {1, decimal == DecimalMark::Comma ? ';' : ','}; // of columns
    std::pair<std::ptrdiff_t, char> even = {-1, 0};                                     // of numbers
    for (const char delimiter : {'\t', ';', '|', ','}) {
        CsvRows rows(text, delimiter);
        const std::size_t columns = rows.next() && (delimiter != ',' || !mayCutNumbers) ? fieldsOf(rows.fields()) : 1;
        most = columns > most.first ? std::pair(columns, delimiter) : most;
        if (columns > 1 && (!rows.next() || (rows.fields().size() >= columns && fieldsOf(rows.fields()) <= columns))) {
            const auto numbers = std::ranges::count_if(rows.fields(), isNumber);
            even = numbers > even.first ? std::pair(numbers, delimiter) : even;
        }
    }
    return even.second != 0 ? even.second : most.second;
}

/// The fields of a column in the first rows; "" for a gap.
using Fields = std::vector<std::string_view>;

/// Whether `some` are more than half of those that hold a value.
bool areMost(std::ptrdiff_t some, const Fields& fields)
{
    return 2 * some > std::ssize(fields) - std::ranges::count(fields, std::string_view());
}

/// How many of the fields a form reads.
std::ptrdiff_t fitsOf(const Fields& fields, TimeForm form)
{
    return std::ranges::count_if(fields, [&](std::string_view text) { return readTime(text, form).has_value(); });
}

/// The form that reads the most of the fields, and how many.
std::pair<TimeForm, std::ptrdiff_t> formOf(const Fields& fields, DateOrder order)
{
    std::pair<TimeForm, std::ptrdiff_t> best = {};
    for (const Dates dates : {Dates::Iso, Dates::DayDots, Dates::DaySlashes, Dates::MonthSlashes}) {
        const bool isOther = (dates == Dates::DaySlashes && order == DateOrder::MonthFirst) ||
                             (dates == Dates::MonthSlashes && order == DateOrder::DayFirst);
        for (const TimeForm form : {TimeForm{dates, false}, TimeForm{dates, true}}) {
            const std::ptrdiff_t count = isOther ? 0 : fitsOf(fields, form);
            best = count > best.second ? std::pair(form, count) : best;
        }
    }
    return best;
}

HeaderRow headerOf(const Row& first)
{
    const auto isValue = [](const std::string& field) { return isNumber(field) || formOf({field}, {}).second > 0; };
    return std::ranges::any_of(first, isValue) ? HeaderRow::No : HeaderRow::Yes;
}

void takeNames(Table& table, const Row& first, const NamedColumns& named)
{
    const std::size_t columns = fieldsOf(first);
    for (std::size_t column = 0; column < columns; ++column) {
        const bool isNamed = table.format.header == HeaderRow::Yes && !first[column].empty();
        const std::string name = isNamed ? first[column] : "column " + std::to_string(column + 1);
        if (!isUtf8(name)) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: the name of column %2, %3, is no UTF-8, wanted a text in UTF-8%4"),
                    table.name, column + 1, shown(name), remedyOfLetters));
        }
        if (table.find(name)) {
            throw Error(
                say(ENGINE_TEXT("Sentences",
                                "%1: found two columns named %2, wanted a different name for each; where the first row "
                                "has no names, header: VALUES of SEQUENCEDATA (or --header) reads it as the others"),
                    table.name, shown(name)));
        }
        const bool isLast = column + 1 == columns;
        table.columns.push_back({.name = name, .isNamed = named.contains(name) || (isLast && named.contains(""))});
    }
}

/// Tells the decimal mark where it was not given and some number has one. A mark that may stand between thousands tells
/// nothing, and is none of a column that shows no decimals but whole numbers.
void takeDecimal(Table& table, const std::vector<Fields>& fields)
{
    if (table.format.decimal != DecimalMark::Auto) {
        return;
    }
    const auto countOf = [&](std::size_t column, DecimalMark mark, bool grouped) { // numbers with that mark only
        const DecimalMark other = mark == DecimalMark::Point ? DecimalMark::Comma : DecimalMark::Point;
        return std::ranges::count_if(fields[column], [&](std::string_view text) {
            return readNumber(text, mark) && !readNumber(text, other) && isGrouped(text) == grouped;
        });
    };
    std::ptrdiff_t points = 0, commas = 0;
    for (std::size_t column = 0; column < fields.size(); ++column) {
        const bool isOfNumbers = table.columns[column].kind == ColumnKind::Number;
        points += isOfNumbers ? countOf(column, DecimalMark::Point, false) : 0;
        commas += isOfNumbers ? countOf(column, DecimalMark::Comma, false) : 0;
    }
    const DecimalMark mark = points == commas  ? markOf(table.format)
                             : commas > points ? DecimalMark::Comma
                                               : DecimalMark::Point;
    table.format.decimal = points + commas > 0 ? mark : DecimalMark::Auto;
    for (std::size_t column = 0; column < fields.size(); ++column) {
        const bool hasWhole = std::ranges::any_of(fields[column], [](std::string_view text) {
            return readNumber(text, DecimalMark::Point) && readNumber(text, DecimalMark::Comma);
        });
        table.columns[column].mayBeGrouped =
            countOf(column, mark, false) == 0 && (hasWhole || countOf(column, mark, true) == 0);
    }
}

/// Tells whether a column holds times, and the order of day and month where it was not given, or asks for it where both
/// fit.
void takeTimes(Table& table, Column& column, const Fields& fields, DateOrder given)
{
    const auto [form, count] = formOf(fields, given);
    column.form = form;
    if (!areMost(count, fields)) {
        return;
    }
    column.kind = ColumnKind::Time;
    const TimeForm day{Dates::DaySlashes, form.hasOffset}, month{Dates::MonthSlashes, form.hasOffset};
    const bool isDay = form.dates == day.dates;
    if (given != DateOrder::Auto || (!isDay && form.dates != month.dates)) {
        return;
    }
    if (fitsOf(fields, day) != fitsOf(fields, month)) {
        DateOrder& order = table.format.dates;
        order = order != DateOrder::Auto ? order : isDay ? DateOrder::DayFirst : DateOrder::MonthFirst;
        return;
    }
    constexpr std::size_t most = 3; // examples
    for (const std::string_view& text : fields) {
        const std::optional<Instant> one = readTime(text, day), other = readTime(text, month);
        if (column.problem.empty() && (isDay ? one : other)) {
            column.problem = misfit(
                table.name, table.rowInFile(&text - fields.data()), column, shown(text),
                ENGINE_TEXT("Sentences", "date_order: DAY or MONTH of SEQUENCEDATA (or --date-order) to say whether "
                                         "the day or the month is first"));
        }
        const std::string_view last = column.examples.empty() ? "?" : std::string_view(column.examples.back());
        const bool isAnotherDay = !text.starts_with(last.substr(0, last.find_first_of(" T")));
        if (column.examples.size() < most && isAnotherDay && one && other && one->microseconds != other->microseconds) {
            column.examples.emplace_back(text);
        }
    }
}

// In words ------------------------------------------------------------------------------------------------------------

template <typename Value>
using Words = std::array<std::pair<const char*, Value>, 2>;

constexpr std::array<std::pair<const char*, char>, 4> delimiters = {
    {{"COMMA", ','}, {"SEMICOLON", ';'}, {"TAB", '\t'}, {"BAR", '|'}}};
constexpr Words<DecimalMark> marks = {{{"POINT", DecimalMark::Point}, {"COMMA", DecimalMark::Comma}}};
constexpr Words<DateOrder> orders = {{{"DAY", DateOrder::DayFirst}, {"MONTH", DateOrder::MonthFirst}}};
constexpr Words<GapRule> rules = {{{"SKIP", GapRule::Skip}, {"CARRY", GapRule::Carry}}};
constexpr Words<HeaderRow> headers = {{{"NAMES", HeaderRow::Yes}, {"VALUES", HeaderRow::No}}};

/// Calls visit(key, value, words) for each part of a format.
void eachPart(auto& format, const auto& visit)
{
    visit("delimiter", format.delimiter, delimiters);
    visit("decimal", format.decimal, marks);
    visit("date_order", format.dates, orders);
    visit("header", format.header, headers);
}

} // namespace

std::map<std::string, std::string> wordsOf(const TableFormat& format)
{
    std::map<std::string, std::string> words;
    eachPart(format, [&](const char* key, auto value, const auto& known) {
        const auto found = std::ranges::find(known, value, [](const auto& one) { return one.second; });
        words[key] = found == known.end() ? "AUTO" : found->first;
    });
    return words;
}

TableFormat formatOf(const std::function<std::string(const char* key)>& wordOf)
{
    TableFormat format;
    eachPart(format, [&](const char* key, auto& value, const auto& known) {
        const auto found = std::ranges::find(known, wordOf(key), [](const auto& one) { return one.first; });
        value = found == known.end() ? value : found->second;
    });
    return format;
}

TableFormat filledBy(const TableFormat& format, const TableFormat& other)
{
    const std::map<std::string, std::string> words = wordsOf(format), others = wordsOf(other);
    return formatOf([&](const char* key) { return words.at(key) == "AUTO" ? others.at(key) : words.at(key); });
}

DecimalMark markOf(const TableFormat& format)
{
    return format.decimal != DecimalMark::Auto ? format.decimal
           : format.delimiter == ';'           ? DecimalMark::Comma
                                               : DecimalMark::Point;
}

std::string exampleOf(TimeForm form)
{
    constexpr std::array dates = {"YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY"};
    return dates.at(static_cast<std::size_t>(form.dates)) + std::string(form.hasOffset ? " hh:mm+hh:mm" : "");
}

std::optional<Instant> readTime(std::string_view text, TimeForm form)
{
    const std::optional<Moment> moment = momentIn(text, form);
    if (!moment || !moment->exists()) {
        return std::nullopt;
    }
    const std::int64_t days = std::chrono::sys_days(moment->date()).time_since_epoch().count();
    const std::int64_t minutes = days * 24 * 60 + moment->hour * 60 + moment->minute - moment->offset;
    return Instant{(minutes * 60 + moment->second) * 1'000'000 + moment->microsecond,
                   static_cast<std::int16_t>(moment->offset)};
}

bool isNoDay(std::string_view text, TimeForm form)
{
    const std::optional<Moment> moment = momentIn(text, form);
    return moment && !moment->exists();
}

std::string isoTime(std::int64_t microseconds)
{
    using namespace std::chrono;
    const sys_time<std::chrono::microseconds> time{std::chrono::microseconds(microseconds)};
    const auto second = floor<seconds>(time);
    const std::tm clock = fmt::gmtime(second.time_since_epoch().count());
    const std::string text =
        fmt::format("{:%F}", clock) + (time == floor<days>(time) ? "" : fmt::format(" {:%T}", clock));
    return time == second ? text : text + fmt::format(".{:06}", (time - second).count());
}

std::optional<double> readNumber(std::string_view text, DecimalMark decimal)
{
    text = trimmed(text);
    std::string withPoint;
    if (decimal == DecimalMark::Comma) {
        if (text.find('.') != std::string_view::npos) {
            return std::nullopt;
        }
        withPoint = text;
        std::ranges::replace(withPoint, ',', '.');
        text = withPoint;
    }
    text.remove_prefix(text.starts_with('+') && !text.starts_with("+-") ? 1 : 0);
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const bool isRead = stop == end && error == std::errc() && std::isfinite(value);
    return isRead ? std::optional(value) : std::nullopt;
}

bool isGrouped(std::string_view text)
{
    text = trimmed(text);
    text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    const std::size_t first = digitsIn(text);
    const bool mayStart = first > 0 && first <= 3 && text.front() != '0';
    text.remove_prefix(first);
    const bool hasCommas = text.starts_with(',');
    bool grouped = false;
    for (int digits = 0; take(text, hasCommas ? ",3" : ".3", {&digits});) {
        grouped = true;
    }
    return mayStart && grouped &&
           (text.empty() || (take(text, hasCommas ? "." : ",") && digitsIn(text) == text.size()));
}

bool isGap(std::string_view text)
{
    constexpr std::array<std::string_view, 9> words = {"", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "-"};
    return std::ranges::find(words, trimmed(text)) != words.end();
}

Table outlineOf(std::string_view text, const std::string& name, const TableFormat& given, const NamedColumns& named)
{
    Table table{.name = name, .format = given};
    TableFormat& format = table.format;
    text.remove_prefix(text.starts_with(byteOrderMark) ? byteOrderMark.size() : 0);
    if (format.delimiter == '\0') {
        format.delimiter = delimiterOf(text, format.decimal);
    }
    std::vector<Row> sample;
    CsvRows cut(text, format.delimiter);
    while (sample.size() < sampledRows && cut.position() < sampledBytes && cut.next()) {
        sample.emplace_back(cut.fields().begin(), cut.fields().end());
    }
    if (sample.empty()) {
        throw Error(cut.isMisquoted()
                        ? misquoted(name, 1)
                        : say(ENGINE_TEXT("Sentences", "%1: found no rows, wanted a table with at least one"), name));
    }
    const Row& first = sample.front();
    if (first.size() > maxColumns) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found more than %2 columns, wanted at most that many"), name,
                        maxColumns));
    }
    if (format.header == HeaderRow::Auto) {
        format.header = headerOf(first);
    }
    takeNames(table, first, named);
    const std::span<const Row> rows = std::span(sample).subspan(format.header == HeaderRow::Yes ? 1 : 0);
    std::vector<Fields> fields(table.columns.size());
    for (std::size_t index = 0; index < fields.size(); ++index) {
        Column& column = table.columns[index];
        for (const Row& row : rows) {
            const bool hasValue = index < row.size() && !isGap(row[index]);
            fields[index].push_back(hasValue ? std::string_view(row[index]) : std::string_view());
        }
        const bool isEmpty = std::ranges::all_of(fields[index], &std::string_view::empty);
        const auto numbers = std::ranges::count_if(fields[index], isNumber);
        column.kind = isEmpty || areMost(numbers, fields[index]) ? ColumnKind::Number : ColumnKind::Text;
        takeTimes(table, column, fields[index], given.dates);
        column.isNamed = column.isNamed || column.kind == ColumnKind::Text;
    }
    takeDecimal(table, fields);
    table.firstRows.assign(rows.begin(), rows.begin() + std::min(std::ssize(rows), shownRows));
    return table;
}

GapRules gapRules(const std::vector<std::string>& entries)
{
    GapRules all;
    for (const std::string& entry : entries) {
        const std::size_t equals = entry.rfind('='), behind = equals == std::string::npos ? 0 : equals + 1;
        const auto rule = std::ranges::find(rules, entry.substr(behind), [](const auto& one) { return one.first; });
        if (rule == rules.end()) {
            throw Error(say(ENGINE_TEXT("Sentences", "gaps: found %1, wanted SKIP or CARRY, alone for all "
                                                     "columns or behind a column's name, as wind=SKIP"),
                            shown(entry)));
        }
        all[entry.substr(0, behind == 0 ? 0 : equals)] = rule->second;
    }
    return all;
}

std::vector<std::string> gapEntries(const GapRules& all)
{
    std::vector<std::string> entries;
    for (const auto& [column, rule] : all) {
        if (rule != GapRule::Refuse) {
            entries.push_back((column.empty() ? "" : column + "=") + (rule == GapRule::Skip ? "SKIP" : "CARRY"));
        }
    }
    return entries;
}

GapRule ruleFor(const std::string& column, const GapRules& all)
{
    const auto own = all.find(column), other = all.find("");
    return own != all.end() ? own->second : other != all.end() ? other->second : GapRule::Refuse;
}

bool CsvRows::next()
{
    if (m_isMisquoted) {
        return false;
    }
    m_fields.clear();
    m_unquoted.clear();
    while (!m_rest.empty() && m_fields.empty()) {
        ++m_number;
        bool isQuoted = false;
        do {
            m_rest.remove_prefix(m_fields.empty() ? 0 : 1); // the delimiter
            skipBlanks();
            isQuoted = m_rest.starts_with('"');
            m_fields.push_back(isQuoted ? takeQuoted() : takePlain());
        } while (m_rest.starts_with(m_delimiter) && m_fields.size() <= maxColumns);
        if (m_fields.size() == 1 && m_fields.front().empty() && !isQuoted) {
            m_fields.clear(); // a blank line
        }
        m_rest.remove_prefix(std::min<std::size_t>(m_rest.starts_with("\r\n") ? 2 : 1, m_rest.size()));
    }
    return !m_fields.empty() && !m_isMisquoted;
}

std::string_view CsvRows::takePlain()
{
    const auto end = std::ranges::find_if(m_rest, [this](char letter) { return endsField(letter); });
    const std::string_view field = m_rest.substr(0, static_cast<std::size_t>(end - m_rest.begin()));
    m_rest.remove_prefix(field.size());
    m_isMisquoted = m_isMisquoted || field.find('"') != std::string_view::npos;
    return trimmed(field);
}

std::string_view CsvRows::takeQuoted()
{
    std::string* whole = nullptr; // of a field in which a quote stands, which is doubled
    for (;;) {
        m_rest.remove_prefix(1); // the quote
        const std::string_view piece = m_rest.substr(0, m_rest.find('"'));
        m_isMisquoted = m_isMisquoted || piece.size() == m_rest.size();
        m_rest.remove_prefix(std::min(piece.size() + 1, m_rest.size()));
        if (!m_rest.starts_with('"')) {
            skipBlanks();
            m_isMisquoted = m_isMisquoted || !(m_rest.empty() || endsField(m_rest.front()));
            return whole ? std::string_view(whole->append(piece)) : piece;
        }
        whole = whole ? whole : &m_unquoted.emplace_back();
        whole->append(piece) += '"';
    }
}

Sentence misquoted(const std::string& owner, std::int64_t row)
{
    return say(ENGINE_TEXT("Sentences",
                           "%1, row %2: found a quote (\") in a wrong place, wanted it around whole fields, "
                           "and doubled within them"),
               owner, row);
}

std::string columnList(const std::vector<std::string>& entries)
{
    std::ostringstream list;
    for (const std::string& entry : entries) {
        const bool isPlain = !entry.empty() && entry.find_first_of(",\"\n\r\t") == std::string::npos &&
                             entry.front() != ' ' && entry.back() != ' ';
        list << (&entry == &entries.front() ? "" : ", ");
        isPlain ? list << entry : list << std::quoted(entry, '"', '"');
    }
    return list.str();
}

std::string quotedList(const std::vector<std::string>& entries)
{
    const std::string list = columnList(entries);
    const char quote = list.find('"') == std::string::npos ? '"' : '\'';
    return visible(quote + list + quote);
}

} // namespace engine
