// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/contest/engine_process.h"

#include <CLI/CLI.hpp>

namespace cli {
namespace {

class MeasureCommand : public Command {
public:
    using Command::Command;

    ExitCode run(Console& /*console*/) override
    {
        contest::answerMeasurements();
        return ExitCode::Done;
    }
};

} // namespace

std::unique_ptr<Command> makeMeasureCommand(CLI::App& program)
{
    CLI::App* const command = program.add_subcommand("measure", "Measure one engine for a comparison.");
    command->group(""); // not in the help
    return std::make_unique<MeasureCommand>(*command);
}

} // namespace cli
