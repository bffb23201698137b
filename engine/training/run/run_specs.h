// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The settings of a run, each described once. The terminal's options, its man page and completions, the studio's form,
/// the project file and the command that does the same in a terminal are all made from runSpecs(). A new setting is an
/// entry there and its use in runSettings() (run_settings.h).
namespace engine {

/// Where the form shows a setting.
enum class RunGroup { Machine, Length, Measuring, Samples, Checkpoints };

/// One setting of a run. Its words are texts of the context "Run".
struct RunSpec {
    ParamSpec param;
    RunGroup group = {};
    std::string_view value = {};     ///< what the terminal's help calls its value: "N", "{auto,cpu,cuda}"
    std::string_view unset = {};     ///< what the form shows where it is not given: "no limit"; empty: the default
    std::string_view solverKey = {}; ///< the solver's setting that counts where it is not given
    /// What `solverKey` says besides: max_iter is also how long the learning rate falls. Then it has a field of its
    /// own.
    enum class SolverKey { SaysTheSame, SaysMore } solverKeySays = SolverKey::SaysTheSame;
    std::string_view trainHelp = {}; ///< what `hamnet train` adds: other commands have some of the settings too
    std::string_view formHelp = {};  ///< the help in a form, where that of a terminal has words of its own
    /// A whole number that stands for something else, and what that is: -1 for another seed each run.
    struct Word {
        std::int64_t value;
        std::string_view meaning;
    };
    std::optional<Word> word = {};
    /// Whether a form shows it too. A window shows every iteration, so how often a terminal reports is no matter there.
    enum class Place { Everywhere, Terminal } place = Place::Everywhere;
    enum class Lower { Closed, Open } lower = Lower::Closed; ///< whether the least value itself is in the range
    enum class Change { BeforeTheRun, AtAnyTime } change = Change::BeforeTheRun; ///< see RunControl::change
};

std::span<const RunSpec> runSpecs();
const RunSpec& runSpec(std::string_view key); ///< of a key that is in runSpecs()

/// What the setting is for, as help in a form; the meaning of its `word` is shown beside it.
std::string_view formHelpOf(const RunSpec& spec);

/// What `hamnet train` says of it: all that is to know.
std::string trainHelpOf(const RunSpec& spec);

/// "checkpoint_every" -> "--checkpoint-every"
std::string optionOf(const RunSpec& spec);

/// The value as the option takes it: "0.8", "on".
std::string optionText(const ParamValue& value);

/// What a text says of a number, a word or a flag (also "on" and "off"), in the spelling of the specification. Throws
/// Error as completeParams() does.
ParamValue paramIn(const ParamSpec& spec, const std::string& text, std::string_view owner);

/// What an option's text says. Throws Error where it is no value of the setting, with the value and the range.
ParamValue optionValue(const RunSpec& spec, const std::string& text);

/// Throws Error for a key that is no setting of a run and for a value that does not suit its setting.
void checkRunParams(const Params& given);

} // namespace engine
