// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/queued_run.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <nlohmann/json.hpp>

#include <array>

namespace queue {
namespace {

constexpr std::array<std::pair<RunState, std::string_view>, 8> names = {{{RunState::Waiting, "waiting"},
                                                                         {RunState::Running, "running"},
                                                                         {RunState::Compared, "compared"},
                                                                         {RunState::Done, "done"},
                                                                         {RunState::Dropped, "dropped"},
                                                                         {RunState::Diverged, "diverged"},
                                                                         {RunState::Failed, "failed"},
                                                                         {RunState::Unreadable, "unreadable"}}};

nlohmann::json orNull(const std::optional<double>& number)
{
    return number ? nlohmann::json(*number) : nlohmann::json();
}

std::optional<double> numberIn(const nlohmann::json& json)
{
    return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
}

} // namespace

std::string_view nameOf(RunState state)
{
    for (const auto& [known, name] : names) {
        if (known == state) {
            return name;
        }
    }
    return {};
}

RunState stateNamed(std::string_view name)
{
    for (const auto& [state, known] : names) {
        if (known == name) {
            return state;
        }
    }
    throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "a run in the queue has the state %1, which this Hamnet "
                                                             "does not know; use the one that wrote it"),
                                    engine::shown(name)));
}

nlohmann::json toJson(const Job& job)
{
    return {{"folder", job.folder},         {"model", job.model},   {"solver", job.solver},
            {"at_start", job.atStart},      {"always", job.always}, {"seed", job.seed},
            {"iterations", job.iterations}, {"rungs", job.rungs},   {"settings", job.settings},
            {"best_by", job.bestBy}};
}

Job jobIn(const nlohmann::json& json)
{
    try {
        return {.folder = json.at("folder"),
                .model = json.at("model"),
                .solver = json.at("solver"),
                .atStart = json.at("at_start"),
                .always = json.at("always"),
                .settings = json.at("settings"),
                .seed = json.at("seed"),
                .iterations = json.at("iterations"),
                .rungs = json.at("rungs"),
                .bestBy = json.at("best_by")};
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
