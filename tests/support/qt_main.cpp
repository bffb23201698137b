// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/main.h"
#include "tests/support/qt_tests.h"

[[gnu::weak]] std::optional<int> answerAsProgram(int /*argumentCount*/, char** /*arguments*/)
{
    return std::nullopt;
}

int main(int argumentCount, char** arguments)
{
    if (const std::optional<int> code = answerAsProgram(argumentCount, arguments)) {
        return *code;
    }
    return test::runQtTests(argumentCount, arguments);
}
