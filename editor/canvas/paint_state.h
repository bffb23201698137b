// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <functional>
#include <optional>
#include <set>

namespace editor {

/// What a port shows while a wire is being led.
/// Target: the wire would end there; Refused: it is there and does not fit; Fixed: its other end; Dimmed: of the other
/// kind than what is looked for.
enum class PortHint { Plain, Fits, Unfit, Target, Refused, Fixed, Dimmed };

/// What the items need to know besides themselves when they are painted. The scene keeps it, the items look.
struct PaintState {
    std::set<Id> selection;
    std::set<Wire> selectedWires;
    std::optional<Wire> hoveredWire;
    std::optional<Wire> insertionWire; ///< what is dragged would be put in here
    Id hovered = 0;
    Id current = 0; ///< where the keyboard is
    bool keyboardFocus = false;
    std::optional<End> hoveredPort;
    std::function<PortHint(const End&)> hint; ///< empty while no wire is being led
};

/// Below this zoom there are no words, only shapes and colours.
inline constexpr double minZoomForText = 0.3;
inline constexpr double minZoomForWireText = 0.6;
/// From this zoom on all ports have their names; below it those of the layer under the pointer.
inline constexpr double minZoomForPortNames = 1.25;

} // namespace editor
