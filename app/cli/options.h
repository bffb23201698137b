// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/open_device.h"
#include "engine/devices/device.h"
#include "engine/graph/params.h"
#include "engine/net/net.h"
#include "engine/training/run/run_specs.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// What several commands' options have in common.
namespace cli {

// What an option's value is called in the help. Bash's completion goes by these: words in braces are offered.
inline constexpr const char* modelFile = "MODEL.prototxt";
inline constexpr const char* checkpointFile = "FILE.hamnet";
inline constexpr const char* textFile = "FILE";
inline constexpr const char* dataFile = "DATA"; ///< a text, a table or a folder
inline constexpr const char* folderName = "FOLDER";

std::string optionName(const CLI::Option& option); ///< "--data", or "MODEL"

/// The file that the name means: one that is there, or else the sample of that name that comes with Hamnet,
/// "char_rnn_small".
std::string fileOrSample(const std::string& name);

/// The name of an output that is no file.
inline constexpr const char* standardOutput = "-";

/// Throws Error where that is the output of an option that needs a file.
void requireFile(const std::string& output, const std::string& option);

/// --engine, --device, --precision and --threads.
struct MachineOptions {
    std::string engine = {}; ///< empty: as the model says
    std::string device = "auto";
    std::string precision = "auto";
    int threads = 0;

    void addTo(CLI::App& command);
    void addDeviceTo(CLI::App& command); ///< all but --engine

    engine::EngineWish wish() const; ///< in capitals, as engines are named

    /// The device that was asked for; where none was, one on which the engine runs. Throws UnavailableError where an
    /// engine runs nowhere here.
    engine::DeviceWish deviceFor(const engine::EngineWish& wish) const;

    /// Throws UnavailableError where there is no such device. `notes`: see engine::openDevice.
    std::unique_ptr<engine::Device> makeDevice(const engine::EngineWish& wish,
                                               std::vector<engine::Sentence>* notes = nullptr) const;
};

/// How a table's file is written, and which of its columns are read, in place of what the model and a checkpoint say.
struct TableOptions {
    std::map<std::string, std::string> values = {}; ///< by SEQUENCEDATA's parameters; empty: as they say

    void addTo(CLI::App& command, CLI::Option* needed = nullptr);       ///< only beside the option that they need
    void addFormatTo(CLI::App& command, CLI::Option* needed = nullptr); ///< all but --target and --time
    std::string given() const; ///< one of them as it was given, "--gaps is SKIP"
};

// Checks of values. Unlike the library's own they leave the value's name in the help alone.

CLI::Validator wholeFrom(std::int64_t least, std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// Finite numbers from `least` to `most`; without `least` itself where that end is open.
enum class LowerEnd { Closed, Open };
struct NumberRange {
    double least = 0;
    double most = std::numeric_limits<double>::infinity();
    LowerEnd lowerEnd = LowerEnd::Closed;
};
CLI::Validator numberIn(const NumberRange& range);

enum class Case { Matters, Ignored };
CLI::Validator oneOf(std::vector<std::string> words, Case letters = Case::Matters);

/// An option whose value is called so in the help.
template <typename Value>
CLI::Option* addValue(CLI::App& command, const std::string& name, Value& value, const std::string& valueName,
                      const std::string& help)
{
    return command.add_option(name, value, help)->type_name(valueName);
}

struct WholeRange {
    std::int64_t least, most = std::numeric_limits<std::int64_t>::max();
};

/// An option with a whole number N.
template <typename Number>
CLI::Option* addWhole(CLI::App& command, const std::string& name, Number& value, const std::string& help,
                      WholeRange range)
{
    return addValue(command, name, value, "N", help)->check(wholeFrom(range.least, range.most));
}

/// An option with one of these words; what is there before is the default that the help tells.
CLI::Option* addChoice(CLI::App& command, const std::string& name, std::string& value, const std::string& help,
                       const std::vector<std::string>& words);

/// "a,b" -> a, b. Throws Error where it names nothing.
std::vector<std::string> separated(const std::string& list);

/// "{a,b}": what a value is called that is one of these words.
std::string braced(const std::vector<std::string>& words);

/// A command line that can be read but not followed, told as one that cannot be read.
struct UsageError : CLI::ParseError {
    explicit UsageError(const std::string& sentence)
        : ParseError("UsageError", sentence, CLI::ExitCodes::ValidationError)
    {}
};

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
