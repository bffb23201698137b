// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/project_files.h"

#include "app/studio/project/autosave.h"
#include "app/studio/session/run_record.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/layout.h"
#include "editor/document/sentence_words.h"
#include "engine/data/places.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run.h"

#include <sys/stat.h>

#include <algorithm>
#include <QFileInfo>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

namespace studio {

namespace fs = std::filesystem;

namespace {

/// Characters or sequences of one iteration; 0 where that cannot be told.
std::int64_t unitsInBatch(const engine::Checkpoint& checkpoint)
{
    try {
        const engine::Model model = engine::readModel(checkpoint.model, "checkpoint");
        const engine::Params solver = engine::completeParams(engine::readSolver(checkpoint.solver, "checkpoint"));
        const std::int64_t batches = engine::intParam(solver, "iter_size");
        const engine::DataWiring wiring = engine::requiredWiring(model, engine::Phase::Train);
        const std::int64_t answers = engine::dataKindOf(checkpoint).answersEachStep ? wiring.steps : 1;
        return answers * wiring.streams * batches;
    } catch (const engine::Error&) {
        return 0;
    }
}

/// The record that a checkpoint tells of itself.
RunRecord recordOf(const engine::Checkpoint& checkpoint, const fs::path& file, int id)
{
    const engine::DataKind& kind = engine::dataKindOf(checkpoint);
    RunRecord record;
    record.id = id;
    record.name = file.stem().string();
    record.start = {.engine = checkpoint.engine,
                    .device = checkpoint.device,
                    .seed = checkpoint.seed,
                    .batchUnits = unitsInBatch(checkpoint),
                    .kind = &kind,
                    .model = checkpoint.model,
                    .solver = checkpoint.solver,
                    .data = checkpoint.corpus.file + checkpoint.sequences.file};
    if (!checkpoint.precision.empty()) {
        record.run.settings.emplace("precision", checkpoint.precision);
    }
    record.curve = checkpoint.curve;
    record.validations = validationsIn(checkpoint);
    record.checkpoints = {{checkpoint.iteration, file.string(), false}};
    for (const engine::TextSample& sample : checkpoint.samples) {
        record.samples.push_back({.iteration = sample.iteration, .seed = sample.seed, .text = sample.text});
    }
    record.end = {.iterations = checkpoint.iteration, .reason = engine::EndReason::Stopped};
    return record;
}

} // namespace

editor::Content laidOut(const engine::Model& model, const engine::SolverSettings& solver)
{
    editor::Content content = editor::arranged(editor::contentOf(model), {}, editor::roomByChoice());
    content.solver = solver;
    return content;
}

void addRun(Project& project, const engine::Checkpoint& checkpoint, const fs::path& file)
{
    const bool made = engine::isMadeData(checkpoint.sequences.file);
    if (!made && !(checkpoint.corpus.file + checkpoint.sequences.file).empty()) {
        const fs::path data = engine::dataOfCheckpoint(checkpoint, fs::absolute(file));
        const fs::path home = fs::absolute(file).parent_path();
        project.content.corpus = (isThere(data) ? fs::absolute(data) : home / data).lexically_normal().string();
    }
    project.choice.settings.emplace("seed", static_cast<std::int64_t>(checkpoint.seed));
    project.runs.push_back(recordOf(checkpoint, file, project.nextRun++));
}

namespace {

std::vector<engine::Layer> layersOf(const Project& project)
{
    return editor::model(project.content).layers;
}

} // namespace

bool hasPreviousVersion(const Workspace& workspace)
{
    const std::filesystem::path& file = workspace.files().path();
    return workspace.files().isOpen() && !file.empty() && isThere(previousVersionFile(file));
}

PreviousVersion readPreviousVersion(const Workspace& workspace)
{
    const std::filesystem::path file = previousVersionFile(workspace.files().path());
    return {.project = loadProject(file), .saved = QFileInfo(QString::fromStdString(file.string())).lastModified()};
}

QString differences(const Project& previous, const Project& present)
{
    QStringList parts;
    const auto before = layersOf(previous), now = layersOf(present);
    if (before.size() != now.size()) {
        parts += Workspace::tr("%n layer(s) instead of %1", nullptr, int(before.size())).arg(now.size());
    } else if (before != now) {
        parts += Workspace::tr("other layers or other settings of layers");
    } else if (previous.content.nodes != present.content.nodes || previous.content.notes != present.content.notes) {
        parts += Workspace::tr("the same layers in other places");
    }
    if (previous.content.solver != present.content.solver) {
        parts += Workspace::tr("another solver");
    }
    if (previous.content.corpus != present.content.corpus) {
        parts += Workspace::tr("other data to learn from");
    }
    if (!(previous.choice == present.choice)) {
        parts += Workspace::tr("other settings of the next run");
    }
    if (previous.runs.size() != present.runs.size()) {
        parts += Workspace::tr("%n run(s) instead of %1", nullptr, int(previous.runs.size())).arg(present.runs.size());
    }
    if (parts.isEmpty()) {
        return Workspace::tr("Its layers, solver and number of runs are those of the project that is open.");
    }
    const QString last = parts.takeLast();
    const QString all = parts.isEmpty() ? last : Workspace::tr("%1 and %2").arg(parts.join(QStringLiteral(", ")), last);
    return Workspace::tr("Compared with the project that is open, it has %1.").arg(all);
}

ProjectFile::ProjectFile(std::filesystem::path file) : m_path(std::move(file))
{
    if (m_path.empty()) {
        return;
    }
    try {
        m_lock.emplace(m_path);
    } catch (const engine::WriteLock::Taken& taken) {
        m_other = taken.writer();
    } catch (const engine::Error&) {
        // A folder that cannot be written to: a save says so.
    }
    m_known = stampOf(m_path);
}

void ProjectFile::takeLockOf(ProjectFile& before)
{
    if (!m_lock && before.m_lock && before.m_path == m_path) {
        m_lock = std::move(before.m_lock);
        before.m_lock.reset();
        m_other.reset();
    }
}

void ProjectFile::prepareToSave()
{
    if (!m_lock) {
        m_lock.emplace(m_path); // whoever had it may have gone
        m_other.reset();
    }
    const Stamp now = stampOf(m_path);
    if (now && now != m_known) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "%1: was changed since it was read here, perhaps in another window; "
                                                 "save under another name, or open it again to go on from there"),
                        m_path.string()));
    }
}

void ProjectFile::noteSaved()
{
    m_known = stampOf(m_path);
}

ProjectFile::Stamp ProjectFile::stampOf(const std::filesystem::path& file)
{
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) {
        return std::nullopt;
    }
    return std::tuple(status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

const fs::path& UnsavedRuns::folder()
{
    if (m_folder.empty()) {
        m_folder = unsavedRunsFolder();
    }
    return m_folder;
}

void UnsavedRuns::adopt(const std::vector<RunRecord>& runs)
{
    for (const RunRecord& run : runs) {
        const fs::path folder =
            run.checkpoints.empty() ? fs::path() : fs::path(run.checkpoints.back().file).parent_path();
        if (isUnsavedRunsFolder(folder)) {
            m_folder = folder;
        }
    }
}

bool UnsavedRuns::isEmpty() const
{
    return !isThere(m_folder);
}

bool UnsavedRuns::holds(const fs::path& file) const
{
    return !m_folder.empty() && !file.empty() && engine::liesBelow(m_folder, file);
}

std::vector<engine::Sentence> UnsavedRuns::moveTo(const fs::path& place, Project& project)
{
    std::vector<engine::Sentence> notes;
    moveRuns(project, m_folder, place, notes);
    m_folder.clear();
    return notes;
}

void UnsavedRuns::removeDiscarded()
{
    if (m_discarded && !m_folder.empty()) {
        std::error_code unknown; // what cannot be removed stays: it does no harm
        fs::remove_all(m_folder, unknown);
    }
}

namespace {

/// How much is in a run that training and writing make; what the user makes of it, as its name, is left out.
auto extentOf(const RunRecord& run)
{
    return std::tuple(run.curve.size(), run.validations.size(), run.checkpoints.size(), run.samples.size(),
                      run.hasEnded());
}

/// Puts what was trained and written since the project was saved into it; whether there was anything.
bool takeNewRuns(Project& saved, const Project& now)
{
    bool isNew = false;
    for (const RunRecord& run : now.runs) {
        const auto before = std::ranges::find(saved.runs, run.id, &RunRecord::id);
        if (before == saved.runs.end() && run.id >= saved.nextRun) {
            saved.runs.push_back(run);
        } else if (before != saved.runs.end() && before->start.time == run.start.time &&
                   extentOf(*before) != extentOf(run)) {
            *before = run;
        } else {
            continue;
        }
        isNew = true;
    }
    for (const WrittenText& text : now.texts) {
        if (std::ranges::find(saved.texts, text.id, &WrittenText::id) == saved.texts.end()) {
            saved.texts.push_back(text);
            isNew = true;
        }
    }
    saved.nextRun = std::max(saved.nextRun, now.nextRun);
    return isNew;
}

/// After a crash its files may be newer than what the copy knows of them.
void noteNewest(RunRecord& run)
{
    std::set<std::string> known;
    for (auto mark = run.checkpoints.rbegin(); mark != run.checkpoints.rend(); ++mark) {
        if (known.insert(mark->file).second && isThere(mark->file) && !engine::isNoCheckpoint(mark->file)) {
            try {
                mark->iteration = engine::readSummary(mark->file).iteration;
            } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): what the copy knows stays
            }
        }
    }
}

/// Where the version before cannot be kept, the project is saved all the same: what is open counts more. Gives the
/// sentence about that; empty: it was kept, or has the same bytes: saving twice must not throw it away.
QString saveKeepingPrevious(const fs::path& place, const Project& saved)
{
    std::vector<std::byte> before; // none: there is no such version
    fs::file_time_type time = {};
    const QString unread = editor::inWords(failureOf([&] {
        if (isThere(place)) {
            time = fs::last_write_time(place);
            before = engine::readFileBytes(place);
        }
    }));
    saveProject(place, saved);
    const fs::path kept = previousVersionFile(place);
    const QString unkept = editor::inWords(failureOf([&] {
        if (!before.empty() && before != engine::readFileBytes(place)) {
            if (!fs::is_regular_file(fs::symlink_status(kept))) {
                engine::writeFileBytes(kept, std::string_view()); // none may read it before it has its permissions
            }
            fs::permissions(kept, fs::status(place).permissions());
            engine::writeFileBytes(kept, before);
            fs::last_write_time(kept, time); // tells when it was saved
        }
    }));
    if (std::error_code unknown; !unkept.isEmpty() && fs::file_size(kept, unknown) == 0) {
        fs::remove(kept, unknown);
    }
    return unread + unkept; // one at most
}

} // namespace

ProjectFiles::~ProjectFiles()
{
    leave();
}

QString ProjectFiles::title() const
{
    if (!m_file.path().empty()) {
        return QString::fromStdString(m_file.path().stem().string());
    }
    const std::string& name = m_workspace.document().content().name;
    return name.empty() ? Workspace::tr("Untitled") : QString::fromStdString(name);
}

bool ProjectFiles::isModified() const
{
    return m_open && (m_modified || !m_workspace.document().undoStack().isClean());
}

void ProjectFiles::setModified()
{
    m_modified = true;
    m_workspace.tell(Change::File);
}

void ProjectFiles::begin(Project project, Origin origin)
{
    leave();
    m_open = false; // until all of it is there: what changes meanwhile is no change of a project
    editor::Document& document = m_workspace.document();
    m_workspace.runs().load(std::move(project.runs), project.nextRun);
    m_workspace.setTexts(std::move(project.texts));
    m_workspace.view() = project.view;
    origin.file.takeLockOf(m_file);
    m_file = std::move(origin.file);
    m_workspace.data().load(std::move(origin.home));
    m_modified = false;
    m_isPrevious = false;
    m_open = true;
    m_workspace.nextRun().load(project.choice, project.content.solver);
    document.load(std::move(project.content));
    document.showPhase(m_workspace.view().phase);
    m_workspace.nextRun().noteStale();
    m_workspace.tellOpened();
    if (const auto& other = m_file.otherWriter()) {
        emit m_workspace.warned(
            Workspace::tr("%1 is open in another window (process %2 on %3): what you change here can be saved "
                          "under another name only.")
                .arg(title())
                .arg(other->process)
                .arg(QString::fromStdString(other->host)));
    }
}

void ProjectFiles::startNew()
{
    Project project;
    project.content.solver = engine::solverOfNewNet();
    begin(std::move(project), {});
}

void ProjectFiles::restore(const Project& project, const fs::path& file)
{
    Project now = project;
    for (RunRecord& run : now.runs) {
        noteNewest(run);
    }
    begin(std::move(now), {.file = ProjectFile(file)});
    m_unsavedRuns.adopt(m_workspace.runs().all());
    setModified();
}

void ProjectFiles::restorePrevious(const Project& previous)
{
    restore(previous, fs::path(m_file.path()));
    m_isPrevious = true;
}

void ProjectFiles::load(const fs::path& project)
{
    ProjectFile file(project);
    begin(loadProject(project), {.file = std::move(file)});
    m_unsavedRuns.adopt(m_workspace.runs().all()); // it was saved while it trained, and not again
}

std::optional<QString> ProjectFiles::giveUpChanges()
{
    if (m_file.path().empty()) {
        m_unsavedRuns.discard();
        return std::nullopt;
    }
    if (m_file.otherWriter() || m_isPrevious) {
        return std::nullopt; // the other has the project, and may save it; a later version has runs of its own
    }
    return refusalOf([&] {
        Project saved = loadProject(m_file.path());
        if (takeNewRuns(saved, project())) {
            m_file.prepareToSave();
            saveProject(m_file.path(), saved);
            m_file.noteSaved();
        }
    });
}

std::vector<fs::path> ProjectFiles::runsToAdd() const
{
    if (m_file.path().empty() || m_file.otherWriter() || m_workspace.training().isBusy()) {
        return {};
    }
    return unlistedRuns(runsFolder(m_file.path()), project());
}

std::optional<QString> ProjectFiles::addRuns(const std::vector<fs::path>& checkpoints)
{
    Project all = project();
    QStringList problems;
    for (const fs::path& file : checkpoints) {
        const auto problem = refusalOf([&] {
            Project one;
            one.nextRun = all.nextRun;
            addRun(one, engine::loadCheckpoint(file), file);
            if (const fs::path best = engine::bestCheckpoint(file); isThere(best)) {
                std::vector<engine::CheckpointEvent>& marks = one.runs.front().checkpoints;
                marks.insert(marks.begin(), {engine::readSummary(best).iteration, best.string(), true});
            }
            all.runs.push_back(std::move(one.runs.front()));
            all.nextRun = one.nextRun;
        });
        problems += problem ? QStringList(*problem) : QStringList();
    }
    m_workspace.runs().restore(std::move(all.runs), all.nextRun);
    setModified();
    return problems.empty() ? std::nullopt : std::optional(problems.join(QLatin1Char(' ')));
}

void ProjectFiles::leave()
{
    // A project that has a file keeps its checkpoints: the file may name them, as it was saved while they were written.
    if (m_file.path().empty() && !m_workspace.training().isBusy()) {
        m_unsavedRuns.removeDiscarded();
    }
    m_unsavedRuns = {};
}

Project ProjectFiles::project() const
{
    return {.content = m_workspace.document().content(),
            .runs = m_workspace.runs().asTheyAre(),
            .nextRun = m_workspace.runs().nextId(),
            .texts = m_workspace.texts(),
            .choice = m_workspace.nextRun().choice(),
            .view = m_workspace.viewNow()};
}

std::optional<QString> ProjectFiles::save(const fs::path& file)
{
    const fs::path place = behindLinks(file);
    std::optional<ProjectFile> another;
    if (place != m_file.path()) {
        another.emplace(place);
    }
    ProjectFile& target = another ? *another : m_file;
    const auto problem = refusalOf([&] {
        requireNotInUseByProject(m_workspace, place);
        target.prepareToSave();
        Project saved = movedBeside(place);
        m_workspace.importer().keepFirstWeights(place, saved.choice);
        if (const QString unkept = saveKeepingPrevious(place, saved); !unkept.isEmpty()) {
            emit m_workspace.warned(unkept);
        }
        m_workspace.nextRun().setChoice(saved.choice);
    });
    if (problem) {
        return problem;
    }
    target.noteSaved();
    if (another) {
        m_file = std::move(*another);
    }
    m_unsavedRuns.keep();
    m_modified = false;
    m_isPrevious = false;
    m_workspace.document().undoStack().setClean();
    m_workspace.tell(Change::File);
    return std::nullopt;
}

/// A run under way writes where it was begun: its folder moves with the first save after its end.
Project ProjectFiles::movedBeside(const fs::path& place)
{
    Project saved = project();
    if (m_workspace.training().isBusy() || m_unsavedRuns.isEmpty()) {
        return saved;
    }
    const std::vector<engine::Sentence> notes = m_unsavedRuns.moveTo(runsFolder(place), saved);
    m_workspace.runs().replace(saved.runs);
    m_workspace.setTexts(saved.texts);
    for (const engine::Sentence& note : notes) {
        emit m_workspace.noted(editor::inWords(note));
    }
    m_workspace.tell(Changes(Change::Runs) | Change::RunFiles);
    return saved;
}

void ProjectFiles::close()
{
    begin({}, {});
    m_open = false;
    m_workspace.tellOpened();
}

fs::path ProjectFiles::folderOfRuns()
{
    return m_file.path().empty() ? m_unsavedRuns.folder() : runsFolder(m_file.path());
}

} // namespace studio
