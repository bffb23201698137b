// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "engine/training/run/events.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace cli {

/// Of a run that is one of several side by side, which differ in their seed alone.
struct SeedsFacts {
    std::uint64_t first = 0, last = 0;
    std::int64_t nets = 0;
    int atOnce = 1;          ///< that train at the same time
    std::string folder = {}; ///< of the checkpoints of all; empty: none are written
};

/// Shows a run as it happens. Its methods throw ReaderGone and Error, as Output does.
class RunView {
public:
    virtual ~RunView() = default;
    virtual void show(const engine::Event& event) = 0;

    /// A sentence of who watches, among the lines; readers of JSON are not told.
    virtual void remark(const std::string& sentence) = 0;
};

enum class Reporting { Words, JsonLines };

/// One JSON object a line; with the seed of one that is not alone.
std::unique_ptr<RunView> makeJsonView(Console& console, std::optional<std::uint64_t> seed = {});

/// One line an event, for files and pipes.
std::unique_ptr<RunView> makePlainView(Console& console, const std::optional<SeedsFacts>& seeds = {});

/// On a terminal: a progress line that stays at the bottom. Wants to hear of every iteration; each `lineEvery` of them
/// one leaves a line as well, with 0 none does.
std::unique_ptr<RunView> makeLiveView(Console& console, std::int64_t lineEvery);

/// What the shell is told of a run that has ended so; where it diverged, its user too.
ExitCode exitCodeOf(Console& console, const engine::EndEvent& end);

} // namespace cli
