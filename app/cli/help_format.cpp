// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/help_format.h"

#include "app/cli/words.h"

#include <algorithm>
#include <sstream>

namespace cli {
namespace {

constexpr int optionColumn = 30, minText = 30, maxText = 90;

} // namespace

HelpFormat::HelpFormat(int columns) : m_columns(std::clamp(columns - optionColumn - 1, minText, maxText))
{
    column_width(optionColumn);
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const
{
    return broken(option->get_description());
}

std::string HelpFormat::make_option_opts(const CLI::Option* option) const
{
    if (option->get_items_expected_max() == 0) {
        return {};
    }
    const std::string fallback = option->get_default_str();
    return " " + option->get_type_name() + (fallback.empty() ? "" : " = " + fallback);
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const
{
    std::string name = "  " + command->get_name();
    name.resize(std::max<std::size_t>(name.size() + 1, 15), ' ');
    return name + command->get_description() + "\n";
}

std::string HelpFormat::broken(const std::string& sentence) const
{
    std::istringstream words(sentence);
    std::string text;
    int used = 0;
    for (std::string word; words >> word;) {
        if (used > 0 && used + 1 + columnsOf(word) > m_columns) {
            text += "\n";
            used = 0;
        } else if (used > 0) {
            text += " ";
            ++used;
        }
        text += word;
        used += columnsOf(word);
    }
    return text;
}

} // namespace cli
