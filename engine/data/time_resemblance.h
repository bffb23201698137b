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
/// quarter, a time of day or a date in another form; whole numbers that only grow or only fall and are days (20201231),
/// seconds or milliseconds since 1970, or in a column that has a name such as "year".
bool resemblesTime(const Column& column);

/// The days since 1970-01-01 of a number such as 20201231; nothing where it is no such day from 1800 to 2199.
std::optional<std::int64_t> dayOf(double number);

/// Whether all numbers of a column are such days.
bool areDays(const Column& column);

} // namespace engine
