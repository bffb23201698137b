// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_gaps.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <utility>

namespace engine {
namespace {

constexpr std::array<std::pair<GapRule, std::string_view>, 2> ruleNames = {
    {{GapRule::Skip, "SKIP"}, {GapRule::Carry, "CARRY"}}};

} // namespace

std::int64_t gapsIn(const Column& column)
{
    std::int64_t named = 0;
    for (std::int64_t row = 0; row < std::ssize(column.codes); ++row) {
        named += column.lacks(row);
    }
    return column.codes.empty() ? column.gaps : named;
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

Gaps gapsAllowed(const std::string& column, const GapRules& rules)
{
    return ruleFor(column, rules) == GapRule::Refuse ? Gaps::Refused : Gaps::Allowed;
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
