// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/exchange/export_formats.h"
#include "app/studio/workspace/workspace.h"

#include <QElapsedTimer>
#include <QWidget>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;

namespace studio {

class RunTable;

/// What the user wrote of a run, to be edited, and what the run said as it began: where its first weights came from,
/// above all.
class RunNotes : public QWidget {
    Q_OBJECT

public:
    explicit RunNotes(QWidget* parent = nullptr);

    void showRun(const RunRecord* run); ///< null: none is selected

signals:
    /// The run that was shown when it was written: another one may be selected already.
    void annotated(int run, const QString& remark);

private:
    QLineEdit* m_remark;
    QLabel* m_notes;
    int m_run = 0; ///< id of the run that is shown; 0: none
};

/// The project's runs, newest first: how far each came, in what they differ, and what can be done with them now.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    explicit RunsPanel(Workspace& workspace, QWidget* parent = nullptr);

    void select(int run);

    /// Curves (CSV) or weights (safetensors) of the selected runs, a new file for each that has some. The
    /// workspace warns of what went wrong.
    void exportInto(const QString& folder, ExportContent content);

protected:
    void showEvent(QShowEvent* event) override;

signals:
    void exportRequested(studio::ExportContent content, int run);

private:
    QAction* make(const QString& icon, const QString& text, const QString& tip, void (RunsPanel::*act)());
    QWidget* makeChoice();
    void noteSelection();
    void refresh();
    void refreshOrMark();
    void follow();
    void refreshActions();
    std::vector<int> chosenRuns() const;
    const RunRecord* selected() const;
    bool isUnderWay(const RunRecord& run) const;
    void resume();
    void write();
    void exportWeights();
    void exportCurve();
    void exportSelected(ExportContent content);
    void restoreDrawing();
    void rename();
    void remove();

    Workspace& m_workspace;
    RunTable* m_table = nullptr;
    QWidget* m_choice = nullptr;
    QComboBox* m_groups = nullptr;
    QLabel* m_empty;
    RunNotes* m_notes;
    QAction *m_resume, *m_write, *m_exportWeights, *m_exportCurve, *m_restore, *m_rename, *m_remove;
    QElapsedTimer m_sinceRow; ///< since the current run's row was filled
    bool m_stale = false;     ///< the runs changed while it was hidden
};

} // namespace studio
