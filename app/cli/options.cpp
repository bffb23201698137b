// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include "engine/backends/run_device.h"
#include "engine/data/places.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/run_settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>
#include <variant>

namespace cli {

std::string optionName(const CLI::Option& option)
{
    return option.nonpositional() ? "--" + option.get_lnames().front() : option.get_name(true);
}

std::string fileOrSample(const std::string& name)
{
    std::error_code unknown;
    const std::filesystem::path file = name;
    if (file.has_parent_path() || std::filesystem::exists(file, unknown)) {
        return name;
    }
    const std::string ofSample = file.stem().string() + ".prototxt";
    if (name != ofSample && name + ".prototxt" != ofSample) {
        return name;
    }
    try {
        const std::filesystem::path sample = engine::bundledModels() / ofSample;
        return std::filesystem::exists(sample, unknown) ? sample.string() : name;
    } catch (const engine::Error&) { // no samples are installed
        return name;
    }
}

void requireFile(const std::string& output, const std::string& option)
{
    if (output == standardOutput) {
        throw engine::Error(
            option + " is -, the standard output, but what is written there has to be a file; ./- is one of that name");
    }
}

void MachineOptions::addTo(CLI::App& command)
{
    addRunOption(command, "engine", engine);
    addDeviceTo(command);
}

namespace {

/// An option that stands for a parameter of SEQUENCEDATA.
struct TableOption {
    const char *key, *help;
    std::vector<std::string> words = {}; ///< empty: any
    const char* value = "COLUMN";        ///< in the help, where it is any
};

std::string nameOf(const std::string& key)
{
    std::string name = "--" + key;
    std::ranges::replace(name, '_', '-');
    return name;
}

void add(CLI::App& command, TableOptions& options, CLI::Option* needed, const std::vector<TableOption>& all)
{
    for (const auto& [key, help, words, value] : all) {
        std::string& given = options.values[key];
        CLI::Option* const option = words.empty() ? addValue(command, nameOf(key), given, value, help)
                                                  : addChoice(command, nameOf(key), given, help, words);
        if (needed) {
            option->needs(needed);
        }
    }
}

/// The whole of the text as a number; nothing where it is none.
template <typename Number>
std::optional<Number> parsed(const std::string& text)
{
    Number number = {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

} // namespace

void TableOptions::addFormatTo(CLI::App& command, CLI::Option* needed)
{
    add(command, *this, needed,
        {{"gaps",
          "What becomes of rows of a CSV file without a value: SKIP leaves them out; CARRY keeps the last value. "
          "For all columns, or by column, as wind=SKIP,rain=CARRY. A missing target "
          "is never learned and counts in no figure. Default: what the model says, or an error.",
          {},
          "RULES"},
         {"delimiter",
          "What stands between the columns of a CSV file. Default: what the model says, a checkpoint's table had, "
          "or its first rows tell.",
          {"COMMA", "SEMICOLON", "TAB", "BAR"}},
         {"decimal",
          "The decimal mark of a CSV file's numbers: 1.5 or 1,5. Default: as --delimiter.",
          {"POINT", "COMMA"}},
         {"date_order",
          "Whether 01/02/2020 is the first of February (DAY) or the second of January (MONTH). Default: as "
          "--delimiter.",
          {"DAY", "MONTH"}},
         {"header",
          "Whether a CSV file's first row holds names of columns or values. Default: as --delimiter.",
          {"NAMES", "VALUES"}}});
}

void TableOptions::addTo(CLI::App& command, CLI::Option* needed)
{
    add(command, *this, needed,
        {{"target", "The column of a CSV file to predict. Default: the one that the model names, or the last."},
         {"time", "The column of a CSV file with the time, by which its rows are sorted. Default: the one that "
                  "the model names, or the order in the file."}});
    addFormatTo(command, needed);
}

std::string TableOptions::given() const
{
    const auto isGiven = [](const auto& entry) { return !entry.second.empty(); };
    const auto found = std::ranges::find_if(values, isGiven);
    return found == values.end() ? std::string() : nameOf(found->first) + " is " + found->second;
}

void MachineOptions::addDeviceTo(CLI::App& command)
{
    for (const auto& [key, text] : {std::pair("device", &device), std::pair("precision", &precision)}) {
        addRunOption(command, key, *text);
    }
    addRunOption(command, "threads", threads);
}

engine::EngineWish MachineOptions::wish() const
{
    return engine::runSettings({{"engine", engine}}, {}).engine;
}

engine::DeviceWish MachineOptions::deviceFor(const engine::EngineWish& wish) const
{
    return engine::deviceFor({.name = device, .threads = threads, .precision = engine::precisionNamed(precision)},
                             wish);
}

std::unique_ptr<engine::Device> MachineOptions::makeDevice(const engine::EngineWish& wish,
                                                           std::vector<engine::Sentence>* notes) const
{
    return engine::openDevice(deviceFor(wish), notes);
}

CLI::Validator wholeFrom(std::int64_t least, std::int64_t most)
{
    return {[=](std::string& text) -> std::string {
                const auto number = parsed<std::int64_t>(text);
                if (number && *number >= least && *number <= most) {
                    return {};
                }
                const bool open = most == std::numeric_limits<std::int64_t>::max();
                return "found " + text + ", but a whole number from " + std::to_string(least) +
                       (open ? " up" : " to " + std::to_string(most)) + " is wanted";
            },
            "", "whole number"};
}

CLI::Validator numberIn(const NumberRange& range)
{
    return {[=](std::string& text) -> std::string {
                const auto number = parsed<double>(text);
                const bool open = range.lowerEnd == LowerEnd::Open;
                const bool above = number && (open ? *number > range.least : *number >= range.least);
                if (above && std::isfinite(*number) && *number <= range.most) {
                    return {};
                }
                std::string wanted = (open ? "above " : "from ") + engine::toText(range.least);
                wanted += std::isfinite(range.most) ? " to " + engine::toText(range.most) : open ? "" : " up";
                return "found " + text + ", but a number " + wanted + " is wanted";
            },
            "", "number"};
}

CLI::Validator oneOf(std::vector<std::string> words, Case letters)
{
    return {[=](std::string& text) -> std::string {
                const auto same = [&](const std::string& word) {
                    return letters == Case::Matters ? word == text : engine::folded(word) == engine::folded(text);
                };
                if (std::ranges::any_of(words, same)) {
                    return {};
                }
                const std::vector<std::string_view> names(words.begin(), words.end());
                return "found " + text + ", but " + engine::listed(names) + " is wanted";
            },
            "", "word"};
}

CLI::Option* addChoice(CLI::App& command, const std::string& name, std::string& value, const std::string& help,
                       const std::vector<std::string>& words)
{
    CLI::Option* const option = addValue(command, name, value, braced(words), help)->check(oneOf(words));
    return value.empty() ? option : option->capture_default_str();
}

std::vector<std::string> separated(const std::string& list)
{
    std::vector<std::string> words;
    std::istringstream stream(list);
    for (std::string word; std::getline(stream, word, ',');) {
        if (!word.empty()) {
            words.push_back(word);
        }
    }
    if (words.empty()) {
        throw engine::Error("a list of names is wanted, separated by commas, but \"" + list + "\" has none");
    }
    return words;
}

std::string braced(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "{" : ",") + word;
    }
    return text + "}";
}

CLI::Option* describe(CLI::Option* option, const engine::RunSpec& spec)
{
    constexpr double endless = 1e30; // ends of ranges from here on say nothing to a reader
    option->type_name(std::string(spec.value));
    if (const auto* const whole = std::get_if<engine::IntRange>(&spec.param.kind)) {
        option->check(wholeFrom(whole->least, whole->most));
    } else if (const auto* const range = std::get_if<engine::FloatRange>(&spec.param.kind)) {
        const bool open = spec.lower == engine::RunSpec::Lower::Open;
        option->check(numberIn({.least = range->least,
                                .most = range->most < endless ? range->most : std::numeric_limits<double>::infinity(),
                                .lowerEnd = open ? LowerEnd::Open : LowerEnd::Closed}));
    } else if (const auto* const choices = std::get_if<engine::Choices>(&spec.param.kind)) {
        option->check(oneOf({choices->names.begin(), choices->names.end()}, Case::Ignored));
    } else if (std::holds_alternative<engine::Flag>(spec.param.kind)) {
        option->check(oneOf({"on", "off"}));
    }
    if (spec.unset.empty()) {
        option->default_str(engine::optionText(engine::fallbackOf(spec.param, engine::Dialect::Bvlc)));
    }
    return option;
}

void addRunOptions(CLI::App& command, engine::Params& given)
{
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        CLI::Option* const option = command.add_option_function<std::string>(
            engine::optionOf(spec),
            [&given, &spec](const std::string& text) {
                // From where it is typed: a queue's run trains in another folder.
                const bool isFolder = spec.value == folderName && !text.empty();
                given.insert_or_assign(
                    std::string(spec.param.key),
                    engine::optionValue(spec, isFolder ? std::filesystem::absolute(text).string() : text));
            },
            engine::trainHelpOf(spec));
        describe(option, spec);
    }
}

} // namespace cli
