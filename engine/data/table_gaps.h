// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table.h"

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

/// SEQUENCEDATA's "gaps": rules that stand alone, for all columns, or behind a column's name and an equals sign, as
/// "wind=SKIP". Throws Error for another rule.
GapRules gapRules(const std::vector<std::string>& entries);
std::vector<std::string> gapEntries(const GapRules& rules);

/// The rule of the column, or that of all; Refuse where there is none.
GapRule ruleFor(const std::string& column, const GapRules& rules);
Gaps gapsAllowed(const std::string& column, const GapRules& rules); ///< where there is a rule

} // namespace engine
