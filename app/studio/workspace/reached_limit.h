// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "engine/graph/params.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <QString>

namespace studio {

/// A run that would end before its first iteration if it went on from a checkpoint: its limit is reached there.
struct ReachedLimit {
    std::filesystem::path checkpoint = {};
    std::int64_t iterations = 0; ///< the limit
    std::int64_t epochs = 0;     ///< the same where it is one of epochs; 0: it is one of iterations

    /// Iterations that it would train with the settings below: as many again, or until its learning rate is 0.
    std::int64_t more = 0;
    bool rateIsZero = false;    ///< the learning rate is 0 from there on, so that more iterations change nothing
    engine::Params raised = {}; ///< settings of a run that put a higher limit in place of those that are reached

    QString sentence() const;
};

/// Nothing where a run with these settings that goes on from this checkpoint of the record's trains an iteration, or
/// where that cannot be told. Throws engine::Error for settings out of range.
std::optional<ReachedLimit> reachedLimit(const RunRecord& record, const std::filesystem::path& checkpoint,
                                         const engine::Params& settings);

} // namespace studio
