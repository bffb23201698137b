// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <optional>
#include <set>

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

inline constexpr double rowGap = 4 * gridStep; ///< between a node and its reader, as arranged() leaves it

QPointF onGrid(QPointF point);

/// A place for a new node near the wished one, on the grid, where no node lies.
QPointF freePlace(const Content& content, QPointF wish);

/// Below a node, where its reader belongs.
QPointF placeBelow(const Content& content, Id node);

/// After a node has been put into a wire: it stands below the one that feeds it, and all that depends on it moves down
/// until nothing overlaps. Frames around what moves grow with it.
void makeRoom(Content& content, Id node);

/// As the keyboard walks: layers in the model's order, then notes.
std::vector<Id> walkOrder(const Content& content);

/// The node beside this one as it is seen: to the left (-1) or right (1). 0: none.
Id neighbour(const Content& content, Id node, int side);

/// The node that feeds this one's first input (-1), or the first that reads it (1). 0: none.
Id alongWire(const Content& content, Id node, int direction);

} // namespace editor
