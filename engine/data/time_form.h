// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

inline bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

enum class DateOrder { Auto, YearFirst, DayFirst, MonthFirst };

/// How a column writes its times. A date is "1981-01-31", "1981/01/31" or "1981-01", or has the day or the month first,
/// then with one digit or two and a year of four or two: "31.12.2020", "12/31/2020", "5-1-2020", "1/5/20" (69 is 1969,
/// 68 is 2068). Behind it there may be "T" or a space and the time of day, "18:30", "18:30:00.25" or "6:30 PM", and
/// "Z", " UTC" or an offset such as "+01:00", "+0100" or "+01" where the first time has one. All times of a column have
/// the same form; their offsets may differ, as they do with summer time.
class TimeForm {
public:
    /// The forms that a time may have: two where its day and its month can be told from nothing else, the day first;
    /// none where it is no time. `order` says how such a date is read; a date with the year first has only one form.
    static std::vector<TimeForm> formsOf(std::string_view text, DateOrder order = DateOrder::Auto);

    /// Microseconds since 1970-01-01 00:00 UTC, or of a time without an offset in the zone that it was taken in;
    /// nothing where it has another form.
    std::optional<std::int64_t> read(std::string_view text) const;

    /// The same moment by the clock of a time with that offset: what a person reads there.
    static std::int64_t onClock(std::int64_t microseconds, std::string_view offset);

    /// The offset of such a time, from its blank or sign on; empty where it has none.
    std::string_view offsetIn(std::string_view text) const;

    /// The inverse of read(), with two digits for each day, month and hour unless leaveOutZeros() was called, and with
    /// the offset of the first time.
    std::string write(std::int64_t microseconds) const { return write(microseconds, m_offset); }
    std::string write(std::int64_t microseconds, std::string_view offset) const;

    /// Whether a time that read() takes has a day, a month or an hour of one digit.
    bool leavesOutZeros(std::string_view text) const { return text.size() - offsetIn(text).size() < m_fullLength; }
    void leaveOutZeros() { m_pads = false; }

    DateOrder order() const { return m_order; }
    char separator() const { return m_separator; } ///< of the date
    std::string_view offset() const { return m_offset; }

    std::string example() const; ///< "DD/MM/YYYY hh:mm"

    bool operator==(const TimeForm&) const = default;

private:
    class Reader;

    static std::optional<TimeForm> formOf(std::string_view text, DateOrder order);
    bool takeDateForm(Reader& reader);
    bool takeClockForm(Reader& reader);
    std::string written(std::string_view year, std::string_view month, std::string_view day, std::string_view clock,
                        std::string_view offset) const;

    DateOrder m_order = DateOrder::YearFirst;
    char m_separator = '-';
    std::size_t m_yearDigits = 4;
    bool m_hasDay = true;
    bool m_hasClock = false, m_hasSeconds = false;
    char m_between = ' ';               ///< of date and clock
    std::size_t m_decimals = 0;         ///< of the seconds, at most 6
    std::string m_morning, m_afternoon; ///< " AM" and " PM", as the text writes them; empty of 24 hours
    std::string m_offset;               ///< of the first time
    std::size_t m_fullLength = 0;       ///< of a time with two digits for each part, without its offset
    bool m_pads = true;
};

} // namespace engine
