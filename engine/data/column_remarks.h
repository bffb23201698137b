// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table_windows.h"
#include "engine/graph/sentence.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Sentences on what a person may have taken for an input and is none, because it holds no plain numbers, none where
/// the inputs are named; and on a first row that is read as values.
std::vector<Sentence> remarksOnColumns(const Table& table, const TableSettings& settings);

/// What makes numbers of a table's texts, as the end of a sentence; empty where nothing is known to.
Sentence remedyOfTexts(const Table& table);

/// What makes numbers of this column of texts, in the same way, or why they are none though a person reads some.
Sentence remedyOfTexts(const Table& table, const Column& column);

/// "a, b" for the separator ", ".
std::string inList(const std::vector<std::string>& names, std::string_view between);

} // namespace engine
