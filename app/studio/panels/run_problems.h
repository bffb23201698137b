// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/corpus_facts.h"
#include "app/studio/session/will_it_fit.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/warnings.h"

#include <vector>

namespace studio {

// What keeps a run of a sound drawing from starting, or may. In the words of the panels that are about them, and of F5.
// Fixes change the next run's choice in `workspace`, which must outlive them; those of a batch and of weights that the
// solver names change the drawing.

/// Of what it learns and starts from, whatever computes it: a text that cannot be read or fills no batch, first weights
/// that are gone.
std::vector<editor::Warning> dataProblems(const CorpusFacts& text, Workspace& workspace);

/// Of the device and engine that were chosen: too little memory, an engine or a precision that is not here.
std::vector<editor::Warning> machineProblems(const WillItFit& memory, Workspace& workspace);

} // namespace studio
