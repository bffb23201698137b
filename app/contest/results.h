// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"
#include "app/contest/curves.h"
#include "app/contest/measurement.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What was measured of nets on engines, and what it comes to.

namespace contest {

/// After an epoch of one seed.
struct EpochResult {
    double seconds;      ///< of training since the start
    double trainingLoss; ///< mean over the epoch's steps
    std::optional<Validated> validated;
};

/// One seed of one entrant.
struct SeedResult {
    std::uint64_t seed;
    engine::Curve curve = {}; ///< of each step; after a run of one step also the time of one more
    std::vector<EpochResult> epochs = {};
};

/// Numbers that seeds make different.
struct Spread {
    std::vector<double> values;

    double mean() const;                     ///< NaN of none
    std::optional<double> deviation() const; ///< of the sample (n - 1); nothing of fewer than two
};

struct Result {
    Entrant entrant;
    Loaded loaded = {}; ///< of the last seed
    std::vector<SeedResult> seeds = {};
    std::vector<Effort> efforts = {};
    Memory memory = {}; ///< the largest of all seeds
    std::string text = {};

    // Seconds, measured several times; their median counts:
    std::vector<double> rows = {};       ///< of a step, a mean over a row of them, where the pace alone is measured
    std::vector<double> uses = {};       ///< of a character written or a sequence answered; empty: it does neither
    std::vector<double> validating = {}; ///< what is held out, and of sequences those trained on
    std::vector<double> evaluating = {}; ///< what is held out; of a text the same
    std::vector<double> predicting = {}; ///< all sequences that are held out

    double firstStep() const;    ///< seconds, of the first seed
    double stepSeconds() const;  ///< median of the typical steps
    double epochSeconds() const; ///< that of so many steps
    double unitsPerSecond() const;
    std::optional<double> utilisation() const; ///< percent
    std::optional<double> joulesPerThousandUnits() const;

    Spread trainingLoss() const;   ///< of the last epoch
    Spread validationLoss() const; ///< after it; empty where nothing was held out

    std::vector<std::string> metrics() const;     ///< their names
    Spread metric(const std::string& name) const; ///< after the last epoch

    /// The metric and the seconds of training after each epoch, means over the seeds, as a curve of losses: less is
    /// better, so what is better where it is more counts negative.
    engine::Curve course(const std::string& name) const;
};

using Results = std::vector<Result>;

/// "CUDA:0: NVIDIA H200, ...", each once.
std::vector<std::string> devicesOf(const Results& results);

/// How near the losses of all are, from the first seed.
LossAgreement agreementOf(const Results& results);

/// The first metric of the results, by which they are judged: "accuracy", "mae"; empty where nothing was held out.
std::string mainMetric(const Results& results);

/// Whether two entrants train the same net: then their first losses tell how far the engines' numbers are apart.
bool haveSameNet(const Result& one, const Result& other);

/// The largest distance of the first losses, at most ten, from those of the first result with the same net and seed;
/// nothing for that one itself.
std::optional<double> firstLossDistance(const Result& result, const Results& results);

/// The value of the main metric that all reached: the worst of the last ones. NaN where there is none.
double commonLevel(const Results& results, const std::string& metric);

/// Seconds of training until the mean over the seeds reached the level; nothing where it never did.
std::optional<double> secondsToLevel(const Result& result, const std::string& metric, double level);

/// The mean of the metric after the last epoch that ended in these seconds of training.
std::optional<double> metricAtTime(const Result& result, const std::string& metric, double seconds);

/// The training time of the fastest, in seconds: at it, all can be compared.
double commonTime(const Results& results);

} // namespace contest
