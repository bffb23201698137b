// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"

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

/// What the list of all commands knows of one.
struct CommandSpec {
    const char* name;
    const char* help;
    const char* examples; ///< below its options
    std::unique_ptr<Command> (*make)(CLI::App& options);
    const char* group = "Subcommands"; ///< of the program's help

    static constexpr const char* hidden = ""; ///< a group that neither help nor completion tells
};

template <typename One>
std::unique_ptr<Command> make(CLI::App& options)
{
    return std::make_unique<One>(options);
}

} // namespace cli
