// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/guide/guide_steps.h"
#include "editor/document/content.h"

namespace studio {

/// Draws what a step still wants: layers below those that feed them, the first with its upper left corner at `first`.
/// Gives the layer that came or was connected last; 0 where the step wants nothing of the drawing.
editor::Id completeStep(editor::Content& content, GuideStep step, QPointF first);

} // namespace studio
