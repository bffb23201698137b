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
        if (isLast || (group && keyOf(*group, rowOf[at(place)]) != keyOf(*group, rowOf[at(place + 1)]))) {
            groups.push_back({begin, place + 1});
            begin = place + 1;
        }
    }
    return groups;
}

/// Calls `take` with each two rows that follow each other in a group.
template <typename Take>
void eachStep(const RowOrder& order, const Take& take)
{
    for (const RowRun& group : order.groups) {
        for (std::int64_t place = group.begin + 1; place < group.end; ++place) {
            take(order.rowOf[at(place - 1)], order.rowOf[at(place)]);
        }
    }
}

Trend trendOf(const Column& column, const RowOrder& order)
{
    Trend trend;
    eachStep(order, [&](std::int64_t before, std::int64_t row) {
        const double step = column.sizeOf(row) - column.sizeOf(before);
        trend.rises += step > 0;
        if (step < 0) {
            trend.firstFall = trend.firstFall < 0 ? row : std::min(trend.firstFall, row);
            ++trend.falls;
        }
    });
    return trend;
}

[[noreturn]] void refuseText(const Table& table, const Column& time)
{
    throw Error(say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted a time such as 1981-01-31 18:30, "
                                             "31.01.1981, 31/01/1981 or 01/31/1981, or a number that grows with it"),
                    table.name, table.rowInFile(0), shown(time.name), shown(table.text(time, 0))));
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

// In words ------------------------------------------------------------------------------------------------------------

constexpr double secondSpan = 1e6, minuteSpan = 60 * secondSpan, hourSpan = 60 * minuteSpan,
                 daySpan = 24 * hourSpan; // microseconds

/// "1 day", "2 days 6 h", "0.5 s".
Sentence durationInWords(double microseconds)
{
    struct Unit {
        double length;
        Sentence one, several;
    };
    const Unit units[] = {{daySpan, say(ENGINE_TEXT("Sentences", "day")), say(ENGINE_TEXT("Sentences", "days"))},
                          {hourSpan, "h", "h"},
                          {minuteSpan, "min", "min"}};
    Sentence words;
    for (const Unit& unit : units) {
        const auto count = static_cast<std::int64_t>(std::floor(microseconds / unit.length));
        if (count > 0) {
            const Sentence part = say("%1 %2", count, count == 1 ? unit.one : unit.several);
            words = words.empty() ? part : say("%1 %2", words, part);
            microseconds -= static_cast<double>(count) * unit.length;
        }
    }
    if (microseconds > 0) {
        const Sentence seconds = say(ENGINE_TEXT("Sentences", "%1 s"), toText(microseconds / secondSpan));
        words = words.empty() ? seconds : say("%1 %2", words, seconds);
    }
    return words;
}

/// ", the first is row 7" of several.
Sentence firstInWords(std::int64_t rows, std::int64_t first)
{
    return rows == 1 ? Sentence() : say(ENGINE_TEXT("Sentences", ", the first is row %1"), first);
}

/// How a column is chosen as time, as a part of a sentence.
Sentence choice(const Column& column)
{
    return say(ENGINE_TEXT("Sentences", "time: \"%1\" of SEQUENCEDATA (or --time)"), printable(column.name));
}

// What there is to say
// -------------------------------------------------------------------------------------------------

void remarkOrder(const Table& table, const Column& time, const RowOrder& order, std::vector<Sentence>& remarks)
{
    const auto& [rises, falls, firstFall] = order.time;
    if (falls > 0 && rises == 0) {
        remarks.push_back(say(
            ENGINE_TEXT("Sentences",
                        "%1: the rows are newest first by the column %2 and are read from the last one to the first"),
            table.name, shown(time.name)));
    } else if (falls > 0) {
        const std::int64_t first = table.rowInFile(firstFall);
        remarks.push_back(
            say(ENGINE_TEXT(
                    "Sentences",
                    "%1: %2 earlier in the column %3 than the one above%4; rows are read in the order of their times"),
                table.name,
                falls == 1 ? say(ENGINE_TEXT("Sentences", "row %1 is"), first)
                           : say(ENGINE_TEXT("Sentences", "%1 rows are"), falls),
                shown(time.name), firstInWords(falls, first)));
    }
}

/// A step between two rows.
struct RowStep {
    double length = 0; ///< in microseconds, or in the numbers of the column
    std::int64_t row = 0;
};

void remarkSameTimes(const Table& table, const TableSettings& settings, const Column& time,
                     const std::vector<RowStep>& steps, std::vector<Sentence>& remarks)
{
    const auto isNone = [](const RowStep& step) { return step.length == 0; };
    const auto count = std::count_if(steps.begin(), steps.end(), isNone);
    if (count == 0) {
        return;
    }
    const std::int64_t first = table.rowInFile(std::find_if(steps.begin(), steps.end(), isNone)->row);
    const bool areSeries = settings.group.empty() && 4 * count > table.rows; // a quarter is no slip of the pen
    remarks.push_back(
        say(ENGINE_TEXT("Sentences", "%1: %2 the same time in the column %3 as the one before%4%5"), table.name,
            count == 1 ? say(ENGINE_TEXT("Sentences", "row %1 has"), first)
                       : say(ENGINE_TEXT("Sentences", "%1 rows have"), count),
            shown(time.name), firstInWords(count, first),
            areSeries ? ENGINE_TEXT("Sentences", "; group of SEQUENCEDATA tells several series apart") : ""));
}

void remarkGaps(const Table& table, const Column& time, std::vector<RowStep> steps, std::vector<Sentence>& remarks)
{
    std::erase_if(steps, [](const RowStep& step) { return step.length == 0; });
    if (steps.empty()) {
        return;
    }
    std::vector<double> lengths;
    lengths.reserve(steps.size());
    for (const RowStep& step : steps) {
        lengths.push_back(step.length);
    }
    const auto middle = lengths.begin() + (std::ssize(lengths) - 1) / 2;
    std::nth_element(lengths.begin(), middle, lengths.end());
    const double usual = *middle;
    constexpr double gap = 1.5; // in usual steps: months have 28 to 31 days
    const auto isGap = [&](const RowStep& step) { return step.length > gap * usual; };
    const auto count = std::count_if(steps.begin(), steps.end(), isGap);
    if (count == 0) {
        return;
    }
    const double longest = *std::max_element(lengths.begin(), lengths.end());
    const std::int64_t first = std::find_if(steps.begin(), steps.end(), isGap)->row;
    remarks.push_back(
        say(ENGINE_TEXT("Sentences", "%1: the column %2 has %3 before row %4: its times are mostly %5 "
                                     "apart, but %6 there, and windows read across %7"),
            table.name, shown(time.name),
            count == 1 ? say(ENGINE_TEXT("Sentences", "a gap"))
                       : say(ENGINE_TEXT("Sentences", "%1 gaps, the first"), count),
            table.rowInFile(first), durationInWords(usual),
            count == 1 ? durationInWords(longest) : say(ENGINE_TEXT("Sentences", "up to %1"), durationInWords(longest)),
            count == 1 ? say(ENGINE_TEXT("Sentences", "it")) : say(ENGINE_TEXT("Sentences", "them"))));
}

std::vector<RowStep> stepsOf(const Column& time, const RowOrder& order)
{
    std::vector<RowStep> steps;
    steps.reserve(order.rowOf.size());
    eachStep(order, [&](std::int64_t before, std::int64_t row) {
        steps.push_back({.length = time.sizeOf(row) - time.sizeOf(before), .row = row});
    });
    return steps;
}

std::vector<Sentence> remarksOnChosen(const Table& table, const TableSettings& settings, const RowOrder& order)
{
    const Column& time = table.column(settings.time);
    std::vector<Sentence> remarks;
    remarkOrder(table, time, order, remarks);
    std::vector<RowStep> steps = stepsOf(time, order);
    remarkSameTimes(table, settings, time, steps, remarks);
    if (time.kind == ColumnKind::Time) { // numbers may be days as 20201231
        remarkGaps(table, time, std::move(steps), remarks);
    }
    return remarks;
}

/// A column of times that was not chosen, one that runs backwards before others; null if there is none.
const Column* otherTime(const Table& table, const TableSettings& settings, const RowOrder& order)
{
    const Column* other = nullptr;
    for (const Column& column : table.columns) {
        const bool isUsed = column.name == settings.group || column.name == settings.target;
        if (column.kind != ColumnKind::Time || isUsed || !column.problem.empty()) {
            continue;
        }
        if (trendOf(column, order).runsBackwards()) {
            return &column;
        }
        other = other ? other : &column;
    }
    return other;
}

} // namespace

double keyOf(const Column& column, std::int64_t row)
{
    return column.codes.empty() ? column.sizeOf(row) : column.codes[at(row)];
}

void requireNames(const Table& table, const Column& column, const Sentence& wanted)
{
    if (const auto gap = std::find(column.names.begin(), column.names.end(), ""); gap != column.names.end()) {
        const auto code = static_cast<std::int32_t>(gap - column.names.begin());
        const auto row = std::find(column.codes.begin(), column.codes.end(), code) - column.codes.begin();
        throw Error(say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found nothing, wanted %4; gaps: %5 "
                                                 "of SEQUENCEDATA (or --gaps) leaves such rows out"),
                        table.name, table.rowInFile(row), shown(column.name), wanted,
                        quotedList({column.name + "=SKIP"})));
    }
}

RowOrder orderOf(const Table& table, const TableSettings& settings)
{
    const Column* const group = settings.group.empty() ? nullptr : &table.namedColumn(settings.group);
    const Column* const time = settings.time.empty() ? nullptr : &table.column(settings.time);
    if (time && time->kind == ColumnKind::Text) {
        refuseText(table, *time);
    }
    if (group && group->kind != ColumnKind::Text) {
        requireNames(table, *group, "a group");
    }
    RowOrder order;
    order.rowOf.resize(at(table.rows));
    std::iota(order.rowOf.begin(), order.rowOf.end(), std::int64_t{0});
    if (group) {
        sortBy([&](std::int64_t row) { return keyOf(*group, row); }, order.rowOf);
    }
    order.groups = groupsOf(order.rowOf, group);
    if (!time) {
        return order;
    }
    order.time = trendOf(*time, order);
    for (const RowRun& run : order.groups) {
        const std::span<std::int64_t> rows = std::span(order.rowOf).subspan(at(run.begin), at(run.end - run.begin));
        if (order.time.falls > 0 && order.time.rises == 0) {
            std::ranges::reverse(rows);
        }
        sortBy([&](std::int64_t row) { return time->sizeOf(row); }, rows);
    }
    return order;
}

std::vector<Sentence> remarksOnTime(const Table& table, const TableSettings& settings, const RowOrder& order)
{
    if (!settings.time.empty()) {
        return remarksOnChosen(table, settings, order);
    }
    const bool orderMatters = settings.steps > 1 || settings.horizon > 0 || settings.split == TableSplit::Time;
    if (!orderMatters) {
        return {};
    }
    const Column* const other = otherTime(table, settings, order);
    if (!other) {
        return {};
    }
    if (trendOf(*other, order).runsBackwards()) {
        return {say(ENGINE_TEXT("Sentences", "%1: the rows are newest first by the column %2, but are read in the "
                                             "order of the file, backwards; %3 reads them oldest first"),
                    table.name, shown(other->name), choice(*other))};
    }
    return {say(ENGINE_TEXT("Sentences", "%1: the column %2 holds times, but the rows are read in the order of the "
                                         "file; %3 sorts them by it"),
                table.name, shown(other->name), choice(*other))};
}

std::vector<Sentence> remarksOnLearnedTime(const Table& table, const TableSettings& settings, const RowOrder& order)
{
    if (!settings.time.empty()) {
        return remarksOnChosen(table, settings, order);
    }
    const Column* const backward = otherTime(table, settings, order);
    return backward && trendOf(*backward, order).runsBackwards()
               ? std::vector{say(ENGINE_TEXT("Sentences",
                                             "%1: the rows are newest first by the column %2, and are read in the "
                                             "order of the file, as the net was trained without a time column"),
                                 table.name, shown(backward->name))}
               : std::vector<Sentence>();
}

} // namespace engine
