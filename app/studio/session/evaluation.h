// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/net_source.h"
#include "engine/data/samples.h"
#include "engine/graph/go_on.h"
#include "engine/training/measure/baseline.h"
#include "engine/training/measure/sample_evaluation.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace studio {

/// What is to be measured, and on which sequences.
struct EvaluationRequest {
    std::shared_ptr<const NetSnapshot> net = {}; ///< shared with the run; null: the checkpoint's
    std::filesystem::path checkpoint = {};
    std::filesystem::path data = {};        ///< file, folder or name of made data; empty: the checkpoint's
    std::optional<engine::Split> part = {}; ///< nothing: what is held out, for validation where there is some
    std::string device = "auto";            ///< see engine::DeviceWish
    int threads = 0;                        ///< 0: one for each core
};

/// What a net says of one sequence.
struct Guess {
    std::int32_t sample = 0;
    double target = 0, predicted = 0; ///< class, or number in its own unit
    float chance = 0;                 ///< of the predicted class
};

/// What a net says of a row that comes behind a table's last one, or behind the last one of a group.
struct Forecast {
    std::string group = {};          ///< empty: the table is one series
    std::int64_t ahead = 1;          ///< rows behind the last one
    double predicted = 0;            ///< class, or number in its own unit
    float chance = 0;                ///< of the predicted class
    std::optional<double> time = {}; ///< seconds since 1970-01-01, by the distance of the last rows; nothing: no times
};

/// What a net says of a part of the sequences.
struct Evaluation {
    engine::SampleReport report = {};
    engine::Samples samples = {}; ///< all of them, for pictures of some
    engine::Split part = engine::Split::Test;
    std::int64_t iteration = 0;                   ///< of the net
    std::vector<Guess> guesses = {};              ///< in the order of the part
    std::vector<engine::Baseline> baselines = {}; ///< over the same part
    std::vector<Forecast> forecasts = {};         ///< of a table, where the net forecasts: whatever the part is

    bool isOfClasses() const { return !samples.facts.classes.empty(); }
    std::vector<Guess> worstMistakes(std::size_t most) const; ///< wrong classes, the surest first
};

/// Takes time: call it on another thread than the window's. Nothing where `goOn` ended it. Throws Error for a net that
/// learned no sequences, and as the readers do.
std::optional<Evaluation> evaluate(const EvaluationRequest& request, const engine::GoOn& goOn = {});

} // namespace studio
