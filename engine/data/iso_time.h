// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

/// How a column writes its times, after ISO 8601: "1981-01-31", "1981-01-31T18:30", "1981-01-31 18:30:00.25", each with
/// "Z" or an offset such as "+01:00" behind the minutes where the first one has it. All times of a column have the same
/// form and the same offset, so that they can be compared, and each can be written as it was read.
class IsoForm {
public:
    /// The form of a time; nothing where it is none.
    static std::optional<IsoForm> of(std::string_view text);

    /// Microseconds since 1970-01-01 00:00 in the offset that the text has; nothing where it has another form.
    std::optional<std::int64_t> read(std::string_view text) const;

    /// The inverse of read().
    std::string write(std::int64_t microseconds) const;

    const std::string& example() const { return m_pattern; } ///< the form with 0 for every digit of the time

    bool operator==(const IsoForm&) const = default;

private:
    std::string m_pattern;
    std::size_t m_timeLength = 0; ///< of the text, without the offset
};

} // namespace engine
