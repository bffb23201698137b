// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace editor {

class CanvasView;

/// From now on screen readers find the canvas's layers and notes as its children; once in a program is enough.
void makeCanvasAccessible();

/// The keyboard is at another layer or note now: screen readers say which.
void announceCurrent(CanvasView& view);

} // namespace editor
