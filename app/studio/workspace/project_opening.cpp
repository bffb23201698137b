// SPDX-License-Identifier: GPL-3.0-or-later
// What ProjectFiles does with each kind of file that it opens.
#include "app/studio/session/net_source.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/solver_settings.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <QLocale>
#include <QString>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace studio {
namespace {

namespace fs = std::filesystem;

/// A picture or a state that says what made it.
struct MadeFile {
    std::filesystem::path file;
    engine::Provenance made;
};

struct CheckpointSearch {
    std::filesystem::path file = {};    ///< has the digest; empty: none was found
    std::filesystem::path another = {}; ///< where none was: a file of that name, which has another digest; or empty
};

/// By the name, which is a stranger's word: nothing else is opened, such as a device or what has no end.
bool isNamedAsNet(const fs::path& file)
{
    const engine::FileFormat* const format = engine::formatByName(file);
    return format != nullptr && format->reads &&
           (format->content == engine::Content::Project || format->content == engine::Content::Weights);
}

bool hasDigest(const fs::path& file, const std::string& digest)
{
    try {
        return !digest.empty() && engine::netDigest(file) == digest;
    } catch (const engine::Error&) {
        return false; // damaged, or no file
    }
}

/// No more than a person keeps there: each is opened.
std::vector<fs::path> listed(const fs::path& folder)
{
    constexpr std::size_t most = 2'000;
    std::vector<fs::path> entries;
    std::error_code problem; // a folder that cannot be read has no checkpoint for us
    for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end && entries.size() < most;
         entry.increment(problem)) {
        entries.push_back(entry->path());
    }
    return entries;
}

/// Looks at the recorded path, in the folders with runs of the open project, beside the file that was made, and in
/// folders of runs beside it; by the name first, then by the digest alone, as files are renamed. Never throws.
CheckpointSearch findCheckpoint(const engine::CheckpointUsed& wanted, const fs::path& made,
                                const std::set<fs::path>& foldersOfRuns)
{
    const fs::path recorded = engine::longPath(wanted.file), beside = fs::absolute(made).parent_path();
    std::vector<fs::path> folders(foldersOfRuns.begin(), foldersOfRuns.end()), files = {recorded};
    folders.push_back(beside);
    std::ranges::copy_if(listed(beside), std::back_inserter(folders),
                         [](const fs::path& entry) { return entry.extension() == ".runs"; });
    for (const fs::path& folder : folders) {
        files.push_back(folder / recorded.filename());
    }
    for (const fs::path& folder : folders) {
        std::ranges::copy_if(listed(folder), std::back_inserter(files), [](const fs::path& file) {
            const engine::FileFormat* const format = engine::formatByName(file);
            return format != nullptr && format->format == engine::Format::Hamnet;
        });
    }
    CheckpointSearch found;
    for (const fs::path& file : files) {
        if (!isNamedAsNet(file) || !isThere(file)) {
            continue;
        }
        if (hasDigest(file, wanted.digest)) {
            return {.file = file};
        }
        if (found.another.empty() && file.filename() == recorded.filename()) {
            found.another = file;
        }
    }
    return found;
}

/// The net where its layers and notes were, or laid out where that is not known.
editor::Content drawingOf(const engine::Provenance& made, const std::string& name)
{
    const engine::SolverSettings solver =
        made.solver.empty() ? engine::solverOfNewNet() : engine::readSolver(made.solver, name);
    const engine::Model model = engine::readModel(made.model, name);
    if (made.positions.size() != model.layers.size() || model.layers.empty()) {
        return laidOut(model, solver);
    }
    editor::Content content = editor::contentOf(model);
    for (std::size_t index = 0; index < content.nodes.size(); ++index) {
        content.nodes[index].position = {made.positions[index].x, made.positions[index].y};
    }
    for (const engine::DrawnNote& note : made.notes) {
        content.notes.push_back({.id = content.nextId++,
                                 .kind = note.frame ? editor::Note::Kind::Frame : editor::Note::Kind::Comment,
                                 .text = QString::fromStdString(note.text),
                                 .area = {note.area.x, note.area.y, note.area.width, note.area.height}});
    }
    content.solver = solver;
    return content;
}

/// What is missing of what made the file; empty: nothing is.
QString missingOf(const engine::Provenance& made, const CheckpointSearch& found)
{
    const auto fileName = [](const fs::path& file) { return QString::fromStdString(file.filename().string()); };
    const QLocale locale;
    if (!made.checkpoint) {
        return made.kind == engine::Provenance::Kind::State
                   ? Workspace::tr("No checkpoint was kept of the net that wrote it: the net is here without what it "
                                   "had learned.")
                   : QString();
    }
    const engine::CheckpointUsed& wanted = *made.checkpoint;
    const QString name = fileName(engine::longPath(wanted.file));
    if (found.file.empty() && !found.another.empty()) {
        return Workspace::tr("%1 is no longer the checkpoint that made this: its digest is not %2. The net is here "
                             "without what it had learned.")
            .arg(QString::fromStdString(found.another.string()), QString::fromStdString(wanted.digest));
    }
    if (found.file.empty()) {
        return Workspace::tr("The checkpoint %1 (digest %2) that made this was not found where it was, beside the file "
                             "or among the runs of the project that was open. The net is here without what it had "
                             "learned.")
            .arg(name, QString::fromStdString(wanted.digest));
    }
    if (made.iteration && wanted.iteration && *made.iteration != *wanted.iteration) {
        return Workspace::tr("This was made at iteration %1; the nearest checkpoint that was kept is of iteration %2.")
            .arg(locale.toString(static_cast<qlonglong>(*made.iteration)),
                 locale.toString(static_cast<qlonglong>(*wanted.iteration)));
    }
    return {};
}

/// The folders of the runs of the open project.
std::set<fs::path> foldersOfRuns(const RunList& runs)
{
    std::set<fs::path> folders;
    for (const RunRecord& run : runs.all()) {
        for (const engine::CheckpointEvent& mark : runs.find(run.id)->checkpoints) {
            folders.insert(fs::path(mark.file).parent_path());
        }
    }
    return folders;
}

/// The project that made the file, as far as that is known.
Project projectOf(const MadeFile& opened, const fs::path& checkpoint)
{
    const engine::Provenance& made = opened.made;
    const bool isState = made.kind == engine::Provenance::Kind::State; // then the seed is of a text's characters
    Project project;
    project.content = drawingOf(made, opened.file.string());
    if (isForeign(checkpoint)) {
        project.choice.first.file = checkpoint;
    } else if (!checkpoint.empty()) {
        addRun(project, engine::loadCheckpoint(checkpoint), checkpoint);
    } else if (made.seed && std::in_range<std::int64_t>(*made.seed) && !isState) {
        project.choice.settings.emplace("seed", static_cast<std::int64_t>(*made.seed));
    }
    return project;
}

/// Whether a run of the open project trains or trained the net of a state, which then joins the project. Pictures
/// never do: they are opened for what made them.
bool hasNetOf(const Workspace& workspace, const engine::Provenance& made)
{
    return workspace.files().isOpen() && made.kind == engine::Provenance::Kind::State &&
           std::ranges::any_of(workspace.runs().all(), [&](const RunRecord& run) {
               return workspace.runs().find(run.id)->start.model == made.model;
           });
}

/// Puts a project with what made the file in the place of the open one: its net with solver, places and notes, and its
/// checkpoint where that is found. `unsaved` are the runs of the open project. Gives the sentence of what is
/// missing; empty: nothing. Throws engine::Error; then everything is as it was.
QString openWhatMade(Workspace& workspace, UnsavedRuns& unsaved, const MadeFile& opened)
{
    const engine::Provenance& made = opened.made;
    const CheckpointSearch found = made.checkpoint
                                       ? findCheckpoint(*made.checkpoint, opened.file, foldersOfRuns(workspace.runs()))
                                       : CheckpointSearch{};
    Project project = projectOf(opened, found.file);
    const bool wasUnsaved = unsaved.holds(found.file);
    if (wasUnsaved) {
        unsaved.keep(); // what the user did not want has a use now
    }
    const fs::path& home = found.file.empty() ? opened.file : found.file;
    workspace.files().begin(std::move(project), {.home = fs::absolute(home).parent_path()});
    if (wasUnsaved) {
        unsaved.adopt(workspace.runs().all());
    }
    return missingOf(made, found);
}

/// What the file is about; a text where neither its name nor its first bytes tell.
engine::Content contentOf(const fs::path& file)
{
    const engine::FileFormat* const format = engine::formatOf(file);
    return format ? format->content : engine::Content::Text;
}

/// What a picture or a state says of what made it; nothing of other files.
std::optional<engine::Provenance> madeWith(const fs::path& file)
{
    switch (contentOf(file)) {
    case engine::Content::Picture:
        return engine::netOfPicture(file);
    case engine::Content::WritingState:
        return engine::provenanceIn(file);
    default:
        return std::nullopt;
    }
}

void beginDrawing(Workspace& workspace, editor::Content content, const fs::path& file)
{
    Project project;
    project.content = std::move(content);
    workspace.files().begin(std::move(project), {.home = fs::absolute(file).parent_path()});
}

/// A new project for what joins one.
void requireProject(Workspace& workspace)
{
    if (!workspace.files().isOpen()) {
        workspace.files().startNew();
    }
}

void openCheckpoint(Workspace& workspace, const fs::path& file)
{
    const engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
    Project project;
    project.content = laidOut(engine::readModel(checkpoint.model, file.string()),
                              engine::readSolver(checkpoint.solver, file.string()));
    addRun(project, checkpoint, file);
    workspace.files().begin(std::move(project), {.home = fs::absolute(file).parent_path()});
}

std::optional<QString> openText(Workspace& workspace, const fs::path& file)
{
    if (const auto refused = whyNoText(file)) {
        return refused;
    }
    requireProject(workspace);
    return workspace.data().choose(file);
}

} // namespace

std::optional<QString> ProjectFiles::openModel(const fs::path& file)
{
    std::vector<engine::Sentence> notes;
    const auto tell = [&] {
        for (const engine::Sentence& note : notes) {
            emit m_workspace.noted(editor::inWords(note));
        }
    };
    if (const auto solver = engine::solverIn(file, &notes)) {
        requireProject(m_workspace);
        tell();
        return m_workspace.document().change(Workspace::tr("Read solver"), [&](editor::Content& content) {
            content.solver = *solver;
            for (editor::Node& node : content.nodes) {
                node.layer = engine::withStates(node.layer, *solver);
            }
        });
    }
    notes.clear();
    const engine::Model written = engine::readModelFile(file, std::nullopt, &notes);
    const fs::path solver = engine::solverOf(file);
    const engine::SolverSettings settings =
        solver.empty() ? engine::solverOfNewNet() : engine::readSolverFile(solver, std::nullopt, &notes);
    const engine::Model model = engine::withStates(written, settings);
    if (model != written) {
        notes.push_back(engine::say(
            ENGINE_TEXT("Sentences", "the solver's train_state and test_state decide which layers are in the net: the "
                                     "stages and levels in their rules were replaced by phases")));
    }
    beginDrawing(m_workspace, laidOut(model, settings), file);
    const editor::Document& document = m_workspace.document();
    m_workspace.nextRun().setModelFile(
        {.path = file,
         .model = document.derived().model,
         .solverFile = solver,
         .solver = solver.empty() ? std::nullopt : std::optional(document.content().solver)});
    tell();
    if (!solver.empty() && solver != engine::solverBeside(file)) {
        emit m_workspace.noted(
            Workspace::tr("The solver was read from %1.").arg(QString::fromStdString(solver.string())));
    }
    return std::nullopt;
}

std::optional<QString> ProjectFiles::open(const fs::path& file)
{
    try {
        if (!isThere(file)) {
            return Workspace::tr("%1 no longer exists.").arg(QString::fromStdString(file.string()));
        }
        if (const auto made = madeWith(file); made && !hasNetOf(m_workspace, *made)) {
            if (const QString missing = openWhatMade(m_workspace, m_unsavedRuns, {.file = file, .made = *made});
                !missing.isEmpty()) {
                emit m_workspace.warned(missing);
            }
            if (made->kind == engine::Provenance::Kind::State) {
                emit m_workspace.writingStateOpened(file);
            }
            return std::nullopt;
        }
        switch (contentOf(file)) {
        case engine::Content::Project:
            if (kindOf(file) == FileKind::Checkpoint) {
                openCheckpoint(m_workspace, file);
            } else {
                load(behindLinks(file));
            }
            return std::nullopt;
        case engine::Content::Weights:
            return m_workspace.importer().open(file);
        case engine::Content::SolverState:
            return m_workspace.importer().importWeights(file);
        case engine::Content::Model:
            return openModel(file);
        case engine::Content::WritingState:
            emit m_workspace.writingStateOpened(file);
            return std::nullopt;
        default:
            return openText(m_workspace, file);
        }
    } catch (const std::exception& error) {
        return editor::inWords(error);
    }
}

std::optional<QString> whyDamaged(const fs::path& file)
{
    return refusalOf([&] {
        switch (contentOf(file)) {
        case engine::Content::Project:
            if (kindOf(file) == FileKind::Checkpoint) {
                const engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
                engine::readModel(checkpoint.model, file.string());
                engine::readSolver(checkpoint.solver, file.string());
            } else {
                loadProject(file);
            }
            break;
        case engine::Content::Model:
            if (!engine::solverIn(file)) {
                engine::readModelFile(file);
                if (const fs::path solver = engine::solverOf(file); !solver.empty()) {
                    engine::readSolverFile(solver);
                }
            }
            break;
        case engine::Content::Weights:
            if (engine::bringsItsNet(file)) {
                engine::readNet(file);
            }
            break;
        default:
            madeWith(file);
            break;
        }
    });
}

bool ProjectFiles::joins(const fs::path& file) const
{
    if (!m_open || !isThere(file)) {
        return false;
    }
    switch (contentOf(file)) {
    case engine::Content::Project:
    case engine::Content::Picture:
        return false;
    case engine::Content::Weights:
        return !m_workspace.importer().bringsNet(file);
    case engine::Content::Model:
        return engine::solverIn(file).has_value();
    default:
        break;
    }
    try {
        const auto made = madeWith(file);
        return !made || hasNetOf(m_workspace, *made);
    } catch (const engine::Error&) {
        return true; // open() refuses it, and the project stays
    }
}

} // namespace studio
