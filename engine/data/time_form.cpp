// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/time_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace engine {
namespace {

constexpr std::int64_t second = 1'000'000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
constexpr std::size_t mostDecimals = 6;
constexpr int firstOfShortYears = 69, century = 100, thisCentury = 2000;

/// In microseconds: of "Z", " UTC", "+01:00", " +0100", "-05"; nothing where the text is none of these. Zero of "".
std::optional<std::int64_t> offsetOf(std::string_view text)
{
    if (text.empty() || text == "Z" || text == " UTC" || text == " Z" || text == " GMT") {
        return 0;
    }
    text.remove_prefix(text.front() == ' ' ? 1 : 0);
    const bool hasSign = !text.empty() && (text.front() == '+' || text.front() == '-');
    std::string digits(text.substr(hasSign ? 1 : 0));
    if (constexpr std::size_t colon = 2; digits.size() == 5 && digits[colon] == ':') {
        digits.erase(colon, 1);
    }
    if (!hasSign || (digits.size() != 2 && digits.size() != 4) || !std::ranges::all_of(digits, isDigit)) {
        return std::nullopt;
    }
    const std::int64_t whole = std::stoi(digits), hours = digits.size() == 2 ? whole : whole / 100,
                       minutes = digits.size() == 2 ? 0 : whole % 100;
    const std::int64_t length = hours * hour + minutes * minute;
    return hours > 23 || minutes > 59 ? std::nullopt : std::optional(text.front() == '-' ? -length : length);
}

int wholeYear(int year, std::size_t digits)
{
    return digits > 2 ? year : year < firstOfShortYears ? thisCentury + year : thisCentury - century + year;
}

} // namespace

/// Takes a text off from its beginning.
class TimeForm::Reader {
public:
    explicit Reader(std::string_view text) : m_rest(text) {}

    /// The digits that come next, at most `most`; `value` is what they say.
    std::size_t digits(std::size_t most, int& value)
    {
        value = 0;
        std::size_t count = 0;
        while (count < std::min(most, m_rest.size()) && isDigit(m_rest[count])) {
            value = value * 10 + (m_rest[count++] - '0');
        }
        m_rest.remove_prefix(count);
        return count;
    }

    bool number(std::size_t least, std::size_t most, int& value) { return digits(most, value) >= least; }

    bool skip(std::string_view text)
    {
        const bool isThere = m_rest.starts_with(text);
        m_rest.remove_prefix(isThere ? text.size() : 0);
        return isThere;
    }
    bool skip(char letter) { return skip(std::string_view(&letter, 1)); }

    char next(std::size_t ahead = 0) const { return ahead < m_rest.size() ? m_rest[ahead] : '\0'; }
    std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

/// The form of a date that stands there, for the order that is set; false where there is none.
bool TimeForm::takeDateForm(Reader& reader)
{
    int ignored = 0;
    const std::size_t first = reader.digits(4, ignored);
    const bool startsWithYear = m_order == DateOrder::YearFirst;
    m_separator = reader.next();
    if (first != 4 && (startsWithYear || first == 0 || first > 2)) {
        return false;
    }
    if ((first == 4) != startsWithYear || std::string_view("-/.").find(m_separator) == std::string_view::npos) {
        return false;
    }
    reader.skip(m_separator);
    reader.digits(2, ignored);
    m_hasDay = reader.skip(m_separator);
    if (!m_hasDay) {
        return startsWithYear && m_separator == '-'; // 2011/12 is a season, 2011.12 a number
    }
    const std::size_t last = reader.digits(startsWithYear ? 2 : 4, ignored);
    if (!startsWithYear) {
        m_yearDigits = last;
        return last == 4 || (last == 2 && m_separator != '-'); // 10-11-12 may have its year anywhere
    }
    return true;
}

/// The same of the time of day and its offset, if they are there.
bool TimeForm::takeClockForm(Reader& reader)
{
    m_hasClock = m_hasDay && (reader.next() == 'T' || reader.next() == ' ') && isDigit(reader.next(1));
    if (!m_hasClock) {
        return reader.rest().empty();
    }
    int ignored = 0;
    m_between = reader.next();
    reader.skip(m_between);
    reader.digits(2, ignored);
    reader.skip(':');
    reader.digits(2, ignored);
    m_hasSeconds = reader.skip(':');
    if (m_hasSeconds) {
        reader.digits(2, ignored);
        m_decimals = reader.skip('.') ? reader.digits(mostDecimals, ignored) : 0;
    }
    constexpr std::pair<const char*, const char*> halves[] = {
        {" AM", " PM"}, {"AM", "PM"}, {" am", " pm"}, {"am", "pm"}};
    for (const auto& [morning, afternoon] : halves) {
        if (reader.skip(morning) || reader.skip(afternoon)) {
            m_morning = morning;
            m_afternoon = afternoon;
            break;
        }
    }
    m_offset = reader.rest();
    return offsetOf(m_offset).has_value();
}

std::optional<TimeForm> TimeForm::formOf(std::string_view text, DateOrder order)
{
    TimeForm form;
    form.m_order = order;
    Reader reader(text);
    if (!form.takeDateForm(reader) || !form.takeClockForm(reader)) {
        return std::nullopt;
    }
    form.m_fullLength = form.example().size() - form.m_offset.size();
    return form.read(text) ? std::optional(form) : std::nullopt;
}

std::vector<TimeForm> TimeForm::formsOf(std::string_view text, DateOrder order)
{
    std::vector<TimeForm> forms;
    if (text.empty() || !isDigit(text.front())) {
        return forms;
    }
    for (const DateOrder tried : {DateOrder::YearFirst, DateOrder::DayFirst, DateOrder::MonthFirst}) {
        if (tried != DateOrder::YearFirst && order != DateOrder::Auto && order != tried) {
            continue;
        }
        if (std::optional<TimeForm> form = formOf(text, tried)) {
            forms.push_back(*std::move(form));
        }
    }
    return forms;
}

std::optional<std::int64_t> TimeForm::read(std::string_view text) const
{
    Reader reader(text);
    const std::size_t least = m_order == DateOrder::YearFirst && m_separator == '-' ? 2 : 1; // ISO 8601 leaves out none
    int y = 0, m = 0, d = 1, h = 0, min = 0, s = 0, fraction = 0;
    const auto takes = [&](int& value) { return reader.number(least, 2, value); };
    const auto takesYear = [&] { return reader.number(m_yearDigits, m_yearDigits, y); };
    const bool isDate = m_order == DateOrder::YearFirst
                            ? takesYear() && reader.skip(m_separator) && takes(m) &&
                                  (!m_hasDay || (reader.skip(m_separator) && takes(d)))
                            : takes(m_order == DateOrder::DayFirst ? d : m) && reader.skip(m_separator) &&
                                  takes(m_order == DateOrder::DayFirst ? m : d) && reader.skip(m_separator) &&
                                  takesYear();
    const std::chrono::year_month_day date(std::chrono::year(wholeYear(y, m_yearDigits)),
                                           std::chrono::month(static_cast<unsigned>(m)),
                                           std::chrono::day(static_cast<unsigned>(d)));
    if (!isDate || !date.ok()) {
        return std::nullopt;
    }
    if (m_hasClock) {
        const bool isClock = reader.skip(m_between) && takes(h) && reader.skip(':') && reader.number(2, 2, min) &&
                             (!m_hasSeconds || (reader.skip(':') && reader.number(2, 2, s))) &&
                             (m_decimals == 0 || (reader.skip('.') && reader.number(m_decimals, m_decimals, fraction)));
        if (!isClock || h > 23 || min > 59 || s > 59) {
            return std::nullopt;
        }
    }
    if (!m_morning.empty()) {
        const bool isAfternoon = reader.skip(m_afternoon);
        if ((!isAfternoon && !reader.skip(m_morning)) || h < 1 || h > 12) {
            return std::nullopt;
        }
        h = h % 12 + (isAfternoon ? 12 : 0);
    }
    const std::optional<std::int64_t> offset = offsetOf(reader.rest());
    if (reader.rest().empty() != m_offset.empty() || !offset) {
        return std::nullopt;
    }
    for (std::size_t decimals = m_decimals; decimals < mostDecimals; ++decimals) {
        fraction *= 10;
    }
    return std::chrono::sys_days(date).time_since_epoch().count() * day + h * hour + min * minute + s * second +
           fraction - *offset;
}

/// The parts in the form's order.
std::string TimeForm::written(std::string_view year, std::string_view month, std::string_view dayOfMonth,
                              std::string_view clock, std::string_view offset) const
{
    std::vector<std::string_view> parts = {year, month, dayOfMonth};
    if (m_order != DateOrder::YearFirst) {
        parts = m_order == DateOrder::DayFirst ? std::vector{dayOfMonth, month, year}
                                               : std::vector{month, dayOfMonth, year};
    } else if (!m_hasDay) {
        parts.pop_back();
    }
    std::string text = fmt::format("{}", fmt::join(parts, std::string_view(&m_separator, 1)));
    return m_hasClock ? fmt::format("{}{}{}{}", text, m_between, clock, offset) : text;
}

std::string TimeForm::example() const
{
    return written(std::string_view("YYYY").substr(0, m_yearDigits), "MM", "DD",
                   std::string("hh:mm") + (m_hasSeconds ? ":ss" : "") +
                       (m_decimals > 0 ? "." + std::string(m_decimals, 'f') : std::string()) + m_morning,
                   m_offset);
}

std::int64_t TimeForm::onClock(std::int64_t microseconds, std::string_view offset)
{
    return microseconds + offsetOf(offset).value_or(0);
}

std::string_view TimeForm::offsetIn(std::string_view text) const
{
    const std::size_t clock = text.find(':');
    const std::size_t offset = m_offset.empty() || clock == std::string_view::npos ? std::string_view::npos
                                                                                   : text.find_first_of("+-ZUG", clock);
    if (offset == std::string_view::npos) {
        return {};
    }
    return text.substr(text[offset - 1] == ' ' ? offset - 1 : offset);
}

std::string TimeForm::write(std::int64_t microseconds, std::string_view offset) const
{
    microseconds = onClock(microseconds, offset);
    const std::int64_t days = (microseconds >= 0 ? microseconds : microseconds - (day - 1)) / day;
    const std::int64_t rest = microseconds - days * day;
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
    const auto twoDigits = [&](std::int64_t value) {
        return m_pads ? fmt::format("{:02}", value) : fmt::format("{}", value);
    };
    const int year = static_cast<int>(date.year());
    std::int64_t hours = rest / hour;
    const bool isAfternoon = hours >= 12;
    if (!m_morning.empty()) {
        hours = hours % 12 == 0 ? 12 : hours % 12;
    }
    std::string clock = twoDigits(hours) + fmt::format(":{:02}", rest / minute % 60);
    if (m_hasSeconds) {
        clock += fmt::format(":{:02}", rest / second % 60);
    }
    if (m_decimals > 0) {
        clock += "." + fmt::format("{:06}", rest % second).substr(0, m_decimals);
    }
    return written(m_yearDigits == 4 ? fmt::format("{:04}", year) : fmt::format("{:02}", year % century),
                   twoDigits(static_cast<unsigned>(date.month())), twoDigits(static_cast<unsigned>(date.day())),
                   clock + (isAfternoon ? m_afternoon : m_morning), offset);
}

} // namespace engine
