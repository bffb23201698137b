// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/column_remarks.h"

#include "engine/data/table_sample.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string_view>

namespace engine {
namespace {

constexpr std::string_view digits = "0123456789";

/// Whether a text starts as a number does: with a digit, or with a sign such as - or €, no letter.
bool startsAsNumber(std::string_view text)
{
    constexpr std::array<std::string_view, 5> signs = {"$", "\u20AC", "\u00A3", "\u00A5", "\u2212"};
    return (digits.find(text.front()) != std::string_view::npos) ||
           std::string_view("+-.,<>~(").find(text.front()) != std::string_view::npos ||
           std::ranges::any_of(signs, [&](std::string_view sign) { return text.starts_with(sign); });
}

/// A number with something before or behind it: "12 %", "3.5 kg", "€ 7".
bool isNumberWithUnit(std::string_view text)
{
    constexpr std::string_view inNumber = "0123456789.,+- ";
    constexpr std::size_t longestUnit = 8;
    const std::size_t first = text.find_first_of(digits), last = text.find_last_of(digits);
    if (first == std::string_view::npos || !startsAsNumber(text)) {
        return false;
    }
    const std::string_view number = text.substr(first, last - first + 1);
    const std::size_t around = text.size() - number.size();
    return number.find_first_not_of(inNumber) == std::string_view::npos && around > 0 && around <= longestUnit &&
           std::count(number.begin(), number.end(), '.') < 2 && std::count(number.begin(), number.end(), '-') == 0;
}

/// "1,234.50", "1.234,50", "1 234", "1'234", "1_234": groups of three digits, and a part behind the last mark that is
/// another.
bool hasThousands(std::string_view written)
{
    std::string text(written);
    for (const std::string_view mark : {"\u00A0", "\u2009", "\u202F", "\u2019"}) { // blanks, and a typographic '
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
            text.erase(at, mark.size() - 1);
            text[at] = ' ';
        }
    }
    const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    std::string_view rest = std::string_view(text).substr(sign);
    const std::size_t first = rest.find_first_not_of(digits);
    if (first == std::string_view::npos || first == 0 || first > 3) {
        return false;
    }
    const char mark = rest[first];
    bool grouped = false;
    rest.remove_prefix(first);
    while (rest.size() >= 4 && rest.front() == mark && rest.substr(1).find_first_not_of(digits) != 0 &&
           std::ranges::all_of(rest.substr(1, 3), [](char letter) { return digits.find(letter) != digits.npos; })) {
        rest.remove_prefix(4);
        grouped = true;
    }
    const bool isWhole = rest.empty();
    const bool hasDecimals = !isWhole && rest.front() != mark && (rest.front() == '.' || rest.front() == ',') &&
                             rest.substr(1).find_first_not_of(digits) == std::string_view::npos;
    return grouped && std::string_view(",.' _").find(mark) != std::string_view::npos && (isWhole || hasDecimals);
}

/// Why a text is no plain number though a person reads one.
struct Reason {
    std::function<bool(std::string_view)> holds;
    Sentence words;
    Sentence remedy;
};

std::vector<Reason> reasonsFor(const Table& table)
{
    const DecimalMark other = otherMark(table.format.decimal);
    const bool othersStay = std::ranges::none_of(table.columns, [](const Column& column) { return column.hasMarks; });
    return {{[other](std::string_view text) { return isNumber(text, other); },
             other == DecimalMark::Comma ? ENGINE_TEXT("Sentences", "a number with a decimal comma")
                                         : ENGINE_TEXT("Sentences", "a number with a decimal point"),
             othersStay
                 ? say(ENGINE_TEXT("Sentences", "decimal: %1 of SEQUENCEDATA reads it"),
                       std::string_view(other == DecimalMark::Comma ? "COMMA" : "POINT"))
                 : say(ENGINE_TEXT("Sentences",
                                   "a table is read with one decimal mark, and other columns have the other one"))},
            {hasThousands, say(ENGINE_TEXT("Sentences", "a number with marks between its thousands")),
             say(ENGINE_TEXT("Sentences", "plain numbers are read"))},
            {isNumberWithUnit, say(ENGINE_TEXT("Sentences", "a number with a sign or a unit")),
             say(ENGINE_TEXT("Sentences", "plain numbers are read"))}};
}

/// How many of the column's different texts are such numbers.
std::ptrdiff_t countOf(const Reason& reason, const Column& column)
{
    return std::ranges::count_if(column.names,
                                 [&](const std::string& text) { return !text.empty() && reason.holds(text); });
}

/// Whether it is a whole number as each reader takes it.
bool isPlain(const std::string& text)
{
    return !text.empty() && text.find_first_not_of(digits) == std::string::npos;
}

/// Whether the reason alone keeps the text from being a number.
bool isOddBy(const Reason& reason, const std::string& text)
{
    return !text.empty() && !isPlain(text) && reason.holds(text);
}

/// The reason that more than half of the column is no number, or so much with what is one; null where none is.
const Reason* mainReason(std::span<const Reason> reasons, const Column& column)
{
    constexpr std::ptrdiff_t leastShare = 4; // 980 and 1 020 are as many thousands as they are plain
    const std::ptrdiff_t size = std::ssize(column.names), plain = std::ranges::count_if(column.names, isPlain);
    const auto reason = std::ranges::find_if(reasons, [&](const Reason& one) {
        const std::ptrdiff_t odd =
            std::ranges::count_if(column.names, [&](const std::string& text) { return isOddBy(one, text); });
        return leastShare * odd > size && 2 * (odd + plain) > size;
    });
    return reason == reasons.end() ? nullptr : &*reason;
}

Sentence remarkOn(const Table& table, const Column& column, const Reason& reason)
{
    const auto found =
        std::ranges::find_if(column.names, [&](const std::string& text) { return isOddBy(reason, text); });
    const auto row = std::ranges::find(column.codes, static_cast<std::int32_t>(found - column.names.begin()));
    return say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, which is %5, so the column is not read; %6"),
               table.name, table.rowInFile(row - column.codes.begin()), shown(column.name), shown(*found), reason.words,
               reason.remedy);
}

} // namespace

std::string inList(const std::vector<std::string>& names, std::string_view between)
{
    std::string list;
    for (const std::string& name : names) {
        list += (list.empty() ? "" : std::string(between)) + name;
    }
    return list;
}

std::vector<Sentence> remarksOnColumns(const Table& table, const TableSettings& settings)
{
    std::vector<Sentence> remarks;
    std::vector<std::string> texts;
    if (table.seemsHeadless) {
        const std::string first = shown(table.columns.front().name), last = shown(table.columns.back().name);
        remarks.push_back(say(
            ENGINE_TEXT("Sentences", "%1: the first row has a number or a time and is read as values, so %2; header: "
                                     "NAMES of SEQUENCEDATA takes it for names"),
            table.name,
            table.columns.size() == 1 ? say(ENGINE_TEXT("Sentences", "the column is named %1"), first)
                                      : say(ENGINE_TEXT("Sentences", "the columns are named %1 to %2"), first, last)));
    }
    const std::vector<Reason> reasons = reasonsFor(table);
    for (const Column& column : table.columns) {
        const std::string& target = settings.target.empty() ? table.columns.back().name : settings.target;
        const bool isUsed = column.name == target || column.name == settings.time || column.name == settings.group;
        const bool isInput = settings.inputs.empty()
                                 ? column.name != settings.group
                                 : std::ranges::find(settings.inputs, column.name) != settings.inputs.end();
        if (!column.thousands.empty() && (isInput || column.name == target)) {
            remarks.push_back(column.thousands);
        }
        if (!settings.inputs.empty() || column.kind != ColumnKind::Text || isUsed) {
            continue;
        }
        if (const Reason* const reason = mainReason(reasons, column)) {
            remarks.push_back(remarkOn(table, column, *reason));
        } else {
            texts.push_back(shown(column.name));
        }
    }
    if (!texts.empty()) {
        constexpr std::size_t mostNames = 8;
        const std::size_t more = texts.size() - std::min(texts.size(), mostNames);
        texts.resize(texts.size() - more);
        const bool isOne = texts.size() == 1 && more == 0;
        const std::string names = inList(texts, ", ");
        remarks.push_back(
            isOne ? say(ENGINE_TEXT("Sentences", "%1: the column %2 holds text and is not read"), table.name, names)
                  : say(ENGINE_TEXT("Sentences", "%1: the columns %2%3 hold text and are not read"), table.name, names,
                        more > 0 ? say(ENGINE_TEXT("Sentences", " and %1 more"), more) : Sentence()));
    }
    return remarks;
}

Sentence remedyOfTexts(const Table& table, const Column& column)
{
    if (column.kind != ColumnKind::Text) {
        return {};
    }
    const std::vector<Reason> reasons = reasonsFor(table);
    const Reason& otherMark = reasons.front();
    if (countOf(otherMark, column) == std::ssize(column.names)) {
        return say("; %1", otherMark.remedy);
    }
    const Reason* const reason = mainReason(std::span(reasons).subspan(1), column);
    return reason ? say(ENGINE_TEXT("Sentences", ", but it is %1; plain numbers are read"), reason->words) : Sentence();
}

Sentence remedyOfTexts(const Table& table)
{
    const std::vector<Reason> reasons = reasonsFor(table);
    for (const Column& column : table.columns) {
        if (const Reason* const reason = column.kind == ColumnKind::Text ? mainReason(reasons, column) : nullptr) {
            return say(ENGINE_TEXT("Sentences", "; a text of %1 is %2, %3"), shown(column.name), reason->words,
                       reason->remedy);
        }
    }
    return table.oneColumn;
}

} // namespace engine
