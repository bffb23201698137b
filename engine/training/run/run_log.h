// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/curve.h"
#include "engine/training/run/events.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

/// What a run has told: a value that grows by its events. Who shows a run, of this process or of another one, keeps one
/// and nothing beside it.
struct RunLog {
    StartEvent start = {};                 ///< the last one, with the iterations and limits that hold now
    Curve curve = {};                      ///< a copy shares its points
    std::optional<TrainEvent> newest = {}; ///< the last one that came through take(), also before the last start
    std::vector<ValidationEvent> validations = {}; ///< with the metrics of the training part among the others
    std::vector<CheckpointEvent> checkpoints = {};
    std::vector<SampleEvent> samples = {};
    std::vector<Vitals> devices = {};       ///< that train it, as they were told last
    std::optional<PacingEvent> pacing = {}; ///< while it rests between its steps
    bool paused = false;
    std::optional<EndEvent> end = {}; ///< nothing while it goes on

    /// A start forgets what comes later than where it begins: what a part that was killed had trained after its last
    /// checkpoint.
    void take(const Event& event);

    bool hasBegun() const { return !start.deviceDescription.empty(); } ///< and not only what it is to be is known
    std::int64_t iteration() const;                                    ///< that it has reached
    double unitsUntil(std::int64_t iteration) const;  ///< characters or sequences read; NaN where that is not known
    double epochsUntil(std::int64_t iteration) const; ///< the same
    double perSecond(std::size_t point) const;        ///< characters or sequences, in the steps up to that point
    const ValidationEvent* lastValidation() const { return validations.empty() ? nullptr : &validations.back(); }
    const ValidationEvent* bestValidation() const; ///< the last that was the best so far; null without one
};

/// The index of the newest point at this iteration or before it; nothing where all come later.
std::optional<std::size_t> lastUntil(const Curve& curve, std::int64_t iteration);

} // namespace engine
