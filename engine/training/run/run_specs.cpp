// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_specs.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace engine {
namespace {

constexpr std::int64_t maxExactWhole = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t maxThreads = std::numeric_limits<int>::max();
constexpr std::int64_t maxSample = 1'000'000, maxKept = 1'000'000;
constexpr double maxNumber = 1e30;

using Specs = std::vector<RunSpec>;

Specs machineSpecs()
{
    return {
        {.param = {.key = "engine",
                   .label = ENGINE_TEXT("Run", "Engine"),
                   .help = ENGINE_TEXT(
                       "Run",
                       "Engine of the recurrent layers: caffe (step by step), onednn (CPU), cudnn or fused (GPU, all "
                       "steps in one call), default (the fastest available). Not given: as set in each layer."),
                   .kind = FreeText{""}},
         .value = "{default,caffe,onednn,cudnn,fused}",
         .unset = ENGINE_TEXT("Run", "as set in each layer")},
        {.param = {.key = "device",
                   .label = ENGINE_TEXT("Run", "Device"),
                   .help = ENGINE_TEXT("Run", "Device that computes: cpu; cuda (the first GPU) or cuda:N; several GPUs "
                                              "together as cuda:0,cuda:1 or cuda:all; auto (a GPU, or all free ones "
                                              "where that is quicker; the CPU without one)."),
                   .kind = FreeText{"auto"}},
         .value = "{auto,cpu,cuda}",
         .trainHelp = "A resumed run stays on its device."},
        {.param = {.key = "precision",
                   .label = ENGINE_TEXT("Run", "Precision"),
                   .help = ENGINE_TEXT(
                       "Run",
                       "Precision of multiplications: fp32 (24 bits); tf32 (GPU, 11 bits); bf16 (8 bits). Sums, states "
                       "and weights stay fp32. auto: the checkpoint's if there is one, else bf16 on a GPU that "
                       "supports it in hardware (compute capability 8.0 or later), else fp32. A CPU needs AVX512_BF16 "
                       "or AMX for bf16; the engine CAFFE on a CPU always multiplies in fp32."),
                   .kind = Choices{.names = {"auto", "fp32", "tf32", "bf16"}}},
         .value = "{auto,fp32,tf32,bf16}"},
        {.param = {.key = "threads",
                   .label = ENGINE_TEXT("Run", "Threads"),
                   .help = ENGINE_TEXT("Run", "CPU threads that compute. Default: one per core."),
                   .kind = IntRange{.fallback = 1, .least = 1, .most = maxThreads}},
         .value = "N",
         .unset = ENGINE_TEXT("Run", "one per core")},
        {.param = {.key = "graph",
                   .label = ENGINE_TEXT("Run", "CUDA graph"),
                   .help = ENGINE_TEXT("Run", "Whether a GPU runs a step as one CUDA graph, where the engine allows "
                                              "it, or call by call; the results are the same."),
                   .kind = Flag{true}},
         .value = "{on,off}"},
    };
}

Specs lengthSpecs()
{
    return {
        {.param = {.key = "iterations",
                   .label = ENGINE_TEXT("Run", "Iterations"),
                   .help =
                       ENGINE_TEXT("Run", "Stop after this many iterations in total, counted from the start of the "
                                          "run, also when it is resumed. Default: the solver's max_iter, or no limit."),
                   .kind = IntRange{.fallback = 10'000, .least = 0, .most = maxExactWhole}},
         .value = "N",
         .unset = ENGINE_TEXT("Run", "no limit"),
         .solverKey = "max_iter",
         .solverKeySays = RunSpec::SolverKey::SaysMore,
         .formHelp = ENGINE_TEXT("Run", "Stop after this many iterations in total, counted from the start of the run, "
                                        "also when it is resumed. Default: as the solver says, or no limit."),
         .word = RunSpec::Word{.value = 0, .meaning = ENGINE_TEXT("Run", "no limit")},
         .change = RunSpec::Change::AtAnyTime},
        {.param = {.key = "epochs",
                   .label = ENGINE_TEXT("Run", "Epochs"),
                   .help = ENGINE_TEXT("Run", "Stop after this many passes over the training data, counted from the "
                                              "start of the run, also when it is resumed."),
                   .kind = IntRange{.fallback = 1, .least = 1, .most = maxExactWhole}},
         .value = "N",
         .unset = ENGINE_TEXT("Run", "no limit"),
         .change = RunSpec::Change::AtAnyTime},
        {.param = {.key = "seconds",
                   .label = ENGINE_TEXT("Run", "Time"),
                   .help = ENGINE_TEXT("Run", "Stop after this much training time."),
                   .kind = FloatRange{.fallback = 600, .least = 0, .most = maxNumber},
                   .unit = ENGINE_TEXT("Run", "s")},
         .value = "S",
         .unset = ENGINE_TEXT("Run", "no limit"),
         .lower = RunSpec::Lower::Open,
         .change = RunSpec::Change::AtAnyTime},
        {.param =
             {.key = "target_loss",
              .label = ENGINE_TEXT("Run", "Target loss"),
              .help = ENGINE_TEXT(
                  "Run",
                  "Stop when the mean loss of the last 100 iterations has reached this value, in nats per character."),
              .kind = FloatRange{.fallback = 1, .least = 0, .most = maxNumber},
              .unit = ENGINE_TEXT("Run", "nats")},
         .value = "X",
         .unset = ENGINE_TEXT("Run", "none"),
         .lower = RunSpec::Lower::Open,
         .change = RunSpec::Change::AtAnyTime},
        {.param = {.key = "max_temperature",
                   .label = ENGINE_TEXT("Run", "Temperature limit"),
                   .help = ENGINE_TEXT("Run", "Pause between steps while the GPU or CPU that trains is hotter than "
                                              "this, in °C. Pauses do not count as training time."),
                   .kind = FloatRange{.fallback = 80, .least = 20, .most = 150},
                   .unit = ENGINE_TEXT("Run", "°C")},
         .value = "C",
         .unset = ENGINE_TEXT("Run", "no limit"),
         .change = RunSpec::Change::AtAnyTime},
        {.param = {.key = "seed",
                   .label = ENGINE_TEXT("Run", "Seed"),
                   .help = ENGINE_TEXT(
                       "Run", "Random seed of initial weights, dropout and samples: the same seed gives the same run. "
                              "Default: the solver's random_seed, or 1."),
                   .kind = IntRange{.fallback = 1, .least = -1, .most = maxExactWhole}},
         .value = "N",
         .unset = ENGINE_TEXT("Run", "a new one for each run"),
         .solverKey = "random_seed",
         .formHelp = ENGINE_TEXT("Run", "Random seed of initial weights, dropout and samples: the same seed gives the "
                                        "same run. Default: the seed of the solver, or 1."),
         .word = RunSpec::Word{.value = -1, .meaning = ENGINE_TEXT("Run", "a new one for each run")}},
    };
}

Specs measuringSpecs()
{
    return {
        {.param = {.key = "validate_every",
                   .label = ENGINE_TEXT("Run", "Validate every"),
                   .help = ENGINE_TEXT("Run", "Validate every N iterations; 0: only at the end. Default: the solver's "
                                              "test_interval, or 500; for sequences once per epoch."),
                   .kind = IntRange{.fallback = 500, .least = 0, .most = maxExactWhole},
                   .unit = ENGINE_TEXT("Run", "iterations")},
         .value = "N",
         .unset = ENGINE_TEXT("Run", "after each epoch"),
         .solverKey = "test_interval",
         .formHelp = ENGINE_TEXT("Run", "Validate after this many iterations each time; 0: only at the end. Default: "
                                        "as often as the solver says, or every 500; for sequences once per epoch.")},
        {.param = {.key = "every",
                   .label = ENGINE_TEXT("Run", "Report every"),
                   .help = ENGINE_TEXT("Run", "Report the loss every N iterations. Default: the solver's display, or "
                                              "100; every iteration with --json."),
                   .kind = IntRange{.fallback = 100, .least = 1, .most = maxExactWhole},
                   .unit = ENGINE_TEXT("Run", "iterations")},
         .value = "N",
         .unset = ENGINE_TEXT("Run", "100"),
         .solverKey = "display",
         .place = RunSpec::Place::Terminal},
        {.param = {.key = "tensorboard",
                   .label = ENGINE_TEXT("Run", "TensorBoard"),
                   .help =
                       ENGINE_TEXT("Run", "The folder to write files for TensorBoard to while the run goes on: in a "
                                          "folder of the run's name, training and validation side by side, with "
                                          "samples, and histograms of weights and gradients at each validation."),
                   .kind = FreeText{""}},
         .value = "FOLDER",
         .unset = ENGINE_TEXT("Run", "none")},
    };
}

Specs sampleSpecs()
{
    return {
        {.param = {.key = "sample_every",
                   .label = ENGINE_TEXT("Run", "Write a sample every"),
                   .help = ENGINE_TEXT(
                       "Run", "Write a sample text every N iterations; 0: never. Default: at each validation."),
                   .kind = IntRange{.fallback = 500, .least = 0, .most = maxExactWhole},
                   .unit = ENGINE_TEXT("Run", "iterations")},
         .value = "N",
         .unset = ENGINE_TEXT("Run", "automatic"),
         .formHelp = ENGINE_TEXT("Run", "Write a sample text after this many iterations each time; 0: never.")},
        {.param = {.key = "sample_length",
                   .label = ENGINE_TEXT("Run", "Sample length"),
                   .help = ENGINE_TEXT("Run", "Length of each sample."),
                   .kind = IntRange{.fallback = 300, .least = 1, .most = maxSample},
                   .unit = ENGINE_TEXT("Run", "characters")},
         .value = "N"},
        {.param = {.key = "temperature",
                   .label = ENGINE_TEXT("Run", "Sample temperature"),
                   .help = ENGINE_TEXT("Run",
                                       "How random the choice of each character is: 0 always takes the most likely "
                                       "one, below 1 is safer, 1 keeps the model's probabilities, above 1 is wilder."),
                   .kind = FloatRange{.fallback = 0.8, .least = 0, .most = maxNumber}},
         .value = "X"},
        {.param = {.key = "prompt",
                   .label = ENGINE_TEXT("Run", "Sample prompt"),
                   .help = ENGINE_TEXT("Run", "What the text starts with; the model continues from there."),
                   .kind = FreeText{""}},
         .value = "TEXT",
         .unset = ENGINE_TEXT("Run", "none")},
    };
}

Specs checkpointSpecs()
{
    return {
        {.param = {.key = "checkpoint_every",
                   .label = ENGINE_TEXT("Run", "Save every"),
                   .help = ENGINE_TEXT("Run", "Save a checkpoint every N iterations. Default: the solver's snapshot, "
                                              "or at each validation, or every 500."),
                   .kind = IntRange{.fallback = 500, .least = 1, .most = maxExactWhole},
                   .unit = ENGINE_TEXT("Run", "iterations")},
         .value = "N",
         .unset = ENGINE_TEXT("Run", "at each validation"),
         .solverKey = "snapshot",
         .formHelp = ENGINE_TEXT("Run", "Save a checkpoint after this many iterations each time. Default: as often as "
                                        "the solver says, else at each validation, or every 500.")},
        {.param = {.key = "keep_last",
                   .label = ENGINE_TEXT("Run", "Keep the last"),
                   .help = ENGINE_TEXT(
                       "Run", "How many of the newest checkpoints to keep: the newest under its own name, earlier ones "
                              "as NAME.at-500.hamnet. Default on resume: the number kept before."),
                   .kind = IntRange{.fallback = 1, .least = 1, .most = maxKept},
                   .unit = ENGINE_TEXT("Run", "checkpoints")},
         .value = "N",
         .formHelp = ENGINE_TEXT(
             "Run",
             "How many of the newest checkpoints to keep on disk. Default: 1; on resume, the number kept before.")},
        {.param = {.key = "keep_best",
                   .label = ENGINE_TEXT("Run", "Keep the best"),
                   .help = ENGINE_TEXT(
                       "Run", "How many of the best checkpoints to keep: the best under its own name, earlier best "
                              "ones as NAME.best-at-500.hamnet. Default on resume: the number kept before."),
                   .kind = IntRange{.fallback = 1, .least = 1, .most = maxKept},
                   .unit = ENGINE_TEXT("Run", "checkpoints")},
         .value = "N",
         .formHelp = ENGINE_TEXT(
             "Run",
             "How many of the best checkpoints to keep on disk. Default: 1; on resume, the number kept before.")},
    };
}

Specs allSpecs()
{
    Specs all;
    const auto add = [&](RunGroup group, Specs specs) {
        for (RunSpec& spec : specs) {
            spec.group = group;
            all.push_back(std::move(spec));
        }
    };
    add(RunGroup::Machine, machineSpecs());
    add(RunGroup::Length, lengthSpecs());
    add(RunGroup::Measuring, measuringSpecs());
    add(RunGroup::Samples, sampleSpecs());
    add(RunGroup::Checkpoints, checkpointSpecs());
    return all;
}

/// The whole of the text as a number; the text where it is none.
template <typename Number>
ParamValue numberOr(const std::string& text)
{
    Number number = {};
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, number);
    return failure == std::errc() && stop == end ? ParamValue(number) : ParamValue(text);
}

void check(const RunSpec& spec, const ParamValue& value)
{
    checkParam(spec.param, value, "the run");
    const auto* const number = std::get_if<double>(&value);
    if (spec.lower == RunSpec::Lower::Open && number && *number <= std::get<FloatRange>(spec.param.kind).least) {
        throw Error(say(ENGINE_TEXT("Sentences", "the run: %1 is %2, but must be above %3"), spec.param.key, *number,
                        std::get<FloatRange>(spec.param.kind).least));
    }
}

const RunSpec* findRunSpec(std::string_view key)
{
    const auto specs = runSpecs();
    const auto found = std::ranges::find(specs, key, [](const RunSpec& spec) { return spec.param.key; });
    return found == specs.end() ? nullptr : &*found;
}

} // namespace

std::span<const RunSpec> runSpecs()
{
    static const Specs all = allSpecs();
    return all;
}

const RunSpec& runSpec(std::string_view key)
{
    const RunSpec* const found = findRunSpec(key);
    assert(found && "a run has no such setting");
    return *found;
}

std::string_view formHelpOf(const RunSpec& spec)
{
    return spec.formHelp.empty() ? spec.param.help : spec.formHelp;
}

std::string trainHelpOf(const RunSpec& spec)
{
    std::string help(spec.param.help);
    if (spec.word) {
        help += say(" %1: %2.", spec.word->value, spec.word->meaning);
    }
    if (!spec.trainHelp.empty()) {
        help += ' ' + std::string(spec.trainHelp);
    }
    return help;
}

std::string optionOf(const RunSpec& spec)
{
    std::string name = "--" + std::string(spec.param.key);
    std::ranges::replace(name, '_', '-');
    return name;
}

std::string optionText(const ParamValue& value)
{
    if (const auto* const text = std::get_if<std::string>(&value)) {
        return *text;
    }
    if (const auto* const flag = std::get_if<bool>(&value)) {
        return *flag ? "on" : "off";
    }
    std::array<char, 64> digits{};
    const auto written = [&](auto number) {
        return std::string(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
    };
    const auto* const whole = std::get_if<std::int64_t>(&value);
    return whole ? written(*whole) : written(std::get<double>(value));
}

ParamValue paramIn(const ParamSpec& spec, const std::string& text, std::string_view owner)
{
    const bool isOn = text == "true" || text == "on", isOff = text == "false" || text == "off";
    const ParamValue value = std::holds_alternative<IntRange>(spec.kind)                  ? numberOr<std::int64_t>(text)
                             : std::holds_alternative<FloatRange>(spec.kind)              ? numberOr<double>(text)
                             : std::holds_alternative<Flag>(spec.kind) && (isOn || isOff) ? ParamValue(isOn)
                                                                                          : ParamValue(text);
    return completeParams({&spec, 1}, {{std::string(spec.key), value}}, {}, owner).at(std::string(spec.key));
}

ParamValue optionValue(const RunSpec& spec, const std::string& text)
{
    ParamValue value = paramIn(spec.param, text, "the run");
    check(spec, value);
    return value;
}

void checkRunParams(const Params& given)
{
    for (const auto& [key, value] : given) {
        const RunSpec* const spec = findRunSpec(key);
        if (!spec) {
            std::vector<std::string_view> keys;
            std::ranges::transform(runSpecs(), std::back_inserter(keys),
                                   [](const RunSpec& one) { return one.param.key; });
            throw Error(say(ENGINE_TEXT("Sentences", "the run: there is no setting \"%1\"%2"), key, hint(key, keys)));
        }
        check(*spec, value);
    }
}

} // namespace engine
