// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

/// Asked first by every test program, for a program under test may start itself once more, which is the test program
/// where it is tested in process: its exit code if the arguments are such a start's. By default there is none;
/// tests/app/workshop.cpp has the terminal program's.
std::optional<int> answerAsProgram(int argumentCount, char** arguments);
