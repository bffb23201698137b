// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/queued_run.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>

namespace queue {

std::int64_t seedOf(const Job& job)
{
    const auto given = job.run.settings.find("seed");
    return given == job.run.settings.end() ? 1 : std::get<std::int64_t>(given->second);
}

void setSeed(Job& job, std::uint64_t seed)
{
    job.run.settings.insert_or_assign("seed", static_cast<std::int64_t>(seed));
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
    constexpr std::array names = {"waiting", "running", "compared", "done", "dropped", "diverged", "failed"};
    return names.at(static_cast<std::size_t>(state));
}

watch::RunFolder folderOf(const std::filesystem::path& queue, std::int64_t run)
{
    return watch::RunFolder(queue / "runs" / std::to_string(run));
}

std::string textOf(const Job& job)
{
    const watch::Json json = {{"run", watch::Json::parse(engine::toJson(job.run))},
                              {"settings", job.settings},
                              {"iterations", job.iterations},
                              {"rungs", job.rungs}};
    return json.dump(-1, ' ', false, watch::Json::error_handler_t::replace);
}

Job jobIn(std::string_view text)
{
    try {
        const watch::Json json = watch::lineIn(text);
        return {.run = engine::runIn(json.at("run").dump(), "the queued run"),
                .settings = json.at("settings"),
                .iterations = json.at("iterations"),
                .rungs = json.at("rungs")};
    } catch (const watch::Json::exception&) {
        throw engine::Error(ENGINE_TEXT("Sentences", "the description of a run cannot be read; fill the queue again"));
    }
}

} // namespace queue
