// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/words.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace cli {
namespace {

std::vector<const CLI::App*> partsOf(const CLI::App& app)
{
    return app.get_subcommands(
        [](const CLI::App* part) { return !part->get_group().empty(); }); // hidden ones have none
}

std::vector<const CLI::Option*> namedOptions(const CLI::App& app)
{
    return app.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<const CLI::Option*> positionals(const CLI::App& app)
{
    return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

/// What is offered for the words of a list.
std::string replyOf(const std::vector<std::string>& words)
{
    return fmt::format("COMPREPLY=($(compgen -W {} -- \"$current\"))", engine::shellQuoted(joined(words, " ")));
}

/// What is offered in a value's place; told from the name that the help gives it (see options.h).
std::string replyFor(const CLI::Option& option)
{
    const std::string name = option.get_type_name();
    if (name.starts_with("{") && name.ends_with("}")) {
        return replyOf(CLI::detail::split(name.substr(1, name.size() - 2), ','));
    }
    if (name == "FOLDER") {
        return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")";
    }
    const std::size_t dot = name.find('.');
    if (dot != std::string::npos && name.find('|') == std::string::npos) {
        return fmt::format("compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\"; compgen -f -X "
                           "'!*{}' -- \"$current\")",
                           name.substr(dot));
    }
    if (name == "FILE" || name == "DATA" || dot != std::string::npos) {
        return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")";
    }
    return "COMPREPLY=()";
}

/// One branch of the script for each command, by its words.
void addBranches(const CLI::App& app, const std::string& path, std::string& paths, std::string& branches)
{
    std::vector<std::string> names;
    std::string values;
    for (const CLI::Option* option : namedOptions(app)) {
        const std::vector<std::string> own = CLI::detail::split(option->get_name(false, true), ',');
        names.insert(names.end(), own.begin(), own.end());
        if (option->get_items_expected_max() > 0) {
            values += fmt::format("            {}) {}; return ;;\n", joined(own, "|"), replyFor(*option));
        }
    }
    std::vector<std::string> parts;
    for (const CLI::App* part : partsOf(app)) {
        parts.push_back(part->get_name());
        addBranches(*part, path + " " + part->get_name(), paths, branches);
    }
    std::string first = "COMPREPLY=()";
    if (!parts.empty()) {
        first = replyOf(parts);
    } else if (!positionals(app).empty()) {
        first = replyFor(*positionals(app).front());
    }
    paths += (paths.empty() ? "" : "|") + engine::shellQuoted(path);
    branches += fmt::format("    {})\n", engine::shellQuoted(path));
    if (!values.empty()) {
        branches += fmt::format("        case \"$previous\" in\n{}        esac\n", values);
    }
    branches += fmt::format("        if [[ $current == -* ]]; then\n"
                            "            {}\n"
                            "        else\n"
                            "            {}\n"
                            "        fi ;;\n",
                            replyOf(names), first);
}

/// What bash reads to complete the program's commands, options and values: made from the options themselves, so that it
/// is never behind them.
std::string bashCompletion(const CLI::App& program)
{
    std::string paths, branches;
    addBranches(program, "hamnet", paths, branches);
    return fmt::format(R"(# bash completion for hamnet; to use it: source <(hamnet completion bash)
_hamnet() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} path=hamnet word
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$path $word" in
        {}) path="$path $word" ;;
        esac
    done
    COMPREPLY=()
    case "$path" in
{}    esac
}}
complete -F _hamnet hamnet
)",
                       paths, branches);
}

class CompletionCommand : public Command {
public:
    explicit CompletionCommand(CLI::App& app) : Command(app), m_program(app.get_parent())
    {
        addChoice(app, "SHELL", m_shell, "The shell to complete in.", {"bash"})->required();
    }

    ExitCode run(Console& console) override
    {
        console.out.write(bashCompletion(*m_program));
        return ExitCode::Done;
    }

private:
    const CLI::App* m_program;
    std::string m_shell;
};

/// As troff reads it.
std::string escaped(std::string text)
{
    for (const auto& [what, by] : {std::pair("\\", "\\e"), std::pair("-", "\\-"), std::pair("°", "\\(de")}) {
        text = CLI::detail::find_and_replace(text, what, by);
    }
    const bool isRequest = text.starts_with('.') || text.starts_with('\'');
    return isRequest ? "\\&" + text : text;
}

/// What a man page says of the option, or of an argument without one.
std::string entry(const CLI::Option& option)
{
    if (!option.nonpositional()) {
        return fmt::format(".TP\n.I {}\n{}\n", escaped(option.get_name()), escaped(option.get_description()));
    }
    const std::string name = escaped("--" + option.get_lnames().front());
    const std::string value = escaped(option.get_type_name());
    const std::string plain =
        option.get_snames().empty() ? std::string() : escaped("-" + option.get_snames().front()) + R"( "\fR, \fP" )";
    const bool isFlag = option.get_items_expected_max() == 0;
    const std::string head = isFlag          ? (plain.empty() ? ".B " : ".BR ") + plain + name
                             : plain.empty() ? fmt::format(".BI {} \" {}\"", name, value)
                                             : fmt::format(".BI {}{} \" {}\"", plain, name, value);
    return fmt::format(".TP\n{}\n{}\n", head, escaped(option.get_description()));
}

/// Prints the part of the man page that lists a command's options, made from the options themselves. The build puts it
/// into the page: resources/man/program_page.cmake.
class ManualCommand : public Command {
public:
    explicit ManualCommand(CLI::App& app) : Command(app), m_program(app.get_parent())
    {
        app.add_option("COMMAND", m_command, "The command whose options are printed.")->required();
    }

    ExitCode run(Console& console) override
    {
        const auto commands =
            m_program->get_subcommands([this](const CLI::App* one) { return one->get_name() == m_command; });
        if (commands.empty()) {
            throw engine::Error(engine::say("there is no command %1", engine::shown(m_command)));
        }
        const auto options =
            commands.front()->get_options([](const CLI::Option* one) { return !one->check_lname("help"); });
        for (const CLI::Option* const option : options) {
            console.out.write(entry(*option));
        }
        return ExitCode::Done;
    }

private:
    const CLI::App* m_program;
    std::string m_command;
};

} // namespace

extern const CommandSpec completionCommand = {
    "completion", "Print what bash needs to complete commands and options.",
    "  source <(hamnet completion bash)\n"
    "  hamnet completion bash > ~/.local/share/bash-completion/completions/hamnet",
    make<CompletionCommand>};

extern const CommandSpec manualCommand = {"manual", "Print a command's options for the man page.",
                                          "  hamnet manual train", make<ManualCommand>, CommandSpec::hidden};

} // namespace cli
