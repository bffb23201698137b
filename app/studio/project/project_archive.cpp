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

namespace studio {

/// Class versions need a class.
struct Runs {
    std::vector<RunRecord> all;
};

} // namespace studio

// The version of each class. Raise one when its fields change, or what they mean.
BOOST_CLASS_VERSION(studio::Project, 2)
BOOST_CLASS_VERSION(studio::Runs, 3)
BOOST_CLASS_VERSION(studio::ProjectSummary, 1)

// Nothing is shared by pointers, so nothing that an archive says can point anywhere.
BOOST_CLASS_TRACKING(studio::Project, boost::serialization::track_never)
BOOST_CLASS_TRACKING(studio::Runs, boost::serialization::track_never)
BOOST_CLASS_TRACKING(studio::ProjectSummary, boost::serialization::track_never)

namespace studio {
namespace {

using namespace archive;

template <typename Archive>
void view(Archive& archive, ViewState& value)
{
    archive& value.zoom;
    if constexpr (!writes<Archive>) {
        value.zoom = std::isfinite(value.zoom) && value.zoom > 0 ? value.zoom : 1;
    }
    coordinate(archive, value.middleX);
    coordinate(archive, value.middleY);
    choice(archive, value.phase, engine::Phase::Run, "the phase that is shown");
    elements(archive, value.docks);
    perhaps(archive, value.runs,
            [&](std::vector<int>& ids) { things(archive, ids, [&](int& id) { whole(archive, id); }); });
    elements(archive, value.prompt);
    std::vector<std::pair<std::string, std::string>> panels(value.panels.begin(), value.panels.end());
    things(archive, panels, [&](auto& panel) {
        elements(archive, panel.first);
        elements(archive, panel.second);
    });
    value.panels = {panels.begin(), panels.end()};
}

/// Settings that a run has, under the keys of engine::runSpecs().
template <typename Archive>
void settings(Archive& archive, engine::Params& given)
{
    params(archive, given);
    if constexpr (!writes<Archive>) {
        engine::checkRunParams(given);
    }
}

// The runs
// -----------------------------------------------------------------------------------------------------------------

template <typename Archive>
void member(Archive& archive, bool& value)
{
    truth(archive, value);
}
template <typename Archive>
void member(Archive& archive, std::string& value)
{
    elements(archive, value);
}
template <typename Archive>
void member(Archive& archive, std::vector<engine::Metric>& metrics)
{
    things(archive, metrics, [&](engine::Metric& metric) {
        elements(archive, metric.name);
        archive& metric.value;
    });
}
template <typename Archive, typename Number>
void member(Archive& archive, Number& value)
{
    archive& value;
}

/// An event by its fields(): where those change, so does what is written here, and the version of Runs goes up.
template <typename Archive, typename Event>
void eventOf(Archive& archive, Event& event)
{
    fields(event, [&](std::string_view, auto& value) { member(archive, value); });
}

template <typename Archive>
void sample(Archive& archive, engine::SampleEvent& value)
{
    eventOf(archive, value);
    elements(archive, value.bits);
}

/// An event that a run has once, as a line of a log has it.
template <typename Archive, typename Event>
void line(Archive& archive, Event& event)
{
    std::string text = writes<Archive>
                           ? watch::toJson(event).dump(-1, ' ', false, watch::Json::error_handler_t::replace)
                           : std::string();
    elements(archive, text);
    if constexpr (!writes<Archive>) {
        const std::optional<engine::Event> read = watch::eventIn(watch::lineIn(text));
        if (!read || !std::holds_alternative<Event>(*read)) {
            throw engine::Error(
                engine::say(ENGINE_TEXT("Sentences", "the event \"%1\" of a run cannot be read"), Event::name));
        }
        event = std::get<Event>(*read);
    }
}

template <typename Archive>
void path(Archive& archive, std::filesystem::path& value)
{
    std::string name = value.string();
    elements(archive, name);
    value = name;
}

/// Without model and solver: a project has those that are drawn, and a run has them as it trained them.
template <typename Archive>
void description(Archive& archive, engine::RunDescription& run)
{
    settings(archive, run.settings);
    engine::FirstWeightsFile& first = run.first;
    for (std::filesystem::path* const file :
         {&run.data, &run.resume, &first.file, &first.vocabulary, &first.text, &first.solverState}) {
        path(archive, *file);
    }
}

/// A text of the history: also where it branches from, where it starts, and what was set in the net's state.
template <typename Archive>
void writtenInHistory(Archive& archive, WrittenText& value)
{
    sample(archive, value);
    elements(archive, value.checkpoint);
    whole(archive, value.id);
    whole(archive, value.parent);
    archive& value.branchPlace;
    elements(archive, value.state);
    archive& value.drawn;
    things(archive, value.held, [&](engine::HeldUnit& unit) {
        std::string words = engine::toText(unit);
        elements(archive, words);
        if constexpr (!writes<Archive>) {
            unit = engine::heldUnit(words);
        }
    });
    elements(archive, value.net);
}

template <typename Archive>
void record(Archive& archive, RunRecord& run)
{
    whole(archive, run.id);
    elements(archive, run.name);
    description(archive, run.run);
    line(archive, run.start);
    elements(archive, run.start.data); // a name that is not UTF-8, too
    elements(archive, run.start.model);
    elements(archive, run.start.solver);
    perhaps(archive, run.end, [&](engine::EndEvent& end) { line(archive, end); });
    elements<Archive, std::string>(archive, run.failure);
    curveInPieces(archive, run.curve);
    things(archive, run.validations, [&](engine::ValidationEvent& one) { eventOf(archive, one); });
    things(archive, run.checkpoints, [&](engine::CheckpointEvent& one) { eventOf(archive, one); });
    things(archive, run.samples, [&](engine::SampleEvent& some) { sample(archive, some); });
    elements(archive, run.remark);
    elements(archive, run.origin.file);
    whole(archive, run.origin.run);
    truth(archive, run.origin.goesOn);
}

/// Curves are told apart by their runs' ids.
void checkIds(const std::vector<RunRecord>& runs)
{
    std::set<int> ids;
    for (const RunRecord& run : runs) {
        if (run.id < 1 || !ids.insert(run.id).second) {
            throw engine::Error(engine::say(
                ENGINE_TEXT("Sentences", "it has a run with the number %1, but runs are numbered from 1, each once"),
                run.id));
        }
    }
}

} // namespace

// Boost finds these by the type of their second argument.

template <typename Archive>
void serialize(Archive& archive, Project& project, unsigned version)
{
    requireKnown<Project>(version);
    drawing(archive, project.content);
    nextNumber(archive, project.nextRun);
    things(archive, project.texts, [&](WrittenText& some) { writtenInHistory(archive, some); });
    description(archive, project.choice);
    view(archive, project.view);
}

template <typename Archive>
void serialize(Archive& archive, Runs& runs, unsigned version)
{
    requireKnown<Runs>(version);
    things(archive, runs.all, [&](RunRecord& run) { record(archive, run); });
    if constexpr (!writes<Archive>) {
        checkIds(runs.all);
    }
}

template <typename Archive>
void serialize(Archive& archive, ProjectSummary& summary, unsigned version)
{
    requireKnown<ProjectSummary>(version);
    std::string file = summary.file.string();
    elements(archive, summary.name);
    elements(archive, file);
    elements(archive, summary.written);
    archive& summary.layers& summary.runs;
    summary.file = file;
}

std::string toArchive(const Project& project)
{
    return archived(project);
}

std::string toArchive(const std::vector<RunRecord>& runs)
{
    return archived(Runs{runs});
}

std::string toArchive(const ProjectSummary& summary)
{
    return archived(summary);
}

void fromArchive(std::span<const std::byte> bytes, Project& project)
{
    project = {};
    unarchive(bytes, project);
}

void fromArchive(std::span<const std::byte> bytes, std::vector<RunRecord>& runs)
{
    Runs read;
    unarchive(bytes, read);
    runs = std::move(read.all);
}

void fromArchive(std::span<const std::byte> bytes, ProjectSummary& summary)
{
    summary = {};
    unarchive(bytes, summary);
}

} // namespace studio
