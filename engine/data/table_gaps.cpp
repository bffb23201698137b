// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_gaps.h"

#include "engine/data/table_order.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace engine {
namespace {

std::size_t at(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

bool isNamed(const Column& column)
{
    return !column.codes.empty();
}

/// The number of the name "" in a column of names; -1: no row lacks one.
std::int32_t codeOfNothing(const Column& column)
{
    const auto found = std::ranges::find(column.names, "");
    return found == column.names.end() ? -1 : static_cast<std::int32_t>(found - column.names.begin());
}

/// The rule of the column, or that of all; Refuse where there is none.
GapRule ruleFor(const std::string& column, const GapRules& rules)
{
    const auto own = rules.find(column), all = rules.find("");
    return own != rules.end() ? own->second : all != rules.end() ? all->second : GapRule::Refuse;
}

void requireColumns(const Table& table, const GapRules& rules)
{
    for (const auto& [name, rule] : rules) {
        if (!name.empty() && std::ranges::find(table.columns, name, &Column::name) == table.columns.end()) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: found no column named %2, wanted one for its rule in gaps of "
                                                     "SEQUENCEDATA"),
                            table.name, shown(name)));
        }
    }
}

/// Those of `used`, or of the settings, that have gaps and a rule.
std::vector<Column*> columnsToFill(Table& table, const TableSettings& settings, const GapRules& rules,
                                   const std::vector<std::string>& used)
{
    std::set<std::string> names(used.begin(), used.end());
    if (used.empty()) {
        names.insert(settings.inputs.begin(), settings.inputs.end());
        names.insert(settings.target.empty() ? table.columns.back().name : settings.target);
    }
    names.insert(settings.group);
    const bool readsAll = used.empty() && settings.inputs.empty();
    std::vector<Column*> columns;
    for (Column& column : table.columns) {
        const bool isRead = names.contains(column.name) || (readsAll && column.kind == ColumnKind::Number);
        if (isRead && gapsIn(column) > 0 && ruleFor(column.name, rules) != GapRule::Refuse) {
            columns.push_back(&column);
        }
    }
    return columns;
}

bool lacks(const Column& column, std::int64_t row)
{
    return isNamed(column) ? column.codes[at(row)] == codeOfNothing(column) : std::isnan(column.numbers[at(row)]);
}

template <typename Value>
void keepRows(std::vector<Value>& values, const std::vector<bool>& leftOut)
{
    if (values.size() != leftOut.size()) {
        return; // the column has none of these
    }
    std::size_t kept = 0;
    for (std::size_t row = 0; row < values.size(); ++row) {
        if (!leftOut[row]) {
            values[kept++] = std::move(values[row]);
        }
    }
    values.resize(kept);
}

/// Takes rows out of all columns.
void leaveOut(Table& table, const std::vector<bool>& leftOut)
{
    const std::int64_t count = std::count(leftOut.begin(), leftOut.end(), true);
    if (count == 0) {
        return;
    }
    if (count == table.rows) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found no row that its gaps leave, wanted at least one; CARRY or "
                                                 "INTERPOLATE in gaps of SEQUENCEDATA keeps rows"),
                        table.name));
    }
    if (table.rowNumbers.empty()) {
        for (std::int64_t row = 0; row < table.rows; ++row) {
            table.rowNumbers.push_back(row);
        }
    }
    keepRows(table.rowNumbers, leftOut);
    for (Column& column : table.columns) {
        keepRows(column.numbers, leftOut);
        keepRows(column.wholes, leftOut);
        keepRows(column.codes, leftOut);
        keepRows(column.times, leftOut);
        keepRows(column.offsetOf, leftOut);
    }
    table.rows -= count;
}

/// The name "" is no more among those of the column.
void forgetNothing(Column& column)
{
    const std::int32_t nothing = codeOfNothing(column);
    if (nothing < 0 || std::ranges::find(column.codes, nothing) != column.codes.end()) {
        return;
    }
    column.names.erase(column.names.begin() + nothing);
    for (std::int32_t& code : column.codes) {
        code -= code > nothing;
    }
}

/// The value of a gap between two rows that have one, by the time where there is one, else by the rows between.
class Line {
public:
    Line(const Column& column, const RowOrder& order, const Column* time)
        : m_column(column), m_order(order), m_time(time)
    {}

    double at(std::int64_t before, std::int64_t place, std::int64_t after) const
    {
        const long double whole = where(after) - where(before);
        const long double part = whole > 0 ? (where(place) - where(before)) / whole : 0;
        const double from = number(before), to = number(after);
        return from + static_cast<double>(part) * (to - from);
    }

private:
    long double where(std::int64_t place) const
    {
        return m_time ? sizeInColumn(*m_time, m_order.rowOf[static_cast<std::size_t>(place)])
                      : static_cast<long double>(place);
    }
    double number(std::int64_t place) const
    {
        return m_column.numbers[static_cast<std::size_t>(m_order.rowOf[static_cast<std::size_t>(place)])];
    }

    const Column& m_column;
    const RowOrder& m_order;
    const Column* m_time;
};

/// Fills the gaps of a group; rows before its first value are left out.
void fill(Column& column, const RowRun& group, const RowOrder& order, const Line* line, std::vector<bool>& leftOut)
{
    std::int64_t before = -1, after = group.begin;
    for (std::int64_t place = group.begin; place < group.end; ++place) {
        const std::int64_t row = order.rowOf[at(place)];
        if (!lacks(column, row)) {
            before = place;
            continue;
        }
        if (before < 0) {
            leftOut[at(row)] = true;
            continue;
        }
        after = std::max(after, place + 1);
        while (line && after < group.end && lacks(column, order.rowOf[at(after)])) {
            ++after;
        }
        const std::int64_t last = order.rowOf[at(before)];
        if (isNamed(column)) {
            column.codes[at(row)] = column.codes[at(last)];
        }
        if (!column.numbers.empty()) {
            column.numbers[at(row)] =
                line && after < group.end ? line->at(before, place, after) : column.numbers[at(last)];
        }
        before = place;
    }
}

struct Done {
    std::string column;
    std::int64_t gaps = 0, rows = 0; ///< left out: as they were without a value, or without one before
    GapRule rule = GapRule::Refuse;
};

Sentence inWords(const Table& table, const Done& done)
{
    const Sentence gaps = counted(static_cast<std::size_t>(done.gaps), ENGINE_TEXT("Sentences", "1 gap"),
                                  ENGINE_TEXT("Sentences", "%1 gaps"));
    const Sentence what = done.rule == GapRule::Skip    ? say(ENGINE_TEXT("Sentences", "its rows are left out"))
                          : done.rule == GapRule::Carry ? say(ENGINE_TEXT("Sentences", "filled with the last value"))
                                                        : say(ENGINE_TEXT("Sentences", "filled by interpolation"));
    const Sentence rest =
        done.rule != GapRule::Skip && done.rows > 0
            ? say(ENGINE_TEXT("Sentences", "; rows left out, as no value stands before them: %1"), done.rows)
            : Sentence();
    return say(ENGINE_TEXT("Sentences", "%1: the column %2 has %3, %4%5"), table.name, shown(done.column), gaps, what,
               rest);
}

constexpr std::array<std::pair<GapRule, std::string_view>, 3> ruleNames = {
    {{GapRule::Skip, "SKIP"}, {GapRule::Carry, "CARRY"}, {GapRule::Interpolate, "INTERPOLATE"}}};

} // namespace

bool isGap(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return true;
    }
    text = text.substr(first, text.find_last_not_of(" \t") - first + 1);
    constexpr std::array<std::string_view, 8> words = {"NA", "N/A", "NaN", "nan", "null", "NULL", "None", "-"};
    return std::ranges::find(words, text) != words.end();
}

std::int64_t gapsIn(const Column& column)
{
    return isNamed(column) ? std::ranges::count(column.codes, codeOfNothing(column)) : column.gaps;
}

std::vector<Sentence> fillGaps(Table& table, const TableSettings& settings, const std::vector<std::string>& used)
{
    const GapRules rules = gapRules(settings.gaps);
    requireColumns(table, rules);
    const std::vector<Column*> columns = columnsToFill(table, settings, rules, used);
    if (columns.empty()) {
        return {};
    }
    std::vector<Done> all;
    std::vector<bool> leftOut(at(table.rows));
    for (Column* column : columns) {
        Done done{.column = column->name, .gaps = gapsIn(*column), .rule = ruleFor(column->name, rules)};
        if (isNamed(*column) && done.rule == GapRule::Interpolate) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1, column %2: found INTERPOLATE in gaps of SEQUENCEDATA, wanted "
                                                     "SKIP or CARRY for a column of names"),
                            table.name, shown(column->name)));
        }
        for (std::int64_t row = 0; done.rule == GapRule::Skip && row < table.rows; ++row) {
            leftOut[at(row)] = leftOut[at(row)] || lacks(*column, row);
        }
        all.push_back(std::move(done));
    }
    leaveOut(table, leftOut);
    leftOut.assign(at(table.rows), false);
    std::ranges::for_each(columns, [](Column* column) { forgetNothing(*column); });
    const RowOrder order = orderOf(table, settings);
    const Column* const time = settings.time.empty() ? nullptr : &table.column(settings.time);
    for (std::size_t index = 0; index < columns.size(); ++index) {
        Column& column = *columns[index];
        if (all[index].rule == GapRule::Skip) {
            continue;
        }
        column.wholes.clear(); // they would have no gaps to tell
        const Line line(column, order, time);
        std::vector<bool> own(at(table.rows));
        for (const RowRun& group : order.groups) {
            fill(column, group, order, all[index].rule == GapRule::Interpolate ? &line : nullptr, own);
        }
        all[index].rows = std::count(own.begin(), own.end(), true);
        for (std::size_t row = 0; row < own.size(); ++row) {
            leftOut[row] = leftOut[row] || own[row];
        }
    }
    leaveOut(table, leftOut);
    std::vector<Sentence> sentences;
    for (std::size_t index = 0; index < columns.size(); ++index) {
        Column& column = *columns[index];
        forgetNothing(column);
        column.gaps = 0;
        if (std::ranges::none_of(column.numbers, [](double number) { return std::isnan(number); })) {
            column.problem = column.remedy = {};
        }
        sentences.push_back(inWords(table, all[index]));
    }
    return sentences;
}

GapRules gapRules(const std::vector<std::string>& entries)
{
    GapRules rules;
    for (const std::string& entry : entries) {
        const std::size_t equals = entry.rfind('=');
        const std::string column = equals == std::string::npos ? std::string() : entry.substr(0, equals);
        const std::string word = equals == std::string::npos ? entry : entry.substr(equals + 1);
        const auto found = std::ranges::find(ruleNames, word, &std::pair<GapRule, std::string_view>::second);
        if (found == ruleNames.end()) {
            throw Error(say(ENGINE_TEXT("Sentences", "gaps: found %1, wanted SKIP, CARRY or INTERPOLATE, alone for all "
                                                     "columns or behind a column's name, as wind=SKIP"),
                            shown(entry)));
        }
        rules[column] = found->first;
    }
    return rules;
}

std::vector<std::string> gapEntries(const GapRules& rules)
{
    std::vector<std::string> entries;
    for (const auto& [column, rule] : rules) {
        const auto found = std::ranges::find(ruleNames, rule, &std::pair<GapRule, std::string_view>::first);
        if (found != ruleNames.end()) {
            entries.push_back((column.empty() ? "" : column + "=") + std::string(found->second));
        }
    }
    return entries;
}

} // namespace engine
