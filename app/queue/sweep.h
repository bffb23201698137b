// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/queued_run.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {
class BatchSource;
}

namespace queue {

/// A setting of a layer, LAYER.SETTING, or of the solver, solver.SETTING, and what it may be: some values, or a range.
/// Or the cell of all recurrent layers: the names that contest::withCell() takes, in the net's own directions, and
/// "drawn", which stands for the net as it is.
struct Variation {
    std::string layer;                                           ///< or "solver"; empty: the cell
    std::string setting;                                         ///< as model files name it
    std::vector<std::string> values;                             ///< as they were given; of a range its two ends
    enum class Kind { List, Range, LogRange } kind = Kind::List; ///< drawn evenly, or evenly in the logarithm

    std::string name() const { return isOfCell() ? "cell" : layer + "." + setting; }
    bool isRange() const { return kind != Kind::List; }
    bool isOfSolver() const { return layer == "solver"; }
    bool isOfCell() const { return layer.empty(); }
};

/// Of "lstm.num_output" and "128,256", or "solver.base_lr" and "1e-3..1e-2", also with ":log" behind and blanks around
/// values and ends; of "cell" and names. Nothing where those are no values. Throws Error for a range whose ends are
/// wrong.
std::optional<Variation> variationOf(std::string_view name, std::string_view values);

/// Sets LAYER.SETTING, or solver.SETTING, to what the text says, in all layers of that name that have it. Throws Error
/// with the nearest name where there is none, and for what is no value of it.
void set(engine::RunDescription& run, const Variation& variation, const std::string& value);

/// Throws Error for a value, or an end of a range, that the setting does not take, and for one that is given twice,
/// however it is written.
void requireValues(const Variation& variation, const engine::RunDescription& run);

/// A value for each of some variations, in their order.
using Choice = std::vector<std::string>;

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

/// How many runs that is; 9e18 where there are more. Throws Error for two variations of one setting, and
/// for a range without trials.
std::int64_t runsOf(const Sweep& sweep);

/// Those of a sweep whose runs are the job's but for what varies: all combinations, of which the last variation's value
/// changes first; or so many at random, none of them twice, fewer where there are no more. The job's seed gives the
/// same ones. Values out of a range have four digits, and are whole where the setting is.
std::vector<Choice> choicesOf(const Sweep& sweep, const Job& job);

/// The run with these values in place of the net's and the solver's own. Throws Error where they do not fit.
Job jobWith(const SweepBase& base, std::span<const Variation> variations, const Choice& choice);

/// All of them; fewer than runsOf() where there are not so many different trials. Throws Error as requireValues() and
/// jobWith() do, for a setting that the runs do not take, and where runs that stop early have no iterations to share
/// out or no validation to go by.
std::vector<Job> jobsOf(const Sweep& sweep, const SweepBase& base);

} // namespace queue
