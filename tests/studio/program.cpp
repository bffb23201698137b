// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"

#include "app/contest/engine_process.h"
#include "tests/support/main.h"

/// This program is each engine of a race, and each run of a queue.
std::optional<int> answerAsProgram(int argumentCount, char** arguments)
{
    if (contest::answerMeasurements(argumentCount, arguments)) {
        return 0;
    }
    if (cli::isCalledAsTerminal(argumentCount, arguments)) {
        return cli::runProgram(argumentCount, arguments);
    }
    return std::nullopt;
}
