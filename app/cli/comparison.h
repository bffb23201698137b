// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/contenders.h"
#include "app/cli/engine_process.h"
#include "app/cli/refusals.h"
#include "app/cli/table.h"
#include "app/contest/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cli {

enum class Order { InTurns, AtOnce };

/// What all contenders do, and from what.
struct Trial {
    Measurement common; ///< but for engine and device
    std::int64_t iterations = 50;
    double seconds = 0; ///< of training for utilisation and energy; 0: none
    std::int64_t textLength = 0;
    Order order = Order::InTurns;
};

/// What was seen of one contender.
struct Result {
    Contender contender;
    EngineProcess::Loaded loaded = {};
    engine::Curve curve = {}; ///< of each iteration
    std::vector<EngineProcess::Effort> efforts = {};
    EngineProcess::Memory memory = {};
    std::string text = {};

    std::string label() const; ///< its name, and the engine that ran where that is another
    double firstStep() const { return curve.seconds(0); }
    double medianStep() const; ///< without the first, which makes what the others use
    double charactersPerSecond() const;
    std::optional<double> utilisation() const; ///< percent
    std::optional<double> joulesPerThousandCharacters() const;
};

struct Comparison {
    std::vector<Result> results;
    std::vector<Refusal> refusals;
};

/// Each in a process of its own. Those that cannot be measured are refusals. Throws Error where they did not start from
/// the same weights, or are to work at once on one device, and what was wrong with the first where none is measured.
Comparison compare(const std::vector<Contender>& contenders, const Trial& trial);

/// How near the losses of all are.
contest::LossAgreement agreementOf(const std::vector<Result>& results);

/// The verdict in a sentence.
std::string sentenceOf(const std::vector<Result>& results);

/// "CUDA:0: NVIDIA H200, ...", each once.
std::vector<std::string> devicesOf(const std::vector<Result>& results);

/// What they wrote, a column each, in so many columns of a terminal.
Table textsOf(const std::vector<Result>& results, int columns);
std::string whereTextsPart(const std::vector<Result>& results); ///< a sentence

} // namespace cli
