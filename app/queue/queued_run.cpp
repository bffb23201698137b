// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/queued_run.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/solver_run.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace queue {
namespace {

/// In the order of RunState.
constexpr std::array<std::string_view, 8> names = {"waiting", "running",  "compared", "done",
                                                   "dropped", "diverged", "failed",   "unreadable"};

nlohmann::json orNull(const std::optional<double>& number)
{
    return number ? nlohmann::json(*number) : nlohmann::json();
}

std::optional<double> numberIn(const nlohmann::json& json)
{
    return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
}

} // namespace

std::int64_t seedOf(const Job& job)
{
    const auto given = job.run.settings.find("seed");
    return given == job.run.settings.end() ? 1 : std::get<std::int64_t>(given->second);
}

void setSeed(Job& job, std::uint64_t seed)
{
    job.run.settings.insert_or_assign("seed", static_cast<std::int64_t>(seed));
}

std::uint64_t nextSeed(std::uint64_t seed, std::set<std::uint64_t>& taken)
{
    for (std::int64_t count = 2;; ++count) {
        const std::uint64_t next = engine::seedsFrom(seed, count).back();
        if (taken.insert(next).second) {
            return next;
        }
    }
}

std::optional<std::string> settingOf(const Job& job, const std::string& name)
{
    const auto found = std::ranges::find(job.settings, name, &std::pair<std::string, std::string>::first);
    return found == job.settings.end() ? std::nullopt : std::optional(found->second);
}

std::string bestByOf(const Job& job)
{
    const auto given = job.run.solver.params.find("best_by");
    return given == job.run.solver.params.end() ? "loss" : std::get<std::string>(given->second);
}

std::string_view nameOf(RunState state)
{
    return names.at(static_cast<std::size_t>(state));
}

RunState stateNamed(std::string_view name)
{
    if (const auto found = std::ranges::find(names, name); found != names.end()) {
        return static_cast<RunState>(found - names.begin());
    }
    throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "a run in the queue has the state %1, which this Hamnet "
                                                             "does not know; use the one that wrote it"),
                                    engine::shown(name)));
}

nlohmann::json toJson(const Job& job)
{
    return {{"run", nlohmann::json::parse(engine::toJson(job.run))},
            {"settings", job.settings},
            {"iterations", job.iterations},
            {"rungs", job.rungs}};
}

std::string textOf(const Job& job)
{
    return toJson(job).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Job jobIn(const nlohmann::json& json)
{
    try {
        return {.run = engine::runIn(json.at("run").dump(), "the queued run"),
                .settings = json.at("settings"),
                .iterations = json.at("iterations"),
                .rungs = json.at("rungs")};
    } catch (const nlohmann::json::exception&) {
        throw engine::Error(ENGINE_TEXT("Sentences", "the description of a run cannot be read; fill the queue again"));
    }
}

nlohmann::json toJson(const Result& result, RunState state)
{
    return {{"state", nameOf(state)},
            {"best_loss", orNull(result.bestLoss)},
            {"judged", orNull(result.judged)},
            {"joules", orNull(result.joules)},
            {"seconds", result.seconds},
            {"iteration", result.iteration},
            {"error", result.error}};
}

void readResult(const nlohmann::json& json, QueuedRun& run)
{
    try {
        run.state = stateNamed(json.at("state").get<std::string>());
        run.result = {.bestLoss = numberIn(json.at("best_loss")),
                      .judged = numberIn(json.at("judged")),
                      .joules = numberIn(json.at("joules")),
                      .seconds = json.at("seconds"),
                      .iteration = json.at("iteration"),
                      .error = json.at("error")};
    } catch (const nlohmann::json::exception&) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "the result of run %1 cannot be read; remove its result.json"), run.id));
    }
}

} // namespace queue
