// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_format.h"

#include "engine/data/csv_rows.h"
#include "engine/data/text_scan.h"
#include "engine/graph/characters.h"
#include "engine/graph/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <span>
#include <system_error>
#include <utility>

namespace engine {
namespace {

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

bool areDigits(std::string_view text)
{
    return std::ranges::all_of(text, isDigit);
}

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

/// Takes a text off from its beginning.
struct Cursor {
    std::string_view rest;

    bool skip(char letter)
    {
        const bool isThere = rest.starts_with(letter);
        rest.remove_prefix(isThere ? 1 : 0);
        return isThere;
    }
    bool number(std::size_t least, std::size_t most, int& value)
    {
        std::size_t count = 0;
        value = 0;
        while (count < std::min(most, rest.size()) && isDigit(rest[count])) {
            value = 10 * value + (rest[count++] - '0');
        }
        rest.remove_prefix(count);
        return count >= least;
    }
};

bool takeDate(Cursor& text, TimeForm::Dates dates, Moment& moment)
{
    if (dates == TimeForm::Dates::Iso) {
        return text.number(4, 4, moment.year) && text.skip('-') && text.number(2, 2, moment.month) &&
               (!text.skip('-') || text.number(2, 2, moment.day));
    }
    const char mark = dates == TimeForm::Dates::DayDots ? '.' : '/';
    const bool isMonthFirst = dates == TimeForm::Dates::MonthSlashes;
    return text.number(1, 2, isMonthFirst ? moment.month : moment.day) && text.skip(mark) &&
           text.number(1, 2, isMonthFirst ? moment.day : moment.month) && text.skip(mark) &&
           text.number(4, 4, moment.year);
}

bool takeClock(Cursor& text, Moment& moment)
{
    if (!text.number(1, 2, moment.hour) || !text.skip(':') || !text.number(2, 2, moment.minute)) {
        return false;
    }
    if (!text.skip(':')) {
        return true;
    }
    if (!text.number(2, 2, moment.second)) {
        return false;
    }
    if (!text.skip('.')) {
        return true;
    }
    constexpr std::size_t maxDecimals = 6;
    const std::size_t before = text.rest.size();
    const bool isThere = text.number(1, maxDecimals, moment.microsecond);
    for (std::size_t decimals = before - text.rest.size(); decimals < maxDecimals; ++decimals) {
        moment.microsecond *= 10;
    }
    return isThere;
}

bool takeOffset(Cursor& text, Moment& moment)
{
    if (text.skip('Z')) {
        return true;
    }
    text.skip(' ');
    const bool isBehind = text.skip('-');
    int hours = 0, minutes = 0;
    if ((!isBehind && !text.skip('+')) || !text.number(2, 2, hours)) {
        return false;
    }
    const bool hasMinutes = text.skip(':') || !text.rest.empty();
    if ((hasMinutes && !text.number(2, 2, minutes)) || hours > 23 || minutes > 59) {
        return false;
    }
    moment.offset = (isBehind ? -1 : 1) * (60 * hours + minutes);
    return true;
}

std::optional<Moment> momentIn(std::string_view text, TimeForm form)
{
    Cursor cursor{text};
    Moment moment;
    if (!takeDate(cursor, form.dates, moment) ||
        ((cursor.skip('T') || cursor.skip(' ')) && !takeClock(cursor, moment)) ||
        (form.hasOffset && !takeOffset(cursor, moment)) || !cursor.rest.empty()) {
        return std::nullopt;
    }
    return moment;
}

// Numbers ------------------------------------------------------------------------------------------------------------

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
        if (isDigit(letter)) {
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

bool readPlain(std::string_view text, double& number)
{
    text.remove_prefix(text.starts_with('+') && !text.starts_with("+-") ? 1 : 0);
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end || error != std::errc() || !std::isfinite(value)) {
        return false;
    }
    number = value;
    return true;
}

// The first rows -----------------------------------------------------------------------------------------------------

using Row = std::vector<std::string>;

constexpr std::size_t sampledRows = 1000;
constexpr std::size_t shownRows = 4;          ///< of TableOutline::firstRows
constexpr std::size_t sampledBytes = 1 << 20; ///< ends a sample that has a row already

struct Sample {
    std::vector<Row> rows = {};
    bool wellFormed = true;
};

/// Keeps the first rows.
class SampleSink : public RowSink {
public:
    explicit SampleSink(std::vector<Row>& rows) : m_rows(&rows) {}

    void takeField(std::string_view text) override
    {
        if (!isDone() && m_row.size() <= maxColumns) {
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

/// Without the empty ones at its end.
std::size_t fieldsOf(const Row& row)
{
    const auto last = std::find_if(row.rbegin(), row.rend(), [](const std::string& field) { return !field.empty(); });
    return static_cast<std::size_t>(row.rend() - last);
}

/// As many as the first row has, or more where all others have more and one has a value there.
std::size_t columnsOf(const std::vector<Row>& rows)
{
    std::size_t least = maxColumns + 1, most = 1;
    for (const Row& row : std::span(rows).subspan(rows.size() > 1 ? 1 : 0)) {
        least = std::min(least, row.size());
        most = std::max(most, fieldsOf(row));
    }
    return std::max(fieldsOf(rows.front()), std::min(least, most));
}

/// Whether all rows have as many columns, more than one.
bool isEven(const Sample& sample)
{
    const std::size_t columns = sample.rows.empty() ? 0 : columnsOf(sample.rows);
    return sample.wellFormed && columns > 1 && std::ranges::all_of(sample.rows, [&](const Row& row) {
               return row.size() >= columns && fieldsOf(row) <= columns;
           });
}

/// The first delimiter that cuts all rows alike, the comma as the last one, as it may be a decimal mark, too; where
/// none does, the one that cuts the first row most often.
char delimiterOf(std::string_view text, DecimalMark decimal)
{
    const bool cutsNumbers = decimal == DecimalMark::Comma; // a comma would
    char best = cutsNumbers ? ';' : ',';
    std::size_t maxFields = 1;
    for (const char delimiter : {'\t', ';', '|', ','}) {
        if (delimiter == ',' && cutsNumbers) {
            continue;
        }
        const Sample sample = sampleOf(text, delimiter);
        if (isEven(sample)) {
            return delimiter;
        }
        if (!sample.rows.empty() && sample.rows.front().size() > maxFields) {
            maxFields = sample.rows.front().size();
            best = delimiter;
        }
    }
    return cutsNumbers && !sampleOf(text, best).wellFormed ? ',' : best; // the numbers are in quotes
}

/// The fields of a column in the first rows that hold a value.
struct Fields {
    std::vector<std::string_view> texts = {};
    std::vector<std::size_t> rows = {}; ///< of the sample

    template <typename Holds>
    std::ptrdiff_t count(const Holds& holds) const
    {
        return std::ranges::count_if(texts, holds);
    }
    bool areMostly(std::ptrdiff_t some) const { return 2 * some > std::ssize(texts); }
};

Fields fieldsOf(const std::vector<Row>& rows, std::size_t column, bool hasHeader)
{
    Fields fields;
    for (std::size_t row = hasHeader ? 1 : 0; row < rows.size(); ++row) {
        if (column < rows[row].size() && !isGap(rows[row][column])) {
            fields.texts.emplace_back(rows[row][column]);
            fields.rows.push_back(row);
        }
    }
    return fields;
}

/// How the numbers of a column are written.
struct Marks {
    std::array<std::ptrdiff_t, 2> decimal = {}; ///< those with a point, and a comma, that is a decimal mark only
    std::array<std::ptrdiff_t, 2> either = {};  ///< or may stand between thousands: 1.234
    std::ptrdiff_t whole = 0, numbers = 0;
    std::array<std::size_t, 2> firstEither = {}; ///< an index of Fields
};

bool isNumber(std::string_view text, DecimalMark decimal)
{
    double number = 0;
    return readNumber(text, decimal, number);
}

Marks marksOf(const Fields& fields)
{
    Marks marks;
    for (std::size_t index = 0; index < fields.texts.size(); ++index) {
        const std::string_view text = fields.texts[index];
        const bool byPoint = isNumber(text, DecimalMark::Point), byComma = isNumber(text, DecimalMark::Comma);
        const bool grouped = isGrouped(text);
        marks.numbers += byPoint || byComma || grouped;
        marks.whole += byPoint && byComma;
        if (byPoint != byComma) {
            const std::size_t mark = byComma ? 1 : 0;
            if (grouped && marks.either[mark] == 0) {
                marks.firstEither[mark] = index;
            }
            ++(grouped ? marks.either : marks.decimal)[mark];
        }
    }
    return marks;
}

using Dates = TimeForm::Dates;

/// How many of the fields each form reads.
struct Fits {
    TimeForm form = {}; ///< that reads the most
    std::ptrdiff_t count = 0, dayFirst = 0, monthFirst = 0;
};

Fits fitsOf(const Fields& fields, DateOrder order)
{
    Fits fits;
    for (const Dates dates : {Dates::Iso, Dates::DayDots, Dates::DaySlashes, Dates::MonthSlashes}) {
        if ((dates == Dates::DaySlashes && order == DateOrder::MonthFirst) ||
            (dates == Dates::MonthSlashes && order == DateOrder::DayFirst)) {
            continue;
        }
        for (const bool hasOffset : {false, true}) {
            const TimeForm form{dates, hasOffset};
            const std::ptrdiff_t count =
                fields.count([&](std::string_view text) { return readTime(text, form).has_value(); });
            fits.dayFirst = dates == Dates::DaySlashes ? std::max(fits.dayFirst, count) : fits.dayFirst;
            fits.monthFirst = dates == Dates::MonthSlashes ? std::max(fits.monthFirst, count) : fits.monthFirst;
            if (count > fits.count) {
                fits.form = form;
                fits.count = count;
            }
        }
    }
    return fits;
}

HeaderRow headerOf(const Row& first)
{
    const Fields fields{.texts = {first.begin(), first.end()}};
    return marksOf(fields).numbers > 0 ||
                   std::ranges::any_of(
                       first, [](const std::string& field) { return fitsOf({.texts = {field}}, {}).count > 0; })
               ? HeaderRow::No
               : HeaderRow::Yes;
}

void takeNames(TableOutline& outline, const Row& first, std::size_t columns, std::string_view text,
               const std::string& owner)
{
    if (outline.format.header == HeaderRow::Yes && first.size() < columns) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1, row 1: found %2, wanted %3, as many as the rows below have%4"),
                        owner,
                        counted(first.size(), ENGINE_TEXT("Sentences", "1 name"), ENGINE_TEXT("Sentences", "%1 names")),
                        columns, remedyOfDelimiter(text, outline)));
    }
    std::set<std::string> seen;
    for (std::size_t column = 0; column < columns; ++column) {
        const bool isNamed = outline.format.header == HeaderRow::Yes && column < first.size() && !first[column].empty();
        std::string name = isNamed ? first[column] : "column " + std::to_string(column + 1);
        if (!isUtf8(name)) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: the name of column %2, %3, is no UTF-8, wanted a text in UTF-8%4"),
                    owner, column + 1, shown(name), remedyOfLetters));
        }
        if (!seen.insert(name).second) {
            throw Error(
                say(ENGINE_TEXT("Sentences",
                                "%1: found two columns named %2, wanted a different name for each; where the first row "
                                "has no names, header: VALUES of SEQUENCEDATA (or --header) reads it as the others"),
                    owner, shown(name)));
        }
        outline.names.push_back(std::move(name));
    }
}

Sentence placeIn(const std::string& owner, const TableOutline& outline, const Fields& fields, std::size_t column,
                 std::size_t index)
{
    return say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4"), owner, fields.rows[index] + 1,
               shown(outline.names[column]), shown(fields.texts[index]));
}

template <typename Is>
std::vector<std::string> examplesOf(const Fields& fields, const Is& is)
{
    constexpr std::size_t most = 3;
    std::vector<std::string> examples;
    for (const std::string_view text : fields.texts) {
        const std::string_view last = examples.empty() ? std::string_view("?") : std::string_view(examples.back());
        const bool isAnother = !text.starts_with(last.substr(0, last.find_first_of(" T"))); // day, or number
        if (examples.size() < most && isAnother && is(text)) {
            examples.emplace_back(text);
        }
    }
    return examples;
}

/// Tells the decimal mark where it was not given, or asks for it where a mark may stand between thousands.
void takeDecimal(TableOutline& outline, const std::vector<Fields>& fields, const std::vector<Marks>& marks,
                 const std::string& owner)
{
    std::array<std::ptrdiff_t, 2> decimal = {};
    for (std::size_t column = 0; column < marks.size(); ++column) {
        for (std::size_t mark = 0; mark < 2 && outline.kinds[column] == ColumnKind::Number; ++mark) {
            decimal[mark] += marks[column].decimal[mark];
        }
    }
    DecimalMark& mark = outline.format.decimal;
    const bool isGiven = mark != DecimalMark::Auto, isTold = decimal[0] != decimal[1];
    if (!isGiven) {
        const bool isComma = isTold ? decimal[1] > decimal[0] : outline.format.delimiter == ';';
        mark = isComma ? DecimalMark::Comma : DecimalMark::Point;
    }
    const std::size_t taken = mark == DecimalMark::Comma ? 1 : 0;
    outline.hasDecimals = decimal[taken] > 0;
    for (std::size_t column = 0; column < marks.size() && !isGiven; ++column) {
        const Marks& one = marks[column];
        const bool isOfNumbers = outline.kinds[column] == ColumnKind::Number, tellsItself = one.decimal[taken] > 0;
        outline.maybeGrouped[column] = isOfNumbers && !tellsItself && one.either[taken] == 0;
        for (std::size_t which = 0; which < 2 && isOfNumbers && !tellsItself; ++which) {
            if (one.either[which] > 0 && (which == taken ? one.whole > 0 : !isTold)) {
                outline.questions[column] = {
                    .about = FormatQuestion::About::Decimal,
                    .sentence =
                        say(ENGINE_TEXT("Sentences",
                                        "%1, whose mark may be a decimal one or stand between thousands, wanted "
                                        "decimal: %2 of SEQUENCEDATA (or --decimal) where it is a decimal one, else "
                                        "numbers without marks between thousands"),
                            placeIn(owner, outline, fields[column], column, one.firstEither[which]),
                            std::string_view(which == 1 ? "COMMA" : "POINT")),
                    .examples = examplesOf(fields[column], isGrouped)};
            }
        }
    }
}

/// Tells the order of day and month where it was not given, or asks for it where both fit.
void takeTimes(TableOutline& outline, const std::vector<Fields>& fields, const std::string& owner)
{
    const DateOrder given = outline.format.dates;
    for (const Fields& column : fields) {
        const Fits one = fitsOf(column, given);
        if (outline.format.dates == DateOrder::Auto && column.areMostly(one.count) && one.dayFirst != one.monthFirst) {
            outline.format.dates = one.dayFirst > one.monthFirst ? DateOrder::DayFirst : DateOrder::MonthFirst;
        }
    }
    for (std::size_t column = 0; column < fields.size(); ++column) {
        const Fits one = fitsOf(fields[column], given);
        outline.forms[column] = one.form;
        if (!fields[column].areMostly(one.count)) {
            continue;
        }
        outline.kinds[column] = ColumnKind::Time;
        if (given == DateOrder::Auto && one.form.dates == Dates::DaySlashes && one.dayFirst == one.monthFirst) {
            const auto first = std::ranges::find_if(
                fields[column].texts, [&](std::string_view text) { return readTime(text, one.form).has_value(); });
            TimeForm other = one.form;
            other.dates = Dates::MonthSlashes;
            outline.questions[column] = {
                .about = FormatQuestion::About::Dates,
                .sentence =
                    say(ENGINE_TEXT("Sentences", "%1, which may have the day or the month first, wanted date_order: "
                                                 "DAY or MONTH of SEQUENCEDATA (or --date-order) to say which"),
                        placeIn(owner, outline, fields[column], column,
                                static_cast<std::size_t>(first - fields[column].texts.begin()))),
                .examples = examplesOf(fields[column], [&](std::string_view text) {
                    const std::optional<Instant> day = readTime(text, one.form), month = readTime(text, other);
                    return day && month && day->microseconds != month->microseconds;
                })};
        }
    }
}

} // namespace

TableFormat filledBy(TableFormat format, const TableFormat& other)
{
    const auto fill = []<typename Value>(Value& value, const Value& with) { value = value == Value() ? with : value; };
    fill(format.delimiter, other.delimiter);
    fill(format.header, other.header);
    fill(format.decimal, other.decimal);
    fill(format.dates, other.dates);
    return format;
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
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    std::string text = fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                                   static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    if (time != day) {
        text +=
            fmt::format(" {:02}:{:02}:{:02}", clock.hours().count(), clock.minutes().count(), clock.seconds().count());
    }
    const auto rest = clock.subseconds().count();
    return rest == 0 ? text : text + fmt::format(".{:06}", rest);
}

bool readNumber(std::string_view text, DecimalMark decimal, double& number)
{
    text = trimmed(text);
    if (text.empty()) {
        return false;
    }
    const char mark = decimal == DecimalMark::Comma ? ',' : '.';
    if (readShort(text, mark, number)) {
        return true;
    }
    if (mark == '.') {
        return readPlain(text, number);
    }
    std::string withPoint(text);
    if (withPoint.find('.') != std::string::npos) {
        return false;
    }
    if (const std::size_t comma = withPoint.find(','); comma != std::string::npos) {
        withPoint[comma] = '.';
    }
    return readPlain(withPoint, number);
}

bool isGrouped(std::string_view text)
{
    constexpr std::size_t digits = 3; // of a group
    text = trimmed(text);
    text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    const std::size_t first = text.find_first_of(".,");
    if (first == std::string_view::npos || first == 0 || first > digits || text.front() == '0' ||
        !areDigits(text.substr(0, first))) {
        return false;
    }
    const char mark = text[first];
    text.remove_prefix(first);
    bool grouped = false;
    while (text.size() > digits && text.front() == mark && areDigits(text.substr(1, digits))) {
        text.remove_prefix(digits + 1);
        grouped = true;
    }
    const bool hasDecimals = !text.empty() && text.front() != mark && (text.front() == '.' || text.front() == ',') &&
                             areDigits(text.substr(1));
    return grouped && (text.empty() || hasDecimals);
}

bool isGap(std::string_view text)
{
    constexpr std::array<std::string_view, 9> words = {"", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "-"};
    return std::ranges::find(words, trimmed(text)) != words.end();
}

TableOutline outlineOf(std::string_view text, const TableFormat& given, const NamedColumns& named,
                       const std::string& owner)
{
    TableOutline outline;
    outline.begin = text.starts_with(byteOrderMark) ? byteOrderMark.size() : 0;
    text.remove_prefix(outline.begin);
    outline.format = given;
    TableFormat& format = outline.format;
    if (format.delimiter == '\0') {
        format.delimiter = delimiterOf(text, format.decimal);
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
    const std::size_t columns = columnsOf(sample.rows);
    if (std::max(columns, first.size()) > maxColumns) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found more than %2 columns, wanted at most that many"), owner,
                        maxColumns));
    }
    if (format.header == HeaderRow::Auto) {
        format.header = headerOf(first);
    }
    takeNames(outline, first, columns, text, owner);
    outline.forms.resize(columns);
    outline.questions.resize(columns);
    outline.maybeGrouped.resize(columns);
    std::vector<Fields> fields;
    std::vector<Marks> marks;
    for (std::size_t column = 0; column < columns; ++column) {
        const std::string& name = outline.names[column];
        fields.push_back(fieldsOf(sample.rows, column, format.header == HeaderRow::Yes));
        marks.push_back(marksOf(fields.back()));
        outline.named.push_back(named.names.contains(name) || (named.last && column + 1 == columns));
        outline.kinds.push_back(fields.back().texts.empty() || fields.back().areMostly(marks.back().numbers)
                                    ? ColumnKind::Number
                                    : ColumnKind::Text);
    }
    takeTimes(outline, fields, owner);
    takeDecimal(outline, fields, marks, owner);
    const std::span<const Row> rows = std::span(sample.rows).subspan(format.header == HeaderRow::Yes ? 1 : 0);
    const std::span<const Row> shown = rows.first(std::min(rows.size(), shownRows));
    outline.firstRows.assign(shown.begin(), shown.end());
    return outline;
}

std::string columnList(const std::vector<std::string>& entries)
{
    std::string list;
    for (const std::string& entry : entries) {
        list += list.empty() ? "" : ", ";
        const bool isPlain = !entry.empty() && entry.find_first_of(",\"") == std::string::npos &&
                             entry.front() != ' ' && entry.back() != ' ';
        if (isPlain) {
            list += entry;
            continue;
        }
        list += '"';
        for (const char letter : entry) {
            list += letter == '"' ? std::string("\"\"") : std::string(1, letter);
        }
        list += '"';
    }
    return list;
}

std::string quotedList(const std::vector<std::string>& entries)
{
    const std::string list = columnList(entries);
    const char quote = list.find('"') == std::string::npos ? '"' : '\'';
    return visible(quote + list + quote);
}

Sentence remedyOfDelimiter(std::string_view text, const TableOutline& outline)
{
    const char other = delimiterOf(text, DecimalMark::Auto);
    if (other == outline.format.delimiter || !isEven(sampleOf(text, other))) {
        return {};
    }
    const char* const setting = other == '\t' ? "TAB" : other == ';' ? "SEMICOLON" : other == '|' ? "BAR" : "COMMA";
    return say(ENGINE_TEXT("Sentences", "; delimiter: %1 of SEQUENCEDATA (or --delimiter) cuts all rows alike"),
               std::string_view(setting));
}

} // namespace engine
