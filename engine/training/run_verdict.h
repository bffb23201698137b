// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/curve.h"
#include "engine/training/overfitting.h"
#include "engine/training/run.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// What is known of a run as it ends.
struct RunHistory {
    EndReason reason = EndReason::Stopped;
    std::int64_t iteration = 0;
    std::span<const ValidationLoss> validations = {}; ///< in the order of iterations
    TrainingLossAt trainingAt;
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
    std::optional<ValidationLoss> best = {}; ///< nothing where nothing was validated
};

/// A run is still improving where its best validation is among the last fifth and lies more than 0.5 %, and more than
/// two standard deviations of the noise, below the best before them; without validations where the training loss fell
/// by as much in the last fifth.
RunVerdict verdictOf(const RunHistory& history);

/// The same of a run's curve.
RunVerdict verdictOf(const Curve& curve, EndReason reason);

/// The mean loss of the last `targetWindow` of the points before `after`, or of those that there are; NaN of fewer than
/// two.
LossMean meanLossBefore(std::size_t after, const std::function<double(std::size_t point)>& lossAt);

/// A sentence about the end of a run, to be translated and filled in: "%1" stands for the first value.
struct VerdictWords {
    std::string ending;  ///< how it ended: "Finished: %1.", "%1" being what it learned; of a diverged run without
    std::string learned; ///< "best %1 at %2; since then it overfits"; empty of a diverged run
    double loss = 0;     ///< %1 of `learned`
    std::int64_t iteration = 0; ///< %2 of `learned`, or of a diverged run %1 of `ending`
};

/// Texts of the context "RunVerdict".
VerdictWords wordsOf(const RunVerdict& verdict);

/// The same in English: "Finished: best 1.443 at 1,000; since then it overfits."
std::string inWords(const RunVerdict& verdict);

} // namespace engine
