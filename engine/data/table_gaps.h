// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table_windows.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// What becomes of a row in which a column has no value:
///  - Refuse: it is an error.
///  - Skip: the row is left out.
///  - Carry: the last value before it stays.
enum class GapRule { Refuse, Skip, Carry };

/// By column; under an empty name that of all others.
using GapRules = std::map<std::string, GapRule>;

/// How many rows have no value in the column, which holds numbers, times or names otherwise; 0 where something else is
/// wrong with it too.
std::int64_t gapsIn(const Column& column);

/// Gives the used columns of a table values where they have none, as settings.gaps has it, or takes the rows out. Rows
/// are filled in the order of orderOf(); the first rows of a group, which have no value before them, are taken out too.
/// Rows without a value of a target that is no input stay under any rule, and those without a class under none, too:
/// their answers are missing. A class is missing where the file has nothing, or a word for it, such as NA.
/// What was filled is kept in Column::filled: cutWindows() takes it for no truth. Returns a sentence for each column
/// that was filled or took rows away.
///
/// `learned`: names the columns that a net has learned from, which another table may lack; none: those that it would
/// learn from with these settings.
///
/// Throws Error for a rule that is none or names no column, neither of the table nor of `learned`, for times that are
/// to be filled, and where no row is left. A column with gaps and no rule keeps its problem.
std::vector<Sentence> fillGaps(Table& table, const TableSettings& settings, const TableScaling& learned = {});

/// SEQUENCEDATA's "gaps": rules that stand alone, for all columns, or behind a column's name and an equals sign, as
/// "wind=SKIP". Throws Error for another rule.
GapRules gapRules(const std::vector<std::string>& entries);
std::vector<std::string> gapEntries(const GapRules& rules);

/// The rule of the column, or that of all; Refuse where there is none.
GapRule ruleFor(const std::string& column, const GapRules& rules);

} // namespace engine
