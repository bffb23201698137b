// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/looks/theme.h"

#include <QPalette>

namespace editor {

/// Every role in every state, so that nothing of the desktop's own palette shines through.
QPalette paletteOf(const Theme& theme);

/// Whether text on it would be light: what a desktop tells of its mode before Qt 6.5.
bool isDark(const QPalette& palette);

} // namespace editor
