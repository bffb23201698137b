// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/queued_run.h"
#include "app/queue/variation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {
class BatchSource;
}

namespace queue {

inline constexpr std::int64_t maxRuns = 10'000; ///< of a sweep: more are rarely meant

/// Which runs of a net are wanted.
struct Sweep {
    std::vector<Variation> variations = {};
    std::optional<std::int64_t> trials = {}; ///< combinations drawn at random; nothing: all of them
    std::int64_t seeds = 1;                  ///< of each combination
    bool stopsEarly = false;                 ///< see halving.h
};

/// What they have in common.
struct SweepBase {
    std::string model = {}; ///< what sentences call the net: its file or name
    Job job = {};           ///< before anything is varied, with the seed of the first run; the others' follow
    std::shared_ptr<const engine::BatchSource> data = {}; ///< shared with copies of this
    bool hasEqualParameters = false; ///< nets with other cells learn as many numbers as the drawn one: by their units
};

/// The iterations that a run takes; engine::endless where neither its settings nor its solver give a number.
std::int64_t iterationsOf(const engine::RunDescription& run);

/// The net as it is trained, with the sizes that the data settle.
engine::Model settled(const SweepBase& base, const engine::Model& model);
bool validates(const SweepBase& base); ///< whether data are held out

/// How many runs that is; the greatest number where there are more. Throws Error for two variations of one setting, and
/// for a range without trials.
std::int64_t runsOf(const Sweep& sweep);

/// The run with these values in place of the net's and the solver's own. Throws Error where they do not fit.
Job jobWith(const SweepBase& base, std::span<const Variation> variations, const Choice& choice);

/// All of them; fewer than runsOf() where there are not so many different trials. Throws Error as requireValues() and
/// jobWith() do, for a setting that the runs do not take, and where runs that stop early have no iterations to share
/// out or no validation to go by.
std::vector<Job> jobsOf(const Sweep& sweep, const SweepBase& base);

} // namespace queue
