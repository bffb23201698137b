// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/project_archive.h"

#include "app/watch/event_lines.h"
#include "editor/document/content.h"
#include "engine/formats/checkpoint/archive.h"
#include "engine/formats/checkpoint/curve_archive.h"
#include "engine/graph/error.h"
#include "engine/training/run/run_specs.h"

#include <cmath>
#include <optional>
#include <QString>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// How settings and a drawing stand in a project's archive: see below, whose class versions count.
/// Each function both writes and reads, by the kind of archive.
namespace studio::archive {

using namespace engine::archive;

// Small values
// -------------------------------------------------------------------------------------------------------------------

template <typename Archive>
void truth(Archive& archive, bool& value)
{
    std::uint8_t byte = value ? 1 : 0;
    archive& byte;
    value = byte != 0;
}

/// An int, with 64 bits in the file.
template <typename Archive>
void whole(Archive& archive, int& value)
{
    std::int64_t number = value;
    archive& number;
    if (!std::in_range<int>(number)) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "it has the number %1 where a small one belongs"), number));
    }
    value = static_cast<int>(number);
}

/// The number that comes next: counting goes on from it, and must not come to an end.
template <typename Archive>
void nextNumber(Archive& archive, int& value)
{
    constexpr int most = 1'000'000'000;
    whole(archive, value);
    if (!writes<Archive> && (value < 1 || value > most)) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "it counts on from %1, but numbers are from 1 to %2"), value, most));
    }
}

template <typename Archive>
void text(Archive& archive, QString& value)
{
    std::string bytes = value.toStdString();
    elements(archive, bytes);
    value = QString::fromStdString(bytes);
}

template <typename Archive, typename Value, typename One>
void perhaps(Archive& archive, std::optional<Value>& value, const One& one)
{
    bool given = value.has_value();
    truth(archive, given);
    if (!given) {
        value.reset();
        return;
    }
    if (!value) {
        value.emplace();
    }
    one(*value);
}

template <typename Archive>
void texts(Archive& archive, std::vector<std::string>& all)
{
    things(archive, all, [&](std::string& some) { elements(archive, some); });
}

/// A place on the canvas. One that is no number would keep the drawing from being shown.
template <typename Archive>
void coordinate(Archive& archive, double& value)
{
    archive& value;
    if constexpr (!writes<Archive>) {
        value = std::isfinite(value) ? value : 0;
    }
}

// Settings
// -----------------------------------------------------------------------------------------------------------------

template <typename Archive>
void shape(Archive& archive, engine::Shape& value)
{
    std::vector<std::int64_t> extents = value.extents();
    elements(archive, extents);
    value = engine::Shape(std::move(extents));
}

template <typename Archive>
void filler(Archive& archive, engine::Filler& value)
{
    elements(archive, value.type);
    archive& value.value& value.min& value.max& value.mean& value.std;
    elements(archive, value.varianceNorm);
}

template <typename Archive>
void content(Archive& archive, bool& value)
{
    truth(archive, value);
}
template <typename Archive, typename Number>
requires std::is_arithmetic_v<Number>
void content(Archive& archive, Number& value)
{
    archive& value;
}
template <typename Archive>
void content(Archive& archive, std::string& value)
{
    elements(archive, value);
}
template <typename Archive, typename Number>
void content(Archive& archive, std::vector<Number>& value)
{
    elements(archive, value);
}
template <typename Archive>
void content(Archive& archive, std::vector<engine::Shape>& value)
{
    things(archive, value, [&](engine::Shape& some) { shape(archive, some); });
}
template <typename Archive>
void content(Archive& archive, engine::Filler& value)
{
    filler(archive, value);
}
template <typename Archive>
void content(Archive& archive, std::vector<engine::Metric>& metrics)
{
    things(archive, metrics, [&](engine::Metric& metric) {
        elements(archive, metric.name);
        archive& metric.value;
    });
}

/// The alternative with this number, made.
template <std::size_t... numbers>
engine::ParamValue valueOfKind(std::size_t kind, std::index_sequence<numbers...>)
{
    engine::ParamValue value;
    (void) ((kind == numbers && (value.emplace<numbers>(), true)) || ...);
    return value;
}

template <typename Archive>
void param(Archive& archive, engine::ParamValue& value)
{
    constexpr std::size_t kinds = std::variant_size_v<engine::ParamValue>;
    auto kind = static_cast<std::int64_t>(value.index());
    archive& kind;
    if (kind < 0 || kind >= static_cast<std::int64_t>(kinds)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "a setting is of the kind %1, but only 0 to %2 are known"), kind, kinds - 1));
    }
    if constexpr (!writes<Archive>) {
        value = valueOfKind(static_cast<std::size_t>(kind), std::make_index_sequence<kinds>());
    }
    std::visit([&](auto& some) { content(archive, some); }, value);
}

template <typename Archive>
void params(Archive& archive, engine::Params& all)
{
    std::vector<std::pair<std::string, engine::ParamValue>> entries(all.begin(), all.end());
    things(archive, entries, [&](auto& entry) {
        elements(archive, entry.first);
        param(archive, entry.second);
    });
    if constexpr (!writes<Archive>) {
        all = engine::Params(entries.begin(), entries.end());
    }
}

// The drawing
// --------------------------------------------------------------------------------------------------------------

template <typename Archive>
void rule(Archive& archive, engine::PhaseRule& value)
{
    perhaps(archive, value.phase,
            [&](engine::Phase& phase) { choice(archive, phase, engine::Phase::Run, "the phase of a rule"); });
    perhaps(archive, value.minLevel, [&](int& level) { whole(archive, level); });
    perhaps(archive, value.maxLevel, [&](int& level) { whole(archive, level); });
    texts(archive, value.stages);
    texts(archive, value.notStages);
}

template <typename Archive>
void weights(Archive& archive, std::vector<engine::WeightSettings>& all)
{
    things(archive, all, [&](engine::WeightSettings& weight) {
        elements(archive, weight.name);
        perhaps(archive, weight.lrMult, [&](double& number) { archive& number; });
        perhaps(archive, weight.decayMult, [&](double& number) { archive& number; });
    });
}

template <typename Archive>
void layer(Archive& archive, engine::Layer& value)
{
    elements(archive, value.name);
    elements(archive, value.type);
    texts(archive, value.bottoms);
    texts(archive, value.tops);
    params(archive, value.params);
    weights(archive, value.weights);
    elements(archive, value.lossWeights);
    flags(archive, value.propagateDown);
    things(archive, value.include, [&](engine::PhaseRule& some) { rule(archive, some); });
    things(archive, value.exclude, [&](engine::PhaseRule& some) { rule(archive, some); });
    elements(archive, value.comment);
    elements(archive, value.unknown);
    whole(archive, value.line);
}

template <typename Archive>
void node(Archive& archive, editor::Node& value)
{
    whole(archive, value.id);
    layer(archive, value.layer);
    coordinate(archive, value.position.rx());
    coordinate(archive, value.position.ry());
}

template <typename Archive>
void note(Archive& archive, editor::Note& value)
{
    double x = value.area.x(), y = value.area.y(), width = value.area.width(), height = value.area.height();
    whole(archive, value.id);
    choice(archive, value.kind, editor::Note::Kind::Frame, "the kind of a note");
    text(archive, value.text);
    coordinate(archive, x);
    coordinate(archive, y);
    coordinate(archive, width);
    coordinate(archive, height);
    value.area = {x, y, width, height};
}

template <typename Archive>
void solver(Archive& archive, engine::SolverSettings& value)
{
    choice(archive, value.dialect, engine::Dialect::MyCaffe, "the solver's dialect");
    params(archive, value.params);
    elements(archive, value.comment);
    elements(archive, value.unknown);
}

/// Every edit finds nodes and notes by their ids: two of one id, or one that comes again, would be a trap.
inline void checkIds(const editor::Content& drawing)
{
    std::set<editor::Id> ids;
    const auto take = [&](editor::Id id) {
        if (id < 1 || id >= drawing.nextId || !ids.insert(id).second) {
            throw engine::Error(engine::say(
                ENGINE_TEXT(
                    "Sentences",
                    "its drawing has a part with the number %1, but the parts are numbered from 1 to %2, each once"),
                id, drawing.nextId - 1));
        }
    };
    for (const editor::Node& some : drawing.nodes) {
        take(some.id);
    }
    for (const editor::Note& some : drawing.notes) {
        take(some.id);
    }
}

template <typename Archive>
void drawing(Archive& archive, editor::Content& value)
{
    elements(archive, value.name);
    choice(archive, value.dialect, engine::Dialect::MyCaffe, "the dialect");
    elements(archive, value.comment);
    elements(archive, value.unknown);
    things(archive, value.nodes, [&](editor::Node& some) { node(archive, some); });
    things(archive, value.notes, [&](editor::Note& some) { note(archive, some); });
    solver(archive, value.solver);
    elements(archive, value.corpus);
    nextNumber(archive, value.nextId);
    if constexpr (!writes<Archive>) {
        checkIds(value);
    }
}

} // namespace studio::archive

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

/// An event by its fields(): where those change, so does what is written here, and the version of Runs goes up.
template <typename Archive, typename Event>
void eventOf(Archive& archive, Event& event)
{
    fields(event, [&](std::string_view, auto& value) { content(archive, value); });
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
