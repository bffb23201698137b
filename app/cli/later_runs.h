// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/train_options.h"
#include "app/queue/sweep.h"

#include <vector>

namespace cli {

/// The options of `train` in a command that has runs trained later: all but those on names of checkpoints and on what
/// is printed.
class LaterOptions {
public:
    void addTo(CLI::App& command); ///< this must outlive the command

    const TrainOptions& train() const { return m_train; }
    std::vector<const CLI::Option*> given() const; ///< those that are there

private:
    TrainOptions m_train;
    std::vector<const CLI::Option*> m_options;
};

/// What such a command's runs have in common. Reads model, solver and data once, and throws Error where a run could not
/// begin with them.
queue::SweepBase laterRuns(const LaterOptions& options);

} // namespace cli
