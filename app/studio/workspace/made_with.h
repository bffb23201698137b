// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/studio/session/training_session.h"
#include "engine/formats/exchange/provenance.h"

namespace studio {

class Workspace;

// What the studio's pictures and states say of what made them.

/// The drawing with its solver, positions and notes; where the shown run trained this very net, its seed and newest
/// checkpoint too, else the seed of the next run.
engine::Provenance provenanceOfDrawing(const Workspace& workspace);

/// A run, for its curves: its net as it was trained, solver, seed, and its newest checkpoint. The drawing's where there
/// is no run.
engine::Provenance provenanceOfRun(const Workspace& workspace, const RunRecord* run);

/// The net and the seed of all who take part, and the file whose weights they start from, if there is one.
engine::Provenance provenanceOfRace(const TrainingRequest& request);

/// The net that wrote the text, for a state in it.
engine::Provenance provenanceOfState(Workspace& workspace, const WrittenText& text);

} // namespace studio
