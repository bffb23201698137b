// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/exchange/export_formats.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/queue/queue_panel.h"
#include "app/studio/workspace/workspace.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QScrollArea;
class QSplitter;

namespace studio {

class CurveView;
class ParallelPlot;
class RunTable;
struct ListedRun;

/// What the user wrote of a run, to be edited, and what the run said as it began: where its first weights came from,
/// above all.
class RunNotes : public QWidget {
    Q_OBJECT

public:
    explicit RunNotes(QWidget* parent = nullptr);

    /// Null: none of the project is selected. `words`: what else there is to say of what is.
    void showRun(const RunRecord* run, const QString& words = {});

signals:
    /// The run that was shown when it was written: another one may be selected already.
    void annotated(int run, const QString& remark);

private:
    QLineEdit* m_remark;
    QLabel* m_notes;
    int m_run = 0; ///< id of the run that is shown; 0: none
};

/// All runs, the project's, the queue's and those that are followed, to choose from: as a table, over parallel axes,
/// the curves of those that are chosen, and what can be done with them now.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    RunsPanel(Workspace& workspace, TrainingActions& training, QWidget* parent = nullptr);

    QueuePanel& queue() { return *m_queue; }
    void select(int run);

    /// Curves (CSV) or weights (safetensors) of the selected runs, a new file for each that has some. The
    /// workspace warns of what went wrong.
    void exportInto(const QString& folder, ExportContent content);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

signals:
    void exportRequested(studio::ExportContent content, int run);
    void openRequested(const QString& checkpoint);     ///< of another run than the project's, as a project
    void resumeRequested(const QString& checkpoint);   ///< the same, and to train on
    void textRequested(const std::string& checkpoint); ///< written by that net

private:
    std::vector<RunAction> actions();
    QWidget* makeChoice();
    QSplitter* makeParts();
    void wire();
    void noteSelection();
    void tellChosen();
    std::vector<std::pair<qint64, bool>> drawable() const;
    void showChosen();
    void showCurves();
    QString wordsOf(const std::vector<ListedRun>& runs) const;
    void followSeeds(const std::filesystem::path& folder);
    void askFolder();
    void askToPause();
    bool isDrawn(int id) const;
    void noteGrowth(int id);
    void chooseNew();
    void refresh();
    void refreshOrMark();
    void refreshChoice();
    void group();
    void follow();
    void refreshSoon();
    void refreshActions();
    std::vector<int> chosenRuns() const;
    std::vector<ListedRun> chosen() const;
    const RunRecord& drawnOf(const ListedRun& run) const;
    void open();
    void resume();
    void write();
    void exportSelected(ExportContent content);
    void queueAgain();
    void remove();

    Workspace& m_workspace;
    RunTable* m_table;
    QueuePanel* m_queue;
    RunActions m_actions;
    ParallelPlot* m_plot;
    CurveView* m_curves;
    QWidget* m_choice;
    QSplitter *m_parts, *m_beside;
    QScrollArea* m_axes;
    QComboBox *m_groups, *m_results;
    QCheckBox* m_others;
    QLabel* m_empty;
    RunNotes* m_notes;
    std::vector<std::pair<qint64, bool>> m_drawn; ///< what drawable() was when curves were drawn
    QList<qint64> m_wanted;                       ///< that were queued, to be chosen when they are listed
    std::filesystem::path m_wantedOf;             ///< their queue's folder
    QList<qint64> m_found, m_chosenFound;         ///< followed runs: to be listed; that were chosen as they were
    std::filesystem::path m_drawnOf;              ///< the folder of the queue then
    QList<int> m_partsSizes = {3000, 1500}, m_besideSizes; ///< with the axes; empty: as they come
    QTimer m_refresh;                                      ///< after runs have grown
    QElapsedTimer m_sinceFigures;                          ///< see follow()
    std::set<std::uint64_t> m_takenSeeds;                  ///< of the project's runs, and of those queued again
    bool m_areCurvesStale = false;
    bool m_stale = false; ///< the runs changed while it was hidden
};

} // namespace studio
