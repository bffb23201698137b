// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "engine/formats/checkpoint/checkpoint.h"

#include <vector>

namespace studio {

/// What a run had shown when its checkpoint was taken.
struct CheckpointPast {
    RunCurve curve;
    std::vector<engine::ValidationEvent> validations;
};

/// Its curve shares the checkpoint's points.
CheckpointPast pastOf(const engine::Checkpoint& checkpoint, const IterationFacts& facts);

/// A run's record as the engine keeps curves: validations stand at their iterations.
std::vector<engine::CurvePoint> engineCurve(const RunRecord& record);

} // namespace studio
