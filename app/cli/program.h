// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace cli {

/// The whole of `hamnet`: reads the command line, runs the command, and turns what went wrong into one sentence and an
/// exit code.
int runProgram(int argumentCount, char** arguments);

} // namespace cli
