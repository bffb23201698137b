// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <set>

namespace editor {

enum class Alignment { Left, Center, Right, Top, Middle, Bottom };

/// Brings an edge or the middle of each to that of all of them together. Nodes and notes; ids that are neither are
/// left out.
void align(Content& content, const std::set<Id>& ids, Alignment alignment);

/// Makes the gaps between them equal; the outermost two stay. Fewer than three stay where they are.
void distribute(Content& content, const std::set<Id>& ids, Qt::Orientation orientation);

} // namespace editor
