// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/watch/event_lines.h"
#include "engine/backends/layer_engines.h"
#include "engine/devices/precision_choice.h"
#include "engine/training/run/run.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cli {

/// What StartEvent::iterations is where only the clock or the user ends the run.
using engine::endless;

/// Of a run that is one of several side by side, which differ in their seed alone.
struct SeedsFacts {
    std::uint64_t seed = 0; ///< its own
    std::uint64_t first = 0, last = 0;
    std::int64_t nets = 0;
    int atOnce = 1;          ///< that train at the same time
    std::string folder = {}; ///< of the checkpoints of all; empty: none are written
};

/// What is known about a run beside its events.
struct RunFacts {
    std::string model;
    std::string text, textOrigin;
    bool isText = true;                                    ///< false: sequences with an answer each
    std::int64_t characters = 0, learned = 0, heldOut = 0; ///< of the text; or sequences
    std::string sequences = {}; ///< of sequences, what they are: "28 steps of 28 numbers, 10 classes"
    bool canWrite = true;       ///< of a text: whether the net can write one
    std::string solver;
    std::string deviceDescription;
    engine::Precision precision = engine::Precision::Float32;
    engine::PrecisionFrom precisionFrom = engine::PrecisionFrom::Auto;
    std::vector<engine::LayerEngine> layers = {};               ///< the engine of each that is recurrent
    std::int64_t memory = 0;                                    ///< bytes that the size report foresees
    std::string checkpoint;                                     ///< empty: none is written
    std::string firstWeights = {};                              ///< the file that it begins with; empty: none
    std::optional<double> seconds;                              ///< the limit
    std::vector<engine::Sentence> notes = {};                   ///< sentences, beside those of the start event
    std::function<std::string(engine::EndReason)> verdict = {}; ///< what became of it, as a sentence; empty: unknown
    std::optional<SeedsFacts> ofSeeds = {};                     ///< nothing: it is alone
    std::chrono::system_clock::time_point began = std::chrono::system_clock::now();
};

/// Shows a run as it happens. Its methods throw ReaderGone and Error, as Output does.
class RunView {
public:
    virtual ~RunView() = default;
    virtual void show(const engine::Event& event) = 0;
    virtual void showPause(std::int64_t iteration, watch::Pause pause) = 0;

    /// A sentence of who watches, among the lines; readers of JSON are not told.
    virtual void remark(const std::string& sentence) = 0;
};

/// An event as --json prints it.
watch::Json lineOf(const engine::Event& event, const RunFacts& facts);

/// What the line of a start event says of its run; of the verdict nothing, which is in the line of the end.
RunFacts factsIn(const watch::Json& start);

enum class Reporting { Words, JsonLines };

/// One JSON object a line.
std::unique_ptr<RunView> makeJsonView(Console& console, const RunFacts& facts);

/// One line an event, for files and pipes.
std::unique_ptr<RunView> makePlainView(Console& console, const RunFacts& facts);

/// On a terminal: a progress line that stays at the bottom. Wants to hear of every iteration; each `lineEvery` of them
/// one leaves a line as well, with 0 none does.
std::unique_ptr<RunView> makeLiveView(Console& console, const RunFacts& facts, std::int64_t lineEvery);

} // namespace cli
