// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/corpus_facts.h"
#include "app/studio/session/will_it_fit.h"
#include "editor/document/warnings.h"

#include <vector>

namespace studio {

/// What keeps a run of a sound drawing from starting, or may: a text that cannot be read, too little memory. In the
/// words of the panels that are about them.
std::vector<editor::Warning> runProblems(const CorpusFacts& text, const WillItFit& memory);

} // namespace studio
