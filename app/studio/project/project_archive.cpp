// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/project_archive.h"

#include "app/watch/event_lines.h"
#include "editor/document/content.h"
#include "engine/formats/checkpoint/archive.h"
#include "engine/formats/checkpoint/curve_archive.h"
#include "engine/graph/error.h"
#include "engine/training/run/run_specs.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <QString>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
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

using namespace engine::archive;

/// The alternative with this number, made.
template <std::size_t... numbers>
engine::ParamValue valueOfKind(std::size_t kind, std::index_sequence<numbers...>)
{
    engine::ParamValue value;
    (void) ((kind == numbers && (value.emplace<numbers>(), true)) || ...);
    return value;
}

/// Every edit finds nodes and notes by their ids: two of one id, or one that comes again, would be a trap.
void checkIds(const editor::Content& drawing)
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

/// A project's parts in an archive, which has 64 bits of each number. Each function both writes and reads, by the kind
/// of archive.
template <typename Archive>
struct Parts {
    Archive& archive;

    template <typename... Values>
    void all(Values&... values)
    {
        (put(values), ...);
    }

    // Small values

    template <typename Number>
    requires std::is_arithmetic_v<Number>
    void put(Number& value) { archive& value; }
    void put(bool& value)
    {
        std::uint8_t byte = value ? 1 : 0;
        archive& byte;
        value = byte != 0;
    }
    void put(int& value)
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
    void putNext(int& value)
    {
        constexpr int most = 1'000'000'000;
        put(value);
        if (!writes<Archive> && (value < 1 || value > most)) {
            throw engine::Error(engine::say(
                ENGINE_TEXT("Sentences", "it counts on from %1, but numbers are from 1 to %2"), value, most));
        }
    }
    /// A place on the canvas. One that is no number would keep the drawing from being shown.
    void putPlace(double& value)
    {
        put(value);
        value = std::isfinite(value) ? value : 0;
    }
    void put(engine::Phase& value) { choice(archive, value, engine::Phase::Run, "a phase"); }
    void put(engine::Dialect& value) { choice(archive, value, engine::Dialect::MyCaffe, "a dialect"); }
    void put(std::string& value) { elements(archive, value); }
    void put(QString& value)
    {
        std::string bytes = value.toStdString();
        put(bytes);
        value = QString::fromStdString(bytes);
    }
    void put(std::filesystem::path& value)
    {
        std::string name = value.string();
        put(name);
        value = name;
    }

    // Several of them

    template <typename Value>
    void put(std::optional<Value>& value)
    {
        bool given = value.has_value();
        put(given);
        if (!given) {
            value.reset();
            return;
        }
        if (!value) {
            value.emplace();
        }
        put(*value);
    }
    template <typename Number>
    requires(std::is_arithmetic_v<Number> && !std::is_same_v<Number, int>) void put(std::vector<Number>& value)
    {
        elements(archive, value);
    }
    void put(std::vector<bool>& value) { flags(archive, value); }
    template <typename Thing>
    void put(std::vector<Thing>& value)
    {
        things(archive, value, [this](Thing& one) { put(one); });
    }
    template <typename First, typename Second>
    void put(std::pair<First, Second>& value)
    {
        all(value.first, value.second);
    }
    template <typename Key, typename Value, typename Order>
    void put(std::map<Key, Value, Order>& value)
    {
        std::vector<std::pair<Key, Value>> entries(value.begin(), value.end());
        put(entries);
        if constexpr (!writes<Archive>) {
            value = std::map<Key, Value, Order>(entries.begin(), entries.end());
        }
    }

    // Settings

    void put(engine::Shape& value)
    {
        std::vector<std::int64_t> extents = value.extents();
        put(extents);
        value = engine::Shape(std::move(extents));
    }
    void put(engine::Filler& value)
    {
        all(value.type, value.value, value.min, value.max, value.mean, value.std, value.varianceNorm);
    }
    void put(engine::ParamValue& value)
    {
        constexpr std::size_t kinds = std::variant_size_v<engine::ParamValue>;
        auto kind = static_cast<std::int64_t>(value.index());
        put(kind);
        if (kind < 0 || kind >= static_cast<std::int64_t>(kinds)) {
            throw engine::Error(engine::say(
                ENGINE_TEXT("Sentences", "a setting is of the kind %1, but only 0 to %2 are known"), kind, kinds - 1));
        }
        if constexpr (!writes<Archive>) {
            value = valueOfKind(static_cast<std::size_t>(kind), std::make_index_sequence<kinds>());
        }
        std::visit([this](auto& some) { put(some); }, value);
    }
    /// Without model and solver: a project has those that are drawn, and a run has them as it trained them.
    void put(engine::RunDescription& run)
    {
        put(run.settings);
        if constexpr (!writes<Archive>) {
            engine::checkRunParams(run.settings);
        }
        engine::FirstWeightsFile& first = run.first;
        all(run.data, run.resume, first.file, first.vocabulary, first.text, first.solverState);
    }

    // The drawing

    void put(engine::PhaseRule& value)
    {
        all(value.phase, value.minLevel, value.maxLevel, value.stages, value.notStages);
    }
    void put(engine::WeightSettings& value) { all(value.name, value.lrMult, value.decayMult); }
    void put(engine::Layer& value)
    {
        all(value.name, value.type, value.bottoms, value.tops, value.params, value.weights, value.lossWeights,
            value.propagateDown, value.include, value.exclude, value.comment, value.unknown, value.line);
    }
    void put(editor::Node& value)
    {
        all(value.id, value.layer);
        putPlace(value.position.rx());
        putPlace(value.position.ry());
    }
    void put(editor::Note& value)
    {
        put(value.id);
        choice(archive, value.kind, editor::Note::Kind::Frame, "the kind of a note");
        put(value.text);
        double x = value.area.x(), y = value.area.y(), width = value.area.width(), height = value.area.height();
        for (double* const one : {&x, &y, &width, &height}) {
            putPlace(*one);
        }
        value.area = {x, y, width, height};
    }
    void put(engine::SolverSettings& value) { all(value.dialect, value.params, value.comment, value.unknown); }
    void put(editor::Content& value)
    {
        all(value.name, value.dialect, value.comment, value.unknown, value.nodes, value.notes, value.solver,
            value.corpus);
        putNext(value.nextId);
        if constexpr (!writes<Archive>) {
            checkIds(value);
        }
    }
    void put(ViewState& value)
    {
        put(value.zoom);
        value.zoom = std::isfinite(value.zoom) && value.zoom > 0 ? value.zoom : 1;
        putPlace(value.middleX);
        putPlace(value.middleY);
        all(value.phase, value.docks, value.runs, value.prompt, value.panels);
    }

    // The runs

    /// By its fields(): where those change, so does what is written here, and the version of Runs goes up.
    template <typename Event>
    void putFields(Event& event)
    {
        fields(event, [this](std::string_view, auto& value) { put(value); });
    }
    void put(engine::Metric& value) { all(value.name, value.value); }
    void put(engine::ValidationEvent& value) { putFields(value); }
    void put(engine::CheckpointEvent& value) { putFields(value); }
    void put(engine::SampleEvent& value)
    {
        putFields(value);
        put(value.bits);
    }
    /// An event that a run has once, as a line of a log has it.
    template <typename Event>
    void putLine(Event& event)
    {
        std::string text = writes<Archive>
                               ? watch::toJson(event).dump(-1, ' ', false, watch::Json::error_handler_t::replace)
                               : std::string();
        put(text);
        if constexpr (!writes<Archive>) {
            const std::optional<engine::Event> read = watch::eventIn(watch::lineIn(text));
            if (!read || !std::holds_alternative<Event>(*read)) {
                throw engine::Error(
                    engine::say(ENGINE_TEXT("Sentences", "the event \"%1\" of a run cannot be read"), Event::name));
            }
            event = std::get<Event>(*read);
        }
    }
    void put(engine::StartEvent& value)
    {
        putLine(value);
        all(value.data, value.model, value.solver); // the name also where it is not UTF-8
    }
    void put(engine::EndEvent& value) { putLine(value); }
    void put(engine::HeldUnit& value)
    {
        std::string words = engine::toText(value);
        put(words);
        if constexpr (!writes<Archive>) {
            value = engine::heldUnit(words);
        }
    }
    /// A text of the history: also where it branches from, where it starts, and what was set in the net's state.
    void put(WrittenText& value)
    {
        put(static_cast<engine::SampleEvent&>(value));
        all(value.checkpoint, value.id, value.parent, value.branchPlace, value.state, value.drawn, value.held,
            value.net);
    }
    void put(RunRecord& run)
    {
        all(run.id, run.name, run.run, run.start, run.end, static_cast<std::string&>(run.failure));
        curveInPieces(archive, run.curve);
        all(run.validations, run.checkpoints, run.samples, run.remark, run.origin.file, run.origin.run,
            run.origin.goesOn);
    }
};

} // namespace

// Boost finds these by the type of their second argument.

template <typename Archive>
void serialize(Archive& archive, Project& project, unsigned version)
{
    requireKnown<Project>(version);
    Parts<Archive> parts{archive};
    parts.put(project.content);
    parts.putNext(project.nextRun);
    parts.all(project.texts, project.choice, project.view);
}

template <typename Archive>
void serialize(Archive& archive, Runs& runs, unsigned version)
{
    requireKnown<Runs>(version);
    Parts<Archive>{archive}.put(runs.all);
    if constexpr (!writes<Archive>) {
        checkIds(runs.all);
    }
}

template <typename Archive>
void serialize(Archive& archive, ProjectSummary& summary, unsigned version)
{
    requireKnown<ProjectSummary>(version);
    Parts<Archive>{archive}.all(summary.name, summary.file, summary.written, summary.layers, summary.runs);
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
