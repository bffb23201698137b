// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/curve.h"
#include "engine/training/run/best.h"
#include "engine/training/run/overfitting.h"
#include "engine/training/run/run.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// What is known of a run as it ends.
struct RunHistory {
    EndReason reason = EndReason::Stopped;
    std::int64_t iteration = 0;
    std::span<const Judgement> validations = {}; ///< in the order of iterations
    TrainingLossAt trainingAt;
    std::string bestBy = "loss"; ///< what `validations` are judged by: it, or the name of a metric
    double accuracy = std::numeric_limits<double>::quiet_NaN(); ///< at the last validation; NaN: not known
};

/// What became of a run.
struct RunVerdict {
    enum class Trend {
        Level,     ///< neither of the others, or too little is known
        Improving, ///< the last fifth of the iterations still brought something
        Overfits,
    };
    EndReason reason = EndReason::Stopped;
    Trend trend = Trend::Level;
    std::int64_t iteration = 0;
    double trainingLoss = 0;
    std::optional<Judgement> best = {}; ///< nothing where nothing was validated
    std::string bestBy = "loss";        ///< what `best` is judged by
    std::string holdsOutNothing = {};   ///< see Trainer::holdsOutNothing()
};

/// A run is still improving where its best validation is among the last fifth and lies more than 0.5 %, and more than
/// two standard deviations of the noise, below the best before them; without validations where the training loss fell
/// by as much in the last fifth. It is not where the accuracy is 1 or the best loss nearly 0. Whether it overfits is
/// told by what the best is told by: a loss may rise while the accuracy does too.
RunVerdict verdictOf(const RunHistory& history);

/// The same of a run's curve, and of its metrics where its best is not told by the loss.
RunVerdict verdictOf(const Curve& curve, EndReason reason, const std::string& bestBy = "loss",
                     std::span<const MetricPoint> metrics = {});

/// The mean loss of the last `targetWindow` of the points before `after`, or of those that there are; NaN of fewer than
/// two.
LossMean meanLossBefore(std::size_t after, const std::function<double(std::size_t point)>& lossAt);

/// A sentence about the end of a run, to be translated and filled in: "%1" stands for the first value.
struct VerdictWords {
    std::string ending;  ///< how it ended: "Finished: %1.", "%1" being what it learned; of a diverged run without
    std::string learned; ///< "best %1 at %2; since then it overfits"; empty of a diverged run
    double value = 0;    ///< %1 of `learned`: a loss, or a metric; of an accuracy percent
    int digits = 3;      ///< of `value`, after the point
    std::string unit;    ///< what follows it: " %"
    std::int64_t iteration = 0; ///< %2 of `learned`, or of a diverged run %1 of `ending`
    std::string metric; ///< %3 of `learned`, to be translated too, or the layer that holds out nothing; may be empty
};

int lossDigits(double loss); ///< to write after the point: 3, or the first two that are not 0

/// Texts of the context "RunVerdict".
VerdictWords wordsOf(const RunVerdict& verdict);

/// The same in English: "Finished: best 1.443 at 1,000; since then it overfits."
std::string inWords(const RunVerdict& verdict);

} // namespace engine
