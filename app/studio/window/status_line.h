// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/workspace/workspace.h"

#include <QLabel>
#include <QObject>
#include <QStatusBar>
#include <QToolButton>

namespace editor {
class ProblemsPanel;
} // namespace editor

namespace studio {

/// The window's status bar: notices for a while, what F5 will start, the run, problems, sizes and zoom.
class StatusLine : public QObject {
    Q_OBJECT

public:
    StatusLine(QStatusBar& bar, Workspace& workspace, const editor::ProblemsPanel& problems);

    void note(const QString& sentence);    ///< for a while
    void setPlan(const QString& sentence); ///< what F5 will start
    void setZoom(double zoom);
    void refresh();

private:
    void showPlan();
    void showProblems();
    void showSizes();
    void showRun();

    QStatusBar& m_bar;
    Workspace& m_workspace;
    const editor::ProblemsPanel& m_list;
    QString m_sentence; ///< what F5 will start
    QLabel *m_plan, *m_run, *m_zoom;
    QToolButton *m_sizes, *m_problems;
};

} // namespace studio
