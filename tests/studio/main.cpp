// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"
#include "app/contest/engine_process.h"
#include "tests/support/qt_tests.h"

int main(int argumentCount, char** arguments)
{
    if (contest::answerMeasurements(argumentCount, arguments)) {
        return 0;
    }
    if (cli::isCalledAsTerminal(argumentCount, arguments)) {
        return cli::runProgram(argumentCount, arguments);
    }
    return test::runQtTests(argumentCount, arguments);
}
