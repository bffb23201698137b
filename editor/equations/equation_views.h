// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"

#include <QString>

namespace editor {

/// The equations of a cell as a paper sets them, one below the other by their equality signs.
QString mathematicsHtml(const engine::cells::Definition& cell);

/// What follows from a cell's equations for I inputs and H units: what is learned, the states, the stages, the work.
QString summaryHtml(const engine::cells::Definition& cell, engine::cells::CellSizes sizes);

} // namespace editor
