// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/equations_line.h"

#include <algorithm>

namespace engine::cells {
namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

} // namespace

std::string equationsLine(std::string_view text)
{
    std::string joined;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (const std::string_view said = trimmed(line.substr(0, line.find('#'))); !said.empty()) {
            joined += (joined.empty() ? "" : "; ") + std::string(said);
        }
    }
    return joined;
}

} // namespace engine::cells
