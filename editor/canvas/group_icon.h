// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <QPixmap>

namespace editor {

/// A group's icon as a picture that is sharp at this zoom. Kept, since a canvas paints it for each of its nodes.
const QPixmap& groupIcon(engine::LayerGroup group, double zoom);

} // namespace editor
