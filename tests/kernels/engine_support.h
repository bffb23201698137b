// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/kernels/cases.h"
#include "tests/kernels/engines.h"

#include <optional>
#include <string>

namespace engine::test {

/// Why the conformance suite does not run the case on the engine; nothing where it does.
std::optional<std::string> refusalOf(const NamedEngine& one, const Case& sample);

/// What each engine runs: a row for each layer, or for each of its cases where an engine runs some of them, and a
/// column for each engine. Columns of engines that this machine lacks are those of `known`, an earlier table.
std::string supportTable(const std::string& known);

} // namespace engine::test
