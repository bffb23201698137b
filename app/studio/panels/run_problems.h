// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/corpus_facts.h"
#include "app/studio/session/will_it_fit.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/warnings.h"

#include <vector>

namespace studio {

/// What keeps a run of a sound drawing from starting, or may: a text that cannot be read, too little memory, an engine
/// that is not here. In the words of the panels that are about them. Fixes change the next run's choice in `workspace`,
/// which must outlive them, and leave the drawing and its file as they are.
std::vector<editor::Warning> runProblems(const CorpusFacts& text, const WillItFit& memory, Workspace& workspace);

} // namespace studio
