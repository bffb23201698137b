// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/number_marks.h"

#include <algorithm>

namespace engine {
namespace {

constexpr std::size_t digitsOfGroup = 3;

bool areDigits(std::string_view text)
{
    return std::ranges::all_of(text, [](char letter) { return letter >= '0' && letter <= '9'; });
}

std::string_view withoutSign(std::string_view text)
{
    const bool hasSign = !text.empty() && (text.front() == '-' || text.front() == '+');
    return text.substr(hasSign ? 1 : 0);
}

std::string_view withoutBlanks(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

} // namespace

bool isGrouped(std::string_view text, char mark)
{
    const std::size_t first = std::min(text.find(mark), text.size());
    if (first == text.size() || first == 0 || first > digitsOfGroup || text.front() == '0' ||
        !areDigits(text.substr(0, first))) {
        return false;
    }
    for (text.remove_prefix(first); !text.empty(); text.remove_prefix(digitsOfGroup + 1)) {
        if (text.size() <= digitsOfGroup || text.front() != mark || !areDigits(text.substr(1, digitsOfGroup))) {
            return false;
        }
    }
    return true;
}

std::optional<std::string> withoutThousands(std::string_view text, DecimalMark decimal)
{
    const std::string_view number = withoutSign(text);
    const std::size_t whole = std::min(number.find(letterOf(decimal)), number.size());
    const char mark = letterOf(otherMark(decimal));
    if (!isGrouped(number.substr(0, whole), mark) || !areDigits(number.substr(std::min(whole + 1, number.size())))) {
        return std::nullopt;
    }
    std::string plain(text);
    std::erase(plain, mark);
    std::ranges::replace(plain, letterOf(decimal), '.');
    return plain;
}

bool MarkCounts::add(std::string_view text)
{
    if (!text.empty() && areDigits(text) && text.front() != '0') { // most are
        ++(text.size() > digitsOfGroup ? above : below);
        return false;
    }
    text = withoutSign(withoutBlanks(text));
    const std::size_t exponent = std::min(text.find_first_of("eE"), text.size());
    const bool isPlain = exponent == text.size();
    const std::string_view number = text.substr(0, exponent);
    const std::size_t first = number.find_first_of(".,");
    if (number.empty() || number.find_first_not_of("0123456789.,") != std::string_view::npos) {
        return false;
    }
    if (first == std::string_view::npos) {
        if (isPlain && number.find_first_not_of('0') != std::string_view::npos) {
            ++(number.size() > digitsOfGroup ? above : below);
        }
        return false;
    }
    const DecimalMark mark = number[first] == ',' ? DecimalMark::Comma : DecimalMark::Point;
    const std::size_t last = number.find_last_of(".,");
    if (last == first) {
        const bool isEither = isPlain && isGrouped(number, letterOf(mark));
        ++(isEither ? of(mark).either : of(mark).decimal);
        return isEither;
    }
    if (number[last] == number[first]) {
        of(mark).thousands += isPlain && isGrouped(number, letterOf(mark));
    } else if (isGrouped(number.substr(0, last), letterOf(mark))) {
        ++of(mark).thousands;
        ++of(otherMark(mark)).decimal;
    }
    return false;
}

void MarkCounts::add(const MarkCounts& others)
{
    for (std::size_t mark = 0; mark < marks.size(); ++mark) {
        marks[mark].decimal += others.marks[mark].decimal;
        marks[mark].thousands += others.marks[mark].thousands;
        marks[mark].either += others.marks[mark].either;
    }
    below += others.below;
    above += others.above;
}

std::optional<bool> MarkCounts::isDecimal(DecimalMark mark) const
{
    if (of(mark).decimal > 0) {
        return true;
    }
    if (of(mark).thousands > 0 || of(otherMark(mark)).decimal > 0) {
        return false;
    }
    return above == 0 && below > 0 ? std::optional(false) : std::nullopt;
}

DecimalMark decimalMarkBy(std::span<const MarkCounts> columns, char delimiter)
{
    MarkCounts table;
    for (const MarkCounts& column : columns) {
        table.add(column);
    }
    const MarkCounts::Mark &points = table.of(DecimalMark::Point), &commas = table.of(DecimalMark::Comma);
    const bool isComma = points.decimal != commas.decimal       ? commas.decimal > points.decimal
                         : points.thousands != commas.thousands ? points.thousands > commas.thousands
                                                                : delimiter == ';' && points.either + commas.either > 0;
    return isComma ? DecimalMark::Comma : DecimalMark::Point;
}

bool isUnsure(const MarkCounts& column, DecimalMark decimal, const MarkCounts& table, char delimiter)
{
    const bool isTold = table.of(decimal).decimal + table.of(otherMark(decimal)).thousands > 0;
    const bool goesWithDelimiter = (decimal == DecimalMark::Comma) == (delimiter == ';');
    for (const DecimalMark mark : {DecimalMark::Point, DecimalMark::Comma}) {
        if (column.of(mark).either == 0) {
            continue;
        }
        const bool asDecimal = mark == decimal;
        const std::optional<bool> own = column.isDecimal(mark);
        if (own ? *own != asDecimal : !isTold && !(asDecimal && goesWithDelimiter)) {
            return true;
        }
    }
    return false;
}

} // namespace engine
