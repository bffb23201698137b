// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_order.h"

#include "engine/data/table_windows.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace engine {
namespace {

void takeGroups(RowOrder& order, const Column* group)
{
    order.groupEnds.clear();
    for (std::int64_t place = 1; place < order.rows(); ++place) {
        if (group && group->codes[at(order.rowOf[at(place - 1)])] != group->codes[at(order.rowOf[at(place)])]) {
            order.groupEnds.push_back(place);
        }
    }
    order.groupEnds.push_back(order.rows());
}

/// Takes rows out of the order. Throws Error where none is left.
void leaveOut(RowOrder& order, const Table& table, const std::vector<bool>& leftOut)
{
    const auto keep = [&](std::vector<std::int64_t>& rows) {
        std::size_t kept = 0;
        for (std::size_t place = 0; place < rows.size(); ++place) {
            rows[kept] = rows[place];
            kept += leftOut[place] ? 0 : 1;
        }
        rows.resize(kept);
    };
    keep(order.rowOf);
    for (auto& [name, rows] : order.carried) {
        keep(rows);
    }
    if (order.rowOf.empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found no row that its gaps leave, wanted at least one; CARRY in "
                                                 "gaps of SEQUENCEDATA keeps rows"),
                        table.name));
    }
}

/// Finds the last value before each gap of the column. Returns how many rows have none, and marks them.
std::int64_t carry(RowOrder& order, const Column& column, std::vector<bool>& leftOut)
{
    std::vector<std::int64_t>& from = order.carried[column.name] = order.rowOf;
    std::int64_t lacking = 0;
    for (const RowRun& group : order.groups()) {
        std::int64_t last = -1; // row with a value
        for (std::int64_t place = group.begin; place < group.end; ++place) {
            last = column.lacks(order.rowOf[at(place)]) ? last : order.rowOf[at(place)];
            from[at(place)] = last;
            leftOut[at(place)] = leftOut[at(place)] || last < 0;
            lacking += last < 0 ? 1 : 0;
        }
    }
    return lacking;
}

/// Throws Error for a column of times that is to be filled.
void requireNoTimes(const Table& table, const Column& column, const TableSettings& settings)
{
    if (column.name == settings.time || column.kind == ColumnKind::Time) {
        const std::string skip = quotedList({column.name + "=SKIP"});
        const bool isOwn = settings.gaps.contains(column.name);
        throw Error(say(ENGINE_TEXT("Sentences", "%1, column %2: found %3 in gaps of SEQUENCEDATA, wanted %4"),
                        table.name, shown(column.name),
                        gapEntries({{isOwn ? printable(column.name) : "", GapRule::Carry}}).front(),
                        isOwn ? say(ENGINE_TEXT("Sentences", "%1 in its place for a column of times"), skip)
                              : say(ENGINE_TEXT("Sentences", "%1 beside it for a column of times"), skip)));
    }
}

/// Says what became of a column's gaps.
Sentence gapsInWords(const Table& table, const Column& column, GapRule rule, std::int64_t lacking)
{
    const Sentence what = rule == GapRule::Skip ? say(ENGINE_TEXT("Sentences", "its rows are left out"))
                                                : say(ENGINE_TEXT("Sentences", "filled with the last value"));
    const Sentence rest =
        lacking > 0 ? say(ENGINE_TEXT("Sentences", "; rows left out, as no value stands before them: %1"), lacking)
                    : Sentence();
    return say(ENGINE_TEXT("Sentences", "%1: the column %2 has %3, %4%5"), table.name, shown(column.name),
               counted(static_cast<std::size_t>(column.gaps), ENGINE_TEXT("Sentences", "1 gap"),
                       ENGINE_TEXT("Sentences", "%1 gaps")),
               what, rest);
}

/// What is between each two rows that follow each other in a group.
std::vector<double> stepsOf(const Column& time, const RowOrder& order)
{
    std::vector<double> steps;
    for (const RowRun& group : order.groups()) {
        for (std::int64_t place = group.begin + 1; place < group.end; ++place) {
            steps.push_back(time.sizeOf(order.rowOf[at(place)]) - time.sizeOf(order.rowOf[at(place - 1)]));
        }
    }
    return steps;
}

/// Equal rows keep their order; rows that lie in order cost one look at each.
template <typename KeyOf>
void sortBy(const KeyOf& keyOfRow, std::span<std::int64_t> rows)
{
    const auto isBefore = [&](std::int64_t left, std::int64_t right) { return keyOfRow(left) < keyOfRow(right); };
    if (!std::is_sorted(rows.begin(), rows.end(), isBefore)) {
        std::stable_sort(rows.begin(), rows.end(), isBefore);
    }
}

/// What is odd about the times of the chosen column.
std::vector<Sentence> remarksOnSteps(const Table& table, const Column& time, const RowOrder& order)
{
    std::vector<double> steps = stepsOf(time, order);
    const auto same = std::ranges::count(steps, 0.0);
    std::erase(steps, 0.0);
    std::ptrdiff_t gaps = 0;
    if (time.kind == ColumnKind::Time && !steps.empty()) { // numbers may be days as 20201231
        const auto middle = steps.begin() + (std::ssize(steps) - 1) / 2;
        std::nth_element(steps.begin(), middle, steps.end());
        constexpr double gap = 1.5; // in usual steps: months have 28 to 31 days
        gaps = std::ranges::count_if(steps, [usual = *middle](double step) { return step > gap * usual; });
    }
    if (same == 0 && gaps == 0) {
        return {};
    }
    return {say(ENGINE_TEXT("Sentences", "%1: the times of the column %2 do not follow each other evenly, and windows "
                                         "read across: gaps: %3; rows with the time of the one before: %4; group of "
                                         "SEQUENCEDATA tells several series apart"),
                table.name, shown(time.name), gaps, same)};
}

} // namespace

std::vector<RowRun> RowOrder::groups() const
{
    std::vector<RowRun> runs;
    for (const std::int64_t end : groupEnds) {
        runs.push_back({runs.empty() ? 0 : runs.back().end, end});
    }
    return runs;
}

const std::vector<std::int64_t>& RowOrder::rowsOf(const Column& column) const
{
    const auto found = carried.find(column.name);
    return found == carried.end() ? rowOf : found->second;
}

RowOrder orderOf(const Table& table, const TableSettings& settings, const std::set<std::string>& read,
                 std::vector<Sentence>& remarks)
{
    const auto ruleOf = [&](const Column& column) {
        const bool hasGapsOnly = column.gaps > 0 && (column.isNamed || column.problem.empty());
        return hasGapsOnly && read.contains(column.name) ? ruleFor(column.name, settings.gaps) : GapRule::Refuse;
    };
    const Column* const group = settings.group.empty() ? nullptr : &table.namedColumn(settings.group);
    RowOrder order;
    order.rowOf.resize(at(table.rows));
    std::iota(order.rowOf.begin(), order.rowOf.end(), std::int64_t{0});
    std::vector<bool> leftOut(at(table.rows));
    for (const Column& column : table.columns) {
        const GapRule rule = ruleOf(column);
        if (rule == GapRule::Carry) {
            requireNoTimes(table, column, settings);
        }
        for (std::int64_t row = 0; rule == GapRule::Skip && row < table.rows; ++row) {
            leftOut[at(row)] = leftOut[at(row)] || column.lacks(row);
        }
    }
    leaveOut(order, table, leftOut);
    const Column* const time =
        settings.time.empty() ? nullptr : &table.column(settings.time, ruleFor(settings.time, settings.gaps));
    if (time && time->kind == ColumnKind::Text) {
        throw Error(misfit(table.name, table.rowInFile(0), *time, shown(table.text(*time, 0)),
                           ENGINE_TEXT("Sentences", "a time such as 1981-01-31 18:30, 31.01.1981, 31/01/1981 or "
                                                    "01/31/1981, or a number that grows with it")));
    }
    const auto lacksGroup = [&](std::int64_t row) { return group->lacks(row); };
    if (group && group->kind != ColumnKind::Text && std::ranges::any_of(order.rowOf, lacksGroup)) {
        throw Error(table.gapsOf(*group));
    }
    if (group) {
        sortBy([&](std::int64_t row) { return std::pair(group->sizeOf(row), group->codes[at(row)]); }, order.rowOf);
    }
    takeGroups(order, group);
    const std::vector<double> steps = time ? stepsOf(*time, order) : std::vector<double>();
    const bool isNewestFirst = std::ranges::any_of(steps, [](double step) { return step < 0; }) &&
                               std::ranges::none_of(steps, [](double step) { return step > 0; });
    for (const RowRun& run : time ? order.groups() : std::vector<RowRun>()) {
        const std::span<std::int64_t> rows = std::span(order.rowOf).subspan(at(run.begin), at(run.end - run.begin));
        if (isNewestFirst) {
            std::ranges::reverse(rows);
        }
        sortBy([&](std::int64_t row) { return time->sizeOf(row); }, rows);
    }
    leftOut.assign(at(order.rows()), false);
    for (const Column& column : table.columns) {
        if (const GapRule rule = ruleOf(column); rule != GapRule::Refuse) {
            const std::int64_t lacking = rule == GapRule::Carry ? carry(order, column, leftOut) : 0;
            remarks.push_back(gapsInWords(table, column, rule, lacking));
        }
    }
    leaveOut(order, table, leftOut);
    takeGroups(order, group);
    return order;
}

std::vector<Sentence> remarksOnTime(const Table& table, const TableSettings& settings, const RowOrder& order)
{
    if (!settings.time.empty()) {
        return remarksOnSteps(table, table.column(settings.time, GapRule::Skip), order);
    }
    const bool isByTime = settings.split == SampleSplit::Auto || settings.split == SampleSplit::Time;
    const bool orderMatters = settings.steps > 1 || settings.horizon > 0 || isByTime;
    const auto other = std::ranges::find_if(table.columns, [&](const Column& column) {
        const bool isUsed = column.name == settings.group || column.name == settings.target;
        return column.kind == ColumnKind::Time && !isUsed && table.obstacleOf(column).empty();
    });
    if (!orderMatters || other == table.columns.end()) {
        return {};
    }
    return {say(ENGINE_TEXT("Sentences", "%1: the column %2 holds times, but the rows are read in the order of the "
                                         "file; %3 sorts them by it"),
                table.name, shown(other->name),
                say(ENGINE_TEXT("Sentences", "time: \"%1\" of SEQUENCEDATA (or --time)"), printable(other->name)))};
}

} // namespace engine
