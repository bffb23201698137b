// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table.h"
#include "engine/graph/params.h"

#include <cstdint>
#include <optional>

namespace engine {

/// The end of a sentence that wants a time.
inline constexpr const char* timesThatAreRead = ENGINE_TEXT(
    "Sentences", "a time such as 1981-01-31 18:30, 31.01.1981 or 01/31/1981 6:30 PM, or a number that grows with it");

/// Whether a person would take the column for times: one of times; texts of which most have the name of a month, a
/// quarter, a time of day or a date in another form; whole numbers that only grow or only fall and are moments
/// (20201231), seconds or milliseconds since 1970, or in a column that has a name such as "year".
bool resemblesTime(const Column& column);

/// The microseconds since 1970-01-01 of a number that is written as a moment in digits, from the year to the month, the
/// day, the hour, the minute or the second: 202012, 20201231, 2020123118, 202012311830; nothing where it is none.
std::optional<std::int64_t> momentOf(double number);

/// Whether all numbers of a column are such moments, with as many digits.
bool areMoments(const Column& column);

} // namespace engine
