// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/training_panel.h"

#include "app/studio/panels/engine_rows.h"
#include "app/studio/panels/file_watch.h"
#include "app/studio/panels/first_weights_row.h"
#include "app/studio/panels/parts.h"
#include "app/studio/panels/run_form.h"
#include "app/studio/panels/starvation_notice.h"
#include "app/studio/panels/terminal_command.h"
#include "app/studio/session/progress_tracker.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"
#include "engine/backends/layer_engines.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

#include <QLabel>
#include <QVBoxLayout>

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr int planDelay = 150; ///< milliseconds

/// Seconds of a step, by the last iterations of the newest run of this net that trained as the next one will; nothing
/// where there is none, or where the solver drawn is refused, which its panel says.
std::optional<double> measuredStep(Workspace& workspace, const std::string& device)
try {
    const engine::Params& next = workspace.nextRun().choice().settings;
    const std::string net = engine::writeModel(workspace.document().derived().settled);
    const auto batchesOf = [](const engine::SolverSettings& solver) {
        return engine::intParam(engine::completeParams(solver), "iter_size");
    };
    const std::vector<RunRecord>& all = workspace.runs().all();
    for (auto newest = all.rbegin(); newest != all.rend(); ++newest) {
        const RunRecord& run = *workspace.runs().find(newest->id);
        const auto isSame = [&](const char* key) {
            const auto chosen = next.find(key), had = run.run.settings.find(key);
            return chosen == next.end() || had == run.run.settings.end()
                       ? chosen == next.end() && had == run.run.settings.end()
                       : chosen->second == had->second;
        };
        if (run.curve.size() > 1 && run.start.device == device && run.start.model == net && isSame("engine") &&
            isSame("threads") && isSame("precision") &&
            batchesOf(engine::readSolver(run.start.solver, run.name)) ==
                batchesOf(workspace.document().content().solver)) {
            return secondsOfStep(run.curve, 100);
        }
    }
    return std::nullopt;
} catch (const engine::Error&) {
    return std::nullopt;
}

} // namespace

TrainingPanel::TrainingPanel(Workspace& workspace, TrainingActions& actions, QWidget* parent)
    : QWidget(parent), m_workspace(workspace)
{
    QVBoxLayout& rows = addScrolledRows(*this);
    buildNotices(rows);
    buildChoice(rows);
    m_command = new TerminalCommand(this);
    rows.addWidget(m_command);
    rows.addStretch();

    m_plan.setSingleShot(true);
    m_plan.setInterval(planDelay);
    connect(&m_plan, &QTimer::timeout, this, &TrainingPanel::refreshPlan);
    m_weightsWatch = new FileWatch(this);
    connect(m_weightsWatch, &FileWatch::changed, this, [this] { m_plan.start(); });
    connect(&m_speed, &ProcessorSpeed::measured, this, [this] { m_plan.start(); });
    connect(&workspace, &Workspace::changed, this, &TrainingPanel::showChanges);
    connect(&workspace, &Workspace::startAsked, this, &TrainingPanel::refreshPlan);
    TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, [this](State state) {
        if (state == State::Running) {
            m_problem->hide(); // it goes on after a failure
        }
        refreshState();
    });
    connect(&training, &TrainingSession::started, m_problem, &QLabel::hide);
    connect(&training, &TrainingSession::failed, this, &TrainingPanel::showProblem);
    connect(&training, &TrainingSession::troubled, this, &TrainingPanel::showProblem);
    connect(&training, &TrainingSession::ended, this, [this](engine::EndReason reason, const QString& detail) {
        if (reason == engine::EndReason::Diverged) {
            showProblem(tr("The run diverged: %1. Go back to the best checkpoint, or try a lower learning rate or "
                           "stronger gradient clipping.")
                            .arg(detail));
        }
    });
    connect(&actions, &TrainingActions::refused, this, [this](const QString& sentence) {
        showProblem(sentence);
        const QString& blocked = m_workspace.nextRun().blocked();
        m_refused = !blocked.isEmpty() && sentence.contains(editor::withoutFullStop(blocked));
    });
    refreshState();
    m_plan.start();
}

void TrainingPanel::buildNotices(QVBoxLayout& rows)
{
    m_stale =
        editor::label(tr("The drawing has changed since this run began. The run still trains the earlier drawing; stop "
                         "it and press Start to use the new one."),
                      this, editor::Look::Wraps, "warning");
    m_stale->hide();
    rows.addWidget(m_stale);
    m_starvation = new StarvationNotice(m_workspace, this);
    rows.addWidget(m_starvation);
    m_problem = editor::label({}, this, editor::Look::Wraps | editor::Look::Selectable, "problem");
    m_problem->hide();
    rows.addWidget(m_problem);
}

void TrainingPanel::buildChoice(QVBoxLayout& rows)
{
    rows.addWidget(sectionTitle(tr("The next run"), this));
    m_engine = new EngineRows(m_workspace, this);
    m_firstWeights = new FirstWeightsRow(m_workspace, this);
    m_engine->addRow(tr("Initial weights:"), m_firstWeights);
    rows.addLayout(m_engine);
    rows.addWidget(new RunForm(m_workspace, this));
    m_fit = editor::label({}, this, editor::Look::Wraps);
    rows.addWidget(m_fit);
}

void TrainingPanel::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->show();
    m_refused = false;
}

void TrainingPanel::showChanges(Changes changes)
{
    if (changes & Change::Project) {
        m_problem->hide();
    }
    if (changes & Change::Blocked && m_refused) { // what was mended is not said any more
        const QString& why = m_workspace.nextRun().blocked();
        if (why.isEmpty() || !m_problem->text().contains(editor::withoutFullStop(why))) {
            m_problem->hide();
        }
    }
    if (changes & Change::Choice) {
        m_firstWeights->refresh();
    }
    if (changes & (Changes(Change::Project) | Change::Stale)) {
        refreshState();
    }
    // What a run held is free once it has ended.
    const bool ended = changes & Change::Training && !m_workspace.training().isBusy();
    if (ended || changes & (Changes(Change::Drawing) | Change::Choice | Change::File | Change::Checkpoint)) {
        m_plan.start();
    }
}

void TrainingPanel::refreshState()
{
    m_stale->setVisible(m_workspace.nextRun().isStale());
    m_engine->setChangeable(m_workspace.files().isOpen() && !m_workspace.training().isBusy());
    m_firstWeights->refresh();
}

/// The size table counts what this counts.
WillItFit TrainingPanel::lookWhetherItFits(const engine::Model& model, const engine::EngineWish& wish)
{
    try {
        engine::RunPlace place = engine::placeFor(m_workspace.nextRun().machine().device, wish);
        if (m_workspace.training().isBusy()) {
            m_free.restoreWhatARunHolds(place);
        } else {
            m_free.note(place);
        }
        m_engine->showPlace(&place, engine::layerEngines(model, place, wish));
        const std::optional<double> speed = place.host ? std::nullopt : m_speed.perSecond();
        WillItFit fit = willItFit(model, m_workspace.document().content().solver, place, wish, speed,
                                  measuredStep(m_workspace, place.device));
        fit.refusedPrecision = editor::inWords(engine::refusedPrecision(place).value_or(engine::Sentence()));
        if (!fit.countedFor.isEmpty()) {
            m_workspace.document().setMemoryOf(fit.countedFor, engine::memoryAt(place, wish));
        }
        return fit;
    } catch (const engine::UnavailableError& why) {
        m_engine->showPlace(nullptr, {});
        return refusedFit(editor::inWords(why));
    }
}

void TrainingPanel::refreshPlan()
{
    if (!m_workspace.files().isOpen() && m_workspace.document().content().nodes.empty()) {
        return; // the start page: nothing asks for engines yet
    }
    const engine::Model& model = m_workspace.document().derived().model;
    refreshState(); // a drawing may have become one of sequences
    m_engine->offerEngines();
    m_weightsWatch->watch(m_workspace.nextRun().choice().first.file);
    m_starvation->setHasFused(m_engine->hasFused());
    if (m_workspace.document().content().nodes.empty()) {
        m_engine->showPlace(nullptr, {});
        m_workspace.nextRun().setFit({});
        m_fit->setText(tr("Draw a net or open a sample to see whether it fits into memory."));
        m_command->clear();
        return;
    }
    const engine::RunSettings machine = m_workspace.nextRun().machine();
    if (!m_workspace.training().isBusy()) { // a run has the processor for itself
        m_speed.measure(machine.device.threads);
    }
    const engine::EngineWish& wish = machine.engine;
    m_workspace.nextRun().setFit(lookWhetherItFits(model, wish));
    m_fit->setText(m_workspace.nextRun().fit().sentence);
    m_command->showCommandOf(m_workspace.nextRun());
}

} // namespace studio

#include "moc_training_panel.cpp"
