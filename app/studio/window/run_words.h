// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/training_reports.h"
#include "engine/graph/model.h"

#include <QString>

namespace studio {

/// How far a run is, in one line for the status bar: of a text in iterations, nats and characters, of sequences in
/// epochs with the last validation's metrics.
QString runInWords(const TrainingStart& begun, const TrainingProgress& progress);

/// Why a net of this model writes no text, in a sentence or two; empty where it does, or where that cannot be told yet.
QString whyItWritesNothing(const engine::Model& model);

} // namespace studio
