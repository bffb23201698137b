// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/race/race.h"

#include <functional>
#include <optional>
#include <QComboBox>
#include <QDialog>
#include <utility>
#include <vector>

class QLabel;
class QLayout;
class QPushButton;
class QSpinBox;
class QTreeWidget;
class QTreeWidgetItem;

namespace editor {
class ReportTable;
}

namespace studio {

class LossPlot;
class Workspace;

/// A race of engines over the net that is drawn: who takes part and for how long, the losses while they train, and what
/// it came to. Closing it stops the race, after a question.
class RaceDialog : public QDialog {
    Q_OBJECT

public:
    explicit RaceDialog(Workspace& workspace, QWidget* parent = nullptr);

    const Race& race() const { return m_race; }

    /// Asked before a race starts: why it does not, as a sentence; nothing where it may.
    void setCheck(std::function<std::optional<QString>()> check) { m_check = std::move(check); }

    void reject() override;

private:
    void makeContenders();
    QStringList reasons() const;
    std::vector<contest::Contender> chosen() const; ///< named with their precision where it is not the usual one
    QWidget* makeChoice();
    QLayout* makeResult();
    QLayout* makeButtons();
    bool isInSeconds() const { return m_unit->currentIndex() == 0; } ///< the limit
    void startOrStop();
    void showState();
    void showResult();
    void showLimit();
    void stopOther();
    void savePicture();
    void copySentence();

    Workspace& m_workspace;
    Race m_race;
    std::function<std::optional<QString>()> m_check;
    QTreeWidget* m_contenders;
    std::vector<std::pair<QTreeWidgetItem*, contest::Contender>> m_rows; ///< of them
    QSpinBox* m_amount;
    QComboBox* m_unit; ///< of the limit
    QPushButton* m_start;
    QPushButton* m_stopOther; ///< what the race waits for
    QLabel* m_state;
    LossPlot* m_plot;
    editor::ReportTable* m_table;
    QLabel* m_verdict;
    QPushButton *m_save, *m_copy;
    QString m_said; ///< what a button came to
};

} // namespace studio
