// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <QPixmap>
#include <QString>

namespace editor {

/// The name of a group's icon, for icon().
QString groupIconName(engine::LayerGroup group);

/// The same as a picture that is sharp at this zoom. Kept, since a canvas paints it for each of its nodes.
const QPixmap& groupIcon(engine::LayerGroup group, double zoom);

} // namespace editor
