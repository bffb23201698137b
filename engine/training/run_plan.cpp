// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run_plan.h"

#include "engine/training/run_specs.h"
#include "engine/training/solver_run.h"

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

SamplingSettings sampleOf(const Given& given, SamplingSettings sample, std::uint64_t seed)
{
    given.take("sample_length", sample.length);
    given.take("temperature", sample.temperature);
    given.take("prompt", sample.prompt);
    sample.seed = seed;
    return sample;
}

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
    RunLimits::each(limits, [&]<typename Value>(std::string_view key, std::optional<Value>& limit) {
        limit = given.find<Value>(key);
    });
    limits.iterations = given.find<std::int64_t>("iterations").value_or(limits.epochs ? 0 : limits.iterations);
}

} // namespace

RunPlan planRun(const Params& params, const SolverSettings& solver)
{
    checkRunParams(params);
    const Given given(params);
    RunPlan plan{.run = runSettingsOf(solver), .engine = engineOf(given)};
    plan.device = deviceOf(given, plan.engine);
    const std::optional<std::int64_t> seed = given.find<std::int64_t>("seed");
    plan.seed = seed ? static_cast<std::uint64_t>(*seed) : seedOf(solver);
    takeLimits(given, plan.run.limits);
    given.take("every", plan.run.reportEvery);
    given.take("validate_every", plan.run.validateEvery);
    plan.mayValidateEachEpoch = !params.contains("validate_every") && !solver.params.contains("test_interval");
    plan.run.sampleEvery = plan.run.validateEvery;
    given.take("sample_every", plan.run.sampleEvery);
    plan.run.sample = sampleOf(given, plan.run.sample, plan.seed);
    given.take("checkpoint_every", plan.run.checkpointEvery);
    if (plan.run.checkpointEvery == 0 && plan.run.validateEvery == 0) {
        plan.run.checkpointEvery = iterationsBetweenSaves;
    }
    plan.run.keepLast = given.find<std::int64_t>("keep_last");
    plan.run.keepBest = given.find<std::int64_t>("keep_best");
    return plan;
}

SolverSettings withSettings(SolverSettings solver, const Params& given)
{
    for (const RunSpec& spec : runSpecs()) {
        const auto found = given.find(spec.param.key);
        if (found != given.end() && !spec.solverKey.empty()) {
            solver.params.insert_or_assign(std::string(spec.solverKey), found->second);
        }
    }
    return solver;
}

RunLimits limitsOf(const Params& params, const SolverSettings& solver)
{
    checkRunParams(params);
    RunLimits limits = runSettingsOf(solver).limits;
    takeLimits(Given(params), limits);
    return limits;
}

} // namespace engine
