// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <vector>

namespace editor {

/// From an output down to an input: leaves and arrives vertically.
QPainterPath wirePath(QPointF from, QPointF to);

/// The same where boxes lie in between: around them, on the right unless the way on the left is much shorter or
/// alone free. `lane` keeps wires apart that go round the same boxes: 0, 1, 2, ...
QPainterPath wirePathAround(QPointF from, QPointF to, const std::vector<QRectF>& boxes, std::size_t lane);

} // namespace editor
