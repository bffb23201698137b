// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

class QComboBox;
class QLabel;
class QTableWidget;

namespace studio {

class Race;
class RacePlot;

/// What a race has come to so far: curves, table, sentences. Refreshes itself as the race grows.
class RaceResult : public QWidget {
    Q_OBJECT

public:
    explicit RaceResult(const Race& race, QWidget* parent = nullptr); ///< the race outlives it

    RacePlot& plot() { return *m_plot; }
    void refresh();

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showTable();
    void fitColumns();
    void showVerdict();
    void showAxis();
    void offerEnergy();

    const Race& m_race;
    QComboBox* m_axis;
    RacePlot* m_plot;
    QTableWidget* m_table;
    QStringList m_headings;    ///< that the table has
    std::vector<int> m_widths; ///< pixels that its columns want
    QLabel* m_verdict;
};

} // namespace studio
