// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

/// The size report for other programs: numbers as C writes them, in every language, and the same as `hamnet info`'s.
namespace editor {

/// One line a layer of the shown phase, exact numbers, and a line "all"; RFC 4180, lines end with "\n".
std::string sizesCsv(const Document& document);

/// The same as a table, in the words of `hamnet info`, and the training memory below.
std::string sizesMarkdown(const Document& document);

std::string plainCount(std::int64_t number);    ///< "3,214,879"
std::string plainWork(std::int64_t operations); ///< "61.2 k", "3.21 M", "1.50 G"

} // namespace editor
