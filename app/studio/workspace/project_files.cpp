// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/project_files.h"

#include "app/studio/project/autosave.h"
#include "app/studio/session/net_source.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/layout.h"
#include "editor/document/sentence_words.h"
#include "engine/data/places.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <QLocale>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

namespace studio {

namespace fs = std::filesystem;

std::optional<QString> refusalOf(const std::function<void()>& work)
{
    const engine::Sentence why = failureOf(work);
    return why.empty() ? std::nullopt : std::optional(editor::inWords(why));
}

bool isThere(const fs::path& file)
{
    std::error_code unknown;
    return fs::exists(file, unknown);
}

fs::path behindLinks(const fs::path& file)
{
    std::error_code unknown;
    const fs::path real = fs::is_symlink(file, unknown) ? fs::canonical(file, unknown) : file;
    return unknown ? file : real;
}

namespace {

/// By the project, wherever they lie, and by its run.
std::vector<engine::InputFile> filesReadBy(const Workspace& workspace)
{
    const Project project = workspace.files().project();
    std::vector<engine::InputFile> files;
    const auto take = [&](const std::string& file) { files.push_back({file, "a file of the project"}); };
    take(project.content.corpus);
    take(project.choice.first.file.string());
    take(project.choice.first.text.string());
    take(project.choice.first.solverState.string());
    for (const RunRecord& run : project.runs) {
        for (const engine::CheckpointEvent& mark : run.checkpoints) {
            take(mark.file);
        }
    }
    for (const WrittenText& text : project.texts) {
        take(text.checkpoint);
        take(text.state);
    }
    try {
        files.push_back({workspace.data().file(), "the data"});
    } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): nothing is read yet
    }
    if (workspace.training().isBusy()) {
        const engine::RunDescription& run = workspace.training().request().run;
        files.push_back({run.data, "the data of the run"});
        files.push_back({run.resume, "the checkpoint of the run"});
        files.push_back({run.first.file, "the file of the run's first weights"});
        files.push_back({run.first.text, "the text of the run's first weights"});
        files.push_back({run.first.solverState, "the solver's state of the run"});
    }
    return files;
}

} // namespace

void requireNotInUse(const Workspace& workspace, const std::filesystem::path& file)
{
    std::vector<engine::InputFile> files = filesReadBy(workspace);
    files.push_back({workspace.files().path(), "the open project"});
    engine::requireNoInput(file, files);
}

void requireNotInUseByProject(const Workspace& workspace, const std::filesystem::path& file)
{
    engine::requireNoInput(file, filesReadBy(workspace));
}

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

/// A drawing of the net with its solver, laid out.
editor::Content laidOut(const engine::Model& model, const engine::SolverSettings& solver)
{
    editor::Content content = editor::arranged(editor::contentOf(model), {}, editor::roomByChoice());
    content.solver = solver;
    return content;
}

/// The run that a checkpoint tells of, its seed, and what it learns from.
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
CheckpointSearch findCheckpoint(const engine::CheckpointUsed& wanted, const fs::path& made, const RunList& runs)
{
    const fs::path recorded = engine::longPath(wanted.file), beside = fs::absolute(made).parent_path();
    std::set<fs::path> ofRuns;
    for (const RunRecord& run : runs.all()) {
        for (const engine::CheckpointEvent& mark : runs.find(run.id)->checkpoints) {
            ofRuns.insert(fs::path(mark.file).parent_path());
        }
    }
    std::vector<fs::path> folders(ofRuns.begin(), ofRuns.end()), files = {recorded};
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
        std::string digest; // none: it is damaged, or no file
        failureOf([&] { digest = engine::netDigest(file); });
        if (!digest.empty() && digest == wanted.digest) {
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

/// The project that made the file, as far as that is known, with that checkpoint; empty: none was found.
Project projectOf(const engine::Provenance& made, const fs::path& file, const fs::path& checkpoint)
{
    const bool isState = made.kind == engine::Provenance::Kind::State; // then the seed is of a text's characters
    Project project;
    project.content = drawingOf(made, file.string());
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

bool hasPreviousVersion(const Workspace& workspace)
{
    const fs::path& file = workspace.files().path();
    return workspace.files().isOpen() && !file.empty() && isThere(previousVersionFile(file));
}

QString differences(const Project& previous, const Project& present)
{
    const editor::Content &old = previous.content, &open = present.content;
    const auto before = editor::model(old).layers, now = editor::model(open).layers;
    const bool isMore = before.size() != now.size();
    const std::pair<bool, QString> all[] = {
        {isMore, Workspace::tr("%n layer(s) instead of %1", nullptr, int(before.size())).arg(now.size())},
        {!isMore && before != now, Workspace::tr("other layers or other settings of layers")},
        {before == now && (old.nodes != open.nodes || old.notes != open.notes),
         Workspace::tr("the same layers in other places")},
        {old.solver != open.solver, Workspace::tr("another solver")},
        {old.corpus != open.corpus, Workspace::tr("other data to learn from")},
        {!(previous.choice == present.choice), Workspace::tr("other settings of the next run")},
        {previous.runs.size() != present.runs.size(),
         Workspace::tr("%n run(s) instead of %1", nullptr, int(previous.runs.size())).arg(present.runs.size())}};
    QStringList parts;
    for (const auto& [isSo, words] : all) {
        parts += isSo ? QStringList(words) : QStringList();
    }
    if (parts.isEmpty()) {
        return Workspace::tr("Its layers, solver and number of runs are those of the project that is open.");
    }
    const QString last = parts.takeLast();
    const QString words =
        parts.isEmpty() ? last : Workspace::tr("%1 and %2").arg(parts.join(QStringLiteral(", ")), last);
    return Workspace::tr("Compared with the project that is open, it has %1.").arg(words);
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

void ProjectFiles::requireOpen()
{
    if (!m_open) {
        startNew();
    }
}

void ProjectFiles::restore(const Project& project, const fs::path& file)
{
    Project now = project;
    for (RunRecord& run : now.runs) {
        noteNewest(run);
    }
    begin(std::move(now), {.file = ProjectFile(file)});
    adoptUnsavedRuns();
    setModified();
}

void ProjectFiles::restorePrevious(const Project& previous)
{
    restore(previous, fs::path(m_file.path()));
    m_isPrevious = true;
}

/// The folder of unsaved runs that those of the open project lie in, of an earlier session, is its own.
void ProjectFiles::adoptUnsavedRuns()
{
    for (const RunRecord& run : m_workspace.runs().all()) {
        const fs::path folder =
            run.checkpoints.empty() ? fs::path() : fs::path(run.checkpoints.back().file).parent_path();
        if (isUnsavedRunsFolder(folder)) {
            m_unsavedRuns = folder;
        }
    }
}

std::optional<QString> ProjectFiles::giveUpChanges()
{
    if (m_file.path().empty()) {
        m_isDiscarded = true;
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
    const bool isUnwanted = m_isDiscarded && !m_unsavedRuns.empty();
    if (isUnwanted && m_file.path().empty() && !m_workspace.training().isBusy()) {
        std::error_code unknown; // what cannot be removed stays: it does no harm
        fs::remove_all(m_unsavedRuns, unknown);
    }
    m_unsavedRuns.clear();
    m_isDiscarded = false;
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
    m_isDiscarded = false;
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
    if (m_workspace.training().isBusy() || !isThere(m_unsavedRuns)) {
        return saved;
    }
    std::vector<engine::Sentence> notes;
    moveRuns(saved, m_unsavedRuns, runsFolder(place), notes);
    m_unsavedRuns.clear();
    m_workspace.runs().replace(saved.runs);
    m_workspace.setTexts(saved.texts);
    tell(notes);
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
    if (!m_file.path().empty()) {
        return runsFolder(m_file.path());
    }
    if (m_unsavedRuns.empty()) {
        m_unsavedRuns = unsavedRunsFolder();
    }
    return m_unsavedRuns;
}

// What it does with each kind of file that it opens ------------------------------------------------------------------

void ProjectFiles::tell(const std::vector<engine::Sentence>& notes)
{
    for (const engine::Sentence& note : notes) {
        emit m_workspace.noted(editor::inWords(note));
    }
}

/// Puts a project with what made the file in the place of the open one: its net with solver, places and notes, and its
/// checkpoint where that is found. Says what is missing.
void ProjectFiles::beginWhatMade(const fs::path& file, const engine::Provenance& made)
{
    const CheckpointSearch found =
        made.checkpoint ? findCheckpoint(*made.checkpoint, file, m_workspace.runs()) : CheckpointSearch{};
    Project project = projectOf(made, file, found.file);
    const bool wasUnsaved =
        !m_unsavedRuns.empty() && !found.file.empty() && engine::liesBelow(m_unsavedRuns, found.file);
    m_isDiscarded = m_isDiscarded && !wasUnsaved; // what the user did not want has a use now
    begin(std::move(project), {.home = fs::absolute(found.file.empty() ? file : found.file).parent_path()});
    if (wasUnsaved) {
        adoptUnsavedRuns();
    }
    if (const QString missing = missingOf(made, found); !missing.isEmpty()) {
        emit m_workspace.warned(missing);
    }
    if (made.kind == engine::Provenance::Kind::State) {
        emit m_workspace.writingStateOpened(file);
    }
}

/// Of a net's prototxt, with the solver that belongs to it.
ProjectFiles::Opening ProjectFiles::openingOfModel(const fs::path& file)
{
    std::vector<engine::Sentence> notes;
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
    return {.begin = [this, file, notes, solver, drawing = laidOut(model, settings)] {
        begin({.content = drawing}, {.home = fs::absolute(file).parent_path()});
        const editor::Document& document = m_workspace.document();
        m_workspace.nextRun().setModelFile(
            {.path = file,
             .model = document.derived().model,
             .solverFile = solver,
             .solver = solver.empty() ? std::nullopt : std::optional(document.content().solver)});
        tell(notes);
        if (!solver.empty() && solver != engine::solverBeside(file)) {
            emit m_workspace.noted(
                Workspace::tr("The solver was read from %1.").arg(QString::fromStdString(solver.string())));
        }
    }};
}

std::optional<QString> ProjectFiles::open(const fs::path& file)
{
    return refusalOf([&] { openingOf(file).begin(); });
}

ProjectFiles::Opening ProjectFiles::openingOf(const fs::path& file)
{
    if (!isThere(file)) {
        throw engine::Error(
            Workspace::tr("%1 no longer exists.").arg(QString::fromStdString(file.string())).toStdString());
    }
    const engine::FileFormat* const format = engine::formatOf(file);
    const engine::Content content = format ? format->content : engine::Content::Text; // where no bytes tell either
    const auto made = content == engine::Content::Picture        ? std::optional(engine::netOfPicture(file))
                      : content == engine::Content::WritingState ? engine::provenanceIn(file)
                                                                 : std::nullopt;
    if (made && !hasNetOf(m_workspace, *made)) {
        return {.begin = [this, file, made] { beginWhatMade(file, *made); }};
    }
    const auto require = [](const std::optional<QString>& refused) {
        if (refused) {
            throw engine::Error(refused->toStdString());
        }
    };
    switch (content) {
    case engine::Content::Project: {
        if (kindOf(file) == FileKind::Checkpoint) {
            const engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
            Project project;
            project.content = laidOut(engine::readModel(checkpoint.model, file.string()),
                                      engine::readSolver(checkpoint.solver, file.string()));
            addRun(project, checkpoint, file);
            return {.begin = [this, file, project] { begin(project, {.home = fs::absolute(file).parent_path()}); }};
        }
        const auto origin = std::make_shared<ProjectFile>(behindLinks(file)); // shared with what begins it
        return {.begin = [this, origin, project = loadProject(origin->path())] {
            begin(project, {.file = std::move(*origin)});
            adoptUnsavedRuns(); // it was saved while it trained, and not again
        }};
    }
    case engine::Content::Weights:
        if (engine::bringsItsNet(file)) {
            return {.begin = [this, file, net = engine::readNet(file)] {
                const std::size_t wanted = weightCount(net.model), missing = engine::missingWeights(net).size();
                Project project{.content = laidOut(net.model, engine::solverOfNewNet())};
                project.choice.first.file = missing < wanted ? file : fs::path();
                begin(std::move(project), {.home = fs::absolute(file).parent_path()});
                emit m_workspace.transferred({.kind = Transfer::Kind::Opened,
                                              .file = file,
                                              .taken = wanted - missing,
                                              .wanted = wanted,
                                              .report = net.report});
            }};
        }
        if (m_workspace.document().content().nodes.empty()) {
            throw engine::Error(
                Workspace::tr(
                    "%1 holds weights without their net. Open or draw the net first, then import the weights.")
                    .arg(QString::fromStdString(file.string()))
                    .toStdString());
        }
        [[fallthrough]];
    case engine::Content::SolverState:
        return {.joins = true, .begin = [this, file, require] { require(m_workspace.importer().importWeights(file)); }};
    case engine::Content::Model: {
        std::vector<engine::Sentence> notes;
        const auto solver = engine::solverIn(file, &notes);
        if (!solver) {
            return openingOfModel(file);
        }
        return {.joins = true, .begin = [this, notes, solver, require] {
                    requireOpen();
                    tell(notes);
                    require(m_workspace.document().change(Workspace::tr("Read solver"), [&](editor::Content& drawing) {
                        drawing.solver = *solver;
                        for (editor::Node& node : drawing.nodes) {
                            node.layer = engine::withStates(node.layer, *solver);
                        }
                    }));
                }};
    }
    case engine::Content::WritingState:
        return {.joins = true, .begin = [this, file] { emit m_workspace.writingStateOpened(file); }};
    default:
        require(whyNoText(file));
        return {.joins = true, .begin = [this, file, require] {
                    requireOpen();
                    require(m_workspace.data().choose(file));
                }};
    }
}

} // namespace studio
