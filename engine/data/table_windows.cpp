// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_windows.h"

#include "engine/data/parallel.h"
#include "engine/data/read_samples.h"
#include "engine/devices/random.h"
#include "engine/graph/characters.h"

#include <fmt/format.h>

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

Sentence rowsInWords(std::int64_t rows)
{
    return rows == 1 ? say(ENGINE_TEXT("Sentences", "%1 row"), rows) : say(ENGINE_TEXT("Sentences", "%1 rows"), rows);
}

/// The names with commas between; of many the beginning.
std::string listOf(const std::vector<std::string>& names)
{
    const std::string list = fmt::format("{}", fmt::join(names, ", ")), head = list.substr(0, longestSentence / 2);
    return head.size() == list.size() ? list : head.substr(0, head.size() - unfinishedBytes(head)) + " ...";
}

// Columns -------------------------------------------------------------------------------------------------------------

std::string targetName(const std::vector<Column>& columns, const SampleSettings& settings)
{
    return settings.target.empty() && !columns.empty() ? columns.back().name : settings.target;
}

bool hasNumbers(const Column& column)
{
    return column.kind == ColumnKind::Number &&
           std::ranges::any_of(column.numbers, [](double number) { return !std::isnan(number); });
}

const Column& targetOfNumbers(const Table& table, const std::string& name, GapRule rule)
{
    return table.numberColumn(name, rule,
                              ENGINE_TEXT("Sentences", "; a net with SOFTMAXWITHLOSS predicts texts, as classes"));
}

/// A label may well be "-" or "None", but not NA.
bool isNoClass(const std::string& name)
{
    return isGap(name) && name != "-" && name != "None";
}

/// Throws Error for a window whose class was not learned.
void requireClasses(const TableWindows& windows, const Table& table, const Column& column, const Sentence& part,
                    const std::vector<std::int64_t>& starts)
{
    const std::vector<std::int64_t>& from = windows.rowsOf(column);
    for (const std::int64_t start : starts) {
        const std::int64_t place = windows.targetRow(start), row = windows.rowOf[at(place)];
        if (windows.answers[at(place)] < 0 && from[at(place)] == row && !isNoClass(table.text(column, row))) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: the %4 part has the class %5, wanted only "
                                                     "classes that the training part has%6"),
                            table.name, table.rowInFile(row), shown(column.name), part, shown(table.text(column, row)),
                            column.hasSizes() ? ENGINE_TEXT("Sentences", "; EUCLIDEANLOSS predicts numbers") : ""));
        }
    }
}

// Order ---------------------------------------------------------------------------------------------------------------

void takeGroups(TableWindows& order, const Column* group)
{
    order.groups = {{0, 0}};
    for (std::int64_t place = 0; place < order.rows(); order.groups.back().end = ++place) {
        const std::size_t row = at(order.rowOf[at(place)]), before = at(order.rowOf[at(order.groups.back().begin)]);
        if (group && group->codes[row] != group->codes[before]) {
            order.groups.push_back({place, place});
        }
    }
}

/// Takes rows of the table out of the order. Throws Error where none is left.
void leaveOut(TableWindows& order, const Table& table, const std::vector<bool>& leftOut)
{
    for (auto& [name, rows] : order.carried) {
        auto row = order.rowOf.begin();
        std::erase_if(rows, [&](std::int64_t) { return leftOut[at(*row++)]; });
    }
    std::erase_if(order.rowOf, [&](std::int64_t row) { return leftOut[at(row)]; });
    if (order.rowOf.empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found no row that its gaps leave, wanted at least one; CARRY in "
                                                 "gaps of SEQUENCEDATA keeps rows"),
                        table.name));
    }
}

/// Finds the last value before each gap of the column. Returns how many rows have none, and marks them.
std::int64_t carry(TableWindows& order, const Column& column, std::vector<bool>& leftOut)
{
    std::vector<std::int64_t>& from = order.carried[column.name] = order.rowOf;
    std::int64_t lacking = 0;
    for (const RowRun& group : order.groups) {
        std::int64_t last = -1; // row with a value
        for (std::int64_t place = group.begin; place < group.end; ++place) {
            last = column.lacks(order.rowOf[at(place)]) ? last : order.rowOf[at(place)];
            from[at(place)] = last;
            leftOut[at(order.rowOf[at(place)])] = leftOut[at(order.rowOf[at(place)])] || last < 0;
            lacking += last < 0 ? 1 : 0;
        }
    }
    return lacking;
}

/// Says what became of a column's gaps.
Sentence gapsInWords(const Table& table, const Column& column, GapRule rule, std::int64_t lacking)
{
    return say(ENGINE_TEXT("Sentences", "%1: the column %2 has %3, %4%5"), table.name, shown(column.name),
               counted(column.gaps, ENGINE_TEXT("Sentences", "1 gap"), ENGINE_TEXT("Sentences", "%1 gaps")),
               rule == GapRule::Skip ? ENGINE_TEXT("Sentences", "its rows are left out")
                                     : ENGINE_TEXT("Sentences", "filled with the last value"),
               lacking > 0
                   ? say(ENGINE_TEXT("Sentences", "; rows left out, as no value stands before them: %1"), lacking)
                   : Sentence());
}

/// What is between each two rows that follow each other in a group.
std::vector<double> stepsOf(const Column& time, const TableWindows& order)
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
void sortBy(const auto& keyOfRow, std::span<std::int64_t> rows)
{
    if (!std::ranges::is_sorted(rows, {}, keyOfRow)) {
        std::ranges::stable_sort(rows, {}, keyOfRow);
    }
}

/// What is odd about the times: of a chosen column that times come twice, and gaps; without one that another column
/// holds times. Empty: nothing.
Sentence remarkOnTime(const Table& table, const SampleSettings& settings, const TableWindows& order)
{
    if (settings.time.empty()) {
        const bool isByTime = settings.split == SampleSplit::Auto || settings.split == SampleSplit::Time;
        const auto other = std::ranges::find_if(table.columns, [&](const Column& column) {
            const bool isUsed = column.name == settings.group || column.name == settings.target;
            return column.kind == ColumnKind::Time && !isUsed && table.obstacleOf(column).empty();
        });
        if (other == table.columns.end() || (settings.steps == 1 && settings.horizon == 0 && !isByTime)) {
            return {}; // the order does not matter
        }
        return say(ENGINE_TEXT("Sentences", "%1: the column %2 holds times, but the rows are read in the order of the "
                                            "file; %3 sorts them by it"),
                   table.name, shown(other->name),
                   say(ENGINE_TEXT("Sentences", "time: \"%1\" of SEQUENCEDATA (or --time)"), printable(other->name)));
    }
    const Column& time = table.column(settings.time, GapRule::Skip);
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
    return same == 0 && gaps == 0
               ? Sentence()
               : say(ENGINE_TEXT("Sentences", "%1: the times of the column %2 do not follow each other evenly, and "
                                              "windows read across: gaps: %3; rows with the time of the one before: "
                                              "%4; group of SEQUENCEDATA tells several series apart"),
                     table.name, shown(time.name), gaps, same);
}

/// Rows that are equal keep their order; where all rows lie newest first, equal ones are turned round with the others.
/// `read` are the columns whose gaps matter. Each of them that has some and a rule gets a remark.
/// Throws Error for columns that are not there, a time that is a text, a group without a name, times that are to be
/// filled, and where no row is left.
void orderRows(TableWindows& order, const Table& table, const SampleSettings& settings,
               const std::set<std::string>& read)
{
    const auto ruleOf = [&](const Column& column) {
        const bool hasGapsOnly = column.gaps > 0 && (column.isNamed || column.problem.empty());
        return hasGapsOnly && read.contains(column.name) ? ruleFor(column.name, settings.gaps) : GapRule::Refuse;
    };
    const Column* const group = settings.group.empty() ? nullptr : &table.namedColumn(settings.group);
    order.rowOf.resize(at(table.rows));
    std::iota(order.rowOf.begin(), order.rowOf.end(), std::int64_t{0});
    std::vector<bool> leftOut(at(table.rows));
    for (const Column& column : table.columns) {
        const GapRule rule = ruleOf(column);
        if (rule == GapRule::Carry && (column.name == settings.time || column.kind == ColumnKind::Time)) {
            GapRules mended = settings.gaps;
            mended[column.name] = GapRule::Skip;
            throw Error(say(ENGINE_TEXT("Sentences", "%1, column %2: found the rule CARRY for a column of times, "
                                                     "wanted SKIP; gaps: %3 of SEQUENCEDATA (or --gaps)"),
                            table.name, shown(column.name), quotedList(gapEntries(mended))));
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
    for (const RowRun& run : time ? order.groups : std::vector<RowRun>()) {
        const std::span<std::int64_t> rows = std::span(order.rowOf).subspan(at(run.begin), at(run.length()));
        if (isNewestFirst) {
            std::ranges::reverse(rows);
        }
        sortBy([&](std::int64_t row) { return time->sizeOf(row); }, rows);
    }
    for (const Column& column : table.columns) {
        if (const GapRule rule = ruleOf(column); rule != GapRule::Refuse) {
            const std::int64_t lacking = rule == GapRule::Carry ? carry(order, column, leftOut) : 0;
            order.remarks.push_back(gapsInWords(table, column, rule, lacking));
        }
    }
    leaveOut(order, table, leftOut);
    takeGroups(order, group);
}

// Splits --------------------------------------------------------------------------------------------------------------

/// The first of `count` things that are validation's, and the first that are the test's.
std::pair<std::int64_t, std::int64_t> cutsOf(std::int64_t count, const SampleSettings& settings)
{
    const auto whole = static_cast<double>(count);
    const std::int64_t test = std::min<std::int64_t>(count, std::llround(whole * settings.fractions.test));
    const auto validation = static_cast<std::int64_t>(std::llround(whole * settings.fractions.validation));
    return {std::max<std::int64_t>(0, count - test - validation), count - test};
}

void splitByTime(const Table& table, const SampleSettings& settings, const TableWindows& order,
                 std::vector<Split>& parts)
{
    if (settings.time.empty() || order.groups.size() == 1) {
        for (const RowRun& group : order.groups) {
            const auto [validation, test] = cutsOf(group.length(), settings);
            const auto first = parts.begin() + group.begin;
            std::fill(first + validation, first + test, Split::Validation);
            std::fill(first + test, first + group.length(), Split::Test);
        }
        return;
    }
    const Column& time = table.column(settings.time, GapRule::Skip);
    std::vector<double> times;
    std::ranges::transform(order.rowOf, std::back_inserter(times), [&](auto row) { return time.sizeOf(row); });
    std::sort(times.begin(), times.end());
    const auto [validation, test] = cutsOf(order.rows(), settings);
    const auto from = [&](std::int64_t cut) { return cut < order.rows() ? times[at(cut)] : HUGE_VAL; };
    std::ranges::transform(order.rowOf, parts.begin(), [&, first = from(validation), last = from(test)](auto row) {
        const double moment = time.sizeOf(row);
        return moment >= last ? Split::Test : moment >= first ? Split::Validation : Split::Train;
    });
}

/// Draws which of the runs are held out.
void splitByDraw(std::vector<RowRun> runs, const SampleSettings& settings, std::vector<Split>& parts)
{
    RandomSequence random({.seed = 1, .stream = 0x5EED});
    for (std::size_t left = runs.size(); left > 1; --left) { // Fisher and Yates
        std::swap(runs[left - 1], runs[random.below(left)]);
    }
    const auto [validation, test] = cutsOf(static_cast<std::int64_t>(runs.size()), settings);
    for (std::int64_t index = validation; index < static_cast<std::int64_t>(runs.size()); ++index) {
        const auto first = parts.begin() + runs[at(index)].begin;
        std::fill_n(first, runs[at(index)].length(), index < test ? Split::Validation : Split::Test);
    }
}

/// Runs of neighbouring rows that stay together: a row where a window is one, else some windows' rows, so that not too
/// many windows are lost between the parts.
std::vector<RowRun> blocksOf(const TableWindows& order, const SampleSettings& settings)
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

// Windows -------------------------------------------------------------------------------------------------------------

/// Cuts one table.
class Cutter {
public:
    Cutter(const Table& table, const SampleSettings& settings, const GoOn& goOn)
        : m_table(table), m_settings(settings), m_goOn(goOn)
    {}

    TableWindows learn()
    {
        const std::string& target = m_windows.facts.target = targetName(m_table.columns, m_settings);
        const std::vector<std::string>& names = m_windows.facts.inputs = inputNames();
        putInOrder(names);
        for (const std::string& name : names) {
            try {
                m_inputs.push_back(&m_table.numberColumn(name, ruleFor(name, m_settings.gaps)));
            } catch (const Error& error) {
                const Column* const column = m_table.find(name);
                m_haveGaps = m_haveGaps || (column && column->gaps > 0);
                m_unusable.emplace_back(name, error.sentence());
            }
        }
        const bool ofClasses = m_settings.targetKind == TargetKind::Class;
        takeTarget(ofClasses ? m_table.namedColumn(target)
                             : targetOfNumbers(m_table, target, ruleFor(target, m_settings.gaps)),
                   ofClasses);
        const std::int64_t span = m_settings.steps + m_settings.horizon;
        requireRows(span);
        begin();
        cutParts();
        learnScales();
        remarkTexts();
        remarkShort(span);
        std::ranges::for_each(m_inputs, [&](const Column* input) { remarkOutlying(*input); });
        remark(remarkOnTime(m_table, m_settings, m_windows));
        scaleInputs();
        ofClasses ? learnClasses() : learnTarget();
        return std::move(m_windows);
    }

    TableWindows cutFor(const SampleFacts& learned)
    {
        putInOrder(learned.inputs, &learned.target);
        for (const std::string& name : learned.inputs) {
            const Column* const column = m_table.find(name); // may have numbers in some rows only
            m_inputs.push_back(column && hasNumbers(*column) ? column : &m_table.numberColumn(name));
        }
        const Column* const target = m_table.find(learned.target);
        const bool ofClasses = !learned.classes.empty();
        if (target) {
            takeTarget(*target, ofClasses);
        }
        const bool hasAnswers =
            target && (ofClasses ? target->isNamed && target->gaps < m_table.rows : hasNumbers(*target));
        requireRows(m_settings.steps);
        m_windows.facts = learned;
        begin();
        m_parts.assign(at(rows()), Split::Test);
        cut(hasAnswers ? m_settings.horizon : 0);
        scaleInputs();
        remark(m_settings.time.empty() ? Sentence() : remarkOnTime(m_table, m_settings, m_windows));
        remarkShort(m_settings.steps);
        leaveOutUnread();
        if (hasAnswers) {
            remarkUnanswered();
            ofClasses ? label() : scaleTargets();
        }
        return std::move(m_windows);
    }

private:
    [[noreturn]] void refuse(const Sentence& rest) const { throw Error(say("%1: %2", m_table.name, rest)); }

    void remark(const Sentence& sentence)
    {
        if (!sentence.empty()) {
            m_windows.remarks.push_back(sentence);
        }
    }

    std::int64_t rows() const { return m_windows.rows(); }

    /// Throws Error for a rule for gaps of a column that the table lacks, unless it was learned: then `learned` is the
    /// target's name.
    void putInOrder(const std::vector<std::string>& inputs, const std::string* learned = nullptr)
    {
        std::set<std::string> read(inputs.begin(), inputs.end());
        read.insert({m_settings.time, m_settings.group});
        for (const auto& [name, rule] : m_settings.gaps) {
            const bool isLearned = learned && (name == *learned || read.contains(name));
            if (!name.empty() && !isLearned && !m_table.find(name)) {
                throw Error(say(ENGINE_TEXT("Sentences", "%1: found no column named %2, wanted one for its rule in "
                                                         "gaps of SEQUENCEDATA"),
                                m_table.name, shown(name)));
            }
        }
        if (const Column* const target = m_table.find(m_windows.facts.target);
            target && target->kind == ColumnKind::Time) {
            read.insert(target->name); // which is no number that may be missing
        }
        orderRows(m_windows, m_table, m_settings, read);
    }

    void requireRows(std::int64_t wanted) const
    {
        const std::int64_t longest = std::ranges::max(m_windows.groups, {}, &RowRun::length).length();
        if (longest < wanted) {
            refuse(say(ENGINE_TEXT("Sentences", "found %1%2, wanted at least the %3 of one window"),
                       rowsInWords(longest),
                       m_windows.groups.size() > 1 ? ENGINE_TEXT("Sentences", " in the longest group") : "", wanted));
        }
    }

    // Columns

    std::vector<std::string> inputNames() const
    {
        const std::vector<std::string> names =
            m_settings.inputs.empty() ? defaultInputs(m_table.columns, m_settings) : m_settings.inputs;
        if (names.empty()) {
            refuse(ENGINE_TEXT("Sentences", "found no column of numbers to read, wanted at least one input"));
        }
        if (m_settings.horizon == 0 && std::ranges::count(names, m_windows.facts.target) > 0) {
            refuse(say(ENGINE_TEXT("Sentences", "the target %1 is an input of the same row, which leaks the answer; "
                                                "wanted it left out of the inputs, or a horizon of at least 1"),
                       shown(m_windows.facts.target)));
        }
        return names;
    }

    /// How a run goes without columns that it cannot use, as the end of a sentence.
    Sentence wayOut() const
    {
        std::vector<std::string> others = m_windows.facts.inputs;
        for (const auto& [name, why] : m_unusable) {
            if (m_unusable.size() == 1 && name == m_windows.facts.target) {
                return ENGINE_TEXT("Sentences", "; target names another column");
            }
            std::erase(others, name);
        }
        const std::string list = quotedList(others);
        if (others.empty() || list.size() > longestSentence / 2) {
            return ENGINE_TEXT("Sentences", "; inputs of SEQUENCEDATA names the columns to read");
        }
        return say(ENGINE_TEXT("Sentences", "; inputs: %1 of SEQUENCEDATA leaves %2 out"), list,
                   m_unusable.size() == 1 ? ENGINE_TEXT("Sentences", "it") : ENGINE_TEXT("Sentences", "them"));
    }

    void takeTarget(const Column& column, bool ofClasses)
    {
        m_target = &column;
        const std::vector<std::int64_t>& from = m_windows.rowsOf(column);
        for (std::size_t place = 0; place < from.size(); ++place) {
            const std::int64_t row = m_windows.rowOf[place];
            const bool isNone = ofClasses && column.isNamed && isNoClass(column.names[at(column.codes[at(row)])]);
            m_known.push_back(from[place] == row && !column.lacks(row) && !isNone);
        }
    }

    /// Throws Error where some column cannot be used, for all of them at once.
    void requireUsable() const
    {
        if (m_unusable.empty()) {
            return;
        }
        const Sentence& why = m_unusable.front().second;
        if (m_unusable.size() == 1) {
            throw Error(say("%1%2", why, m_haveGaps ? Sentence() : wayOut()));
        }
        std::vector<std::string> others(m_unusable.size() - 1);
        std::transform(m_unusable.begin() + 1, m_unusable.end(), others.begin(),
                       [](const auto& one) { return shown(one.first); });
        throw Error(say(ENGINE_TEXT("Sentences", "%1; nor can be used: %2%3"), why, listOf(others), wayOut()));
    }

    // Parts

    void begin()
    {
        m_windows.horizon = m_settings.horizon;
        m_windows.facts.steps = m_settings.steps;
        m_windows.facts.width = std::ssize(m_inputs);
        m_windows.facts.format = m_table.format;
        const Column* const time = m_settings.time.empty() ? nullptr : &m_table.column(m_settings.time, GapRule::Skip);
        for (const RowRun& group : m_windows.groups) {
            std::int64_t clock = noTime;
            for (std::int64_t place = group.begin; time && time->kind == ColumnKind::Time && place < group.end;
                 ++place) {
                const std::size_t row = at(m_windows.rowOf[at(place)]);
                const std::int64_t minutes = time->offsets.empty() ? 0 : time->offsets[row];
                clock = std::max(clock, time->times[row] + minutes * 60'000'000);
                m_windows.times.push_back(clock); // which stands still in an hour that comes twice
            }
            // One for each row of the horizon, whatever the stride.
            const std::int64_t first = group.end - m_settings.steps - m_settings.horizon + 1;
            for (std::int64_t start = std::max(first, group.begin); start + m_settings.steps <= group.end; ++start) {
                m_windows.next.push_back(start);
            }
        }
    }

    /// The windows of each part, by the part of the target's row.
    void cut(std::int64_t horizon)
    {
        const std::int64_t span = m_settings.steps + horizon;
        const bool isByTime = m_settings.split == SampleSplit::Auto || m_settings.split == SampleSplit::Time;
        for (const RowRun& group : m_windows.groups) {
            for (std::int64_t start = group.begin; start + span <= group.end; start += m_settings.stride) {
                const Split part = m_parts[at(start + span - 1)];
                if (isByTime || m_parts[at(start)] == part) { // no block lies between those of its first and last row
                    m_windows.parts().at(static_cast<std::size_t>(part))->push_back(start);
                }
            }
        }
    }

    void cutParts()
    {
        const auto [validation, test] = m_settings.fractions;
        if (!(validation >= 0 && test >= 0 && validation + test < 1)) {
            refuse(say(ENGINE_TEXT("Sentences", "the shares of validation and test are %1 and %2, wanted numbers from "
                                                "0 that leave a part for training"),
                       validation, test));
        }
        if (m_settings.split == SampleSplit::Groups && m_settings.group.empty()) {
            refuse(ENGINE_TEXT("Sentences", "found no group column for a split by groups, wanted one"));
        }
        m_parts.assign(at(rows()), Split::Train);
        if (m_settings.split == SampleSplit::Shuffled) {
            splitByDraw(blocksOf(m_windows, m_settings), m_settings, m_parts);
        } else if (m_settings.split == SampleSplit::Groups) {
            splitByDraw(m_windows.groups, m_settings, m_parts);
        } else {
            splitByTime(m_table, m_settings, m_windows, m_parts);
        }
        cut(m_settings.horizon);
        requirePart(ENGINE_TEXT("Sentences", "training"), 1, m_windows.train);
        requirePart(ENGINE_TEXT("Sentences", "validation"), validation, m_windows.validation);
        requirePart(ENGINE_TEXT("Sentences", "test"), test, m_windows.test);
        remarkUnanswered();
        leaveOutFilled(m_windows.train);
    }

    /// Whether the table has the answer of a window.
    bool isAnswered(std::int64_t start) const { return m_known[at(m_windows.targetRow(start))]; }

    void requirePart(const Sentence& name, double share, const std::vector<std::int64_t>& starts) const
    {
        if (share > 0 && std::ranges::none_of(starts, [&](std::int64_t start) { return isAnswered(start); })) {
            refuse(say(ENGINE_TEXT("Sentences", "the %1 part has no window of %2 rows whose target %3 is known, wanted "
                                                "at least one: more rows%4, a larger share, shorter windows or another "
                                                "split"),
                       name, m_settings.steps + m_settings.horizon, shown(m_target->name),
                       m_settings.split == SampleSplit::Groups ? ENGINE_TEXT("Sentences", " or groups") : ""));
        }
    }

    /// Takes windows out of the training part that would teach what is not so: an answer that is not there, or inputs
    /// in filled gaps that tell what is held out. Says how many of those.
    void leaveOutFilled(std::vector<std::int64_t>& train)
    {
        std::erase_if(train, [&](std::int64_t start) { return !isAnswered(start); });
        std::vector<bool> isForeign(at(rows())); // whether the row reads a gap that was filled from another part
        for (const auto& [name, from] : m_windows.carried) {
            for (const RowRun& group : m_windows.groups) {
                std::int64_t source = group.begin; // the row that a gap was filled from
                for (std::int64_t place = group.begin; place < group.end; ++place) {
                    source = from[at(place)] == m_windows.rowOf[at(place)] ? place : source;
                    isForeign[at(place)] = isForeign[at(place)] ||
                                           (m_parts[at(place)] == Split::Train && m_parts[at(source)] != Split::Train);
                }
            }
        }
        const std::size_t count = std::erase_if(train, [&](std::int64_t start) {
            const auto first = isForeign.begin() + start, end = first + m_settings.steps;
            return std::find(first, end, true) != end;
        });
        if (count > 0) {
            remark(
                say(ENGINE_TEXT("Sentences", "%1: training windows that read a gap which was filled with a value that "
                                             "is held out: %2; the net does not learn from them"),
                    m_table.name, count));
        }
        if (train.empty()) {
            refuse(ENGINE_TEXT("Sentences", "found no window to train on that ends in no gap, wanted at least one; "
                                            "CARRY in gaps of SEQUENCEDATA keeps more of them"));
        }
    }

    /// Takes windows out that read a row without a number. Throws Error where none is left.
    void leaveOutUnread()
    {
        const std::int64_t width = m_windows.facts.width;
        std::vector<std::int64_t> lacking; // the inputs that are no numbers, by their places
        for (std::int64_t place = 0; place < std::ssize(m_windows.inputs); ++place) {
            if (std::isnan(m_windows.inputs[at(place)])) {
                lacking.push_back(place);
            }
        }
        const auto isUnread = [&](std::int64_t start) {
            const auto found = std::ranges::lower_bound(lacking, start * width);
            const bool isOfWindow = found != lacking.end() && *found < (start + m_settings.steps) * width;
            if (isOfWindow) {
                m_windows.unread[start] = // one may be of the test and come next, too
                    say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found no number"), m_table.name,
                        m_table.rowInFile(m_windows.rowOf[at(*found / width)]),
                        shown(m_inputs[at(*found % width)]->name));
            }
            return isOfWindow;
        };
        std::erase_if(m_windows.test, isUnread);
        std::erase_if(m_windows.next, isUnread);
        if (m_windows.unread.empty()) {
            return;
        }
        const Sentence why = m_table.obstacleOf(*m_inputs[at(lacking.front() % width)]);
        if (m_windows.test.empty() && m_windows.next.empty()) {
            throw Error(why);
        }
        remark(say(ENGINE_TEXT("Sentences", "%1 a row without a number and are left out: %2"),
                   counted(m_windows.unread.size(), ENGINE_TEXT("Sentences", "1 window reads"),
                           ENGINE_TEXT("Sentences", "%1 windows read")),
                   why));
    }

    // Remarks

    /// Says how many windows have no answer in the file.
    void remarkUnanswered()
    {
        std::ptrdiff_t count = 0;
        for (const auto* const part : m_windows.parts()) {
            count += std::ranges::count_if(*part, [&](std::int64_t start) { return !isAnswered(start); });
        }
        if (count > 0) {
            remark(
                say(ENGINE_TEXT("Sentences", "%1: %2 whose target %3 is a gap in the file; no figure counts them, and "
                                             "the net does not learn from them"),
                    m_table.name,
                    counted(count, ENGINE_TEXT("Sentences", "1 window"), ENGINE_TEXT("Sentences", "%1 windows")),
                    shown(m_target->name)));
        }
    }

    /// Says which columns are no inputs because they hold texts, where none are named.
    void remarkTexts()
    {
        const std::set<std::string> used{m_windows.facts.target, m_settings.time, m_settings.group};
        std::vector<std::string> texts;
        for (const Column& column : m_table.columns) {
            if (m_settings.inputs.empty() && column.kind == ColumnKind::Text && !used.contains(column.name)) {
                texts.push_back(shown(column.name));
            }
        }
        if (!texts.empty()) {
            remark(say(ENGINE_TEXT("Sentences", "%1: columns of text are not read: %2"), m_table.name, listOf(texts)));
        }
    }

    /// Says which groups have fewer rows than `wanted` for a window.
    void remarkShort(std::int64_t wanted)
    {
        std::vector<std::string> names;
        for (const RowRun& group : m_windows.groups) {
            if (!m_settings.group.empty() && group.length() < wanted) {
                const std::int64_t row = m_windows.rowOf[at(group.begin)];
                const std::string name = m_table.text(m_table.namedColumn(m_settings.group), row);
                names.push_back(fmt::format("{} ({})", shown(name), group.length()));
            }
        }
        if (!names.empty()) {
            remark(say(
                ENGINE_TEXT("Sentences", "%1: %2 than the %3 rows of a window and is left out, with so many rows: %4"),
                m_table.name,
                counted(names.size(), ENGINE_TEXT("Sentences", "1 series is shorter"),
                        ENGINE_TEXT("Sentences", "each of %1 series is shorter")),
                wanted, listOf(names)));
        }
    }

    /// Says where a value repeats exactly and stands far outside of all others, as -999 does in place of a missing one.
    void remarkOutlying(const Column& column)
    {
        constexpr double far = 3; // times the range of the others
        std::vector<double> numbers;
        std::ranges::transform(m_windows.rowsOf(column), std::back_inserter(numbers),
                               [&](std::int64_t row) { return column.numbers[at(row)]; });
        const auto [least, most] = std::ranges::minmax(numbers);
        for (const double value : {least, most}) {
            std::vector<double> others = numbers;
            const auto count = static_cast<std::int64_t>(std::erase(others, value));
            if (count < 2 || count >= std::ssize(others)) {
                continue;
            }
            const auto [low, high] = std::ranges::minmax(others);
            if (low < high && std::max(low - value, value - high) > far * (high - low)) {
                remark(
                    say(ENGINE_TEXT("Sentences", "%1: the column %2 is %3 in %4, and from %5 to %6 in all others; if "
                                                 "it stands for a missing value, the file should have nothing there"),
                        m_table.name, shown(column.name), value, rowsInWords(count), low, high));
            }
        }
    }

    // Scaling

    /// Mean and deviation of the training rows that have a value, in two passes in the order of the rows. The deviation
    /// is 0 where all of them are the same.
    Standardisation scalingOf(const Column& column) const
    {
        std::vector<double> numbers;
        const std::vector<std::int64_t>& from = m_windows.rowsOf(column);
        for (std::size_t place = 0; place < from.size(); ++place) {
            const std::int64_t row = m_windows.rowOf[place];
            if (m_parts[place] == Split::Train && from[place] == row && !column.lacks(row)) {
                numbers.push_back(column.numbers[at(row)]);
            }
        }
        const auto count = static_cast<double>(numbers.size());
        Standardisation scaling;
        double largest = 0, squares = 0;
        for (const double number : numbers) {
            scaling.mean += number / count; // no sum that is too large
        }
        for (const double number : numbers) {
            largest = std::max(largest, std::abs(number - scaling.mean));
        }
        // What is left of a constant by rounding is no deviation.
        if (constexpr double rounding = 1e-13; largest <= rounding * std::abs(scaling.mean)) {
            return {.mean = scaling.mean, .deviation = 0};
        }
        for (const double number : numbers) {
            const double part = (number - scaling.mean) / largest;
            squares += part * part / count;
        }
        scaling.deviation = largest * std::sqrt(squares);
        if (!std::isfinite(scaling.deviation) || scaling.deviation == 0) {
            refuse(
                say(ENGINE_TEXT("Sentences", "the column %1 has values up to %2, wanted numbers that differ by less"),
                    shown(column.name), largest));
        }
        return scaling;
    }

    /// Of numbers as they are, where a run wants them so; the column was looked at all the same.
    Standardisation kept(const Standardisation& scaling, const std::string& column)
    {
        if (scaling.deviation == 0) {
            m_unusable.emplace_back(
                column,
                say(ENGINE_TEXT("Sentences", "%1: the column %2 is %3 in all training rows, wanted values that differ"),
                    m_table.name, shown(column), scaling.mean));
        }
        return m_settings.standardize ? scaling : Standardisation();
    }

    void learnScales()
    {
        SampleFacts& facts = m_windows.facts;
        facts.inputScales.resize(m_inputs.size());
        inParallel(m_inputs.size(), m_goOn, m_table.name,
                   [&](std::size_t column) { facts.inputScales[column] = scalingOf(*m_inputs[column]); });
        for (std::size_t column = 0; column < m_inputs.size(); ++column) {
            facts.inputScales[column] = kept(facts.inputScales[column], m_inputs[column]->name);
        }
        requireUsable();
    }

    void scaleInputs()
    {
        const std::size_t width = m_inputs.size();
        m_windows.inputs.resize(at(rows()) * width);
        inParallel(at((rows() + blockRows - 1) / blockRows), m_goOn, m_table.name, [&](std::size_t block) {
            const std::size_t first = block * at(blockRows), last = std::min(first + at(blockRows), at(rows()));
            for (std::size_t column = 0; column < width; ++column) {
                const Standardisation& scaling = m_windows.facts.inputScales[column];
                const std::vector<std::int64_t>& from = m_windows.rowsOf(*m_inputs[column]);
                for (std::size_t place = first; place < last; ++place) {
                    const double value = m_inputs[column]->numbers[at(from[place])];
                    m_windows.inputs[place * width + column] =
                        static_cast<float>((value - scaling.mean) / scaling.deviation);
                }
            }
        });
    }

    void learnTarget()
    {
        m_windows.facts.targetScale = kept(scalingOf(*m_target), m_target->name);
        requireUsable();
        scaleTargets();
    }

    void scaleTargets()
    {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        const Standardisation& scaling = m_windows.facts.targetScale;
        for (const RowRun& group : m_windows.groups) {
            double known = none;
            for (std::int64_t place = group.begin; place < group.end; ++place) {
                const double number = m_known[at(place)] ? m_target->numbers[at(m_windows.rowOf[at(place)])] : none;
                known = std::isnan(number) ? known : number;
                m_windows.targets.push_back(number);
                m_windows.knownTargets.push_back(known);
                m_windows.answers.push_back(static_cast<float>((number - scaling.mean) / scaling.deviation));
            }
        }
    }

    // Classes

    /// Those of the training windows: numbers by their size, texts by their bytes.
    void learnClasses()
    {
        std::set<std::pair<double, std::int32_t>> found; // by size
        for (const std::int64_t start : m_windows.train) {
            const std::int64_t row = m_windows.rowOf[at(m_windows.targetRow(start))];
            found.emplace(m_target->sizeOf(row), m_target->codes[at(row)]);
        }
        std::vector<std::string>& classes = m_windows.facts.classes;
        std::ranges::transform(found, std::back_inserter(classes),
                               [&](const auto& one) { return m_target->names[at(one.second)]; });
        if (std::ssize(classes) > maxTableClasses) {
            refuse(say(ENGINE_TEXT("Sentences", "the target %1 has %2 different values, wanted at most %3 classes, or "
                                                "a target of numbers"),
                       shown(m_target->name), classes.size(), maxTableClasses));
        }
        if (!m_target->hasSizes()) {
            std::sort(classes.begin(), classes.end());
        }
        if (classes.size() < 2) {
            refuse(say(ENGINE_TEXT("Sentences",
                                   "the target %1 has one class only in the training part, %2, wanted at least 2"),
                       shown(m_target->name), shown(classes.front())));
        }
        label();
        requireClasses(m_windows, m_table, *m_target, ENGINE_TEXT("Sentences", "validation"), m_windows.validation);
        requireClasses(m_windows, m_table, *m_target, ENGINE_TEXT("Sentences", "test"), m_windows.test);
    }

    /// The number of every row's class; -1 where the training part lacks it.
    void label()
    {
        const std::vector<std::string>& classes = m_windows.facts.classes;
        std::vector<std::ptrdiff_t> labelOf;
        for (const std::string& name : m_target->names) {
            const auto found = std::ranges::find(classes, name);
            labelOf.push_back(found == classes.end() ? -1 : found - classes.begin());
        }
        for (std::size_t place = 0; place < m_known.size(); ++place) {
            const std::int32_t code = m_target->codes[at(m_windows.rowOf[place])];
            m_windows.answers.push_back(m_known[place] ? static_cast<float>(labelOf[at(code)]) : -1.0F);
        }
    }

    const Table& m_table;
    const SampleSettings& m_settings;
    const GoOn& m_goOn;
    TableWindows m_windows;
    std::vector<Split> m_parts; ///< [rows]
    std::vector<const Column*> m_inputs;
    const Column* m_target = nullptr;
    std::vector<bool> m_known;                                ///< [rows]: whether the file has the target's value
    std::vector<std::pair<std::string, Sentence>> m_unusable; ///< columns that a run cannot use, and why
    bool m_haveGaps = false;                                  ///< the sentence says what mends them
};

} // namespace

std::vector<std::string> defaultInputs(const std::vector<Column>& columns, const SampleSettings& settings)
{
    const std::string target = targetName(columns, settings);
    std::vector<std::string> names;
    for (const Column& column : columns) {
        const bool leaks = column.name == target && settings.horizon == 0;
        if (column.kind == ColumnKind::Number && !leaks && column.name != settings.time &&
            column.name != settings.group) {
            names.push_back(column.name);
        }
    }
    return names;
}

const std::vector<std::int64_t>& TableWindows::rowsOf(const Column& column) const
{
    const auto found = carried.find(column.name);
    return found == carried.end() ? rowOf : found->second;
}

double TableWindows::answerOf(std::int64_t row) const
{
    const bool isThere = row < std::ssize(answers) && isKnown(answers[at(row)], facts);
    return !isThere                ? std::numeric_limits<double>::quiet_NaN()
           : facts.classes.empty() ? targets[at(row)]
                                   : static_cast<double>(answers[at(row)]);
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
    const std::int64_t row = start + facts.steps - (horizon > 0 ? 1 : 2);
    const bool isThere = row >= 0 && row < std::ssize(knownTargets) && groupEnd(row) == groupEnd(start);
    return isThere ? knownTargets[at(row)] : std::numeric_limits<double>::quiet_NaN();
}

TableWindows cutWindows(const Table& table, const SampleSettings& settings, const GoOn& goOn)
{
    return Cutter(table, settings, goOn).learn();
}

TableWindows cutWindows(const Table& table, const SampleSettings& settings, const SampleFacts& learned,
                        const GoOn& goOn)
{
    return Cutter(table, settings, goOn).cutFor(learned);
}

void requireAnswers(const TableWindows& windows, const Table& table)
{
    const Column* const target = table.find(windows.facts.target);
    if (!target || target->gaps == table.rows) {
        return;
    }
    if (!windows.facts.classes.empty()) {
        requireClasses(windows, table, table.namedColumn(target->name), ENGINE_TEXT("Sentences", "test"), windows.test);
    } else if (target->kind != ColumnKind::Number || !target->problem.empty()) {
        targetOfNumbers(table, target->name, GapRule::Refuse);
    }
}

} // namespace engine
