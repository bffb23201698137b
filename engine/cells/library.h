// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace engine::cells {

/// A cell that comes with Hamnet: models/cells/<name>.cell.
struct LibraryCell {
    std::string_view name; ///< "peephole_lstm"
    std::string_view text; ///< in comments at its head the paper, and what is special
};

std::span<const LibraryCell> libraryCells(); ///< in the order of their names

/// Its text. Throws Error with near names where there is no such cell.
std::string_view libraryCell(std::string_view name);

} // namespace engine::cells
