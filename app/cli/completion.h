// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <string>

/// What a shell reads to complete the program's commands, options and values: made from the options themselves, so that
/// it is never behind them.
namespace cli {

std::string bashCompletion(const CLI::App& program);
std::string zshCompletion(const CLI::App& program);
std::string fishCompletion(const CLI::App& program);

} // namespace cli
