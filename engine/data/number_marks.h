// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace engine {

enum class DecimalMark { Auto, Point, Comma };

constexpr DecimalMark otherMark(DecimalMark mark)
{
    return mark == DecimalMark::Comma ? DecimalMark::Point : DecimalMark::Comma;
}

constexpr char letterOf(DecimalMark mark)
{
    return mark == DecimalMark::Comma ? ',' : '.';
}

/// Whether the digits of a whole number without a sign stand in groups of three with this mark between them: 1,234,567.
bool isGrouped(std::string_view digits, char mark);

/// The number without the marks between its thousands, and with a point as decimal mark; nothing where it has marks in
/// other places. "1.234,5" is "1234.5" for a decimal comma.
std::optional<std::string> withoutThousands(std::string_view text, DecimalMark decimal);

/// What the points and commas of a column's numbers are, by how the numbers are written.
///
/// A mark is a decimal mark where the digits behind it are not three, or those before it cannot be a group of
/// thousands: 3.80, 0.125, 1234.567. It stands between thousands where it comes twice, or before the other one:
/// 1.234.567, 1.234,5. In 1.234 it may be either.
struct MarkCounts {
    struct Mark {
        std::int64_t decimal = 0, thousands = 0, either = 0; ///< numbers that have it as that
    };
    std::array<Mark, 2> marks = {};    ///< of the point and of the comma
    std::int64_t below = 0, above = 0; ///< numbers without a mark: below 1000 (but 0), and from 1000

    Mark& of(DecimalMark mark) { return marks[mark == DecimalMark::Comma ? 1 : 0]; }
    const Mark& of(DecimalMark mark) const { return marks[mark == DecimalMark::Comma ? 1 : 0]; }

    /// Counts a number; anything else is no news. True where its mark may be either.
    bool add(std::string_view text);
    void add(const MarkCounts& others);

    /// What the column itself tells of a mark: true for a decimal mark, false for one between thousands, which stands
    /// in all numbers from 1000 and in no others. Nothing where it may be either.
    std::optional<bool> isDecimal(DecimalMark mark) const;
};

/// The decimal mark of a table with these columns: the one that most numbers can only have; where there is none, the
/// one that goes with the delimiter, as semicolons stand between columns where commas are decimal marks.
DecimalMark decimalMarkBy(std::span<const MarkCounts> columns, char delimiter);

/// Whether nothing says that the column's numbers are read rightly with this decimal mark. `table`: all columns.
bool isUnsure(const MarkCounts& column, DecimalMark decimal, const MarkCounts& table, char delimiter);

} // namespace engine
