// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/processor_speed.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/session/will_it_fit.h"
#include "app/studio/workspace/workspace.h"

#include <QTimer>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QVBoxLayout;

namespace studio {

class EngineRows;
class FileWatch;
class FirstWeightsRow;
class ProgressFigures;
class StarvationNotice;
class TerminalCommand;

/// How the next run is to be, whether it will fit, and how the one under way is doing.
class TrainingPanel : public QWidget {
    Q_OBJECT

public:
    TrainingPanel(Workspace& workspace, TrainingActions& actions, QWidget* parent = nullptr);

    void showProblem(const QString& sentence); ///< until a run starts
    void addButton(QAction& action);           ///< beside those of the run

private:
    void buildControls(QVBoxLayout& rows);
    void buildChoice(QVBoxLayout& rows);
    QString progressInWords(const TrainingProgress& progress) const;
    void refreshState();
    void refreshPlan(); ///< at once what an edit leaves to be done in a moment: will it fit, and the command
    void showChanges(Changes changes);
    WillItFit lookWhetherItFits(const engine::Model& model, const engine::EngineWish& wish);
    void showProgress(const TrainingProgress& progress);

    Workspace& m_workspace;
    TrainingActions& m_actions;
    FreeMemory m_free;
    QHBoxLayout* m_buttons; ///< of the run
    QTimer m_plan;          ///< one look a while after the last of many edits
    QLabel *m_state, *m_stale, *m_problem, *m_fit;
    bool m_refused = false; ///< m_problem says what keeps a run from starting
    StarvationNotice* m_starvation;
    QProgressBar* m_bar;
    ProgressFigures* m_figures;
    EngineRows* m_engine;
    FirstWeightsRow* m_firstWeights;
    FileWatch* m_weightsWatch;
    TerminalCommand* m_command;
    ProcessorSpeed m_speed;
};

} // namespace studio
