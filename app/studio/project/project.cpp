// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/project.h"

#include "app/watch/event_lines.h"
#include "engine/data/places.h"
#include "engine/formats/checkpoint/archive.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/checkpoint/curve_archive.h"
#include "engine/graph/error.h"
#include "engine/graph/system_reason.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_specs.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <QDateTime>
#include <QString>
#include <set>
#include <type_traits>
#include <variant>

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

namespace {

constexpr auto aboutSection = "about";
constexpr auto projectSection = "project";
constexpr auto runsSection = "runs";
constexpr auto checkpointSection = "structure"; ///< that every checkpoint has; see engine/formats/README.md

/// No drawing and no curves come near; a file that claims more is not read.
constexpr std::uint64_t maxBytes = std::uint64_t{2} << 30;

void forEachPath(engine::RunDescription& run, const std::function<void(std::string&)>& change)
{
    engine::FirstWeightsFile& first = run.first;
    for (std::filesystem::path* const file :
         {&run.data, &run.resume, &first.file, &first.vocabulary, &first.text, &first.solverState}) {
        std::string name = file->string();
        change(name);
        *file = name;
    }
}

/// Every path that a project names.
void forEachPath(Project& project, const std::function<void(std::string&)>& change)
{
    change(project.content.corpus);
    forEachPath(project.choice, change);
    for (RunRecord& run : project.runs) {
        forEachPath(run.run, change);
        for (std::string* const name : {&run.start.data, &run.start.checkpoint, &run.start.firstWeights}) {
            change(*name);
        }
        for (engine::CheckpointEvent& mark : run.checkpoints) {
            change(mark.file);
        }
    }
    for (WrittenText& text : project.texts) {
        change(text.checkpoint);
        change(text.state);
    }
}

std::filesystem::path folderOf(const std::filesystem::path& file)
{
    return std::filesystem::absolute(file).lexically_normal().parent_path();
}

/// As seen from the folder, where the path lies below it.
std::string seenFrom(const std::filesystem::path& folder, const std::string& path)
{
    const std::filesystem::path whole(path);
    if (!whole.is_absolute()) {
        return path;
    }
    const std::filesystem::path relative = whole.lexically_normal().lexically_relative(folder);
    return relative.empty() || *relative.begin() == ".." ? path : relative.string();
}

std::string resolved(const std::filesystem::path& folder, const std::string& path)
{
    const bool stays = path.empty() || std::filesystem::path(path).is_absolute() || engine::isMadeData(path);
    return stays ? path : (folder / path).lexically_normal().string();
}

/// Whether the name is taken, if only by a symbolic link to nothing: what is written to it would be written there.
bool isTaken(const std::filesystem::path& file)
{
    std::error_code unknown;
    return std::filesystem::exists(std::filesystem::symlink_status(file, unknown));
}

/// Whether anything in the folder begins with the run's name, such as run-3.hamnet, the run's best and its temporaries.
bool isUsed(const std::filesystem::path& folder, const std::string& run)
{
    std::error_code unreadable; // then nothing can be written there either, and the run's start says so
    const std::filesystem::directory_iterator files(folder, unreadable);
    return std::any_of(begin(files), end(files),
                       [&](const auto& file) { return file.path().filename().string().starts_with(run + "."); });
}

void write(const std::filesystem::path& file, const Project& project, const ProjectSummary& about)
{
    const std::string aboutBytes = archived(about), projectBytes = archived(project);
    const std::string runsBytes = archived(Runs{project.runs});
    const std::vector<engine::SectionView> sections{{aboutSection, std::as_bytes(std::span(aboutBytes))},
                                                    {projectSection, std::as_bytes(std::span(projectBytes))},
                                                    {runsSection, std::as_bytes(std::span(runsBytes))}};
    engine::writeContainer(file, sections);
}

std::vector<std::byte> section(const engine::Container& container, const char* name)
{
    if (container.bytes(name) > maxBytes) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "%1: has %2 bytes in its section %3, more than any project needs"),
                        container.file().string(), container.bytes(name), name));
    }
    return container.read(name);
}

/// Runs `decode` and puts the file's name before what it complains of.
template <typename Decode>
void namingFile(const std::filesystem::path& file, const Decode& decode)
{
    try {
        decode();
    } catch (const engine::Error& error) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1: holds no project that can be used: %2"),
                                        file.string(), error.sentence()));
    }
}

FileKind kindOf(const engine::Container& container)
{
    if (container.has(projectSection)) {
        return FileKind::Project;
    }
    if (container.has(checkpointSection)) {
        return FileKind::Checkpoint;
    }
    throw engine::Error(
        engine::say(ENGINE_TEXT("Sentences", "%1: is a Hamnet file, but neither a project nor a checkpoint"),
                    container.file().string()));
}

void requireProject(const engine::Container& container)
{
    if (kindOf(container) == FileKind::Checkpoint) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "%1: is a checkpoint of a run, but wanted is a project"),
                        container.file().string()));
    }
}

Project read(const std::filesystem::path& file)
{
    const engine::Container container(file);
    requireProject(container);
    section(container, aboutSection); // for its checksum only: a file that is damaged anywhere is not used
    const std::vector<std::byte> projectBytes = section(container, projectSection);
    const std::vector<std::byte> runsBytes = section(container, runsSection);
    Project project;
    Runs runs;
    namingFile(file, [&] {
        unarchive(projectBytes, project);
        unarchive(runsBytes, runs);
        project.runs = std::move(runs.all);
        for (const RunRecord& run : project.runs) {
            if (run.id >= project.nextRun) {
                throw engine::Error(engine::say(
                    ENGINE_TEXT("Sentences", "it has a run with the number %1, but the next run has the number %2"),
                    run.id, project.nextRun));
            }
        }
    });
    return project;
}

ProjectSummary summaryOf(const Project& project, const std::filesystem::path& file)
{
    return {.name = project.content.name,
            .file = file,
            .written = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString(),
            .layers = static_cast<std::int64_t>(project.content.nodes.size()),
            .runs = static_cast<std::int64_t>(project.runs.size())};
}

} // namespace

FileKind kindOf(const std::filesystem::path& file)
{
    return kindOf(engine::Container(file));
}

void saveProject(const std::filesystem::path& file, const Project& project)
{
    Project kept = project;
    const std::filesystem::path folder = folderOf(file);
    forEachPath(kept, [&](std::string& path) { path = seenFrom(folder, path); });
    // Its own name is not in it: a file that is the same is the same wherever it lies.
    ProjectSummary about = summaryOf(kept, {});
    about.written.clear();
    write(file, kept, about);
}

Project loadProject(const std::filesystem::path& file)
{
    Project project = read(file);
    const std::filesystem::path folder = folderOf(file);
    forEachPath(project, [&](std::string& path) { path = resolved(folder, path); });
    return project;
}

std::filesystem::path previousVersionFile(const std::filesystem::path& project)
{
    return project.string() + "~";
}

std::filesystem::path runsFolder(const std::filesystem::path& project)
{
    std::filesystem::path folder = project;
    return folder.replace_extension(".runs");
}

void requireOwnFolder(const std::filesystem::path& runs)
{
    const std::filesystem::path home = std::filesystem::absolute(runs).lexically_normal().parent_path();
    if (!engine::liesBelow(home, runs)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences",
                        "%1: the folder for runs is a link to another place, but must be a folder beside its project; "
                        "move that link out of the way, or save the project under another name"),
            runs.string()));
    }
}

std::filesystem::path nextRunFile(const std::filesystem::path& folder, const Project& project)
{
    requireOwnFolder(folder);
    engine::makeFolder(folder);
    std::set<std::string> taken;
    for (const RunRecord& run : project.runs) {
        for (const engine::CheckpointEvent& mark : run.checkpoints) {
            taken.insert(mark.file);
        }
    }
    for (int number = project.nextRun;; ++number) {
        const std::filesystem::path file = folder / ("run-" + std::to_string(number) + ".hamnet");
        if (!taken.contains(file.string()) && !isUsed(folder, file.stem().string())) {
            return file;
        }
    }
}

std::vector<std::filesystem::path> unlistedRuns(const std::filesystem::path& folder, const Project& project)
{
    constexpr std::string_view begin = "run-";
    std::map<int, std::filesystem::path> found; // by number
    std::error_code unknown;
    for (std::filesystem::directory_iterator at(folder, unknown), last; !unknown && at != last; at.increment(unknown)) {
        const std::filesystem::directory_entry& entry = *at;
        const std::string name = entry.path().stem().string();
        int number = 0;
        const char* const end = name.data() + name.size();
        if (!name.starts_with(begin) || entry.path().extension() != ".hamnet" || !entry.is_regular_file(unknown) ||
            std::from_chars(name.data() + begin.size(), end, number).ptr != end || number < project.nextRun) {
            continue;
        }
        const bool isListed = std::ranges::any_of(project.runs, [&](const RunRecord& run) {
            return std::ranges::any_of(run.checkpoints,
                                       [&](const engine::CheckpointEvent& mark) { return mark.file == entry.path(); });
        });
        if (!isListed) {
            found.emplace(number, entry.path());
        }
    }
    std::vector<std::filesystem::path> files;
    for (const auto& [number, file] : found) {
        files.push_back(file);
    }
    return files;
}

void moveRuns(Project& project, const std::filesystem::path& from, const std::filesystem::path& to,
              std::vector<engine::Sentence>& notes)
{
    std::error_code error;
    std::vector<std::filesystem::directory_entry> files;
    for (const auto& entry : std::filesystem::directory_iterator(from, error)) {
        if (!entry.is_symlink(error) && entry.is_regular_file(error)) {
            files.push_back(entry);
        }
    }
    if (files.empty()) { // no run was ever kept there
        return;
    }
    try {
        requireOwnFolder(to);
    } catch (const engine::Error& refusal) {
        notes.push_back(
            engine::say(ENGINE_TEXT("Sentences", "%1 stays where it is: %2"), from.string(), refusal.sentence()));
        return;
    }
    std::filesystem::create_directories(to, error);
    for (const auto& entry : files) {
        const std::filesystem::path target = to / entry.path().filename();
        if (isTaken(target)) {
            notes.push_back(engine::say(ENGINE_TEXT("Sentences", "%1 stays where it is, as there is a file %2"),
                                        entry.path().string(), target.string()));
            continue;
        }
        std::filesystem::rename(entry.path(), target, error);
        if (error) { // such as another disk
            std::filesystem::copy_file(entry.path(), target, error);
            if (error) {
                notes.push_back(engine::say(ENGINE_TEXT("Sentences", "%1 stays where it is: %2"), entry.path().string(),
                                            engine::reasonOf(error.value())));
                continue;
            }
            std::filesystem::remove(entry.path(), error);
        }
        forEachPath(project, [&](std::string& path) {
            if (path == entry.path().string()) {
                path = target.string();
            }
        });
    }
    std::filesystem::remove(from, error); // where it is empty
}

void saveCopy(const std::filesystem::path& file, const Project& project, const std::filesystem::path& original)
{
    write(file, project, summaryOf(project, original));
}

Project loadCopy(const std::filesystem::path& file)
{
    return read(file);
}

ProjectSummary readProjectSummary(const std::filesystem::path& file)
{
    const engine::Container container(file);
    requireProject(container);
    const std::vector<std::byte> bytes = section(container, aboutSection);
    ProjectSummary summary;
    namingFile(file, [&] { unarchive(bytes, summary); });
    return summary;
}

} // namespace studio
