// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "engine/training/run/overfitting.h"
#include "engine/training/run/run_verdict.h"

#include <optional>
#include <QString>

namespace studio {

/// What became of a run, by its curves; see engine::verdictOf().
engine::RunVerdict verdictOf(const RunRecord& record, engine::EndReason reason);

/// In the user's language: "Finished: best 1.443 at 1,000; since then it overfits."
QString endInWords(const RunRecord& record, engine::EndReason reason);

/// Whether the run overfits, as far as it has got; see engine::overfitting().
std::optional<engine::Overfitting> overfittingOf(const RunRecord& record);

/// The mean training loss of the 100 iterations up to this one, or of those that there are.
engine::LossMean trainingLossAt(const RunRecord& record, std::int64_t iteration);

/// The checkpoint with the weights of the run's best validation; nothing where it is not there any more.
std::optional<engine::CheckpointEvent> bestCheckpointOf(const RunRecord& record);

} // namespace studio
