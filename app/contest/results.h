// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"
#include "app/contest/measurement.h"
#include "engine/formats/checkpoint/curve.h"
#include "engine/graph/sentence.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

// What was measured of nets on engines, and what it comes to.

namespace contest {

// What the curves of a comparison come to: losses, and the seconds of training after which each was there. A loss
// varies from batch to batch, so it is looked at as the mean over a window of iterations, the same one for all curves.

using Curves = std::span<const engine::Curve* const>; ///< none of them is null

/// How long each step took but the first, which makes what the others use; that one where it is the only one.
std::vector<double> typicalSteps(const engine::Curve& curve);

std::optional<double> median(std::vector<double> values); ///< nothing of none

/// Iterations that a loss is the mean of: a tenth of the shortest curve that has any, 1 to 100.
std::int64_t lossWindow(Curves curves);

/// The mean over the last `window` points; nothing without any.
std::optional<double> endLoss(const engine::Curve& curve, std::int64_t window);

/// The worst of the ends: all curves that have any point have come to it. Nothing where none has, or where one of them
/// is no number.
std::optional<double> commonLoss(Curves curves, std::int64_t window);

/// When the mean over the last `window` points first was at that loss or below; nothing where it never was.
std::optional<double> secondsToLoss(const engine::Curve& curve, double loss, std::int64_t window);

/// How near the losses of several curves are.
struct LossAgreement {
    double difference = 0; ///< the largest distance from the first curve at one iteration; NaN where a loss is none
    std::int64_t iterations = 0; ///< that all of them have, or that were compared
};
LossAgreement agreementOf(Curves curves, std::size_t most = std::numeric_limits<std::size_t>::max());

// What was measured

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

    /// Of what was measured several times, by all seeds: the median; nothing where it was not.
    std::optional<double> typical(std::vector<double> SeedResult::*times) const;
    Memory memory() const; ///< the largest of all seeds

    double stepSeconds() const; ///< median of the typical steps
    double unitsPerSecond() const;

    std::vector<std::string> figures() const;     ///< of an epoch: their names
    Spread figure(const std::string& name) const; ///< after the last epoch

    /// The figure and the seconds of training after each epoch, means over the seeds, as a curve of losses: less is
    /// better, so what is better where it is more counts negative.
    engine::Curve course(const std::string& name) const;
};

using Results = std::vector<Result>;

/// "CUDA:0: NVIDIA H200, ...", each once.
std::vector<std::string> devicesOf(const Results& results);

bool haveLearned(const Results& results); ///< for epochs

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

// What figures say

/// What one contender came to.
struct Figures {
    std::string name;
    double stepSeconds = 0; ///< of a training step that is typical of it
    std::int64_t bytes = 0; ///< of memory where it trains; 0: not known
};

/// The fastest against the slowest, and how near the losses of all are; or which one alone was measured. There is at
/// least one.
engine::Sentence sentenceOf(std::span<const Figures> contenders, const LossAgreement& losses);

/// The same of results, by their typical steps and the losses of the first seed. Of nets that learned for epochs the
/// fastest against the slowest; whether engines with the same net differ by more than seeds do; where nets or batches
/// differ, which is best after the same time.
std::vector<std::string> sentencesOf(const Results& results);

/// The losses that a net came to with one cell, a value for each seed.
struct CellLosses {
    std::string cell;
    Spread losses;
};

/// Which cell has the lowest mean loss, and whether the next one's lies farther off than seeds make losses differ.
/// There are two cells at least, each with a value.
engine::Sentence bestCell(std::span<const CellLosses> cells);

} // namespace contest
