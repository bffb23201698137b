// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"
#include "engine/data/table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace engine {

enum class TargetKind { Number, Class };

/// Which rows are held out.
///  - Time: the last ones, those for the test behind those for validation. With a time column the parts begin at
///    the same moments in all groups, else at the same shares of each group's rows.
///  - Shuffled: blocks of neighbouring rows, drawn at random, always alike. Windows of two parts share no row.
///  - Groups: whole groups, drawn so, too.
///  - Auto: of a table by time; other data are shuffled.
enum class SampleSplit { Auto, Time, Shuffled, Groups };

struct SampleSettings;

/// The columns that are read where the settings name none.
std::vector<std::string> defaultInputs(const std::vector<Column>& columns, const SampleSettings& settings);

/// Rows of one group, [begin, end) of the ordered rows.
struct RowRun {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t length() const { return end - begin; }
};

/// A table, ready to be cut into batches: window w reads the rows starts[w] ... starts[w] + T - 1 of `inputs`.
///
/// The rows are those of the table by group, where there is one, and within a group by time, where a time is chosen,
/// else as they lie. Without those in which a column has no value, where its rule in `gaps` leaves them out (SKIP) or
/// no row of the group before has one (CARRY).
struct TableWindows {
    std::vector<std::int64_t> rowOf; ///< [rows]: the row of the table
    std::vector<RowRun> groups;      ///< of `rows`, one behind the other
    /// [rows] of a column whose gaps keep the last value, by its name: the row of the table that has the value.
    std::map<std::string, std::vector<std::int64_t>> carried;

    std::vector<std::int64_t> train = {}, validation = {}, test = {}; ///< where each window of a part starts, ascending
    std::int64_t horizon = 0;
    SampleFacts facts = {};           ///< what is known of them, without file and digest
    std::vector<float> inputs;        ///< [rows, width], scaled
    std::vector<float> answers;       ///< [rows], scaled, NaN: not known; of classes their number, -1 for one that was
                                      ///< never learned or is not known; empty: the table has none
    std::vector<double> targets;      ///< [rows] of numbers: the same as the table has them
    std::vector<double> knownTargets; ///< the last of them that is known up to each row of a group; NaN: none
    std::vector<std::int64_t> times;  ///< [rows], microseconds since 1970-01-01 by the clock of its file; empty: no
                                      ///< time column, or of numbers
    std::vector<std::int64_t> next; ///< the forecasts: each group's last windows, whose targets lie behind its last row
    /// Windows of another table that read a row without a number, by their starts, each with the reason: in no part.
    std::map<std::int64_t, Sentence> unread;
    std::vector<Sentence> remarks; ///< sentences: columns that are no inputs, where none were named; odd times; gaps

    std::int64_t rows() const { return std::ssize(rowOf); }
    const std::vector<std::int64_t>& rowsOf(const Column& column) const; ///< [rows]: that have the column's values
    std::array<std::vector<std::int64_t>*, 3> parts() { return {&train, &validation, &test}; } ///< as Split has them
    std::int64_t targetRow(std::int64_t start) const { return start + facts.steps - 1 + horizon; } ///< of `answers`
    double answerOf(std::int64_t row) const; ///< the row's target, or its class; NaN: not known
    /// Of the group that has the row.
    std::int64_t groupEnd(std::int64_t row) const
    {
        return std::ranges::upper_bound(groups, row, {}, &RowRun::end)->end;
    }

    /// How far behind its group's last row the target of a window lies: 1 for the next row; 0 where the table has it.
    std::int64_t rowsAhead(std::int64_t start) const
    {
        return std::max(targetRow(start) - groupEnd(start) + 1, std::int64_t{0});
    }

    /// When the row of its target is; of one that is yet to come as the last rows' distances have it. Only where there
    /// are `times`.
    std::int64_t timeOfTarget(std::int64_t start) const;

    /// The last value of the target that is known when the window is read: of its last row, or of the one before where
    /// that has the answer, or further back where the table lacks it. NaN where there is none.
    double lastTarget(std::int64_t start) const;
};

/// Cuts a table into windows and learns the scaling, the deviation by n, and the classes, in the order of their names
/// or numbers, from the training part. A window belongs to the part of its target's row. In the split by time the
/// windows of a later part may read earlier rows as inputs, as they could when the forecast is made; those of an
/// earlier part read nothing later. In the other splits all rows of a window lie in its part. The group and a target of
/// classes are columns of names (NamedColumns).
///
/// Throws Error for columns that are not there or not of numbers, a target that is an input of the same row (horizon 0:
/// a leak), an input or target of numbers that is the same in all training rows, fewer rows than a window, a part
/// without windows, only one class, or one that the training part lacks, a rule for gaps of no column; CancelledError.
///
/// Rows without a value of a target that is no input stay under any rule, and those without a class under none, too:
/// their answers are missing. A class is missing where the file has nothing, or a word for it, such as NA. What a rule
/// filled is no truth: it does not count for the scaling, as a target it is not known, and a window whose answer it
/// would be is not learned.
TableWindows cutWindows(const Table& table, const SampleSettings& settings, const GoOn& goOn = {});

/// The same of another table, with what a training run has learned: all windows are `test`. A table without the target
/// column, or without anything in it that can be read, has windows up to its last row, and no answers; a target that
/// cannot be read is not known. A table that has the rows of one window only has no `test`, but a `next` where the
/// horizon is at least 1. Windows that read a row without a number are `unread`. It may lack columns that have a rule
/// for their gaps.
TableWindows cutWindows(const Table& table, const SampleSettings& settings, const SampleFacts& learned,
                        const GoOn& goOn = {});

/// Throws Error for a target of that table which is written as none, or a class that was not learned. One without any
/// value, or that is not there, is none.
void requireAnswers(const TableWindows& windows, const Table& table);

} // namespace engine
