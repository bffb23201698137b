// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_windows.h"

#include "engine/data/parallel.h"
#include "engine/data/table_gaps.h"
#include "engine/data/table_order.h"
#include "engine/devices/random.h"
#include "engine/graph/characters.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

namespace engine {
namespace {

constexpr std::int64_t maxTableClasses = 65'536;
constexpr std::int64_t blockRows = 1 << 14; ///< of the work that cores share

enum class SplitPart : std::uint8_t { Train, Validation, Test };

[[noreturn]] void refuse(const Table& table, const Sentence& rest)
{
    throw Error(say("%1: %2", table.name, rest));
}

Sentence rowsInWords(std::int64_t rows)
{
    return rows == 1 ? say(ENGINE_TEXT("Sentences", "%1 row"), rows) : say(ENGINE_TEXT("Sentences", "%1 rows"), rows);
}

/// The beginning of a long list of names.
std::string cutShort(const std::string& list)
{
    const std::string head = list.substr(0, longestSentence / 2);
    return head.size() == list.size() ? list : head.substr(0, head.size() - unfinishedBytes(head)) + " ...";
}

void checkSettings(const Table& table, const TableSettings& settings)
{
    const auto wantAtLeast = [&](const char* name, std::int64_t value, std::int64_t least) {
        if (value < least || value > table.rows) {
            refuse(table, say(ENGINE_TEXT("Sentences", "%1 is %2, wanted %3 to %4, the table's rows"), name, value,
                              least, table.rows));
        }
    };
    if (settings.steps > table.rows) {
        refuse(table, say(ENGINE_TEXT("Sentences", "found %1, wanted at least the %2 of one window"),
                          rowsInWords(table.rows), settings.steps));
    }
    wantAtLeast("steps", settings.steps, 1);
    wantAtLeast("horizon", settings.horizon, 0);
    wantAtLeast("stride", settings.stride, 1);
    const double validation = settings.validation, test = settings.test;
    if (!(validation >= 0 && test >= 0 && validation + test < 1)) {
        refuse(table, say(ENGINE_TEXT("Sentences", "the shares of validation and test are %1 and %2, wanted numbers "
                                                   "from 0 that leave a part for training"),
                          validation, test));
    }
    if (settings.split == SampleSplit::Groups && settings.group.empty()) {
        refuse(table, say(ENGINE_TEXT("Sentences", "found no group column for a split by groups, wanted one")));
    }
}

// Columns -------------------------------------------------------------------------------------------------------------

std::string targetName(const Table& table, const TableSettings& settings)
{
    return settings.target.empty() ? table.columns.back().name : settings.target;
}

std::vector<std::string> inputNames(const Table& table, const TableSettings& settings)
{
    const std::string target = targetName(table, settings);
    std::vector<std::string> names = settings.inputs;
    if (names.empty()) {
        for (const Column& column : table.columns) {
            const bool leaks = column.name == target && settings.horizon == 0;
            if (column.kind == ColumnKind::Number && !leaks && column.name != settings.time &&
                column.name != settings.group) {
                names.push_back(column.name);
            }
        }
    }
    if (names.empty()) {
        refuse(table, say(ENGINE_TEXT("Sentences", "found no column of numbers to read, wanted at least one input")));
    }
    if (settings.horizon == 0 && std::find(names.begin(), names.end(), target) != names.end()) {
        refuse(table, say(ENGINE_TEXT("Sentences", "the target %1 is an input of the same row, which leaks the answer; "
                                                   "wanted it left out of the inputs, or a horizon of at least 1"),
                          shown(target)));
    }
    return names;
}

std::vector<std::string> inputNames(const TableScaling& scaling)
{
    std::vector<std::string> names;
    std::ranges::transform(scaling.inputs, std::back_inserter(names), &ColumnScaling::name);
    return names;
}

/// How a run goes without columns that it cannot use, as the end of a sentence.
Sentence wayOut(const Table& table, const TableSettings& settings, const std::vector<std::string>& unwanted)
{
    if (unwanted == std::vector{targetName(table, settings)}) {
        return ENGINE_TEXT("Sentences", "; target names another column");
    }
    std::vector<std::string> others = inputNames(table, settings);
    std::erase_if(others, [&](const std::string& name) { return std::ranges::find(unwanted, name) != unwanted.end(); });
    const std::string list = quotedList(others);
    if (others.empty() || list.size() > longestSentence / 2) {
        return ENGINE_TEXT("Sentences", "; inputs of SEQUENCEDATA names the columns to read");
    }
    return say(ENGINE_TEXT("Sentences", "; inputs: %1 of SEQUENCEDATA leaves %2 out"), list,
               unwanted.size() == 1 ? say(ENGINE_TEXT("Sentences", "it")) : say(ENGINE_TEXT("Sentences", "them")));
}

/// Columns that a run cannot use, and why the first of them.
struct Unusable {
    std::vector<std::string> names = {};
    Sentence why = {};
    bool haveGaps = false; ///< the sentence says what mends them

    void add(const std::string& name, const Sentence& reason)
    {
        why = names.empty() ? reason : why;
        names.push_back(name);
    }
};

/// Throws Error where there is one, for all of them at once.
void requireNone(const Unusable& columns, const Table& table, const TableSettings& settings)
{
    if (columns.names.empty()) {
        return;
    }
    if (columns.names.size() == 1) {
        throw Error(say("%1%2", columns.why, columns.haveGaps ? Sentence() : wayOut(table, settings, columns.names)));
    }
    std::string others;
    for (const std::string& name : std::span(columns.names).subspan(1)) {
        others += (others.empty() ? "" : ", ") + shown(name);
    }
    throw Error(say(ENGINE_TEXT("Sentences", "%1; nor can be used: %2%3"), columns.why, cutShort(others),
                    wayOut(table, settings, columns.names)));
}

/// The columns of numbers with these names; what is no such column goes to `unusable`.
std::vector<const Column*> inputColumns(const Table& table, const std::vector<std::string>& names, Unusable& unusable)
{
    std::vector<const Column*> columns;
    for (const std::string& name : names) {
        try {
            columns.push_back(&table.numberColumn(name));
        } catch (const Error& error) {
            const auto column = std::ranges::find(table.columns, name, &Column::name);
            unusable.haveGaps = unusable.haveGaps || (column != table.columns.end() && column->gaps > 0);
            unusable.add(name, error.sentence());
        }
    }
    return columns;
}

std::vector<const Column*> inputColumns(const Table& table, const std::vector<std::string>& names)
{
    std::vector<const Column*> columns;
    for (const std::string& name : names) {
        columns.push_back(&table.numberColumn(name));
    }
    return columns;
}

const Column& targetOfNumbers(const Table& table, const std::string& name)
{
    const Column& column = table.column(name);
    if (column.kind == ColumnKind::Text) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted a column of numbers; a net "
                                                 "with SOFTMAXWITHLOSS predicts texts, as classes"),
                        table.name, table.rowInFile(0), shown(name), shown(table.text(column, 0))));
    }
    return table.numberColumn(name);
}

/// Says which columns are no inputs because they hold texts, where none are named.
void remarkTexts(TableWindows& windows, const Table& table, const TableSettings& settings)
{
    std::string texts;
    for (const Column& column : table.columns) {
        const bool isUsed =
            column.name == targetName(table, settings) || column.name == settings.time || column.name == settings.group;
        if (settings.inputs.empty() && column.kind == ColumnKind::Text && !isUsed) {
            texts += (texts.empty() ? "" : ", ") + shown(column.name);
        }
    }
    if (!texts.empty()) {
        windows.remarks.push_back(
            say(ENGINE_TEXT("Sentences", "%1: columns of text are not read: %2"), table.name, cutShort(texts)));
    }
}

// Splits --------------------------------------------------------------------------------------------------------------

void mark(std::vector<SplitPart>& parts, RowRun run, SplitPart part)
{
    std::fill(parts.begin() + run.begin, parts.begin() + run.end, part);
}

/// The first of `count` things that are validation's, and the first that are the test's.
std::pair<std::int64_t, std::int64_t> cutsOf(std::int64_t count, const TableSettings& settings)
{
    const auto whole = static_cast<double>(count);
    const std::int64_t test = std::min<std::int64_t>(count, std::llround(whole * settings.test));
    const auto validation = static_cast<std::int64_t>(std::llround(whole * settings.validation));
    return {std::max<std::int64_t>(0, count - test - validation), count - test};
}

void splitByTime(const Table& table, const TableSettings& settings, const RowOrder& order,
                 std::vector<SplitPart>& parts)
{
    if (settings.time.empty() || order.groups.size() == 1) {
        for (const RowRun& group : order.groups) {
            const auto [validation, test] = cutsOf(group.end - group.begin, settings);
            mark(parts, {group.begin + validation, group.begin + test}, SplitPart::Validation);
            mark(parts, {group.begin + test, group.end}, SplitPart::Test);
        }
        return;
    }
    const Column& time = table.column(settings.time);
    std::vector<double> times;
    times.reserve(at(table.rows));
    for (std::int64_t row = 0; row < table.rows; ++row) {
        times.push_back(time.sizeOf(row));
    }
    std::sort(times.begin(), times.end());
    const auto [validation, test] = cutsOf(table.rows, settings);
    const auto from = [&](std::int64_t cut) { return cut < table.rows ? times[at(cut)] : HUGE_VAL; };
    const double validationTime = from(validation), testTime = from(test);
    for (std::int64_t row = 0; row < table.rows; ++row) {
        const double moment = time.sizeOf(order.rowOf[at(row)]);
        parts[at(row)] = moment >= testTime         ? SplitPart::Test
                         : moment >= validationTime ? SplitPart::Validation
                                                    : SplitPart::Train;
    }
}

/// Draws which of the runs are held out.
void splitByDraw(const std::vector<RowRun>& runs, const TableSettings& settings, std::vector<SplitPart>& parts)
{
    std::vector<std::size_t> drawn(runs.size());
    std::iota(drawn.begin(), drawn.end(), std::size_t{0});
    RandomSequence random({.seed = settings.seed, .stream = 0x5EED});
    for (std::size_t left = drawn.size(); left > 1; --left) { // Fisher and Yates
        std::swap(drawn[left - 1], drawn[std::uint64_t{random.next()} * left >> 32]);
    }
    const auto [validation, test] = cutsOf(static_cast<std::int64_t>(runs.size()), settings);
    for (std::int64_t index = validation; index < static_cast<std::int64_t>(runs.size()); ++index) {
        mark(parts, runs[drawn[at(index)]], index < test ? SplitPart::Validation : SplitPart::Test);
    }
}

/// Runs of neighbouring rows that stay together: a row where a window is one, else some windows' rows, so that not too
/// many windows are lost between the parts.
std::vector<RowRun> blocksOf(const RowOrder& order, const TableSettings& settings)
{
    constexpr std::int64_t windowsOfBlock = 4;
    const std::int64_t span = settings.steps + settings.horizon, length = span == 1 ? 1 : windowsOfBlock * span;
    std::vector<RowRun> blocks;
    for (const RowRun& group : order.groups) {
        for (std::int64_t begin = group.begin; begin < group.end; begin += length) {
            blocks.push_back({begin, std::min(begin + length, group.end)});
        }
    }
    return blocks;
}

std::vector<SplitPart> partsOf(const Table& table, const TableSettings& settings, const RowOrder& order)
{
    std::vector<SplitPart> parts(at(table.rows), SplitPart::Train);
    switch (settings.split) {
    case SampleSplit::Auto:
    case SampleSplit::Time:
        splitByTime(table, settings, order, parts);
        break;
    case SampleSplit::Shuffled:
        splitByDraw(blocksOf(order, settings), settings, parts);
        break;
    case SampleSplit::Groups:
        splitByDraw(order.groups, settings, parts);
        break;
    }
    return parts;
}

// Windows -------------------------------------------------------------------------------------------------------------

void checkRows(const Table& table, const RowOrder& order, std::int64_t wanted)
{
    std::int64_t longest = 0;
    for (const RowRun& group : order.groups) {
        longest = std::max(longest, group.end - group.begin);
    }
    if (longest < wanted) {
        refuse(table,
               say(ENGINE_TEXT("Sentences", "found %1%2, wanted at least the %3 of one window"), rowsInWords(longest),
                   order.groups.size() > 1 ? ENGINE_TEXT("Sentences", " in the longest group") : "", wanted));
    }
}

/// The windows of each part, by the part of the target's row.
void cut(TableWindows& windows, const TableSettings& settings, const RowOrder& order,
         const std::vector<SplitPart>& parts)
{
    const std::int64_t span = settings.steps + settings.horizon;
    const bool isByTime = settings.split == SampleSplit::Auto || settings.split == SampleSplit::Time;
    for (const auto& [part, starts] : {std::pair(SplitPart::Train, &windows.train),
                                       {SplitPart::Validation, &windows.validation},
                                       {SplitPart::Test, &windows.test}}) {
        starts->reserve(at(std::ranges::count(parts, part) / settings.stride + 1));
    }
    for (const RowRun& group : order.groups) {
        std::int64_t samePart = group.begin; // since which row all rows are of the part of the last one looked at
        std::int64_t seen = group.begin;
        for (std::int64_t start = group.begin; start + span <= group.end; start += settings.stride) {
            const std::int64_t last = start + span - 1;
            for (; seen < last; ++seen) {
                if (parts[at(seen + 1)] != parts[at(seen)]) {
                    samePart = seen + 1;
                }
            }
            const SplitPart part = parts[at(last)];
            if (!isByTime && samePart > start) {
                continue;
            }
            (part == SplitPart::Train        ? windows.train
             : part == SplitPart::Validation ? windows.validation
                                             : windows.test)
                .push_back(start);
        }
    }
}

/// Whether the table has the answer of a window.
bool isAnswered(const TableWindows& windows, const Column& target, std::int64_t start)
{
    return target.isKnown(windows.rowOf[at(windows.targetRow(start))]);
}

/// Says how many windows have no answer in the file.
void remarkUnanswered(TableWindows& windows, const Table& table, const Column& target)
{
    std::int64_t count = 0;
    for (const auto* const part : {&windows.train, &windows.validation, &windows.test}) {
        count += std::ranges::count_if(*part, [&](std::int64_t start) { return !isAnswered(windows, target, start); });
    }
    if (count > 0) {
        windows.remarks.push_back(say(ENGINE_TEXT("Sentences", "%1: %2 whose target %3 is a gap in the file; no figure "
                                                               "counts them, and the net does not learn from them"),
                                      table.name,
                                      counted(static_cast<std::size_t>(count), ENGINE_TEXT("Sentences", "1 window"),
                                              ENGINE_TEXT("Sentences", "%1 windows")),
                                      shown(target.name)));
    }
}

/// Whether the ordered rows read a gap that was filled with the last value of another part.
std::vector<bool> foreignRows(const std::vector<const Column*>& inputs, const RowOrder& order,
                              const std::vector<SplitPart>& parts)
{
    std::vector<bool> isForeign(parts.size());
    for (const Column* const input : inputs) {
        for (const RowRun& group : input->filled.empty() ? std::vector<RowRun>() : order.groups) {
            std::int64_t source = group.begin; // the row that a gap was filled from
            for (std::int64_t row = group.begin; row < group.end; ++row) {
                source = input->isFilled(order.rowOf[at(row)]) ? source : row;
                isForeign[at(row)] =
                    isForeign[at(row)] || (parts[at(row)] == SplitPart::Train && parts[at(source)] != SplitPart::Train);
            }
        }
    }
    return isForeign;
}

/// Takes windows out of the training part that would teach what is not so: an answer that is not there, or inputs in
/// filled gaps that tell what is held out. Says how many of those.
void leaveOutFilled(TableWindows& windows, const Table& table, const std::vector<const Column*>& inputs,
                    const Column& target, const RowOrder& order, const std::vector<SplitPart>& parts)
{
    std::erase_if(windows.train, [&](std::int64_t start) { return !isAnswered(windows, target, start); });
    const std::vector<bool> isForeign = foreignRows(inputs, order, parts);
    const std::size_t count = std::erase_if(windows.train, [&](std::int64_t start) {
        const auto first = isForeign.begin() + start, end = first + windows.steps;
        return std::find(first, end, true) != end;
    });
    if (count > 0) {
        windows.remarks.push_back(
            say(ENGINE_TEXT("Sentences", "%1: training windows that read a gap which was filled "
                                         "with a value that is held out: %2; the net does not learn "
                                         "from them"),
                table.name, count));
    }
    if (windows.train.empty()) {
        refuse(table, say(ENGINE_TEXT("Sentences", "found no window to train on that ends in no gap, wanted at least "
                                                   "one; CARRY in gaps of SEQUENCEDATA keeps more of them")));
    }
}

/// Each group's windows whose targets lie behind its last row, whatever the stride: one for each row of the horizon.
void cutNext(TableWindows& windows, const RowOrder& order)
{
    for (const RowRun& group : order.groups) {
        const std::int64_t first = group.end - windows.steps - windows.horizon + 1;
        for (std::int64_t start = std::max(first, group.begin); start + windows.steps <= group.end; ++start) {
            windows.next.push_back(start);
        }
    }
}

/// Throws Error for a part without a window, or without an answer that the file has.
void checkParts(const Table& table, const TableSettings& settings, const TableWindows& windows, const Column* target)
{
    const auto check = [&](const Sentence& name, double share, const std::vector<std::int64_t>& starts) {
        if (share > 0 && starts.empty()) {
            refuse(table, say(ENGINE_TEXT("Sentences", "the %1 part has no window of %2 rows, wanted at least one: "
                                                       "more rows%3, a larger share or shorter windows"),
                              name, settings.steps + settings.horizon,
                              settings.split == SampleSplit::Groups ? say(ENGINE_TEXT("Sentences", " or groups"))
                                                                    : Sentence()));
        }
        const auto isUnknown = [&](std::int64_t start) { return target && !isAnswered(windows, *target, start); };
        if (share > 0 && std::ranges::all_of(starts, isUnknown)) {
            refuse(table, say(ENGINE_TEXT("Sentences", "found no value of the target %1 in the %2 part, but gaps, "
                                                       "wanted at least one; a larger share, or another split"),
                              shown(target->name), name));
        }
    };
    check(say(ENGINE_TEXT("Sentences", "training")), 1, windows.train);
    check(say(ENGINE_TEXT("Sentences", "validation")), settings.validation, windows.validation);
    check(say(ENGINE_TEXT("Sentences", "test")), settings.test, windows.test);
}

// Scaling -------------------------------------------------------------------------------------------------------------

/// Mean and deviation of the training rows that have a value, in two passes in the order of the rows. The deviation is
/// 0 where all of them are the same.
ColumnScaling scalingOf(const Table& table, const Column& column, const RowOrder& order,
                        const std::vector<SplitPart>& parts)
{
    std::int64_t rows = 0;
    const auto forEach = [&](const auto& take) {
        for (std::size_t row = 0; row < parts.size(); ++row) {
            if (const std::int64_t from = order.rowOf[row]; parts[row] == SplitPart::Train && column.isKnown(from)) {
                take(column.numbers[at(from)]);
            }
        }
    };
    const auto sum = [&](const auto& value) {
        double total = 0;
        forEach([&](double number) { total += value(number); });
        return total;
    };
    forEach([&](double) { ++rows; });
    const auto count = static_cast<double>(rows);
    ColumnScaling scaling{.name = column.name};
    scaling.mean = sum([&](double value) { return value / count; }); // no sum that is too large
    const double mean = scaling.mean;
    const double largest = [&] {
        double most = 0;
        forEach([&](double value) { most = std::max(most, std::abs(value - mean)); });
        return most;
    }();
    // What is left of a constant by rounding is no deviation.
    if (constexpr double rounding = 1e-13; largest <= rounding * std::abs(mean)) {
        scaling.deviation = 0;
        return scaling;
    }
    scaling.deviation = largest * std::sqrt(sum([&](double value) {
                            const double part = (value - mean) / largest;
                            return part * part / count;
                        }));
    if (!std::isfinite(scaling.deviation) || scaling.deviation == 0) {
        refuse(table,
               say(ENGINE_TEXT("Sentences", "the column %1 has values up to %2, wanted numbers that differ by less"),
                   shown(column.name), largest));
    }
    return scaling;
}

Sentence constantInWords(const Table& table, const ColumnScaling& scaling)
{
    return say(ENGINE_TEXT("Sentences", "%1: the column %2 is %3 in all training rows, wanted values that differ"),
               table.name, shown(scaling.name), scaling.mean);
}

/// Takes the scaling away again where a run wants none; the columns were looked at all the same.
void keepNumbers(TableScaling& scaling, const TableSettings& settings)
{
    if (settings.standardize) {
        return;
    }
    for (ColumnScaling& input : scaling.inputs) {
        input = {.name = input.name};
    }
    scaling.target = {.name = scaling.target.name};
}

void scaleInputs(TableWindows& windows, const std::vector<const Column*>& columns, const GoOn& goOn,
                 const std::string& owner)
{
    windows.inputs.resize(at(windows.rows * windows.width));
    const std::int64_t blocks = (windows.rows + blockRows - 1) / blockRows;
    inParallel(at(blocks), goOn, owner, [&](std::size_t block) {
        const std::int64_t begin = static_cast<std::int64_t>(block) * blockRows;
        const std::int64_t end = std::min(begin + blockRows, windows.rows);
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const ColumnScaling& scaling = windows.scaling.inputs[column];
            for (std::int64_t row = begin; row < end; ++row) {
                const double value = columns[column]->numbers[at(windows.rowOf[at(row)])];
                windows.inputs[at(row * windows.width) + column] =
                    static_cast<float>((value - scaling.mean) / scaling.deviation);
            }
        }
    });
}

void scaleTargets(TableWindows& windows, const Column& column)
{
    const ColumnScaling& scaling = windows.scaling.target;
    windows.targets.reserve(at(windows.rows));
    windows.targetNumbers.reserve(at(windows.rows));
    windows.knownTargets.reserve(at(windows.rows));
    std::int64_t begin = 0;
    for (const std::int64_t end : windows.groupEnds) {
        double known = std::numeric_limits<double>::quiet_NaN();
        for (std::int64_t place = begin; place < end; ++place) {
            const std::int64_t row = windows.rowOf[at(place)];
            const bool isKnown = !column.isFilled(row) && !std::isnan(column.numbers[at(row)]);
            const double number = isKnown ? column.numbers[at(row)] : std::numeric_limits<double>::quiet_NaN();
            known = isKnown ? number : known;
            windows.targetNumbers.push_back(number);
            windows.knownTargets.push_back(known);
            windows.targets.push_back(static_cast<float>((number - scaling.mean) / scaling.deviation));
        }
        begin = end;
    }
}

// Classes -------------------------------------------------------------------------------------------------------------

/// The classes of the training windows: numbers by their size, texts by their bytes.
std::vector<std::string> classesOf(const Table& table, const Column& column, const TableWindows& windows)
{
    std::set<std::int32_t> codes;
    for (const std::int64_t start : windows.train) {
        codes.insert(column.codes[at(windows.rowOf[at(windows.targetRow(start))])]); // each is known
    }
    if (std::ssize(codes) > maxTableClasses) {
        refuse(
            table,
            say(ENGINE_TEXT("Sentences",
                            "the target %1 has %2 different values, wanted at most %3 classes, or a target of numbers"),
                shown(column.name), codes.size(), maxTableClasses));
    }
    std::vector<std::string> classes;
    for (const std::int32_t code : codes) {
        classes.push_back(column.names[at(code)]);
    }
    if (column.kind == ColumnKind::Text || !column.problem.empty()) { // of numbers they lie in their order
        std::sort(classes.begin(), classes.end());
    }
    if (classes.size() < 2) {
        refuse(table, say(ENGINE_TEXT("Sentences",
                                      "the target %1 has one class only in the training part, %2, wanted at least 2"),
                          shown(column.name), shown(classes.front())));
    }
    return classes;
}

/// The label of every row; -1 where the training part lacks the class.
void label(TableWindows& windows, const Column& column)
{
    const std::vector<std::string>& classes = windows.scaling.classes;
    std::vector<std::int32_t> labelOf;
    for (const std::string& name : column.names) {
        const auto found = std::ranges::find(classes, name);
        labelOf.push_back(found == classes.end() ? -1 : static_cast<std::int32_t>(found - classes.begin()));
    }
    for (const std::int64_t row : windows.rowOf) {
        windows.labels.push_back(column.isKnown(row) ? labelOf[at(column.codes[at(row)])] : -1);
    }
}

bool hasFractions(const Column& column)
{
    return std::ranges::any_of(column.numbers, [](double number) { return number > std::floor(number); });
}

void checkLabelled(const TableWindows& windows, const Table& table, const Column& column, const Sentence& name,
                   const std::vector<std::int64_t>& starts)
{
    for (const std::int64_t start : starts) {
        const std::int64_t row = windows.rowOf[at(windows.targetRow(start))];
        if (windows.labels[at(windows.targetRow(start))] < 0 && column.isKnown(row)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: the %4 part has the class %5, wanted only "
                                                     "classes that the training part has%6"),
                            table.name, table.rowInFile(row), shown(column.name), name, shown(table.text(column, row)),
                            hasFractions(column) ? say(ENGINE_TEXT("Sentences", "; EUCLIDEANLOSS predicts numbers"))
                                                 : Sentence()));
        }
    }
}

/// Says which groups have fewer rows than `wanted` for a window.
void remarkShort(TableWindows& windows, const Table& table, const TableSettings& settings, const RowOrder& order,
                 std::int64_t wanted)
{
    std::string names;
    std::size_t count = 0;
    for (const RowRun& group : order.groups) {
        const std::int64_t rows = group.end - group.begin;
        if (!settings.group.empty() && rows < wanted) {
            names += (names.empty() ? "" : ", ") +
                     shown(table.text(table.namedColumn(settings.group), order.rowOf[at(group.begin)])) + " (" +
                     std::to_string(rows) + ")";
            ++count;
        }
    }
    if (count > 0) {
        windows.remarks.push_back(
            say(ENGINE_TEXT("Sentences", "%1: %2 than the %3 rows of a window and is left out, with so many rows: %4"),
                table.name,
                counted(count, ENGINE_TEXT("Sentences", "1 series is shorter"),
                        ENGINE_TEXT("Sentences", "each of %1 series is shorter")),
                wanted, cutShort(names)));
    }
}

/// Says where a value repeats exactly and stands far outside of all others, as -999 does in place of a missing one.
void remarkOutlying(TableWindows& windows, const Table& table, const Column& column)
{
    constexpr double far = 3; // times the range of the others
    const auto [least, most] = std::ranges::minmax(column.numbers);
    for (const double value : {least, most}) {
        std::int64_t count = 0;
        double low = HUGE_VAL, high = -HUGE_VAL; // of the others
        for (const double number : column.numbers) {
            count += number == value;
            low = number == value ? low : std::min(low, number);
            high = number == value ? high : std::max(high, number);
        }
        const double distance = value < low ? low - value : value - high;
        if (count > 1 && 2 * count < std::ssize(column.numbers) && low < high && distance > far * (high - low)) {
            windows.remarks.push_back(
                say(ENGINE_TEXT("Sentences", "%1: the column %2 is %3 in %4, and from %5 to %6 in all others; if it "
                                             "stands for a missing value, the file should have nothing there"),
                    table.name, shown(column.name), value, rowsInWords(count), low, high));
        }
    }
}

bool hasNumbers(const Column& column)
{
    return column.kind == ColumnKind::Number &&
           std::ranges::any_of(column.numbers, [](double number) { return !std::isnan(number); });
}

/// An input that a net learned from, also where some rows have no number.
const Column& learnedInput(const Table& table, const std::string& name)
{
    const auto column = std::ranges::find(table.columns, name, &Column::name);
    return column != table.columns.end() && hasNumbers(*column) ? *column : table.numberColumn(name);
}

/// Whether some answer can be read.
bool hasAnswers(const Column& target, const TableScaling& scaling)
{
    return scaling.classes.empty() ? hasNumbers(target) : target.hasNames();
}

/// Takes windows out that read a row without a number. Throws Error where none is left.
void leaveOutUnread(TableWindows& windows, const Table& table, const std::vector<const Column*>& inputs)
{
    std::vector<const Column*> lacking(at(windows.rows)); // by row: the first column without a number
    for (const Column* const input : inputs) {
        for (std::int64_t row = 0; !input->problem.empty() && row < windows.rows; ++row) {
            const bool isThere = !std::isnan(input->numbers[at(windows.rowOf[at(row)])]);
            lacking[at(row)] = lacking[at(row)] || isThere ? lacking[at(row)] : input;
        }
    }
    const auto isUnread = [&](std::int64_t start) {
        for (std::int64_t row = start; row < start + windows.steps; ++row) {
            if (const Column* const column = lacking[at(row)]) {
                windows.unread.emplace_back(
                    start, say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found no number"), table.name,
                               table.rowInFile(windows.rowOf[at(row)]), shown(column->name)));
                return true;
            }
        }
        return false;
    };
    std::erase_if(windows.test, isUnread);
    std::erase_if(windows.next, isUnread);
    const auto byStart = [](const auto& left, const auto& right) { return left.first < right.first; };
    const auto isSame = [](const auto& left, const auto& right) { return left.first == right.first; };
    std::ranges::sort(windows.unread, byStart); // one may be of the test and come next, too
    windows.unread.erase(std::unique(windows.unread.begin(), windows.unread.end(), isSame), windows.unread.end());
    const auto first = std::ranges::find_if(inputs, [](const Column* input) { return !input->problem.empty(); });
    if (windows.unread.empty()) {
        return;
    }
    if (windows.test.empty() && windows.next.empty()) {
        throw Error((*first)->problem);
    }
    windows.remarks.push_back(say(ENGINE_TEXT("Sentences", "%1 a row without a number and are left out: %2"),
                                  counted(windows.unread.size(), ENGINE_TEXT("Sentences", "1 window reads"),
                                          ENGINE_TEXT("Sentences", "%1 windows read")),
                                  (*first)->problem));
}

TableWindows begun(const Table& table, const TableSettings& settings, RowOrder& order, std::size_t width)
{
    TableWindows windows;
    windows.steps = settings.steps;
    windows.horizon = settings.horizon;
    windows.rows = table.rows;
    windows.format = table.format;
    windows.width = static_cast<std::int64_t>(width);
    windows.rowOf = order.rowOf;
    for (const RowRun& group : order.groups) {
        windows.groupEnds.push_back(group.end);
    }
    const Column* const time = settings.time.empty() ? nullptr : &table.column(settings.time);
    if (time && time->kind == ColumnKind::Time) {
        std::int64_t begin = 0;
        for (const std::int64_t end : windows.groupEnds) {
            std::int64_t clock = noTime;
            for (std::int64_t place = begin; place < end; ++place) {
                const std::int64_t row = windows.rowOf[at(place)];
                const std::int64_t minutes = time->offsets.empty() ? 0 : time->offsets[at(row)];
                clock = std::max(clock, time->times[at(row)] + minutes * 60'000'000);
                windows.times.push_back(clock); // which stands still in an hour that comes twice
            }
            begin = end;
        }
    }
    cutNext(windows, order);
    return windows;
}

} // namespace

double TableWindows::answerOf(std::int64_t row) const
{
    const bool isKnownClass = row < std::ssize(labels) && labels[at(row)] >= 0;
    return isKnownClass                      ? labels[at(row)]
           : row < std::ssize(targetNumbers) ? targetNumbers[at(row)]
                                             : std::numeric_limits<double>::quiet_NaN();
}

std::int64_t TableWindows::groupEnd(std::int64_t start) const
{
    return *std::upper_bound(groupEnds.begin(), groupEnds.end(), start);
}

std::int64_t TableWindows::rowsAhead(std::int64_t start) const
{
    return std::max<std::int64_t>(0, targetRow(start) - groupEnd(start) + 1);
}

std::int64_t TableWindows::timeOfTarget(std::int64_t start) const
{
    const std::int64_t target = targetRow(start), last = groupEnd(start) - 1;
    if (target <= last) {
        return times[at(target)];
    }
    constexpr std::int64_t looked = 64;
    std::vector<std::int64_t> distances;
    for (std::int64_t row = last; row > std::max(start, last - looked); --row) {
        distances.push_back(times[at(row)] - times[at(row - 1)]);
    }
    if (distances.empty()) {
        return times[at(last)];
    }
    const auto middle = distances.begin() + std::ssize(distances) / 2;
    std::nth_element(distances.begin(), middle, distances.end());
    return times[at(last)] + (target - last) * *middle;
}

double TableWindows::lastTarget(std::int64_t start) const
{
    const std::int64_t row = start + steps - (horizon > 0 ? 1 : 2);
    const bool isThere = row >= 0 && row < std::ssize(knownTargets) && groupEnd(row) == groupEnd(start);
    return isThere ? knownTargets[at(row)] : std::numeric_limits<double>::quiet_NaN();
}

TableWindows cutWindows(const Table& table, const TableSettings& settings, const GoOn& goOn)
{
    checkSettings(table, settings);
    const std::vector<std::string> names = inputNames(table, settings);
    Unusable unusable;
    const std::vector<const Column*> columns = inputColumns(table, names, unusable);
    const std::string wanted = targetName(table, settings);
    const bool ofClasses = settings.targetKind == TargetKind::Class;
    const Column& target = ofClasses ? table.namedColumn(wanted) : targetOfNumbers(table, wanted);

    RowOrder order = orderOf(table, settings);
    checkRows(table, order, settings.steps + settings.horizon);
    const std::vector<SplitPart> parts = partsOf(table, settings, order);
    TableWindows windows = begun(table, settings, order, columns.size());
    cut(windows, settings, order, parts);
    checkParts(table, settings, windows, &target);
    remarkUnanswered(windows, table, target);
    leaveOutFilled(windows, table, columns, target, order, parts);

    windows.scaling.inputs.resize(columns.size());
    inParallel(columns.size(), goOn, table.name, [&](std::size_t column) {
        windows.scaling.inputs[column] = scalingOf(table, *columns[column], order, parts);
    });
    for (const ColumnScaling& one : windows.scaling.inputs) {
        if (one.deviation == 0) {
            unusable.add(one.name, constantInWords(table, one));
        }
    }
    requireNone(unusable, table, settings);
    windows.scaling.target.name = wanted;
    remarkTexts(windows, table, settings);
    remarkShort(windows, table, settings, order, settings.steps + settings.horizon);
    for (const Column* const column : columns) {
        remarkOutlying(windows, table, *column);
    }
    const std::vector<Sentence> ofTime = remarksOnTime(table, settings, order);
    windows.remarks.insert(windows.remarks.end(), ofTime.begin(), ofTime.end());
    if (!ofClasses) {
        const auto input = std::find(columns.begin(), columns.end(), &target);
        windows.scaling.target = input == columns.end() ? scalingOf(table, target, order, parts)
                                                        : windows.scaling.inputs[at(input - columns.begin())];
        if (windows.scaling.target.deviation == 0) {
            throw Error(
                say("%1%2", constantInWords(table, windows.scaling.target), wayOut(table, settings, {target.name})));
        }
    }
    keepNumbers(windows.scaling, settings);
    scaleInputs(windows, columns, goOn, table.name);
    if (!ofClasses) {
        scaleTargets(windows, target);
        return windows;
    }
    windows.scaling.classes = classesOf(table, target, windows);
    label(windows, target);
    checkLabelled(windows, table, target, say(ENGINE_TEXT("Sentences", "validation")), windows.validation);
    checkLabelled(windows, table, target, say(ENGINE_TEXT("Sentences", "test")), windows.test);
    return windows;
}

TableWindows cutWindows(const Table& table, const TableSettings& settings, const TableScaling& scaling,
                        const GoOn& goOn)
{
    // A short table has few windows or a forecast only, so neither distance needs to lie within it.
    TableSettings asTest = settings;
    asTest.split = SampleSplit::Time;
    asTest.horizon = std::min(settings.horizon, table.rows);
    asTest.stride = std::min(settings.stride, table.rows);
    checkSettings(table, asTest);
    std::vector<const Column*> columns;
    for (const ColumnScaling& input : scaling.inputs) {
        columns.push_back(&learnedInput(table, input.name));
    }
    const auto target = std::ranges::find(table.columns, scaling.target.name, &Column::name);
    const bool hasTarget = target != table.columns.end() && hasAnswers(*target, scaling);
    RowOrder order = orderOf(table, settings);
    asTest.horizon = hasTarget ? settings.horizon : 0;
    checkRows(table, order, asTest.steps);
    TableWindows windows = begun(table, settings, order, columns.size());
    windows.scaling = scaling;
    windows.remarks = settings.time.empty() ? std::vector<Sentence>() : remarksOnTime(table, settings, order);
    remarkShort(windows, table, settings, order, settings.steps);
    cut(windows, asTest, order, std::vector<SplitPart>(at(table.rows), SplitPart::Test));
    scaleInputs(windows, columns, goOn, table.name);
    leaveOutUnread(windows, table, columns);
    if (!hasTarget) {
        return windows;
    }
    remarkUnanswered(windows, table, *target);
    if (scaling.classes.empty()) {
        scaleTargets(windows, *target);
    } else {
        label(windows, *target);
    }
    return windows;
}

void requireAnswers(const TableWindows& windows, const Table& table)
{
    const std::string& name = windows.scaling.target.name;
    const auto target = std::ranges::find(table.columns, name, &Column::name);
    if (target == table.columns.end() || gapsIn(*target) == table.rows) {
        return;
    }
    if (!windows.scaling.classes.empty()) {
        checkLabelled(windows, table, table.namedColumn(name), say(ENGINE_TEXT("Sentences", "test")), windows.test);
    } else if (target->kind != ColumnKind::Number || (!target->problem.empty() && target->gaps == 0)) {
        targetOfNumbers(table, name);
    }
}

bool cutAsLearned(TableWindows& windows, const Table& table, const TableSettings& settings)
{
    TableWindows learned; // its parts only
    learned.steps = windows.steps;
    learned.horizon = windows.horizon;
    learned.rowOf = windows.rowOf;
    const auto target = std::ranges::find(table.columns, windows.scaling.target.name, &Column::name);
    try {
        checkSettings(table, settings);
        const RowOrder order = orderOf(table, settings);
        const std::vector<SplitPart> parts = partsOf(table, settings, order);
        cut(learned, settings, order, parts);
        checkParts(table, settings, learned, target == table.columns.end() ? nullptr : &*target);
        if (target != table.columns.end()) {
            const std::vector<const Column*> inputs = inputColumns(table, inputNames(windows.scaling));
            leaveOutFilled(learned, table, inputs, *target, order, parts);
        }
    } catch (const Error&) {
        return false;
    }
    windows.train = std::move(learned.train);
    windows.validation = std::move(learned.validation);
    windows.test = std::move(learned.test);
    return true;
}

} // namespace engine
