// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/project.h"

#include "app/studio/project/project_archive.h"
#include "engine/data/places.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/system_reason.h"
#include "engine/training/run/open_source.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <QDateTime>
#include <set>
#include <string_view>

namespace studio {
namespace {

constexpr auto aboutSection = "about";
constexpr auto projectSection = "project";
constexpr auto runsSection = "runs";
constexpr auto checkpointSection = "structure"; ///< that every checkpoint has; see engine/formats/README.md

/// No drawing and no curves come near; a file that claims more is not read.
constexpr std::uint64_t maxBytes = std::uint64_t{2} << 30;

// Paths
// -------------------------------------------------------------------------------------------------------------------

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

// Writing and reading
// ------------------------------------------------------------------------------------------------------

void write(const std::filesystem::path& file, const Project& project, const ProjectSummary& about)
{
    const std::string aboutBytes = toArchive(about);
    const std::string projectBytes = toArchive(project);
    const std::string runsBytes = toArchive(project.runs);
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
    namingFile(file, [&] {
        fromArchive(projectBytes, project);
        fromArchive(runsBytes, project.runs);
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
    namingFile(file, [&] { fromArchive(bytes, summary); });
    return summary;
}

} // namespace studio
