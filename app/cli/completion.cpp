// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/completion.h"

#include "app/cli/words.h"

#include <fmt/format.h>

#include <vector>

namespace cli {
namespace {

/// What may stand in a value's place; told from the name that the help gives it (see options.h).
struct Value {
    enum class Kind { None, Words, File, Folder, Anything };

    Kind kind = Kind::Anything;
    std::vector<std::string> words; ///< of Words
    std::string ending;             ///< of File: ".hamnet"; empty: any
};

Value valueOf(const CLI::Option& option)
{
    if (option.get_items_expected_max() == 0) {
        return {.kind = Value::Kind::None, .words = {}, .ending = {}};
    }
    const std::string name = option.get_type_name();
    if (name.starts_with("{") && name.ends_with("}")) {
        return {.kind = Value::Kind::Words,
                .words = CLI::detail::split(name.substr(1, name.size() - 2), ','),
                .ending = {}};
    }
    if (name == "FOLDER") {
        return {.kind = Value::Kind::Folder, .words = {}, .ending = {}};
    }
    const std::size_t dot = name.find('.');
    if (dot != std::string::npos && name.find('|') == std::string::npos) {
        return {.kind = Value::Kind::File, .words = {}, .ending = name.substr(dot)};
    }
    if (name == "FILE" || name == "DATA" || dot != std::string::npos) {
        return {.kind = Value::Kind::File, .words = {}, .ending = {}};
    }
    return {};
}

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

std::vector<std::string> namesOf(const CLI::Option& option)
{
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) {
        names.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
        names.push_back("--" + name);
    }
    return names;
}

/// The text with a backslash before each of the letters.
std::string escaped(const std::string& text, std::string_view letters)
{
    std::string result;
    for (const char letter : text) {
        result += letters.find(letter) != std::string_view::npos ? std::string("\\") + letter : std::string(1, letter);
    }
    return result;
}

/// In single quotes, as all three shells read them.
std::string singleQuoted(const std::string& text)
{
    std::string result = "'";
    for (const char letter : text) {
        result += letter == '\'' ? "'\\''" : std::string(1, letter);
    }
    return result + "'";
}

// bash
// -----------------------------------------------------------------------------------------------------------------

std::string bashReply(const Value& value)
{
    switch (value.kind) {
    case Value::Kind::Words:
        return fmt::format("COMPREPLY=($(compgen -W {} -- \"$current\"))", singleQuoted(joined(value.words, " ")));
    case Value::Kind::File:
        return value.ending.empty()
                   ? "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
                   : fmt::format(
                         "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\"; compgen -f -X "
                         "'!*{}' -- \"$current\")",
                         value.ending);
    case Value::Kind::Folder:
        return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")";
    case Value::Kind::None:
    case Value::Kind::Anything:
        break;
    }
    return "COMPREPLY=()";
}

/// One branch of the script for each command, by its words.
void addBash(const CLI::App& app, const std::string& path, std::string& paths, std::string& branches)
{
    std::string names, values;
    for (const CLI::Option* option : namedOptions(app)) {
        names += (names.empty() ? "" : " ") + joined(namesOf(*option), " ");
        const Value value = valueOf(*option);
        if (value.kind != Value::Kind::None) {
            values += fmt::format("            {}) {}; return ;;\n", joined(namesOf(*option), "|"), bashReply(value));
        }
    }
    std::vector<std::string> parts;
    for (const CLI::App* part : partsOf(app)) {
        parts.push_back(part->get_name());
        addBash(*part, path + " " + part->get_name(), paths, branches);
    }
    std::string first = "COMPREPLY=()";
    if (!parts.empty()) {
        first = fmt::format("COMPREPLY=($(compgen -W {} -- \"$current\"))", singleQuoted(joined(parts, " ")));
    } else if (!positionals(app).empty()) {
        first = bashReply(valueOf(*positionals(app).front()));
    }
    paths += (paths.empty() ? "" : "|") + singleQuoted(path);
    branches += fmt::format("    {})\n", singleQuoted(path));
    if (!values.empty()) {
        branches += fmt::format("        case \"$previous\" in\n{}        esac\n", values);
    }
    branches += fmt::format("        if [[ $current == -* ]]; then\n"
                            "            COMPREPLY=($(compgen -W {} -- \"$current\"))\n"
                            "        else\n"
                            "            {}\n"
                            "        fi ;;\n",
                            singleQuoted(names), first);
}

// zsh
// ------------------------------------------------------------------------------------------------------------------

std::string zshAction(const Value& value)
{
    switch (value.kind) {
    case Value::Kind::Words:
        return "(" + joined(value.words, " ") + ")";
    case Value::Kind::File:
        return value.ending.empty() ? "_files" : "_files -g \"*" + value.ending + "\"";
    case Value::Kind::Folder:
        return "_files -/";
    case Value::Kind::None:
    case Value::Kind::Anything:
        break;
    }
    return " ";
}

void addZsh(const CLI::App& app, const std::string& function, std::string& script)
{
    script += function + "() {\n    local curcontext=\"$curcontext\" state line\n    _arguments -C \\\n";
    for (const CLI::Option* option : namedOptions(app)) {
        const Value value = valueOf(*option);
        for (const std::string& name : namesOf(*option)) {
            std::string rule = name + "[" + escaped(option->get_description(), "[]:\\") + "]";
            if (value.kind != Value::Kind::None) {
                rule += ":value:" + zshAction(value);
            }
            script += "        " + singleQuoted(rule) + " \\\n";
        }
    }
    const std::vector<const CLI::App*> parts = partsOf(app);
    if (parts.empty()) {
        int place = 1;
        for (const CLI::Option* option : positionals(app)) {
            script += "        " +
                      singleQuoted(fmt::format("{}:{}:{}", place++, escaped(option->get_name(true), ":"),
                                               zshAction(valueOf(*option)))) +
                      " \\\n";
        }
        script += "        && return\n}\n";
        return;
    }
    script +=
        "        '1: :->command' '*:: :->rest' && return\n    case $state in\n    command)\n        local -a commands\n"
        "        commands=(\n";
    for (const CLI::App* part : parts) {
        script += "            " + singleQuoted(part->get_name() + ":" + escaped(part->get_description(), ":")) + "\n";
    }
    script += "        )\n        _describe command commands ;;\n    rest)\n        case $line[1] in\n";
    for (const CLI::App* part : parts) {
        script += fmt::format("        {0}) {1}_{0} ;;\n", part->get_name(), function);
    }
    script += "        esac ;;\n    esac\n}\n";
    for (const CLI::App* part : parts) {
        addZsh(*part, function + "_" + part->get_name(), script);
    }
}

// fish
// -----------------------------------------------------------------------------------------------------------------

std::string fishAction(const Value& value)
{
    switch (value.kind) {
    case Value::Kind::None:
        return "";
    case Value::Kind::Words:
        return " -x -a " + singleQuoted(joined(value.words, " "));
    case Value::Kind::File:
        return value.ending.empty() ? " -r -F"
                                    : " -r -F -k -a " + singleQuoted("(__fish_complete_suffix " + value.ending + ")");
    case Value::Kind::Folder:
        return " -x -a '(__fish_complete_directories)'";
    case Value::Kind::Anything:
        return " -x";
    }
    return "";
}

/// `seen` is the condition that the words so far are those of `app`.
void addFish(const CLI::App& app, const std::string& seen, std::string& script)
{
    const std::vector<const CLI::App*> parts = partsOf(app);
    std::vector<std::string> names;
    for (const CLI::App* part : parts) {
        names.push_back(part->get_name());
    }
    const std::string none = names.empty() ? "" : "not __fish_seen_subcommand_from " + joined(names, " ");
    const std::string here = seen.empty() ? none : none.empty() ? seen : seen + "; and " + none;
    for (const CLI::App* part : parts) {
        script += fmt::format("complete -c hamnet -n {} -f -a {} -d {}\n", singleQuoted(here), part->get_name(),
                              singleQuoted(part->get_description()));
    }
    for (const CLI::Option* option : namedOptions(app)) {
        script += fmt::format("complete -c hamnet -n {}", singleQuoted(here));
        for (const std::string& name : option->get_snames()) {
            script += " -s " + name;
        }
        for (const std::string& name : option->get_lnames()) {
            script += " -l " + name;
        }
        script += fishAction(valueOf(*option)) + " -d " + singleQuoted(option->get_description()) + "\n";
    }
    for (const CLI::Option* option : positionals(app)) {
        const std::string action = fishAction(valueOf(*option));
        if (!action.empty()) {
            script += fmt::format("complete -c hamnet -n {}{}\n", singleQuoted(here), action);
        }
    }
    for (const CLI::App* part : parts) {
        const std::string condition = "__fish_seen_subcommand_from " + part->get_name();
        addFish(*part, seen.empty() ? condition : seen + "; and " + condition, script);
    }
}

} // namespace

std::string bashCompletion(const CLI::App& program)
{
    std::string paths, branches;
    addBash(program, "hamnet", paths, branches);
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

std::string zshCompletion(const CLI::App& program)
{
    std::string script = "#compdef hamnet\n# zsh completion for hamnet; to use it: source <(hamnet completion zsh)\n";
    addZsh(program, "_hamnet", script);
    return script +
           "if [ \"$funcstack[1]\" = _hamnet ]; then\n    _hamnet \"$@\"\nelse\n    compdef _hamnet hamnet\nfi\n";
}

std::string fishCompletion(const CLI::App& program)
{
    std::string script = "# fish completion for hamnet; to use it: hamnet completion fish | source\n";
    addFish(program, "", script);
    return script;
}

} // namespace cli
