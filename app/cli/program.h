// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unistd.h>

namespace cli {

extern const char* const builtFrom; ///< "commit 1a2b3c4d, Release by GNU 12.2.0"

/// Descriptors that a call of the program reads from and writes to.
struct Streams {
    int in = STDIN_FILENO;
    int out = STDOUT_FILENO;
    int err = STDERR_FILENO;
};

/// The whole of `hamnet`: reads the command line, runs the command, and turns what went wrong into one sentence and an
/// exit code.
int runProgram(int argumentCount, char** arguments, const Streams& streams = {});

/// Whether a program that can do both, as the window's, is to be `hamnet`: it is called by that name, or is to die with
/// its parent as those do that work on a queue.
bool isCalledAsTerminal(int argumentCount, char** arguments);

} // namespace cli
