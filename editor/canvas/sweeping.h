// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/gesture.h"

#include <memory>

namespace editor {

class CanvasView;

std::unique_ptr<Gesture> panGesture(CanvasView& view, QPoint from);
/// Selects what a rectangle touches; of frames, those that lie in it. Ctrl and Shift keep what was selected.
std::unique_ptr<Gesture> bandGesture(CanvasView& view, const Pointer& from);
/// Cuts the wires that the pointer's way crosses.
std::unique_ptr<Gesture> cutGesture(CanvasView& view, QPointF from);

} // namespace editor
