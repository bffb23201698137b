// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/completion.h"
#include "app/cli/options.h"

namespace cli {
namespace {

constexpr const char* completionExamples = R"(  source <(hamnet completion bash)
  source <(hamnet completion zsh)
  hamnet completion fish | source)";

class CompletionCommand : public Command {
public:
    CompletionCommand(CLI::App& app, const CLI::App& program) : Command(app), m_program(&program)
    {
        app.add_option("SHELL", m_shell, "The shell to complete in.")
            ->type_name("{bash,zsh,fish}")
            ->required()
            ->check(oneOf({"bash", "zsh", "fish"}));
    }

    ExitCode run(Console& console) override
    {
        console.out.write(m_shell == "bash"  ? bashCompletion(*m_program)
                          : m_shell == "zsh" ? zshCompletion(*m_program)
                                             : fishCompletion(*m_program));
        return ExitCode::Done;
    }

private:
    const CLI::App* m_program;
    std::string m_shell;
};

} // namespace

std::unique_ptr<Command> makeCompletionCommand(CLI::App& program)
{
    return std::make_unique<CompletionCommand>(addCommand(program, "completion",
                                                          "Print what a shell needs to complete commands and options.",
                                                          completionExamples),
                                               program);
}

} // namespace cli
