// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_settings.h"

#include "engine/graph/error.h"
#include "engine/training/run/run_specs.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <optional>
#include <type_traits>

namespace engine {
namespace {

/// Where neither the solver's snapshot nor a validation says when to save: a run that is killed has not lost all.
constexpr std::int64_t iterationsBetweenSaves = 500;

/// Settings where they are given.
class Given {
public:
    explicit Given(const Params& params) : m_params(&params) {}

    template <typename Value>
    std::optional<Value> find(std::string_view key) const
    {
        const auto found = m_params->find(key);
        if (found == m_params->end()) {
            return std::nullopt;
        }
        if constexpr (std::is_same_v<Value, double>) { // whole numbers serve where numbers are wanted
            const auto* const whole = std::get_if<std::int64_t>(&found->second);
            return whole ? static_cast<double>(*whole) : std::get<double>(found->second);
        } else {
            return std::get<Value>(found->second);
        }
    }
    template <typename Value>
    void take(std::string_view key, Value& value) const
    {
        value = find<Value>(key).value_or(value);
    }

private:
    const Params* m_params;
};

DeviceWish deviceOf(const Given& given, const EngineWish& engine)
{
    DeviceWish wish;
    given.take("device", wish.name);
    wish.threads = static_cast<int>(given.find<std::int64_t>("threads").value_or(0));
    wish.precision = precisionNamed(given.find<std::string>("precision").value_or("auto"));
    wish.engine = engine.value_or("");
    given.take("graph", wish.graphs);
    return wish;
}

EngineWish engineOf(const Given& given)
{
    std::string name = given.find<std::string>("engine").value_or("");
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return name.empty() ? EngineWish() : EngineWish(name);
}

void takeLimits(const Given& given, RunLimits& limits)
{
    fields(limits,
           [&]<typename Value>(std::string_view key, std::optional<Value>& limit) { limit = given.find<Value>(key); });
    const std::optional<std::int64_t> iterations = given.find<std::int64_t>("iterations");
    if (iterations) {
        limits.iterations = *iterations == runSpec("iterations").word->value ? endless : *iterations;
    } else if (limits.epochs) {
        limits.iterations = 0;
    }
}

/// What the solver says.
RunSettings saidBy(const SolverSettings& solver)
{
    const Params params = completeParams(solver);
    const std::int64_t end = intParam(params, "max_iter"), display = intParam(params, "display");
    const std::int64_t interval = intParam(params, "test_interval");
    RunSettings settings{.limits = {.iterations = end > 0 ? end : endless},
                         .validateEvery = interval,
                         .validateFirst = flagParam(params, "test_initialization"),
                         .sampleEvery = interval,
                         .checkpointEvery = intParam(params, "snapshot"),
                         .checkpointAtEnd = flagParam(params, "snapshot_after_train")};
    settings.reportEvery = display > 0 ? display : settings.reportEvery;
    settings.averageLoss = intParam(params, "average_loss");
    settings.sample.length = 300;
    settings.sample.temperature = 0.8; // low enough to be readable, high enough not to repeat itself
    return settings;
}

/// The solver's seed is asked for only where none is given: it may draw one.
std::uint64_t seedOf(const Given& given, const SolverSettings& solver)
{
    const std::optional<std::int64_t> seed = given.find<std::int64_t>("seed");
    if (seed == runSpec("seed").word->value) {
        return seedOf(SolverSettings{.params = {{"random_seed", *seed}}});
    }
    return seed ? static_cast<std::uint64_t>(*seed) : seedOf(solver);
}

} // namespace

RunSettings runSettings(const Params& params, const SolverSettings& solver)
{
    checkRunParams(params);
    const Given given(params);
    RunSettings settings = saidBy(solver);
    takeLimits(given, settings.limits);
    given.take("every", settings.reportEvery);
    given.take("validate_every", settings.validateEvery);
    settings.sampleEvery = settings.validateEvery;
    given.take("sample_every", settings.sampleEvery);
    given.take("sample_length", settings.sample.length);
    given.take("temperature", settings.sample.temperature);
    given.take("prompt", settings.sample.prompt);
    given.take("checkpoint_every", settings.checkpointEvery);
    if (settings.checkpointEvery == 0 && settings.validateEvery == 0) {
        settings.checkpointEvery = iterationsBetweenSaves;
    }
    settings.keepLast = given.find<std::int64_t>("keep_last");
    settings.keepBest = given.find<std::int64_t>("keep_best");
    if (const std::optional<std::string> folder = given.find<std::string>("tensorboard")) {
        settings.tensorboard = *folder;
    }
    settings.engine = engineOf(given);
    settings.device = deviceOf(given, settings.engine);
    settings.seed = settings.sample.seed = seedOf(given, solver);
    return settings;
}

SolverSettings withSettings(SolverSettings solver, const Params& given, SolverReader reader)
{
    for (const RunSpec& spec : runSpecs()) {
        const auto found = given.find(spec.param.key);
        const bool isKept =
            spec.solverKey == "max_iter" &&
            (reader == SolverReader::Hamnet || (found != given.end() && found->second == ParamValue(spec.word->value)));
        if (found != given.end() && !spec.solverKey.empty() && !isKept) {
            solver.params.insert_or_assign(std::string(spec.solverKey), found->second);
        }
    }
    return solver;
}

std::vector<std::string_view> solverKeysOf(const Params& given)
{
    std::vector<std::string_view> keys;
    for (const RunSpec& spec : runSpecs()) {
        if (!spec.solverKey.empty() && given.contains(spec.param.key)) {
            keys.push_back(spec.solverKey);
        }
    }
    return keys;
}

RunLimits limitsOf(const Params& params, const SolverSettings& solver)
{
    checkRunParams(params);
    RunLimits limits = saidBy(solver).limits;
    takeLimits(Given(params), limits);
    return limits;
}

Params withLimits(Params given, const RunLimits& limits)
{
    const auto set = [&](std::string_view key, const auto& limit) {
        if (limit) {
            given.insert_or_assign(std::string(key), *limit);
        } else {
            given.erase(std::string(key));
        }
    };
    fields(limits, set);
    const std::int64_t iterations =
        limits.iterations == endless ? runSpec("iterations").word->value : limits.iterations;
    set("iterations", limits.iterations == 0 ? std::nullopt : std::optional(iterations));
    return given;
}

std::optional<ParamValue> solversValue(const RunSpec& spec, const Params& given, const SolverSettings& solver,
                                       const DataKind& kind)
{
    const bool epochsCount = spec.param.key == "iterations" && given.contains("epochs");
    const bool eachEpoch =
        spec.param.key == "validate_every" && kind.inEpochs && !solver.params.contains(spec.solverKey);
    if (spec.solverKey.empty() || epochsCount || eachEpoch) {
        return std::nullopt;
    }
    const Params all = completeParams(solver);
    const ParamValue& value = all.find(spec.solverKey)->second;
    try {
        checkParam(spec.param, value, {});
    } catch (const Error&) { // snapshot 0 stands for each validation
        return std::nullopt;
    }
    return value;
}

} // namespace engine
