// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/session/will_it_fit.h"
#include "app/studio/workspace/workspace.h"
#include "editor/work/latest_work.h"

#include <optional>
#include <QTimer>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace studio {

class EngineRows;
class FileWatch;
class FirstWeightsRow;
class StarvationNotice;
class TerminalCommand;

/// How the next run is to be, whether it will fit, and what is wrong with the one under way.
class TrainingPanel : public QWidget, public Panel {
    Q_OBJECT

public:
    TrainingPanel(Workspace& workspace, TrainingActions& actions, QWidget* parent = nullptr);

    void showChanges(Changes changes) override;

private:
    void buildNotices(QVBoxLayout& rows);
    void buildChoice(QVBoxLayout& rows);
    void refreshState();
    void refreshPlan(); ///< at once what an edit leaves to be done in a moment: will it fit, and the command
    void showProblem(const QString& sentence); ///< until a run starts
    void measureSpeed(int threads);            ///< once for each number of threads, apart from the screen
    WillItFit lookWhetherItFits(const engine::Model& model, const engine::EngineWish& wish);

    Workspace& m_workspace;
    FreeMemory m_free;
    QTimer m_plan; ///< one look a while after the last of many edits
    QLabel *m_stale, *m_problem, *m_fit;
    bool m_refused = false; ///< m_problem says what keeps a run from starting
    StarvationNotice* m_starvation;
    EngineRows* m_engine;
    FirstWeightsRow* m_firstWeights;
    FileWatch* m_weightsWatch;
    TerminalCommand* m_command;
    std::optional<double> m_speed;  ///< FLOP/s of a product on this processor; nothing: not measured yet
    int m_speedOf = -1;             ///< threads that it was measured with, or is
    editor::LatestWork m_measuring; // of it; last, so that it ends before what it uses goes
};

} // namespace studio
