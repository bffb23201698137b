// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "engine/formats/checkpoint/checkpoint.h"

#include <vector>

namespace studio {

/// The validations of a run until its checkpoint was taken.
std::vector<engine::ValidationEvent> validationsIn(const engine::Checkpoint& checkpoint);

/// A run's record as the engine keeps curves: validations stand at their iterations.
std::vector<engine::CurvePoint> engineCurve(const RunRecord& record);

} // namespace studio
