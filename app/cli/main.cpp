// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"
#include "app/contest/engine_process.h"
#include "engine/backends/device_group.h"

int main(int argumentCount, char** arguments)
{
    if (contest::answerMeasurements(argumentCount, arguments) || engine::follow(argumentCount, arguments)) {
        return 0;
    }
    return cli::runProgram(argumentCount, arguments);
}
