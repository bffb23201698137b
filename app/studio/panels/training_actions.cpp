// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/training_actions.h"

#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QKeySequence>

namespace studio {

using State = TrainingSession::State;

TrainingActions::TrainingActions(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    train = make(QStringLiteral("train"), {}, tr("Start training the drawn net on its data"), Qt::Key_F5);
    pause = make(QStringLiteral("pause"), tr("&Pause"), tr("Pause after the current iteration; nothing is lost"),
                 Qt::Key_F6);
    step = make(QStringLiteral("step"), tr("&One iteration"), tr("Train one iteration, then pause"), Qt::Key_F10);
    stop = make(QStringLiteral("stop"), tr("&Stop"), tr("Stop the run and save its checkpoint"),
                QKeySequence(Qt::SHIFT | Qt::Key_F5));
    resume = make(QStringLiteral("resume"), tr("&Resume last run"),
                  tr("Resume from the newest checkpoint, exactly as if the run had never stopped"),
                  QKeySequence(Qt::CTRL | Qt::Key_F5));
    validate = make(QStringLiteral("plot"), tr("&Validate now"), tr("Measure the net on the held-out data now"), {});
    save = make(QStringLiteral("checkpoint"), tr("Save &checkpoint now"), tr("Write the run's checkpoint now"), {});

    TrainingSession& training = m_workspace.training();
    connect(train, &QAction::triggered, this, [this, &training] {
        if (training.state() == State::Paused) {
            training.resume();
        } else {
            const std::optional<QString> why = refusal(Start::Run);
            tell(why ? why : m_workspace.nextRun().train());
        }
    });
    connect(pause, &QAction::triggered, &training, &TrainingSession::pause);
    connect(stop, &QAction::triggered, &training, &TrainingSession::stop);
    connect(validate, &QAction::triggered, &training, &TrainingSession::validateNow);
    connect(save, &QAction::triggered, &training, &TrainingSession::saveNow);
    connect(step, &QAction::triggered, &training, &TrainingSession::step);
    connect(resume, &QAction::triggered, this,
            [this] { tell(m_workspace.nextRun().resumeFrom(m_workspace.runs().newestCheckpoint())); });
    connect(&training, &TrainingSession::stateChanged, this, &TrainingActions::refresh);
    connect(&m_workspace, &Workspace::opened, this, &TrainingActions::refresh);
    m_workspace.onChange(this, Change::Runs, [this] { refresh(); });
    refresh();
}

QAction* TrainingActions::make(const QString& icon, const QString& text, const QString& tip, const QKeySequence& keys)
{
    auto* action = new QAction(editor::icon(icon), text, this);
    action->setShortcut(keys);
    action->setToolTip(keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
    action->setStatusTip(tip);
    return action;
}

void TrainingActions::refresh()
{
    const State state = m_workspace.training().state();
    const bool alive = state == State::Running || state == State::Paused;
    const bool isPaused = state == State::Paused; // then the key that pauses goes on, too
    train->setShortcuts(isPaused ? QList<QKeySequence>{Qt::Key_F5, Qt::Key_F6} : QList<QKeySequence>{Qt::Key_F5});
    train->setEnabled(m_workspace.files().isOpen() && (state == State::Idle || isPaused));
    train->setText(isPaused ? tr("Co&ntinue") : tr("S&tart training"));
    train->setIconText(isPaused ? tr("Continue") : tr("Start")); // "Train" is the workspace
    pause->setEnabled(state == State::Running);
    step->setEnabled(alive);
    stop->setEnabled(alive || state == State::Starting);
    validate->setEnabled(alive);
    save->setEnabled(alive);
    resume->setEnabled(m_workspace.files().isOpen() && state == State::Idle && m_workspace.runs().shown() != nullptr);
}

void TrainingActions::keepWidth(QToolButton& button) const
{
    button.ensurePolished();
    int width = 0;
    for (const QString& words : {tr("Start"), tr("Continue")}) {
        button.setText(words);
        width = std::max(width, button.sizeHint().width());
    }
    button.setText(train->iconText());
    button.setMinimumWidth(width);
}

void TrainingActions::tell(const std::optional<QString>& refusal)
{
    if (refusal) {
        emit m_workspace.warned(*refusal);
        emit refused(*refusal);
    }
}

} // namespace studio

#include "moc_training_actions.cpp"
