// SPDX-License-Identifier: GPL-3.0-or-later
// This program is each of the processes that train a run together.
#include "engine/backends/device_group.h"
#include "tests/support/run_tests.h"

int main(int argumentCount, char** arguments)
{
    return engine::follow(argumentCount, arguments) ? 0 : engine::test::runTests(argumentCount, arguments);
}
