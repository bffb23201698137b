// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/exchange/export_formats.h"
#include "app/studio/panels/run_settings.h"
#include "app/studio/workspace/workspace.h"

#include <QElapsedTimer>
#include <QTreeWidget>
#include <QWidget>

class QAction;
class QLabel;

namespace studio {

class RunNotes;

/// The project's runs, newest first: how far each came, and what can be done with it now.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    explicit RunsPanel(Workspace& workspace, QWidget* parent = nullptr);

    void select(int run);

protected:
    void showEvent(QShowEvent* event) override;

signals:
    void writeRequested(const QString& checkpoint);
    void exportRequested(studio::ExportContent content, int run);
    void problem(const QString& sentence);

private:
    QAction* make(const QString& icon, const QString& text, const QString& tip, void (RunsPanel::*act)());
    void refresh();
    void refreshOrMark();
    void follow();
    void widen();
    void refreshRow(QTreeWidgetItem& row, const RunRecord& run);
    void refreshActions();
    void refreshHeader();
    void renamed(QTreeWidgetItem* row, int column);
    const RunRecord* selected() const;
    void resume();
    void write();
    void exportWeights();
    void exportCurve();
    void restoreDrawing();
    void rename();
    void remove();

    Workspace& m_workspace;
    QTreeWidget* m_list;
    QLabel* m_empty;
    RunNotes* m_notes;
    QAction *m_resume, *m_write, *m_exportWeights, *m_exportCurve, *m_restore, *m_rename, *m_remove;
    RunSettingsCache m_settings;
    QStringList m_differing; ///< settings with a column each
    bool m_stale = false;    ///< the runs have changed while the panel was hidden
    QElapsedTimer m_sinceRow;
    bool m_filling = false;
};

} // namespace studio
