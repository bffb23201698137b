// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/race/race.h"

#include <QDialog>
#include <QStringList>

class QComboBox;
class QLabel;
class QLayout;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace studio {

class ContenderList;
class RacePlot;
class Workspace;

/// A race of engines over the net that is drawn: who takes part and for how long, the losses while they train, and what
/// it came to. Closing it stops the race.
class RaceDialog : public QDialog {
    Q_OBJECT

public:
    explicit RaceDialog(Workspace& workspace, QWidget* parent = nullptr);

    const Race& race() const { return m_race; }

private:
    QLayout* makeChoice();
    QLayout* makeResult();
    QLayout* makeButtons();
    RaceLimit limit() const;
    void startOrStop();
    void showState();
    void showLimit();
    void showResult();
    void showTable();
    void showAxis();
    void savePicture();
    void copySentence();

    Workspace& m_workspace;
    Race m_race;
    ContenderList* m_contenders;
    QSpinBox* m_amount;
    QComboBox* m_unit; ///< of the limit
    QPushButton* m_start;
    QPushButton* m_stopRun; ///< of the run that the race waits for
    QLabel* m_state;
    QComboBox* m_axis;
    RacePlot* m_plot;
    QTableWidget* m_table;
    QLabel* m_verdict;
    QPushButton *m_save, *m_copy;
    QString m_said; ///< what a button came to
};

} // namespace studio
