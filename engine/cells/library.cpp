// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/library.h"

#include "engine/graph/error.h"

#include <algorithm>
#include <vector>

namespace engine::cells {

std::string_view libraryCell(std::string_view name)
{
    const std::span<const LibraryCell> all = libraryCells();
    const auto found = std::ranges::find(all, name, &LibraryCell::name);
    if (found != all.end()) {
        return found->text;
    }
    std::vector<std::string_view> names(all.size());
    std::ranges::transform(all, names.begin(), &LibraryCell::name);
    throw Error(say(ENGINE_TEXT("Sentences", "there is no cell %1 in the library%2"), shown(name), hint(name, names)));
}

} // namespace engine::cells
