// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_order.h"

#include "engine/graph/sentence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace engine {
namespace {

std::vector<RowRun> groupsOf(const std::vector<std::int64_t>& rowOf, const Column* group)
{
    std::vector<RowRun> groups;
    std::int64_t begin = 0;
    for (std::int64_t place = 0; place < std::ssize(rowOf); ++place) {
        const bool isLast = place + 1 == std::ssize(rowOf);
        if (isLast || (group && group->codes[at(rowOf[at(place)])] != group->codes[at(rowOf[at(place + 1)])])) {
            groups.push_back({begin, place + 1});
            begin = place + 1;
        }
    }
    return groups;
}

/// What is between each two rows that follow each other in a group.
std::vector<double> stepsOf(const Column& time, const RowOrder& order)
{
    std::vector<double> steps;
    for (const RowRun& group : order.groups) {
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

void requireNames(const Table& table, const Column& column, const Sentence& wanted)
{
    for (std::int64_t row = 0; row < table.rows; ++row) {
        if (column.lacks(row)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found nothing, wanted %4; gaps: %5 "
                                                     "of SEQUENCEDATA (or --gaps) leaves such rows out"),
                            table.name, table.rowInFile(row), shown(column.name), wanted,
                            quotedList({column.name + "=SKIP"})));
        }
    }
}

RowOrder orderOf(const Table& table, const TableSettings& settings)
{
    const Column* const group = settings.group.empty() ? nullptr : &table.namedColumn(settings.group);
    const Column* const time = settings.time.empty() ? nullptr : &table.column(settings.time);
    if (time && time->kind == ColumnKind::Text) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted a time such as 1981-01-31 18:30, "
                                         "31.01.1981, 31/01/1981 or 01/31/1981, or a number that grows with it"),
                table.name, table.rowInFile(0), shown(time->name), shown(table.text(*time, 0))));
    }
    if (group && group->kind != ColumnKind::Text) {
        requireNames(table, *group, "a group");
    }
    RowOrder order;
    order.rowOf.resize(at(table.rows));
    std::iota(order.rowOf.begin(), order.rowOf.end(), std::int64_t{0});
    if (group) {
        sortBy([&](std::int64_t row) { return group->codes[at(row)]; }, order.rowOf);
    }
    order.groups = groupsOf(order.rowOf, group);
    if (!time) {
        return order;
    }
    const std::vector<double> steps = stepsOf(*time, order);
    const bool isNewestFirst = std::ranges::any_of(steps, [](double step) { return step < 0; }) &&
                               std::ranges::none_of(steps, [](double step) { return step > 0; });
    for (const RowRun& run : order.groups) {
        const std::span<std::int64_t> rows = std::span(order.rowOf).subspan(at(run.begin), at(run.end - run.begin));
        if (isNewestFirst) {
            std::ranges::reverse(rows);
        }
        sortBy([&](std::int64_t row) { return time->sizeOf(row); }, rows);
    }
    return order;
}

std::vector<Sentence> remarksOnTime(const Table& table, const TableSettings& settings, const RowOrder& order)
{
    if (!settings.time.empty()) {
        return remarksOnSteps(table, table.column(settings.time), order);
    }
    const bool isByTime = settings.split == SampleSplit::Auto || settings.split == SampleSplit::Time;
    const bool orderMatters = settings.steps > 1 || settings.horizon > 0 || isByTime;
    const auto other = std::ranges::find_if(table.columns, [&](const Column& column) {
        const bool isUsed = column.name == settings.group || column.name == settings.target;
        return column.kind == ColumnKind::Time && !isUsed && column.problem.empty();
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
