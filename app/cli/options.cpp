// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include "engine/backends/engine_choices.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>

namespace cli {

CLI::App& addCommand(CLI::App& program, const std::string& name, const std::string& help, const std::string& examples)
{
    CLI::App* const command = program.add_subcommand(name, help);
    command->footer("Examples:\n" + examples);
    return *command;
}

void MachineOptions::addTo(CLI::App& command)
{
    command
        .add_option(
            "--engine", engine,
            "Who computes the recurrent layers: caffe step by step as Caffe does, onednn (on the processor), cudnn and "
            "fused (on a GPU) in one fast call, default the quickest of those that can. Without it each layer's own "
            "setting counts.")
        ->type_name("{default,caffe,onednn,cudnn,fused}");
    addDeviceTo(command);
}

void ColumnOptions::addTo(CLI::App& command, CLI::Option* needed)
{
    CLI::Option* const options[] = {
        command
            .add_option(
                "--target", target,
                "The column of a CSV file that the net predicts; without it the one that the model names, or the "
                "last.")
            ->type_name("COLUMN"),
        command
            .add_option(
                "--time", time,
                "The column of a CSV file that tells the time, in the order of which its rows are read; without "
                "it the one that the model names, or as they lie.")
            ->type_name("COLUMN")};
    for (CLI::Option* const option : options) {
        if (needed) {
            option->needs(needed);
        }
    }
}

void MachineOptions::addDeviceTo(CLI::App& command)
{
    command
        .add_option(
            "--device", device,
            "Where to compute: cpu, this machine's processor; cuda, its first GPU, or cuda:N; auto, a GPU where "
            "there is one, else the processor.")
        ->type_name("{auto,cpu,cuda}")
        ->capture_default_str();
    command
        .add_option(
            "--precision", precision,
            "How the device multiplies: fp32 in full, tf32 (a GPU) with 11 bits, bf16 with 8; sums, states and weights "
            "are fp32 in each. auto is that of the checkpoint where there is one, else bf16 where a GPU multiplies it "
            "in hardware (compute capability 8.0 and later), else fp32. A processor has bf16 where it has AVX512_BF16 "
            "or AMX; CAFFE on it multiplies in fp32 always.")
        ->type_name("{auto,fp32,tf32,bf16}")
        ->capture_default_str()
        ->check(oneOf({"auto", "fp32", "tf32", "bf16"}, Case::Ignored));
    command.add_option("--threads", threads, "Threads of the processor to compute with; without it one for each core.")
        ->type_name("N")
        ->check(wholeFrom(1));
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

namespace {

/// The one kind of device that the engine runs on; "auto" where there are several, or no such engine.
std::string deviceOf(const engine::EngineWish& wish)
{
    std::string device = "auto";
    std::optional<std::string> refusal;
    bool usable = false;
    for (const engine::EngineChoice& choice : engine::engineChoices(engine::Model())) {
        if (!wish || choice.name != *wish || choice.device.empty()) {
            continue;
        }
        device = device == "auto" ? choice.device : "several";
        usable = usable || !choice.refusal;
        refusal = choice.refusal;
    }
    if (refusal && !usable) {
        throw engine::UnavailableError("engine " + *wish + " is not available: " + *refusal);
    }
    return device == "several" ? "auto" : device;
}

} // namespace

engine::DeviceWish MachineOptions::deviceFor(const engine::EngineWish& wish) const
{
    const bool open = inCapitals(device) == "AUTO" && wish && *wish != "DEFAULT";
    return {.name = open ? deviceOf(wish) : device,
            .threads = threads,
            .precision = engine::precisionNamed(precision),
            .engine = wish.value_or("")};
}

std::unique_ptr<engine::Device> MachineOptions::makeDevice(const engine::EngineWish& wish,
                                                           std::vector<std::string>* notes) const
{
    return engine::openDevice(deviceFor(wish), notes);
}

engine::DeviceWish MachineOptions::deviceAgain(const engine::Checkpoint& checkpoint) const
{
    const engine::EngineWish before = checkpoint.engine.empty() ? engine::EngineWish() : checkpoint.engine;
    engine::DeviceWish again = deviceFor(engine.empty() ? before : wish());
    const bool onGpu = inCapitals(checkpoint.device).starts_with("CUDA");
    if (inCapitals(again.name) == "AUTO" && (!onGpu || usualDevice() == "cuda")) {
        again.name = onGpu ? "cuda" : "cpu";
    }
    again.before = {.device = checkpoint.device, .precision = checkpoint.precision};
    return again;
}

std::string usualDevice()
{
    const std::vector<engine::DeviceChoice> devices = engine::deviceChoices();
    return std::ranges::any_of(
               devices,
               [](const engine::DeviceChoice& choice) { return choice.name.starts_with("CUDA") && !choice.refusal; })
               ? "cuda"
               : "cpu";
}

void addSampling(CLI::App& command, engine::SamplingSettings& sampling)
{
    command
        .add_option("--temperature", sampling.temperature,
                    "How bold the choice of each character is: 0 always takes the likeliest, below 1 is safer, 1 is "
                    "what the model believes, above 1 wilder.")
        ->type_name("X")
        ->capture_default_str()
        ->check(numberIn({.least = 0}));
    command.add_option("--prompt", sampling.prompt, "What the text starts with; the model goes on from there.")
        ->type_name("TEXT");
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
