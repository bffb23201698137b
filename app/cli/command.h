// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/exit_code.h"

#include <memory>

namespace CLI {
class App;
}

namespace cli {

/// One word of the program, such as `train`: its options, which it adds to the program when it is made, and what it
/// does.
class Command {
public:
    explicit Command(CLI::App& options) : m_options(&options) {}
    virtual ~Command() = default;

    const CLI::App& options() const { return *m_options; }

    /// What it does with the options as they were parsed. Throws Error, UnavailableError and ReaderGone.
    virtual ExitCode run(Console& console) = 0;

private:
    CLI::App* m_options;
};

// Each in the file of its name.
std::unique_ptr<Command> makeTrainCommand(CLI::App& program);
std::unique_ptr<Command> makeGenerateCommand(CLI::App& program);
std::unique_ptr<Command> makeEvaluateCommand(CLI::App& program);
std::unique_ptr<Command> makePredictCommand(CLI::App& program);
std::unique_ptr<Command> makeInfoCommand(CLI::App& program);
std::unique_ptr<Command> makeDrawCommand(CLI::App& program);
std::unique_ptr<Command> makeCompareCommand(CLI::App& program);
std::unique_ptr<Command> makeBenchCommand(CLI::App& program);
std::unique_ptr<Command> makeConvertCommand(CLI::App& program);
std::unique_ptr<Command> makeDevicesCommand(CLI::App& program);
std::unique_ptr<Command> makeCorpusCommand(CLI::App& program);
std::unique_ptr<Command> makeDataCommand(CLI::App& program);
std::unique_ptr<Command> makeSweepCommand(CLI::App& program);
std::unique_ptr<Command> makeQueueCommand(CLI::App& program);
std::unique_ptr<Command> makeTableCommand(CLI::App& program);
std::unique_ptr<Command> makeWatchCommand(CLI::App& program);
std::unique_ptr<Command> makeCompletionCommand(CLI::App& program);
std::unique_ptr<Command> makeManualCommand(CLI::App& program); ///< hidden: for those who write the man page

} // namespace cli
