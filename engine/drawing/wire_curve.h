// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/drawing/drawing.h"

#include <cstddef>
#include <vector>

namespace engine {

/// From an output down to an input: leaves and arrives vertically.
DrawnCurve wireCurve(DrawingPoint from, DrawingPoint to);

/// The same where boxes lie in between: around them, on the right unless the way on the left is much shorter or
/// alone free. `lane` keeps wires apart that go round the same boxes: 0, 1, 2, ...
DrawnCurve wireCurveAround(DrawingPoint from, DrawingPoint to, const std::vector<DrawingArea>& boxes, std::size_t lane);

} // namespace engine
