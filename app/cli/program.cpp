// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"

#include "app/cli/command.h"
#include "app/cli/words.h"
#include "app/watch/process_identity.h"
#include "engine/graph/error.h"
#include "engine/graph/go_on.h"
#include "engine/graph/not_finite.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"

#include <CLI/CLI.hpp>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace cli {
namespace {

/// Help whose sentences are broken to the width of the terminal, and stay in their column.
class HelpFormat : public CLI::Formatter {
public:
    explicit HelpFormat(int columns) : m_columns(std::clamp(columns - optionColumn - 1, minText, maxText))
    {
        column_width(optionColumn);
    }

    std::string make_option_desc(const CLI::Option* option) const override // NOLINT: the library's name
    {
        return broken(option->get_description());
    }

    std::string make_option_opts(const CLI::Option* option) const override // NOLINT
    {
        if (option->get_items_expected_max() == 0) {
            return {};
        }
        const std::string fallback = option->get_default_str();
        return " " + option->get_type_name() + (fallback.empty() ? "" : " = " + fallback);
    }

    std::string make_subcommand(const CLI::App* command) const override // NOLINT
    {
        std::string name = "  " + command->get_name();
        name.resize(std::max<std::size_t>(name.size() + 1, 15), ' ');
        return name + command->get_description() + "\n";
    }

private:
    static constexpr int optionColumn = 30, minText = 30, maxText = 90;

    std::string broken(const std::string& sentence) const
    {
        std::istringstream words(sentence);
        std::string text;
        int used = 0;
        for (std::string word; words >> word;) {
            if (used > 0 && used + 1 + columnsOf(word) > m_columns) {
                text += "\n";
                used = 0;
            } else if (used > 0) {
                text += " ";
                ++used;
            }
            text += word;
            used += columnsOf(word);
        }
        return text;
    }

    int m_columns;
};

} // namespace

// Each in the file of its name.
extern const CommandSpec trainCommand, generateCommand, evaluateCommand, predictCommand, infoCommand, drawCommand,
    compareCommand, benchCommand, convertCommand, devicesCommand, corpusCommand, dataCommand, sweepCommand,
    queueCommand, tableCommand, watchCommand, completionCommand, manualCommand;

namespace {

/// In the order of the help; the completion and the man page go by what these make.
constexpr const CommandSpec* specs[] = {
    &trainCommand,   &generateCommand, &evaluateCommand, &predictCommand, &infoCommand,       &drawCommand,
    &compareCommand, &benchCommand,    &convertCommand,  &devicesCommand, &corpusCommand,     &dataCommand,
    &sweepCommand,   &queueCommand,    &tableCommand,    &watchCommand,   &completionCommand, &manualCommand};

constexpr const char* programExamples = R"(Examples:
  hamnet train models/char_rnn_small.prototxt
  hamnet generate char_rnn_small.hamnet --prompt "TAMSIN:" --temperature 0.7
  hamnet train models/char_rnn_small.prototxt --data my.txt --seconds 600 --checkpoint my.hamnet
  hamnet info models/char_rnn_caffe.prototxt --vocabulary 65

Exit codes: 0 done, 2 usage, 3 bad input, 4 engine, device, memory or threads not available,
5 diverged or not finite, or each run of a queue failed, 130 interrupted.)";

std::vector<std::unique_ptr<Command>> makeCommands(CLI::App& program)
{
    std::vector<std::unique_ptr<Command>> commands;
    for (const CommandSpec* const spec : specs) {
        CLI::App* const app = program.add_subcommand(spec->name, spec->help);
        app->footer(std::string("Examples:\n") + spec->examples);
        app->group(spec->group);
        commands.push_back(spec->make(*app));
    }
    return commands;
}

/// The innermost command that was named, for "see ... --help".
const CLI::App& innermost(const CLI::App& app)
{
    const std::vector<CLI::App*> parsed = app.get_subcommands();
    return parsed.empty() ? app : innermost(*parsed.front());
}

std::string fullName(const CLI::App& app)
{
    return app.get_parent() == nullptr ? app.get_name() : fullName(*app.get_parent()) + " " + app.get_name();
}

/// What the first word that was not understood may have been meant for.
std::string guess(const CLI::App& program, const CLI::App& command)
{
    const std::vector<std::string> left = program.remaining(true);
    if (left.empty()) {
        return {};
    }
    std::error_code unknown;
    for (const std::string& word : left) {
        if (word.starts_with('-') && std::filesystem::exists(word, unknown)) {
            return "; the file " + word + " is given as " + engine::shellFile(word);
        }
    }
    std::vector<std::string> known;
    if (left.front().starts_with("--")) {
        for (const CLI::Option* option : command.get_options()) {
            for (const std::string& name : option->get_lnames()) {
                known.push_back("--" + name);
            }
        }
    } else {
        for (const CLI::App* part : command.get_subcommands([](const CLI::App*) { return true; })) {
            known.push_back(part->get_name());
        }
    }
    const std::vector<std::string_view> names(known.begin(), known.end());
    return engine::hint(left.front(), names);
}

ExitCode explain(const CLI::ParseError& error, const CLI::App& program, Console& console)
{
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) { // --help and --version come this way
        std::ostringstream text, unused;
        program.exit(error, text, unused);
        console.out.write(text.str());
        console.out.flush();
        return ExitCode::Done;
    }
    const CLI::App& command = innermost(program);
    console.note("hamnet: " + std::string(error.what()) + guess(program, command) + "; see " + fullName(command) +
                 " --help");
    return ExitCode::Usage;
}

ExitCode runCommand(int argumentCount, char** arguments, Console& console)
{
    CLI::App program("Hamnet draws and trains recurrent nets, and writes text with them; this is its command line.",
                     "hamnet");
    program.formatter(std::make_shared<HelpFormat>(console.out.columns())); // the library shares it with the commands
    program.set_version_flag("--version", std::string("hamnet ") + HAMNET_VERSION + ", " + builtFrom);
    program.footer(programExamples);
    program.require_subcommand(1);
    const std::vector<std::unique_ptr<Command>> commands = makeCommands(program);
    try {
        program.parse(argumentCount, arguments);
        const auto named = std::ranges::find_if(commands, [](const auto& one) { return one->options().parsed(); });
        const ExitCode code = (*named)->run(console);
        console.out.flush();
        return code;
    } catch (const CLI::ParseError& error) {
        return explain(error, program, console);
    }
}

ExitCode fail(Console& console, std::string_view sentence, ExitCode code)
{
    try {
        console.note("hamnet: " + std::string(sentence));
    } catch (...) { // there is no way left to report it
    }
    return code;
}

/// Writes without the console, which takes memory itself.
ExitCode failWithoutMemory(int err)
{
    constexpr std::string_view line =
        "hamnet: there is not enough memory for this, or this process may not have it (ulimit -v)\n";
    [[maybe_unused]] const ssize_t written = ::write(err, line.data(), line.size());
    return ExitCode::Unavailable;
}

ExitCode fail(Console& console, const std::system_error& error)
{
    if (error.code() == std::errc::resource_unavailable_try_again) { // what std::thread throws
        return fail(console, "the system starts no more threads for this process (ulimit -u, ulimit -v)",
                    ExitCode::Unavailable);
    }
    return fail(console, std::string("a bug in this program: ") + error.what(), ExitCode::Mistake);
}

bool isAttached(int argumentCount, char** arguments)
{
    return argumentCount > 2 && arguments[1] == std::string_view(watch::attachedWord);
}

} // namespace

bool isCalledAsTerminal(int argumentCount, char** arguments)
{
    return (argumentCount > 0 && arguments[0] == std::string_view("hamnet")) || isAttached(argumentCount, arguments);
}

int runProgram(int argumentCount, char** arguments, const Streams& streams)
{
    if (isAttached(argumentCount, arguments)) { // hidden: the words behind, by a program that dies with its parent
        if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != std::atoi(arguments[2])) {
            return static_cast<int>(ExitCode::Interrupted);
        }
        argumentCount -= 2;
        arguments += 2;
    }
    ::signal(SIGPIPE, SIG_IGN); // a reader that goes is noticed where we write
    Console console{.in = streams.in,
                    .out = Output(streams.out),
                    .err = Output(streams.err),
                    .paint = Paint(coloursOf(::isatty(streams.out) == 1))};
    ExitCode code = ExitCode::Done;
    try {
        code = runCommand(argumentCount, arguments, console);
    } catch (const ReaderGone&) {
        code = ExitCode::Done;
    } catch (const engine::CancelledError& error) {
        code = fail(console, error.what(), ExitCode::Interrupted);
    } catch (const engine::UnavailableError& error) {
        code = fail(console, error.what(), ExitCode::Unavailable);
    } catch (const engine::NotFiniteError& error) {
        code = fail(console, error.what(), ExitCode::Diverged);
    } catch (const engine::Error& error) {
        code = fail(console, error.what(), ExitCode::BadInput);
    } catch (const std::bad_alloc&) {
        code = failWithoutMemory(streams.err);
    } catch (const std::system_error& error) {
        code = fail(console, error);
    } catch (const std::exception& error) {
        code = fail(console, std::string("a bug in this program: ") + error.what(), ExitCode::Mistake);
    }
    return static_cast<int>(code);
}

} // namespace cli
