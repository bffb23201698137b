// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/looks/theme.h"

#include <QString>

namespace editor {

/// The few things that Fusion draws heavily: docks, tabs, tool buttons, scroll bars, groups. Sizes follow the font (em)
/// or the display's scale (px).
QString styleSheet(const Theme& theme);

} // namespace editor
