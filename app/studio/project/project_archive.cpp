// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/project_archive.h"

#include "app/studio/project/drawing_archive.h"
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
BOOST_CLASS_VERSION(studio::Project, 1)
BOOST_CLASS_VERSION(studio::Runs, 1)
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
void written(Archive& archive, WrittenText& value)
{
    archive& value.iteration;
    elements(archive, value.checkpoint);
    elements(archive, value.prompt);
    archive& value.temperature& value.topP& value.topK& value.length& value.seed;
    elements(archive, value.text);
    elements(archive, value.bits);
}

/// A text of the history: also where it branches from, where it starts, and what was set in the net's state.
template <typename Archive>
void writtenInHistory(Archive& archive, WrittenText& value)
{
    written(archive, value);
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
void curve(Archive& archive, RunCurve& value)
{
    engine::Curve points = value.points();
    IterationFacts facts = value.facts();
    curveInPieces(archive, points);
    archive& facts.characters& facts.epochs;
    value = RunCurve(std::move(points), facts);
}

template <typename Archive>
void record(Archive& archive, RunRecord& run)
{
    whole(archive, run.id);
    for (std::string* words : {&run.name, &run.model, &run.solver, &run.corpus, &run.engine, &run.device}) {
        elements(archive, *words);
    }
    elements(archive, run.precision);
    truth(archive, run.readsText);
    archive& run.seed;
    elements(archive, run.started);
    elements<Archive, std::string>(archive, run.ending);
    curve(archive, run.curve);
    things(archive, run.validations, [&](engine::ValidationEvent& one) { eventOf(archive, one); });
    things(archive, run.checkpoints, [&](engine::CheckpointEvent& one) { eventOf(archive, one); });
    things(archive, run.diary, [&](WrittenText& some) { written(archive, some); });
    things(archive, run.notes, [&](engine::Sentence& note) { elements<Archive, std::string>(archive, note); });
    elements(archive, run.remark);
    elements(archive, run.origin.file);
    whole(archive, run.origin.run);
    truth(archive, run.origin.goesOn);
    perhaps(archive, run.settings, [&](engine::Params& given) { settings(archive, given); });
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
    settings(archive, project.choice.settings);
    elements(archive, project.choice.firstWeights);
    elements(archive, project.choice.solverState);
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
