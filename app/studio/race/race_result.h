// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace editor {
class ReportTable;
}

namespace studio {

class RacePlot;
class Race;

/// What a race has come to so far: curves, table, sentences. Refreshes itself as the race grows.
class RaceResult : public QWidget {
    Q_OBJECT

public:
    explicit RaceResult(const Race& race, QWidget* parent = nullptr); ///< the race outlives it

    RacePlot& plot() { return *m_plot; }
    void refresh();

private:
    void drawCurves();
    void showTable();
    void showVerdict();
    void offerEnergy();

    const Race& m_race;
    QComboBox* m_axis;
    RacePlot* m_plot;
    QLabel* m_empty; ///< before the first race
    editor::ReportTable* m_table;
    QLabel* m_verdict;
};

} // namespace studio
