// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/live_line.h"
#include "app/cli/run_view.h"
#include "engine/training/run/run_log.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cli {

/// One of several nets that train side by side.
struct SeedNet {
    std::uint64_t seed = 0;
    std::optional<double> bestBefore = {}; ///< validation loss, of a run that goes on
    engine::RunLog log = {};
    std::string failure = {}; ///< a sentence
    bool over = false;
};

/// Shows several nets side by side: each loss as the mean of all with the standard deviation, and at the end a table.
/// Its methods throw as those of RunView do.
class SeedsView {
public:
    enum class Form { Lines, Live, Events };

    SeedsView(Console& console, Form form, SeedsFacts seeds, std::vector<SeedNet> nets);

    void show(std::size_t net, const engine::Event& event);
    void ended(std::size_t net, const std::string& failure); ///< `failure`: empty where there was none
    void finish();                                           ///< the table of all

    const std::vector<SeedNet>& nets() const { return m_nets; }

private:
    /// Losses of one iteration by net, until all have come that will.
    using Losses = std::map<std::int64_t, std::vector<double>>;

    void say(const std::string& line);
    void printComplete();
    /// `told`: up to which iteration a net has told its own.
    void printComplete(Losses& losses, const char* name, std::int64_t (*told)(const engine::RunLog&));
    void drawIfDue(bool always = false);
    engine::Report report() const;
    void printJson() const;

    Console& m_console;
    Form m_form;
    std::vector<SeedNet> m_nets;
    SeedsFacts m_seeds;
    std::optional<engine::StartEvent> m_first; ///< of the first that began
    Losses m_training, m_validation;
    LiveFrame m_frame;
    std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now(), m_drawn = {};
};

} // namespace cli
