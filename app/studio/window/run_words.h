// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/progress_tracker.h"
#include "engine/graph/model.h"

#include <QString>

namespace studio {

/// What computes a run, in one line for the status bar: "ONEDNN on CPU in fp32".
QString whereInWords(const engine::StartEvent& begun);

/// Why a net of this model writes no text, in a sentence or two; empty where it does, or where that cannot be told yet.
QString whyItWritesNothing(const engine::Model& model);

/// Why no run of this model gives the lens a net: it learns sequences. Empty where one may.
QString whyItReadsNoText(const engine::Model& model);

} // namespace studio
