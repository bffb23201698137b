// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"

int main(int argumentCount, char** arguments)
{
    return cli::runProgram(argumentCount, arguments);
}
