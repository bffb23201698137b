// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace editor {

enum class CanvasFont { Title, Body, Small };

/// The program's font in canvas units. Without hinting, so that words are as wide at every zoom as they were measured.
const QFont& canvasFont(CanvasFont font);

} // namespace editor
