// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "engine/formats/checkpoint.h"

#include <vector>

namespace studio {

/// What a run had shown when its checkpoint was taken.
struct CheckpointPast {
    std::vector<CurvePoint> curve;
    std::vector<ValidationPoint> validations;
};

/// `batchCharacters` are those of one iteration, T · N · iter_size; NaN where they are not known.
CheckpointPast pastOf(const engine::Checkpoint& checkpoint, double batchCharacters);

/// A run's record as the engine keeps curves: validations stand at their iterations.
std::vector<engine::CurvePoint> engineCurve(const RunRecord& record);

} // namespace studio
