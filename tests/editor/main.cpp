// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/qt_tests.h"

int main(int argumentCount, char** arguments)
{
    return test::runQtTests(argumentCount, arguments);
}
