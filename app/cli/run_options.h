// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"
#include "engine/training/run/run_specs.h"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace cli {

/// What the setting's description says of its option: the value's name, what it may be, the default where there is a
/// plain one.
CLI::Option* describe(CLI::Option* option, const engine::RunSpec& spec);

/// The option of one setting of a run, for a command that has a few of them.
template <typename Value>
CLI::Option* addRunOption(CLI::App& command, std::string_view key, Value& value)
{
    const engine::RunSpec& spec = engine::runSpec(key);
    return describe(command.add_option(engine::optionOf(spec), value, std::string(spec.param.help)), spec);
}

/// An option for every setting of a run, made from engine::runSpecs(); those that are there are put into `given`, which
/// must outlive the command.
void addRunOptions(CLI::App& command, engine::Params& given);

} // namespace cli
