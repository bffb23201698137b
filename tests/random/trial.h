// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/net/net.h"
#include "tests/random/random_net.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace engine::test {

/// Numbers of a run with their name: "update 2: gradient of lstm1/Wx".
struct Measured {
    std::string name;
    std::vector<double> values;
};
using Record = std::vector<Measured>;

/// What the reference says, and how far a run in single precision may be from it.
struct Wanted {
    std::string name;
    std::vector<double> values;
    double allowed; ///< for each element
    bool isSharp;   ///< whether an error of 2 % of the largest element would be seen
};

/// A record, or the sentence of the refusal. The sentence of anything that went wrong later is in `fault`.
struct RunResult {
    Record record = {};
    std::optional<std::string> refusal = {}, fault = {};
    bool diverged = false; ///< ended where the loss became too large; the record goes up to there
};

/// What the net's weights are drawn to be.
std::vector<ReferenceWeight> firstWeights(const RandomNet& net);

/// Batches that no text would give, through the net of the phase TRAIN, the solver and then the net of the phase TEST.
RunResult runBatches(const RandomNet& net, const EngineWish& wish);
std::vector<Wanted> wantedOfBatches(const RandomNet& net);

/// The text, through the trainer of the programs: reported losses, norms, rates and validations.
RunResult runText(const RandomNet& net, const EngineWish& wish);
std::vector<Wanted> wantedOfText(const RandomNet& net);

/// The first number that is further off than it may be, as a sentence; nothing where all are near enough.
std::optional<std::string> difference(const Record& found, const std::vector<Wanted>& wanted);

/// What became of a net.
struct Verdict {
    std::optional<std::string> fault = {};  ///< a sentence
    std::vector<std::string> refusals = {}; ///< of the net or of a part of the trial
    std::size_t compared = 0, sharp = 0;    ///< numbers with a name
    int runs = 0;                           ///< that were compared
};
Verdict verdictOn(const RandomNet& net);

/// The net without layers and settings that its fault does not need.
RandomNet reduced(const RandomNet& net, const std::function<bool(const RandomNet&)>& isFaulty);

} // namespace engine::test
