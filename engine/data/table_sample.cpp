// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_sample.h"

#include "engine/data/csv_rows.h"
#include "engine/data/text_scan.h"
#include "engine/graph/characters.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <utility>

namespace engine {
namespace {

constexpr std::size_t sampledRows = 200;
constexpr std::size_t shownRows = 4;          ///< of TableOutline::firstRows
constexpr std::size_t sampledBytes = 1 << 20; ///< ends a sample that has a row already

using Row = std::vector<std::string>;

struct Sample {
    std::vector<Row> rows;
    bool wellFormed = true;
};

/// Keeps the first rows.
class SampleSink : public RowSink {
public:
    explicit SampleSink(std::vector<Row>& rows) : m_rows(&rows) {}

    void takeField(std::string_view text) override
    {
        if (!isDone() && m_row.size() <= mostColumns) {
            m_row.emplace_back(text);
        }
    }
    void endRow() override
    {
        if (!isDone()) {
            m_rows->push_back(std::move(m_row));
        }
        m_row.clear();
    }
    bool isDone() const override { return m_rows->size() == sampledRows; }

private:
    std::vector<Row>* m_rows;
    Row m_row;
};

Sample sampleOf(std::string_view text, char delimiter)
{
    Sample sample;
    SampleSink sink(sample.rows);
    CsvRows reader(delimiter, sink);
    for (std::size_t begin = 0; begin < text.size(); begin += CsvRows::pieceBytes) {
        if (reader.read(text.substr(begin, CsvRows::pieceBytes)) != CsvRows::State::Reading) {
            sample.wellFormed = sink.isDone();
            return sample;
        }
        if (sink.isDone() || (begin >= sampledBytes && !sample.rows.empty())) {
            return sample;
        }
    }
    sample.wellFormed = reader.finish() == CsvRows::State::Reading;
    return sample;
}

bool isRectangle(const Sample& sample)
{
    return sample.wellFormed && !sample.rows.empty() &&
           std::all_of(sample.rows.begin(), sample.rows.end(),
                       [&](const Row& row) { return row.size() == sample.rows.front().size(); });
}

constexpr std::array delimiters = {'\t', ';', '|', ','};

/// The first of the delimiters that cuts all rows into as many fields, more than one. The comma is the last of them, as
/// it may be a decimal mark, too.
std::optional<char> evenDelimiter(std::string_view text)
{
    for (const char delimiter : delimiters) {
        const Sample sample = sampleOf(text, delimiter);
        if (isRectangle(sample) && sample.rows.front().size() > 1) {
            return delimiter;
        }
    }
    return std::nullopt;
}

/// That one; where there is none, the one that cuts the first row most often.
char delimiterOf(std::string_view text)
{
    if (const std::optional<char> even = evenDelimiter(text)) {
        return *even;
    }
    char best = ',';
    std::size_t mostFields = 1;
    for (const char delimiter : delimiters) {
        const Sample sample = sampleOf(text, delimiter);
        const std::size_t fields = sample.rows.empty() ? 0 : sample.rows.front().size();
        if (fields > mostFields) {
            mostFields = fields;
            best = delimiter;
        }
    }
    return best;
}

std::string_view settingOf(char delimiter)
{
    return delimiter == '\t' ? "TAB" : delimiter == ';' ? "SEMICOLON" : delimiter == '|' ? "BAR" : "COMMA";
}

/// What the marks of the columns are; the first row counts only where there are few, as years may be names.
std::vector<MarkCounts> marksOf(const std::vector<Row>& rows)
{
    constexpr std::size_t fewRows = 2;
    const std::size_t first = rows.size() > fewRows ? 1 : 0;
    std::vector<MarkCounts> marks(rows.front().size());
    for (std::size_t column = 0; column < marks.size(); ++column) {
        std::int64_t fields = 0, numbers = 0;
        for (std::size_t row = first; row < rows.size(); ++row) {
            if (column < rows[row].size() && !rows[row][column].empty()) {
                const std::string& field = rows[row][column];
                marks[column].add(field);
                ++fields;
                numbers += isNumber(field, DecimalMark::Point) || isNumber(field, DecimalMark::Comma);
            }
        }
        if (2 * numbers <= fields) { // such as addresses, 192.168.100.200 among them
            marks[column] = {};
        }
    }
    return marks;
}

HeaderRow headerOf(const Row& first, DecimalMark decimal)
{
    const bool hasValues = std::any_of(first.begin(), first.end(), [&](const std::string& field) {
        return isNumber(field, decimal) || !TimeForm::formsOf(field).empty();
    });
    return hasValues ? HeaderRow::No : HeaderRow::Yes;
}

/// What more than half of the fields are that are not empty; numbers where all of them are empty.
ColumnKind kindOf(std::span<const Row> rows, std::size_t column, DecimalMark decimal)
{
    std::int64_t fields = 0, numbers = 0, times = 0;
    for (const Row& row : rows) {
        if (column < row.size() && !row[column].empty()) {
            ++fields;
            numbers += isNumber(row[column], decimal);
            times += !TimeForm::formsOf(row[column]).empty();
        }
    }
    return 2 * times > fields                    ? ColumnKind::Time
           : 2 * numbers > fields || fields == 0 ? ColumnKind::Number
                                                 : ColumnKind::Text;
}

/// The forms that the first time may have; of two, the one that reads more of the rows, if one does.
std::vector<TimeForm> formsOf(std::span<const Row> rows, std::size_t column, DateOrder order)
{
    const auto fieldOf = [&](const Row& row) {
        return column < row.size() ? std::string_view(row[column]) : std::string_view();
    };
    const auto first = std::find_if(rows.begin(), rows.end(),
                                    [&](const Row& row) { return !TimeForm::formsOf(fieldOf(row), order).empty(); });
    std::vector<TimeForm> forms =
        first == rows.end() ? std::vector<TimeForm>() : TimeForm::formsOf(fieldOf(*first), order);
    if (forms.size() < 2) {
        return forms;
    }
    const auto readBy = [&](const TimeForm& form) {
        return std::count_if(rows.begin(), rows.end(),
                             [&](const Row& row) { return form.read(fieldOf(row)).has_value(); });
    };
    const auto one = readBy(forms[0]), other = readBy(forms[1]);
    if (one != other) {
        forms.erase(one > other ? forms.begin() + 1 : forms.begin());
    }
    return forms;
}

void checkName(const std::string& name, std::size_t column, const std::string& owner)
{
    if (!isUtf8(name)) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: the name of column %2, %3, is no UTF-8, wanted a text in UTF-8%4"), owner,
                column + 1, shown(name), remedyOfLetters));
    }
}

/// The names in the header, empty where it has none: with one more where each row behind it ends with a delimiter, and
/// without the last one, an empty one, where the header alone does.
Row headerNames(const std::vector<Row>& rows)
{
    Row names = rows.front();
    const std::size_t columns = rows.size() > 1 ? rows[1].size() : names.size();
    const auto all = [&](const auto& holds) { return std::all_of(rows.begin() + 1, rows.end(), holds); };
    if (columns == names.size() + 1 &&
        all([&](const Row& row) { return row.size() == columns && row.back().empty(); })) {
        names.emplace_back();
    } else if (columns + 1 == names.size() && names.back().empty() &&
               all([&](const Row& row) { return row.size() == columns; })) {
        names.pop_back();
    }
    return names;
}

void takeNames(TableOutline& outline, const std::vector<Row>& rows, const std::string& owner)
{
    const bool hasHeader = outline.format.header == HeaderRow::Yes;
    const Row first = hasHeader ? headerNames(rows) : rows.front();
    std::set<std::string> seen;
    for (std::size_t column = 0; column < first.size(); ++column) {
        const bool isNamed = hasHeader && !first[column].empty();
        const auto hasValue = [&](const Row& row) { return column < row.size() && !row[column].empty(); };
        outline.used.push_back(isNamed || std::any_of(rows.begin() + (hasHeader ? 1 : 0), rows.end(), hasValue));
        outline.names.push_back(isNamed ? first[column] : "column " + std::to_string(column + 1));
        checkName(outline.names.back(), column, owner);
        if (!seen.insert(outline.names.back()).second) {
            throw Error(
                say(ENGINE_TEXT("Sentences",
                                "%1: found two columns named %2, wanted a different name for each; where the first row "
                                "has no names, header: VALUES of SEQUENCEDATA reads it as the others"),
                    owner, shown(outline.names.back())));
        }
    }
}

void takeNamed(TableOutline& outline)
{
    for (const std::string& name : outline.names) {
        outline.named.push_back(outline.format.named.contains(name));
    }
    const auto last = std::find(outline.used.rbegin(), outline.used.rend(), true);
    if (outline.format.lastIsNamed && last != outline.used.rend()) {
        outline.named[static_cast<std::size_t>(outline.used.rend() - last) - 1] = true;
    }
}

std::string_view trimmedCell(std::string_view text)
{
    const auto isBlank = [](char letter) { return letter == ' ' || letter == '\t'; };
    while (!text.empty() && isBlank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isBlank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

/// Reads a number of a sign, at most 15 digits and a mark, as most are: the digits as a whole number and the power of
/// ten below it are exact doubles then, so their quotient is the double that is nearest (Clinger 1990). False for all
/// else.
bool readShort(std::string_view text, char mark, double& number)
{
    constexpr std::size_t exactDigits = 15;
    constexpr std::array powers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool negative = text.front() == '-';
    if (negative || text.front() == '+') {
        text.remove_prefix(1);
    }
    if (text.size() > exactDigits + 1) {
        return false;
    }
    std::int64_t whole = 0;
    std::size_t digits = 0, behindMark = 0;
    bool marked = false;
    for (const char letter : text) {
        if (letter >= '0' && letter <= '9') {
            whole = 10 * whole + (letter - '0');
            ++digits;
            behindMark += marked;
        } else if (letter == mark && !marked) {
            marked = true;
        } else {
            return false;
        }
    }
    if (digits == 0 || digits > exactDigits) {
        return false;
    }
    const double value = static_cast<double>(whole) / powers[behindMark];
    number = negative ? -value : value;
    return true;
}

NumberState readAny(std::string_view text, double& number)
{
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end || error == std::errc::invalid_argument) {
        return NumberState::Text;
    }
    if (error == std::errc::result_out_of_range) {
        return NumberState::TooLarge;
    }
    if (!std::isfinite(value)) {
        return NumberState::NotFinite;
    }
    number = value;
    return NumberState::Finite;
}

} // namespace

bool isNumber(std::string_view text, DecimalMark decimal)
{
    double number = 0;
    return readNumber(text, decimal, number) == NumberState::Finite;
}

NumberState readNumber(std::string_view text, DecimalMark decimal, double& number)
{
    text = trimmedCell(text);
    if (text.empty()) {
        return NumberState::Gap;
    }
    const char mark = letterOf(decimal);
    if (readShort(text, mark, number)) {
        return NumberState::Finite;
    }
    if (text.find(letterOf(otherMark(decimal))) != std::string_view::npos) {
        const std::optional<std::string> plain = withoutThousands(text, decimal);
        return plain ? readNumber(*plain, DecimalMark::Point, number) : NumberState::Text;
    }
    if (text.front() == '+' && text.size() > 1 && text[1] != '-') {
        text.remove_prefix(1);
    }
    if (mark == '.') {
        return readAny(text, number);
    }
    std::string withPoint(text);
    if (const std::size_t comma = withPoint.find(','); comma != std::string::npos) {
        withPoint[comma] = '.';
    }
    return readAny(withPoint, number);
}

TableOutline outlineOf(std::string_view text, const TableFormat& given, const std::string& owner)
{
    TableOutline outline{
        .format = given, .names = {}, .used = {}, .kinds = {}, .named = {}, .marks = {}, .forms = {}, .firstRows = {}};
    TableFormat& format = outline.format;
    if (format.delimiter == '\0') {
        format.delimiter = delimiterOf(text);
    }
    const Sample sample = sampleOf(text, format.delimiter);
    if (sample.rows.empty()) {
        throw Error(sample.wellFormed
                        ? say(ENGINE_TEXT("Sentences", "%1: found no rows, wanted a table with at least one"), owner)
                        : say(ENGINE_TEXT("Sentences", "%1, row 1: found a quote (\") in a wrong place, wanted it "
                                                       "around whole fields, and doubled within them"),
                              owner));
    }
    const Row& first = sample.rows.front();
    if (first.size() > mostColumns) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found more than %2 columns, wanted at most that many"), owner,
                        mostColumns));
    }
    outline.marks = marksOf(sample.rows);
    if (format.decimal == DecimalMark::Auto) {
        format.decimal = decimalMarkBy(outline.marks, format.delimiter);
    }
    if (format.header == HeaderRow::Auto) {
        format.header = headerOf(first, format.decimal);
    }
    takeNames(outline, sample.rows, owner);
    outline.marks.resize(outline.names.size());
    takeNamed(outline);
    const std::span<const Row> rows = std::span(sample.rows).subspan(format.header == HeaderRow::Yes ? 1 : 0);
    for (std::size_t column = 0; column < outline.names.size(); ++column) {
        const auto told = given.kinds.find(outline.names[column]);
        outline.kinds.push_back(told != given.kinds.end() ? told->second : kindOf(rows, column, format.decimal));
        outline.forms.push_back(formsOf(rows, column, format.dates));
    }
    const std::span<const Row> shown = rows.first(std::min(rows.size(), shownRows));
    outline.firstRows.assign(shown.begin(), shown.end());
    return outline;
}

void leaveOutUnused(TableOutline& outline)
{
    const std::vector<bool> used = std::exchange(outline.used, {});
    const auto keepUsed = [&](auto& values) {
        std::size_t kept = 0;
        for (std::size_t column = 0; column < std::min(values.size(), used.size()); ++column) {
            if (used[column]) {
                std::swap(values[kept++], values[column]);
            }
        }
        values.resize(kept);
    };
    keepUsed(outline.names);
    keepUsed(outline.kinds);
    keepUsed(outline.marks);
    keepUsed(outline.forms);
    for (std::vector<std::string>& row : outline.firstRows) {
        keepUsed(row);
    }
    outline.used.assign(outline.names.size(), true);
    outline.named.clear();
    takeNamed(outline);
}

std::size_t rowsOfHeader(const TableOutline& outline)
{
    constexpr std::array<std::string_view, 9> gaps = {"na", "n/a", "nan", "null", "none", "nil", "-", "?", "."};
    const auto mayBeNames = [&](const Row& row) {
        bool isTextForValue = false;
        for (std::size_t column = 0; column < std::min(row.size(), outline.kinds.size()); ++column) {
            std::string field = row[column];
            std::ranges::transform(field, field.begin(), [](unsigned char letter) { return std::tolower(letter); });
            if (isNumber(field, outline.format.decimal) || !TimeForm::formsOf(row[column]).empty() ||
                std::ranges::find(gaps, field) != gaps.end()) {
                return false;
            }
            isTextForValue = isTextForValue || (!field.empty() && outline.kinds[column] != ColumnKind::Text);
        }
        return isTextForValue;
    };
    const auto values = std::ranges::find_if_not(outline.firstRows, mayBeNames);
    return outline.format.header == HeaderRow::Yes && values != outline.firstRows.end()
               ? static_cast<std::size_t>(values - outline.firstRows.begin())
               : 0;
}

namespace {

/// A header, and rows of twice as many fields, whole numbers: each has a decimal comma.
bool haveDecimalCommas(const std::vector<Row>& rows)
{
    const auto isWhole = [](const std::string& field) {
        return field.find('.') == std::string::npos && isNumber(field, DecimalMark::Point);
    };
    return std::all_of(rows.begin() + 1, rows.end(), [&](const Row& row) {
        return row.size() == 2 * rows.front().size() && std::all_of(row.begin(), row.end(), isWhole);
    });
}

/// How many rows stand before those that have one length up to the end of the sample; 0 where these are few.
std::size_t rowsBefore(const std::vector<Row>& rows)
{
    constexpr std::size_t fewRows = 3; // tell no length
    const std::size_t columns = rows.back().size();
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [&](const Row& row) { return row.size() != columns; });
    const auto before = static_cast<std::size_t>(rows.rend() - last);
    return columns > 1 && before + fewRows <= rows.size() ? before : 0;
}

} // namespace

Sentence remedyOfRagged(std::string_view text, const TableOutline& outline)
{
    const std::optional<char> even = evenDelimiter(text);
    if (even && *even != outline.format.delimiter) {
        return say(ENGINE_TEXT("Sentences", "; delimiter: %1 of SEQUENCEDATA cuts all rows alike"), settingOf(*even));
    }
    const Sample sample = sampleOf(text, outline.format.delimiter);
    if (sample.rows.size() < 2) {
        return {};
    }
    if (outline.format.delimiter == ',' && haveDecimalCommas(sample.rows)) {
        return ENGINE_TEXT(
            "Sentences",
            "; a number with a decimal comma must stand in quotes where commas stand between the columns, too");
    }
    if (const std::size_t before = rowsBefore(sample.rows); before > 0 && before <= sample.rows.size() / 2) {
        return say(ENGINE_TEXT("Sentences", "; the rows behind row %1 have %2 fields each, so what stands above them "
                                            "may be no part of the table and must go"),
                   before, sample.rows.back().size());
    }
    return {};
}

Sentence remedyOfOneColumn(std::string_view text, const TableOutline& outline)
{
    const std::string& name = outline.names.front();
    if (outline.names.size() > 1) {
        return {};
    }
    if (const std::optional<char> even = evenDelimiter(text); even && *even != outline.format.delimiter) {
        return say(ENGINE_TEXT("Sentences", "; delimiter: %1 of SEQUENCEDATA cuts its rows into more columns"),
                   settingOf(*even));
    }
    return name.find_first_of(" :") != std::string::npos
               ? ENGINE_TEXT("Sentences", "; its columns may stand apart by something else, but only commas, "
                                          "semicolons, tabs and bars are read")
               : "";
}

} // namespace engine
