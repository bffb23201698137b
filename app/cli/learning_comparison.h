// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/contenders.h"
#include "app/cli/engine_process.h"
#include "app/cli/refusals.h"
#include "app/contest/curves.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// How well nets learn on several engines, with several cells or with several batches: each is trained for the same
/// epochs, from several seeds.
namespace cli {

/// A row of the table: a net on an engine.
struct Learner {
    std::string name; ///< what it differs in: "cpu/onednn", "gru", "cpu/onednn, batch 64"
    Contender contender;
    std::string model;       ///< prototxt
    std::string solver = {}; ///< prototxt; empty: that of all
    std::string cell = {};   ///< as --cells names it; empty where the net has its own
    std::int64_t batch = 0;  ///< as --batch has it; 0 where the net has its own
};

/// What a process is to measure for it.
Measurement measurementOf(const Learner& learner, Measurement common);

/// What all of them do, and from what.
struct LearningTrial {
    Measurement common; ///< but for model, engine, device and seed
    std::int64_t epochs = 3;
    std::optional<std::int64_t> iterations = {}; ///< in place of epochs
    std::uint64_t firstSeed = 1;                 ///< the others follow it
    std::int64_t seeds = 3;
    std::function<void(const std::string&)> tell = {}; ///< hears what is trained; may be empty
};

/// After an epoch of one seed.
struct EpochResult {
    double seconds;      ///< of training since the start
    double trainingLoss; ///< mean over the epoch's steps
    std::optional<EngineProcess::Validated> validated;
};

/// One seed of one row.
struct SeedResult {
    std::uint64_t seed;
    engine::Curve curve = {}; ///< of each step; after a run of one step also of one more
    std::vector<EpochResult> epochs = {};
    std::optional<EngineProcess::UseTimes> use = {}; ///< after the last epoch
};

/// Numbers that seeds make different.
struct Spread {
    std::vector<double> values;

    double mean() const;                     ///< NaN of none
    std::optional<double> deviation() const; ///< of the sample (n - 1); nothing of fewer than two
};

struct LearningResult {
    Learner learner;
    EngineProcess::Loaded loaded = {}; ///< of the last seed
    std::vector<SeedResult> seeds = {};
    EngineProcess::Memory memory = {}; ///< the largest of all seeds

    double stepSeconds() const;  ///< median, without each seed's first step, which makes what the others use
    double epochSeconds() const; ///< that of so many steps
    double unitsPerSecond() const;
    std::optional<double> validationSeconds() const; ///< median: of what is held out, and of sequences trained on
    std::optional<double> evaluateSeconds() const;   ///< median: to measure what is held out
    std::optional<double> predictSeconds() const;    ///< median: to answer all sequences that are held out

    Spread trainingLoss() const;   ///< of the last epoch
    Spread validationLoss() const; ///< after it; empty where nothing was held out

    std::vector<std::string> metrics() const;     ///< their names
    Spread metric(const std::string& name) const; ///< after the last epoch

    /// The metric and the seconds of training after each epoch, means over the seeds, as a curve of losses: less is
    /// better, so what is better where it is more counts negative.
    engine::Curve course(const std::string& name) const;
};

struct LearningComparison {
    std::vector<LearningResult> results;
    std::vector<Refusal> refusals;
};

/// Each in a process of its own, in turns after each epoch. Those that cannot be trained, or diverge, are refusals.
/// Throws Error with what was wrong with the first where none is left, and where equal nets did not start alike.
LearningComparison compareLearning(const std::vector<Learner>& learners, const LearningTrial& trial);

/// The first metric of the results, by which they are judged: "accuracy", "mae"; empty where nothing was held out.
std::string mainMetric(const std::vector<LearningResult>& results);

/// Whether two rows train the same net: then their first losses tell how far the engines' numbers are apart.
bool haveSameNet(const LearningResult& one, const LearningResult& other);

/// The largest distance of the first losses, at most ten, from those of the first result with the same net and seed;
/// nothing for that one itself.
std::optional<double> firstLossDistance(const LearningResult& result, const std::vector<LearningResult>& results);

/// The value of the main metric that all reached: the worst of the last ones. NaN where there is none.
double commonLevel(const std::vector<LearningResult>& results, const std::string& metric);

/// Seconds of training until the mean over the seeds was there.
std::optional<double> secondsToLevel(const LearningResult& result, const std::string& metric, double level);

/// The mean of the metric after the last epoch that ended in these seconds of training.
std::optional<double> metricAtTime(const LearningResult& result, const std::string& metric, double seconds);

/// The training time of the quickest: what all can be held against each other at.
double commonTime(const std::vector<LearningResult>& results);

/// A few sentences: the fastest against the slowest; whether engines with the same net differ by more than seeds do;
/// where nets or batches differ, which is best after the same time.
std::vector<std::string> sentencesOf(const std::vector<LearningResult>& results);

} // namespace cli
