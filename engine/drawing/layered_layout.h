// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/drawing/drawing.h"

#include <cstddef>
#include <span>
#include <vector>

namespace engine {

/// What the layout has to know of a layer.
struct LayoutBox {
    std::size_t inputs = 0, outputs = 0; ///< ports on its upper and lower edge
    bool loss = false;                   ///< a chain of layers that ends there is the main one
};

/// A wire between two boxes, by their numbers. One that runs against the order of the boxes moves nothing.
struct LayoutWire {
    int from = 0, to = 0;
    std::size_t output = 0, input = 0;
};

/// The upper left corner of each box, so that wires are short and run downwards: boxes in rows, few crossings, each box
/// under the middle of those that feed it. Deterministic; places lie on the grid, and no boxes overlap. Unconnected
/// parts stand side by side.
std::vector<DrawingPoint> layeredLayout(std::span<const LayoutBox> boxes, std::span<const LayoutWire> wires);

} // namespace engine
