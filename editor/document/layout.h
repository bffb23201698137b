// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <optional>

namespace editor {

/// The drawing with every node (or only the given ones, the others being walls) put where its wires are short and run
/// downwards: layers of nodes, few crossings, each node under the middle of those that feed it. Deterministic; places
/// lie on the grid. Unconnected parts stand side by side.
///
/// With a room, the size of what shows it, a drawing that is too high for it goes on in further columns, from left to
/// right, as many as make it readable; without, and of a part of the nodes, there is one column.
Content arranged(const Content& content, const std::set<Id>& only = {}, std::optional<QSizeF> room = std::nullopt);

/// How drawings are arranged: in one column, or in as many as use the room. Kept in the settings.
enum class Columns { One, Several };
Columns chosenColumns();
void chooseColumns(Columns columns);

/// What arranged() gets by that choice: the room, or nothing.
std::optional<QSizeF> roomByChoice(QSizeF room = {1100, 720});

} // namespace editor
