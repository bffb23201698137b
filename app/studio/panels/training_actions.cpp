// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/training_actions.h"

#include "editor/widgets/parts.h"

#include <algorithm>

namespace studio {

using State = TrainingSession::State;

TrainingActions::TrainingActions(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    TrainingSession& training = m_workspace.training();
    const auto made = [this](const QString& text, const editor::Description& as, auto* who, auto act) {
        auto* action = editor::described(new QAction(text, this), as, who, act);
        action->setStatusTip(as.tip);
        return action;
    };
    train = made({}, {.tip = tr("Start training the drawn net on its data"), .icon = "train", .keys = "F5"}, this,
                 [this, &training] {
                     if (training.state() == State::Paused) {
                         training.resume();
                     } else {
                         const std::optional<QString> why = refusal(Start::Run);
                         tell(why ? why : m_workspace.nextRun().train());
                     }
                 });
    pause = made(tr("&Pause"),
                 {.tip = tr("Pause after the current iteration; nothing is lost"), .icon = "pause", .keys = "F6"},
                 &training, &TrainingSession::pause);
    step = made(tr("&One iteration"), {.tip = tr("Train one iteration, then pause"), .icon = "step", .keys = "F10"},
                &training, &TrainingSession::step);
    stop = made(tr("&Stop"), {.tip = tr("Stop the run and save its checkpoint"), .icon = "stop", .keys = "Shift+F5"},
                &training, &TrainingSession::stop);
    resume = made(tr("&Resume last run"),
                  {.tip = tr("Resume from the newest checkpoint, exactly as if the run had never stopped"),
                   .icon = "resume",
                   .keys = "Ctrl+F5"},
                  this, [this] { tell(m_workspace.nextRun().resumeFrom(m_workspace.runs().newestCheckpoint())); });
    validate = made(tr("&Validate now"), {.tip = tr("Measure the net on the held-out data now"), .icon = "plot"},
                    &training, &TrainingSession::validateNow);
    save = made(tr("Save &checkpoint now"), {.tip = tr("Write the run's checkpoint now"), .icon = "checkpoint"},
                &training, &TrainingSession::saveNow);
    connect(&training, &TrainingSession::stateChanged, this, &TrainingActions::refresh);
    connect(&m_workspace, &Workspace::opened, this, &TrainingActions::refresh);
    m_workspace.onChange(this, Change::Runs, [this] { refresh(); });
    refresh();
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
