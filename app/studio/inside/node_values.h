// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/value_marks.h"
#include "engine/training/measure/look_inside.h"

#include <optional>

namespace studio {

/// What a look tells of the layer of this name and type; nothing where the look has no such layer. What a data layer
/// gives is left out: ids of characters and cont.
std::optional<editor::NodeValues>
nodeValues(const engine::NetLook& look, const std::vector<engine::LookFinding>& findings, const engine::Layer& layer);

} // namespace studio
