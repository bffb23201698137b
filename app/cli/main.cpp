// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"
#include "app/contest/engine_process.h"

int main(int argumentCount, char** arguments)
{
    return contest::answerMeasurements(argumentCount, arguments) ? 0 : cli::runProgram(argumentCount, arguments);
}
