// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include "app/cli/run_options.h"
#include "engine/backends/run_device.h"
#include "engine/data/places.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

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

void FormatOptions::addTo(CLI::App& command, CLI::Option* needed)
{
    const auto choice = [&](const char* name, std::string& value, const char* help, std::vector<std::string> words) {
        return command.add_option(name, value, help)->type_name(braced(words))->check(oneOf(words));
    };
    CLI::Option* const options[] = {
        command
            .add_option(
                "--gaps", gaps,
                "What becomes of rows of a CSV file without a value: SKIP leaves them out; CARRY keeps the last value. "
                "For all columns, or by column, as wind=SKIP,rain=CARRY. A missing target "
                "is never learned and counts in no figure. Default: what the model says, or an error.")
            ->type_name("RULES"),
        choice("--delimiter", delimiter,
               "What stands between the columns of a CSV file. Default: what the model says, a checkpoint's table had, "
               "or its first rows tell.",
               {"COMMA", "SEMICOLON", "TAB", "BAR"}),
        choice("--decimal", decimal, "The decimal mark of a CSV file's numbers: 1.5 or 1,5. Default: as --delimiter.",
               {"POINT", "COMMA"}),
        choice("--date-order", dates,
               "Whether 01/02/2020 is the first of February (DAY) or the second of January (MONTH). Default: as "
               "--delimiter.",
               {"DAY", "MONTH"}),
        choice("--header", header,
               "Whether a CSV file's first row holds names of columns or values. Default: as --delimiter.",
               {"NAMES", "VALUES"})};
    for (CLI::Option* const option : options) {
        if (needed) {
            option->needs(needed);
        }
    }
}

std::string FormatOptions::given() const
{
    for (const auto& [name, value] : {std::pair("--gaps", &gaps),
                                      {"--delimiter", &delimiter},
                                      {"--decimal", &decimal},
                                      {"--date-order", &dates},
                                      {"--header", &header}}) {
        if (!value->empty()) {
            return std::string(name) + " is " + *value;
        }
    }
    return {};
}

void ColumnOptions::addTo(CLI::App& command, CLI::Option* needed)
{
    CLI::Option* const options[] = {
        command
            .add_option("--target", target,
                        "The column of a CSV file to predict. Default: the one that the model names, or the last.")
            ->type_name("COLUMN"),
        command
            .add_option("--time", time,
                        "The column of a CSV file with the time, by which its rows are sorted. Default: the one that "
                        "the model names, or the order in the file.")
            ->type_name("COLUMN")};
    for (CLI::Option* const option : options) {
        if (needed) {
            option->needs(needed);
        }
    }
    format.addTo(command, needed);
}

void MachineOptions::addDeviceTo(CLI::App& command)
{
    for (const auto& [key, text] : {std::pair("device", &device), std::pair("precision", &precision)}) {
        addRunOption(command, key, *text);
    }
    addRunOption(command, "threads", threads);
}

namespace {

std::string inCapitals(std::string text)
{
    for (char& letter : text) {
        letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    }
    return text;
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

engine::EngineWish MachineOptions::wish() const
{
    if (engine.empty()) {
        return std::nullopt;
    }
    return inCapitals(engine);
}

engine::DeviceWish MachineOptions::asked() const
{
    return {.name = device, .threads = threads, .precision = engine::precisionNamed(precision)};
}

engine::DeviceWish MachineOptions::deviceFor(const engine::EngineWish& wish) const
{
    return engine::deviceFor(asked(), wish);
}

std::unique_ptr<engine::Device> MachineOptions::makeDevice(const engine::EngineWish& wish,
                                                           std::vector<engine::Sentence>* notes) const
{
    return engine::openDevice(deviceFor(wish), notes);
}

engine::DeviceWish MachineOptions::deviceAgain(const engine::Checkpoint& checkpoint) const
{
    return engine::deviceAgain(asked(), wish(), checkpoint);
}

void addSampling(CLI::App& command, engine::SamplingSettings& sampling)
{
    addRunOption(command, "temperature", sampling.temperature)->capture_default_str();
    addRunOption(command, "prompt", sampling.prompt);
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
                    return letters == Case::Matters ? word == text : inCapitals(word) == inCapitals(text);
                };
                if (std::ranges::any_of(words, same)) {
                    return {};
                }
                const std::vector<std::string_view> names(words.begin(), words.end());
                return "found " + text + ", but " + engine::listed(names) + " is wanted";
            },
            "", "word"};
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

} // namespace cli
