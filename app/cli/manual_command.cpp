// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/options.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace cli {
namespace {

void replaceAll(std::string& text, std::string_view what, std::string_view by)
{
    for (std::size_t place = text.find(what); place != std::string::npos; place = text.find(what, place + by.size())) {
        text.replace(place, what.size(), by);
    }
}

/// As troff reads it.
std::string escaped(std::string text)
{
    for (const auto& [what, by] : {std::pair("\\", "\\e"), std::pair("-", "\\-"), std::pair("°", "\\(de")}) {
        replaceAll(text, what, by);
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

extern const CommandSpec manualCommand = {"manual", "Print a command's options for the man page.",
                                          "  hamnet manual train", make<ManualCommand>, CommandSpec::hidden};

} // namespace cli
