// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/next_run.h"

#include "app/studio/workspace/workspace.h"
#include "editor/document/document.h"
#include "editor/document/sentence_words.h"
#include "editor/document/warnings.h"
#include "engine/backends/run_memory.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/learning_rate.h"
#include "engine/graph/model.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/run_specs.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <variant>

namespace studio {

namespace {

/// Of the newest checkpoint in that file; nothing where the record has none.
std::optional<std::int64_t> iterationOf(const RunRecord& record, const std::filesystem::path& checkpoint)
{
    const auto mark = std::find_if(record.checkpoints.rbegin(), record.checkpoints.rend(),
                                   [&](const engine::CheckpointEvent& one) { return one.file == checkpoint; });
    return mark == record.checkpoints.rend() ? std::nullopt : std::optional(mark->iteration);
}

/// The iteration at which so many epochs end; nothing where the record does not tell what part of one an iteration is.
std::optional<std::int64_t> lastOf(std::int64_t epochs, const RunRecord& record)
{
    if (!(record.start.stepsPerEpoch > 0)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(std::ceil(static_cast<double>(epochs) * record.start.stepsPerEpoch - 1e-6));
}

/// The whole epochs in which so many iterations have room.
std::int64_t epochsAt(std::int64_t iterations, const RunRecord& record)
{
    return static_cast<std::int64_t>(std::ceil(record.epochsUntil(iterations) - 1e-6));
}

/// How many of the iterations from `at` on, of so many, come before the learning rate is 0 for good.
std::int64_t beforeRateIsZero(const engine::SolverSettings& solver, std::int64_t at, std::int64_t iterations)
{
    const engine::Params params = engine::completeParams(solver);
    std::int64_t before = 0, zero = iterations; // once it is 0 it stays so
    while (before < zero) {
        const std::int64_t middle = before + (zero - before) / 2;
        if (engine::learningRate(params, at + middle) != 0) {
            before = middle + 1;
        } else {
            zero = middle;
        }
    }
    return before;
}

QString inWords(const ReachedLimit& limit)
{
    return limit.epochs > 0 ? Workspace::tr("%Ln epoch(s)", nullptr, static_cast<int>(limit.epochs))
                            : Workspace::tr("%Ln iteration(s)", nullptr, static_cast<int>(limit.iterations));
}

} // namespace

QString ReachedLimit::sentence() const
{
    if (rateIsZero) {
        return Workspace::tr(
                   "This run has reached its limit of %1, and its learning rate is 0 from there on: more iterations "
                   "would not change the net. To train more, start a new run with its checkpoint as initial weights.")
            .arg(inWords(*this));
    }
    return Workspace::tr("This run has reached its limit of %1. To train more, raise the limit in the panel Training.")
        .arg(inWords(*this));
}

std::optional<ReachedLimit> reachedLimit(const RunRecord& record, const std::filesystem::path& checkpoint,
                                         const engine::Params& settings)
{
    const std::optional<std::int64_t> at = iterationOf(record, checkpoint);
    if (!at || *at == 0 || record.start.solver.empty()) {
        return std::nullopt;
    }
    const engine::SolverSettings solver = engine::readSolver(record.start.solver, record.name);
    const engine::RunLimits limits = engine::limitsOf(settings, solver);
    const std::int64_t more = beforeRateIsZero(solver, *at, *at);
    ReachedLimit reached{.checkpoint = checkpoint, .more = more, .rateIsZero = more == 0};
    const std::optional<std::int64_t> lastEpoch = limits.epochs ? lastOf(*limits.epochs, record) : std::nullopt;
    if (lastEpoch && *lastEpoch <= *at) {
        reached.iterations = *lastEpoch;
        reached.epochs = *limits.epochs;
        reached.raised["epochs"] = epochsAt(*at + reached.more, record);
    }
    if (limits.iterations > 0 && limits.iterations <= *at) {
        if (reached.epochs == 0 || limits.iterations < reached.iterations) { // the lower one ended the run
            reached.iterations = limits.iterations;
            reached.epochs = 0;
        }
        reached.raised["iterations"] = *at + reached.more;
    }
    return reached.raised.empty() ? std::nullopt : std::optional(reached);
}

namespace {

constexpr std::int64_t anotherEachTime = -1;

std::optional<std::int64_t> seedIn(const engine::SolverSettings& solver)
{
    const auto found = solver.params.find("random_seed");
    const auto* const seed = found == solver.params.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return seed ? std::optional(*seed) : std::nullopt;
}

} // namespace

std::optional<std::int64_t> NextRun::drawnSeed() const
{
    const auto given = m_choice.settings.find("seed");
    const bool draws = given == m_choice.settings.end() ? m_solversSeed == anotherEachTime
                                                        : given->second == engine::ParamValue(anotherEachTime);
    return draws ? std::optional(m_drawn) : std::nullopt;
}

void NextRun::drawSeed()
{
    m_drawn = static_cast<std::int64_t>(engine::seedOf({.params = {{"random_seed", anotherEachTime}}}));
}

std::optional<QString> missingStart(const TrainingRequest& request)
{
    for (const std::filesystem::path& file :
         {request.run.first.file, request.run.first.text, request.run.first.solverState}) {
        if (!file.empty() && !isThere(file) && !engine::isMadeData(file)) {
            return Workspace::tr("%1 is not there any more, but the next run is to start from it")
                .arg(QString::fromStdString(file.string()));
        }
    }
    return std::nullopt;
}

std::optional<QString> whyItCannotStart(const TrainingRequest& request)
{
    engine::requiredWiring(request.run.model, engine::Phase::Train);
    const engine::RunSettings settings = runSettingsOf(request);
    if (const std::optional<engine::Sentence> why =
            engine::refusedPrecision(engine::placeFor(settings.device, settings.engine))) {
        return editor::inWords(*why);
    }
    return missingStart(request);
}

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t sampleEvery = 50; ///< iterations: often enough to watch, and about a hundredth of the time

/// What the solver says besides its numbers, where the user's choice does not say it.
void takeFromSolver(TrainingRequest& request, const ModelFile& file, const fs::path& home)
{
    const engine::SolverSettings& solver = request.run.solver;
    std::vector<std::string_view> settled = {"average_loss"}; // the window shows each iteration, and all settings
    std::ranges::transform(engine::runSpecs(), std::back_inserter(settled),
                           [](const engine::RunSpec& spec) { return spec.solverKey; });
    engine::FromSolver taken = engine::takenFrom(
        solver,
        {.folders = {.solvers = home}, .model = file.path, .settled = settled, .firstWeights = request.run.first.file});
    request.notes = engine::notesOnUnknown(solver);
    std::ranges::move(taken.notes, std::back_inserter(request.notes));
    if (solver.params.contains("snapshot_prefix")) {
        request.notes.emplace_back(ENGINE_TEXT(
            "Sentences", "the solver: snapshot_prefix has no effect here: a project's runs are saved beside it"));
    }
    request.run.first.file = std::move(taken.firstWeights);
}

/// Whether the run under way trains the drawing and its solver as they are.
bool trainsDrawing(const TrainingSession& training, const editor::Document& document)
{
    const engine::Model& drawn = document.derived().model;
    const engine::SolverSettings& solver = document.content().solver;
    const TrainingRequest& request = training.request();
    if (request.run.resume.empty()) {
        return drawn == request.run.model && solver == request.run.solver;
    }
    // The checkpoint's net goes on, and not the drawing; what that is, the run says as it begins.
    const engine::StartEvent& begun = training.run().start;
    const auto settled = [&] {
        return begun.kind->writes ? engine::withVocabulary(drawn, begun.vocabulary) : document.derived().settled;
    };
    return begun.model.empty() ||
           (engine::writeModel(settled()) == begun.model && engine::writeSolver(solver) == begun.solver);
}

} // namespace

std::optional<QString> problemOf(const editor::Document& drawing)
{
    if (drawing.content().nodes.empty()) {
        return Workspace::tr("the drawing has no layers, but training needs a net; open a sample or draw one");
    }
    const editor::Derived& derived = drawing.derived();
    if (!derived.problems.empty()) {
        return editor::inWords(derived.problems.front().sentence);
    }
    if (!engine::hasLoss(derived.model, engine::Phase::Train)) {
        return editor::lossWanted();
    }
    return std::nullopt;
}

void NextRun::setChoice(const engine::RunDescription& choice)
{
    if (!(choice == m_choice)) {
        if (!drawnSeed()) {
            drawSeed();
        }
        m_choice = choice;
        m_workspace.files().setModified();
        m_workspace.tell(Change::Choice);
    }
}

void NextRun::load(const engine::RunDescription& choice, const engine::SolverSettings& solver)
{
    m_choice = choice;
    m_modelFile = {};
    m_solversSeed = seedIn(solver);
    drawSeed();
}

void NextRun::set(const std::string& key, const std::optional<engine::ParamValue>& value)
{
    engine::RunDescription choice = m_choice;
    if (value) {
        choice.settings.insert_or_assign(key, *value);
    } else {
        choice.settings.erase(key);
    }
    engine::checkRunParams(choice.settings);
    setChoice(choice);
}

void NextRun::changeLimits()
{
    TrainingSession& training = m_workspace.training();
    if (!training.isBusy()) {
        return;
    }
    // A run that goes on has the solver of its checkpoint.
    const std::string& begun = training.run().start.solver;
    const engine::SolverSettings solver =
        begun.empty() ? training.request().run.solver : engine::readSolver(begun, "the run's solver");
    const engine::RunLimits limits = engine::limitsOf(m_choice.settings, solver);
    if (limits != engine::limitsOf(training.run().run.settings, solver)) {
        training.change(limits);
    }
}

/// What the choice says, with what the window decides where it says nothing.
engine::Params NextRun::settings(const engine::Model& model) const
{
    engine::Params settings = m_choice.settings;
    if (engine::dataKindOf(model).writes) {
        settings.emplace("sample_every", sampleEvery);
    } else { // what was chosen for a net that writes
        std::erase_if(settings,
                      [](const auto& one) { return engine::runSpec(one.first).group == engine::RunGroup::Samples; });
    }
    if (const std::optional<std::int64_t> seed = drawnSeed()) {
        settings.insert_or_assign("seed", *seed);
    }
    return settings;
}

engine::RunSettings NextRun::runSettings() const
{
    const editor::Document& document = m_workspace.document();
    return engine::runSettings(settings(document.derived().model), document.content().solver);
}

TrainingRequest NextRun::begunWith(engine::Model model, engine::SolverSettings solver, fs::path corpus) const
{
    const int id = m_workspace.runs().nextId();
    TrainingRequest request{.id = id,
                            .name = Workspace::tr("Run %1").arg(id).toStdString(),
                            .run = {.model = std::move(model), .solver = std::move(solver), .data = std::move(corpus)}};
    request.run.settings = settings(request.run.model);
    runSettingsOf(request);
    return request;
}

TrainingRequest NextRun::request() const
{
    if (const std::optional<QString> problem = problemOf(m_workspace.document())) {
        throw engine::Error(problem->toStdString());
    }
    const editor::Document& document = m_workspace.document();
    TrainingRequest request = begunWith(document.derived().model, document.content().solver, m_workspace.data().file());
    if (hasModelFile()) {
        request.modelFile = m_modelFile.path;
        request.solverFile = m_modelFile.solverFile;
    }
    request.run.first = m_choice.first;
    takeFromSolver(request, m_modelFile, m_workspace.data().home());
    return request;
}

bool NextRun::hasModelFile() const
{
    const editor::Document& document = m_workspace.document();
    return !m_modelFile.path.empty() && document.derived().model == m_modelFile.model &&
           document.content().solver == m_modelFile.solver;
}

std::optional<QString> NextRun::train()
{
    try {
        TrainingRequest next = request();
        if (const std::optional<QString> why = whyItCannotStart(next)) {
            return why;
        }
        return start(std::move(next));
    } catch (const std::exception& error) {
        return editor::inWords(error);
    }
}

std::optional<QString> NextRun::resumeFrom(const fs::path& checkpoint)
{
    if (checkpoint.empty()) {
        return Workspace::tr(
            "The last run has no checkpoint to resume from: one is saved at each validation, at a pause "
            "and at the end. Start begins a new run.");
    }
    if (!isThere(checkpoint)) { // without one, a run would start over
        return Workspace::tr("The run cannot be resumed: its checkpoint no longer exists. Train starts a new run.");
    }
    try {
        // The checkpoint's net goes on: what is drawn meanwhile may have problems, or read something else.
        const RunRecord* const run = m_workspace.runs().savedBy(checkpoint);
        const editor::Document& document = m_workspace.document();
        const bool known = run && !run->start.model.empty() && !run->start.solver.empty();
        const engine::Model& drawn = document.derived().model;
        const engine::Model model = known ? engine::readModel(run->start.model, run->name) : drawn;
        const bool isAlike = engine::dataKindOf(model).layer == engine::dataKindOf(drawn).layer;
        const fs::path data = isAlike ? m_workspace.data().file() : fs::path();
        TrainingRequest resumed =
            begunWith(model, known ? engine::readSolver(run->start.solver, run->name) : document.content().solver,
                      isThere(data) ? data : fs::path());
        resumed.run.resume = checkpoint;
        const RunList& runs = m_workspace.runs();
        if (run && run == runs.shown() && !run->hasEnded() && checkpoint == runs.newestCheckpoint()) {
            resumed.id = run->id; // it was cut off, and goes on
            resumed.record = *run;
        }
        if (const auto reached = run ? reachedLimit(*run, checkpoint, resumed.run.settings) : std::nullopt) {
            emit m_workspace.limitReached(*reached);
            return std::nullopt;
        }
        return start(std::move(resumed));
    } catch (const std::exception& error) {
        return editor::inWords(error);
    }
}

std::optional<QString> NextRun::start(TrainingRequest request)
{
    TrainingSession& training = m_workspace.training();
    RunList& runs = m_workspace.runs();
    if (training.isBusy()) {
        return Workspace::tr("A run is already in progress; stop it first.");
    }
    const fs::path folder = m_workspace.files().folderOfRuns();
    runs.takeOver(); // the run before keeps what it has
    noteStale();
    const fs::path& from = request.run.resume.empty() ? request.run.first.file : request.run.resume;
    request.origin = from.empty() ? RunOrigin() : runs.originOf(from, !request.run.resume.empty());
    request.checkpoint = nextRunFile(folder, m_workspace.files().project());
    training.start(request);
    runs.append();
    useUpSeed();
    m_workspace.files().setModified();
    noteStale();
    m_workspace.tell(Change::Runs);
    return std::nullopt;
}

void NextRun::useUpSeed()
{
    if (drawnSeed()) {
        drawSeed();
        m_workspace.tell(Change::Choice);
    }
}

void NextRun::followSeed()
{
    const std::optional<std::int64_t> said = seedIn(m_workspace.document().content().solver);
    if (std::exchange(m_solversSeed, said) != said) {
        drawSeed();
        m_workspace.tell(Change::Choice);
    }
}

void NextRun::noteStale()
{
    const TrainingSession& training = m_workspace.training();
    const bool stale = training.isBusy() && !trainsDrawing(training, m_workspace.document());
    if (stale != m_stale) {
        m_stale = stale;
        m_workspace.tell(Change::Stale);
    }
}

void NextRun::setFit(WillItFit fit)
{
    m_fit = std::move(fit);
    m_workspace.tell(Change::Fit);
}

std::vector<editor::Warning> NextRun::dataProblems() const
{
    return m_dataProblems ? m_dataProblems() : std::vector<editor::Warning>();
}

void NextRun::setBlocked(const QString& why)
{
    m_blocked = why;
    m_workspace.tell(Change::Blocked);
}

} // namespace studio
