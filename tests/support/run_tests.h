// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace engine::test {

/// What the main function of each program with GoogleTest's tests does.
int runTests(int argumentCount, char** arguments);

} // namespace engine::test
