// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_gaps.h"

#include "engine/data/table_order.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

namespace engine {
namespace {

bool isNamed(const Column& column)
{
    return !column.codes.empty();
}

/// A table for a trained net may lack columns that it learned from, such as its target.
void requireColumns(const Table& table, const GapRules& rules, const TableSettings& settings,
                    const TableScaling& learned)
{
    std::set<std::string> known{"", learned.target.name};
    if (!learned.inputs.empty()) {
        known.insert({settings.time, settings.group});
    }
    for (const ColumnScaling& input : learned.inputs) {
        known.insert(input.name);
    }
    for (const auto& [name, rule] : rules) {
        if (!known.contains(name) && std::ranges::find(table.columns, name, &Column::name) == table.columns.end()) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: found no column named %2, wanted one for its rule in gaps of "
                                                     "SEQUENCEDATA"),
                            table.name, shown(name)));
        }
    }
}

/// What the columns of a table are used for.
struct Uses {
    std::set<std::string> read; ///< inputs, times and groups
    std::string target;

    Uses(const Table& table, const TableSettings& settings, const TableScaling& learned)
        : read({settings.group, settings.time}), target(learned.target.name)
    {
        for (const ColumnScaling& input : learned.inputs) {
            read.insert(input.name);
        }
        if (!learned.inputs.empty()) {
            return;
        }
        target = settings.target.empty() ? table.columns.back().name : settings.target;
        read.insert(settings.inputs.begin(), settings.inputs.end());
        for (const Column& column : table.columns) {
            const bool leaks = column.name == target && settings.horizon == 0;
            if (settings.inputs.empty() && column.kind == ColumnKind::Number && !leaks) {
                read.insert(column.name);
            }
        }
    }
};

/// Those that are used and have gaps and a rule.
std::vector<Column*> columnsToFill(Table& table, const GapRules& rules, const Uses& uses)
{
    std::vector<Column*> columns;
    for (Column& column : table.columns) {
        const bool isUsed =
            uses.read.contains(column.name) || (column.name == uses.target && column.kind == ColumnKind::Time);
        if (isUsed && gapsIn(column) > 0 && ruleFor(column.name, rules) != GapRule::Refuse) {
            columns.push_back(&column);
        }
    }
    return columns;
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
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found no row that its gaps leave, wanted at least one; CARRY in "
                                                 "gaps of SEQUENCEDATA keeps rows"),
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
        keepRows(column.codes, leftOut);
        keepRows(column.times, leftOut);
        keepRows(column.offsets, leftOut);
        keepRows(column.filled, leftOut);
    }
    table.rows -= count;
}

/// Where its gaps are gone they are no problem of the column.
void forgetGaps(const Table& table, Column& column)
{
    for (std::int64_t row = 0; row < table.rows; ++row) {
        if (column.lacks(row)) {
            return;
        }
    }
    if (std::exchange(column.gaps, 0) > 0) { // else something else is wrong
        column.problem = {};
    }
}

/// Fills the gaps of a group with the value before them; rows before its first value are left out.
void carry(Column& column, const RowRun& group, const RowOrder& order, std::vector<bool>& leftOut)
{
    std::int64_t last = -1; // row with a value
    for (std::int64_t place = group.begin; place < group.end; ++place) {
        const std::int64_t row = order.rowOf[at(place)];
        if (!column.lacks(row)) {
            last = row;
            continue;
        }
        if (last < 0) {
            leftOut[at(row)] = true;
            continue;
        }
        column.filled[at(row)] = true;
        if (isNamed(column)) {
            column.codes[at(row)] = column.codes[at(last)];
        }
        if (!column.numbers.empty()) {
            column.numbers[at(row)] = column.numbers[at(last)];
        }
    }
}

/// A column that is filled, or whose rows are left out.
struct Filling {
    Column* column;
    GapRule rule;
    std::int64_t gaps;
    std::int64_t rows = 0; ///< left out, as no value stands before them
};

Sentence inWords(const Table& table, const Filling& filling)
{
    const Sentence what = filling.rule == GapRule::Skip ? say(ENGINE_TEXT("Sentences", "its rows are left out"))
                                                        : say(ENGINE_TEXT("Sentences", "filled with the last value"));
    const Sentence rest =
        filling.rows > 0
            ? say(ENGINE_TEXT("Sentences", "; rows left out, as no value stands before them: %1"), filling.rows)
            : Sentence();
    return say(ENGINE_TEXT("Sentences", "%1: the column %2 has %3, %4%5"), table.name, shown(filling.column->name),
               counted(static_cast<std::size_t>(filling.gaps), ENGINE_TEXT("Sentences", "1 gap"),
                       ENGINE_TEXT("Sentences", "%1 gaps")),
               what, rest);
}

/// Throws Error for a rule that cannot fill the column.
void requireRuleFits(const Table& table, const Column& column, const TableSettings& settings, const GapRules& rules)
{
    const GapRule rule = ruleFor(column.name, rules);
    const bool isOwn = rules.contains(column.name);
    const auto refuse = [&](const Sentence& wanted) {
        const auto entry = gapEntries({{isOwn ? printable(column.name) : "", rule}});
        throw Error(say(ENGINE_TEXT("Sentences", "%1, column %2: found %3 in gaps of SEQUENCEDATA, wanted %4"),
                        table.name, shown(column.name), entry.front(), wanted));
    };
    if (rule != GapRule::Skip && (column.name == settings.time || column.kind == ColumnKind::Time)) {
        const std::string skip = quotedList({column.name + "=SKIP"});
        refuse(isOwn ? say(ENGINE_TEXT("Sentences", "%1 in its place for a column of times"), skip)
                     : say(ENGINE_TEXT("Sentences", "%1 beside it for a column of times"), skip));
    }
}

constexpr std::array<std::pair<GapRule, std::string_view>, 2> ruleNames = {
    {{GapRule::Skip, "SKIP"}, {GapRule::Carry, "CARRY"}}};

/// Before the first value of a group nothing is known, so its rows are left out.
void carryAll(Table& table, const RowOrder& order, std::vector<Filling>& fillings)
{
    std::vector<bool> leftOut(at(table.rows));
    for (Filling& filling : fillings) {
        std::vector<bool> own(at(table.rows));
        filling.column->filled.assign(filling.rule == GapRule::Skip ? 0 : at(table.rows), false);
        for (const RowRun& group : filling.rule == GapRule::Skip ? std::vector<RowRun>() : order.groups) {
            carry(*filling.column, group, order, own);
        }
        filling.rows = std::count(own.begin(), own.end(), true);
        std::transform(own.begin(), own.end(), leftOut.begin(), leftOut.begin(), std::logical_or<>());
    }
    leaveOut(table, leftOut);
    for (const Filling& filling : fillings) {
        forgetGaps(table, *filling.column);
    }
}

} // namespace

std::int64_t gapsIn(const Column& column)
{
    std::int64_t named = 0;
    for (std::int64_t row = 0; row < std::ssize(column.codes); ++row) {
        named += column.lacks(row);
    }
    return isNamed(column) ? named : column.gaps;
}

std::vector<Sentence> fillGaps(Table& table, const TableSettings& settings, const TableScaling& learned)
{
    const GapRules rules = gapRules(settings.gaps);
    requireColumns(table, rules, settings, learned);
    const Uses uses(table, settings, learned);
    const auto target = std::ranges::find(table.columns, uses.target, &Column::name);
    if (target != table.columns.end() && !uses.read.contains(uses.target) && target->kind != ColumnKind::Time) {
        const bool ofClasses = settings.targetKind == TargetKind::Class;
        for (std::string& name : target->names) { // a label may well be "-" or "None", but not NA
            name = ofClasses && isGap(name) && name != "-" && name != "None" ? std::string() : name;
        }
        if ((ofClasses || ruleFor(target->name, rules) != GapRule::Refuse) && target->gaps < table.rows &&
            target->gaps > 0) {
            target->problem = {}; // its rows stay, and their answers are missing
        }
    }
    std::vector<Filling> fillings;
    std::vector<bool> leftOut(at(table.rows));
    for (Column* const column : columnsToFill(table, rules, uses)) {
        requireRuleFits(table, *column, settings, rules);
        fillings.push_back({.column = column, .rule = ruleFor(column->name, rules), .gaps = gapsIn(*column)});
        for (std::int64_t row = 0; fillings.back().rule == GapRule::Skip && row < table.rows; ++row) {
            leftOut[at(row)] = leftOut[at(row)] || column->lacks(row);
        }
    }
    if (fillings.empty()) {
        return {};
    }
    leaveOut(table, leftOut);
    for (const Filling& filling : fillings) {
        forgetGaps(table, *filling.column);
    }
    carryAll(table, orderOf(table, settings), fillings);
    std::vector<Sentence> sentences;
    for (const Filling& filling : fillings) {
        sentences.push_back(inWords(table, filling));
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
        if (word == "INTERPOLATE") { // nets and checkpoints of earlier versions have it
            const std::string instead = shown(column.empty() ? "CARRY" : column + "=CARRY");
            throw Error(say(ENGINE_TEXT("Sentences", "gaps: found %1, but INTERPOLATE is gone; write %2 in its place, "
                                                     "or for a trained net --gaps %2"),
                            shown(entry), instead));
        }
        if (found == ruleNames.end()) {
            throw Error(say(ENGINE_TEXT("Sentences", "gaps: found %1, wanted SKIP or CARRY, alone for all "
                                                     "columns or behind a column's name, as wind=SKIP"),
                            shown(entry)));
        }
        rules[column] = found->first;
    }
    return rules;
}

GapRule ruleFor(const std::string& column, const GapRules& rules)
{
    const auto own = rules.find(column), all = rules.find("");
    return own != rules.end() ? own->second : all != rules.end() ? all->second : GapRule::Refuse;
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
