// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/training_panel.h"

#include "app/studio/panels/engine_rows.h"
#include "app/studio/panels/file_watch.h"
#include "app/studio/panels/first_weights_row.h"
#include "app/studio/panels/parts.h"
#include "app/studio/panels/progress_figures.h"
#include "app/studio/panels/run_form.h"
#include "app/studio/panels/starvation_notice.h"
#include "app/studio/panels/terminal_command.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/sentence_words.h"
#include "engine/backends/layer_engines.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr int planDelay = 150; ///< milliseconds

} // namespace

TrainingPanel::TrainingPanel(Workspace& workspace, TrainingActions& actions, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_actions(actions)
{
    QVBoxLayout& rows = addScrolledRows(*this);
    buildControls(rows);
    m_figures = new ProgressFigures(this);
    rows.addWidget(m_figures);
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
    connect(&training, &TrainingSession::progressed, this, &TrainingPanel::showProgress);
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

void TrainingPanel::buildControls(QVBoxLayout& rows)
{
    m_buttons = new QHBoxLayout;
    m_buttons->addStretch();
    for (QAction* action : {m_actions.train, m_actions.pause, m_actions.step, m_actions.stop, m_actions.resume}) {
        addButton(*action);
    }
    rows.addLayout(m_buttons);
    m_state = new QLabel(this);
    m_state->setWordWrap(true);
    rows.addWidget(m_state);
    m_bar = new QProgressBar(this);
    m_bar->setAccessibleName(tr("Progress of the run"));
    rows.addWidget(m_bar);
    m_stale =
        new QLabel(tr("The drawing has changed since this run began. The run still trains the earlier drawing; stop "
                      "it and press Start to use the new one."),
                   this);
    m_stale->setWordWrap(true);
    m_stale->setObjectName(QStringLiteral("warning"));
    m_stale->hide();
    rows.addWidget(m_stale);
    m_starvation = new StarvationNotice(m_workspace, this);
    rows.addWidget(m_starvation);
    m_problem = new QLabel(this);
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->hide();
    rows.addWidget(m_problem);
}

void TrainingPanel::addButton(QAction& action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(&action);
    button->setIconSize({20, 20});
    button->setToolButtonStyle(&action == m_actions.train ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    if (&action == m_actions.train) {
        m_actions.keepWidth(*button);
    }
    m_buttons->insertWidget(m_buttons->count() - 1, button); // before what stretches
}

void TrainingPanel::buildChoice(QVBoxLayout& rows)
{
    rows.addWidget(sectionTitle(tr("The next run"), this));
    m_engine = new EngineRows(m_workspace, this);
    m_firstWeights = new FirstWeightsRow(m_workspace, this);
    m_engine->addRow(tr("Initial weights:"), m_firstWeights);
    rows.addLayout(m_engine);
    rows.addWidget(new RunForm(m_workspace, this));
    m_fit = new QLabel(this);
    m_fit->setWordWrap(true);
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
        showProgress({});
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
    if (ended || changes & (Changes(Change::Drawing) | Change::Choice | Change::File)) {
        m_plan.start();
    }
}

void TrainingPanel::refreshState()
{
    const TrainingSession& training = m_workspace.training();
    const QLocale locale;
    const TrainingProgress& progress = training.progressNow();
    const QString iteration = locale.toString(static_cast<qlonglong>(progress.iteration));
    switch (training.state()) {
    case State::Idle: {
        const RunRecord* run = m_workspace.runs().shown();
        const QString ending = run ? endingInWords(*run) : QString();
        m_state->setText(!ending.isEmpty() ? tr("%1 finished: %2").arg(QString::fromStdString(run->name), ending)
                                           : tr("Nothing is training. F5 starts."));
        break;
    }
    case State::Starting:
        m_state->setText(tr("Starting…"));
        break;
    case State::Running:
        m_state->setText(tr("Training on %1 with %2: %3")
                             .arg(QString::fromStdString(training.run().start.device),
                                  QString::fromStdString(training.run().start.engine), progressInWords(progress)));
        break;
    case State::Paused:
        m_state->setText(tr("Paused at iteration %1").arg(iteration));
        break;
    case State::Stopping:
        m_state->setText(tr("Stopping and saving…"));
        break;
    }
    m_stale->setVisible(m_workspace.nextRun().isStale());
    const bool busy = training.isBusy();
    m_bar->setVisible(busy);
    m_engine->setChangeable(m_workspace.files().isOpen() && !busy);
    m_firstWeights->refresh();
}

/// "iteration 90 of 189"; where the end is one of epochs, "epoch 2 of 3, iteration 90".
QString TrainingPanel::progressInWords(const TrainingProgress& progress) const
{
    const QLocale locale;
    const QString iteration = locale.toString(static_cast<qlonglong>(progress.iteration));
    const std::optional<std::int64_t>& epochs = m_workspace.training().run().start.limits.epochs;
    if (epochs || m_workspace.training().run().start.kind->inEpochs) {
        const auto now = static_cast<qlonglong>(std::floor(progress.epoch)) + 1;
        const auto last = static_cast<qlonglong>(std::ceil(progress.epochs - 1e-9));
        const QString epoch = locale.toString(last > 0 ? std::min(now, last) : now);
        return last > 0 ? tr("epoch %1 of %2, iteration %3").arg(epoch, locale.toString(last), iteration)
                        : tr("epoch %1, iteration %2").arg(epoch, iteration);
    }
    return progress.iterations > 0
               ? tr("iteration %1 of %2").arg(iteration, locale.toString(static_cast<qlonglong>(progress.iterations)))
               : tr("iteration %1").arg(iteration);
}

void TrainingPanel::showProgress(const TrainingProgress& progress)
{
    constexpr int barSteps = 1000;
    m_bar->setRange(0, progress.iterations > 0 ? barSteps : 0);
    if (progress.iterations > 0) {
        m_bar->setValue(static_cast<int>(barSteps * progress.iteration / progress.iterations));
    }
    m_figures->showProgress(progress);
    refreshState();
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
        WillItFit fit = willItFit(model, m_workspace.document().content().solver, place, wish, speed);
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
