// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/queue/train_process.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

namespace cli {
namespace {

/// The program once more with the words behind, but it dies with the process that started it.
class AttachedCommand : public Command {
public:
    explicit AttachedCommand(CLI::App& app) : Command(app)
    {
        app.add_option("PARENT", m_parent, "The process that started this one.")->required();
        app.prefix_command();
    }

    ExitCode run(Console& /*console*/) override
    {
        if (!queue::attachToParent(m_parent)) {
            return ExitCode::Interrupted;
        }
        std::vector<std::string> words = options().remaining();
        words.insert(words.begin(), "hamnet");
        std::vector<char*> arguments;
        for (std::string& word : words) {
            arguments.push_back(word.data());
        }
        arguments.push_back(nullptr);
        ::execv("/proc/self/exe", arguments.data());
        throw engine::Error(
            engine::say("the program cannot be started once more: %1", std::string(std::strerror(errno))));
    }

private:
    pid_t m_parent = 0;
};

} // namespace

std::unique_ptr<Command> makeAttachedCommand(CLI::App& program)
{
    CLI::App* const command = program.add_subcommand(queue::attachedWord, "Run a command that dies with its parent.");
    command->group(""); // not in the help
    return std::make_unique<AttachedCommand>(*command);
}

} // namespace cli
