// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

namespace editor {

/// The drawing with every node (or only the given ones, the others being walls) put where its wires are short and run
/// downwards: layers of nodes, few crossings, each node under the middle of those that feed it. Deterministic; places
/// lie on the grid. Unconnected parts stand side by side.
Content arranged(const Content& content, const std::set<Id>& only = {});

} // namespace editor
