// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

namespace cli {

/// Help whose sentences are broken to the width of the terminal, and stay in their column.
class HelpFormat : public CLI::Formatter {
public:
    explicit HelpFormat(int columns);

    std::string make_option_desc(const CLI::Option* option) const override; // NOLINT: the library's name
    std::string make_option_opts(const CLI::Option* option) const override; // NOLINT
    std::string make_subcommand(const CLI::App* command) const override;    // NOLINT

private:
    std::string broken(const std::string& sentence) const;

    int m_columns;
};

} // namespace cli
