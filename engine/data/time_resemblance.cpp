// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/time_resemblance.h"

#include "engine/data/time_form.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <string>
#include <string_view>

namespace engine {
namespace {

bool isLetter(char letter)
{
    return std::isalpha(static_cast<unsigned char>(letter)) != 0;
}

/// Calls `take` with each run of ASCII letters, in lower case, until it returns true.
template <typename Take>
bool anyWord(std::string_view text, const Take& take)
{
    std::string word;
    for (std::size_t index = 0; index <= text.size(); ++index) {
        if (index < text.size() && isLetter(text[index])) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(text[index])));
        } else if (!word.empty()) {
            if (take(word)) {
                return true;
            }
            word.clear();
        }
    }
    return false;
}

bool namesTime(std::string_view name)
{
    constexpr std::array words = {"date",   "time", "datetime", "timestamp", "year",        "month",   "week",  "day",
                                  "epoch",  "unix", "datum",    "zeit",      "jahr",        "monat",   "woche", "tag",
                                  "stunde", "hour", "uhrzeit",  "zeitpunkt", "zeitstempel", "zeitraum"};
    return anyWord(name, [&](const std::string& word) { return std::ranges::find(words, word) != words.end(); });
}

/// "Dec 31, 2020", "31-Dec-20", "3. Mai 2020".
bool namesMonth(std::string_view text)
{
    constexpr std::array months = {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug",
                                   "sep", "oct", "nov", "dec", "mai", "okt", "dez"};
    const bool hasDigits = std::ranges::any_of(text, isDigit);
    return hasDigits && anyWord(text, [&](const std::string& word) {
               return std::ranges::any_of(months, [&](std::string_view month) {
                   constexpr std::size_t longestMonth = 9; // "september"
                   return word.starts_with(month) && word.size() <= longestMonth;
               });
           });
}

/// How the text goes: 0 for each digit, all else as it is; "2020 Q1" is "0000 Q0".
std::string patternOf(std::string_view text)
{
    std::string pattern(text);
    std::ranges::replace_if(pattern, isDigit, '0');
    return pattern;
}

/// A time of day, a quarter or a week of a year, or three numbers as a date has them.
bool hasPattern(std::string_view text)
{
    constexpr std::size_t longest = 40;
    const std::string pattern = patternOf(text.substr(0, longest));
    constexpr std::array patterns = {"00:00",   "0:00",     "0000Q0",   "0000 Q0",  "0000-Q0",    "Q0 0000",
                                     "Q0/0000", "0000W00",  "0000-W0",  "0000M00",  "0-0-00",     "0/0/00",
                                     "0.0.00",  "00-00-00", "00/00/00", "00.00.00", "0000/00/00", "0000.00.00"};
    return std::ranges::any_of(patterns, [&](std::string_view start) { return pattern.starts_with(start); });
}

bool resemblesTime(std::string_view text)
{
    return namesMonth(text) || hasPattern(text);
}

/// Whole numbers that only grow, or only fall.
bool goOneWay(const std::vector<double>& numbers)
{
    const bool areWhole = std::ranges::all_of(numbers, [](double number) { return number == std::floor(number); });
    return areWhole && numbers.size() > 1 && numbers.front() != numbers.back() &&
           (std::ranges::is_sorted(numbers) || std::ranges::is_sorted(numbers, std::greater<>()));
}

/// Seconds, milli-, micro- or nanoseconds since 1970, from 1980 to 2100.
bool areSinceEpoch(const std::vector<double>& numbers)
{
    constexpr double first = 315'532'800, last = 4'102'444'800;
    const auto areIn = [&](double unit) {
        return std::ranges::all_of(numbers,
                                   [&](double number) { return number >= first * unit && number < last * unit; });
    };
    return areIn(1) || areIn(1e3) || areIn(1e6) || areIn(1e9);
}

/// The days since 1970-01-01 of a number such as 20201231; nothing where it is no such day from 1800 to 2199.
std::optional<std::int64_t> dayOf(double number)
{
    constexpr double first = 18'000'101, last = 21'991'231;
    if (!(number >= first && number <= last) || number != std::floor(number)) {
        return std::nullopt;
    }
    const auto digits = static_cast<std::int64_t>(number);
    const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(digits / 10'000)),
                                           std::chrono::month(static_cast<unsigned>(digits / 100 % 100)),
                                           std::chrono::day(static_cast<unsigned>(digits % 100)));
    return date.ok() ? std::optional<std::int64_t>(std::chrono::sys_days(date).time_since_epoch().count())
                     : std::nullopt;
}

/// Of a whole number from 0; 0 where it is none, or one that no moment is written as.
std::size_t digitsOf(double number)
{
    constexpr double most = 1e15;
    return number >= 0 && number < most && number == std::floor(number)
               ? std::to_string(static_cast<std::int64_t>(number)).size()
               : 0;
}

} // namespace

bool resemblesTime(const Column& column)
{
    switch (column.kind) {
    case ColumnKind::Time:
        return true;
    case ColumnKind::Number:
        return goOneWay(column.numbers) &&
               (namesTime(column.name) || areMoments(column) || areSinceEpoch(column.numbers));
    case ColumnKind::Text:
        break;
    }
    const auto times = std::ranges::count_if(column.names, [](const std::string& text) { return resemblesTime(text); });
    return 2 * times > std::ssize(column.names);
}

std::optional<std::int64_t> momentOf(double number)
{
    constexpr std::int64_t second = 1'000'000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
    const std::size_t digits = digitsOf(number);
    if (digits < 6 || digits > 14 || digits % 2 != 0) {
        return std::nullopt;
    }
    auto written = static_cast<std::int64_t>(number);
    std::array<std::int64_t, 3> clock = {}; // hour, minute, second
    for (std::size_t part = digits / 2; part > 4; --part) {
        clock[part - 5] = written % 100;
        written /= 100;
    }
    const std::optional<std::int64_t> date = dayOf(static_cast<double>(digits == 6 ? written * 100 + 1 : written));
    const auto [hours, minutes, seconds] = clock;
    if (!date || hours > 23 || minutes > 59 || seconds > 59) {
        return std::nullopt;
    }
    return *date * day + hours * hour + minutes * minute + seconds * second;
}

bool areMoments(const Column& column)
{
    return column.kind == ColumnKind::Number && !column.numbers.empty() &&
           std::ranges::all_of(column.numbers, [&](double number) {
               return digitsOf(number) == digitsOf(column.numbers.front()) && momentOf(number).has_value();
           });
}

} // namespace engine
