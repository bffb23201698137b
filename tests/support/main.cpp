// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_tests.h"

int main(int argumentCount, char** arguments)
{
    return engine::test::runTests(argumentCount, arguments);
}
