// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QComboBox;
class QLabel;
class QTableWidget;

namespace studio {

class BandPlot;
class Race;

/// What a race has come to so far: curves, table, sentences. Refreshes itself as the race grows.
class RaceResult : public QWidget {
    Q_OBJECT

public:
    explicit RaceResult(const Race& race, QWidget* parent = nullptr); ///< the race outlives it

    BandPlot& plot() { return *m_plot; }
    void refresh();

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void drawCurves();
    void showTable();
    void fitColumns();
    void showVerdict();
    void offerEnergy();

    const Race& m_race;
    QComboBox* m_axis;
    BandPlot* m_plot;
    QLabel* m_empty; ///< before the first race
    QTableWidget* m_table;
    std::vector<int> m_widths; ///< pixels that its columns want
    QLabel* m_verdict;
};

} // namespace studio
