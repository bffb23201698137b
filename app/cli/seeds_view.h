// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/live_line.h"
#include "app/cli/run_view.h"
#include "app/contest/results.h"
#include "engine/training/run/events.h"

#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cli {

/// What is known of one of several nets that train side by side.
struct NetOfSeed {
    std::uint64_t seed = 0;
    std::string checkpoint = {}; ///< empty: none is written
    std::optional<engine::StartEvent> start = {};
    std::int64_t iteration = 0, validated = -1; ///< the last that was trained, and validated
    std::optional<double> loss = {};            ///< of training, mean since the report before
    std::optional<double> validation = {};      ///< loss, of the last one
    std::optional<double> best = {};            ///< of the best validation, also before a run went on
    double perSecond = 0;                       ///< characters or sequences
    std::optional<engine::EndEvent> end = {};
    std::string failure = {}; ///< a sentence
    bool isPaused = false;    ///< through its folder
    bool over = false;
};

/// Shows several nets side by side: each loss as the mean of all with the standard deviation, and at the end a table.
/// Its methods throw as those of RunView do.
class SeedsView {
public:
    enum class Form { Lines, Live, Events };

    SeedsView(Console& console, Form form, SeedsFacts seeds, std::vector<NetOfSeed> nets);

    void show(std::size_t net, const engine::Event& event);
    void ended(std::size_t net, const std::string& failure); ///< `failure`: empty where there was none
    void finish();                                           ///< the table of all

    const std::vector<NetOfSeed>& nets() const { return m_nets; }

private:
    /// Losses of one iteration by net, until all have come that will.
    using Losses = std::map<std::int64_t, std::vector<double>>;

    void note(NetOfSeed& net, const engine::Event& event);
    void say(const std::string& line);
    /// `told`: up to which iteration a net has told its own.
    void printComplete(Losses& losses, const char* name, std::int64_t NetOfSeed::*told);
    void drawIfDue(bool always = false);
    std::string table() const;
    void printJson() const;

    Console& m_console;
    Form m_form;
    std::vector<NetOfSeed> m_nets;
    SeedsFacts m_seeds;
    std::optional<engine::StartEvent> m_first; ///< of the first that began
    Losses m_training, m_validation;
    LiveFrame m_frame;
    std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now(), m_drawn = {};
};

} // namespace cli
