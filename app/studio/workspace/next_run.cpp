// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/next_run.h"

#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/paths.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/start_check.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/warnings.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/losses.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run_specs.h"
#include "engine/training/solver_run.h"
#include "engine/training/text_source.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>
#include <utility>

namespace studio {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t sampleEvery = 50; ///< iterations: often enough to watch, and about a hundredth of the time
constexpr std::int64_t drawnSeed = -1;   ///< each run has another one

/// The solver's random_seed, where it says one.
std::optional<std::int64_t> givenSeed(const engine::SolverSettings& solver)
{
    const auto found = solver.params.find("random_seed");
    const auto* const seed = found == solver.params.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return seed ? std::optional(*seed) : std::nullopt;
}

} // namespace

void NextRun::setChoice(const RunChoice& choice)
{
    if (!(choice == m_choice)) {
        m_choice = choice;
        m_workspace.files().setModified();
        emit m_workspace.choiceChanged();
    }
}

void NextRun::load(const RunChoice& choice, const engine::SolverSettings& solver)
{
    m_choice = choice;
    m_modelFile.clear();
    m_seedOfSolver = givenSeed(solver);
    drawSeed();
}

void NextRun::set(const std::string& key, const std::optional<engine::ParamValue>& value)
{
    RunChoice choice = m_choice;
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
    const std::string& begun = training.begun().solver;
    const engine::RunLimits limits = engine::limitsOf(
        m_choice.settings, begun.empty() ? training.request().solver : engine::readSolver(begun, "the run's solver"));
    if (limits != training.limits()) {
        training.change(limits);
    }
}

/// What the choice says, with what the window decides where it says nothing.
engine::Params NextRun::settings() const
{
    engine::Params settings = m_choice.settings;
    if (!engine::learnsSequences(m_workspace.document().derived().model)) {
        settings.emplace("sample_every", sampleEvery);
    }
    if (m_seedOfSolver == drawnSeed) {
        settings.emplace("seed", m_drawnSeed);
    }
    return settings;
}

engine::RunPlan NextRun::plan() const
{
    return engine::planRun(settings(), m_workspace.document().content().solver);
}

void NextRun::drawSeed()
{
    if (m_seedOfSolver == drawnSeed) {
        const engine::SolverSettings anew{.params = {{"random_seed", drawnSeed}}};
        m_drawnSeed = static_cast<std::int64_t>(engine::seedOf(anew));
    }
}

void NextRun::setModelFile(const fs::path& file, const fs::path& solver)
{
    const editor::Document& document = m_workspace.document();
    m_modelFile = file;
    m_solverFile = solver;
    m_modelOfFile = document.derived().model;
    m_solverOfFile = solver.empty() ? std::nullopt : std::optional(document.content().solver);
}

std::optional<QString> NextRun::problemOfDrawing() const
{
    const editor::Document& document = m_workspace.document();
    if (document.content().nodes.empty()) {
        return Workspace::tr("the drawing has no layers, but training needs a net; open a sample or draw one");
    }
    const editor::Derived& derived = document.derived();
    if (!derived.problems.empty()) {
        return QString::fromStdString(derived.problems.front().sentence);
    }
    if (!engine::hasLoss(derived.model, engine::Phase::Train)) {
        return editor::lossWanted();
    }
    return std::nullopt;
}

TrainingRequest NextRun::request() const
{
    return requestOn(m_workspace.data().file());
}

TrainingRequest NextRun::requestOn(fs::path corpus) const
{
    const editor::Document& document = m_workspace.document();
    const editor::Derived& derived = document.derived();
    if (const std::optional<QString> problem = problemOfDrawing()) {
        throw engine::Error(problem->toStdString());
    }
    const int id = m_workspace.runs().nextId();
    TrainingRequest request{.id = id,
                            .name = Workspace::tr("Run %1").arg(id).toStdString(),
                            .model = derived.model,
                            .solver = document.content().solver,
                            .corpus = std::move(corpus),
                            .settings = settings(),
                            .resume = {}};
    if (hasModelFile()) {
        request.modelFile = m_modelFile;
        request.solverFile = m_solverFile;
    }
    planOf(request); // throws for settings out of range
    request.firstWeights = m_choice.firstWeights;
    request.firstText = m_choice.firstText;
    request.solverState = m_choice.solverState;
    takeFromSolver(request);
    return request;
}

/// What the solver says besides its numbers, where the user's choice does not say it.
void NextRun::takeFromSolver(TrainingRequest& request) const
{
    const engine::SolverSettings& solver = request.solver;
    // The window shows seed and interval, and reports each iteration.
    const std::vector<std::string_view> settled = {"random_seed", "test_interval", "average_loss"};
    for (std::vector<std::string>& notes : std::array{
             engine::notesOnUnknown(solver), engine::notesOnUnused(solver),
             engine::notesOnCaffesDefaults(solver, settled),
             m_modelFile.empty() ? std::vector<std::string>()
                                 : engine::notesOnNets(solver, {.solvers = m_workspace.data().home()}, m_modelFile)}) {
        std::move(notes.begin(), notes.end(), std::back_inserter(request.notes));
    }
    if (solver.params.contains("snapshot_prefix")) {
        request.notes.emplace_back(
            "the solver: snapshot_prefix has no effect here: a project's runs are saved beside it");
    }
    if (request.firstWeights.empty()) {
        request.firstWeights = engine::weightsNamedBy(solver, m_workspace.data().home(), request.notes);
    }
}

bool NextRun::hasModelFile() const
{
    return !m_modelFile.empty() && m_workspace.document().derived().model == m_modelOfFile &&
           m_workspace.document().content().solver == m_solverOfFile;
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
        return QString::fromStdString(error.what());
    }
}

std::optional<QString> NextRun::resumeFrom(const fs::path& checkpoint)
{
    if (checkpoint.empty() || !isThere(checkpoint)) { // without one, a run would begin anew
        return Workspace::tr("The run cannot go on: its checkpoint is not there any more. Train starts a new run.");
    }
    try {
        // Without the text that was chosen, the run goes on with the one that it learned from: its digest is known.
        const fs::path text = m_workspace.data().asksForText() ? fs::path() : m_workspace.data().file();
        TrainingRequest resumed = requestOn(isThere(text) ? text : fs::path());
        resumed.resume = checkpoint;
        return start(std::move(resumed));
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
}

std::optional<QString> NextRun::start(TrainingRequest request)
{
    TrainingSession& training = m_workspace.training();
    RunList& runs = m_workspace.runs();
    if (training.isBusy()) {
        return Workspace::tr("A run is under way already; stop it first.");
    }
    const fs::path folder = m_workspace.files().folderOfRuns();
    runs.takeOver(); // the run before keeps what it has
    noteStale();
    const fs::path& from = request.resume.empty() ? request.firstWeights : request.resume;
    request.origin = from.empty() ? RunOrigin() : runs.originOf(from, !request.resume.empty());
    request.checkpoint = nextRunFile(folder, m_workspace.files().project());
    if (!training.start(request)) {
        return Workspace::tr("A run is under way already; stop it first.");
    }
    runs.append();
    if (m_seedOfSolver == drawnSeed) {
        drawSeed();
        emit m_workspace.choiceChanged();
    }
    m_workspace.files().setModified();
    noteStale();
    emit m_workspace.runsChanged();
    return std::nullopt;
}

void NextRun::followSeed()
{
    const engine::SolverSettings& solver = m_workspace.document().content().solver;
    const std::optional<std::int64_t> given = givenSeed(solver);
    if (given == m_seedOfSolver) {
        return;
    }
    m_seedOfSolver = given;
    drawSeed();
    emit m_workspace.choiceChanged();
}

bool NextRun::isWhatTrains() const
{
    const engine::Model& drawn = m_workspace.document().derived().model;
    const engine::SolverSettings& solver = m_workspace.document().content().solver;
    const TrainingRequest& request = m_workspace.training().request();
    if (request.resume.empty()) {
        return drawn == request.model && solver == request.solver;
    }
    // The checkpoint's net goes on, and not the drawing; what that is, the run says as it begins.
    const TrainingStart& begun = m_workspace.training().begun();
    const auto settled = [&] { return begun.readsText ? engine::withVocabulary(drawn, begun.vocabulary) : drawn; };
    return begun.model.empty() ||
           (engine::writeModel(settled()) == begun.model && engine::writeSolver(solver) == begun.solver);
}

void NextRun::noteStale()
{
    const bool stale = m_workspace.training().isBusy() && !isWhatTrains();
    if (stale != m_stale) {
        m_stale = stale;
        emit m_workspace.staleChanged();
    }
}

} // namespace studio
