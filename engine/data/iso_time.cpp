// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/iso_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace engine {
namespace {

constexpr std::string_view wholePattern = "0000-00-00T00:00:00.000000";
constexpr std::size_t dateLength = 10, minuteLength = 16, secondLength = 19;
constexpr std::int64_t second = 1'000'000, day = 86'400 * second;

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

int number(std::string_view text, std::size_t begin, std::size_t length)
{
    int value = 0;
    for (const char digit : text.substr(begin, length)) {
        value = value * 10 + (digit - '0');
    }
    return value;
}

bool fits(std::string_view text, std::string_view pattern)
{
    return text.size() == pattern.size() &&
           std::equal(text.begin(), text.end(), pattern.begin(),
                      [](char letter, char wanted) { return wanted == '0' ? isDigit(letter) : letter == wanted; });
}

bool isOffset(std::string_view text)
{
    return text.empty() || text == "Z" || fits(text, "+00:00") || fits(text, "-00:00");
}

/// Whether a text of this length ends behind the day, the minutes, the seconds or a digit of their fraction.
bool endsWell(std::size_t length)
{
    return length == dateLength || length == minuteLength || length == secondLength ||
           (length > secondLength + 1 && length <= wholePattern.size());
}

} // namespace

std::optional<IsoForm> IsoForm::of(std::string_view text)
{
    IsoForm form;
    form.m_pattern = wholePattern;
    if (text.size() > dateLength && text[dateLength] == ' ') {
        form.m_pattern[dateLength] = ' ';
    }
    std::size_t length = 0;
    while (length < std::min(text.size(), form.m_pattern.size()) &&
           fits(text.substr(length, 1), std::string_view(form.m_pattern).substr(length, 1))) {
        ++length;
    }
    const std::string_view offset = text.substr(length);
    if (!endsWell(length) || !isOffset(offset) || (length == dateLength && !offset.empty())) {
        return std::nullopt;
    }
    form.m_pattern.resize(length);
    form.m_pattern += offset;
    form.m_timeLength = length;
    return form.read(text) ? std::optional(form) : std::nullopt;
}

std::optional<std::int64_t> IsoForm::read(std::string_view text) const
{
    if (text.size() != m_pattern.size() ||
        text.substr(m_timeLength) != std::string_view(m_pattern).substr(m_timeLength) ||
        !fits(text.substr(0, m_timeLength), std::string_view(m_pattern).substr(0, m_timeLength))) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date(std::chrono::year(number(text, 0, 4)),
                                           std::chrono::month(static_cast<unsigned>(number(text, 5, 2))),
                                           std::chrono::day(static_cast<unsigned>(number(text, 8, 2))));
    if (!date.ok()) {
        return std::nullopt;
    }
    std::int64_t time = std::chrono::sys_days(date).time_since_epoch().count() * day;
    if (m_timeLength >= minuteLength) {
        const int hours = number(text, 11, 2), minutes = number(text, 14, 2);
        const int seconds = m_timeLength >= secondLength ? number(text, 17, 2) : 0;
        if (hours > 23 || minutes > 59 || seconds > 59) {
            return std::nullopt;
        }
        time += (std::int64_t{hours} * 3600 + minutes * 60 + seconds) * second;
    }
    std::int64_t digit = second / 10;
    for (std::size_t at = secondLength + 1; at < m_timeLength; ++at) {
        time += (text[at] - '0') * digit;
        digit /= 10;
    }
    return time;
}

std::string IsoForm::write(std::int64_t microseconds) const
{
    const std::int64_t days = (microseconds >= 0 ? microseconds : microseconds - (day - 1)) / day;
    const std::int64_t rest = microseconds - days * day;
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
    std::string text = fmt::format("{:04}-{:02}-{:02}{}{:02}:{:02}:{:02}.{:06}", static_cast<int>(date.year()),
                                   static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                                   m_pattern.size() > dateLength ? m_pattern[dateLength] : 'T', rest / (3600 * second),
                                   rest / (60 * second) % 60, rest / second % 60, rest % second);
    text.resize(m_timeLength);
    return text + m_pattern.substr(m_timeLength);
}

} // namespace engine
