// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// Every command that a reader is to run in a terminal is made of these.
namespace engine {

/// The word as a POSIX shell takes it: with quotes where blanks, $, * or other letters mean something to the shell, and
/// without anything that a terminal would obey: "$(printf 'two\012lines')". Line ends at its end stay line ends.
std::string shellQuoted(std::string_view word);

/// The same for a file that is no option's value: one that starts with a dash is no option, but "./-name".
std::string shellFile(const std::filesystem::path& file);

} // namespace engine
