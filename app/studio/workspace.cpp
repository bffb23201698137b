// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace.h"

#include "app/studio/project/autosave.h"
#include "app/studio/project/named_files.h"
#include "app/studio/session/checkpoint_past.h"
#include "editor/document/layout.h"
#include "engine/data/places.h"
#include "engine/formats/atomic_file.h"
#include "engine/formats/checkpoint.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/open_source.h"
#include "engine/training/solver_run.h"
#include "engine/training/text_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <QDateTime>
#include <QUuid>
#include <span>
#include <system_error>

namespace studio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "\x89HAMNET\n"; ///< the first bytes of every .hamnet file
constexpr std::int64_t sampleEvery = 50; ///< iterations: often enough to watch, and about a hundredth of the time

bool isThere(const fs::path& file)
{
    std::error_code unknown;
    return fs::exists(file, unknown);
}

/// Where the file itself lies: a project's text and runs are beside it, and not beside a link to it.
fs::path behindLinks(const fs::path& file)
{
    std::error_code unknown;
    const fs::path real = fs::is_symlink(file, unknown) ? fs::canonical(file, unknown) : file;
    return unknown ? file : real;
}

std::string firstBytes(const fs::path& file, std::size_t count)
{
    std::ifstream stream(file, std::ios::binary);
    std::string bytes(count, '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(count));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return bytes;
}

/// Replaces the file whole or not at all.
void writeText(const fs::path& file, const std::string& text)
{
    engine::AtomicFile whole(file);
    whole.write(std::as_bytes(std::span(text)));
    whole.sync();
    whole.replaceTarget();
}

/// The working folder; empty where it is gone.
fs::path hereOrNowhere()
{
    std::error_code gone;
    return fs::current_path(gone);
}

/// Whether it is text to read, and not some other program's data.
bool looksBinary(const fs::path& file)
{
    return firstBytes(file, 4096).find('\0') != std::string::npos;
}

/// The file's solver; nothing where it holds something else, such as a net.
std::optional<engine::SolverSettings> solverIn(const fs::path& file, std::vector<std::string>* notes = nullptr)
{
    try {
        engine::SolverSettings solver = engine::readSolverFile(file, std::nullopt, notes);
        const bool saysPace = solver.params.contains("base_lr") || solver.params.contains("lr_policy");
        return saysPace ? std::optional(std::move(solver)) : std::nullopt;
    } catch (const engine::Error&) {
        return std::nullopt;
    }
}

/// A few of the files, for a sentence.
QString inWords(const std::vector<std::string>& files)
{
    constexpr qsizetype most = 3;
    QStringList names;
    for (const std::string& file : files) {
        names += QString::fromStdString(file);
    }
    return names.size() > most ? names.mid(0, most).join(QStringLiteral(", ")) + QStringLiteral(", …")
                               : names.join(QStringLiteral(", "));
}

/// Whether it is a text that came with Hamnet, or that Hamnet fetched.
bool isOurText(const std::string& file)
{
    try {
        return file == engine::bundledCorpus() || engine::liesBelow(engine::dataFolder() / "corpus", file);
    } catch (const engine::Error&) {
        return false; // there are none
    }
}

QString textWanted(const std::string& file)
{
    return Workspace::tr("The text %1 lies outside the folder of what was opened, and you have not chosen it yourself: "
                         "the panel Data asks whether to learn from it.")
        .arg(QString::fromStdString(file));
}

constexpr std::int64_t drawnSeed = -1; ///< each run has another one

/// The solver's random_seed, where it says one.
std::optional<std::int64_t> givenSeed(const engine::SolverSettings& solver)
{
    const auto found = solver.params.find("random_seed");
    const auto* const seed = found == solver.params.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return seed ? std::optional(*seed) : std::nullopt;
}

/// A drawing of the net with its solver, laid out.
editor::Content drawing(const engine::Model& model, const engine::SolverSettings& solver)
{
    editor::Content content = editor::arranged(editor::contentOf(model));
    content.solver = solver;
    return content;
}

/// Characters or sequences of one iteration; NaN where that cannot be told.
double batchCharacters(const engine::Checkpoint& checkpoint)
{
    try {
        const engine::Model model = engine::readModel(checkpoint.model, "checkpoint");
        const engine::Params solver = engine::completeParams(engine::readSolver(checkpoint.solver, "checkpoint"));
        const std::int64_t batches = engine::intParam(solver, "iter_size");
        if (!checkpoint.sequences.kind.empty()) {
            return static_cast<double>(engine::requiredSampleWiring(model, engine::Phase::Train).streams * batches);
        }
        const engine::TextWiring text = engine::requiredTextWiring(model, engine::Phase::Train);
        return static_cast<double>(text.steps * text.streams * batches);
    } catch (const engine::Error&) {
        return std::nan("");
    }
}

/// The record that a checkpoint tells of itself.
RunRecord recordOf(const engine::Checkpoint& checkpoint, const fs::path& file, int id)
{
    const bool readsText = checkpoint.sequences.kind.empty();
    RunRecord record{.id = id,
                     .name = file.stem().string(),
                     .model = checkpoint.model,
                     .solver = checkpoint.solver,
                     .corpus = readsText ? checkpoint.corpus.file : checkpoint.sequences.file,
                     .readsText = readsText,
                     .engine = checkpoint.engine,
                     .device = checkpoint.device,
                     .seed = checkpoint.seed,
                     .started = {},
                     .ending = std::string(engine::toString(engine::EndReason::Stopped)),
                     .curve = {},
                     .validations = {},
                     .checkpoints = {{checkpoint.iteration, file.string(), false}},
                     .diary = {},
                     .notes = {}};
    CheckpointPast past = pastOf(checkpoint, batchCharacters(checkpoint));
    record.curve = std::move(past.curve);
    record.validations = std::move(past.validations);
    for (const engine::TextSample& sample : checkpoint.samples) {
        WrittenText& text = record.diary.emplace_back();
        text.iteration = sample.iteration;
        text.seed = sample.seed;
        text.text = sample.text;
    }
    return record;
}

} // namespace

Workspace::Workspace(QObject* parent) : QObject(parent), m_writing(&m_training)
{
    connect(&m_document, &editor::Document::changed, this, &Workspace::noteStale);
    connect(&m_document, &editor::Document::changed, this, &Workspace::followSeed);
    connect(&m_document.undoStack(), &QUndoStack::cleanChanged, this, &Workspace::fileChanged);
    connect(&m_training, &TrainingSession::started, this, &Workspace::follow);
    connect(&m_training, &TrainingSession::ended, this, &Workspace::follow);
    connect(&m_training, &TrainingSession::failed, this, &Workspace::follow);
    connect(&m_training, &TrainingSession::checkpointed, this, &Workspace::setModified);
}

Workspace::~Workspace()
{
    // Neither the end of the training nor that of the undo stack is news to a workspace that goes.
    m_training.disconnect(this);
    m_document.undoStack().disconnect(this);
    removeDiscarded();
}

const RunRecord* Workspace::run(int id) const
{
    if (id == m_trainedRun && m_training.record().id == id) {
        return &m_training.record();
    }
    const auto found = std::find_if(m_runs.begin(), m_runs.end(), [&](const RunRecord& run) { return run.id == id; });
    return found == m_runs.end() ? nullptr : &*found;
}

const RunRecord* Workspace::shownRun() const
{
    if (m_trainedRun != 0) {
        return run(m_trainedRun);
    }
    return m_runs.empty() ? nullptr : &m_runs.back();
}

void Workspace::renameRun(int id, const std::string& name)
{
    for (RunRecord& run : m_runs) {
        if (run.id == id && run.name != name) {
            run.name = name;
            if (id == m_trainedRun) {
                m_training.rename(name);
            }
            setModified();
            emit runsChanged();
        }
    }
}

void Workspace::removeRun(int id)
{
    if (id == m_trainedRun && m_training.isBusy()) {
        return;
    }
    std::erase_if(m_runs, [&](const RunRecord& run) { return run.id == id; });
    m_trainedRun = id == m_trainedRun ? 0 : m_trainedRun;
    setModified();
    emit runsChanged();
}

void Workspace::setTexts(std::vector<WrittenText> texts)
{
    m_texts = std::move(texts);
    setModified();
}

void Workspace::setChoice(const RunChoice& choice)
{
    if (!(choice == m_choice)) {
        m_choice = choice;
        setModified();
        emit choiceChanged();
    }
}

QString Workspace::title() const
{
    if (!m_file.path().empty()) {
        return QString::fromStdString(m_file.path().stem().string());
    }
    const std::string& name = m_document.content().name;
    return name.empty() ? tr("Untitled") : QString::fromStdString(name);
}

bool Workspace::isModified() const
{
    return m_open && (m_runsModified || !m_document.undoStack().isClean());
}

void Workspace::setModified()
{
    m_runsModified = true;
    emit fileChanged();
}

void Workspace::begin(Project project, Origin origin)
{
    removeDiscarded();
    m_runs = std::move(project.runs);
    m_nextRun = project.nextRun;
    m_texts = std::move(project.texts);
    m_choice = project.choice;
    m_view = project.view;
    origin.file.takeLockOf(m_file);
    m_file = std::move(origin.file);
    m_home = origin.home;
    m_strangersText = origin.strangersText;
    m_unsavedRuns.clear();
    m_modelFile.clear();
    m_trainedRun = 0;
    m_runsModified = false;
    m_open = true;
    m_seedOfSolver = givenSeed(project.content.solver);
    m_document.load(std::move(project.content));
    m_document.showPhase(m_view.phase);
    noteStale();
    emit opened();
    emit choiceChanged();
    emit runsChanged();
    emit fileChanged();
}

/// Begins with what may be a stranger's: the files that it names in other places wait for the user's word.
void Workspace::beginCarefully(Project project, Origin origin)
{
    const Strangers strangers = leaveOutStrangers(
        project, origin.file.path().empty() ? origin.home : fs::absolute(origin.file.path()).parent_path());
    origin.strangersText = isOurText(strangers.text) ? std::string() : strangers.text;
    begin(std::move(project), std::move(origin));
    QStringList words;
    if (const auto& other = m_file.otherWriter()) {
        words += tr("%1 is open in another window (process %2 on %3): what you change here can be saved under another "
                    "name only.")
                     .arg(title())
                     .arg(other->process)
                     .arg(QString::fromStdString(other->host));
    }
    if (!strangers.leftOut.empty()) {
        words +=
            tr("Left out, as it lies outside the project's folder and you have not chosen it yourself: %1. Import the "
               "weights again, or open the checkpoint, to use it.")
                .arg(inWords(strangers.leftOut));
    }
    if (asksForText()) {
        words += textWanted(strangers.text);
    }
    if (!words.isEmpty()) {
        emit warned(words.join(QLatin1Char(' ')));
    }
}

void Workspace::startNew()
{
    Project project;
    project.content.solver = engine::usualSolver();
    project.choice.seed = engine::seedOf(project.content.solver);
    begin(std::move(project), {});
}

std::optional<QString> Workspace::open(const fs::path& file)
{
    try {
        if (!isThere(file)) {
            return tr("%1 is not there any more.").arg(QString::fromStdString(file.string()));
        }
        if (firstBytes(file, magic.size()) == magic || file.extension() == ".hamnet") {
            if (kindOf(file) == FileKind::Checkpoint) {
                return openCheckpoint(file);
            }
            const fs::path project = behindLinks(file);
            ProjectFile held(project);
            beginCarefully(loadProject(project), {.file = std::move(held)});
            adoptUnsavedRuns(); // it was saved while it trained, and not again
            return std::nullopt;
        }
        if (isForeign(file)) {
            return openForeign(file);
        }
        if (isSolverState(file)) {
            return importWeights(file);
        }
        return file.extension() == ".prototxt" || file.extension() == ".pbtxt" ? openModel(file) : openText(file);
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
}

bool Workspace::joins(const fs::path& file) const
{
    if (!m_open || !isThere(file) || firstBytes(file, magic.size()) == magic || file.extension() == ".hamnet") {
        return false;
    }
    if (isForeign(file)) {
        return !bringsNet(file);
    }
    const bool net = file.extension() == ".prototxt" || file.extension() == ".pbtxt";
    return !net || solverIn(file);
}

std::optional<QString> Workspace::openModel(const fs::path& file)
{
    std::vector<std::string> notes;
    const auto tell = [&] {
        for (const std::string& note : notes) {
            emit noted(QString::fromStdString(note));
        }
    };
    if (const auto solver = solverIn(file, &notes)) {
        if (!m_open) {
            startNew();
        }
        tell();
        return m_document.change(tr("Read solver"), [&](editor::Content& content) { content.solver = *solver; });
    }
    notes.clear();
    const engine::Model model = engine::readModelFile(file, std::nullopt, &notes);
    const fs::path beside = engine::solverBeside(file);
    Project project;
    project.content =
        drawing(model, isThere(beside) ? engine::readSolverFile(beside, std::nullopt, &notes) : engine::usualSolver());
    project.choice.seed = engine::seedOf(project.content.solver);
    begin(std::move(project), {.home = fs::absolute(file).parent_path()});
    m_modelFile = file;
    m_modelOfFile = m_document.derived().model;
    m_solverOfFile = isThere(beside) ? std::optional(m_document.content().solver) : std::nullopt;
    tell();
    return std::nullopt;
}

std::optional<QString> Workspace::openCheckpoint(const fs::path& file)
{
    const engine::Checkpoint checkpoint = engine::loadCheckpoint(file);
    Project project;
    project.content = drawing(engine::readModel(checkpoint.model, file.string()),
                              engine::readSolver(checkpoint.solver, file.string()));
    const fs::path home = fs::absolute(file).parent_path();
    const bool made = engine::isMadeData(checkpoint.sequences.file);
    if (!made && !(checkpoint.corpus.file + checkpoint.sequences.file).empty()) {
        const fs::path data = engine::dataOfCheckpoint(checkpoint, fs::absolute(file));
        project.content.corpus = (isThere(data) ? fs::absolute(data) : home / data).lexically_normal().string();
    }
    project.choice.seed = checkpoint.seed;
    project.runs.push_back(recordOf(checkpoint, file, project.nextRun++));
    rememberNamed(file);
    beginCarefully(std::move(project), {.home = home});
    return std::nullopt;
}

std::optional<QString> Workspace::openText(const fs::path& file)
{
    if (looksBinary(file)) {
        return tr("%1 is no text, but binary data. Wanted a text to learn from, a net (.prototxt) or a project "
                  "(.hamnet).")
            .arg(QString::fromStdString(file.string()));
    }
    if (!m_open) {
        startNew();
    }
    return chooseText(file);
}

std::optional<QString> Workspace::chooseText(const fs::path& file)
{
    rememberNamed(file);
    if (file == m_strangersText) {
        m_strangersText.clear();
    }
    const auto refused =
        m_document.change(tr("Choose text"), [&](editor::Content& content) { content.corpus = file.string(); });
    emit textChosen();
    return refused;
}

bool Workspace::asksForText() const
{
    return !m_strangersText.empty() && m_document.content().corpus == m_strangersText;
}

void Workspace::restore(const Project& project, const fs::path& file)
{
    beginCarefully(project, {.file = ProjectFile(file)});
    adoptUnsavedRuns();
    setModified();
}

void Workspace::adoptUnsavedRuns()
{
    for (const RunRecord& run : m_runs) {
        const fs::path folder =
            run.checkpoints.empty() ? fs::path() : fs::path(run.checkpoints.back().file).parent_path();
        if (isUnsavedRunsFolder(folder)) {
            m_unsavedRuns = folder;
        }
    }
}

void Workspace::discardUnsaved()
{
    m_discarded = true;
}

/// A project that has a file keeps its checkpoints: the file may name them, as it was saved while they were written.
void Workspace::removeDiscarded()
{
    std::error_code unknown; // what cannot be taken away stays: it does no harm
    if (m_discarded && m_file.path().empty() && !m_unsavedRuns.empty() && !m_training.isBusy()) {
        fs::remove_all(m_unsavedRuns, unknown);
    }
    m_discarded = false;
}

Project Workspace::project() const
{
    Project project{.content = m_document.content(),
                    .runs = m_runs,
                    .nextRun = m_nextRun,
                    .texts = m_texts,
                    .choice = m_choice,
                    .view = m_view};
    for (RunRecord& record : project.runs) {
        record = *run(record.id); // the one under way as it is now
    }
    return project;
}

std::optional<QString> Workspace::save(const fs::path& file)
{
    const fs::path place = behindLinks(file);
    std::optional<ProjectFile> another;
    if (place != m_file.path()) {
        another.emplace(place);
    }
    ProjectFile& target = another ? *another : m_file;
    try {
        target.prepareToSave();
        Project saved = project();
        // A run under way writes where it was begun: its folder moves with the first save behind its end.
        if (!m_training.isBusy() && isThere(m_unsavedRuns)) {
            std::vector<std::string> notes;
            moveRuns(saved, m_unsavedRuns, runsFolder(place), notes);
            m_runs = saved.runs;
            m_texts = saved.texts;
            m_trainedRun = 0;
            m_unsavedRuns.clear();
            for (const std::string& note : notes) {
                emit noted(QString::fromStdString(note));
            }
            emit runsMoved();
            emit runsChanged();
        }
        keepFirstWeights(place, saved.choice);
        saveProject(place, saved);
        setChoice(saved.choice);
        std::vector<fs::path> elsewhere = filesOutside(saved, fs::absolute(place).parent_path());
        std::erase(elsewhere, asksForText() ? fs::path(m_strangersText) : fs::path());
        rememberNamed(elsewhere); // so that his own project opens again with them
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
    target.noteSaved();
    if (another) {
        m_file = std::move(*another);
    }
    m_discarded = false;
    m_runsModified = false;
    m_document.undoStack().setClean();
    emit fileChanged();
    return std::nullopt;
}

std::optional<QString> Workspace::exportModel(const fs::path& file, engine::WriteStyle style,
                                              std::vector<std::string>* dropped)
{
    try {
        engine::Model model = m_document.derived().model;
        if (style == engine::WriteStyle::StrictBvlc) {
            model = engine::strictBvlcModel(model, dropped);
        }
        writeText(file, engine::writeModel(model, style, dropped));
        writeText(engine::solverBeside(file), engine::writeSolver(m_document.content().solver, style, dropped));
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
    return std::nullopt;
}

void Workspace::close()
{
    begin({}, {});
    m_open = false;
    emit opened();
}

fs::path Workspace::home() const
{
    return !m_home.empty() ? m_home : m_file.path().empty() ? hereOrNowhere() : m_file.path().parent_path();
}

fs::path Workspace::corpusFile() const
{
    const std::string& chosen = m_document.content().corpus;
    if (asksForText()) {
        throw engine::Error(textWanted(chosen).toStdString());
    }
    if (!chosen.empty()) {
        return chosen;
    }
    const engine::Model& model = m_document.derived().model;
    if (engine::learnsSequences(model)) {
        const fs::path named = engine::sequencesNamedBy(model, home());
        return named.empty() ? fs::path(engine::madeSequencesFor(model)) : named;
    }
    const fs::path named = engine::textNamedBy(model, home());
    return named.empty() ? engine::bundledCorpus() : named;
}

fs::path Workspace::folderOfRuns() const
{
    return m_file.path().empty() ? m_unsavedRuns : runsFolder(m_file.path());
}

TrainingRequest Workspace::request() const
{
    return requestOn(corpusFile());
}

TrainingRequest Workspace::requestOn(fs::path corpus) const
{
    const editor::Derived& derived = m_document.derived();
    if (m_document.content().nodes.empty()) {
        throw engine::Error("the drawing has no layers, but training needs a net; open a sample or draw one");
    }
    if (!derived.problems.empty()) {
        throw engine::Error(derived.problems.front().sentence);
    }
    TrainingRequest request{.id = m_nextRun,
                            .name = tr("Run %1").arg(m_nextRun).toStdString(),
                            .model = derived.model,
                            .solver = m_document.content().solver,
                            .corpus = std::move(corpus),
                            .engine = m_choice.engine,
                            .device = m_choice.device,
                            .threads = static_cast<int>(m_choice.threads),
                            .precision = engine::precisionNamed(m_choice.precision),
                            .seed = m_choice.seed,
                            .run = usualRunSettings(m_document.content().solver, m_choice.seed),
                            .resume = {}};
    if (hasModelFile()) {
        request.modelFile = m_modelFile;
        request.solverFile = engine::solverBeside(m_modelFile);
    }
    const bool sequences = engine::learnsSequences(derived.model);
    request.run.sampleEvery = sequences ? 0 : m_choice.sampleEvery > 0 ? m_choice.sampleEvery : sampleEvery;
    request.validateEachEpoch =
        sequences && m_choice.validateEvery == 0 && !request.solver.params.contains("test_interval");
    if (m_choice.epochs > 0) {
        request.run.epochs = m_choice.epochs;
        request.run.iterations = 0;
    }
    if (m_choice.iterations > 0) {
        request.run.iterations = m_choice.iterations;
    }
    if (m_choice.validateEvery > 0) {
        request.run.validateEvery = m_choice.validateEvery;
    }
    request.firstWeights = m_choice.firstWeights;
    request.firstText = m_choice.firstText;
    request.solverState = m_choice.solverState;
    request.run.seconds = m_choice.seconds;
    request.run.targetLoss = m_choice.targetLoss;
    takeFromSolver(request);
    return request;
}

/// What the solver says besides its numbers, where the user's choice does not say it.
void Workspace::takeFromSolver(TrainingRequest& request) const
{
    const engine::SolverSettings& solver = request.solver;
    // The window shows seed and interval, and reports each iteration.
    const std::vector<std::string_view> settled = {"random_seed", "test_interval", "average_loss"};
    for (std::vector<std::string>& notes :
         std::array{engine::notesOnUnknown(solver), engine::notesOnUnused(solver),
                    engine::notesOnCaffesDefaults(solver, settled),
                    m_modelFile.empty() ? std::vector<std::string>()
                                        : engine::notesOnNets(solver, {.solvers = home()}, m_modelFile)}) {
        std::move(notes.begin(), notes.end(), std::back_inserter(request.notes));
    }
    if (solver.params.contains("snapshot_prefix")) {
        request.notes.emplace_back(
            "the solver: snapshot_prefix has no effect here: a project's runs are saved beside it");
    }
    if (request.firstWeights.empty()) {
        request.firstWeights = engine::weightsNamedBy(solver, home(), request.notes);
    }
}

bool Workspace::hasModelFile() const
{
    return !m_modelFile.empty() && m_document.derived().model == m_modelOfFile &&
           m_document.content().solver == m_solverOfFile;
}

std::optional<QString> Workspace::train()
{
    try {
        return start(request());
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
}

std::optional<QString> Workspace::resumeFrom(const fs::path& checkpoint)
{
    if (checkpoint.empty() || !isThere(checkpoint)) { // without one, a run would begin anew
        return tr("The run cannot go on: its checkpoint is not there any more. Train starts a new run.");
    }
    try {
        // Without the text that was chosen, the run goes on with the one that it learned from: its digest is known.
        const fs::path text = asksForText() ? fs::path() : corpusFile();
        TrainingRequest resumed = requestOn(isThere(text) ? text : fs::path());
        resumed.resume = checkpoint;
        return start(std::move(resumed));
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
}

std::optional<QString> Workspace::start(TrainingRequest request)
{
    if (m_training.isBusy()) {
        return tr("A run is under way already; stop it first.");
    }
    if (m_file.path().empty() && m_unsavedRuns.empty()) {
        m_unsavedRuns = unsavedRunsFolder();
    }
    follow(); // the run before keeps what it has
    request.run.checkpoint = nextRunFile(folderOfRuns(), project());
    if (!m_training.start(request)) {
        return tr("A run is under way already; stop it first.");
    }
    m_trainedRun = request.id;
    ++m_nextRun;
    m_runs.push_back(m_training.record());
    if (givenSeed(request.solver) == drawnSeed) {
        RunChoice next = m_choice;
        next.seed = engine::seedOf(request.solver);
        setChoice(next);
    }
    setModified();
    noteStale();
    emit runsChanged();
    return std::nullopt;
}

/// The next run's seed goes by the solver's, where that was changed.
void Workspace::followSeed()
{
    const engine::SolverSettings& solver = m_document.content().solver;
    const std::optional<std::int64_t> given = givenSeed(solver);
    if (given == m_seedOfSolver) {
        return;
    }
    m_seedOfSolver = given;
    try {
        RunChoice choice = m_choice;
        choice.seed = engine::seedOf(solver);
        setChoice(choice);
    } catch (const engine::Error&) {
        return; // the solver's panel says what is wrong with it
    }
}

/// Takes the session's record over into the list.
void Workspace::follow()
{
    for (RunRecord& record : m_runs) {
        if (record.id == m_trainedRun && m_training.record().id == m_trainedRun) {
            record = m_training.record();
        }
    }
    noteStale();
    if (m_trainedRun != 0) {
        setModified();
        emit runsChanged();
    }
}

bool Workspace::isStale() const
{
    return m_stale;
}

bool Workspace::isWhatTrains() const
{
    const engine::Model& drawn = m_document.derived().model;
    const engine::SolverSettings& solver = m_document.content().solver;
    const TrainingRequest& request = m_training.request();
    if (request.resume.empty()) {
        return drawn == request.model && solver == request.solver;
    }
    // The checkpoint's net goes on, and not the drawing; what that is, the run says as it begins.
    const TrainingStart& begun = m_training.begun();
    const auto settled = [&] { return begun.readsText ? engine::withVocabulary(drawn, begun.vocabulary) : drawn; };
    return begun.model.empty() ||
           (engine::writeModel(settled()) == begun.model && engine::writeSolver(solver) == begun.solver);
}

void Workspace::noteStale()
{
    const bool stale = m_training.isBusy() && !isWhatTrains();
    if (stale != m_stale) {
        m_stale = stale;
        emit staleChanged();
    }
}

bool Workspace::hasNet() const
{
    return m_trainedRun != 0 && m_training.hasNet();
}

fs::path Workspace::newestCheckpoint() const
{
    const RunRecord* shown = shownRun();
    if (!shown) {
        return {};
    }
    for (auto mark = shown->checkpoints.rbegin(); mark != shown->checkpoints.rend(); ++mark) {
        if (!mark->best && isThere(mark->file)) {
            return mark->file;
        }
    }
    return {};
}

} // namespace studio
