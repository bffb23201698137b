// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/device_group.h"
#include "tests/support/main.h"

/// This program is each of the processes that train a run together.
std::optional<int> answerAsProgram(int argumentCount, char** arguments)
{
    return engine::follow(argumentCount, arguments) ? std::optional<int>(0) : std::nullopt;
}
