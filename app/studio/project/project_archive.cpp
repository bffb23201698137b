// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/project_archive.h"

#include "app/studio/project/drawing_archive.h"
#include "app/watch/event_lines.h"
#include "engine/formats/checkpoint/curve_archive.h"
#include "engine/training/run/run_specs.h"

#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The version of each class is raised where its fields change, or what they mean.
namespace engine::archive {

/// All of a project's.
struct Runs {
    std::vector<studio::RunRecord> all;
};

template <typename Archive>
void members(Archive& archive, studio::ViewState& value)
{
    put(archive, value.zoom);
    if constexpr (!writes<Archive>) {
        value.zoom = std::isfinite(value.zoom) && value.zoom > 0 ? value.zoom : 1;
    }
    coordinate(archive, value.middleX);
    coordinate(archive, value.middleY);
    choice(archive, value.phase, Phase::Run, "the phase that is shown");
    all(archive, value.docks, value.runs, value.prompt, value.panels);
}

// The runs
// -----------------------------------------------------------------------------------------------------------------

template <typename Archive>
void members(Archive& archive, Metric& metric)
{
    all(archive, metric.name, metric.value);
}

/// An event by its fields(): where those change, so does what is written here, and the version of Runs goes up.
template <typename Archive, typename Event>
requires requires
{
    Event::name;
}
void members(Archive& archive, Event& event)
{
    fields(event, [&](std::string_view, auto& value) { put(archive, value); });
    if constexpr (std::is_base_of_v<SampleEvent, Event>) {
        put(archive, event.bits);
    }
}

/// An event that a run has once, as a line of a log has it.
template <typename Archive, typename Event>
void line(Archive& archive, Event& event)
{
    as(archive,
       writes<Archive> ? watch::toJson(event).dump(-1, ' ', false, watch::Json::error_handler_t::replace)
                       : std::string(),
       [&](const std::string& text) {
           const std::optional<engine::Event> read = watch::eventIn(watch::lineIn(text));
           if (!read || !std::holds_alternative<Event>(*read)) {
               throw Error(say(ENGINE_TEXT("Sentences", "the event \"%1\" of a run cannot be read"), Event::name));
           }
           event = std::get<Event>(*read);
       });
}

/// Without model and solver: a project has those that are drawn, and a run has them as it trained them.
template <typename Archive>
void members(Archive& archive, RunDescription& run)
{
    put(archive, run.settings);
    if constexpr (!writes<Archive>) {
        checkRunParams(run.settings);
    }
    FirstWeightsFile& first = run.first;
    all(archive, run.data, run.resume, first.file, first.vocabulary, first.text, first.solverState);
}

template <typename Archive>
void members(Archive& archive, HeldUnit& unit)
{
    as(archive, toText(unit), [&](const std::string& words) { unit = heldUnit(words); });
}

/// A text of the history: also where it branches from, where it starts, and what was set in the net's state.
template <typename Archive>
void members(Archive& archive, studio::WrittenText& value)
{
    put(archive, static_cast<SampleEvent&>(value));
    all(archive, value.checkpoint, value.id, value.parent, value.branchPlace, value.state, value.drawn, value.held,
        value.net);
}

template <typename Archive>
void members(Archive& archive, studio::RunRecord& run)
{
    all(archive, run.id, run.name, run.run);
    line(archive, run.start);
    all(archive, run.start.data, run.start.model, run.start.solver); // a name that is not UTF-8, too
    bool hasEnded = run.end.has_value();
    put(archive, hasEnded);
    if (hasEnded) {
        line(archive, run.end ? *run.end : run.end.emplace());
    }
    all(archive, static_cast<std::string&>(run.failure), run.curve, run.validations, run.checkpoints, run.samples,
        run.remark, run.origin.file, run.origin.run, run.origin.goesOn);
}

/// Curves are told apart by their runs' ids.
void checkIds(const std::vector<studio::RunRecord>& runs)
{
    std::set<int> ids;
    for (const studio::RunRecord& run : runs) {
        if (run.id < 1 || !ids.insert(run.id).second) {
            throw Error(say(
                ENGINE_TEXT("Sentences", "it has a run with the number %1, but runs are numbered from 1, each once"),
                run.id));
        }
    }
}

template <typename Archive>
void members(Archive& archive, studio::Project& project)
{
    version(archive, 2);
    put(archive, project.content);
    nextNumber(archive, project.nextRun);
    all(archive, project.texts, project.choice, project.view);
}

template <typename Archive>
void members(Archive& archive, Runs& runs)
{
    version(archive, 3);
    put(archive, runs.all);
    if constexpr (!writes<Archive>) {
        checkIds(runs.all);
    }
}

template <typename Archive>
void members(Archive& archive, studio::ProjectSummary& summary)
{
    version(archive, 1);
    all(archive, summary.name, summary.file, summary.written, summary.layers, summary.runs);
}

} // namespace engine::archive

namespace studio {

using engine::archive::Runs;

std::string toArchive(const Project& project)
{
    return engine::archive::archived(project);
}

std::string toArchive(const std::vector<RunRecord>& runs)
{
    return engine::archive::archived(Runs{runs});
}

std::string toArchive(const ProjectSummary& summary)
{
    return engine::archive::archived(summary);
}

void fromArchive(std::span<const std::byte> bytes, Project& project)
{
    project = {};
    engine::archive::unarchive(bytes, project);
}

void fromArchive(std::span<const std::byte> bytes, std::vector<RunRecord>& runs)
{
    Runs read;
    engine::archive::unarchive(bytes, read);
    runs = std::move(read.all);
}

void fromArchive(std::span<const std::byte> bytes, ProjectSummary& summary)
{
    summary = {};
    engine::archive::unarchive(bytes, summary);
}

} // namespace studio
