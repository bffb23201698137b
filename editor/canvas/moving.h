// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/gesture.h"
#include "editor/canvas/snapping.h"
#include "editor/document/content.h"

#include <map>
#include <memory>

namespace editor {

class CanvasView;

/// Moves the selection; a frame takes along what lies in it. A single free node that is let go on a wire goes into it.
/// Alt: without snapping and without going into wires.
std::unique_ptr<Gesture> moveGesture(CanvasView& view, Id pressed, QPointF from);

/// Moves some of a note's edges.
std::unique_ptr<Gesture> resizeGesture(CanvasView& view, Id note, Qt::Edges edges);

/// The nodes and notes that move when these do: a frame's contents with it.
std::set<Id> movingTogether(const Content& content, const std::set<Id>& ids);

/// Places of nodes and notes, moved by so much.
void moveBy(Content& content, const std::set<Id>& ids, QPointF offset);

} // namespace editor
